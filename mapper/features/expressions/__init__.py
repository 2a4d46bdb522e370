"""What features are made of: expressions over values that the host knows where a region begins.

- `expr.py`: Arithmetic over numbers and host expressions: what a count is until its values are known.
- `values.py`: What is known of a value inside a kernel: its size as a host expression, and how it differs
  between neighbours.
- `extents.py`: How many work-items a kernel has and how large its buffers are, as expressions of values known on
  the host.
- `entry.py`: Which host expressions of a region's loops have, where the region begins, the value that they have
  at the loops.
- `conditions.py`: How often a condition holds, where its value is known on the host or its form says it.
- `exits.py`: What leaves a loop, or one of its iterations, before its end.
- `reads.py`: Reads of memory in host expressions: bounds that are members of structures, or elements of arrays.
"""
