"""Preprocessed text as tokens with their places, and the way back to the user's text.

- `compiler.py`: Runs the user's own C compiler: its preprocessor, and its opinion on whether the source is valid
  C.
- `data_model.py`: Targets and flags for which types or operations are not what mapper takes them for.
- `lexer.py`: Splits preprocessed C into lexemes that know their file and line, and keeps account of the macros.
- `columns.py`: Gives each preprocessed lexeme its exact column, and says which ones come out of a macro.
- `macros.py`: What is known of the macros that are defined at a place: their form, and how many lexemes a use
  makes.
- `written_out.py`: Macro uses that hold an OpenMP construct in their midst are written out, so that it can be
  replaced in the text.
- `rawsource.py`: Splits a user's source file, as it is on disk, into tokens with their exact places.
- `ranges.py`: The way back from tokens to the user's text: which range they occupy, and where something may be
  put.
- `header_functions.py`: Leaves out the functions of headers that a unit does not use.
- `include_lines.py`: The `#include` lines of a unit: which reading each makes, and the lines by which a file is
  read only once.
- `cursor.py`: Lexemes that are read one after the other while others are written in their places.
"""
