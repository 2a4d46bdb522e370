"""Loop fusion: one kernel of several loops, also of loops in called functions.

- `fuse.py`: Neighbouring loops over the same iterations become one kernel, where each one only needs its own part.
- `program.py`: Fuses the loops of a whole program: neighbours in one text, and rows of statements that call
  functions.
- `concatenate.py`: Makes one kernel of two over the same iterations: a work-item does the first one's, then the
  second one's.
- `rows.py`: Rows: statements of a region, calls among them, whose work-shared loops one kernel can run together.
- `loops_of_calls.py`: The work-shared loops that a statement of a region comes to, in order, those of called
  functions among them.
- `call_context.py`: The kernel of a loop of a called function, in the names that are visible at the call.
- `lines.py`: Points and lines: a kernel that runs the points of a grid as one that runs the lines through them.
- `forward_copies.py`: Copies of what a loop has written, made where it writes it.  A step of `fuse`.
- `copy_loops.py`: Loops that only copy elements from place to place, and the store that gives these elements their
  values.
"""
