"""From tokens to the tree of a unit.

- `parse.py`: Hands the normalised lexemes to pycparser, one a line, and places its errors in the user's source.
- `recover.py`: Parses what pycparser understands of a unit; what it doesn't costs a function or a declaration, not
  the unit.
- `linkage.py`: Linkage of later declarations: what is `static` once is so in all of the file.
- `unnamed.py`: Names for the parameters that a definition leaves without one, as C23 allows.
- `extents.py`: Finds the first and last token of every statement and declaration.
"""
