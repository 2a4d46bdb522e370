"""What becomes of the source: regions, their kernels, and the plan of host accesses.

- `region.py`: Parallel regions, the phases that they are cut into, and the verdict on each work-shared loop.
- `kernel.py`: A kernel: one work-shared loop as a function over an ND-range, with everything that a launch needs.
- `assumptions.py`: What a kernel takes for granted of its arguments, and the run-time library checks before each
  launch.
- `iteration.py`: The code with which a work-item finds one of a kernel's iterations by its number.
- `host_plan.py`: The plan by which host code announces its accesses to device-used memory (see
  `docs/memory.md`).
- `checks.py`: What a kernel checks that is made with `--safe`: the places of its checks, and whose writes must not
  collide.
- `cells.py`: Scalars of the host that live in the device's memory for a while, and the statements over them that
  kernels run.
"""
