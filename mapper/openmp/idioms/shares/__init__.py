"""Loops whose iterations the threads of a region deal out by their numbers.

- `dealt.py`: Loops whose iterations the threads of a region deal out by hand become work-shared loops, with
  `nowait`.
- `workers.py`: Calls of functions in which threads share out loops by their numbers become the statements of these
  functions.
- `asking.py`: Functions that say what OpenMP's library says: a thread's number, how many threads there are or may
  be.
- `parts.py`: Elements that a loop finds by pointers to its thread's part are elements of the whole.
- `deals.py`: Bounds of loops as functions of the thread's number: do the parts of all threads make one range?
- `heads.py`: The heads of these loops.
- `values.py`: The values of expressions in a thread, and what statements do to its variables.
- `offsets.py`: A loop over the length of a thread's part that adds where the part begins counts from there.
- `owners.py`: Which thread has an iteration of a loop that is dealt out by hand, as an expression of the
  counter.
- `cases.py`: Values of expressions in a thread, by cases: polynomials with the conditions under which each is
  the value.
- `own_parts.py`: What a thread computes from its number for the next statements alone is in a block with these.
- `stored_sums.py`: What a thread adds up for itself and stores by its number is added up where it is stored.
"""
