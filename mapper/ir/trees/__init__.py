"""C trees of one unit, and helpers over them.

- `unit.py`: A translation unit as the front end hands it on: tokens, tree, and the way back to the user's text.
- `directive.py`: OpenMP directives as values: what `mapper.openmp` makes out of pragma text.
- `ctypes.py`: C types as values, for the LP64 data model that mapper supports (x86-64 and AArch64 Linux).
- `literals.py`: The value and type of C's literals: integers, floating constants, characters and strings (C11,
  6.4.4, 6.4.5).
- `nodes.py`: The one node that mapper adds to pycparser's tree, the operators by kind, and small helpers over
  such trees.
- `names.py`: What code mentions, changes and points to, by its text alone; and which names OpenCL C reserves.
- `jumps.py`: Jumps and returns: statements that lead away from the ones behind them, functions that only
  return a value.
- `headers.py`: The heads of counting loops by their text: where a counter starts, what it is compared with, and
  its step.
- `build.py`: Small builders for pycparser trees: identifiers, constants, calls and declarations from C types.
- `quote.py`: Trees of OpenCL C from text with holes.
"""
