"""Runs the transformations over the kernels of a program, and checks each kernel that one of them made.

`transform` runs the first phase, `lower` the second one: `order.py` has both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.diagnostics import InternalError, blamed_on
from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import ParallelRegion, Program, WorkLoop
from mapper.ir.trees.nodes import finish, text_of, walk
from mapper.ir.trees.unit import Unit
from mapper.options import Options
from mapper.transforms.dimensions import interchange
from mapper.transforms.fission import distribute
from mapper.transforms.fission.program import Distributed, distributed
from mapper.transforms.frame.base import (
    Changed,
    Distribution,
    Outcome,
    Pass,
    Placed,
    Refusal,
    RegionTransform,
    Skewing,
    Sweeping,
    Transform,
    WholeTransform,
    listed,
)
from mapper.transforms.frame.check import violations
from mapper.transforms.frame.contract import accepted
from mapper.transforms.frame.linked_rows import linked_rows
from mapper.transforms.fusion.program import Fused, fused
from mapper.transforms.launches.batch import stands_alone
from mapper.transforms.launches.hyperplanes import DONE, over_planes
from mapper.transforms.launches.repeats import is_repeated, turning
from mapper.transforms.launches.sweep import Swept, swept
from mapper.transforms.memory.relayout import version
from mapper.transforms.names import is_chosen
from mapper.transforms.order import LOWER, LOWERINGS, ORDER
from mapper.transforms.safety.checked import checked

_MOST_HELD = 1 << 10


@dataclass(frozen=True, slots=True)
class Selection:
    """The transformations to run, in order, and the names of those after which the kernels are shown.

    `safe` is true if the kernels check what they do.
    """

    passes: tuple[Pass, ...] = ORDER
    shown: tuple[str, ...] = ()
    safe: bool = False

    @classmethod
    def of(cls, options: Options) -> Selection:
        """What the user asked for."""
        wanted = [each for each in ORDER if is_chosen(each.name, options)]
        return cls(tuple(wanted), options.dump_after, options.safe)


def transform(
    program: Program,
    symbols: Mapping[str, Symbols],
    selection: Selection,
    effects: EffectsOf | None = None,
    launches: Mapping[str, float] | None = None,
) -> tuple[Program, dict[str, tuple[Kernel, ...]]]:
    """The program with its kernels optimised, and the kernels after each pass that `selection` says to show.

    What is shown is lowered as far as it must be to be printed; the program is not.
    `symbols` are those of each unit, by its path.  A loop that several regions run is transformed once.
    Without the program's `effects` no loops are fused.  `launches` estimates how often each kernel is launched, by
    the id of its loop.
    """
    made = _Kernels(program, symbols, effects, launches or {})
    shown: dict[str, tuple[Kernel, ...]] = {}
    for number, each in enumerate(selection.passes):
        if isinstance(each, RegionTransform) or each in LOWER:
            continue
        with blamed_on(f"the transformation {each.name}", None):
            made.run(each, selection.passes[:number], selection.passes[number + 1 :])
        if each.name in selection.shown:
            shown[each.name] = _shown(made.kernels.values())
    regions = tuple(map(made.with_kernels, program.regions))
    for each in selection.passes:
        if isinstance(each, RegionTransform):
            regions = tuple(_region_applied(each, region, symbols) for region in regions)
            if each.name in selection.shown:
                final = {loop.id: loop.kernel for region in regions for loop in region.loops}
                shown[each.name] = _shown(final.values())
    return replace(program, regions=regions), shown


def lower(
    program: Program, symbols: Mapping[str, Symbols], selection: Selection
) -> tuple[Program, dict[str, tuple[Kernel, ...]]]:
    """A program that `transform` has made with its kernels in their final form, and those that are to be shown.

    Its loops get the `versions` of their kernels; these stay as they are.
    """
    versions: dict[str, tuple[Kernel, ...]] = {}
    around: dict[str, Symbols] = {}
    for region in program.regions:
        for loop in region.loops:
            if loop.kernel is not None and region.kept is None and loop.id not in versions:
                versions[loop.id] = _versions(loop.kernel)
                if selection.safe:
                    versions[loop.id] = (checked(loop.kernel, symbols[_unit_of(region, loop).path]),)
                around[loop.id] = symbols[_unit_of(region, loop).path]
    shown: dict[str, tuple[Kernel, ...]] = {}
    for each in selection.passes:
        if isinstance(each, Transform) and each in LOWER:
            versions = {
                key: tuple(_applied(each, kernel, around[key]) for kernel in kernels)
                for key, kernels in versions.items()
            }
            if each.name in selection.shown:
                shown[each.name] = tuple(finished(kernel) for kernels in versions.values() for kernel in kernels)
    versions = {key: tuple(map(finished, kernels)) for key, kernels in versions.items()}

    def lowered(loop: WorkLoop) -> WorkLoop:
        final = versions.get(loop.id, ())
        if loop.kernel is None:
            return loop
        if not selection.safe or not final:
            return replace(loop, versions=final)
        return replace(loop, kernel=replace(loop.kernel, checks=final[0].checks), versions=final)

    regions = (replace(region, loops=tuple(map(lowered, region.loops))) for region in program.regions)
    return replace(program, regions=tuple(regions)), shown


def _versions(kernel: Kernel) -> tuple[Kernel, ...]:
    """A kernel, and its version that uses copies of arrays if there is one."""
    return (kernel, version(kernel)) if kernel.relaid else (kernel,)


def finished(kernel: Kernel) -> Kernel:
    """The kernel behind all transformations."""
    for each in LOWERINGS:
        with blamed_on(f"the transformation {each.name}", kernel.where):
            made = each.apply(kernel)
        kernel = made if made is kernel else _checked(each.name, made, lowered=True)
    return kernel


def _shown(kernels: Iterable[Kernel | None]) -> tuple[Kernel, ...]:
    """Kernels before they are lowered, in a form that can be printed."""
    return tuple(finished(each) for kernel in kernels if kernel is not None for each in _versions(kernel))


class _Kernels:
    """All kernels on their way through the passes, by the ids of their loops.

    `around` are the symbols of their units, `often` is how often each is launched, and `alone` and `repeated` are
    those that may be batched.  `swept` are sequential loops with kernels, `together` and `apart` what was fused
    and what was cut.
    """

    def __init__(
        self,
        program: Program,
        symbols: Mapping[str, Symbols],
        effects: EffectsOf | None,
        launches: Mapping[str, float],
    ) -> None:
        self.program = program
        self.symbols = symbols
        self.effects = effects
        self.kernels: dict[str, Kernel] = {}
        self.around: dict[str, Symbols] = {}
        self.often = dict(launches)
        self.alone: set[str] = set()
        self.repeated: set[str] = set()
        self.turns: dict[str, tuple[str, ...]] = {}
        self.swept, self.together, self.apart = Swept(), Fused(), Distributed()
        for region in program.regions:
            for loop in region.loops:
                if loop.kernel is not None and region.kept is None:
                    self._add(region, loop, loop.kernel)

    def _add(self, region: ParallelRegion, loop: WorkLoop, kernel: Kernel) -> None:
        self.kernels.setdefault(loop.id, kernel)
        _finish_code(kernel)
        self.around.setdefault(loop.id, self.symbols[_unit_of(region, loop).path])
        if stands_alone(region, loop):
            self.alone.add(loop.id)
        elif is_repeated(region, loop, self.program.units):
            self.repeated.add(loop.id)
        elif turns := turning(region, loop, self.program.units):
            self.turns[loop.id] = turns

    def run(self, each: Pass, before: Sequence[Pass], later: Sequence[Pass]) -> None:
        """One pass over all kernels; others run `before` it, and `later`."""
        match each:
            case Transform():
                self.kernels = {
                    key: _applied(each, kernel, self.around[key]) for key, kernel in self.kernels.items()
                }
            case WholeTransform():
                self._whole(each)
            case Skewing():
                self._skew(each)
            case Sweeping():
                self._sweep(each)
            case Distribution():
                self._cut(each, before, later)
            case _ if self.effects is not None:
                self._fuse(each, later, self.effects)

    def _whole(self, each: WholeTransform) -> None:
        outcomes = each.apply(
            [
                Placed(
                    kernel,
                    self.around[key],
                    self.often.get(key, 1.0),
                    key in self.alone,
                    key in self.repeated or key in self.turns,
                    self.turns.get(key, ()),
                )
                for key, kernel in self.kernels.items()
            ]
        )
        pairs = zip(self.kernels.items(), outcomes, strict=True)
        self.kernels = {
            key: _with_outcome(each, kernel, outcome if accepted(kernel, each.accepts) else None)
            for (key, kernel), outcome in pairs
        }

    def _skew(self, each: Pass) -> None:
        for name in over_planes(self.program):
            if name in self.kernels:
                kernel = self.kernels[name]
                self.kernels[name] = replace(kernel, applied=(*kernel.applied, Applied(each.name, did=DONE)))

    def _sweep(self, each: Pass) -> None:
        self.swept = swept(self.program, self.kernels)
        for name, note in self.swept.notes.items():
            if name in self.kernels:
                kernel = self.kernels[name]
                self.kernels[name] = replace(kernel, applied=(*kernel.applied, note))
        for name, loop in self.swept.loops.items():
            assert loop.kernel is not None
            self.kernels[name] = _checked(each.name, loop.kernel)
            self.around[name] = self.around[loop.others[0]]
            self.often.setdefault(name, 1.0)
        for name in self.swept.only:
            del self.kernels[name]

    def _cut(self, each: Pass, before: Sequence[Pass], later: Sequence[Pass]) -> None:
        names = [one.name for one in later]
        behind = 1 + max((names.index(name) for name in distribute.LOOKED_AT if name in names), default=-1)
        again, finish = partial(_finish, before), partial(_finish, later[:behind])
        own, sweeps = self._without_sweeps()
        self.apart = distributed(self.program, own, self.around, again, finish)
        self.kernels = {key: _checked(each.name, kernel) for key, kernel in self.apart.kernels.items()} | sweeps
        for name, parts in self.apart.parts.items():
            self.around |= {part.id: self.around[name] for part in parts}
            self.often |= {part.id: self.often.get(name, 1.0) for part in parts}

    def _fuse(self, each: Pass, later: Sequence[Pass], effects: EffectsOf) -> None:
        short = [one for one in later if one.name == interchange.TRANSFORM.name]
        finish, finish_short = partial(_finish, later), partial(_finish, short)
        own, sweeps = self._without_sweeps()
        whole = {key: kernel for key, kernel in own.items() if key not in self.apart.ids}
        self.together = fused(self.program, whole, self.symbols, effects, finish, finish_short)
        parts = {key: kernel for key, kernel in own.items() if key in self.apart.ids}
        made = {**self.together.kernels, **parts, **self._left(sweeps)}
        self.kernels = {key: _checked(each.name, kernel) for key, kernel in made.items()}
        for loop in (loop for rows in self.together.rows.values() for loop in rows):
            self.around[loop.id] = self.symbols[self.together.paths[loop.id]]
            self.often[loop.id] = min(self.often.get(other, 1.0) for other in loop.others)

    def _without_sweeps(self) -> tuple[dict[str, Kernel], dict[str, Kernel]]:
        """The kernels of work-shared loops, and those of sequential loops."""
        sweeps = {key: kernel for key, kernel in self.kernels.items() if key in self.swept.loops}
        return {key: kernel for key, kernel in self.kernels.items() if key not in sweeps}, sweeps

    def _left(self, sweeps: Mapping[str, Kernel]) -> dict[str, Kernel]:
        """The kernels of those sequential loops that are in no row of statements with one kernel."""
        rows = [loop.row for loops in self.together.rows.values() for loop in loops if loop.row is not None]
        inside = {id(node) for row in rows for statement in row.statements for node in walk(statement)}
        return {key: kernel for key, kernel in sweeps.items() if id(self.swept.loops[key].place) not in inside}

    def with_kernels(self, region: ParallelRegion) -> ParallelRegion:
        """A region with its loops' kernels as they are now."""
        if region.kept is not None:
            return region
        made = _with_kernels(region, self.kernels, self.together, self.apart, self.swept)
        return replace(made, loops=(*made.loops, *self.swept.of(region.sweeps, self.kernels)))


def _unit_of(region: ParallelRegion, loop: WorkLoop) -> Unit:
    """The unit that a loop is in."""
    return loop.team.unit if loop.team is not None else region.unit


def _region_applied(
    each: RegionTransform, region: ParallelRegion, symbols: Mapping[str, Symbols]
) -> ParallelRegion:
    if region.kept is not None:
        return region
    made = each.apply(region, symbols)
    for loop in made.loops:
        if loop.kernel is not None:
            _checked(each.name, loop.kernel)
    return made


def _finish(passes: Sequence[Pass], symbols: Symbols, kernel: Kernel) -> Kernel:
    return apply_all(kernel, symbols, passes)


def apply_all(kernel: Kernel, symbols: Symbols, passes: Sequence[Pass] = ORDER) -> Kernel:
    """One kernel after those of the given transformations that look at one kernel alone."""
    for each in passes:
        if isinstance(each, Transform):
            kernel = _applied(each, kernel, symbols)
    return kernel


@lru_cache(_MOST_HELD)
def _applied(each: Transform, kernel: Kernel, symbols: Symbols) -> Kernel:
    """A kernel after a transformation; passes that try others out ask for the same again and again."""
    if not accepted(kernel, each.accepts):
        return kernel
    with blamed_on(f"the transformation {each.name}", kernel.where):
        outcome = each.outcome(kernel, symbols)
    return _with_outcome(each, kernel, outcome)


def _with_outcome(each: Transform | WholeTransform, kernel: Kernel, outcome: Outcome) -> Kernel:
    if outcome is None:
        return kernel
    if isinstance(outcome, Refusal):
        refused = Applied(each.name, outcome.reason, outcome.where)
        return replace(kernel, applied=(*kernel.applied, refused))
    assert isinstance(outcome, Changed)
    made = replace(outcome.kernel, applied=(*kernel.applied, Applied(each.name, did=outcome.did)))
    if each.reorders and not kernel.assumed.rows_apart:
        same = linked_rows(made)
        if same is not None:
            names = listed(text_of(rows.pointer) for rows in same)
            refused = Applied(each.name, f"{names} lead to rows of the same blocks")
            return replace(kernel, applied=(*kernel.applied, refused))
        made = made.with_rows_apart()
    return _checked(each.name, made, lowered=each in LOWER)


def _checked(name: str, made: Kernel, *, lowered: bool = False) -> Kernel:
    found = violations(made, lowered=lowered)
    if found:
        raise InternalError(f"the transformation {name}", f"{found[0]} in {made.name}", made.where)
    _finish_code(made)
    return made


def _finish_code(kernel: Kernel) -> None:
    """Passes change none of the trees that they get."""
    for root in (kernel.body, *kernel.functions):
        finish(root)


def _with_kernels(
    region: ParallelRegion, kernels: Mapping[str, Kernel], together: Fused, apart: Distributed, sequential: Swept
) -> ParallelRegion:
    others = {group.first: group.others for group in together.groups}
    leaders = {other: group.first for group in together.groups for other in group.others}

    def changed(loop: WorkLoop) -> WorkLoop:
        if loop.kernel is None:
            return loop
        if loop.id in sequential.only:
            return replace(loop, kernel=None, swept=sequential.only[loop.id])
        if loop.id in leaders:
            return replace(loop, kernel=None, leader=leaders[loop.id])
        part = apart.parts[loop.id][0].part if loop.id in apart.parts else None
        return replace(loop, kernel=kernels[loop.id], others=others.get(loop.id, ()), part=part)

    holders = (region, *region.teams)
    rows = [loop for holder in holders for loop in together.rows.get(id(holder), ())]
    further = [part for loop in region.loops for part in apart.parts.get(loop.id, ())[1:]]
    made = [replace(loop, kernel=kernels[loop.id]) for loop in (*rows, *further)]
    return replace(region, loops=(*map(changed, region.loops), *made))
