"""Which arrays a kernel only adds to, so that work-groups may add to replicas of them: a step of `privatize`.

How long an array is need not be known: the run-time library finds that out at each launch.  All that counts is
that nothing else in the kernel uses the array.  An element may be a member of a structure, and may be reached
through a pointer to an element that the iteration declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.types import dimensions, innermost
from mapper.ir.builtins.atomics import Atomic, parse_atomic
from mapper.ir.builtins.counting import TYPES
from mapper.ir.forms.replicated import Replicated, Sums
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.names import occurrences
from mapper.ir.trees.nodes import addressed, walk
from mapper.translate.common.updates import statements_in

_INTEGERS = frozenset(name for name, ctype in TYPES.items() if isinstance(ctype, IntType))
MOST_SUMS = 8
"""Numbers that a launch passes besides those of the kernel."""


@dataclass(frozen=True, eq=False, slots=True)
class Addition:
    """A call that adds to an element of a buffer; `pointer` is the variable that leads to it, if one does.

    `operand` is the type in which it adds.
    """

    call: c_ast.FuncCall
    buffer: str
    type: str
    operand: str
    pointer: str | None


def additions(kernel: Kernel) -> Iterator[Addition]:
    """The atomic additions of a kernel's body whose values are not used, and whose buffer is known."""
    names = {each.name for each in kernel.buffers if not each.table and not each.of}
    pointers = dict(_pointers(kernel.body, names))
    for call in statements_in(kernel.body):
        if not isinstance(call, c_ast.FuncCall):
            continue
        atomic = parse_atomic(call.name.name)
        if atomic is None or not _adds(atomic):
            continue
        root = _root(call.args.exprs[0])
        if root in names:
            yield Addition(call, root, atomic.object, _operand(atomic), None)
        elif root in pointers:
            yield Addition(call, pointers[root], atomic.object, _operand(atomic), root)


def _adds(atomic: Atomic) -> bool:
    """Whether an operation adds or subtracts, in its object's type or, to a `float`, in `double`."""
    if atomic.new or atomic.operation not in ("add", "sub"):
        return False
    return {atomic.object, atomic.operand} <= _INTEGERS or atomic.object not in _INTEGERS


def _operand(atomic: Atomic) -> str:
    """The type in which an operation adds: the object's, to which operands may be converted first, or `double`."""
    return "double" if atomic.operand == "double" else atomic.object


def replicas(kernel: Kernel, is_alone: Callable[[Buffer, Kernel], bool]) -> Replicated | None:
    """The form with the arrays of which there may be replicas; None where there are none.

    `is_alone` says whether a kernel reaches a buffer's memory through this one alone.
    """
    if kernel.stops or kernel.forms or kernel.large or kernel.expanded or kernel.steps is not None:
        return None
    found = list(additions(kernel))
    kinds = dict.fromkeys((each.buffer, each.type) for each in found)
    buffers = {each.name: each for each in kernel.buffers}
    sums = []
    for name, kind in kinds:
        mine = [each for each in found if each.buffer == name]
        size = _size(buffers[name])
        if _is_only_added_to(name, mine, kernel) and is_alone(buffers[name], kernel):
            sums += [Sums(name, kind, size is not None)] if size is None or size <= Replicated.ROOM else []
    return Replicated(tuple(sums)) if 0 < len(sums) <= MOST_SUMS else None


def _pointers(body: c_ast.Node, names: set[str]) -> Iterator[tuple[str, str]]:
    """The pointers that an iteration declares to elements of buffers, and never sets again, with these buffers."""
    for node in walk(body):
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.PtrDecl) and node.init is not None:
            root = _root(node.init)
            if root in names:
                yield node.name, root


def _root(address: c_ast.Node) -> str | None:
    """The variable that an address of an element begins with: `a` of `&a[i].x`, `&p->x` and `a + i`."""
    node: c_ast.Node | None = addressed(address)
    if node is None:
        node = address.left if isinstance(address, c_ast.BinaryOp) and address.op == "+" else address
    while isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
        node = node.name
    if isinstance(node, c_ast.UnaryOp) and node.op == "*":
        node = node.expr
    return node.name if isinstance(node, c_ast.ID) else None


def _is_only_added_to(name: str, mine: list[Addition], kernel: Kernel) -> bool:
    """Whether all that the kernel's body does with a buffer is to add to elements."""
    pointers = {each.pointer for each in mine if each.pointer is not None}
    direct = sum(each.pointer is None for each in mine)
    if occurrences(kernel.body, name) != direct + len(pointers):
        return False
    return all(occurrences(kernel.body, each) == sum(one.pointer == each for one in mine) for each in pointers)


def _size(buffer: Buffer) -> int | None:
    """How many 64-bit numbers a buffer of numbers takes; None where that is not known."""
    lengths = [buffer.length, *(each.length for each in dimensions(buffer.element))]
    element = innermost(buffer.element)
    if not isinstance(element, IntType | FloatType):
        return None
    total = element.bits
    for length in lengths:
        if length is None:
            return None
        total *= length
    return -(-total // 64)
