"""`#pragma mapper`: where a parallel construct is to run, and which pointers do not alias in it.

    #pragma mapper target(openmp | opencl | opencl:gpu | auto)
    #pragma mapper assume(noalias(a, b))
    #pragma mapper assume(noalias)

The C compiler ignores them.  Several clauses may be in one pragma, and several pragmas before one construct.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.frontend.tokens.lexer import PRAGMA, Lexeme
from mapper.ir.trees.unit import TARGETS, UserClause, target_of

_OURS = re.compile(r"#pragma mapper\b(.*)", re.DOTALL)
_OPENMP = re.compile(r"#pragma omp\b")
_CLAUSE = re.compile(r"\s*,?\s*(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)")
_NOALIAS = re.compile(r"\s*noalias\s*(?:\(([^()]*)\)\s*)?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_TARGETS = f"target({' | '.join(TARGETS)})"
_ASSUMPTIONS = "assume(noalias) or assume(noalias(a, b))"
_CLAUSES = f"{_TARGETS}, assume(noalias) and assume(noalias(a, b))"


def user_pragmas(lexemes: Sequence[Lexeme]) -> Mapping[Location, tuple[UserClause, ...]]:
    """What the pragmas of a unit say, by the line of the OpenMP pragma behind them.

    Where a file is read several times, it is what they say each time.  Raises `MapperError` E015 for pragmas that
    mean nothing, and for those with no OpenMP pragma behind them.
    """
    found: dict[Location, tuple[UserClause, ...]] = {}
    readings: dict[Location, int] = {}
    pending: list[tuple[Location, str]] = []
    errors: list[Diagnostic] = []
    for lexeme in lexemes:
        if lexeme.kind != PRAGMA:
            if pending:
                errors.append(wrong("no OpenMP pragma follows `#pragma mapper`", pending[0][0]))
                pending = []
            continue
        place = Location(lexeme.file, lexeme.line, lexeme.column)
        if match := _OURS.match(lexeme.text):
            pending.append((place, match[1]))
        elif _OPENMP.match(lexeme.text):
            line = place.whole_line
            said = read_clauses(pending, errors) if pending else ()
            if readings.setdefault(line, lexeme.reading) != lexeme.reading:
                found[line] = tuple(each for each in found.get(line, ()) if each in said)
            elif pending:
                found[line] = said
            pending = []
    if pending:
        errors.append(wrong("no OpenMP pragma follows `#pragma mapper`", pending[0][0]))
    if errors:
        raise MapperError(errors)
    return found


def wrong(message: str, where: Location) -> Diagnostic:
    """The error of a clause of `#pragma mapper`."""
    return Diagnostic(Severity.ERROR, "E015", message, where)


def read_clauses(pragmas: Sequence[tuple[Location, str]], errors: list[Diagnostic]) -> tuple[UserClause, ...]:
    """The clauses in texts at some places, which are about one construct; `errors` grow."""
    found: list[UserClause] = []
    for where, text in pragmas:
        at = 0
        while match := _CLAUSE.match(text, at):
            at = match.end()
            clause = _clause(where, match[1], match[2])
            if isinstance(clause, str):
                errors.append(wrong(clause, where))
            elif (error := contradiction(found, clause)) is not None:
                errors.append(error)
            else:
                found.append(clause)
        if rest := text[at:].strip():
            errors.append(wrong(f"`{rest}` is no clause; the clauses are {_CLAUSES}", where))
        elif not at:
            errors.append(wrong(f"a clause is missing; the clauses are {_CLAUSES}", where))
    return tuple(found)


def contradiction(clauses: Iterable[UserClause], other: UserClause) -> Diagnostic | None:
    """The error of a clause that names another target than earlier ones of the same construct."""
    first = target_of(clauses)
    if first is None or other.target in ("", first.target):
        return None
    message = f"`target({other.target})` contradicts `target({first.target})`"
    notes = (("it is here", first.where),) if first.where != other.where else ()
    return Diagnostic(Severity.ERROR, "E015", message, other.where, notes)


def _clause(where: Location, name: str, value: str) -> UserClause | str:
    """A clause, or what is wrong with it."""
    written = f"`{name}({value.strip()})`"
    if name == "target":
        target = "".join(value.split())
        return UserClause(where, target) if target in TARGETS else f"{written} is not {_TARGETS}"
    if name != "assume":
        return f"{written} is no clause; the clauses are {_CLAUSES}"
    match = _NOALIAS.fullmatch(value)
    if match is not None and match[1] is None:
        return UserClause(where, all_apart=True)
    names = tuple(map(str.strip, match[1].split(","))) if match is not None else ()
    if len(set(names)) > 1 and all(map(_NAME.fullmatch, names)):
        return UserClause(where, apart=names)
    return f"{written} is not {_ASSUMPTIONS}, with two or more names of pointers or arrays"
