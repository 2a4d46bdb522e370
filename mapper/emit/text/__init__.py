"""C text from trees and types, and pieces spliced into the user's text.

- `splice.py`: The emitted file is the user's text with pieces of our own put between its tokens; nothing of it is
  changed.
- `c_printer.py`: Prints C trees, with OpenMP constructs as pragmas.
- `counters_before.py`: Loops whose counters are declared before them, as C90 wants it.
- `common_values.py`: Local value numbering of features: what several of them are computed from is computed once,
  in a variable.
- `host_types.py`: How types are spelled in the emitted C program (the device's spelling is
  `mapper.ir.trees.build`'s).
- `scalar_layout.py`: The scalars that an element of a buffer holds, as text for the run-time library, which
  compares results by it.
"""
