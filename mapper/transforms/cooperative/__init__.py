"""Work-group cooperation: several work-items share one iteration.

- `gang.py`: The work-items of a group share the inner loops of one iteration, as OpenACC's gang and vector do.
- `plans/`: Plans of kernels whose iterations several work-items share: which work-item runs which part of the
  body.
- `array_contraction.py`: Array contraction: columns of a private array with disjoint live ranges share memory.  A
  step of `gang`.
- `peel.py`: Peels the one iteration out of a loop that the others depend on.  A step of `gang`.
- `early_ends.py`: Loops over rows that may end early: where they end is found first, so that lanes can share the
  rest.  A step of `gang`.
- `gang_entries.py`: The functions in which work-items share iterations: what `gang` makes when kernels are
  lowered.
- `counted_body.py`: The code of a shared loop with counters: tiles of iterations, of which each lane has one, in
  order.
- `body.py`: The body of an iteration that MRT_LANES work-items share, from the plan for it.
- `atomic_loops.py`: Inner loops that only count in an array, as `rank[key[k]]++`: parallel, once the updates are
  atomic.
- `interleave.py`: The lanes of a work-group's iterations alternate, so that their recurrences run in one warp.
- `wavefront.py`: Nests whose iterations wait for neighbours are shared out along their diagonals.
"""
