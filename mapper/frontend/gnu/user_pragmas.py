"""`#pragma mapper`: where a parallel construct is to run, and which pointers do not alias in it.

    #pragma mapper target(openmp | opencl | opencl:gpu | auto)
    #pragma mapper assume(noalias(a, b))

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
_NOALIAS = re.compile(r"\s*noalias\s*\(([^()]*)\)\s*")
_NAME = re.compile(r"[A-Za-z_]\w*")
_FORMS = f"target({' | '.join(TARGETS)}) or assume(noalias(a, b))"


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
            found[Location(lexeme.file, lexeme.line)] = _read(pending, errors)
            pending = []
        elif pending and lexeme.kind != PRAGMA:
            errors.append(_error("no OpenMP pragma stands behind `#pragma mapper`", pending[0][0]))
            pending = []
    if pending:
        errors.append(_error("no OpenMP pragma stands behind `#pragma mapper`", pending[0][0]))
    if errors:
        raise MapperError(errors)
    return found


def _error(message: str, where: Location) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "E015", message, where)


def _read(pragmas: Sequence[tuple[Location, str]], errors: list[Diagnostic]) -> UserPragma:
    """What some pragmas say together; `errors` grow."""
    target = ""
    apart: list[tuple[str, ...]] = []
    for where, text in pragmas:
        at = 0
        while match := _CLAUSE.match(text, at):
            at = match.end()
            value = "".join(match[2].split())
            noalias = _NOALIAS.fullmatch(match[2])
            names = tuple(map(str.strip, noalias[1].split(","))) if noalias is not None else ()
            if match[1] == "target" and value in TARGETS and target in ("", value):
                target = value
            elif match[1] == "target" and value in TARGETS:
                errors.append(_error(f"`target({value})` contradicts `target({target})`", where))
            elif match[1] == "assume" and len(set(names)) > 1 and all(map(_NAME.fullmatch, names)):
                apart.append(names)
            else:
                errors.append(_error(f"`{match[0].strip()}` is not {_FORMS}", where))
        if text[at:].strip() or not at:
            errors.append(
                _error(f"`#pragma mapper` takes {_FORMS}, not `{text[at:].strip() or 'nothing'}`", where)
            )
    return UserPragma(pragmas[0][0], target, tuple(apart))
