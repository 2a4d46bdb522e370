"""What follows from `#pragma mapper`: the verdicts on regions, and pairs of pointers that do not alias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay
from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.ir.program.region import Kept, ParallelRegion
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit, UserPragma

Apart = frozenset[frozenset[Symbol]]


def apart_in(units: Sequence[Unit], symbols: Mapping[str, Symbols]) -> dict[int, Apart]:
    """The pairs of variables that lead to different memory, by the id of each construct that they hold for.

    Raises `MapperError` E015 for names that are no pointers there, and for pragmas that are before no region.
    """
    found: dict[int, Apart] = {}
    errors: list[Diagnostic] = []
    for unit in units:
        left = dict(unit.user_pragmas)
        for opaque in unit.opaque:
            for where, _ in opaque.pragmas:
                left.pop(_line(where), None)
        for construct in _constructs(unit) if left else ():
            pragma = left.pop(_line(construct.directive.where), None)
            if pragma is None:
                continue
            words = construct.directive.words
            if not {"parallel", "for"} & set(words):
                errors.append(
                    _error(f"it stands before `{construct.directive.kind}`, not a parallel region", pragma.where)
                )
                continue
            pairs = _pairs(pragma, construct, symbols[unit.path], errors)
            for inner in walk(construct):
                if isinstance(inner, Omp) and pairs:
                    found[id(inner)] = found.get(id(inner), frozenset()) | pairs
        errors += [_error("it stands before no parallel region", pragma.where) for pragma in left.values()]
    if errors:
        raise MapperError(errors)
    return found


def _line(where: Location) -> Location:
    return Location(where.file, where.line)


def _constructs(unit: Unit) -> Iterator[Omp]:
    for external in unit.tree.ext:
        if isinstance(external, c_ast.FuncDef):
            yield from (node for node in walk(external.body) if isinstance(node, Omp))


def _error(message: str, where: Location) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "E015", f"`#pragma mapper`: {message}", where)


def _pairs(pragma: UserPragma, construct: Omp, symbols: Symbols, errors: list[Diagnostic]) -> Apart:
    """The pairs of variables that a pragma tells apart."""
    found = set()
    for names in pragma.apart:
        variables = []
        for name in names:
            symbol = symbols.lookup(name, construct)
            if symbol is None:
                errors.append(_error(f"there is no `{name}` here", pragma.where))
            elif not isinstance(decay(symbol.type), PointerType):
                errors.append(_error(f"`{name}` is neither a pointer nor an array", pragma.where))
            else:
                variables.append(symbol)
        found |= {frozenset([one, other]) for one in variables for other in variables if one is not other}
    return frozenset(found)


def with_target(region: ParallelRegion) -> ParallelRegion:
    """The region as the source wants it: kept for OpenMP, or noted for OpenCL."""
    pragma = region.unit.user_pragmas.get(_line(region.where))
    if pragma is None or pragma.target in ("", "auto"):
        return region
    if pragma.target == "openmp" and region.kept is None:
        reason = "`#pragma mapper target(openmp)` wants it there"
        return replace(region, kept=Kept("K029", reason, region.where, (("as it says here", pragma.where),)))
    return replace(region, target=pragma.target) if pragma.target != "openmp" else region


def unmet_targets(regions: Sequence[ParallelRegion]) -> list[Diagnostic]:
    """A warning for each region that the source wants on the device, and that can't run there."""
    found = []
    for region in regions:
        if region.target and not region.offloaded:
            kept = region.kept or next((loop.kept for loop in region.loops if loop.kept is not None), None)
            notes = ((f"{kept.reason} [{kept.code}]", kept.where),) if kept is not None else ()
            message = f"`target({region.target})` has no effect: the region stays on the CPU"
            found.append(Diagnostic(Severity.WARNING, "W007", message, region.where, notes))
    return found
