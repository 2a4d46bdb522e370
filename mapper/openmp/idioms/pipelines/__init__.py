"""Pipelines: loops whose threads wait for each other by flags.

- `hyperplanes.py`: Sweeps: sequential loops over planes, each with a pipeline over its rows, go by hyperplanes of
  three dimensions.
- `phases.py`: Phases of a plane: the work-shared loops that one iteration of a sequential loop runs, also in
  called functions.
- `nests.py`: Work-shared loops with one loop inside, whose iterations may wait for each other: what pipelines are
  made of.
- `tiles.py`: Pipelines: work-shared loops whose threads wait for each other by flags go by diagonals of tiles.
- `spin_waits.py`: How threads wait for each other by flags, in spin loops: what of some code is about flags, and
  what about data.
- `handshakes.py`: Threads that wait for their neighbours by number, before and behind the loops of a plane, as in
  LU of NPB3.3.
- `strips.py`: Loops over strips of a range, with a loop over the elements of each, as one loop over the range.
"""
