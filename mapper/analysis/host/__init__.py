"""The plan by which host code announces its accesses to memory that devices hold.

- `plan.py`: Plans how host code announces its accesses to memory that devices may hold a newer copy of.
- `walk.py`: The walk over driver functions that places the announcements (see `mapper.analysis.host.plan`).
- `leading.py`: The nodes of a function in which a region may run on the device.
- `moves.py`: Statements of the host's that copy from array to array, or set an array to zero, as a device could
  do.
- `beside.py`: What expressions access beside calls that lead to regions, and which of that are single
  elements.
- `touched/`: Which parts of objects host code touches, in symbolic values that are known before it.
- `arguments.py`: What host calls touch through arguments that name no variable, as rows that a table of pointers
  leads to.
- `shifts.py`: Statements of the host's that may move a pointer out of its memory: `return v - first;` behind
  `v = malloc(n)`.
- `lowered.py`: Expressions that move a pointer: what they begin with, and whether they may lead to before that.
- `sends.py`: Where the host has written an array for the last time before a region reads it on the device.
- `pieces.py`: The announcements that code needs: under which names, and which still hold (see
  `mapper.analysis.host.plan`).
- `objects.py`: Which objects device code uses, and which of them can't be kept on a device between launches.
- `reasons.py`: Why an object can't stay on a device between launches, and what its author can do about it.
- `names.py`: Expressions that name, at one place, the memory that code after that place touches.
- `text.py`: Where in a unit's text something can be put: before statements, around them, before expressions in
  heads.
- `parts.py`: Host statements that touch elements or stretches of the memory that devices use, which then move
  alone.
- `short_loops.py`: Loops of the host's that may have few iterations: the single elements that they touch move
  alone.
"""
