"""Runs the transformations over the kernels of a program, and checks each kernel that one of them made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mapper.analysis.symbols import Symbols
from mapper.diagnostics import InternalError
from mapper.ir.kernel import Applied, Kernel
from mapper.ir.region import ParallelRegion, Program, WorkLoop
from mapper.options import Options
from mapper.transforms.base import Changed, Refusal, Transform
from mapper.transforms.check import violations
from mapper.transforms.order import ORDER


@dataclass(frozen=True, slots=True)
class Selection:
    """The transformations to run, in order, and the names of those after which the kernels are shown."""

    passes: tuple[Transform, ...] = ORDER
    shown: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: Options) -> Selection:
        """What the user asked for."""
        wanted = [
            each
            for each in ORDER
            if each.name not in options.disabled and (options.passes is None or each.name in options.passes)
        ]
        return cls(tuple(wanted), options.dump_after)


def transform(
    program: Program, symbols: Mapping[str, Symbols], selection: Selection
) -> tuple[Program, dict[str, tuple[Kernel, ...]]]:
    """The program with its kernels transformed, and the kernels after each pass that `selection` wants shown.

    `symbols` are those of each unit, by its path.  A loop that several regions run is transformed once.
    """
    kernels: dict[str, Kernel] = {}
    around: dict[str, Symbols] = {}
    for region in program.regions:
        for loop in region.loops:
            if loop.kernel is not None and region.kept is None:
                kernels.setdefault(loop.id, loop.kernel)
                unit = loop.team.unit if loop.team is not None else region.unit
                around.setdefault(loop.id, symbols[unit.path])
    shown: dict[str, tuple[Kernel, ...]] = {}
    for each in selection.passes:
        kernels = {key: _applied(each, kernel, around[key]) for key, kernel in kernels.items()}
        if each.name in selection.shown:
            shown[each.name] = tuple(kernels.values())
    regions = tuple(_with_kernels(region, kernels) for region in program.regions)
    return replace(program, regions=regions), shown


def apply_all(kernel: Kernel, symbols: Symbols, passes: Sequence[Transform] = ORDER) -> Kernel:
    """One kernel after the given transformations."""
    for each in passes:
        kernel = _applied(each, kernel, symbols)
    return kernel


def _applied(each: Transform, kernel: Kernel, symbols: Symbols) -> Kernel:
    outcome = each.apply(kernel, symbols)
    if outcome is None:
        return kernel
    if isinstance(outcome, Refusal):
        refused = Applied(each.name, outcome.reason, outcome.where)
        return replace(kernel, applied=(*kernel.applied, refused))
    assert isinstance(outcome, Changed)
    made = replace(
        outcome.kernel,
        applied=(*kernel.applied, Applied(each.name, did=outcome.did)),
        rows_apart=kernel.rows_apart or (each.reorders and bool(kernel.boxes)),
    )
    found = violations(made)
    if found:
        raise InternalError(f"the transformation {each.name}", f"{found[0]} in {kernel.name}", kernel.where)
    return made


def _with_kernels(region: ParallelRegion, kernels: Mapping[str, Kernel]) -> ParallelRegion:
    def changed(loop: WorkLoop) -> WorkLoop:
        return replace(loop, kernel=kernels[loop.id]) if loop.kernel is not None and loop.id in kernels else loop

    return replace(region, loops=tuple(changed(loop) for loop in region.loops))
