"""Points-to analysis: its constraints, how pointers flow, and which calls return new memory.

- `points_to.py`: What memory an expression may denote: flow-insensitive points-to analysis of the whole
  program.
- `queries.py`: What an expression may point to, or denote, once the constraints of a program are solved.
- `solution.py`: The constraint system of a program: its abstract objects, the sets about them, and what calls
  do to those.
- `value_flow.py`: How pointers flow through C expressions, over any notion of "set of targets".
- `fields.py`: Which members of structures have contents of their own in points-to analysis.
- `allocators.py`: Functions that hand out nothing but a new block: wrappers of malloc, of posix_memalign, and
  of one another.
- `mappings.py`: Calls of mmap: with private memory at an address of the system's choice they only allocate.
- `repeated.py`: Which calls of a program may be made more than once while it runs.
- `views.py`: Pointers that lead to one member, in functions that only follow them.
"""
