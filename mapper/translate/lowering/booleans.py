"""Which values in a list of initial values are for a `_Bool`: on the device a byte, which must hold 0 or 1."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, StructType


def is_bool(ctype: CType) -> bool:
    """Whether a type is `_Bool`."""
    return isinstance(ctype, IntType) and ctype.name == "_Bool"


def bool_items(node: c_ast.InitList, target: CType, symbols: Symbols) -> frozenset[int] | None:
    """The `id`s of the values for a `_Bool` in a list for an object of type `target`.

    None where that can't be determined: a part with a `_Bool` lacks its braces, or a designator has several parts.
    """
    if not _holds(target, symbols):
        return frozenset()
    items = list(_items(node, target, symbols))
    if any(item is None for item in items):
        return None
    return frozenset(id(item) for item in items)


def _items(node: c_ast.Node, target: CType, symbols: Symbols) -> Iterator[c_ast.Node | None]:
    """The values for a `_Bool` in the initialiser of an object; None for one that can't be followed."""
    if is_bool(target):
        while isinstance(node, c_ast.InitList) and node.exprs:
            node = node.exprs[0]
        yield node
    elif not isinstance(node, c_ast.InitList):
        if _holds(target, symbols) and not isinstance(symbols.type_of(node), StructType):
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
            yield from _items(value, _part(parts, target, place), symbols)
            place += 1


def _parts(target: CType, symbols: Symbols) -> list[tuple[str, CType]]:
    """The members of a structure, with their names."""
    members = symbols.members(target) if isinstance(target, StructType) else None
    return [(member.name, member.type) for member in members or ()]


def _part(parts: list[tuple[str, CType]], target: CType, place: int) -> CType:
    if isinstance(target, ArrayType):
        return target.element
    return parts[place][1] if place < len(parts) else target


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


def _holds(ctype: CType, symbols: Symbols) -> bool:
    """Whether there is a `_Bool` in a type."""
    ctype = innermost(ctype)
    return is_bool(ctype) or any(_holds(part, symbols) for _, part in _parts(ctype, symbols))
