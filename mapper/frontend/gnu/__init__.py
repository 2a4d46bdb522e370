"""GNU C and old C, written as the standard C that pycparser reads.

- `normalise.py`: Rewrites GNU words as standard C that pycparser reads, lexeme by lexeme.
- `layouts.py`: What changes the layout of types: attributes, alignments and `#pragma pack`, noted where types are
  written.
- `spellings.py`: Words that are nothing but another spelling of standard C.
- `attributes.py`: Which GNU attributes matter to the compiler, and the words of declarations around them.
- `literals.py`: Constants in forms that pycparser reads: GNU suffixes of numbers, and escapes that only compilers
  take.
- `old_c.py`: Writes the `int` that old C leaves out, and declares the names that compilers know by themselves.
- `markers.py`: The names that are in the tree for GNU constructs which pycparser has no node for.
- `rewrite.py`: Replaces the GNU expressions that pycparser keeps by standard ones.
- `purity.py`: Which functions of a unit do nothing but compute a value, as far as their text shows.
- `user_pragmas.py`: `#pragma mapper`: where a parallel construct is to run, and which pointers do not alias in it.
- `link_names.py`: What a unit says to the assembler and the linker of its names: labels, aliases, sections,
  file-scope assembly.
"""
