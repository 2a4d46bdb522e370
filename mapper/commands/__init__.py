"""One file a command: each makes values of its arguments, calls the stages, and reports the result.

- `app.py`: The sub-commands of `mapper` for typer; each is one thin function.
- `compile.py`: `mapper compile`: C files in; an executable out, or with --emit one of the texts on the way to it.
- `translation.py`: The translation behind `mapper compile`: options in; messages, the texts that were asked for,
  and objects out.
- `written.py`: Writes the texts that `mapper compile` was asked for, made now or kept from an earlier time.
- `arguments.py`: The command line of `mapper compile`, read as gcc reads its own: any order, `-DX` or `-D X`.
- `features.py`: `mapper features`: what the regions of C files cost, as expressions or as numbers.
- `kernel_features.py`: `mapper features kernel.cl`: what the kernels of an OpenCL C file cost, for one ND-range.
- `training/`: Commands that measure programs and devices, and that make and judge models.
- `explain.py`: `mapper explain`: what a code means, or all that is known about one loop of a program.
- `page.py`: `mapper report`: a program as one HTML page: its source, and beside it verdicts and measured times.
- `reference/`: The commands as data, and what is made of that: the manual page, and completions for shells.
- `consoles.py`: What commands print on: lines are wrapped on terminals alone.
- `doctor.py`: `mapper doctor`: what is installed, what is missing, and the fix for each fault.
"""
