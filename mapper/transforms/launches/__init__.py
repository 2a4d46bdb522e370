"""Between launches: sequential loops, scalars that stay on the device, batches of launches.

- `hyperplanes.py`: A sequential loop over planes with a pipeline in each is one over hyperplanes of all three
  loops.
- `sweep.py`: A sequential loop of a region runs in one kernel, with all work-shared loops in it.
- `scalars.py`: Sums, and what the host computes from them between two launches, stay on the device.
- `assignments.py`: Gives each assignment of a chain of launches to a kernel that runs it: see
  `mapper.transforms.launches.scalars`.
- `batch.py`: Launches of one kernel that follow each other directly become one.
- `repeats.py`: Which regions a sequential loop of serial code repeats, with only numbers computed in between.
- `batch_entry.py`: The function that runs many launches of a kernel, one step each: what `batch` makes when
  kernels are lowered.
- `grid_stride.py`: The grid-stride function of a kernel: a work-item runs several iterations; for reductions
  and large arrays.
- `cell_code.py`: The code over cells: scalars that are in the device's memory while a chain of kernels runs
  (`ir.program.cells`).
"""
