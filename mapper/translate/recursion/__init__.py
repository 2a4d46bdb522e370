"""Functions that call themselves: OpenCL C has no recursion, so each becomes a loop with a stack of frames.

- `blocks.py`: Basic blocks of lowered functions that call each other, which end with these calls.
- `liveness.py`: Live variables: which have a value at a block's beginning that may be read.
- `parameters.py`: Parameters that each call of a function by itself hands on as they are.
- `frames.py`: The loop: blocks as the cases of a `switch`, variables that live across calls in frames.
"""
