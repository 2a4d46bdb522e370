"""Pragma text -> `Directive`, bound to the statement after it, and checked by the standard's rules.

- `parse.py`: Pragma text -> `Directive`.
- `syntax.py`: The syntax of OpenMP directives: text -> the tree of a directive, by recursive descent.
- `clauses.py`: The tree of a clause -> `Clause`.
- `expressions.py`: C expressions inside clauses: text -> pycparser tree, by way of a function that returns the
  expression.
- `tree.py`: The words of a pragma, and what they are parts of.
- `places.py`: Where the words of a pragma are in the user's file.
- `unparse.py`: `Directive` -> pragma text, the inverse of `parse_directive`.
- `bind.py`: Binds directives to statements: each OpenMP pragma and the statement after it become one `Omp` node.
- `shape.py`: What kind of statement a directive needs after it.
- `variants.py`: `declare variant`: a call of such a function may call any of its variants, as the C compiler
  chooses.
- `idioms/`: Idiom recognition: work that threads share by hand becomes the OpenMP constructs that say so.
- `rules.py`: Which clauses each directive of OpenMP 3.1 takes, which directives are alone, which clauses are
  unique.
- `check.py`: The standard's rules on nesting and on branches, which gcc -fsyntax-only doesn't look at.
"""
