"""Pointers of the host's that may leave the memory that they were taken from.

- `shifts.py`: Statements of the host's that may move a pointer out of its memory: `return v - first;` behind
  `v = malloc(n)`.
- `lowered.py`: Expressions that move a pointer: what they begin with, and whether they may lead to before that.
"""
