"""Memory of each thread's own in a region: sums in it, and scratch memory.

- `own_memory.py`: Memory of each thread's own in a region: how large it is, and which statements of the region are
  about it.
- `allocators.py`: Calls in regions of functions that only allocate or free memory are calls of the C library's
  functions.
- `own_atomics.py`: Atomic operations on variables that no other thread can reach are plain ones.
- `own_lists.py`: Lists that threads fill in memory of their own, and append to a shared one, are filled in that
  one.
- `list_merges.py`: How threads append lists of their own to shared ones behind a loop: in `critical`, or at places
  that they take.
- `own_sums.py`: What each thread adds up in memory of its own, and then in a shared array, is added up in that
  array.
- `table_blocks.py`: Pointers to blocks that threads also keep in a table by their numbers are the elements of that
  table.
- `scratch.py`: Memory that each thread allocates before a work-shared loop is allocated by each iteration
  instead.
- `pointer_copies.py`: Pointers of a region that others take their values from, and copies of statements under
  other names.
- `private_pointers.py`: Private pointers of a region that its threads set to what they allocate: as if the region
  declared them.
- `allocations.py`: Statements of a region that allocate memory of a thread's own, fill it, free it, or act where
  there is none.
"""
