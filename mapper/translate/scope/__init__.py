"""The state of a kernel in the making: names, types, device functions, and what pointers represent.

- `scope.py`: The state of one kernel while it is made: names, parameters, types, device functions.
- `frame.py`: One function body while it is lowered: the kernel's own, or that of a device function.
- `names.py`: Names in kernels: all different, and none that OpenCL C gives another meaning.
- `groups.py`: The work-group's shape of kernels whose work-items have large private arrays.
- `part.py`: What lowers one kind of expressions and statements of a frame, and gives all others back to
  `Expressions`.
- `functions.py`: Device copies of the user's functions, one for each combination of address spaces that calls
  need.
- `device_types.py`: Which types a kernel may use, and the declarations of those that it uses.
- `alignments.py`: How types are aligned on the device, and which objects may be at other addresses.
- `stops.py`: Error paths: code that only the host can run, and that an iteration reaches under a condition.
- `host_paths.py`: What the pointers of a body represent on the host.
"""
