"""What follows from `#pragma mapper`: the verdicts on regions and loops, and pointers that do not alias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay
from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.frontend.gnu.user_pragmas import wrong
from mapper.ir.program.region import Kept, ParallelRegion, Program
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit, UserClause, target_of
from mapper.translate.common.stated import NoAlias, Stated, wanted_on_cpu


def stated(units: Sequence[Unit], symbols: Mapping[str, Symbols]) -> Stated:
    """What the clauses of `#pragma mapper` state of constructs.

    Raises `MapperError` E015 for names that are no pointers there, and for pragmas that are before no region.
    """
    noalias: dict[int, NoAlias] = {}
    on_cpu: dict[int, Location] = {}
    errors: list[Diagnostic] = []
    for unit in units:
        left = dict(unit.user_clauses)
        met: set[tuple[Location, int]] = set()
        for opaque in unit.opaque:
            for where, _ in opaque.pragmas:
                left.pop(where.whole_line, None)
        for construct in _constructs(unit) if left else ():
            line = construct.directive.where.whole_line
            here = line, unit.reading(construct)
            clauses = unit.user_clauses.get(line, ()) if here not in met else ()
            met.add(here)
            left.pop(line, None)
            if not clauses:
                continue
            if not {"parallel", "for"} & set(construct.directive.words):
                kind = construct.directive.kind
                errors.append(wrong(f"it is before `{kind}`, not a parallel region or loop", clauses[0].where))
                continue
            target = target_of(clauses)
            if target is not None and target.target == "openmp":
                on_cpu[id(construct)] = target.where
            found = _noalias(clauses, construct, symbols[unit.path], errors)
            for inner in walk(construct):
                if isinstance(inner, Omp) and found:
                    noalias[id(inner)] = noalias.get(id(inner), NoAlias()) | found
        errors += [
            wrong("it is before no parallel region or loop", each[0].where) for each in left.values() if each
        ]
    if errors:
        raise MapperError(errors)
    return Stated(noalias, on_cpu)


def _constructs(unit: Unit) -> Iterator[Omp]:
    for function in unit.functions:
        yield from (node for node in walk(function.body) if isinstance(node, Omp))


def _noalias(clauses: Sequence[UserClause], construct: Omp, symbols: Symbols, errors: list[Diagnostic]) -> NoAlias:
    """The variables of which some clauses say that they lead to different memory."""
    found = set()
    for clause in clauses:
        variables = []
        for name in clause.apart:
            symbol = symbols.lookup(name, construct)
            if symbol is None:
                errors.append(wrong(f"there is no `{name}` here", clause.where))
            elif not isinstance(decay(symbol.type), PointerType):
                errors.append(wrong(f"`{name}` is neither a pointer nor an array", clause.where))
            else:
                variables.append(symbol)
        found |= {frozenset([one, other]) for one in variables for other in variables if one is not other}
    return NoAlias(frozenset(found), any(clause.all_apart for clause in clauses))


def with_target(region: ParallelRegion) -> ParallelRegion:
    """The region as the source requires it: kept for OpenMP, or noted for OpenCL.

    It is for OpenCL where one of its loops is wanted there, and nothing is said of the region itself.  Raises
    `MapperError` E015 where two loops require different devices.
    """
    clause = target_of(region.unit.user_clauses.get(region.where.whole_line, ()))
    if clause is None or clause.target == "auto":
        return _with_targets_of_loops(region)
    if clause.target == "openmp":
        return replace(region, kept=region.kept or wanted_on_cpu(region.where, clause.where))
    return replace(region, target=clause.target)


def _with_targets_of_loops(region: ParallelRegion) -> ParallelRegion:
    wanted: UserClause | None = None
    for loop in region.loops:
        unit = region.unit if loop.team is None else loop.team.unit
        clause = target_of(unit.user_clauses.get(loop.where.whole_line, ()))
        if clause is None or not _is_device(clause) or (wanted is not None and wanted.target == clause.target):
            continue
        if wanted is not None:
            other = f"`target({wanted.target})` of another loop in its region"
            raise MapperError([wrong(f"`target({clause.target})` contradicts {other}", clause.where)])
        wanted = clause
    return region if wanted is None else replace(region, target=wanted.target)


def _is_device(clause: UserClause) -> bool:
    """Whether a clause requires an OpenCL device, whatever the model says."""
    return clause.target.startswith("opencl")


def unmet_targets(program: Program) -> list[Diagnostic]:
    """A warning for each region and loop that the source requires on the device, and that can't run there."""
    wanted = {
        place: clause.target
        for unit in program.units
        for place, clauses in unit.user_clauses.items()
        if (clause := target_of(clauses)) is not None and _is_device(clause)
    }
    found: dict[Location, Diagnostic] = {}
    for region in program.regions:
        place = region.where.whole_line
        if place in wanted and not region.offloaded:
            kept = region.kept or next((loop.kept for loop in region.loops if loop.kept is not None), None)
            found.setdefault(place, _unmet(wanted[place], "region", region.where, kept))
    for loop, _, kept in program.verdicts():
        place = loop.where.whole_line
        if place in wanted and kept is not None:
            found.setdefault(place, _unmet(wanted[place], "loop", loop.where, kept))
    return list(found.values())


def _unmet(target: str, what: str, where: Location, kept: Kept | None) -> Diagnostic:
    notes = ((f"{kept.reason} [{kept.code}]", kept.where),) if kept is not None else ()
    message = f"`target({target})` has no effect: the {what} stays on the CPU"
    return Diagnostic(Severity.WARNING, "W007", message, where, notes)
