"""The code of kernels, evaluated symbolically: state, expressions, conditions, comparisons.

- `arithmetic.py`: Values in a walk over a kernel: which symbols there are, what is known of them, and
  arithmetic with them.
- `places.py`: The state of a walk over a kernel: which objects pointers lead to, and which accesses there are.
- `expressions.py`: Evaluates the expressions of kernels symbolically, and notes the reads and writes that
  they make.
- `conditions.py`: Conditions of kernels that no numbers decide: one that is tested again, with nothing
  changed, holds again.
- `comparisons.py`: Where symbolic integer values are in ranges, and compare as they are asked to.
"""
