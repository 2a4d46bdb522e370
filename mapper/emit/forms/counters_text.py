"""The OpenCL text of kernels whose work-groups count in local memory (see `mapper.ir.program.kernel.Counters`).

Which rows a group copies is found out by its work-items: a row has one of the places for copies to go to, and the
first one that comes there gets it.  Counters of other rows are changed in global memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.types import unqualified
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Counters, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import DOUBLE, FLOAT, INT, UINT, ArrayType, FloatType, PointerType
from mapper.ir.trees.nodes import clone, replace_child, walk
from mapper.translate.threads.thread_index import STATIC

_TYPES = {"int": INT, "uint": UINT, "float": FLOAT, "double": DOUBLE}
GROUP = 256
"""Work-items in a group."""
ATTRIBUTE = f"__attribute__((reqd_work_group_size({GROUP}, 1, 1)))\n"
LOADS = 8
"""Iterations whose counters a work-item finds out before it counts."""
OPERANDS = 2
"""Of atomic additions: the counter's address, and what is added."""


def _add_function(name: str, space: str) -> str:
    """The function that adds to a floating-point number in memory that work-items share."""
    family, word = ("atom", "ulong") if name == "double" else ("atomic", "uint")
    return f"""\
void mrt_add{space}_{name}(volatile {space} {name} *object, {name} operand)
{{
  volatile {space} {word} *bits = (volatile {space} {word} *)object;
  {word} seen = *bits, before;
  do
  {{
    before = seen;
    seen = {family}_cmpxchg(bits, before, as_{word}(as_{name}(before) + operand));
  }}
  while (seen != before);
}}

"""


def _adding(name: str, space: str) -> str:
    """What adds to a counter of a type."""
    return f"mrt_add{space}_{name}" if isinstance(_TYPES[name], FloatType) else "atomic_add"


def count_function(name: str) -> str:
    """The function that changes a counter of a type."""
    whole = not isinstance(_TYPES[name], FloatType)
    return (
        ("" if whole else _add_function(name, "__local") + _add_function(name, "__global"))
        + f"""\
/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` tells where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void mrt_count_{name}(__local {name} *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global {name} *first, volatile __global {name} *counter, {name} operand)
{{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {{
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    {_adding(name, "__local")}(&copies[place], operand);
    return;
  }}
  const ulong number = at / length;
  const uint place = (uint)number % {Counters.ROWS}, wanted = (uint)number + 1;
  if ((place == 0 ? known->x : known->y) == 1ul << 63 && number < UINT_MAX)
  {{
    uint found = atomic_cmpxchg(&rows[place], 0u, wanted);
    found = (found == 0 ? wanted : found) - 1;
    known->x = place == 0 ? (ulong)found * length : known->x;
    known->y = place == 0 ? known->y : (ulong)found * length;
  }}
  if (number < UINT_MAX && at - (place == 0 ? known->x : known->y) < length)
    {_adding(name, "__local")}(&copies[place * length + (uint)(at % length)], operand);
  else
    {_adding(name, "__global")}(counter, operand);
}}
"""
    )


def counting_body(
    kernel: Kernel, counters: Counters, printer: CPrinter, indices: Callable[[int], Iterable[str]]
) -> str:
    """The statements; `indices` declare an iteration's counters from `mrt_index`, with an indentation."""
    return "".join(_lines(kernel, counters, printer, indices))


def _lines(
    kernel: Kernel, counters: Counters, printer: CPrinter, indices: Callable[[int], Iterable[str]]
) -> Iterator[str]:
    name, size = counters.type, counters.ROWS * counters.row
    body = _counting(kernel, counters)
    start = f"(volatile __global {name} *){counters.buffer}"
    total = " * ".join(f"mrt_count{d}" for d in range(len(kernel.dimensions)))
    yield f"""\
  __local {name} mrt_copies[{size}];
  volatile __local uint mrt_rows[{counters.ROWS}];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < {size}; mrt_at += {GROUP})
    mrt_copies[mrt_at] = 0;
  if (mrt_lane < {counters.ROWS})
    mrt_rows[mrt_lane] = 0;
  ulong2 mrt_known = (ulong2)(1ul << 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = {total}, mrt_share = (mrt_total + get_num_groups(0) - 1) / get_num_groups(0);
  const ulong mrt_end = min(mrt_total, (get_group_id(0) + 1) * mrt_share);
  const ulong mrt_begin = get_group_id(0) * mrt_share;
"""
    threads = list(_thread_of_group(kernel, body, printer, indices))
    yield from threads
    one_row = list(_in_one_row(kernel, counters, printer, indices, known=threads != []))
    yield from one_row
    yield "  else\n" if one_row else ""
    yield f"""\
  for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += {GROUP})
  {{
"""
    yield from indices(4)
    yield from (printer.statement(item, 4) for item in body.block_items or [])
    yield "  }\n"
    yield f"""\
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < {size}; mrt_at += {GROUP})
  {{
    const {name} mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / {counters.row}] - 1;
    if (mrt_counted != 0)
      {_adding(name, "__global")}({start} + mrt_row * {counters.row} + mrt_at % {counters.row}, mrt_counted);
  }}
"""


def _thread_of_group(
    kernel: Kernel, body: c_ast.Compound, printer: CPrinter, indices: Callable[[int], Iterable[str]]
) -> Iterator[str]:
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
        return
    node, slot, call = calls[0]
    known = {kernel.dimensions[0].variable, STATIC, *(each.name for each in kernel.values)}
    if any(isinstance(part, c_ast.ID) and part.name not in known for part in walk(call)):
        return
    number = printer.expression(call)
    yield "  ulong mrt_first = 0, mrt_last = 1;\n  if (mrt_begin < mrt_end)\n  {\n"
    for name, index in (("first", "mrt_begin"), ("last", "mrt_end - 1")):
        yield f"    {{\n      const ulong mrt_index = {index};\n"
        yield from indices(6)
        yield f"      mrt_{name} = {number};\n    }}\n"
    yield "  }\n"
    one = build.binary("==", build.identifier("mrt_first"), build.identifier("mrt_last"))
    replace_child(node, slot, c_ast.TernaryOp(one, build.identifier("mrt_first"), call))


def _in_one_row(
    kernel: Kernel, counters: Counters, printer: CPrinter, indices: Callable[[int], Iterable[str]], *, known: bool
) -> Iterator[str]:
    """What a group does whose iterations change one row, and do nothing else: `if`, without its `else`.

    The counters of LOADS iterations are found out before the first of these counts, so that loads don't wait for
    others.  `known` is true if the group's thread is.
    """
    body = clone(kernel.body)
    *items, last = body.block_items or [None]
    calls = [(node, slot, part) for node in walk(body) for slot, part in node.children() if _calls(part)]
    threads = [(node, slot) for node, slot, call in calls if call.name.name == STATIC]
    update = _update(last, counters, kernel, printer)
    alone = all(isinstance(each, c_ast.Decl) or _sets_variable(each) for each in items)
    other = len(calls) - 1 - len(threads)
    if not counters.steady or update is None or not alone or other or (threads and not known):
        return
    for node, slot in threads:
        replace_child(node, slot, build.identifier("mrt_first"))
    same = " && mrt_first == mrt_last" if known else ""
    yield f"  ulong mrt_own = UINT_MAX;\n  if (mrt_begin < mrt_end{same})\n"
    yield "  {\n    const ulong mrt_index = mrt_begin;\n"
    yield from indices(4)
    yield from (printer.statement(item, 4) for item in items)
    yield f"""\
    mrt_own = (ulong)({update.row});
  }}
  if (mrt_own < UINT_MAX)
  {{
    if (mrt_lane == 0)
      mrt_rows[0] = (uint)mrt_own + 1;
    for (ulong mrt_from = mrt_begin; mrt_from < mrt_end; mrt_from += {GROUP * LOADS})
    {{
      uint mrt_found[{LOADS}];
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < {LOADS}; mrt_step++)
      {{
        const ulong mrt_index = mrt_from + {GROUP} * mrt_step + mrt_lane;
        mrt_found[mrt_step] = UINT_MAX;
        if (mrt_index < mrt_end)
        {{
"""
    yield from indices(10)
    yield from (printer.statement(item, 10) for item in items)
    yield f"""\
          const ulong mrt_element = (ulong)({update.element});
          if ((ulong)({update.row}) == mrt_own && mrt_element < {counters.row})
            mrt_found[mrt_step] = (uint)mrt_element;
          else
            {_adding(counters.type, "__global")}({update.address}, {update.operand});
        }}
      }}
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < {LOADS}; mrt_step++)
        if (mrt_found[mrt_step] < {counters.row})
          {_adding(counters.type, "__local")}(&mrt_copies[mrt_found[mrt_step]], {update.operand});
    }}
  }}
"""


def _calls(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall)


def _sets_variable(node: c_ast.Node | None) -> bool:
    return isinstance(node, c_ast.Assignment) and node.op == "=" and isinstance(node.lvalue, c_ast.ID)


@dataclass(frozen=True, eq=False, slots=True)
class _Update:
    """A counter's address, its row and its element there, and the constant that is added, as text."""

    address: str
    row: str
    element: str
    operand: str


def _update(node: c_ast.Node | None, counters: Counters, kernel: Kernel, printer: CPrinter) -> _Update | None:
    """What a statement adds to a counter; None for other statements."""
    if not isinstance(node, c_ast.FuncCall) or len(node.args.exprs) != OPERANDS:
        return None
    atomic = parse_atomic(node.name.name)
    place, operand = node.args.exprs
    found = element_of(place.expr) if isinstance(place, c_ast.UnaryOp) else None
    if atomic is None or found is None or found[0] != counters.buffer or not isinstance(operand, c_ast.Constant):
        return None
    subscripts = [printer.expression(each) for each in found[1]]
    lengths = []
    (ctype,) = [unqualified(buffer.element) for buffer in kernel.buffers if buffer.name == counters.buffer]
    while isinstance(ctype, ArrayType):
        lengths.append(ctype.length)
        ctype = unqualified(ctype.element)
    row, element = "0", _linear(subscripts, lengths)
    if lengths and lengths[-1] == counters.row:
        row, element = _linear(subscripts[:-1], lengths[:-1]), subscripts[-1]
    sign = "-" if atomic.operation == "sub" else ""
    return _Update(printer.expression(place), row, element, sign + operand.value)


def _linear(subscripts: Sequence[str], lengths: Sequence[int | None]) -> str:
    """The number of an element; `lengths` are those of all dimensions but the first."""
    number = subscripts[0]
    for subscript, length in zip(subscripts[1:], lengths, strict=True):
        number = f"(long)({number}) * {length} + ({subscript})"
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
            operand = c_ast.UnaryOp("-", operand)
        given: list[c_ast.Node] = [build.identifier("mrt_copies"), build.identifier("mrt_rows")]
        given += [c_ast.UnaryOp("&", build.identifier("mrt_known")), build.integer(counters.row)]
        first = build.cast(PointerType(_TYPES[counters.type]), build.identifier(counters.buffer), "__global")
        node.name = build.identifier(f"mrt_count_{counters.type}")
        node.args = c_ast.ExprList([*given, first, place, operand])
    return body
