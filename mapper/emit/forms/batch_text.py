"""The OpenCL text of a kernel's second form that runs many launches, one step each (`transforms.launches.batch`).

The run-time library starts at most as many work-groups as run at the same time, so that they can wait for each
other between two steps.  `mrt_arrived` counts arrivals in all launches together; the library knows where it
stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import CType, FloatType

STEPS = 32
"""How many steps a table holds, as `runtime/forms/batch.c` knows."""

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


def name_of(kernel: Kernel) -> str:
    """The name of the form."""
    return f"{kernel.name}_batch"


def columns(kernel: Kernel) -> int:
    """How many numbers a step has: the kernel's values, then its counts."""
    return len(kernel.values) + len(kernel.dimensions)


def table_types(kernels: Sequence[Kernel]) -> Iterator[str]:
    """The types of the tables that some kernels get."""
    for width in sorted({columns(kernel) for kernel in kernels if kernel.batched}):
        yield f"struct mrt_batch{width}\n{{\n  ulong at[{STEPS}][{width}];\n}};\n"


def parameters(kernel: Kernel) -> list[str]:
    """What it gets behind its buffers."""
    return [
        f"struct mrt_batch{columns(kernel)} mrt_values",
        "uint mrt_steps",
        "uint mrt_before",
        "volatile __global uint *mrt_arrived",
    ]


def batched_body(kernel: Kernel, declared: Sequence[str], inside: Sequence[str]) -> str:
    """The steps, one after the other: `declared` are the values' declarators, `inside` what an iteration does."""
    count = len(kernel.dimensions)
    first = len(kernel.values)
    total = " * ".join(f"mrt_count{d}" for d in range(count))
    lines = ["  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)\n  {\n"]
    lines += [f"    const ulong mrt_count{d} = mrt_values.at[mrt_step][{first + d}];\n" for d in range(count)]
    lines.append(
        f"    const uint mrt_total = (uint)({total});\n"
        "    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))\n    {\n"
    )
    for number, (value, declarator) in enumerate(zip(kernel.values, declared, strict=True)):
        taken = _taken(f"mrt_values.at[mrt_step][{number}]", value.type)
        lines.append(f"      {declarator} = {taken};\n")
    rest = "mrt_item"
    for d in range(count - 1):
        lines.append(f"      const ulong mrt_id{d} = {rest} % (uint)mrt_count{d};\n")
        rest += f" / (uint)mrt_count{d}"
    lines.append(f"      const ulong mrt_id{count - 1} = {rest};\n")
    lines += inside
    lines.append(
        "    }\n    if (mrt_step + 1 < mrt_steps)\n"
        "      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));\n  }\n"
    )
    return "".join(lines)


def _taken(number: str, ctype: CType) -> str:
    """A value from the bytes that the host has put into a number."""
    if isinstance(ctype, FloatType):
        return f"as_float((uint){number})" if ctype.bits == 32 else f"as_double({number})"
    return number
