"""Which values in a list of initial values must be converted in the text: those for a `_Bool` or a complex number.

On the device the one is a byte, which must hold 0 or 1, the other a structure.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, IntType, StructType
from mapper.ir.trees.nodes import TRUTHS


def is_bool(ctype: CType) -> bool:
    """Whether a type is `_Bool`."""
    return isinstance(ctype, IntType) and ctype.name == "_Bool"


def special_items(node: c_ast.InitList, target: CType, symbols: Symbols) -> dict[int, CType] | None:
    """The types of what such values initialise in a list for an object of type `target`, by the values' `id`s.

    None where that can't be determined: a part with such a member lacks its braces, a designator has several
    parts, or a complex number has braces.
    """
    if not _holds(target, symbols):
        return {}
    found: dict[int, CType] = {}
    for item in _items(node, target, symbols):
        if item is None:
            return None
        found[id(item[0])] = item[1]
    return found


def _is_special(ctype: CType) -> bool:
    return is_bool(ctype) or isinstance(ctype, ComplexType)


def _items(node: c_ast.Node, target: CType, symbols: Symbols) -> Iterator[tuple[c_ast.Node, CType] | None]:
    """The values for such a type in the initialiser of an object; None for one that can't be followed."""
    if _is_special(target):
        if isinstance(node, c_ast.InitList) and not is_bool(target):
            yield None
            return
        while isinstance(node, c_ast.InitList) and node.exprs:
            node = node.exprs[0]
        yield node, unqualified(target)
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
    """Whether there is a `_Bool` or a complex number in a type."""
    ctype = innermost(ctype)
    return _is_special(ctype) or any(_holds(part, symbols) for _, part in _parts(ctype, symbols))


def truth(lowered: c_ast.Node) -> c_ast.Node:
    """A value as `_Bool` stores it."""
    if isinstance(lowered, c_ast.BinaryOp) and lowered.op in TRUTHS:
        return lowered
    if isinstance(lowered, c_ast.Constant) and lowered.value in ("0", "1"):
        return lowered
    return build.binary("!=", lowered, build.integer(0))
