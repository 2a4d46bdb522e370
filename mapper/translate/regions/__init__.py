"""Parallel regions and the code of their teams: which loops there are, and what threads run between them.

- `regions.py`: Parallel regions: which there are, and what becomes of each loop in them.
- `orphans.py`: Orphaned work-shared loops that serial code comes to: regions of their own, where they are proved
  parallel.
- `user_pragmas.py`: What follows from `#pragma mapper`: the verdicts on regions and loops, and pointers that do
  not alias.
- `directives.py`: Which directives and clauses the translation understands, and the verdict on those that it
  doesn't.
- `phases.py`: Team phases: a work-shared loop with what threads carry along in it, and the merges right behind it.
- `replicated.py`: The code of a region that every thread runs, between its work-shared loops.
- `teams.py`: Team functions: what the threads of a region call together, because it holds work-sharing of its own.
- `team_code.py`: Code that each thread of a team runs: the body of a region, or of a function that regions call.
- `sweeps.py`: Kernels that run a sequential loop of a team with all work-shared loops in it.
- `sequential_loops.py`: Sequential loops of a team that hold work-shared ones, and little else; trees in which
  these change places.
- `first_thread.py`: Code for the thread with number 0: `if (omp_get_thread_num() == 0)` means what `master` does.
- `hosted.py`: Functions that one thread of a region calls between loops, and that touch single elements of arrays.
"""
