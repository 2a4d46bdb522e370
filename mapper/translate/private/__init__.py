"""Variables that each iteration or thread has of its own.

- `own_variables.py`: Variables that each iteration of an outlined loop, or each thread, has of its own: how they
  begin and end.
- `one_sided.py`: Scalars that begin with a value, which iterations either read or replace.
- `linear_variables.py`: `linear` variables of work-shared loops: in each iteration such a variable begins where
  its number says.
- `private_arrays.py`: Private variables, and where arrays among them are that are too large for private memory, or
  that vary in size.
- `own_blocks.py`: Blocks that an iteration allocates for itself: `double *t = malloc(n * sizeof *t)` is an array
  of its own.
- `restored.py`: Private variables that iterations leave as they found them: a count that is 0 before the loop and
  behind each.
- `set_once.py`: Variables that one statement sets before all that reads them: `t = malloc(n); ...; free(t); t =
  NULL;`.
- `elementwise.py`: Loops over all elements of an array.
- `liveness.py`: May a private variable be read before it is written?  A definite-assignment walk over structured
  code.
- `last_values.py`: Whether the program may read what a loop leaves in a scalar that no pointer leads to.
- `proof.py`: What is to be proved of a kernel's work-items, by `mapper.analysis.kernels.relations.dependences`,
  device functions included.
- `same_steps.py`: Private variables that all iterations of a loop use in the same way: the same accesses, in the
  same order.
- `threadprivate/`: Threadprivate variables: whether the program may read what a region leaves in a thread's
  copy.
"""
