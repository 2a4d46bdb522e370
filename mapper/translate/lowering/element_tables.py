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
from mapper.ir.trees.ctypes import ArrayType, PointerType, StructType
from mapper.translate.memory.memory import FIRST, GLOBAL, POINTER, Slot

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions
    from mapper.translate.lowering.pointers import Pointers


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """The element of an array of structures that an expression names a member of: `pointer[subscript]`.

    An array `inside` another object has a buffer of its own; the pointer leads into that of the object.
    Of an array in the element, the member is one of element `part`.
    """

    array: Slot
    pointer: c_ast.Node
    subscript: c_ast.Node | None
    table: Slot
    inside: c_ast.Node | None = None
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
    roots = pointers.roots(pointer)
    array = frame.scope.slot_of(next(iter(roots))) if len(roots) == 1 else None
    inside = pointers.array_inside(pointer)
    if inside is not None:
        array = pointers.buffer_inside(inside)
    if array is None or not isinstance(record, StructType) or record.union or array.root.space != GLOBAL:
        return None
    size = frame.symbols.constant_sizeof(record) or 0
    plain = array.below is None and not array.flat and unqualified(array.element) == record
    if not plain or size == 0 or size % POINTER != 0:
        return None
    ctype = unqualified(frame.symbols.type_of(node))
    frame.scope.types.use(ctype, frame.symbols, frame.where(node))
    table = frame.scope.member_table(array, members, ctype, size)
    of = _parts(among, pointers) if among is not None else None
    if among is None or of is None:
        return Element(array, pointer, subscript, table, inside)
    table.times, table.pitch = of.length or 1, frame.symbols.constant_sizeof(of.element) or 0
    return Element(array, pointer, subscript, table, inside, among.subscript)


def _parts(node: c_ast.ArrayRef, pointers: Pointers) -> ArrayType | None:
    """The type of an array of structures, in a structure that varies, of which an expression is an element."""
    of = pointers.frame.symbols.type_of(node.name)
    member = isinstance(node.name, c_ast.StructRef) and isinstance(of, ArrayType) and bool(of.length)
    if not member or not isinstance(of, ArrayType) or not isinstance(unqualified(of.element), StructType):
        return None
    return of if pointers.array_inside(node.name) is None else None


def position(found: Element, expressions: Expressions) -> c_ast.Node:
    """Where in its table the first pointer of an element's member is."""
    frame = expressions.frame
    frame.use(found.table)
    index, part = _element(found, expressions), found.part
    entry = None if index is None else build.binary("*", index, build.integer(found.table.entries, "L"))
    if part is None:
        return build.integer(0, "L") if entry is None else entry
    behind = build.binary("*", expressions.value(part), build.integer(found.table.step, "L"))
    return behind if entry is None else build.binary("+", entry, behind)


def _element(found: Element, expressions: Expressions) -> c_ast.Node | None:
    """Which element of its array it is; None: the first."""
    frame, name = expressions.frame, found.array.name
    if found.inside is not None and found.inside is found.pointer and found.subscript is not None:
        return expressions.value(found.subscript)
    index = expressions.followed(found.pointer)
    if found.subscript is not None:
        index = build.binary("+", index, expressions.value(found.subscript))
    if found.inside is not None:
        return build.binary("-", index, expressions.value(found.inside))
    match index:
        case c_ast.ID(name=base) if base == name:
            return None
        case c_ast.BinaryOp(op="+", left=c_ast.ID(name=base), right=c_ast.Node() as behind) if base == name:
            return behind
        case c_ast.UnaryOp(
            op="&", expr=c_ast.ArrayRef(name=c_ast.ID(name=base), subscript=c_ast.Node() as behind)
        ) if base == name:
            return behind
    frame.use(found.array)
    return build.binary("-", index, build.identifier(name))
