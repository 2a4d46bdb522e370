"""The order of the stages, and nothing else: source files in; verdicts, features and emitted text out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from mapper.analysis.host.plan import analyse
from mapper.analysis.names.sharing_check import check_sharing
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.pointers.link_names import linked_name, two_names, with_link_names
from mapper.analysis.whole_program.definitions import defined_twice
from mapper.analysis.whole_program.incomplete_types import complete_types
from mapper.analysis.whole_program.library import library
from mapper.analysis.whole_program.program import Whole
from mapper.diagnostics import Diagnostic, InternalError, Location, MapperError, Severity, blamed_on
from mapper.emit.host_file.own_names import SYSTEM, own_names, prototypes
from mapper.frontend.load import load_unit
from mapper.ir.program.region import Kept, ParallelRegion, Program
from mapper.ir.trees.nodes import Omp, finish, walk
from mapper.ir.trees.unit import Unit
from mapper.model.tree import Model
from mapper.openmp.bind import bind
from mapper.openmp.check import check
from mapper.openmp.idioms.elsewhere import NOTHING, Elsewhere, functions_elsewhere
from mapper.openmp.idioms.pointed_calls import call_by_name
from mapper.options import Options
from mapper.process.depth import deep
from mapper.stages.directives import with_directives
from mapper.stages.mapped import Mapped, Translated, keep, with_reasons_of
from mapper.stages.reading import understood
from mapper.transforms.names import ACCUMULATE, EXPAND, HYPERPLANES, RECURSION, SWEEP, is_chosen
from mapper.translate.common.refused import faulty
from mapper.translate.program import translate
from mapper.translate.regions.user_pragmas import unmet_targets

_ENVIRONMENT = {
    **dict.fromkeys(("fesetround", "_MM_SET_ROUNDING_MODE"), "devices round to nearest"),
    **dict.fromkeys(
        ("fesetenv", "feupdateenv", "_mm_setcsr", "__builtin_ia32_ldmxcsr", "_MM_SET_FLUSH_ZERO_MODE"),
        "devices have a floating-point environment of their own",
    ),
    **dict.fromkeys(("fetestexcept", "fegetexceptflag"), "devices raise no floating-point exceptions"),
}
"""Functions that set or ask for what holds on the CPU alone, each with the reason why loops stay there."""

Pointed = Mapping[tuple[str, int], tuple[str, ...]]
"""`Program.pointed`."""


def map_program(options: Options, *models: Model) -> Mapped:
    """Run all stages over the user's files; raises `MapperError` for what the user must correct.

    Each of the models, one at least, is embedded.
    """
    return map_translated(translate_program(options), options, *models)


@deep()
def translate_program(options: Options) -> Translated:
    """Run the stages up to plain kernels.

    They are the same for all choices of transformations but `expand` and `hyperplanes`.
    """
    pointed: Pointed = {}

    def is_repeated(program: Program) -> bool:
        new = program.pointed.keys() - pointed.keys()
        return bool(new or _in_planes(program, options) or _unproven(program))

    found = _translated(options, is_repeated=is_repeated)
    while found.program.pointed.keys() - pointed.keys():
        pointed = {**pointed, **found.program.pointed}
        found = _translated(options, pointed=pointed, is_repeated=is_repeated)
    planes = _in_planes(found.program, options)
    if planes:
        found = _translated(options, planes, pointed, is_repeated=lambda program: bool(_unproven(program)))
    unproven = _unproven(found.program)
    if not unproven:
        return found
    as_written = _translated(options, unproven | planes, pointed)
    return replace(as_written, program=with_reasons_of(as_written.program, found.program))


def _in_planes(program: Program, options: Options) -> frozenset[Location]:
    """The pipelines that stay in their planes: those of kept regions, or all where no other is wanted."""
    if not is_chosen(HYPERPLANES, options):
        constructs = (node for unit in program.units for node in walk(unit.tree) if isinstance(node, Omp))
    else:
        kept = (region for region in program.regions if region.kept is not None)
        constructs = (loop.construct for region in kept for loop in region.loops)
    return frozenset(each.directive.where for each in constructs if each.directive.over_planes)


def _unproven(program: Program) -> frozenset[Location]:
    """Kept regions that may do better, or have a better reason, as the source has them.

    In such regions other loops are beside those that mapper read out of what threads do by hand, or results are
    kept elsewhere than the source says, or in variables in the place of a structure.
    """
    found = set()
    for region in program.regions:
        directives = [loop.construct.directive for loop in region.loops if region.kept is not None]
        if len({each.rewritten for each in directives}) > 1 or any(
            each.moved or each.parted for each in directives
        ):
            found.add(region.construct.directive.where)
    return frozenset(found)


def _translated(
    options: Options,
    as_written: Collection[Location] = (),
    pointed: Pointed | None = None,
    is_repeated: Callable[[Program], bool] = lambda _: False,
) -> Translated:
    """The program; regions at the places in `as_written` keep what their threads do by hand.

    Calls in `pointed` (`Program.pointed`) call by name.  `is_repeated` is that of `translate`.
    """
    warnings: list[Diagnostic] = []
    read = _strict if options.strict else _tolerant
    units, symbols = read(options, warnings, as_written, pointed or {})
    for unit in units:
        finish(unit.tree)
    with blamed_on("analysis", None):
        complete_types([symbols[unit.path] for unit in units])
        analyses = analyse(
            [symbols[unit.path] for unit in units],
            complete=_complete(options, symbols),
            foreign=options.foreign,
            libraries=options.libraries,
            outside=options.outside,
        )
    with blamed_on("translate", None):
        program = translate(
            units,
            symbols,
            analyses.effects,
            expands=is_chosen(EXPAND, options),
            strict=options.strict,
            assume_private=options.assume_private,
            sweeps=is_chosen(SWEEP, options),
            recursion=is_chosen(RECURSION, options),
            accumulates=is_chosen(ACCUMULATE, options),
            is_repeated=is_repeated,
        )
    program = keep(program, _unclear(program, options, analyses.graph))
    program = keep(program, _with_two_names(program, symbols, analyses.graph))
    return Translated(tuple(units), symbols, analyses, program, tuple(warnings))


def _strict(
    options: Options, warnings: list[Diagnostic], as_written: Collection[Location], pointed: Pointed
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
    for at, elsewhere in functions_elsewhere(units):
        units[at] = _read(units[at].path, options, [], as_written, elsewhere)
    units = _by_name(_directed(units, options, warnings), pointed)
    with blamed_on("analysis", None):
        units = list(with_link_names(units, options.defined))
        symbols = {unit.path: resolve(unit) for unit in units}
        _raise_errors([found for unit in units for found in check_sharing(symbols[unit.path])])
    return units, symbols


def _tolerant(
    options: Options, warnings: list[Diagnostic], as_written: Collection[Location], pointed: Pointed
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
    for at, elsewhere in functions_elsewhere(units):
        path = units[at].path
        with blamed_on("front end", Location(path)):
            units[at], symbols[path] = understood(path, options.command(path), [], as_written, elsewhere)
    units = _by_name(_directed(units, options, warnings), pointed)
    with blamed_on("analysis", None):
        linked = list(with_link_names(units, options.defined))
        symbols |= {unit.path: resolve(unit) for unit in linked if unit is not symbols[unit.path].unit}
    return linked, symbols


def _directed(units: list[Unit], options: Options, warnings: list[Diagnostic]) -> list[Unit]:
    """The units with what a file beside the sources says of their regions and loops."""
    if options.directives is None:
        return units
    return with_directives(units, options.directives, warnings, shared=options.shared)


def _by_name(units: list[Unit], pointed: Pointed) -> list[Unit]:
    """The units with calls by name in the places of some calls through pointers."""
    return [
        call_by_name(unit, {token: names for (path, token), names in pointed.items() if path == unit.path})
        for unit in units
    ]


@deep()
def map_translated(found: Translated, options: Options, *models: Model) -> Mapped:
    """Run all further stages, with the transformations that `options` chooses; each of the models is embedded.

    Unless this is strict, a fault costs the region that shows it, or the transformation, or at last all regions.
    """
    while True:
        if not options.dump_after and not any(each.offloaded or each.sweeps for each in found.program.regions):
            warnings = (*found.warnings, *unmet_targets(found.program))
            return Mapped(found.program, {}, {}, warnings, {}, found.symbols, found)
        from mapper.stages.mapping import map_kernels  # a small program without kernels does not wait for that

        try:
            return map_kernels(found, options, models)
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
                found = replace(found, program=keep(found.program, blamed))
            warning = Diagnostic(Severity.WARNING, "W004", kept.reason, kept.where)
            found = replace(found, warnings=(*found.warnings, warning))


def without_rejected(
    mapped: Mapped, options: Options, models: Sequence[Model], path: str, messages: str
) -> Mapped:
    """The program again, without the regions for which the C compiler rejects the text made of a source."""
    from mapper.emit.host_file.verify import rejected_regions

    assert mapped.source is not None
    unit = next(unit for unit in mapped.program.units if unit.path == path)
    blamed = rejected_regions(mapped.program.regions, unit, mapped.emitted[path].c, messages)
    warnings = tuple(Diagnostic(Severity.WARNING, "W004", kept.reason, kept.where) for kept in blamed.values())
    program = keep(mapped.source.program, blamed)
    source = replace(mapped.source, program=program, warnings=(*mapped.source.warnings, *warnings))
    return map_translated(source, options, *models)


def _places_of(region: ParallelRegion) -> list[Location]:
    """By what places a fault of a region may be known."""
    return [region.where, *(loop.where for loop in region.loops)]


def _read(
    path: str,
    options: Options,
    warnings: list[Diagnostic],
    as_written: Collection[Location],
    elsewhere: Elsewhere = NOTHING,
) -> Unit:
    """One source file as a unit whose directives are bound and lawfully nested."""
    with blamed_on("front end", Location(path)):
        command = options.command(path)
        unit = load_unit(path, command.compiler, command.flags, text=command.text)
        unit = bind(unit, as_written=as_written, elsewhere=elsewhere)
        found = check(unit)
    _raise_errors(found)
    warnings += found
    return unit


def _unclear(program: Program, options: Options, graph: CallGraph) -> dict[str, Kept]:
    """All regions are kept where the linker chooses what a function is, or types are not what they seem to be.

    So it is in programs with threads of their own: what those write beside a region would be lost where
    its results are copied back.  Programs that set the rounding mode would be rounded otherwise, and flags that
    operations raise on the CPU would not be raised.
    """
    found = _obstacle(program, options, graph)
    if found is None:
        return {}
    code, reason, where = found
    return {region.id: Kept(code, reason, where or region.where) for region in program.regions}


def _obstacle(program: Program, options: Options, graph: CallGraph) -> tuple[str, str, Location | None] | None:
    """What keeps all regions of a program on the CPU: the code, the reason, and the place if it is one."""
    if graph.threading:
        reason = f"`{graph.threading}` starts threads, which may use what is copied to and from the device"
        return "K026", reason, None
    if graph.whole.uses("makecontext"):
        reason = "`makecontext` runs functions on a stack in memory that may be copied to the device and back"
        return "K026", reason, None
    other = next((unit.other_types for unit in program.units if unit.other_types), "")
    if other:
        return "K007", f"{other} gives types or operations another meaning", None
    for name, why in _ENVIRONMENT.items():
        if graph.whole.uses(name):
            return "K007", f"`{name}` gives operations another meaning: {why}", None
    if options.renaming is not None:
        return "K004", f"{options.renaming} gives names another meaning than the sources do", None
    other = next((name for unit in program.units for name in unit.linked if library(name) is not None), "")
    if other:
        return "K004", f"`{other}` names another function than the C library's", None
    names = own_names(graph.whole)
    declared = all(prototypes(unit, names) is not None for unit in program.units)
    seen = [name for name in names if options.outside is None or name in options.outside or not declared]
    seen += [each.name for unit in program.units for each in unit.opaque if each.name in SYSTEM]
    if seen:
        reason = f"drivers of devices would call the program's `{seen[0]}` in place of the C library's"
        return "K004", reason, None
    twice = defined_twice(program.units, options.defined)
    if twice is None:
        return None
    unit, function = twice
    reason = f"`{function.decl.name}` has two definitions, and the linker chooses"
    return "K004", reason, unit.location(function.decl)


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
