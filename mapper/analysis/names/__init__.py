"""Names and types of one unit: symbols, scopes, C's type rules, constants, data sharing.

- `symbols.py`: Semantic analysis of a unit: what each identifier means, and the type of each expression.
- `resolution/`: Identifiers to symbols, declarations to types: the walk over a unit, and what it does at each
  declaration.
- `scopes.py`: Symbols and the scopes that hold them: what an identifier means at a place of a unit.
- `types.py`: Conversions between C types: promotions, usual conversions, decay, compatibility (C11, 6.2.7 and
  6.3).
- `expression_types.py`: The type of every C expression (C11, 6.5), by the conversions of
  `mapper.analysis.names.types`.
- `constants.py`: The value of integer constant expressions (C11, 6.6), in the types and with the wrap-around of C.
- `clause_constants.py`: `collapse` and `ordered` with an enumerator or `sizeof`, whose value is known where names
  have a meaning.
- `layout.py`: Sizes, alignments and member offsets of C types in the LP64 data models of x86-64 and AArch64 Linux.
- `bitfields.py`: Members of structures that are bit-fields.
- `libc.py`: Which functions of the C library and of GCC the device has too, and the types of GCC's built-in
  functions.
- `sharing.py`: Data-sharing attributes: which variables of a construct are shared and which are private (OpenMP
  3.1, 2.9.1).
- `region_copies.py`: Threadprivate variables that are as good as private ones: each region that uses them gives
  them values first.
- `sharing_check.py`: Errors in data-sharing clauses that need the meaning of names: E014, in gcc's words.
"""
