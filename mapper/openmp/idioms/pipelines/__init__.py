"""Pipelines: loops whose threads wait for each other by flags.

- `tiles.py`: Pipelines: work-shared loops whose threads wait for each other by flags go by diagonals of tiles.
- `spin_waits.py`: How threads wait for each other by flags, in spin loops: what of some code is about flags, and
  what about data.
- `strips.py`: Loops over strips of a range, with a loop over the elements of each, as one loop over the range.
"""
