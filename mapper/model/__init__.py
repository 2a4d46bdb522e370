"""Trained decision trees: reading and checking them, and printing them as C.  Nothing is trained here.

- `tree.py`: Models as values: one decision tree or the sum of several, and what they say of a kernel's features.
- `document.py`: The JSON form of models.
- `store.py`: Where models live: those that the user trained, and those that come with mapper.
- `as_c.py`: Models as C: the functions and tables that `struct __mrt_program` of the run-time library points to.
"""
