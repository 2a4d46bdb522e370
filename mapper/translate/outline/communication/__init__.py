"""What iterations of a loop learn of each other while they run: atomic objects, spin locks, published data.

- `observed.py`: What iterations of a loop see of each other while they run: the objects of atomic operations.
- `atomics.py`: Atomic operations, which are functions and constructs: what they change, and values that nothing
  uses.
- `members.py`: Members of structures in the same memory as objects of atomic operations, that are none of these
  objects.
- `swaps.py`: Compare and swap in loops: which object, what is expected of it, and whether that was found
  there.
- `waiting.py`: Loops inside iterations that may wait for another iteration: spin locks, and flags that others
  set.
- `published.py`: Data that one iteration stores and another one reads, after an atomic operation has shown
  that they are there.
- `branches.py`: Branches on what other iterations have done, and the code of an iteration that runs only
  behind such ones.
"""
