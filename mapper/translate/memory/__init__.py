"""A kernel's buffers: which there are, how far it reaches in each, and which may overlap.

- `memory.py`: A kernel's parameters in the making: buffers, values, and the memories that pointers may point into.
- `own_members.py`: Pointers that are members of structures of an iteration's own: into which memories they may
  point.
- `places.py`: Structures inside the elements of arrays of structures.
- `reach.py`: How far a loop reaches from a pointer: what the affine bounds of its subscripts say.
- `local_values.py`: What local variables of a loop's body represent: values in names from outside, and places
  behind a pointer.
- `least_values.py`: The least values of variables that sequential loops around the work-shared one count up from
  constants.
- `changed_rows.py`: Tables of which a loop changes rows, so that the device must find all of their rows there.
- `products.py`: Variables that hold a product of others as long as they live: `const int plane = nx * ny`.
- `row_reach.py`: How far a kernel reaches from the pointers in its tables: what the subscripts in its finished
  code say.
- `punning.py`: Memory that a loop may use by two types, which compilers of kernels take for different memory.
- `overlaps.py`: Which buffers of a kernel may share memory, by points-to analysis of the whole program.
"""
