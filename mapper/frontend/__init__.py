"""C source text -> `Unit`: tokens, tree, and the way back to the user's text.

- `load.py`: The front end's one entry: C source text -> `Unit`.
- `tokens/`: Preprocessed text as tokens with their places, and the way back to the user's text.
- `gnu/`: GNU C and old C, written as the standard C that pycparser reads.
- `tree/`: From tokens to the tree of a unit.
"""
