"""What pointers of the source are in kernels: addresses in a memory, positions in tables, numbers.

- `pointers.py`: Into which memories the pointers of one body may point.
- `tables.py`: Pointers to pointers: in kernels they are positions in tables (see `mapper.ir.builtins.tables`).
- `element_tables.py`: Tables of pointers in arrays of structures: `boxes[b].rows[j][i]`, `box->rows[j][i]` with
  `box = &boxes[b]`.
- `copies.py`: Pointers in copies that an iteration has of structures: they are those of the structure that was
  copied.
- `inner_structures.py`: Where in the elements of an array of structures a pointer to an inner structure leads.
- `own_pointers.py`: Pointers that are members of structures of an iteration's own: cursors of readers and writers,
  rows of a window.
- `cursors.py`: Pointers of an iteration's own that functions move for their caller: `next(&at)`, and in `next`
  `(*at)++`.
"""
