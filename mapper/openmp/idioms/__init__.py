"""Idiom recognition: work that threads share by hand becomes the OpenMP constructs that say so.

- `dealt.py`: Loops whose iterations the threads of a region deal out by hand become work-shared loops, with
  `nowait`.
- `deals.py`: Bounds of loops as functions of the thread's number: do the parts of all threads make one range?
- `owners.py`: Which thread has an iteration of a loop that is dealt out by hand, as an expression of the
  counter.
- `cases.py`: Values of expressions in a thread, by cases: polynomials with the conditions under which each is
  the value.
- `stored_sums.py`: What a thread adds up for itself and stores by its number is added up where it is stored.
- `own_memory.py`: Memory of each thread's own in a region: how large it is, and which statements of the region are
  about it.
- `own_sums.py`: What each thread adds up in memory of its own, and then in a shared array, is added up in that
  array.
- `extremes.py`: Extremes that iterations keep in turn, with their places, become each thread's own, merged
  behind the loop.
- `atomic_merges.py`: What threads combine with shared memory by atomic operations behind a work-shared loop, they
  combine in turn.
- `declared_reductions.py`: Reductions that the program declares become each thread's own variables, combined
  behind the loop.
- `scratch.py`: Memory that each thread allocates before a work-shared loop is allocated by each iteration
  instead.
- `allocations.py`: Statements of a region that allocate memory of a thread's own, fill it, free it, or act where
  there is none.
- `target_loops.py`: Loops for a target device become parallel loops: what runs of them where the C compiler has
  no device.
"""
