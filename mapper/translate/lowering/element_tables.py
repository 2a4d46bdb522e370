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
from mapper.ir.trees.ctypes import PointerType, StructType
from mapper.translate.memory.memory import GLOBAL, POINTER, Slot

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions
    from mapper.translate.lowering.pointers import Pointers


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """The element of an array of structures that an expression names a member of: `pointer[subscript]`."""

    array: Slot
    pointer: c_ast.Node
    subscript: c_ast.Node | None
    table: Slot


def member_of(node: c_ast.Node, pointers: Pointers) -> Element | None:
    """What a member that is a pointer, or an array of such, is a member of; None where it is in no array."""
    members: list[str] = []
    part, pointer, subscript = node, None, None
    while isinstance(part, c_ast.StructRef) and pointer is None:
        members.insert(0, part.field.name)
        pointer, part = (part.name, part) if part.type == "->" else (None, part.name)
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
    if array is None or not isinstance(record, StructType) or record.union or array.root.space != GLOBAL:
        return None
    size = frame.symbols.constant_sizeof(record) or 0
    plain = array.below is None and not array.flat and unqualified(array.element) == record
    if not plain or size == 0 or size % POINTER != 0:
        return None
    ctype = unqualified(frame.symbols.type_of(node))
    frame.scope.types.use(ctype, frame.symbols, frame.where(node))
    table = frame.scope.member_table(array, members, ctype, size)
    return Element(array, pointer, subscript, table)


def position(found: Element, expressions: Expressions) -> c_ast.Node:
    """Where in its table the first pointer of an element's member is."""
    frame = expressions.frame
    frame.use(found.table)
    index = expressions.followed(found.pointer)
    name = found.array.name
    if found.subscript is not None:
        index = build.binary("+", index, expressions.value(found.subscript))
    match index:
        case c_ast.ID(name=base) if base == name:
            return build.integer(0, "L")
        case c_ast.BinaryOp(op="+", left=c_ast.ID(name=base), right=behind) if base == name:
            index = behind
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.ID(name=base), subscript=behind)) if (
            base == name
        ):
            index = behind
        case _:
            frame.use(found.array)
            index = build.binary("-", index, build.identifier(name))
    return build.binary("*", index, build.integer(found.table.entries, "L"))
