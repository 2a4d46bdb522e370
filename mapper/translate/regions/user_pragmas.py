"""What follows from `#pragma mapper`: the verdicts on regions and loops, and pointers that do not alias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay
from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.ir.program.region import Kept, ParallelRegion, Program, WorkLoop
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit, UserPragma
from mapper.translate.common.stated import NoAlias, Stated, wanted_on_cpu


def stated(units: Sequence[Unit], symbols: Mapping[str, Symbols]) -> Stated:
    """What the pragmas state of constructs.

    Raises `MapperError` E015 for names that are no pointers there, and for pragmas that are before no region.
    """
    noalias: dict[int, NoAlias] = {}
    on_cpu: dict[int, Location] = {}
    errors: list[Diagnostic] = []
    for unit in units:
        left = dict(unit.user_pragmas)
        for opaque in unit.opaque:
            for where, _ in opaque.pragmas:
                left.pop(where.whole_line, None)
        for construct in _constructs(unit) if left else ():
            pragma = left.pop(construct.directive.where.whole_line, None)
            if pragma is None:
                continue
            words = construct.directive.words
            if not {"parallel", "for"} & set(words):
                errors.append(
                    _error(f"it is before `{construct.directive.kind}`, not a parallel region", pragma.where)
                )
                continue
            if pragma.target == "openmp":
                on_cpu[id(construct)] = pragma.where
            found = _noalias(pragma, construct, symbols[unit.path], errors)
            for inner in walk(construct):
                if isinstance(inner, Omp) and found:
                    noalias[id(inner)] = noalias.get(id(inner), NoAlias()) | found
        errors += [_error("it is before no parallel region", pragma.where) for pragma in left.values()]
    if errors:
        raise MapperError(errors)
    return Stated(noalias, on_cpu)


def _constructs(unit: Unit) -> Iterator[Omp]:
    for external in unit.tree.ext:
        if isinstance(external, c_ast.FuncDef):
            yield from (node for node in walk(external.body) if isinstance(node, Omp))


def _error(message: str, where: Location) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "E015", f"`#pragma mapper`: {message}", where)


def _noalias(pragma: UserPragma, construct: Omp, symbols: Symbols, errors: list[Diagnostic]) -> NoAlias:
    """The variables of which a pragma says that they lead to different memory."""
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
    return NoAlias(frozenset(found), pragma.all_apart)


def with_target(region: ParallelRegion) -> ParallelRegion:
    """The region as the source wants it: kept for OpenMP, or noted for OpenCL.

    It is for OpenCL where one of its loops is wanted there, and nothing is said of the region itself.  Raises
    `MapperError` E015 where two loops want different devices.
    """
    pragma = region.unit.user_pragmas.get(region.where.whole_line)
    if pragma is None or pragma.target in ("", "auto"):
        return _with_targets_of_loops(region)
    if pragma.target == "openmp":
        return replace(region, kept=region.kept or wanted_on_cpu(region.where, pragma.where))
    return replace(region, target=pragma.target)


def _with_targets_of_loops(region: ParallelRegion) -> ParallelRegion:
    wanted: UserPragma | None = None
    for loop in region.loops:
        pragma = _on_device(loop, region)
        if pragma is None or (wanted is not None and wanted.target == pragma.target):
            continue
        if wanted is not None:
            message = (
                f"`target({pragma.target})` contradicts `target({wanted.target})` of another loop in the region"
            )
            raise MapperError([_error(message, pragma.where)])
        wanted = pragma
    return region if wanted is None else replace(region, target=wanted.target)


def _on_device(loop: WorkLoop, region: ParallelRegion) -> UserPragma | None:
    """The pragma that wants a loop on the device, if one does."""
    unit = region.unit if loop.team is None else loop.team.unit
    pragma = unit.user_pragmas.get(loop.where.whole_line)
    return pragma if pragma is not None and pragma.target.startswith("opencl") else None


def unmet_targets(program: Program) -> list[Diagnostic]:
    """A warning for each region and loop that the source wants on the device, and that can't run there."""
    wanted = {
        place: pragma
        for unit in program.units
        for place, pragma in unit.user_pragmas.items()
        if pragma.target.startswith("opencl")
    }
    found: dict[Location, Diagnostic] = {}
    for region in program.regions:
        place = region.where.whole_line
        if place in wanted and not region.offloaded:
            kept = region.kept or next((loop.kept for loop in region.loops if loop.kept is not None), None)
            found.setdefault(place, _unmet(wanted[place].target, "region", region.where, kept))
    for loop, _, kept in program.verdicts():
        place = loop.where.whole_line
        if place in wanted and kept is not None:
            found.setdefault(place, _unmet(wanted[place].target, "loop", loop.where, kept))
    return list(found.values())


def _unmet(target: str, what: str, where: Location, kept: Kept | None) -> Diagnostic:
    notes = ((f"{kept.reason} [{kept.code}]", kept.where),) if kept is not None else ()
    message = f"`target({target})` has no effect: the {what} stays on the CPU"
    return Diagnostic(Severity.WARNING, "W007", message, where, notes)
