"""The macros and functions before the kernels of a program: those that the code of its kernels names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mapper.emit.opencl.atomic_helpers import helper_text
from mapper.emit.opencl.cells_text import FENCE
from mapper.emit.opencl.check_text import functions
from mapper.emit.opencl.count_text import add_functions, count_function, near_function
from mapper.emit.opencl.reduction_text import SHARES
from mapper.emit.opencl.vector_text import vector_text
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.builtins.counting import NEAR, count_name, near_name
from mapper.ir.builtins.vectors import LOAD, STORE
from mapper.ir.forms.ordered import SUMMING
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import names_in

QUOTIENT = """ulong mrt_quotient(ulong number, ulong by)
{
  return (number | by) >> 32 ? number / by : (uint)number / (uint)by;
}
"""
"""A division that is short where both numbers are."""

ROWS = """#if MRT_WIDE
#define MRT_ROWS(usual, wide) wide
#else
#define MRT_ROWS(usual, wide) usual
#endif
"""
"""The number of a work-group's iterations, with more where local memory takes them."""

SUMMING_SIZE = f"""#ifdef MRT_NVIDIA
#define {SUMMING} 1024
#else
#define {SUMMING} 256
#endif
"""
"""The work-items that add up what parts of iterations have counted."""


STEPS, NUMBERS = 32, 256
"""How many steps and numbers a table holds at most, as `runtime/forms/batch.c` knows."""

ARRIVE = """/* Waits for all work-groups of a launch; what they wrote before can then be read. */
void mrt_arrive(volatile __global uint *arrived, uint goal)
{
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_num_groups(0) > 1)
  {
    if (get_local_id(0) == 0)
    {
      MRT_FENCE();
      atomic_inc(arrived);
      while ((int)(atomic_add(arrived, 0) - goal) < 0)
        ;
      MRT_FENCE();
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
"""


def helpers(kernels: Sequence[Kernel]) -> Iterator[str]:
    """What lowered kernels need, in an order in which each finds what it needs itself."""
    names = _names(kernels)
    if "MRT_ROWS" in names:
        yield ROWS
    if "mrt_quotient" in names:
        yield QUOTIENT
    if "MRT_BEGIN" in names:
        yield SHARES
    if not names.isdisjoint(("MRT_FENCE", "mrt_arrive")):
        yield FENCE
    yield from map(helper_text, sorted(name for name in names if parse_atomic(name) is not None))
    yield from _table_types(kernels)
    if "mrt_arrive" in names:
        yield ARRIVE
    yield from map(vector_text, sorted(name for name in names if name.startswith((LOAD, STORE))))
    yield from _additions(names)
    if SUMMING in names:
        yield SUMMING_SIZE
    yield from functions(names)


def _additions(names: frozenset[str]) -> Iterator[str]:
    """The functions that add to numbers in local memory."""
    known: set[tuple[str, str]] = set()
    for name, operand in NEAR:
        counted, near = name == operand and count_name(name) in names, near_name(name, operand) in names
        added = sorted({(name, name), (name, operand)} - known) if counted or near else []
        known |= {*added}
        text = "".join(add_functions(*each) for each in added)
        text += count_function(name) if counted else ""
        text += near_function(name, operand) if near else ""
        yield from [text] if text else []


def _names(kernels: Sequence[Kernel]) -> frozenset[str]:
    """All names in the code of kernels and in the sizes of their work-groups."""
    roots = [root for kernel in kernels for root in (*kernel.functions, *(each.body for each in kernel.entries))]
    sizes = (size for kernel in kernels for entry in kernel.entries for size in entry.group)
    words = frozenset(word for size in sizes for word in re.findall(r"\w+", size))
    return words | names_in(*roots)


def _table_types(kernels: Sequence[Kernel]) -> Iterator[str]:
    """The types of the tables that some kernels get."""
    batched = (kernel for kernel in kernels if any(entry.launches for entry in kernel.entries))
    for width in sorted({kernel.launch_numbers for kernel in batched}):
        steps = min(STEPS, NUMBERS // width)
        yield f"struct mrt_batch{width}\n{{\n  ulong at[{steps}][{width}];\n}};\n"
