"""Rows of sparse matrices: how many work-items share a row, and equal shares of all rows.

- `schedule.py`: How many work-items share a row of a sparse matrix is chosen by the mean length of rows at run
  time.
- `collapse.py`: Work-groups take equal shares of the elements of all rows, where these differ in length.
- `collapse_entries.py`: The four functions in which work-groups take equal shares of all rows' elements.
"""
