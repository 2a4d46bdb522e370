"""Histograms: work-groups count in local memory, or sort what they store by counters.

- `accumulate.py`: What each thread adds up in an array of its own is added up in one array for all threads.
- `privatize.py`: Work-groups count in local memory, and add what they counted to global memory at the end.
- `counting.py`: The code of kernels whose work-groups count in local memory: a step of `privatize` behind all
  transformations.
- `replicas.py`: Which arrays a kernel only adds to, so that work-groups may add to replicas of them: a step of
  `privatize`.
- `replicated_entry.py`: The code of kernels whose work-groups add to replicas of short arrays: a step of
  `privatize` behind all passes.
- `local_rows.py`: A step of `privatize`: the counters that an iteration clears, counts in and sums up are in
  local memory.
- `batched_loads.py`: Loops that count in local memory find several counters before they count, so that their
  loads don't wait for it.
- `multisplit.py`: What iterations store by a counter is sorted in local memory first, to be stored together.
- `ordered_entries.py`: The functions of kernels whose iterations count in the order of their thread
  (`ir/forms/ordered.py`).
- `ordered_sums.py`: The pass of kernels that count in order in which each counter is added up over the parts of
  its thread.
- `multisplit_tiles.py`: The last pass of kernels that count in order, if work-groups sort what they store.
"""
