"""Between launches: scalars that stay on the device, and batches of launches.

- `scalars.py`: Sums, and what the host computes from them between two launches, stay on the device.
- `assignments.py`: Gives each assignment of a chain of launches to a kernel that runs it: see
  `mapper.transforms.launches.scalars`.
- `batch.py`: Launches of one kernel that follow each other directly become one.
- `batch_entry.py`: The function that runs many launches of a kernel, one step each: what `batch` makes when
  kernels are lowered.
"""
