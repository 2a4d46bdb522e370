"""Points-to and mod/ref analysis of the whole program, and what follows from it.

- `points_to.py`: What memory an expression may denote: flow-insensitive points-to analysis of the whole program.
- `solution.py`: The constraint system of a program: its abstract objects, the sets about them, and what calls do
  to those.
- `value_flow.py`: How pointers flow through C expressions, over any notion of "set of targets".
- `fields.py`: Which members of structures have contents of their own in points-to analysis.
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
- `repeated.py`: Which calls of a program may be made more than once while it runs.
- `allocators.py`: Functions that hand out nothing but a new block: wrappers of malloc, of posix_memalign, and of
  one another.
- `mappings.py`: Calls of mmap: with private memory at an address of the system's choice they only allocate.
"""
