"""The C text around one region: decide, device path, otherwise the original.

- `announce.py`: The plan of host accesses as text: what is inserted, and where.
- `region.py`: The text around one parallel region: decide, device version, otherwise the original.
- `later.py`: Reductions whose results the host needs only behind the regions that follow.
- `device_body.py`: The device path of a parallel region, and of the functions that its threads call: as the
  initial thread runs it.
- `announced_code.py`: Host code of the device path: each statement is behind an announcement of the memory
  that it may touch.
- `own_variables.py`: The thread's own variables on the device path: new ones for names that a construct makes
  private.
- `host_code.py`: What the host's own statements inside a region announce on the device path.
- `cpu_loop.py`: Loops and sections of a region as OpenMP constructs of their own, for the device path of the
  region.
- `strips.py`: Strip-mining of a loop on the CPU, so that an execution that takes long can be broken off.
- `clearing.py`: Statements by which each thread sets its row of an array to zero: the device does that where it
  has the array.
- `running_sums.py`: Short loops of the host that form running sums in place: the device does that where it has the
  array.
- `team.py`: The device versions of team functions, for the end of the emitted file, where all types and names are
  known.
- `launches/`: The C text of one launch: iteration counts, arguments, the call, and what comes back.
"""
