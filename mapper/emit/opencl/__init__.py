"""Parts of OpenCL text: pragmas, helpers, reductions, stops, checks, atomics, layouts, vectors, cells.

- `pragmas.py`: The pragmas at the head of OpenCL text.
- `heads.py`: What the functions of a kernel begin with, as trees: their parameters, and the pointers to buffers.
- `helpers.py`: The macros and functions before the kernels of a program: those that the code of its kernels names.
- `stop_text.py`: The OpenCL text of a kernel's code, with its arrays' layouts, and its error paths: how a
  work-item stops.
- `check_text.py`: The functions of checked kernels, and what they know of the memory.
- `reduction_text.py`: The macros of kernels with grid-stride loops, and how the host folds their partial results.
- `cells_text.py`: The host's text for cells: scalars that are in the device's memory while a chain of kernels
  runs.
- `atomic_helpers.py`: The OpenCL text of the atomic functions that kernels call (see `mapper.ir.builtins.atomics`
  for their names).
- `count_text.py`: The functions that add to numbers in local memory (see `counters` and `replicated` in
  `mapper.ir.forms`).
- `layout_text.py`: The macros that find an element of an array whose order on devices may be another than on the
  host.
- `vector_text.py`: The functions that load and store neighbouring elements together
  (`mapper.transforms.memory.vload`).
"""
