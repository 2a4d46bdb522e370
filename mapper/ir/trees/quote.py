"""Trees of OpenCL C from text with holes.

`statements("$target = $value;", target=x, value=1)` parses a text once, and makes copies of what it found.  A hole
is `$` and a name.  One that begins with a capital letter is a type; one that is an expression statement may be
several statements.  A hole in a longer name is a part of that name: `mrt_tile$number`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pycparser import c_ast, c_parser

from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.nodes import clone, rebuilt, walk

Hole = c_ast.Node | Sequence[c_ast.Node] | CType | str | int

_HOLE = re.compile(r"\$(\w+)")
_TYPES = ("uchar", "ushort", "uint", "ulong", "size_t", "uint2", "ulong2")
_SPACES = {"__local": "restrict", "__global": "_Atomic"}
"""Words that pycparser takes for qualifiers, in the places of OpenCL's; none of them is used otherwise."""
_QUALIFIERS = {word: space for space, word in _SPACES.items()}


def statements(text: str, **holes: Hole) -> list[c_ast.Node]:
    """The statements in `text`, with trees of their own in the places of holes."""
    return _filled_items(_parsed(text).block_items or [], holes)


def expression(text: str, **holes: Hole) -> c_ast.Node:
    """The expression in `text`, with trees of their own in the places of holes."""
    (found,) = statements(f"{text};", **holes)
    return found


def declarations(text: str, **holes: Hole) -> tuple[c_ast.Decl, ...]:
    """The declarations in `text`."""
    found = statements(text, **holes)
    assert all(isinstance(each, c_ast.Decl) for each in found)
    return tuple(found)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _parsed(text: str) -> c_ast.Compound:
    for space, word in _SPACES.items():
        text = re.sub(rf"\b{space}\b", word, text)
    types = dict.fromkeys([*_TYPES, *(f"${name}" for name in _HOLE.findall(text) if name[0].isupper())])
    known = "".join(f"typedef int {name};" for name in types)
    function = c_parser.CParser().parse(f"{known}void f(void)\n{{\n{text}\n}}").ext[-1]
    assert isinstance(function, c_ast.FuncDef)
    assert isinstance(function.body, c_ast.Compound)
    for part in walk(function.body):
        part.coord = None  # type: ignore[misc]
    return function.body


def _filled_items(items: Sequence[c_ast.Node], holes: dict[str, Hole]) -> list[c_ast.Node]:
    made: list[c_ast.Node] = []
    for item in items:
        value = holes[item.name[1:]] if isinstance(item, c_ast.ID) and _HOLE.fullmatch(item.name) else None
        if isinstance(value, c_ast.Compound):
            made += map(clone, value.block_items or [])
        elif isinstance(value, Sequence) and not isinstance(value, str):
            made += map(clone, value)
        else:
            made.append(_filled(item, holes))
    return made


def _filled(node: c_ast.Node, holes: dict[str, Hole]) -> c_ast.Node:
    if isinstance(node, c_ast.ID) and _HOLE.fullmatch(node.name):
        value = holes[node.name[1:]]
        if isinstance(value, c_ast.Node):
            return clone(value)
        if isinstance(value, int):
            return build.integer(value)
    if isinstance(node, c_ast.IdentifierType) and node.names[0].startswith("$"):
        of = holes[node.names[0][1:]]
        if isinstance(of, CType):
            return build.specifier(of)
    if isinstance(node, c_ast.Compound):
        return c_ast.Compound(_filled_items(node.block_items or [], holes))
    made = rebuilt(node, lambda child: _filled(child, holes))
    for slot in ("name", "declname", "string"):
        text = getattr(made, slot, None)
        if isinstance(text, str) and "$" in text:
            setattr(made, slot, _HOLE.sub(lambda match: str(holes[match[1]]), text))
    if isinstance(made, c_ast.IdentifierType):
        made.names = [str(holes[name[1:]]) if name.startswith("$") else name for name in made.names]
    if isinstance(made, c_ast.Decl | c_ast.TypeDecl | c_ast.PtrDecl | c_ast.Typename):
        made.quals = [_QUALIFIERS.get(word, word) for word in made.quals]
    return made
