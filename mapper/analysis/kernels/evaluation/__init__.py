"""The code of kernels, evaluated symbolically: state, expressions, conditions, comparisons.

- `values.py`: The state of a walk over a kernel: what names hold, which symbols there are, and arithmetic
  with them.
- `expressions.py`: Evaluates the expressions of kernels symbolically, and notes the reads and writes that
  they make.
- `conditions.py`: Conditions of kernels that no numbers decide: one that is tested again, with nothing
  changed, holds again.
- `comparisons.py`: Where symbolic integer values are in ranges, and compare as they are asked to.
"""
