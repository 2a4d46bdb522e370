"""Identifiers to symbols, declarations to types: the walk over a unit, and what it does at each declaration.

- `resolver.py`: One walk over a unit that binds every identifier to its symbol and every declaration to its
  type (C11, 6.2).
- `declarators.py`: From declarations to types: specifiers, declarators, and the structs, unions and enums
  that they define.
- `initializers.py`: The length of an array that its initialiser gives (`int a[] = {1, 2}`; C11, 6.7.9), with
  elided braces.
- `selections.py`: Puts what is chosen by a type in the place of the choice: `_Generic` selections, calls of
  `<tgmath.h>`.
"""
