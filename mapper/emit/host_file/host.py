"""One unit of the program as C: the user's text, with a device version put before each region that has one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.addresses import Address
from mapper.diagnostics import blamed_on
from mapper.emit.host_file import blocks, borrowed, descriptors
from mapper.emit.host_file.addresses import declarations, definitions
from mapper.emit.host_file.expect import announced, expect_function, place_of, trip_declarations, trip_insertions
from mapper.emit.host_file.own_names import prototypes
from mapper.emit.opencl_printer import print_kernels
from mapper.emit.regions.host_code import HostCode
from mapper.emit.regions.later import Later, later
from mapper.emit.regions.region import region_text
from mapper.emit.regions.strips import Strips, strips_of
from mapper.emit.regions.team import team_text
from mapper.emit.text.c_printer import text_of_unit
from mapper.emit.text.splice import Inlined, Insertion, splice
from mapper.features.extract import Features
from mapper.features.frequencies.forecast import Expected
from mapper.features.frequencies.frequency import EnclosingLoop, Frequencies
from mapper.ir.program.host_plan import RegionAccesses
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees.unit import TextRange, Unit
from mapper.model.tree import Model

_ALLOCATION = (
    *("malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "memalign", "valloc"),
    "free",
)


@dataclass(frozen=True, eq=False)
class UnitPlan:
    """All that is known about one unit when it is printed.

    `regions` are those that have a device version, with their places; `features` gives the raw features of each
    by its id, `accesses` what each announces by the `id` of its construct.  `announcements` are the host accesses
    outside regions, `shifts` those before the program begins, `inlined` the `#include` lines that give way to the
    text of a file which holds pieces.
    `loops` are all work-shared loops of the unit that are in those regions, or in the `teams`: the functions of
    the unit that regions of any unit (`callers`) call on their device path.  `frequencies` says how often the
    program's regions are executed, `forecasts` gives their features in names of the file scope, `alone` is
    true for the only unit, `addresses` are the variables that loops of any unit use by names that hold everywhere;
    `forks` is true if the program may fork, `shares` if it changes what its threads share; `clocks` are the
    functions through which the unit asks for the time, `messages` those of MPI that are replaced, `blocks` those
    that allocate and free in libraries.
    """

    unit: Unit
    symbols: Symbols
    regions: tuple[tuple[ParallelRegion, TextRange], ...]
    features: Mapping[str, Features]
    accesses: Mapping[int, RegionAccesses]
    host: HostCode
    announcements: tuple[Insertion, ...] = ()
    shifts: tuple[str, ...] = ()
    inlined: tuple[Inlined, ...] = field(default=())
    loops: tuple[WorkLoop, ...] = ()
    teams: tuple[TeamFunction, ...] = ()
    callers: tuple[ParallelRegion, ...] = ()
    frequencies: Frequencies = field(default_factory=Frequencies)
    forecasts: Mapping[str, Sequence[Expected]] = field(default_factory=dict)
    alone: bool = True
    addresses: tuple[Address, ...] = ()
    forks: bool = False
    shares: bool = False
    clocks: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    own_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Emitted:
    """The text of one unit: the C file, and the OpenCL C that it holds as strings."""

    c: str
    cl: str


def emit_unit(plan: UnitPlan, models: Sequence[Model]) -> Emitted:
    """Print one unit, with the models of the devices that it may meet."""
    source = print_kernels([kernel for loop in plan.loops for kernel in loop.versions])
    with text_of_unit(plan.unit.preprocessed):
        return Emitted(_host_text(plan, models, source), source)


def _host_text(plan: UnitPlan, models: Sequence[Model], source: str) -> str:
    """The C file, which holds the `source` of its kernels."""
    unit = plan.unit
    regions = [region for region, _ in plan.regions]
    trips = announced(plan.frequencies)
    delayed = later(regions, plan.symbols, lambda loop: place_of(loop, unit) is not None)
    insertions = [*plan.announcements, *trip_insertions(trips.values(), unit), *_waits(delayed, unit)]
    insertions += prototypes(unit, plan.own_names) or ()
    mined: dict[str, Strips] = {}
    for region, where in plan.regions:
        with blamed_on("emit", region.where):
            strips = strips_of(region, region.only_loop, plan.symbols, plan.host)
            around = region_text(
                region,
                plan.features[region.id],
                plan.accesses.get(id(region.construct)),
                plan.symbols,
                plan.host,
                delayed,
                strips,
            )
        if strips is not None:
            mined[region.id] = strips
            insertions += [Insertion(reading, at, text, at) for reading, at, text in strips.pieces]
        insertions.append(Insertion(where.reading, where.start, around.before, where.end))
        insertions.append(Insertion(where.reading, where.end, around.after, where.start, closing=True))
    return splice(
        unit.readings,
        insertions,
        plan.inlined,
        head=descriptors.head(
            regions,
            plan.loops,
            trip_declarations(trips, unit, alone=plan.alone),
            [*declarations(plan.addresses), *borrowed.definitions(plan.symbols)],
            replaced=(*plan.clocks, *plan.messages, *plan.blocks),
            own_names=plan.own_names,
            models=models if regions or plan.teams else (),
            track_allocations=not _allocates_itself(plan.symbols),
        ),
        tail=definitions(plan.addresses, unit.path)
        + _tail(plan, models, source, trips, mined)
        + descriptors.messages(plan.messages)
        + blocks.definitions(plan.blocks),
    )


def _waits(delayed: Later, unit: Unit) -> Iterator[Insertion]:
    """What waits for results behind loops."""
    for loop in delayed.loops:
        if (place := place_of(loop, unit)) is not None:
            yield Insertion(place.reading, place.end, "__MRT_RESULTS;\n", place.start, closing=True)


def _tail(
    plan: UnitPlan,
    models: Sequence[Model],
    source: str,
    trips: Mapping[str, EnclosingLoop],
    mined: Mapping[str, Strips],
) -> str:
    """What is below the user's text; `mined` are the regions that run in strips where that is asked for."""
    regions = [region for region, _ in plan.regions]
    if not regions and not plan.teams:
        return descriptors.statics_alone(plan.unit, plan.symbols, plan.shifts)
    expect = expect_function(regions, plan.frequencies, plan.forecasts, trips)
    return _team_functions(plan) + descriptors.tail(
        plan.unit,
        regions,
        plan.loops,
        plan.symbols,
        models,
        source,
        expect,
        mined=mined,
        levels={region.id: plan.features[region.id].levels for region in regions},
        forks=plan.forks,
        shares=plan.shares,
        shifts=plan.shifts,
    )


def _team_functions(plan: UnitPlan) -> str:
    """The device versions of the unit's team functions."""
    if not plan.teams:
        return ""
    texts = ["/* ---- functions that regions call, for the device path ---- */\n", "__MRT_QUIET\n"]
    for team in plan.teams:
        loops = [loop for loop in plan.loops if loop.team is team]
        texts.append(team_text(team, loops, plan.symbols, plan.host, plan.callers))
    return "\n".join([*texts, "__MRT_QUIET_END\n"]) + "\n"


def _allocates_itself(symbols: Symbols) -> bool:
    """Whether the unit defines one of the C library's allocation functions."""
    return any(name in _ALLOCATION for name in symbols.functions)
