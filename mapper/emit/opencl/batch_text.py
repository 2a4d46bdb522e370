"""The types and the function of kernels that run many launches (`mapper.transforms.launches.batch`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapper.ir.program.kernel import Kernel

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


def table_types(kernels: Sequence[Kernel]) -> Iterator[str]:
    """The types of the tables that some kernels get."""
    batched = (kernel for kernel in kernels if any(entry.launches for entry in kernel.entries))
    for width in sorted({kernel.launch_numbers for kernel in batched}):
        yield f"struct mrt_batch{width}\n{{\n  ulong at[{STEPS}][{width}];\n}};\n"
