"""Outlining: from a work-shared loop to a `Kernel`.

- `outline.py`: Outlining: from a work-shared loop to a `Kernel`.
- `outlining.py`: What outlining a loop works on: the loop, the scope of the kernel, and what its body gets around
  it.
- `iterations.py`: The iteration space of an outlined loop: dimensions of the ND-range, or virtual threads with a
  part each.
- `loop_buffers.py`: The memory of an outlined loop: its buffers, how far it reaches in each, and what must not be
  reached twice.
- `privatization.py`: Scalar privatization: shared variables that each iteration assigns before it reads them.
- `other_memory.py`: Memory that must be different for a loop to be right: pairs of buffers that each launch
  compares.
- `thread_numbers.py`: Loops whose body asks for the thread's number: each iteration finds out which thread it
  belongs to.
- `thread_blocks.py`: Scratch in blocks of threads: each iteration gets a block of its own, where it fills what it
  reads.
- `races.py`: Scalars whose value depends on how many threads there are.
- `communication/`: What iterations of a loop learn of each other while they run: atomic objects, spin locks,
  published data.
- `last_rows.py`: Which row of collapsed loops holds the last iteration, where rows may be empty.
- `pipelines.py`: What must be proved of pipelines that go by diagonals of tiles
  (`mapper.openmp.idioms.pipelines`).
"""
