"""The stages for programs with kernels: transformations, features and emitted text.

`pipeline.py` imports this file for such a program alone, since the imports take longer than a small program's
translation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mapper.analysis.host.plan import plan_host_accesses, with_plan
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.addresses import addresses
from mapper.diagnostics import blamed_on
from mapper.emit.host_file.addresses import used_by
from mapper.emit.host_file.blocks import blocks
from mapper.emit.host_file.clocks import clocks
from mapper.emit.host_file.host import UnitPlan, emit_unit
from mapper.emit.host_file.included import inlined
from mapper.emit.host_file.messages import messages
from mapper.emit.host_file.own_names import own_names
from mapper.emit.host_file.placing import placed, unreachable
from mapper.emit.host_file.verify import broken_regions
from mapper.emit.opencl_printer import print_kernels
from mapper.emit.regions.announce import before_all, insertions
from mapper.emit.regions.host_code import HostCode
from mapper.features.extract import Features, extract
from mapper.features.frequencies.between import SerialUses
from mapper.features.frequencies.forecast import Forecast
from mapper.features.frequencies.frequency import executions, frequencies
from mapper.features.frequencies.launches import launches
from mapper.ir.program.host_plan import HostPlan
from mapper.ir.program.region import Kept, Program
from mapper.ir.trees.unit import TextRange, Unit
from mapper.model.tree import Model
from mapper.options import Options
from mapper.stages.mapped import Mapped, Translated, keep
from mapper.transforms.run import Selection, lower, transform
from mapper.transforms.safety.checked import obstacle
from mapper.translate.regions.user_pragmas import unmet_targets


def map_kernels(found: Translated, options: Options, models: Sequence[Model]) -> Mapped:
    """All further stages, once."""
    units, symbols, analyses, program = found.units, found.symbols, found.analyses, found.program
    program = keep(program, _unchecked(program)) if options.safe else program
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
            program = keep(program, unreachable(program, accesses))
            program = replace(program, regions=with_plan(program.regions, accesses))
        with blamed_on("features", None):
            written = {region.id: region for region in found.program.regions}
            often = frequencies(analyses.graph, program.regions)
            serial = SerialUses(analyses, accesses, often, symbols, program.regions)
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
                    blocks=blocks(plan.symbols, analyses.graph.whole),
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
        program = keep(program, broken)


def _unchecked(program: Program) -> dict[str, Kept]:
    """Regions are kept with a loop whose kernel can't check what it does."""
    found: dict[str, Kept] = {}
    for region in program.regions:
        for loop in region.loops:
            reason = obstacle(loop.kernel) if loop.kernel is not None else None
            if reason is not None:
                found.setdefault(region.id, Kept("K030", f"{reason} (--safe)", loop.where))
    return found


def _place(program: Program, symbols: Mapping[str, Symbols]) -> tuple[dict[str, TextRange], Program]:
    """The place of each region that has a device version; regions without a place are kept."""
    with blamed_on("emit", None):
        found = {region.id: placed(region, symbols) for region in program.regions if region.offloaded}
    places = {key: place for key, place in found.items() if isinstance(place, TextRange)}
    return places, keep(program, {key: place for key, place in found.items() if isinstance(place, Kept)})


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
        before_all(accesses, unit),
        inlined(unit, readings),
        tuple(loops.values()),
        tuple(teams.values()),
        tuple(callers),
    )
