"""Kernel -> features: what a parallel region costs, as expressions of values known when it is entered.

- `schema.py`: THE list of features: compiler, run-time library and trainer all read this one.
- `extract.py`: Region -> features: the raw features of `schema.RAW`, as C expressions for the place where the
  region begins.
- `counts.py`: Counts what one kernel does, over all its work-items, as expressions of values known on the host.
- `sequential.py`: Counts what a work-shared loop does as the source writes it, which is what a thread of the CPU
  executes.
- `chosen.py`: Which loops' kernels run where the host chooses: the parts of an iteration, or one kernel for the
  whole.
- `execution.py`: What one iteration of a kernel executes, and how neighbouring work-items access memory together
  meanwhile.
- `neighbours.py`: How neighbouring work-items access a kernel's arrays together, as GPUs run it.
- `knowledge.py`: What the code of a work-item says of its variables' values, followed statement by statement.
- `values.py`: What is known of a value inside a kernel: its size as a host expression, and how it differs between
  neighbours.
- `extents.py`: How many work-items a kernel has and how large its buffers are, as expressions of values known on
  the host.
- `entry.py`: Which host expressions of a region's loops have, where the region begins, the value that they have at
  the loops.
- `reads.py`: Reads of memory in host expressions: bounds that are members of structures, or elements of arrays.
- `expr.py`: Arithmetic over numbers and host expressions: what a count is until its values are known.
- `frequency.py`: How often one run of the program executes each region.
- `launches.py`: How often one run of the program launches each kernel, as far as constants show.
- `elsewhere.py`: What a region's features are when asked from anywhere in its file, before the region was ever
  entered.
- `openclc.py`: Any OpenCL C file -> kernels, so that their features can be counted as those of translated loops
  are.
"""
