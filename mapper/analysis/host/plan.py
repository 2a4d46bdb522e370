"""Plans how host code announces its accesses to memory that devices may hold a newer copy of.

Only functions that lead to a device region (drivers) get announcements: all other code runs under a statement of
a driver.  In a driver, each outermost statement that leads to no region is preceded by announcements of all
that it may touch, calls included; conditional statements are entered, so that a branch that is not taken costs
nothing.  Statements that lead to a region are entered, and the expressions in their heads are announced in place,
each time they are evaluated.  Between an announcement and the accesses that it represents no region can run.

Accesses that can't be announced this way (in an expression beside the call of a driver, in code that comes out
of a macro) make their objects eager.  See docs/decisions/0006-announced-host-accesses.md.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence

from mapper.analysis.host.moves import Moves
from mapper.analysis.host.objects import device_objects
from mapper.analysis.host.pointers.shifts import shifts
from mapper.analysis.host.walk import Planner
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.points_to_sets.points_to import PointsTo, points_to
from mapper.analysis.whole_program.program import Whole
from mapper.analysis.whole_program.waiting_calls import announced_calls
from mapper.ir.program.host_plan import Eager, HostPlan
from mapper.ir.program.kernel import Buffer, Kernel, Storage
from mapper.ir.program.region import Copied, ParallelRegion, WorkLoop


@dataclasses.dataclass(frozen=True, eq=False)
class Analyses:
    """The whole-program analyses that translation and planning share."""

    whole: Whole
    points: PointsTo
    graph: CallGraph
    effects: EffectsOf
    announced: EffectsOf  # without what the program announces itself
    calls: frozenset[str] = frozenset()  # of MPI's functions, which announce themselves


def analyse(
    units: Sequence[Symbols],
    *,
    complete: bool | None = None,
    foreign: Collection[str] | None = frozenset(),
    libraries: Collection[str] = frozenset(),
    outside: Collection[str] | None = frozenset(),
) -> Analyses:
    """Run the whole-program analyses; `complete` and the collections are for `Whole`."""
    whole = Whole(units, complete=complete, foreign=foreign, libraries=libraries, outside=outside)
    points = points_to(whole)
    graph = CallGraph(whole, points)
    effects = EffectsOf(whole, points, graph)
    messages, calls = bool(points.in_messages and points.messages_announced), announced_calls(whole)
    announced = effects
    if messages or calls:
        announced = EffectsOf(whole, points, graph, announced=messages, calls=calls)
    return Analyses(whole, points, graph, effects, announced, calls)


def plan_host_accesses(
    analyses: Analyses, regions: Sequence[ParallelRegion], written: Sequence[ParallelRegion] = ()
) -> HostPlan:
    """The plan for all regions that have a device version; `written` are they before all transformations."""
    plain = {loop.id: loop.kernel for region in written for loop in region.loops if loop.kernel is not None}
    offloaded = [region for region in regions if region.offloaded]
    whole, effects = analyses.whole, analyses.effects
    objects = device_objects(whole, effects, offloaded)
    moves = Moves(whole, effects)
    drivers = effects.graph.leads_to(whole.function_of(region.function).key for region in offloaded)
    moves.find(drivers, objects.used)
    objects.written |= moves.targets & objects.used
    while True:  # objects that turn out to be eager need no announcements: begin again without them
        kept = objects.kept
        planned = Planner(whole, effects, offloaded, objects, analyses.announced, plain, moves)
        planned.run()
        if objects.kept == kept:
            break
    eager = {
        bit: Eager(each.name, *objects.eager[bit], each.aggregate or each.type is None)
        for number, each in enumerate(analyses.points.memory.objects)
        if (bit := 1 << number) in objects.eager
    }
    copied = {
        (use.loop.id, use.buffer.name): tuple(each for bit, each in eager.items() if use.objects & bit)
        for use in objects.uses
    }
    registered = objects.kept
    for use in objects.uses:
        if (
            use.buffer.bytes is None
        ):  # the run-time library must know the memory, also what it copies for each launch
            registered |= use.objects
    escaped = analyses.points.escaped_elsewhere & objects.written  # what no kernel writes never comes back
    return HostPlan(
        tuple(planned.announcements),
        tuple(planned.regions),
        tuple(scope for bit, scope in sorted(objects.scopes.items()) if bit & registered or scope.static),
        tuple(sorted(eager.values(), key=lambda each: (each.name, each.reason.text))),
        {key: each for key, each in copied.items() if each},
        objects.kept,
        tuple(send for sends in planned.sends.found.values() for send in sends),
        objects.written,
        frozenset((use.loop.id, use.buffer.name) for use in objects.uses if use.objects & escaped),
        shifts(whole, effects, offloaded, planned.drivers),
    )


def with_plan(regions: Iterable[ParallelRegion], plan: HostPlan) -> tuple[ParallelRegion, ...]:
    """The regions, with the plan's eager and escaped buffers marked as such."""
    changed = []
    for region in regions:
        loops = []
        for loop in region.loops:
            kernel = loop.kernel
            if kernel is not None:
                eager = {name for loop_id, name in plan.eager_buffers if loop_id == loop.id}
                escaped = {name for loop_id, name in plan.escaped_buffers if loop_id == loop.id}
                parameters = tuple(
                    dataclasses.replace(each, eager=each.eager or each.name in eager, escaped=each.name in escaped)
                    if isinstance(each, Buffer)
                    else each
                    for each in kernel.parameters
                )
                loop = dataclasses.replace(
                    loop,
                    kernel=dataclasses.replace(kernel, parameters=parameters),
                    copied=tuple(_copied(loop, kernel, plan)),
                )
            loops.append(loop)
        changed.append(dataclasses.replace(region, loops=tuple(loops)))
    return tuple(changed)


def _copied(loop: WorkLoop, kernel: Kernel, plan: HostPlan) -> Iterator[Copied]:
    """The arrays of a kernel that can't stay on the device, each with the first reason that there is for it."""
    for buffer in kernel.buffers:
        if buffer.storage is Storage.STATE:  # memory of the launch alone
            continue
        found = (each for each in plan.eager_buffers.get((loop.id, buffer.name), ()) if each.aggregate)
        first = next(found, None)
        if first is not None:
            why = first.reason.text + (f"; {first.reason.way_out}" if first.reason.way_out else "")
            yield Copied(buffer.pointer, why, first.where)
