"""Which parts of objects host code touches, in symbolic values that are known before it.

- `areas.py`: Areas: bytes behind a pointer, repeated at distances, and one area in the place of several.
- `numbers.py`: Symbolic values in host code: integers and pointers as polynomials in what is known before a
  statement.
- `host_areas.py`: Which parts of objects a statement of the host's touches, where that can be determined before
  it.
- `area_walk.py`: Walks a statement of the host's, and what it calls, with symbolic values: each access becomes an
  area.
- `counted_loops.py`: Loops of the host's that count: what their counters get to be, and how their headers say so.
- `changes.py`: Which variables code changes, or lets pointers change.
- `chosen.py`: Variables with one of several values: that of some iteration, or what a condition chose.
- `leaving.py`: Statements behind which the next one may not run: they jump, return, or call what may end the
  program.
- `values.py`: Values of host code: integers and pointers as polynomials, and what the variables of a call hold.
- `accessed.py`: Pointers through which a function has certainly loaded or stored before it comes to a statement.
"""
