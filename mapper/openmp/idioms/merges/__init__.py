"""Results of threads that are merged behind a loop.

- `atomic_merges.py`: Atomic operations of threads on shared memory behind a work-shared loop are put into
  `critical` constructs.
- `extremes.py`: Extremes that iterations keep in `critical` constructs become each thread's own, merged behind the
  loop.
- `signedness.py`: Whether a value may be compared as an unsigned integer with a signed variable.
- `declared_reductions.py`: Reductions that the program declares become each thread's own variables, combined
  behind the loop.
"""
