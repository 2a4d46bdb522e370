"""The order of the stages, and nothing else: source files in; verdicts, features and emitted text out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mapper.analysis.host.plan import Analyses, analyse, plan_host_accesses, with_plan
from mapper.analysis.names.sharing_check import check_sharing
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.pointers.link_names import linked_name, two_names, with_link_names
from mapper.analysis.whole_program.addresses import addresses
from mapper.analysis.whole_program.definitions import defined_twice
from mapper.analysis.whole_program.incomplete_types import complete_types
from mapper.analysis.whole_program.library import library
from mapper.analysis.whole_program.program import Whole
from mapper.depth import deep
from mapper.diagnostics import Diagnostic, InternalError, Location, MapperError, Severity, blamed_on
from mapper.directives import with_directives
from mapper.emit.host_file.addresses import used_by
from mapper.emit.host_file.clocks import clocks
from mapper.emit.host_file.host import Emitted, UnitPlan, emit_unit
from mapper.emit.host_file.included import inlined
from mapper.emit.host_file.messages import messages
from mapper.emit.host_file.own_names import SYSTEM, own_names, prototypes
from mapper.emit.host_file.placing import placed, unreachable
from mapper.emit.host_file.verify import broken_regions, rejected_regions
from mapper.emit.opencl_printer import print_kernels
from mapper.emit.regions.announce import insertions
from mapper.emit.regions.host_code import HostCode
from mapper.features.extract import Features, extract
from mapper.features.frequencies.between import SerialUses
from mapper.features.frequencies.forecast import Forecast
from mapper.features.frequencies.frequency import executions, frequencies
from mapper.features.frequencies.launches import launches
from mapper.frontend.load import load_unit
from mapper.ir.program.host_plan import HostPlan
from mapper.ir.program.region import Kept, ParallelRegion, Program
from mapper.ir.trees.unit import TextRange, Unit
from mapper.model.tree import Model
from mapper.openmp.bind import bind
from mapper.openmp.check import check
from mapper.options import Options
from mapper.reading import understood
from mapper.transforms.launches import sweep
from mapper.transforms.private import expand
from mapper.transforms.run import Selection, lower, transform
from mapper.transforms.safety.checked import obstacle
from mapper.translate.common.refused import faulty
from mapper.translate.program import translate
from mapper.translate.regions.user_pragmas import unmet_targets

ASKED = (expand.NAME, sweep.NAME)
"""The transformations that the translation asks about."""

_ROUNDING = "fesetround"


@dataclass(frozen=True, eq=False)
class Mapped:
    """A program after all stages.

    `program` holds the verdict on each loop; `features` gives, by the id of each region that has a device
    version, its raw features; `emitted` the text of each unit, by its path, and nothing where no region of the
    program has a device version.  `warnings` are for the user.  `dumps` gives, by the name of a transformation,
    the OpenCL text of all kernels after it, for those that `Options.dump_after` asks for.  `symbols` are those of
    each unit, by its path.  `source` is what it was made of.
    """

    program: Program
    features: Mapping[str, Features]
    emitted: Mapping[str, Emitted]
    warnings: tuple[Diagnostic, ...]
    dumps: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, Symbols] = field(default_factory=dict)
    source: Translated | None = None

    @property
    def faultless(self) -> bool:
        """Whether no loop is kept, and no transformation left out, by a fault of mapper's own."""
        return all(warning.code != "W004" for warning in self.warnings)


@dataclass(frozen=True, eq=False)
class Translated:
    """A program before its kernels are transformed: what all choices of transformations but `expand` share."""

    units: tuple[Unit, ...]
    symbols: Mapping[str, Symbols]
    analyses: Analyses
    program: Program
    warnings: tuple[Diagnostic, ...]


def map_program(options: Options, *models: Model) -> Mapped:
    """Run all stages over the user's files; raises `MapperError` for what the user must correct.

    Each of the models, one at least, is embedded.
    """
    return map_translated(translate_program(options), options, *models)


@deep()
def translate_program(options: Options) -> Translated:
    """Run the stages up to plain kernels, which are the same for all choices of transformations but `expand`."""
    found = _translated(options)
    unproven = _unproven(found.program)
    return _translated(options, unproven) if unproven else found


def _unproven(program: Program) -> frozenset[Location]:
    """Kept regions that may do better, or have a better reason, as the source has them.

    In such regions other loops are beside those that mapper read out of what threads do by hand, or results are
    kept elsewhere than the source says.
    """
    found = set()
    for region in program.regions:
        directives = [loop.construct.directive for loop in region.loops if region.kept is not None]
        if len({each.rewritten for each in directives}) > 1 or any(each.moved for each in directives):
            found.add(region.construct.directive.where)
    return frozenset(found)


def _translated(options: Options, as_written: Collection[Location] = ()) -> Translated:
    """The program; regions at the places in `as_written` keep what their threads do by hand."""
    warnings: list[Diagnostic] = []
    read = _strict if options.strict else _tolerant
    units, symbols = read(options, warnings, as_written)
    with blamed_on("analysis", None):
        complete_types([symbols[unit.path] for unit in units])
        analyses = analyse(
            [symbols[unit.path] for unit in units],
            complete=_complete(options, symbols),
            foreign=options.foreign,
            outside=options.outside,
        )
    with blamed_on("translate", None):
        program = translate(
            units,
            symbols,
            analyses.effects,
            expands=chosen(options, expand.NAME),
            strict=options.strict,
            assume_private=options.assume_private,
            sweeps=chosen(options, sweep.NAME),
        )
    program = _keep(program, _unclear(program, options, analyses.graph))
    program = _keep(program, _with_two_names(program, symbols, analyses.graph))
    return Translated(tuple(units), symbols, analyses, program, tuple(warnings))


def _strict(
    options: Options, warnings: list[Diagnostic], as_written: Collection[Location]
) -> tuple[list[Unit], dict[str, Symbols]]:
    """The units and their names; all that mapper finds wrong with them is an error."""
    units, errors = [], list[Diagnostic]()
    for path in options.sources:
        try:
            units.append(_read(path, options, warnings, as_written))
        except MapperError as error:
            errors += error.diagnostics
    if errors:
        raise MapperError(dict.fromkeys(errors))
    units = _directed(units, options, warnings)
    with blamed_on("analysis", None):
        units = list(with_link_names(units, options.defined))
        symbols = {unit.path: resolve(unit) for unit in units}
        _raise_errors([found for unit in units for found in check_sharing(symbols[unit.path])])
    return units, symbols


def _tolerant(
    options: Options, warnings: list[Diagnostic], as_written: Collection[Location]
) -> tuple[list[Unit], dict[str, Symbols]]:
    """The units and their names; only what the C compiler finds wrong with them is an error."""
    units, symbols, errors = list[Unit](), dict[str, Symbols](), list[Diagnostic]()
    for path in options.sources:
        try:
            with blamed_on("front end", Location(path)):
                unit, symbols[path] = understood(path, options.command(path), warnings, as_written)
            units.append(unit)
        except MapperError as error:
            errors += error.diagnostics
    if errors:
        raise MapperError(dict.fromkeys(errors))
    units = _directed(units, options, warnings)
    with blamed_on("analysis", None):
        linked = list(with_link_names(units, options.defined))
        symbols |= {unit.path: resolve(unit) for unit in linked if unit is not symbols[unit.path].unit}
    return linked, symbols


def _directed(units: list[Unit], options: Options, warnings: list[Diagnostic]) -> list[Unit]:
    """The units with what a file beside the sources says of their regions and loops."""
    if options.directives is None:
        return units
    return with_directives(units, options.directives, warnings, shared=options.shared)


def chosen(options: Options, name: str) -> bool:
    """Whether a transformation is to run; the translation asks about those that are `ASKED`."""
    return any(each.name == name for each in Selection.of(options).passes)


@deep()
def map_translated(found: Translated, options: Options, *models: Model) -> Mapped:
    """Run all further stages, with the transformations that `options` chooses; each of the models is embedded.

    Unless this is strict, a fault costs the region that shows it, or the transformation, or at last all regions.
    """
    while True:
        try:
            return _mapped(found, options, models)
        except InternalError as error:
            if options.strict:
                raise
            offloaded = [region for region in found.program.regions if region.kept is None]
            if not offloaded:
                raise
            name = error.stage.removeprefix("the transformation ")
            located = [region for region in offloaded if error.where in _places_of(region)]
            kept = faulty(error.stage, error, error.where or offloaded[0].where)
            if not located and name != error.stage and name not in options.disabled:
                options = replace(options, disabled=options.disabled | {name})
            else:
                blamed = {region.id: replace(kept, where=region.where) for region in located or offloaded}
                found = replace(found, program=_keep(found.program, blamed))
            warning = Diagnostic(Severity.WARNING, "W004", kept.reason, kept.where)
            found = replace(found, warnings=(*found.warnings, warning))


def without_rejected(
    mapped: Mapped, options: Options, models: Sequence[Model], path: str, messages: str
) -> Mapped:
    """The program again, without the regions for which the C compiler rejects the text made of a source."""
    assert mapped.source is not None
    unit = next(unit for unit in mapped.program.units if unit.path == path)
    blamed = rejected_regions(mapped.program.regions, unit, mapped.emitted[path].c, messages)
    warnings = tuple(Diagnostic(Severity.WARNING, "W004", kept.reason, kept.where) for kept in blamed.values())
    program = _keep(mapped.source.program, blamed)
    source = replace(mapped.source, program=program, warnings=(*mapped.source.warnings, *warnings))
    return map_translated(source, options, *models)


def _places_of(region: ParallelRegion) -> list[Location]:
    """By what places a fault of a region may be known."""
    return [region.where, *(loop.where for loop in region.loops)]


def _mapped(found: Translated, options: Options, models: Sequence[Model]) -> Mapped:
    """All further stages, once."""
    units, symbols, analyses, program = found.units, found.symbols, found.analyses, found.program
    program = _keep(program, _unchecked(program)) if options.safe else program
    with blamed_on("transforms", None):
        executed = executions(frequencies(analyses.graph, program.regions))
        expected = launches(program.regions, symbols, executed)
        selection = Selection.of(options)
        program, shown = transform(program, symbols, selection, analyses.effects, expected)
        program, lowered = lower(program, symbols, selection)
        dumps = {name: print_kernels(kernels) for name, kernels in (shown | lowered).items()}
    while True:
        places, program = _place(program, symbols)
        with blamed_on("analysis", None):
            accesses = plan_host_accesses(analyses, program.regions, found.program.regions)
            program = _keep(program, unreachable(program, accesses))
            program = replace(program, regions=with_plan(program.regions, accesses))
        with blamed_on("features", None):
            written = {region.id: region for region in found.program.regions}
            often = frequencies(analyses.graph, program.regions)
            serial = SerialUses(analyses, accesses, often, symbols)
            features = {}
            for region in program.regions:
                if region.offloaded:
                    with blamed_on("features", region.where):
                        features[region.id] = extract(region, written[region.id], symbols, serial.between(region))
            forecast = Forecast(analyses.graph)
            forecasts = {
                region.id: forecast.expected(region, features[region.id].values, often)
                for region in program.regions
                if region.offloaded
            }
        if not features:
            warnings = (*found.warnings, *unmet_targets(program))
            return Mapped(program, features, {}, warnings, dumps, symbols, found)
        with blamed_on("emit", None):
            host = HostCode(analyses, accesses)
            plans = [_plan(unit, program, symbols, places, features, accesses, host) for unit in units]
            kernels = [loop.kernel for plan in plans for loop in plan.loops if loop.kernel is not None]
            shared = used_by(kernels, addresses([symbols[unit.path] for unit in units]))
            plans = [
                replace(
                    plan,
                    frequencies=often,
                    forecasts=forecasts,
                    alone=len(units) == 1,
                    addresses=shared,
                    forks=analyses.graph.forks,
                    shares=analyses.graph.shares,
                    clocks=clocks(plan.symbols, analyses.graph),
                    messages=messages(plan.symbols, analyses),
                    own_names=own_names(analyses.graph.whole),
                )
                for plan in plans
            ]
            emitted = {plan.unit.path: emit_unit(plan, models) for plan in plans}
            broken: dict[str, Kept] = {}
            for plan in plans:
                broken |= broken_regions(plan, emitted[plan.unit.path].c)
        if not broken:
            warnings = (*found.warnings, *unmet_targets(program))
            return Mapped(program, features, emitted, warnings, dumps, symbols, found)
        program = _keep(program, broken)


def _read(path: str, options: Options, warnings: list[Diagnostic], as_written: Collection[Location]) -> Unit:
    """One source file as a unit whose directives are bound and lawfully nested."""
    with blamed_on("front end", Location(path)):
        command = options.command(path)
        unit = bind(load_unit(path, command.compiler, command.flags, text=command.text), as_written=as_written)
        found = check(unit)
    _raise_errors(found)
    warnings += found
    return unit


def _unclear(program: Program, options: Options, graph: CallGraph) -> dict[str, Kept]:
    """All regions are kept where the linker chooses what a function is, or types are not what they seem to be.

    So it is in programs with threads of their own: what those write beside a region would be lost where
    its results are copied back.  Programs that set the rounding mode would be rounded otherwise.
    """
    if graph.threading:
        reason = f"`{graph.threading}` starts threads, which may use what is copied to and from the device"
        return {region.id: Kept("K026", reason, region.where) for region in program.regions}
    other = next((unit.other_types for unit in program.units if unit.other_types), "")
    if other:
        reason = f"{other} gives types or operations another meaning"
        return {region.id: Kept("K007", reason, region.where) for region in program.regions}
    if graph.whole.uses(_ROUNDING):
        reason = f"`{_ROUNDING}` gives operations another meaning: devices round to nearest"
        return {region.id: Kept("K007", reason, region.where) for region in program.regions}
    if options.renaming is not None:
        reason = f"{options.renaming} gives names another meaning than the sources do"
        return {region.id: Kept("K004", reason, region.where) for region in program.regions}
    other = next((name for unit in program.units for name in unit.linked if library(name) is not None), "")
    if other:
        reason = f"`{other}` names another function than the C library's"
        return {region.id: Kept("K004", reason, region.where) for region in program.regions}
    names = own_names(graph.whole)
    declared = all(prototypes(unit, names) is not None for unit in program.units)
    seen = [name for name in names if options.outside is None or name in options.outside or not declared]
    seen += [each.name for unit in program.units for each in unit.opaque if each.name in SYSTEM]
    if seen:
        reason = f"drivers of devices would call the program's `{seen[0]}` in place of the C library's"
        return {region.id: Kept("K004", reason, region.where) for region in program.regions}
    twice = defined_twice(program.units, options.defined)
    if twice is None:
        return {}
    unit, function = twice
    reason = f"`{function.decl.name}` has two definitions, and the linker chooses"
    kept = Kept("K004", reason, unit.location(function.decl))
    return {region.id: kept for region in program.regions}


def _unchecked(program: Program) -> dict[str, Kept]:
    """Regions are kept with a loop whose kernel can't check what it does."""
    found: dict[str, Kept] = {}
    for region in program.regions:
        for loop in region.loops:
            reason = obstacle(loop.kernel) if loop.kernel is not None else None
            if reason is not None:
                found.setdefault(region.id, Kept("K030", f"{reason} (--safe)", loop.where))
    return found


def _with_two_names(program: Program, symbols: Mapping[str, Symbols], graph: CallGraph) -> dict[str, Kept]:
    """Regions are kept that use one variable under two names: each name would become a variable of its own."""
    found = {}
    for region in program.regions if any(unit.linked for unit in program.units) else ():
        symbol = two_names(region, symbols[region.unit.path], graph)
        if symbol is not None:
            reason = f"`{symbol.name}` is the second name of a variable that the region uses under another one"
            found[region.id] = Kept("K028", reason, region.where)
    return found


def _complete(options: Options, symbols: Mapping[str, Symbols]) -> bool | None:
    """False where code that can't be seen uses what the sources define; None leaves it to `Whole`."""
    units = [each.unit for each in symbols.values()]
    if options.outside is None or any(unit.opaque or unit.names.opaque for unit in units):
        return False
    used = {("external", linked_name(units, name)) for name in options.outside}
    return None if used.isdisjoint(Whole(list(symbols.values())).defined) else False


def _raise_errors(found: Sequence[Diagnostic]) -> None:
    """Stop where there are errors; the warnings among them are shown, too."""
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise MapperError(found)


def _place(program: Program, symbols: Mapping[str, Symbols]) -> tuple[dict[str, TextRange], Program]:
    """The place of each region that has a device version; regions without a place are kept."""
    with blamed_on("emit", None):
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
    readings = {places[region.id].reading for region in regions} | {piece.reading for piece in announcements}
    return UnitPlan(
        unit,
        symbols[unit.path],
        tuple((region, places[region.id]) for region in regions),
        {region.id: features[region.id] for region in regions},
        {id(region.construct): region for region in accesses.regions},
        host,
        announcements,
        inlined(unit, readings),
        tuple(loops.values()),
        tuple(teams.values()),
        tuple(callers),
    )
