"""Local memory: tiles, halos, staged arrays.

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
"""
