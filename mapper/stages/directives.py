"""Directives for mapper in a file beside the sources: the clauses of `#pragma mapper`, each line with its place.

    # what runs where
    solver.c:120    target(openmp)
    solver.c:step   assume(noalias) target(opencl)

A line of a source is that of an OpenMP directive, or of the loop or block behind it.  `solver.c:120:9` is the
directive to which messages give this place.  A function's name means all its parallel regions, and its loops
outside of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path, PurePath

from pycparser import c_ast

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.frontend.gnu.user_pragmas import contradiction, read_clauses
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit, UserClause
from mapper.stages.place_lists import Place, ends_with, read_list, read_place

_WORDS = frozenset(["parallel", "for"])
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A parallel region or work-shared loop of a unit.

    `where` is its directive, `begin` the line of its statement, or 0.  `outer` is true if it is in no other one.
    """

    unit: Unit
    where: Location
    begin: int
    function: str
    outer: bool


def with_directives(units: Sequence[Unit], path: Path, warnings: list[Diagnostic], *, shared: bool) -> list[Unit]:
    """The units with the clauses of a file, of units whose OpenMP directives are bound.

    A line about a source that the program does not have is an error, or, where other programs share the lines, a
    warning: `warnings` grow.  Raises `MapperError` with all errors: E028 for a file that can't be read and places
    that don't exist, E015 for clauses that mean nothing.
    """
    errors: list[Diagnostic] = []
    found: dict[str, dict[Location, tuple[UserClause, ...]]] = {}
    candidates = [each for unit in units for each in _candidates(unit)]
    for where, line in read_list(path, "directives", "E028"):
        word, *rest = line.split(maxsplit=1)
        place = read_place(word)
        if place is None or not place.file:
            message = f"`{word}` names no place: a line is FILE:LINE or FILE:FUNCTION, then clauses"
            errors.append(_error(message, where))
            continue
        clauses = read_clauses([(where, "".join(rest).partition("#")[0])], errors)
        names = sorted({name for unit in units for name in unit.files if ends_with(name, place.file)})
        if not names:
            known = {PurePath(name).name: name for unit in units for name in unit.files}
            near = _question(PurePath(place.file).name, known)
            severity = Severity.WARNING if shared else Severity.ERROR
            message = f"the program has no source `{place.file}`{near}"
            (warnings if shared else errors).append(
                Diagnostic(severity, "W008" if shared else "E028", message, where)
            )
            continue
        if len(names) > 1:
            message = f"`{place.file}` may be {' or '.join(names)}: begin the path earlier"
            errors.append(_error(message, where))
            continue
        meant = _meant(place, units, names[0], [each for each in candidates if each.where.file == names[0]])
        if isinstance(meant, str):
            errors.append(_error(meant, where))
            continue
        for each in meant:
            said = found.setdefault(each.unit.path, dict(each.unit.user_clauses))
            here = said.get(each.where.whole_line, ())
            errors += [error for clause in clauses if (error := contradiction(here, clause)) is not None]
            said[each.where.whole_line] = (*here, *clauses)
    if errors:
        raise MapperError(dict.fromkeys(errors))
    return [replace(unit, user_clauses=found[unit.path]) if unit.path in found else unit for unit in units]


def _error(message: str, where: Location) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "E028", message, where)


def _question(word: str, known: dict[str, str]) -> str:
    near = get_close_matches(word, known, 1, 0.6)
    return f" (did you mean {known[near[0]]}?)" if near else ""


def _candidates(unit: Unit) -> Iterator[_Candidate]:
    """The regions and loops of a unit; those in functions that are not understood by their pragmas alone."""
    for function in unit.functions:
        yield from _of_function(unit, function.decl.name, function.body, outer=True)
    for opaque in unit.opaque:
        for where, text in opaque.pragmas:
            if _WORDS & set(re.findall(r"\w+", text)):
                yield _Candidate(unit, where, 0, opaque.name, outer=True)


def _of_function(unit: Unit, function: str, node: c_ast.Node, *, outer: bool) -> Iterator[_Candidate]:
    if isinstance(node, Omp) and _WORDS & set(node.directive.words):
        begin = unit.location(node.body).line if node.body is not None else 0
        yield _Candidate(unit, node.directive.where, begin, function, outer)
        outer = False
    for _, child in node.children():
        yield from _of_function(unit, function, child, outer=outer)


def _meant(
    place: Place, units: Sequence[Unit], file: str, candidates: Sequence[_Candidate]
) -> list[_Candidate] | str:
    """The regions and loops at a place of a file, or why there are none."""
    if place.line:
        found = [each for each in candidates if each.where.line == place.line]
        if place.column:
            found = [each for each in found if each.where.column == place.column]
            return found or _nearest(place, file, candidates)
        found = found or [each for each in candidates if each.begin == place.line]
        return found or _nearest(place, file, candidates)
    found = [each for each in candidates if each.function == place.function and each.outer]
    if found:
        return found
    functions = {name: name for unit in units for name in _functions(unit, file)}
    if place.function in functions:
        return f"`{place.function}` in {file} has no parallel region or loop"
    return f"there is no function `{place.function}` in {file}{_question(place.function, functions)}"


def _nearest(place: Place, file: str, candidates: Sequence[_Candidate]) -> str:
    """That no region or loop is on a line, and where the nearest ones are."""
    if not candidates:
        return f"there is no parallel region or loop in {file}"
    places = sorted({(each.where.line, each.where.column, each.function) for each in candidates})
    near = sorted(sorted(places, key=lambda each: abs(each[0] - place.line))[:_NEAREST])
    if place.column:
        listed = ", ".join(f"{line}:{column} (`{function}`)" for line, column, function in near)
        return (
            f"no parallel region or loop is at {place.line}:{place.column} of {file}; the nearest are at {listed}"
        )
    listed = ", ".join(dict.fromkeys(f"{line} (`{function}`)" for line, _, function in near))
    return f"no parallel region or loop begins on line {place.line} of {file}; the nearest are on lines {listed}"


def _functions(unit: Unit, file: str) -> Iterator[str]:
    for function in unit.functions:
        if unit.location(function).file == file:
            yield function.decl.name
    yield from (opaque.name for opaque in unit.opaque if opaque.name and opaque.where.file == file)
