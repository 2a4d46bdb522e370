"""Results of threads that are merged behind a loop.

- `atomic_merges.py`: What threads combine with shared memory by atomic operations behind a work-shared loop, they
  combine in turn.
- `extremes.py`: Extremes that iterations keep in turn, with their places, become each thread's own, merged
  behind the loop.
- `declared_reductions.py`: Reductions that the program declares become each thread's own variables, combined
  behind the loop.
"""
