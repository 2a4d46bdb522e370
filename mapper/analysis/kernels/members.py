"""Members of structures that a kernel does not write, though it writes others of the same structures.

A loop that fills `image->data` and has `image->width` as a bound reads the same bound in all iterations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.subscripts import bindings, code
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_flexible, unqualified
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Access, Buffer, Kernel, unwritten_buffers
from mapper.ir.trees.ctypes import StructType
from mapper.ir.trees.nodes import INCREMENTS, addressed, arguments_of, called_name, children


def unwritten_members(kernel: Kernel, around: Symbols | None) -> frozenset[tuple[str, str]]:
    """Members of structures that a kernel reads, and writes through none of its pointers.

    Each is the name of a buffer and that of a member; buffers that are not written at all are left out.  None is
    in memory that the kernel also writes as another type, or of which it writes whole structures, or that it
    knows by a pointer of its own.  An element of an array stays in the array: what is written through a pointer
    into one changes no other member (C11, 6.5.6).  `around` are the symbols of the loop's unit.
    """
    written = {each.name: each for each in kernel.buffers if Access.WRITE in each.access}
    if not any(map(_is_structure, written.values())):
        return frozenset()
    unwritten, uses = unwritten_buffers(kernel), _uses(kernel, around)
    found: set[tuple[str, str]] = set()
    for each in kernel.buffers:
        if each.name in unwritten or each.overlaps is None or not _is_structure(each):
            continue
        there = [written[name] for name in {each.name, *each.overlaps} & written.keys()]
        if all(
            _is_structure(other) and _is_alike(each, other) and not uses[other.name].otherwise for other in there
        ):
            changed = set().union(*(uses[other.name].written for other in there))
            found |= {(each.name, name) for name in uses[each.name].named - changed}
    return frozenset(found)


@dataclass(eq=False, slots=True)
class _Uses:
    """The members of a buffer's structures that are named, and which may be written.

    `otherwise` is true if the buffer is used in another way, so that any member may be.
    """

    named: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    otherwise: bool = False


def _uses(kernel: Kernel, around: Symbols | None) -> Mapping[str, _Uses]:
    uses = {each.name: _Uses() for each in kernel.buffers}
    flexible = {each.name: _flexible(each, around) for each in kernel.buffers}
    functions = {function.decl.name for function in kernel.functions}
    bound = bindings(kernel)
    for scope, root in code(kernel):
        buffers = bound[scope]
        stack: list[tuple[c_ast.Node, bool]] = [(root, False)]
        while stack:
            node, changes = stack.pop()
            base, member, inner = _parts(node)
            names = buffers.get(base.name, frozenset()) if isinstance(base, c_ast.ID) else frozenset()
            stack += [(each, False) for each in inner]
            array = _behind(base)
            if member and names:
                for name in names:
                    uses[name].named.add(member)
                    if changes:
                        uses[name].written.add(member)
            elif array is not None and array[0] in buffers:
                for name in buffers[array[0]]:
                    _note_array(uses[name], flexible[name], array[1])
            elif names:
                for name in names:
                    uses[name].otherwise = True
            elif base is not node:
                stack.append((base, False))
            elif isinstance(node, c_ast.Assignment):
                stack += [(node.lvalue, True), (node.rvalue, False)]
            elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
                stack.append((node.expr, True))
            elif (of := addressed(node)) is not None:
                _note_address(of, buffers, uses)
                stack.append((of, True))
            elif isinstance(node, c_ast.FuncCall):
                own = called_name(node) in functions
                for each in arguments_of(node):
                    if own and isinstance(each, c_ast.ID) and each.name in buffers:
                        continue
                    of = addressed(each) if parse_atomic(called_name(node) or "") is not None else None
                    stack.append((each, False) if of is None else (of, True))
            else:
                stack += [(each, False) for each in children(node)]
    return uses


def _parts(node: c_ast.Node) -> tuple[c_ast.Node, str, list[c_ast.Node]]:
    """What an expression names a part of, the member of it, and the subscripts on the way."""
    member, inner = "", []
    while True:
        match node:
            case c_ast.StructRef():
                member, node = node.field.name, node.name
            case c_ast.ArrayRef():
                inner.append(node.subscript)
                node = node.name
            case c_ast.UnaryOp(op="*"):
                node = node.expr
            case _:
                return node, member, inner


def _behind(node: c_ast.Node) -> tuple[str, int] | None:
    """The pointer and the number of `(type *)((uchar *)pointer + number)`, as lowered code has it."""
    match node:
        case c_ast.Cast(expr=c_ast.BinaryOp(op="+", left=c_ast.Cast(expr=c_ast.ID(name=name)), right=right)):
            offset = constant_value(right)
            return None if offset is None else (name, offset)
    return None


def _note_array(uses: _Uses, flexible: tuple[str, int] | None, offset: int) -> None:
    if flexible is None or flexible[1] != offset:
        uses.otherwise = True
    else:
        uses.named.add(flexible[0])
        uses.written.add(flexible[0])


def _note_address(of: c_ast.Node, buffers: Mapping[str, frozenset[str]], uses: Mapping[str, _Uses]) -> None:
    """The address of a member that is no element of an array may be taken for that of the structure."""
    base, _, _ = _parts(of)
    if isinstance(of, c_ast.ArrayRef) or not isinstance(base, c_ast.ID):
        return
    for name in buffers.get(base.name, ()):
        uses[name].otherwise = True


def _flexible(buffer: Buffer, around: Symbols | None) -> tuple[str, int] | None:
    """The name and the offset of the flexible array of a buffer's structures."""
    of = unqualified(buffer.element)
    members = around.members(of) if around is not None and isinstance(of, StructType) else None
    last = members[-1] if members else None
    if last is None or last.offset is None or not is_flexible(last.type):
        return None
    return last.name, last.offset


def variable_of(buffer: Buffer) -> c_ast.ID | None:
    """The host's variable, one structure, that a buffer is; None for other memory."""
    match buffer.pointer:
        case c_ast.UnaryOp(op="&", expr=c_ast.ID() as variable) if isinstance(
            unqualified(buffer.element), StructType
        ):
            return None if buffer.table or buffer.of else variable
    return None


def _is_structure(buffer: Buffer) -> bool:
    """Whether a buffer holds structures, and is a variable of the host's or found by a pointer of the host's."""
    of = unqualified(buffer.element)
    found = buffer.direct or variable_of(buffer) is not None
    return isinstance(of, StructType) and not of.union and found


def _is_alike(one: Buffer, other: Buffer) -> bool:
    return unqualified(one.element) == unqualified(other.element)
