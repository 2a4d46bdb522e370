"""Global memory: data layout, vector accesses, restrict, uploads that can be left out.

- `arguments.py`: Members of structures that no kernel writes are passed by value.
- `widen.py`: Subscripts in 32-bit unsigned arithmetic are computed in 64 bits.
- `overwrite.py`: Says which bytes of buffers a launch writes before it reads any, so that none is uploaded.
- `layout.py`: An array gets one order of its elements on the device, for all kernels of the program.
- `components.py`: Rows of numbers that are points with components: `p[3 * i + c]` is element c of row i, as if `p`
  were `[][3]`.
- `relayout.py`: A second version of a kernel reads and writes copies of arrays in an order that suits it better.
- `restrict.py`: Declares which of a kernel's pointers lead to memory that no other one leads
  to.
- `vload.py`: Neighbouring elements of a plain array that a work-item reads or writes are loaded or stored at once.
- `adjacent_groups.py`: Which elements a run of plain statements should load, or store, together.
- `vector.py`: Points and complex numbers are loaded and stored as wholes.
- `narrow.py`: Kernels that find their iterations by dividing one index do so in 32 bits where that is enough.
"""
