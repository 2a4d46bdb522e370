"""Further forms of a kernel's body, as records that a pass makes and the printer writes.

- `form.py`: What every form of a kernel has: the base of the records in this package.
- `entry.py`: The `__kernel` functions of a lowered kernel, one for each way to run its iterations.
- `gang.py`: The form of a kernel's body in which neighbouring work-items share one iteration.
- `blocks.py`: The form of a kernel's body in which a work-group computes a block of iterations together.
- `ordered.py`: Loops whose iterations count in the order that they have in their thread: what their work-groups
  do.
- `collapsed.py`: The form of a loop over rows of elements in which work-groups take equal shares of all rows'
  elements.
- `counters.py`: Counters that work-items of GPUs change in local memory first.
- `replicated.py`: Short arrays that iterations only add to: work-groups add to replicas of them in local memory
  first.
- `batched.py`: The form of a kernel that runs many launches which follow each other as one.
- `expanded.py`: Private arrays in global memory: the address space of pointers into them, and what a kernel gets
  of each.
"""
