"""Kernel -> faster kernel: one optimisation a file, in the order of `order.py`.

- `order.py`: All transformations, in the order in which they run: the one place that says so.
- `names.py`: The names of all transformations, in the order in which they run.
- `run.py`: Runs the transformations over the kernels of a program, and checks each kernel that one of them made.
- `safety/`: Checked kernels, for `--safe`: subscripts, divisions, and writes that collide.
- `frame/`: The frame of all passes: what a pass is, its flags, and the check of every kernel it makes.
- `dimensions/`: Passes over the dimensions of the ND-range: nested parallel loops, interchange.
- `fission/`: Loop fission: several kernels of one loop.
- `fusion/`: Loop fusion: one kernel of several loops, also of loops in called functions.
- `cooperative/`: Work-group cooperation: several work-items share one iteration.
- `sparse/`: Rows of sparse matrices: how many work-items share a row, and equal shares of all rows.
- `local/`: Local memory: tiles, halos, staged arrays.
- `histograms/`: Histograms: work-groups count in local memory, or sort what they store by counters.
- `private/`: Private memory: scalar replacement, register rotation, large private arrays.
- `loops/`: Sequential loops inside kernels: unrolling, index-set splitting, hoisting, and questions about loops.
- `memory/`: Global memory: data layout, vector accesses, restrict, uploads that can be left out.
- `costs/`: Estimates by which passes choose: memory transactions and sectors.
- `launches/`: Between launches: sequential loops, scalars that stay on the device, batches of launches.
"""
