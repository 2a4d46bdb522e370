"""Tables of pointers in arrays of structures: `boxes[b].rows[j][i]`, `box->rows[j][i]` with `box = &boxes[b]`.

The pointers that are the same member of all elements are a table like others, with other members between its
entries: entry `b * (sizeof(struct box) / sizeof(void *))` is that of element b.  Where the structures are
themselves found by a table, as in `item[i]->rows` and `levels[l].boxes[b].rows`, the entries of all structures
that it leads to are beside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.types import decay, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CHAR, ArrayType, PointerType, StructType
from mapper.ir.trees.nodes import clone, has_effects
from mapper.translate.lowering.pointer_values.inner_structures import place_of
from mapper.translate.memory.memory import FIRST, POINTER, Slot
from mapper.translate.memory.places import Parts, Place

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions
    from mapper.translate.lowering.pointer_values.pointers import Pointers


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """The element of an array of structures that an expression names a member of: `pointer[subscript]`.

    The pointer leads to the element, or to a structure in it (`place`).  An array inside another object has a
    buffer of its own; the pointer leads into that of the object.  Of an array in the element, the member is one
    of element `part`.
    """

    place: Place
    pointer: c_ast.Node
    subscript: c_ast.Node | None
    table: Slot
    part: c_ast.Node | None = None


def member_of(node: c_ast.Node, pointers: Pointers) -> Element | None:
    """What a member that is a pointer, or an array of such, is a member of; None where it is in no array."""
    members: list[str] = []
    part, pointer, subscript, among = node, None, None, None
    while pointer is None:
        if isinstance(part, c_ast.StructRef):
            members.insert(0, part.field.name)
            pointer, part = (part.name, part) if part.type == "->" else (None, part.name)
        elif isinstance(part, c_ast.ArrayRef) and members and among is None and _parts(part, pointers) is not None:
            members.insert(0, FIRST)
            among, part = part, part.name
        else:
            break
    match part:
        case _ if pointer is not None:
            pass
        case c_ast.ArrayRef():
            pointer, subscript = part.name, part.subscript
        case c_ast.UnaryOp(op="*"):
            pointer = part.expr
    if pointer is None or not members:
        return None
    frame = pointers.frame
    owner = decay(frame.symbols.type_of(pointer))
    record = unqualified(owner.target) if isinstance(owner, PointerType) else None
    place = place_of(pointer, pointers)
    if place is None or place.of != record or place.of.union or place.size % POINTER != 0:
        return None
    if place.members and (has_effects(pointer) or (subscript is not None and has_effects(subscript))):
        return None
    if subscript is not None and not place.among_others and frame.symbols.constant(subscript) != 0:
        return None
    ctype = unqualified(frame.symbols.type_of(node))
    parts = place.parts if among is None else _parts(among, pointers)
    if among is not None and place.parts is not None:
        return None
    frame.scope.types.use(ctype, frame.symbols, frame.where(node))
    table = frame.scope.member_table(place.array, [*place.members, *members], ctype, place.size, parts)
    return Element(place, pointer, subscript, table, None if among is None else among.subscript)


def _parts(node: c_ast.ArrayRef, pointers: Pointers) -> Parts | None:
    """The array of structures, in a structure that varies, of which an expression is an element."""
    symbols = pointers.frame.symbols
    of = symbols.type_of(node.name)
    if not isinstance(node.name, c_ast.StructRef) or not isinstance(of, ArrayType) or not of.length:
        return None
    if not isinstance(unqualified(of.element), StructType) or pointers.array_inside(node.name) is not None:
        return None
    return Parts(of.length, symbols.constant_sizeof(of.element) or 0)


def position(found: Element, expressions: Expressions) -> c_ast.Node:
    """Where in its table the first pointer of an element's member is."""
    expressions.frame.use(found.table)
    part = None if found.part is None else expressions.value(found.part)
    if not found.place.members:
        index = _element(found, expressions)
    else:
        distance = _distance(found, expressions)
        index = build.binary("/", distance, build.integer(found.place.size, "L"))
        if found.place.parts is not None:
            part = _part(distance, found.place, found.place.parts)
    entry = None if index is None else build.binary("*", index, build.integer(found.table.entries, "L"))
    if part is None:
        return build.integer(0, "L") if entry is None else entry
    behind = build.binary("*", part, build.integer(found.table.step, "L"))
    return behind if entry is None else build.binary("+", entry, behind)


def _distance(found: Element, expressions: Expressions) -> c_ast.Node:
    """How many bytes behind the beginning of the array the structure is that the pointer leads to."""
    at, array, inside = expressions.followed(found.pointer), found.place.array, found.place.inside
    if found.subscript is not None:
        at = build.binary("+", at, expressions.value(found.subscript))
    if inside is None:
        expressions.frame.use(array)
        first: c_ast.Node = build.identifier(array.name)
    else:
        first = expressions.value(inside)
    ends = [build.cast(PointerType(CHAR), each, array.root.space) for each in (at, first)]
    return build.binary("-", *ends)


def _part(distance: c_ast.Node, place: Place, parts: Parts) -> c_ast.Node:
    """Which structure it is in the array that each element has."""
    behind = build.binary("%", clone(distance), build.integer(place.size, "L"))
    behind = build.binary("-", behind, build.integer(place.offset, "L"))
    return build.binary("/", behind, build.integer(parts.pitch, "L"))


def _element(found: Element, expressions: Expressions) -> c_ast.Node | None:
    """Which element of its array it is; None: the first."""
    frame, array, inside = expressions.frame, found.place.array, found.place.inside
    name = array.name
    if inside is not None and inside is found.pointer and found.subscript is not None:
        return expressions.value(found.subscript)
    index = expressions.followed(found.pointer)
    if found.subscript is not None:
        index = build.binary("+", index, expressions.value(found.subscript))
    if inside is not None:
        return build.binary("-", index, expressions.value(inside))
    match index:
        case c_ast.ID(name=base) if base == name:
            return None
        case c_ast.BinaryOp(op="+", left=c_ast.ID(name=base), right=c_ast.Node() as behind) if base == name:
            return behind
        case c_ast.UnaryOp(
            op="&", expr=c_ast.ArrayRef(name=c_ast.ID(name=base), subscript=c_ast.Node() as behind)
        ) if base == name:
            return behind
    frame.use(array)
    return build.binary("-", index, build.identifier(name))
