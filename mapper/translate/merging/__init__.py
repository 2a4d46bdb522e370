"""Values that threads merge: accumulators, reductions of arrays, `critical` and `atomic` updates.

- `accumulators.py`: Accumulators: each thread's own scalars that loops only update, and that `critical` or
  `atomic` merges later.
- `confined.py`: Calls that change nothing but the caller's own variables, whose addresses they are given.
- `array_reductions.py`: Reductions of arrays: `reduction(+ : hist)`, `reduction(max : a[0:n])`, on loops and on
  `parallel`.
- `merges.py`: `critical` and `atomic` in code that all threads run: where threads merge what they have found, each
  its part.
- `critical_updates.py`: `critical` in the body of a work-shared loop, where these only update
  something.
- `places.py`: Where memory that threads update is, and whether two places of it may be the same.
- `own_extremes.py`: Threads' own extremes with their places: all find the same, whichever thread has which
  iterations.
- `virtual_threads.py`: What virtual threads' state may do inside a work-shared loop, so that iterations may be
  shared out in any way.
"""
