"""One file a command: each turns its arguments into values, calls the stages, and says what came of it.

- `app.py`: The sub-commands of `mapper` for typer; each is one thin function.
- `compile.py`: `mapper compile`: C files in; an executable out, or with --emit one of the texts on the way to it.
- `translation.py`: The translation behind `mapper compile`: options in; messages, the texts that were asked for,
  and objects out.
- `written.py`: Writes the texts that `mapper compile` was asked for, made now or kept from an earlier time.
- `arguments.py`: The command line of `mapper compile`, read as gcc reads its own: any order, `-DX` or `-D X`.
- `features.py`: `mapper features`: what the regions of C files cost, as expressions or as numbers.
- `kernel_features.py`: `mapper features kernel.cl`: what the kernels of an OpenCL C file cost, for one ND-range.
- `train.py`: `mapper train`: measure this machine and make a model for it.
- `train_micro.py`: The part of `mapper train` that predicts a platform by micro-benchmarks alone.
- `train_relayout.py`: The part of `mapper train` that measures when copies of arrays in another order pay.
- `evaluate.py`: `mapper evaluate`: a report of how well a platform's model chooses for programs that it has not
  seen.
- `model.py`: `mapper model show`: a model as a page for people.
- `tune.py`: `mapper tune`: runs a mapped program so that it measures shapes of work-groups and remembers the best.
- `tune_device.py`: `mapper tune --device`: measures what the model of the device needs to know, and remembers it.
- `explain.py`: `mapper explain`: what a code means, or all that is known about one loop of a program.
- `page.py`: `mapper report`: a program as one HTML page: its source, and beside it verdicts and measured times.
- `described.py`: The commands of `mapper` with their options, as their help has them: for shells, and for the
  manual page.
- `completion.py`: `mapper completion`: scripts that let shells complete commands and options.
- `manual.py`: `mapper man`: the manual page of all commands, as text for man(1).
- `doctor.py`: `mapper doctor`: what is installed, what is missing, and the fix for each fault.
"""
