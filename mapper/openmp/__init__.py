"""Pragma text -> `Directive`, bound to the statement after it, and checked by the standard's rules.

- `parse.py`: Pragma text -> `Directive`.
- `clauses.py`: The grammar's tree of a clause -> `Clause`.
- `expressions.py`: C expressions inside clauses: text -> pycparser tree, by way of a function that returns the
  expression.
- `tree.py`: Access to the children of lark's trees, with their types.
- `places.py`: Where the words of a pragma are in the user's file.
- `wording.py`: Syntax errors in directives, in the words that gcc uses: what was expected, and before what.
- `unparse.py`: `Directive` -> pragma text, the inverse of `parse_directive`.
- `bind.py`: Binds directives to statements: each OpenMP pragma and the statement after it become one `Omp` node.
- `shape.py`: What kind of statement a directive needs after it.
- `variants.py`: `declare variant`: a call of such a function may call any of its variants, as the C compiler
  chooses.
- `dealt.py`: Loops whose iterations the threads of a region deal out by hand become work-shared loops, with
  `nowait`.
- `deals.py`: Bounds of loops as functions of the thread's number: do the parts of all threads make one range?
- `owners.py`: Which thread has an iteration of a loop that is dealt out by hand, as an expression of the counter.
- `stored_sums.py`: What a thread adds up for itself and stores by its number is added up where it is stored.
- `own_sums.py`: What each thread adds up in memory of its own, and then in a shared array, is added up in that
  array.
- `updates.py`: Statements that `atomic` may be about, by their text: `x += y`, `x++`, `x = y * x`.
- `extremes.py`: Extremes that iterations keep in turn, with their places, become each thread's own, merged behind
  the loop.
- `polynomials.py`: Polynomials in integers, quotients and remainders, by cases with conditions: see
  `mapper.openmp.deals`.
- `scratch.py`: Memory that each thread allocates before a work-shared loop is allocated by each iteration instead.
- `rules.py`: Which clauses each directive of OpenMP 3.1 takes, which directives are alone, which clauses are
  unique.
- `check.py`: The standard's rules on nesting and on branches, which gcc -fsyntax-only doesn't look at.
"""
