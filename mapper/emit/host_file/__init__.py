"""One unit of the program as C: the user's text with our pieces, and its static data.

- `host.py`: One unit of the program as C: the user's text, with a device version put before each region that has
  one.
- `placing.py`: Which regions the emitted program can't hold twice, and why: they are kept, with a remark.
- `included.py`: Which `#include` lines give way to the text of what they include, so that it can get pieces.
- `verify.py`: The safety net of emission: the user's part of the emitted file must be the user's program, token by
  token.
- `clocks.py`: The program's questions about the time, which wait for the device: `mapper/runtime/process/clocks.c`
  answers them.
- `messages.py`: The program's messages by MPI, which announce themselves: `runtime/mapper_rt_messages.h` has the
  functions.
- `blocks.py`: Calls that allocate and free memory in libraries: `runtime/mapper_rt_blocks.h` keeps the registry of
  blocks.
- `own_names.py`: Functions and variables of the program that have the names of system functions.
- `expect.py`: What the emitted program announces of its later executions.
- `addresses.py`: The variables of the file scope that loops of other files use: each has a pointer to it that all
  files see.
- `borrowed.py`: The definitions of structures that a unit borrows from others, so that its launches can look into
  them.
- `descriptors.py`: The static data of an emitted file: the descriptors of `mapper_rt_descriptors.h`, of its
  regions and kernels.
"""
