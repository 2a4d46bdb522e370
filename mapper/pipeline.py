"""The order of the stages, and nothing else: source files in; verdicts, features and emitted text out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from mapper.analysis.addresses import addresses
from mapper.analysis.callgraph import CallGraph
from mapper.analysis.definitions import defined_twice
from mapper.analysis.hostplan import Analyses, analyse, plan_host_accesses, with_eager_buffers
from mapper.analysis.program import Whole
from mapper.analysis.sharing_check import check_sharing
from mapper.analysis.symbols import Symbols, resolve
from mapper.diagnostics import Diagnostic, InternalError, Location, MapperError, Severity, UsageError
from mapper.emit.addresses import used_by
from mapper.emit.announce import insertions
from mapper.emit.clocks import clocks
from mapper.emit.host import Emitted, UnitPlan, emit_unit
from mapper.emit.hostcode import HostCode
from mapper.emit.opencl_printer import print_kernels
from mapper.emit.placing import inlined, placed, unreachable
from mapper.emit.verify import broken_regions
from mapper.features.elsewhere import Elsewhere
from mapper.features.extract import Features, extract
from mapper.features.frequency import executions, frequencies
from mapper.features.launches import launches
from mapper.frontend.load import load_unit
from mapper.ir.hostplan import HostPlan
from mapper.ir.region import Kept, ParallelRegion, Program
from mapper.ir.unit import TextRange, Unit
from mapper.model.tree import Model
from mapper.openmp.bind import bind
from mapper.openmp.check import check
from mapper.options import Options
from mapper.transforms import expand
from mapper.transforms.run import Selection, transform
from mapper.translate.program import translate


@dataclass(frozen=True, eq=False)
class Mapped:
    """A program after all stages.

    `program` holds the verdict on each loop; `features` gives, by the id of each region that has a device
    version, its raw features; `emitted` the text of each unit, by its path, and nothing where no region of the
    program has a device version.  `warnings` are for the user.  `dumps` gives, by the name of a transformation,
    the OpenCL text of all kernels after it, for those that `Options.dump_after` asks for.  `symbols` are those of
    each unit, by its path.
    """

    program: Program
    features: Mapping[str, Features]
    emitted: Mapping[str, Emitted]
    warnings: tuple[Diagnostic, ...]
    dumps: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, Symbols] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Translated:
    """A program before its kernels are transformed: what all choices of transformations but `expand` share."""

    units: tuple[Unit, ...]
    symbols: Mapping[str, Symbols]
    analyses: Analyses
    program: Program
    warnings: tuple[Diagnostic, ...]


def map_program(options: Options, *models: Model) -> Mapped:
    """Run all stages over the user's files; raises `MapperError` for what the user must mend.

    Each of the models, one at least, is embedded.
    """
    return map_translated(translate_program(options), options, *models)


def translate_program(options: Options) -> Translated:
    """Run the stages up to plain kernels, which are the same for all choices of transformations but `expand`."""
    warnings: list[Diagnostic] = []
    units, errors = [], list[Diagnostic]()
    for path in options.sources:
        try:
            units.append(_read(path, options, warnings))
        except MapperError as error:
            errors += error.diagnostics
    if errors:
        raise MapperError(dict.fromkeys(errors))
    with _stage("analysis"):
        symbols = {unit.path: resolve(unit) for unit in units}
        _raise_errors([found for unit in units for found in check_sharing(symbols[unit.path])])
        analyses = analyse([symbols[unit.path] for unit in units], complete=_complete(options, symbols))
    with _stage("translate"):
        program = translate(units, symbols, analyses.effects, expands=expands(options))
    program = _keep(program, _unclear(program, options, analyses.graph))
    return Translated(tuple(units), symbols, analyses, program, tuple(warnings))


def expands(options: Options) -> bool:
    """Whether large private arrays find a place: the one transformation that the translation asks about."""
    return any(each.name == expand.NAME for each in Selection.of(options).passes)


def map_translated(found: Translated, options: Options, *models: Model) -> Mapped:
    """Run all further stages, with the transformations that `options` chooses; each of the models is embedded."""
    units, symbols, analyses, program = found.units, found.symbols, found.analyses, found.program
    with _stage("transforms"):
        executed = executions(frequencies(analyses.graph, program.regions))
        expected = launches(program.regions, symbols, executed)
        program, shown = transform(program, symbols, Selection.of(options), analyses.effects, expected)
        dumps = {name: print_kernels(kernels) for name, kernels in shown.items()}
    while True:
        places, program = _place(program, symbols)
        with _stage("analysis"):
            accesses = plan_host_accesses(analyses, program.regions)
            program = _keep(program, unreachable(program, accesses))
            program = replace(program, regions=with_eager_buffers(program.regions, accesses))
        with _stage("features"):
            features = {region.id: extract(region, symbols) for region in program.regions if region.offloaded}
            often = frequencies(analyses.graph, program.regions)
            future = Elsewhere(analyses.graph)
            elsewhere = {
                region.id: future.expected(region, features[region.id].values, often)
                for region in program.regions
                if region.offloaded
            }
        if not features:
            return Mapped(program, features, {}, found.warnings, dumps, symbols)
        with _stage("emit"):
            host = HostCode(analyses, accesses)
            plans = [_plan(unit, program, symbols, places, features, accesses, host) for unit in units]
            kernels = [loop.kernel for plan in plans for loop in plan.loops if loop.kernel is not None]
            shared = used_by(kernels, addresses([symbols[unit.path] for unit in units]))
            plans = [
                replace(
                    plan,
                    frequencies=often,
                    elsewhere=elsewhere,
                    alone=len(units) == 1,
                    addresses=shared,
                    forks=analyses.graph.forks,
                    shares=analyses.graph.shares,
                    clocks=clocks(plan.symbols, analyses.graph),
                )
                for plan in plans
            ]
            emitted = {plan.unit.path: emit_unit(plan, models) for plan in plans}
            broken: dict[str, Kept] = {}
            for plan in plans:
                broken |= broken_regions(plan, emitted[plan.unit.path].c)
        if not broken:
            return Mapped(program, features, emitted, found.warnings, dumps, symbols)
        program = _keep(program, broken)


def _read(path: str, options: Options, warnings: list[Diagnostic]) -> Unit:
    """One source file as a unit whose directives are bound and lawfully nested."""
    with _stage("front end", Location(path)):
        command = options.command(path)
        unit = bind(load_unit(path, command.compiler, command.flags))
        found = check(unit)
    _raise_errors(found)
    warnings += found
    return unit


def _unclear(program: Program, options: Options, graph: CallGraph) -> dict[str, Kept]:
    """All regions are kept where the linker chooses what a function is, or types are not what they seem to be.

    So it is in programs with threads of their own: what those write beside a region would be lost where
    its results come home.
    """
    if graph.threading:
        reason = f"`{graph.threading}` starts threads, which may use what is copied to and from the device"
        return {region.id: Kept("K026", reason, region.where) for region in program.regions}
    other = next((unit.other_types for unit in program.units if unit.other_types), "")
    if other:
        reason = f"{other} gives types another layout or meaning"
        return {region.id: Kept("K007", reason, region.where) for region in program.regions}
    if options.renaming is not None:
        reason = f"{options.renaming} gives names another meaning than the sources do"
        return {region.id: Kept("K004", reason, region.where) for region in program.regions}
    twice = defined_twice(program.units, options.defined)
    if twice is None:
        return {}
    unit, function = twice
    reason = f"`{function.decl.name}` has two definitions, and the linker chooses"
    kept = Kept("K004", reason, unit.location(function.decl))
    return {region.id: kept for region in program.regions}


def _complete(options: Options, symbols: Mapping[str, Symbols]) -> bool | None:
    """False where code outside of the sources uses what they define; None leaves it to `Whole`."""
    if options.outside is None:
        return False
    used = {("external", name) for name in options.outside}
    return None if used.isdisjoint(Whole(list(symbols.values())).defined) else False


def _raise_errors(found: Sequence[Diagnostic]) -> None:
    """Stop where there are errors; the warnings among them are shown, too."""
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise MapperError(found)


def _place(program: Program, symbols: Mapping[str, Symbols]) -> tuple[dict[str, TextRange], Program]:
    """The place of each region that has a device version; regions without a place are kept."""
    with _stage("emit"):
        found = {region.id: placed(region, symbols) for region in program.regions if region.offloaded}
    places = {key: place for key, place in found.items() if isinstance(place, TextRange)}
    return places, _keep(program, {key: place for key, place in found.items() if isinstance(place, Kept)})


def _keep(program: Program, verdicts: Mapping[str, Kept]) -> Program:
    """The program with some regions kept, by their ids."""

    def kept(region: ParallelRegion) -> ParallelRegion:
        return replace(region, kept=verdicts[region.id]) if region.id in verdicts and not region.kept else region

    return replace(program, regions=tuple(kept(region) for region in program.regions))


def _plan(
    unit: Unit,
    program: Program,
    symbols: Mapping[str, Symbols],
    places: Mapping[str, TextRange],
    features: Mapping[str, Features],
    accesses: HostPlan,
    host: HostCode,
) -> UnitPlan:
    """What is known about one unit."""
    regions = [region for region in program.regions if region.unit.path == unit.path and region.offloaded]
    announcements = insertions(accesses, unit)
    offloaded = [region for region in program.regions if region.offloaded]
    callers = [region for region in offloaded if any(team.unit.path == unit.path for team in region.versions)]
    teams = {id(team): team for region in callers for team in region.versions if team.unit.path == unit.path}
    loops = {loop.id: loop for region in regions for loop in region.loops if loop.team is None}
    loops |= {loop.id: loop for region in callers for loop in region.loops if loop.team and id(loop.team) in teams}
    files = {places[region.id].file for region in regions} | {piece.file for piece in announcements}
    return UnitPlan(
        unit,
        symbols[unit.path],
        tuple((region, places[region.id]) for region in regions),
        {region.id: features[region.id] for region in regions},
        {id(region.construct): region for region in accesses.regions},
        host,
        announcements,
        inlined(unit, files),
        tuple(loops.values()),
        tuple(teams.values()),
        tuple(callers),
    )


@contextmanager
def _stage(name: str, where: Location | None = None) -> Iterator[None]:
    """Turn what no stage expected into a fault that names the stage."""
    try:
        yield
    except (MapperError, InternalError, UsageError, OSError):
        raise
    except RecursionError as error:
        raise InternalError(name, "the program is nested too deeply", where) from error
    except Exception as error:
        raise InternalError(name, f"{type(error).__name__}: {error}", where) from error
