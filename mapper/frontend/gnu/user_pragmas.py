"""`#pragma mapper`: where a parallel construct is to run, and which pointers do not alias in it.

    #pragma mapper target(openmp | opencl | opencl:gpu | auto)
    #pragma mapper assume(noalias(a, b))
    #pragma mapper assume(noalias)

The C compiler ignores them.  Several clauses may be in one pragma, and several pragmas before one construct.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.frontend.tokens.lexer import PRAGMA, Lexeme
from mapper.ir.trees.unit import TARGETS, UserPragma

_OURS = re.compile(r"#pragma mapper\b(.*)", re.DOTALL)
_OPENMP = re.compile(r"#pragma omp\b")
_CLAUSE = re.compile(r"\s*,?\s*(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)")
_NOALIAS = re.compile(r"\s*noalias\s*(?:\(([^()]*)\)\s*)?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_TARGETS = f"target({' | '.join(TARGETS)})"
_ASSUMPTIONS = "assume(noalias) or assume(noalias(a, b))"
_CLAUSES = f"{_TARGETS}, assume(noalias) and assume(noalias(a, b))"


def user_pragmas(lexemes: Sequence[Lexeme]) -> Mapping[Location, UserPragma]:
    """What the pragmas of a unit say, by the line of the OpenMP pragma behind them.

    Raises `MapperError` E015 for pragmas that mean nothing, and for those with no OpenMP pragma behind them.
    """
    found: dict[Location, UserPragma] = {}
    pending: list[tuple[Location, str]] = []
    errors: list[Diagnostic] = []
    for lexeme in lexemes:
        match = _OURS.match(lexeme.text) if lexeme.kind == PRAGMA else None
        place = Location(lexeme.file, lexeme.line, lexeme.column)
        if match is not None:
            pending.append((place, match[1]))
        elif pending and lexeme.kind == PRAGMA and _OPENMP.match(lexeme.text):
            found[Location(lexeme.file, lexeme.line)] = read_clauses(pending, errors)
            pending = []
        elif pending and lexeme.kind != PRAGMA:
            errors.append(_error("no OpenMP pragma follows `#pragma mapper`", pending[0][0]))
            pending = []
    if pending:
        errors.append(_error("no OpenMP pragma follows `#pragma mapper`", pending[0][0]))
    if errors:
        raise MapperError(errors)
    return found


def _error(message: str, where: Location) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "E015", message, where)


def read_clauses(pragmas: Sequence[tuple[Location, str]], errors: list[Diagnostic]) -> UserPragma:
    """What the clauses at some places say together; `errors` grow."""
    said = UserPragma(pragmas[0][0])
    for where, text in pragmas:
        at = 0
        while match := _CLAUSE.match(text, at):
            at = match.end()
            more = _clause(where, match[1], match[2])
            both = more if isinstance(more, str) else said.merged(more)
            if isinstance(both, str):
                errors.append(_error(both, where))
            else:
                said = both
        if rest := text[at:].strip():
            errors.append(_error(f"`{rest}` is no clause; the clauses are {_CLAUSES}", where))
        elif not at:
            errors.append(_error(f"a clause is missing; the clauses are {_CLAUSES}", where))
    return said


def _clause(where: Location, name: str, value: str) -> UserPragma | str:
    """What one clause says, or what is wrong with it."""
    written = f"`{name}({value.strip()})`"
    if name == "target":
        target = "".join(value.split())
        return UserPragma(where, target) if target in TARGETS else f"{written} is not {_TARGETS}"
    if name != "assume":
        return f"{written} is no clause; the clauses are {_CLAUSES}"
    match = _NOALIAS.fullmatch(value)
    if match is not None and match[1] is None:
        return UserPragma(where, all_apart=True)
    names = tuple(map(str.strip, match[1].split(","))) if match is not None else ()
    if len(set(names)) > 1 and all(map(_NAME.fullmatch, names)):
        return UserPragma(where, apart=(names,))
    return f"{written} is not {_ASSUMPTIONS}, with two or more names of pointers or arrays"
