"""Where in the elements of an array of structures a pointer to an inner structure leads.

    const struct curve *c = &db[m[i]].k;
    ... c->x[j] ...

All that is assigned to `c` leads to the member `k` of some element of `db`, so `c->x` is an entry of the table of
pointers `db[..].k.x`; which one, the distance of `c` from `db` says.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Final

from pycparser import c_ast

from mapper.analysis.names.types import decay, unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.translate.memory.memory import FIRST, GLOBAL, Slot
from mapper.translate.memory.places import Parts, Place

if TYPE_CHECKING:
    from mapper.translate.lowering.pointer_values.pointers import Pointers
    from mapper.translate.scope.frame import Local


class _Nowhere(Enum):
    """The place of a null pointer, and of a variable of which nothing is known yet."""

    NOWHERE = 0


_NOWHERE: Final = _Nowhere.NOWHERE
_Found = Place | _Nowhere | None
_Known = Callable[["Local"], _Found]


def place_of(node: c_ast.Node, pointers: Pointers) -> Place | None:
    """The one place in elements that a pointer leads to; None for several, and for other memory.

    It is None, too, where a pointer is found by way of itself, as in lists.
    """
    if id(node) in pointers.placing:
        return None
    pointers.placing.add(id(node))
    try:
        return _place(node, pointers)
    finally:
        pointers.placing.remove(id(node))


def _place(node: c_ast.Node, pointers: Pointers) -> Place | None:
    assumed: dict[Local, _Found] = {}

    def known(local: Local) -> _Found:
        return assumed.setdefault(local, local.place if local.given else _NOWHERE)

    while True:
        before = dict(assumed)
        found = _pointed(node, pointers, known)
        for local in list(assumed):
            sources = pointers.sources(local)
            merged = assumed[local] if sources or local.given else None
            for source in sources:
                merged = _merged(merged, _pointed(source, pointers, known))
            assumed[local] = _moved(merged) if pointers.is_moved(local) else merged
        if assumed == before:
            return found if isinstance(found, Place) else None


def _merged(one: _Found, other: _Found) -> _Found:
    if one is _NOWHERE or one == other:
        return other
    return one if other is _NOWHERE else None


def _moved(found: _Found) -> _Found:
    """Where a pointer leads after it was moved: from a single structure, elsewhere."""
    return None if isinstance(found, Place) and not found.among_others else found


def _pointed(node: c_ast.Node, pointers: Pointers, known: _Known) -> _Found:
    """The place that a pointer, or an array of structures, leads to."""
    types = pointers.frame.symbols.type_of
    ctype = decay(types(node))
    target = unqualified(ctype.target) if isinstance(ctype, PointerType) else None
    match node:
        case c_ast.Constant(type="int", value="0"):
            return _NOWHERE
        case c_ast.Cast(expr=c_ast.Constant(type="int", value="0")):
            return _NOWHERE
        case _ if not isinstance(target, StructType):
            return None
    element = _element(node, target, pointers)
    if element is not None:
        return element
    match node:
        case c_ast.ID():
            local = pointers.frame.local(node)
            return known(local) if local is not None and isinstance(local.type, PointerType) else None
        case c_ast.UnaryOp(op="&"):
            return _object(node.expr, pointers, known)
        case c_ast.StructRef() if isinstance(types(node), ArrayType):
            return _object(node, pointers, known)
        case c_ast.BinaryOp(op="+" | "-"):
            sides = [side for side in (node.left, node.right) if isinstance(decay(types(side)), PointerType)]
            return _moved(_pointed(sides[0], pointers, known)) if len(sides) == 1 else None
        case c_ast.Cast():
            found = _pointed(node.expr, pointers, known)
            return None if isinstance(found, Place) and found.of != target else found
        case c_ast.TernaryOp():
            return _merged(_pointed(node.iftrue, pointers, known), _pointed(node.iffalse, pointers, known))
    return None


def _object(node: c_ast.Node, pointers: Pointers, known: _Known) -> _Found:
    """The place of the structure that an lvalue names, or of those in an array that it names."""
    symbols = pointers.frame.symbols
    match node:
        case c_ast.UnaryOp(op="*"):
            return _pointed(node.expr, pointers, known)
        case c_ast.ArrayRef():
            found = _pointed(node.name, pointers, known)
            return found if symbols.constant(node.subscript) == 0 else _moved(found)
        case c_ast.StructRef():
            whole = _pointed if node.type == "->" else _object
            owner = whole(node.name, pointers, known)
            return _member(owner, node, pointers) if isinstance(owner, Place) else owner
    return None


def _member(owner: Place, node: c_ast.StructRef, pointers: Pointers) -> Place | None:
    """The place of a member; None where it is no structure or array of such, or is in a union."""
    symbols = pointers.frame.symbols
    member, ctype = symbols.member(owner.of, node.field.name), unqualified(symbols.type_of(node))
    if owner.of.union or member is None or member.offset is None:
        return None
    members, parts = (*owner.members, node.field.name), owner.parts
    offset = owner.offset + member.offset
    if isinstance(ctype, ArrayType):
        pitch = symbols.constant_sizeof(ctype.element)
        if parts is not None or not ctype.length or not pitch:
            return None
        members, parts, ctype = (*members, FIRST), Parts(ctype.length, pitch), unqualified(ctype.element)
    if not isinstance(ctype, StructType):
        return None
    return Place(owner.array, owner.size, ctype, members, parts, owner.inside, offset)


def _element(node: c_ast.Node, record: StructType, pointers: Pointers) -> _Found:
    """The place of whole elements of an array of such structures; None where the pointer leads elsewhere."""
    inside = pointers.array_inside(node)
    if inside is not None:
        array = pointers.buffer_inside(inside)
    else:
        roots = pointers.roots(node)
        if not roots:
            return _NOWHERE
        array = pointers.frame.scope.slot_of(next(iter(roots))) if len(roots) == 1 else None
    size = pointers.frame.symbols.constant_sizeof(record) or 0
    if array is None or not is_array_of(array, record) or size == 0:
        return None
    return Place(array, size, record, inside=inside)


def is_array_of(array: Slot, record: CType) -> bool:
    """Whether the elements of a buffer are such structures."""
    plain = array.below is None and not array.flat and array.root.space == GLOBAL
    return plain and unqualified(array.element) == record
