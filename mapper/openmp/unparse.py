"""`Directive` -> pragma text, the inverse of `parse_directive`."""

from __future__ import annotations

from pycparser import c_generator

from mapper.ir.trees.directive import COMBINED, Clause, Directive


def unparse(directive: Directive) -> str:
    """What to write after `#pragma`; reading it again gives an equal directive."""
    if not directive.known or directive.unread or directive.kind.endswith("metadirective"):
        return directive.text
    words = ["omp", directive.kind]
    if directive.kind == "atomic" and directive.form not in (None, "update"):
        words.append(str(directive.form))
    if directive.kind == "critical" and directive.form:
        words.append(f"({directive.form})")
    for number, clause in enumerate(each for each in directive.clauses if each.kind != COMBINED):
        text = _clause(clause)
        own = number == 0 and text.startswith(f"{directive.kind}(")
        words.append(text.removeprefix(directive.kind) if own else text)
    return " ".join(words)


def _clause(clause: Clause) -> str:
    if clause.argument is not None:
        return f"{clause.kind}({clause.argument})" if clause.argument else clause.kind
    expression = c_generator.CGenerator().visit(clause.expression) if clause.expression is not None else None
    match clause.kind:
        case "reduction":
            inside = f"{clause.modifier}: {', '.join(clause.variables)}"
        case "linear":
            inside = ", ".join(clause.variables) + (f": {expression}" if expression else "")
        case "if" if clause.modifier:
            inside = f"{clause.modifier}: {expression}"
        case "schedule" | "default":
            inside = str(clause.modifier) + (f", {expression}" if expression else "")
        case _:
            inside = expression or ", ".join(clause.variables)
    return f"{clause.kind}({inside})" if inside else clause.kind
