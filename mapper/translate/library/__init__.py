"""Functions of the C library inside kernels that OpenCL C does not have.

- `sources.py`: Functions of the C library that kernels call like the user's: mapper has their source, in C files.
- `sorting.py`: `qsort` and `qsort_r` in kernels: mapper's source, `sort.c`, for each type of elements.
- `memory_blocks.py`: `memset`, `bzero`, `memcpy` and `memmove` in loops, as assignments to elements.
"""
