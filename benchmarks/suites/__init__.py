"""Programs of other people, named in a table of the user's: built with gcc and mapper-cc, run, compared.

- `table.py`: the table.
- `outputs.py`: what programs print.
- `measure.py`: builds and runs.
"""
