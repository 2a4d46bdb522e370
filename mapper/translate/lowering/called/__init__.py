"""Calls inside kernels, and the functions that they lead to.

- `calls.py`: Calls inside kernels: the device's own functions, device copies of the user's, and what can't be
  called.
- `conditional_calls.py`: Calls that come before their statement, in operands that are evaluated under a condition.
- `function_tables.py`: The functions in a table that nothing changes, out of which each iteration takes another
  one.
- `function_values.py`: Pointers to functions that differ between iterations: in kernels they are the addresses on
  the host.
- `number_texts.py`: `strtol`, `strtod` and their like: the number that a text begins with, and a pointer behind
  it.
"""
