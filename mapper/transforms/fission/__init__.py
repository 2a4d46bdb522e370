"""Loop fission: several kernels of one loop.

- `distribute.py`: Statements and loops that are side by side in an iteration become kernels of their own.
- `partition.py`: Cuts an iteration into parts: which statements stay together, and what each part needs.
- `statement_groups.py`: Groups of an iteration's statements, and statements that move over loops to the group
  before.
- `program.py`: Distributes the loops of a whole program: makes work loops of the further parts of a loop.
- `scalar_expansion.py`: Scalar expansion: a private variable whose value goes from one part of an iteration to
  later ones.
- `iteration_sums.py`: What each iteration adds to a reduction is in memory, where lanes share the iteration then.
- `array_expansion.py`: Array expansion: an iteration's own array, of which one part needs what another one leaves,
  is in memory.
- `extract.py`: A part of a kernel: some of its statements in a kernel of their own, with what these need and no
  more.
"""
