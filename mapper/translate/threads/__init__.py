"""Code that depends on the thread's number.

- `numbers.py`: Threads' numbers: which code asks for them, and the code between loops that each thread runs
  with its own.
- `steady_parts.py`: What threads' parts of a loop are read from stays as it is in their region, as do arrays that
  they add to later.
- `shares.py`: What each thread computes from its number for itself: `lo = n * me / threads;`, `row = me + 1;`.
- `thread_index.py`: Which thread OpenMP gives an iteration to, as an expression of the kernel's body.
- `thread_state.py`: State kept by thread number: what the iterations of a work-shared loop may do with
  `x[thread][...]`.
- `handed_blocks.py`: Blocks of threads that functions fill, whose pointers they are given.
- `awaited.py`: Whether the threads that run a statement wait, in spin loops, for what others do outside of it.
- `ordered_counters.py`: Counters that a thread's iterations count up and use in order: `place[begin[b] +
  count[thread][b]++] = x[i];`.
"""
