"""Units -> `Program`: parallel regions, and for each work-shared loop a kernel or the reason why there is none.

- `program.py`: The translation as a whole: bound units -> `Program`.
- `common/`: What all parts of the translation use: the program's context, refusals, uses and updates of variables.
- `loops/`: Work-shared and sequential loops as the source writes them: headers, schedules, parts of variables.
- `regions/`: Parallel regions and the code of their teams: which loops there are, and what threads run between
  them.
- `outline/`: Outlining: from a work-shared loop to a `Kernel`.
- `scope/`: The state of a kernel in the making: names, types, device functions, and what pointers represent.
- `library/`: Functions of the C library inside kernels that OpenCL C does not have.
- `recursion/`: Functions that call themselves: OpenCL C has no recursion, so each becomes a loop with a stack of
  frames.
- `lowering/`: Expressions and statements of the source as OpenCL C.
- `memory/`: A kernel's buffers: which there are, how far it reaches in each, and which may overlap.
- `private/`: Variables that each iteration or thread has of its own.
- `merging/`: Values that threads merge: accumulators, reductions of arrays, `critical` and `atomic` updates.
- `threads/`: Code that depends on the thread's number.
"""
