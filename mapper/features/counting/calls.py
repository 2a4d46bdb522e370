"""Functions that count as one operation of arithmetic, as none, or as an atomic update."""

from __future__ import annotations

CHEAP_CALLS = frozenset(
    "fabs fmin fmax floor ceil rint round trunc copysign fma mad abs min max isnan isinf isfinite signbit "
    "clamp mix dot select mul24 mad24 rotate".split()
)
"""Built-in functions that cost about one operation; all others count as special."""

SYNCHRONISATION = frozenset("barrier work_group_barrier mem_fence read_mem_fence write_mem_fence".split())
OPENCL_ATOMICS = ("atomic_", "atom_")
"""What OpenCL C files call; they are no functions of translated kernels."""
