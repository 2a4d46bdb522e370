"""Unit -> answers: types, symbols, data sharing, points-to, effects, and what kernels access.

- `names/`: Names and types of one unit: symbols, scopes, C's type rules, constants, data sharing.
- `whole_program/`: What a program consists of: functions and objects of all units, abstract memory, and the C
  library.
- `pointers/`: Points-to and mod/ref analysis of the whole program, and what follows from it.
- `host/`: The plan by which host code announces its accesses to memory that devices hold.
- `kernels/`: The reads and writes of finished kernels: dependences and coalescing.
- `footprints/`: How much memory loops and kernels reach: affine forms, bounds, areas, coverage.
"""
