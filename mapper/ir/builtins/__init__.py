"""Names that kernels use and that the printer gives a definition: atomics, stops, tables, layouts, vectors.

- `atomics.py`: The atomic operations that kernels call by name, as values.
- `atomic_names.py`: The names of GCC's atomic functions that update an object: `__atomic_fetch_add`,
  `__sync_add_and_fetch`, ...
- `reductions.py`: What the operators of reductions mean, as text for the device.
- `counting.py`: The names of the functions that change counters which work-groups keep copies of in local memory.
- `stops.py`: How a kernel's code says that it stops: see `Kernel.stops`.
- `checks.py`: The checks of kernels that `--safe` makes: the names of the functions that make them.
- `tables.py`: Tables of pointers in kernels: `a[i][j]` is `a[mrt_entry(a_rows, a_rows_first, a_rows_step, i) +
  j]`.
- `layout.py`: The order in which a device holds an array: `u[k][j][i][5]` as `[5][k][j][i]`.
- `complex_numbers.py`: Complex numbers in kernels: the functions that compute with them, as C text.
- `vectors.py`: Neighbouring elements that a work-item loads or stores together: the names of the functions that do
  it.
"""
