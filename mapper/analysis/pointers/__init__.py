"""Points-to and mod/ref analysis of the whole program, and what follows from it.

- `points_to_sets/`: Points-to analysis: its constraints, how pointers flow, and which calls return new
  memory.
- `effects.py`: What a statement, expression or function may read and write, through all that it calls (mod/ref
  analysis).
- `accesses.py`: The memory accesses of a statement or expression in evaluation order, calls not followed.
- `roots.py`: The variable that a pointer's value came from.
- `stability.py`: Whether values in memory stay the same while a piece of code runs: by objects, and by C's rules
  for types.
- `callgraph.py`: Callers and callees, over all units: direct calls, calls through pointers, and calls that
  libraries make back.
- `link_names.py`: By which name the linker knows each object and function of a program: one, however many names it
  has.
"""
