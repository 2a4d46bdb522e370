"""Kernel -> features: what a parallel region costs, as expressions of values known when it is entered.

- `schema.py`: THE list of features: compiler, run-time library and trainer all read this one.
- `extract.py`: Region -> features: the raw features of `schema.RAW`, as C expressions for the place where the
  region begins.
- `expressions/`: What features are made of: expressions over values that the host knows where a region begins.
- `counting/`: Counting what one launch of a kernel, or a loop on the CPU, does.
- `frequencies/`: How often regions and launches are executed, and what regions cost before they are entered.
- `openclc.py`: Any OpenCL C file -> kernels, so that their features can be counted as those of translated loops
  are.
"""
