"""`declare variant`: a call of such a function may call any of its variants, as the C compiler chooses.

Each call `f(x)` becomes `(f ? f : variant)(x)` in the tree, which analyses read as a call of one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pycparser import c_ast

from mapper.ir.trees.names import mentions
from mapper.ir.trees.nodes import Omp, clone, walk

_NAME = re.compile(r"\s*(\w+)\s*")


def show_variants(items: Sequence[c_ast.Node]) -> None:
    """Change the calls in a unit's items, whose pragmas are bound, in place."""
    variants = _declared(items)
    if not variants:
        return
    for item in items:
        for call in (node for node in walk(item) if isinstance(node, c_ast.FuncCall)):
            if isinstance(call.name, c_ast.ID) and call.name.name in variants:
                for name in variants[call.name.name]:
                    base = call.name.cond if isinstance(call.name, c_ast.TernaryOp) else call.name
                    other = c_ast.ID(name, base.coord)
                    call.name = c_ast.TernaryOp(clone(base), call.name, other, base.coord)


def has_variants(call: c_ast.Node) -> str | None:
    """The name of the function that a call names, where it may call a variant of that; else None."""
    if not isinstance(call, c_ast.FuncCall) or not isinstance(call.name, c_ast.TernaryOp):
        return None
    base = call.name.cond
    return base.name if isinstance(base, c_ast.ID) and mentions(call.name.iftrue, base.name) else None


def _declared(items: Sequence[c_ast.Node]) -> Mapping[str, Sequence[str]]:
    """The variants of each function, by the names of both."""
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    for item in items:
        if isinstance(item, Omp):
            clause = item.directive.first("declare variant")
            named = _NAME.fullmatch(clause.argument or "") if clause is not None else None
            if named is not None:
                waiting.append(named[1])
            continue
        decl = item.decl if isinstance(item, c_ast.FuncDef) else item
        if waiting and isinstance(decl, c_ast.Decl) and isinstance(decl.type, c_ast.FuncDecl):
            found.setdefault(decl.name, []).extend(waiting)
        waiting = []
    return found
