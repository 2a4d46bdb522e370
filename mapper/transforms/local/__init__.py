"""Local memory: tiles, halos, staged arrays, counters of a work-group.

- `columns.py`: Columns of a gang's arrays lie one behind the other, and those that hold one constant are left out.
- `tile.py`: Loops like those of matrix products run over blocks that a work-group stages in local memory.
- `tile_plan.py`: Where a kernel computes like a matrix product: the loop, what is read in it, and the statements
  around it.
- `tile_body.py`: The code of a tiled loop: what a work-item runs for its part of a work-group's block.
- `halo.py`: Neighbouring iterations share what they read around their places, in registers or in local memory.
- `stage.py`: What all work-items of a group read in a loop goes through local memory, a part of the loop at a
  time.
- `halo_plan.py`: Which reads of a kernel a work-group can share: arrays that are read around each iteration's own
  place.
- `offsets.py`: Sets of offsets with constant bounds, as points and as boxes.
- `coordinates.py`: Subscripts as coordinates that one dimension of a kernel moves each, and functions of counters
  as text.
- `staged.py`: What transformations that stage windows share: groups, names, and code with tiles in the places of
  reads.
- `staging.py`: What a work-group copies of an array to local memory, and the code that copies and finds it.
- `privatize.py`: Work-groups count in local memory, and add what they counted to global memory at the end.
- `counting.py`: The code of kernels whose work-groups count in local memory: a step of `privatize` behind all
  transformations.
- `local_rows.py`: A step of `privatize`: the counters that an iteration clears, counts in and sums up are in
  local memory.
- `batched_loads.py`: Loops that count in local memory find several counters before they count, so that their loads
  don't wait for it.
- `multisplit.py`: What iterations store by a counter is sorted in local memory first, to be stored together.
- `ordered_entries.py`: The functions of kernels whose iterations count in the order of their thread
  (`ir/forms/ordered.py`).
- `ordered_sums.py`: The pass of kernels that count in order in which each counter is added up over the parts of
  its thread.
- `multisplit_tiles.py`: The last pass of kernels that count in order, if work-groups sort what they store.
"""
