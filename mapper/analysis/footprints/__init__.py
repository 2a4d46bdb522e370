"""How much memory loops and kernels reach: affine forms, bounds, areas, coverage.

- `affine.py`: Affine forms: integer expressions as sums over loop counters, with coefficients that the loops do
  not change.
- `bounds.py`: How far a loop nest's accesses reach: the smallest and largest element offset, as expressions before
  the loop.
- `areas.py`: Which part of a buffer a kernel writes for certain, where that is a box: rows of bytes at equal
  distances.
- `coverage.py`: How much of a buffer a kernel writes for certain: the elements from its beginning up to the first
  gap.
- `large_arrays.py`: A kernel's code with its large private arrays in global memory, or what is in the way.
- `host_values.py`: Values that the analysis of a kernel finds, as expressions that the host evaluates before the
  launch.
"""
