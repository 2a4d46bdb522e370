"""Threadprivate variables: whether the program may read what a region leaves in a thread's copy.

- `threadprivate.py`: Threadprivate variables: where each thread's own copy outlives a loop, and where that
  matters.
- `thread_variable.py`: One threadprivate variable of a program, and what writes it.
- `thread_flow.py`: Follows a threadprivate variable through a region, and through the functions that this
  calls.
- `serial_reads.py`: Whether serial code may read what a region leaves in the initial thread's copy of a
  threadprivate variable.
"""
