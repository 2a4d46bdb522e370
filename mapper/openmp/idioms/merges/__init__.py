"""Results of threads that are merged behind a loop.

- `atomic_merges.py`: Atomic operations of threads on shared memory behind a work-shared loop are put into
  `critical` constructs.
- `claims.py`: What one of several iterations does with an element, under `critical`, begins with a compare and
  swap.
- `constant_stores.py`: Stores of a constant in `critical`, in loops, become atomic ones:
  `if (a[i] == key) found = 1;`.
- `extremes.py`: Extremes that iterations keep in `critical` constructs become each thread's own, merged behind the
  loop.
- `kept_extremes.py`: Statements that keep an extreme: what is more of one takes its place, and what belongs to it
  goes along.
- `sections.py`: Sections of a loop that one thread at a time runs, that keep extremes: `critical`, or what a lock
  is held for.
- `signedness.py`: Whether a value may be compared as an unsigned integer with a signed variable.
- `declared_reductions.py`: Reductions that the program declares become each thread's own variables, combined
  behind the loop.
"""
