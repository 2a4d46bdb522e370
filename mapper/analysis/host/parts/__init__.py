"""What moves alone out of an array that a device holds: elements and stretches that host code touches.

- `elements.py`: Host statements that touch elements or stretches of the memory that devices use, which then move
  alone.
- `short_loops.py`: Loops of the host's that may have few iterations: the single elements that they touch move
  alone.
- `beside.py`: What expressions access beside calls that lead to regions, and which of that are single
  elements.
"""
