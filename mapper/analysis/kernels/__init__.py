"""The reads and writes of finished kernels: dependences and coalescing.

`walk.collect(kernel, symbols)` walks a kernel, device functions included.  It gives each read and write with its
subscripts and its domain as isl objects; `relations/accesses.py` is the manual.
`relations/dependences.py` (is a loop parallel, which reads are exposed) and `relations/coalescing.py` use it.
Passes ask these two whether they may change a kernel.

- `walk.py`: Walks a kernel's body, and the device functions that it calls, in execution order: `collect(kernel,
  symbols)`.
- `loop_state.py`: What variables hold at the beginnings and ends of loops, in a walk over a kernel.
- `lists.py`: Arrays that are lists or stacks: wherever the count of a list grows, the element behind its end is
  written.
- `kernel_types.py`: The types of expressions in a kernel, where types and members are spelled as devices know
  them.
- `inputs.py`: What a kernel gets from the host: its parameters, the bounds of its dimensions, and conditions on
  both.
- `assigned.py`: What a statement assigns on all ways through it, in trees of the source and of kernels alike.
- `loops.py`: Counting loops in the code of kernels, read from their `for` statements.
- `switches.py`: The ways of a `switch` of which one excludes the others: each ends with a jump.
- `evaluation/`: The code of kernels, evaluated symbolically: state, expressions, conditions, comparisons.
- `forms.py`: Symbolic integer values: piecewise affine functions of named symbols, times products of parameters.
- `subscripts.py`: How the code of a kernel names its buffers: where they are subscripted all the way down to an
  element.
- `members.py`: Members of structures that a kernel does not write, though it writes others of the same structures.
- `relations/`: Accesses as values, pairs of them, dependences between iterations, and coalescing.
"""
