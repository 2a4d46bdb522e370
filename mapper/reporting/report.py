"""The verdict on each loop, for people and for programs: summary line, remarks, JSON, table of features."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mapper.analysis.names.symbols import Symbols
from mapper.codes import KEPT
from mapper.diagnostics import Diagnostic, Location, Severity
from mapper.emit.text.c_printer import CPrinter
from mapper.features import schema
from mapper.ir.program.kernel import Applied
from mapper.ir.program.region import Kept, ParallelRegion, Program, WorkLoop
from mapper.model.tree import Model
from mapper.reporting.conditions import Condition, conditions
from mapper.transforms.names import SWEEP

if TYPE_CHECKING:
    from mapper.features.extract import Features

REPORT_VERSION = 1


def summary(program: Program) -> str:
    """One line: how many parallel loops there are, and how many can go to the device."""
    verdicts = [kept for _, _, kept in loops(program)]
    if not verdicts:
        return "mapper: no parallel loops"
    kept = sum(verdict is not None for verdict in verdicts)
    noun = "parallel loop" if len(verdicts) == 1 else "parallel loops"
    line = f"mapper: {len(verdicts)} {noun}: {len(verdicts) - kept} offloadable"
    return f"{line}, {kept} kept on the CPU (-Rmapper for why)" if kept else line


def loops(program: Program) -> Iterator[tuple[WorkLoop, ParallelRegion | None, Kept | None]]:
    """All loops in source order, each with its region and why it is kept; None: it is offloadable."""
    return program.verdicts()


def remarks(program: Program) -> list[Diagnostic]:
    """A remark for each loop, and what was done with the kernels that run several loops."""
    found = []
    for loop, region, kept in loops(program):
        included = _included(loop, region)
        if kept is None:
            message = f"loop {loop.id} can run on the device{_if(loop, program)}"
            notes = included + transformed(loop) + copied(loop)
            for part in program.further_parts(loop):
                notes += transformed(part, f"part {part.id.rpartition('_part')[2]}, ")
            found.append(Diagnostic(Severity.REMARK, "", message, loop.where, notes))
            continue
        remark = kept_loop(loop, kept)
        found.append(replace(remark, notes=included + remark.notes))
    for row in program.rows():
        assert row.kernel is not None
        message = f"kernel {row.id} runs several loops"
        notes = _transformed(row, row.applied)
        found.append(Diagnostic(Severity.REMARK, "", message, row.where, notes))
    for region in program.regions:
        if not region.loops:
            found.append(kept_region(region))
    return found


def _included(loop: WorkLoop, region: ParallelRegion | None) -> tuple[tuple[str, Location | None], ...]:
    """Which of several readings of its file a loop is in."""
    holder = loop.team or region
    where = holder.unit.include_line(loop.construct) if holder is not None else None
    return (("in what is included here", where),) if where is not None else ()


def launch_conditions(loop: WorkLoop, program: Program) -> tuple[Condition, ...]:
    """What is looked at before the launches of a loop's kernels, each once."""
    kernels = [part.kernel for part in (loop, *program.further_parts(loop)) if part.kernel is not None]
    return tuple(dict.fromkeys(each for kernel in kernels for each in conditions(kernel)))


def _if(loop: WorkLoop, program: Program) -> str:
    found = launch_conditions(loop, program)
    return f", if {'; '.join(each.text for each in found)}" if found else ""


def kept_loop(loop: WorkLoop, kept: Kept) -> Diagnostic:
    """The remark on a loop that stays on the CPU."""
    message = f"loop {loop.id} kept on the CPU: {kept.reason}"
    notes = kept.notes if kept.where == loop.where else (("because of this", kept.where), *kept.notes)
    return Diagnostic(Severity.REMARK, kept.code, message, loop.where, notes)


def kept_region(region: ParallelRegion) -> Diagnostic:
    """The remark on a region without loops."""
    kept = region.kept or Kept("K025", KEPT["K025"], region.where)
    return Diagnostic(Severity.REMARK, kept.code, f"region kept on the CPU: {kept.reason}", region.where)


def _applied(loop: WorkLoop) -> tuple[Applied, ...]:
    """What transformations did with a loop; a loop that another one's kernel runs has that alone to report."""
    if loop.leader:
        return (Applied("fuse", did=f"the kernel of {loop.leader} runs it"),)
    if loop.swept:
        from mapper.transforms.launches.sweep import runs

        return (Applied(SWEEP, did=runs(loop.swept)),)
    return loop.applied


def copied(loop: WorkLoop) -> tuple[tuple[str, Location | None], ...]:
    """Which arrays are copied before and after each launch of a loop, and why."""
    printer = CPrinter()
    found = {
        f"`{printer.expression(each.pointer)}` is copied before and after each launch: {each.reason}": each.where
        for each in loop.copied
    }
    return tuple((message, where or loop.where) for message, where in found.items())


def transformed(loop: WorkLoop, before: str = "") -> tuple[tuple[str, Location | None], ...]:
    """What each transformation did with a loop, or why it did not, behind some words."""
    return _transformed(loop, _applied(loop), before)


def _transformed(
    loop: WorkLoop, applied: Sequence[Applied], before: str = ""
) -> tuple[tuple[str, Location | None], ...]:
    return tuple((f"{before}{each.transform}: {_said(each)}", each.where or loop.where) for each in applied)


def _said(applied: Applied) -> str:
    return applied.did if applied.refusal is None else f"not applied: {applied.refusal}"


def as_json(
    program: Program,
    models: Sequence[Model] = (),
    features: Mapping[str, Features] | None = None,
    symbols: Mapping[str, Symbols] | None = None,
) -> str:
    """The verdicts as JSON text; docs/commands/compile.md has the form.

    With the models, if there are several, what `features` had to estimate, by the id of each region, and, if the
    `symbols` of each unit are given, by its path, how kernels access their arrays.
    """
    document: dict[str, Any] = {
        "version": REPORT_VERSION,
        "files": [unit.path for unit in program.units],
        "loops": [_loop(loop, program, region, kept, symbols or {}) for loop, region, kept in loops(program)],
    }
    estimated = [
        {"region": name, "file": where.file, "line": where.line, "column": where.column}
        for name, found in (features or {}).items()
        for where in found.estimated
    ]
    if estimated:
        document["estimated"] = estimated
    if len(models) > 1:
        document["models"] = [
            {"name": model.name, "device": model.device, "type": model.device_type or None} for model in models
        ]
    return json.dumps(document, indent=2) + "\n"


def _loop(
    loop: WorkLoop,
    program: Program,
    region: ParallelRegion | None,
    kept: Kept | None,
    symbols: Mapping[str, Symbols],
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": loop.id,
        "file": loop.where.file,
        "line": loop.where.line,
        "column": loop.where.column,
        "region": region.id if region else None,
        "function": (loop.team or region).function.decl.name if region else None,
        "offloadable": kept is None,
    }
    if kept is not None:
        entry["kept"] = {
            "code": kept.code,
            "reason": kept.reason,
            "file": kept.where.file,
            "line": kept.where.line,
            "column": kept.where.column,
        }
    if kept is None:
        around = symbols.get((loop.team or region).unit.path) if region else None
        entry |= _device_version(loop, around)
        entry["conditions"] = [
            {"check": each.check, "arrays": list(each.arrays), "text": each.text}
            for each in launch_conditions(loop, program)
        ]
        if loop.copied:
            entry["copied"] = [
                {"array": CPrinter().expression(each.pointer), "reason": each.reason} for each in loop.copied
            ]
        parts = [{"id": part.id, **_device_version(part, around)} for part in program.further_parts(loop)]
        entry |= {"parts": parts} if parts else {}
    return entry


def _device_version(loop: WorkLoop, symbols: Symbols | None) -> dict[str, Any]:
    """What became of a loop that can run on the device, or of one part of it."""
    entry: dict[str, Any] = {}
    if loop.kernel is not None:
        entry["dimensions"] = len(loop.kernel.dimensions)
        entry["reductions"] = [reduction.operator for reduction in loop.kernel.reductions]
    if loop.leader or loop.swept:
        entry["kernel"] = loop.leader or loop.swept
    if loop.on_device:
        entry["transforms"] = [
            {"name": applied.transform, "did": applied.did or None, "refused": applied.refusal}
            for applied in _applied(loop)
        ]
    if loop.kernel is not None and symbols is not None:
        from mapper.analysis.kernels.relations.coalescing import Pattern  # no other report needs these modules
        from mapper.features.counting.neighbours import uses

        entry["accesses"] = [
            {
                "array": each.array or None,
                "access": "write" if each.write else "read",
                "pattern": str(each.found.pattern),
                "stride": each.found.stride if each.found.pattern is Pattern.STRIDED else None,
                "places": each.accesses,
            }
            for each in uses(loop.kernel, symbols)
        ]
    return entry


def features_table(program: Program, features: Mapping[str, Features]) -> str:
    """For each region with a device version: its raw features, a line each."""
    printer = CPrinter()
    lines = []
    for region in program.regions:
        if region.id in features:
            lines.append(f"{region.where}: region {region.id}")
            for feature, tree in zip(schema.RAW, features[region.id].trees(), strict=True):
                lines.append(f"  {feature.name:<{schema.WIDTH}} {printer.expression(tree)}")
    return "".join(f"{line}\n" for line in lines)
