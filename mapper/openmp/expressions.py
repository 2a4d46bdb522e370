"""C expressions inside clauses: text -> pycparser tree, by way of a function that returns the expression."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from pycparser import c_ast, c_parser

from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import walk

_NUMBER = re.compile(r"(?<!\w)\d(?:'\w|[\w.])*")
_WORD = re.compile(r"(?!\d)[\w$]+")


def parse_expression(
    text: str, typedefs: AbstractSet[str], token: int, file: str, start: int = 0
) -> c_ast.Node | None:
    """The tree of an expression in standard C, or None if it isn't one.

    `typedefs` are the names that may represent types in casts and `sizeof`.  Every node gets `token` as its
    `coord.line`, since the expression is part of that one token of the translation unit; columns, counted from
    `start`, only distinguish the nodes.
    """
    text = _NUMBER.sub(lambda number: number[0].replace("'", ""), text)
    types = sorted(typedefs & set(_WORD.findall(text)))
    # A variable may hide a type of the same name, so a second try takes all names for variables.
    tree = _simple(text.strip()) or _parse(text, types) or (_parse(text, []) if types else None)
    if tree is not None:
        for number, node in enumerate(walk(tree), start + 1):
            coord = c_parser.Coord(file, token, number)
            setattr(node, "coord", coord)  # noqa: B010 - every class of nodes has the slot, their base has not
    return tree


def _simple(text: str) -> c_ast.Node | None:
    """The tree of a lone name or decimal number, which most expressions are."""
    if _WORD.fullmatch(text) and text != "sizeof":
        return c_ast.ID(text)
    if text.isdecimal() and (text == "0" or text[0] != "0"):
        return c_ast.Constant("int", text)
    return None


def _parse(text: str, types: list[str]) -> c_ast.Node | None:
    names = "".join(f"typedef int {name};\n" for name in types)
    whole = f"{names}int f(void) {{ return ({text}\n); }}"
    spelt = {f"mapper_word_{number}": word for number, word in enumerate(_words_beyond_ascii(whole))}
    for ascii_name, word in spelt.items():
        whole = re.sub(rf"\b{word}\b", ascii_name, whole)
    try:
        tree = c_parser.CParser().parse(whole)
    except (c_parser.ParseError, RecursionError):  # the latter from hundreds of nested brackets
        return None
    body = tree.ext[-1].body
    if len(tree.ext) != len(types) + 1 or len(body.block_items) != 1:
        return None
    expression: c_ast.Node = body.block_items[0].expr
    if any(isinstance(node, c_ast.Compound) for node in walk(expression)):
        return None  # GNU C's statements in expressions
    for node in walk(expression):
        if isinstance(node, c_ast.ID):
            node.name = spelt.get(node.name, node.name)
        elif isinstance(node, c_ast.IdentifierType):
            node.names = [spelt.get(name, name) for name in node.names]
    return expression


def _words_beyond_ascii(text: str) -> list[str]:
    """Names that pycparser does not read; none where they could be in a string."""
    return [] if text.isascii() or '"' in text else sorted({w for w in _WORD.findall(text) if not w.isascii()})


def constant(node: c_ast.Node | None) -> int | None:
    """The value of an expression of integer literals (no `sizeof`, no enumerators), else None."""
    known = integer_value(node)
    return arithmetic(node, constant) if known is None and node is not None else known
