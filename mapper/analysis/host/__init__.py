"""The plan by which host code announces its accesses to memory that devices hold.

- `plan.py`: Plans how host code announces its accesses to memory that devices may hold a newer copy of.
- `walk.py`: The walk over driver functions that places the announcements (see `mapper.analysis.host.plan`).
- `leading.py`: The nodes of a function in which a region may run on the device.
- `moves.py`: Statements of the host's that copy from array to array, or set an array to zero, as a device could
  do.
- `touched/`: Which parts of objects host code touches, in symbolic values that are known before it.
- `arguments.py`: What host calls touch through arguments that name no variable, as rows that a table of pointers
  leads to.
- `sends.py`: Where the host has written an array for the last time before a region reads it on the device.
- `pieces.py`: The announcements that code needs: under which names, and which still hold (see
  `mapper.analysis.host.plan`).
- `objects.py`: Which objects device code uses, and which of them can't be kept on a device between launches.
- `reasons.py`: Why an object can't stay on a device between launches, and what its author can do about it.
- `names.py`: Expressions that name, at one place, the memory that code after that place touches.
- `text.py`: Where in a unit's text something can be put: before statements, around them, before expressions in
  heads.
- `pointers/`: Statements that may move a pointer out of its memory, which is announced.
- `parts/`: Elements and stretches that host code touches, which move alone.
"""
