"""Units for tests: C text through the real front end."""

from __future__ import annotations

from pathlib import Path

from mapper.diagnostics import Location
from mapper.frontend.gnu.normalise import normalise
from mapper.frontend.load import load_unit
from mapper.frontend.tokens import columns, rawsource
from mapper.frontend.tokens.lexer import lex
from mapper.frontend.tree.extents import find_extents
from mapper.frontend.tree.parse import parse
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Reading, SourceFile, Token, Unit
from mapper.openmp.bind import bind
from mapper.openmp.unparse import unparse


def preprocessed(text: str, folder: Path) -> Unit:
    """The bound unit of C text that needs the preprocessor."""
    path = folder / "prog.c"
    path.write_text(text, encoding="utf-8")
    return bind(load_unit(str(path), ("gcc",)))


def loaded(text: str) -> Unit:
    """The unit of C text without macros and comments, in a file `prog.c`; its pragmas are not yet bound."""
    lexed = lex(text, "prog.c")
    columns.place(lexed, {"prog.c": rawsource.scan(text)})
    tokens = tuple(
        Token(one.text, one.kind, Location(one.file, one.line, one.column)) for one in normalise(lexed.lexemes)
    )
    tree = parse(tokens, "prog.c")
    readings = (Reading("prog.c", -1, Location("prog.c"), text),)
    return Unit(
        "prog.c",
        tree,
        tokens,
        {"prog.c": SourceFile("prog.c", text)},
        find_extents(tree, tokens),
        readings=readings,
    )


def bound(text: str) -> Unit:
    """The unit of C text with its pragmas bound."""
    return bind(loaded(text))


def body(statements: str) -> Unit:
    """The bound unit of a function with these statements; they start on line 2."""
    return bound(f"void f(int n, int x, int y, double *a) {{ int i, j, v;\n{statements}\n}}\n")


def constructs(unit: Unit) -> list[Omp]:
    """All constructs, in source order."""
    return [node for item in unit.tree.ext for node in walk(item) if isinstance(node, Omp)]


def construct(unit: Unit, text: str) -> Omp:
    """The construct whose pragma is `text`."""
    (found,) = [node for node in constructs(unit) if unparse(node.directive) == f"omp {text}"]
    return found


def source(unit: Unit, node: Omp) -> str:
    """The tokens of a construct, as its extent tells them."""
    first, last = unit.extents[id(node)]
    return " ".join(token.text for token in unit.tokens[first - 1 : last])
