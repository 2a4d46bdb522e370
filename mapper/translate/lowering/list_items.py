"""Which parts of an object the values of a list initialise, of types that need more than their value's text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.translate.lowering.numbers.booleans import is_bool

Wanted = Callable[[CType], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Item:
    """A value in a list, and what it initialises: the type, and the structure and member that it is (in).

    `record` is None where the object is no structure.
    """

    value: c_ast.Node
    type: CType
    record: StructType | None
    member: str


def items_of(node: c_ast.InitList, target: CType, symbols: Symbols, wanted: Wanted) -> list[Item] | None:
    """The values for such types in a list for an object of type `target`.

    None where they can't be determined: a part with such a member lacks its braces, a designator has several
    parts, or a value for something else than a `_Bool` has braces.
    """
    if not _holds(target, symbols, wanted):
        return []
    found: list[Item] = []
    for item in _items(node, (target, None, ""), symbols, wanted):
        if item is None:
            return None
        found.append(item)
    return found


_Part = tuple[CType, StructType | None, str]
"""A type, and the structure and member that it is the type of, or of an element of."""


def _items(node: c_ast.Node, part: _Part, symbols: Symbols, wanted: Wanted) -> Iterator[Item | None]:
    """The values for such types in the initialiser of an object; None for one that can't be followed."""
    target, record, member = part
    if wanted(target):
        if isinstance(node, c_ast.InitList) and not is_bool(target):
            yield None
            return
        while isinstance(node, c_ast.InitList) and node.exprs:
            node = node.exprs[0]
        yield Item(node, unqualified(target), record, member)
    elif not isinstance(node, c_ast.InitList):
        if _holds(target, symbols, wanted) and not isinstance(symbols.type_of(node), StructType):
            yield None
    else:
        place = 0
        parts = _parts(target, symbols)
        for item in node.exprs:
            value = item
            if isinstance(item, c_ast.NamedInitializer):
                found = _place(item.name, parts, target, symbols)
                if found is None:
                    yield None
                    return
                place, value = found, item.expr
            yield from _items(value, _part(parts, part, place), symbols, wanted)
            place += 1


def _parts(target: CType, symbols: Symbols) -> list[tuple[str, CType]]:
    """The members of a structure, with their names."""
    members = symbols.members(target) if isinstance(target, StructType) else None
    return [(member.name, member.type) for member in members or ()]


def _part(parts: list[tuple[str, CType]], of: _Part, place: int) -> _Part:
    target, record, member = of
    if isinstance(target, ArrayType):
        return target.element, record, member
    if not isinstance(target, StructType) or place >= len(parts):
        return of
    return parts[place][1], target, parts[place][0]


def _place(
    designators: list[c_ast.Node], parts: list[tuple[str, CType]], target: CType, symbols: Symbols
) -> int | None:
    if len(designators) != 1:
        return None
    designator = designators[0]
    if isinstance(target, ArrayType) and isinstance(designator, c_ast.ArrayDesignator):
        return 0 if symbols.constant(designator.expr) is not None else None
    names = [name for name, _ in parts]
    name = designator.name if isinstance(designator, c_ast.ID) else None
    return names.index(name) if name in names else None


def _holds(ctype: CType, symbols: Symbols, wanted: Wanted) -> bool:
    """Whether there is such a type in a type."""
    ctype = innermost(ctype)
    return wanted(ctype) or any(_holds(part, symbols, wanted) for _, part in _parts(ctype, symbols))
