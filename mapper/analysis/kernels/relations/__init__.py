"""The reads and writes that `walk.collect` finds, as values, and what they have to do with each other.

- `accesses.py`: The reads and writes of a kernel, as values: what `mapper.analysis.kernels.walk` finds.
- `access_pairs.py`: Pairs of accesses of one kernel: when they touch the same memory, as conditions on the symbols
  of both.
- `dependences.py`: Dependences between the iterations of a kernel's loops, and array flow within one iteration.
- `coalescing.py`: How neighbouring work-items access memory together: the distance of their addresses for one
  access.
"""
