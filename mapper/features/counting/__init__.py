"""Counting what one launch of a kernel, or a loop on the CPU, does.

- `counts.py`: Counts what one kernel does, over all its work-items, as expressions of values known on the host.
- `totals.py`: Sums and multiples of counts: numbers of operations by their features' names.
- `calls.py`: Functions that count as one operation of arithmetic, as none, or as an atomic update.
- `phases.py`: Conditions that hold in nearly all work-items: those of rows that begin with one of their first few
  elements.
- `sequential.py`: Counts what a work-shared loop does as the source writes it, which is what a thread of the CPU
  executes.
- `sparse_rows.py`: How long the rows of a sparse matrix are: loops from `start[i]` to `start[i + 1]`.
- `processors.py`: What functions of the C library, and divisions of integers, cost a processor.
- `chains.py`: How long an iteration of a loop waits for the one before: the longest chain of operations between
  both.
- `shared_lines.py`: Writes to cache lines that other threads write at the same time: false sharing.
- `chosen.py`: Which loops' kernels run where the host chooses: the parts of an iteration, or one kernel for the
  whole.
- `execution.py`: What one iteration of a kernel executes, and how neighbouring work-items access memory together
  meanwhile.
- `neighbours.py`: How neighbouring work-items access a kernel's arrays together, as GPUs run it.
- `knowledge.py`: What the code of a work-item says of its variables' values, followed statement by statement.
"""
