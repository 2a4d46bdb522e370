"""The frame of all passes: what a pass is, its flags, and the check of every kernel it makes.

- `base.py`: What a transformation is: a name, and a function from a kernel to a better kernel or to a refusal.
- `contract.py`: What kernels may have that not every transformation is made for; each states which of it
  it accepts.
- `flags.py`: The words of command lines and of the environment that choose transformations.
- `check.py`: What must hold for every kernel: the invariants of `mapper.ir.program.kernel`, tested after each
  transformation.
- `forms.py`: The code of a kernel's other forms, with the names that each part of it finds; `check.py` reads it.
- `entries.py`: The functions of lowered kernels that no one transformation makes: those for blocks, and the plain
  ones.
- `distinct.py`: What transformations say of the buffers that they take for different memory (`Kernel.assumed`).
- `linked_rows.py`: Tables that lead to the same rows: those of structures, and of others that a pointer in these
  leads to.
- `numbered.py`: Dimensions get other numbers: the kernel's list of them, and what its body calls them.
- `trust.py`: Subscripts that are taken to stay in the rows of flat arrays, where the host can make sure of it.
"""
