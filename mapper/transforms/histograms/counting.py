"""The code of kernels whose work-groups count in local memory: a step of `privatize` behind all transformations.

Which rows a group copies is found out by its work-items: a row has one of the places for copies to go to, and the
first one that comes there gets it.  Counters of other rows are changed in global memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.types import dimensions
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.builtins.counting import TYPES, add_name, count_name
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.entry import Entry
from mapper.ir.program.iteration import all_iterations, iteration
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import clone, replace_child, walk
from mapper.ir.trees.quote import expression, statements
from mapper.translate.threads.thread_index import STATIC

LOADS = 8
"""Iterations whose counters a work-item finds out before it counts."""
OPERANDS = 2
"""Of atomic additions: the counter's address, and what is added."""


def counting_entry(kernel: Kernel, counters: Counters) -> Entry:
    """The function of groups that count in local memory."""
    return Entry(kernel.name, _body(kernel, counters), group=(str(counters.GROUP),))


def _body(kernel: Kernel, counters: Counters) -> c_ast.Compound:
    body = _counting(kernel, counters)
    threads = _thread_of_group(kernel, body)
    (loop,) = statements(
        """
        for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += $group) {
          $iteration;
          $body;
        }""",
        group=counters.GROUP,
        iteration=iteration(kernel),
        body=body,
    )
    return c_ast.Compound(
        statements(
            """
            __local $Type mrt_copies[$size];
            volatile __local uint mrt_rows[$rows];
            const uint mrt_lane = get_local_id(0);
            for (uint mrt_at = mrt_lane; mrt_at < $size; mrt_at += $group)
              mrt_copies[mrt_at] = 0;
            if (mrt_lane < $rows)
              mrt_rows[mrt_lane] = 0;
            ulong2 mrt_known = (ulong2)(1ul << 63);
            barrier(CLK_LOCAL_MEM_FENCE);
            const ulong mrt_total = $total;
            const ulong mrt_left = mrt_total - get_global_offset(0);
            const ulong mrt_share = (mrt_left + get_num_groups(0) - 1) / get_num_groups(0);
            const ulong mrt_begin = get_global_offset(0) + get_group_id(0) * mrt_share;
            const ulong mrt_end = min(mrt_total, mrt_begin + mrt_share);
            $threads;
            $iterations;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint mrt_at = mrt_lane; mrt_at < $size; mrt_at += $group) {
              const $Type mrt_counted = mrt_copies[mrt_at];
              const ulong mrt_row = mrt_rows[mrt_at / $row] - 1;
              if (mrt_counted != 0)
                $add((volatile __global $Type *)$buffer + mrt_row * $row + mrt_at % $row, mrt_counted);
            }""",
            Type=counters.type,
            size=counters.ROWS * counters.row,
            rows=counters.ROWS,
            group=counters.GROUP,
            total=all_iterations(kernel),
            threads=threads,
            iterations=_in_one_row(kernel, counters, loop, known=threads != []) or [loop],
            row=counters.row,
            add=add_name(counters.type, "__global"),
            buffer=counters.buffer,
        )
    )


def _thread_of_group(kernel: Kernel, body: c_ast.Compound) -> list[c_ast.Node]:
    """The number of the thread that all iterations of a group belong to, mostly; in `body` that is taken then.

    It rises with the iterations, so that it is enough to look at the first and the last one.
    """
    calls = [
        (node, slot, child)
        for node in walk(body)
        for slot, child in node.children()
        if isinstance(child, c_ast.FuncCall) and child.name.name == STATIC
    ]
    if len(calls) != 1 or len(kernel.dimensions) != 1:
        return []
    node, slot, call = calls[0]
    known = {kernel.dimensions[0].variable, STATIC, *(each.name for each in kernel.values)}
    if any(isinstance(part, c_ast.ID) and part.name not in known for part in walk(call)):
        return []
    found = statements(
        """
        ulong mrt_first = 0;
        ulong mrt_last = 1;
        if (mrt_begin < mrt_end) {
          { const ulong mrt_index = mrt_begin; $iteration; mrt_first = $number; }
          { const ulong mrt_index = mrt_end - 1; $iteration; mrt_last = $number; }
        }""",
        iteration=iteration(kernel),
        number=call,
    )
    replace_child(node, slot, expression("mrt_first == mrt_last ? mrt_first : $number", number=call))
    return found


def _in_one_row(kernel: Kernel, counters: Counters, loop: c_ast.Node, *, known: bool) -> list[c_ast.Node]:
    """What a group does whose iterations change one row, and do nothing else; others run the `loop`.

    The counters of LOADS iterations are found out before the first of these counts, so that loads don't wait for
    others.  `known` is true if the group's thread is.
    """
    body = clone(kernel.body)
    *items, last = body.block_items or [None]
    calls = [(node, slot, part) for node in walk(body) for slot, part in node.children() if _calls(part)]
    threads = [(node, slot) for node, slot, call in calls if call.name.name == STATIC]
    update = _update(last, counters, kernel)
    alone = all(isinstance(each, c_ast.Decl) or _sets_variable(each) for each in items)
    other = len(calls) - 1 - len(threads)
    if not counters.steady or update is None or not alone or other or (threads and not known):
        return []
    for node, slot in threads:
        replace_child(node, slot, build.identifier("mrt_first"))
    return statements(
        """
        ulong mrt_own = UINT_MAX;
        if ($any) { const ulong mrt_index = mrt_begin; $iteration; mrt_own = (ulong)$row; }
        if (mrt_own < UINT_MAX) {
          if (mrt_lane == 0)
            mrt_rows[0] = (uint)mrt_own + 1;
          for (ulong mrt_from = mrt_begin; mrt_from < mrt_end; mrt_from += $steps) {
            uint mrt_found[$loads];
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < $loads; mrt_step++) {
              const ulong mrt_index = mrt_from + $group * mrt_step + mrt_lane;
              mrt_found[mrt_step] = UINT_MAX;
              if (mrt_index < mrt_end) {
                $iteration;
                const ulong mrt_element = (ulong)$element;
                if ((ulong)$row == mrt_own && mrt_element < $length)
                  mrt_found[mrt_step] = (uint)mrt_element;
                else
                  $add_global($address, $operand);
              }
            }
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < $loads; mrt_step++)
              if (mrt_found[mrt_step] < $length)
                $add_local(&mrt_copies[mrt_found[mrt_step]], $operand);
          }
        } else $loop;""",
        any=expression("mrt_begin < mrt_end" + (" && mrt_first == mrt_last" if known else "")),
        iteration=[*iteration(kernel), *items],
        row=update.row,
        steps=counters.GROUP * LOADS,
        loads=LOADS,
        group=counters.GROUP,
        element=update.element,
        length=counters.row,
        add_global=add_name(counters.type, "__global"),
        add_local=add_name(counters.type, "__local"),
        address=update.address,
        operand=update.operand,
        loop=loop,
    )


def _calls(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall)


def _sets_variable(node: c_ast.Node | None) -> bool:
    return isinstance(node, c_ast.Assignment) and node.op == "=" and isinstance(node.lvalue, c_ast.ID)


@dataclass(frozen=True, eq=False, slots=True)
class _Update:
    """A counter's address, its row and its element there, and the constant that is added."""

    address: c_ast.Node
    row: c_ast.Node
    element: c_ast.Node
    operand: c_ast.Node


def _update(node: c_ast.Node | None, counters: Counters, kernel: Kernel) -> _Update | None:
    """What a statement adds to a counter; None for other statements."""
    if not isinstance(node, c_ast.FuncCall) or len(node.args.exprs) != OPERANDS:
        return None
    atomic = parse_atomic(node.name.name)
    place, operand = node.args.exprs
    found = element_of(place.expr) if isinstance(place, c_ast.UnaryOp) else None
    if atomic is None or found is None or found[0] != counters.buffer or not isinstance(operand, c_ast.Constant):
        return None
    subscripts = found[1]
    (ctype,) = [buffer.element for buffer in kernel.buffers if buffer.name == counters.buffer]
    lengths = [each.length for each in dimensions(ctype)]
    row, element = build.integer(0), _linear(subscripts, lengths)
    if lengths and lengths[-1] == counters.row:
        row, element = _linear(subscripts[:-1], lengths[:-1]), subscripts[-1]
    return _Update(place, row, element, _negative(operand, counters) if atomic.operation == "sub" else operand)


def _negative(operand: c_ast.Node, counters: Counters) -> c_ast.Node:
    """What is added to a counter in place of a subtraction; unsigned operands wrap round at their own size."""
    known = counters.type in ("int", "uint")
    return c_ast.UnaryOp("-", operand if known else build.cast(TYPES[counters.type], operand))


def _linear(subscripts: Sequence[c_ast.Node], lengths: Sequence[int | None]) -> c_ast.Node:
    """The number of an element; `lengths` are those of all dimensions but the first."""
    number = subscripts[0]
    for subscript, length in zip(subscripts[1:], lengths, strict=True):
        assert length is not None
        number = expression(
            "(long)$number * $length + $subscript", number=number, length=length, subscript=subscript
        )
    return number


def _counting(kernel: Kernel, counters: Counters) -> c_ast.Compound:
    """The body with calls of the function in place of the atomic operations."""
    body = clone(kernel.body)
    for node in list(walk(body)):
        if not isinstance(node, c_ast.FuncCall):
            continue
        atomic = parse_atomic(node.name.name)
        if atomic is None or len(node.args.exprs) != OPERANDS:
            continue
        place, operand = node.args.exprs
        found = element_of(place.expr) if isinstance(place, c_ast.UnaryOp) else None
        if found is None or found[0] != counters.buffer:
            continue
        if atomic.operation == "sub":
            operand = _negative(operand, counters)
        given: list[c_ast.Node] = [build.identifier("mrt_copies"), build.identifier("mrt_rows")]
        given += [c_ast.UnaryOp("&", build.identifier("mrt_known")), build.integer(counters.row)]
        first = build.cast(PointerType(TYPES[counters.type]), build.identifier(counters.buffer), "__global")
        node.name = build.identifier(count_name(counters.type))
        node.args = c_ast.ExprList([*given, first, place, operand])
    return body
