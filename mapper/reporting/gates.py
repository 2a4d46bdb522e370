"""Gates of a build: loops that must be offloadable, the reasons that are errors, and the user's waivers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity, fail
from mapper.ir.program.region import ParallelRegion, Program, WorkLoop
from mapper.options import Gates
from mapper.reporting.gate_words import REASONS
from mapper.reporting.report import kept_loop, kept_region
from mapper.stages.place_lists import Place, ends_with, read_list, read_place
from mapper.stages.reading import functions_at


@dataclass(frozen=True, slots=True)
class Waiver:
    """One line of a file of waivers: loops at a place, kept for the reason `code`, may stay."""

    place: Place
    code: str
    reason: str
    where: Location

    def covers(self, where: Location, function: str, code: str) -> bool:
        """Whether it is about a loop at this place that is kept for this reason."""
        place = self.place
        return (
            code == self.code
            and (not place.file or ends_with(where.file, place.file))
            and (where.line == place.line if place.line else function == place.function)
            and place.column in (0, where.column)
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """What gates make of a program's loops.

    `changed` gives, by the remark on a loop, what takes its place: an error, or the remark with its waiver.
    `unused` are warnings on waivers that no loop needs.
    """

    changed: Mapping[Diagnostic, Diagnostic] = field(default_factory=dict)
    unused: Sequence[Diagnostic] = ()

    @property
    def errors(self) -> list[Diagnostic]:
        """The loops that don't pass."""
        return [each for each in self.changed.values() if each.severity is Severity.ERROR]

    def messages(self, remarks: Sequence[Diagnostic], wanted: bool) -> list[Diagnostic]:
        """What is to be shown: unused waivers, and errors in the places of their remarks, or alone."""
        shown = [self.changed.get(each, each) for each in remarks]
        return [*self.unused, *(each for each in shown if wanted or each.severity is Severity.ERROR)]

    def check(self) -> None:
        """Raises `MapperError` E027 where loops don't pass; their errors are for the caller to show."""
        if self.errors:
            count = len(self.errors)
            loops = "1 loop stays" if count == 1 else f"{count} loops stay"
            fail("E027", f"{loops} on the CPU and must not: nothing is built")


def judged(program: Program, gates: Gates) -> Judged:
    """Which loops don't pass, and which waivers are needed.

    Raises `MapperError` E026 for a bad file of waivers.
    """
    if not gates:
        return Judged()
    waivers = read_waivers(gates.waivers) if gates.waivers is not None else []
    changed: dict[Diagnostic, Diagnostic] = {}
    used: set[Waiver] = set()
    for remark, function, counts in _kept(program):
        assert remark.where is not None
        fitting = [each for each in waivers if each.covers(remark.where, function, remark.code)]
        used |= set(fitting)
        if fitting:
            changed[remark] = replace(remark, waived=fitting[0].reason)
        elif (gates.offload and counts) or remark.code in gates.errors:
            changed[remark] = replace(remark, severity=Severity.ERROR)
    unused = [each for each in waivers if each not in used and _concerns(program, each)]
    return Judged(changed, [_unused(each) for each in unused])


def _kept(program: Program) -> list[tuple[Diagnostic, str, bool]]:
    """The remark on each loop that is kept, its function, and whether it is a loop; regions without loops, too."""
    found = []
    for loop, region, kept in program.verdicts():
        if kept is not None:
            found.append((kept_loop(loop, kept), _function(program, loop, region), True))
    for region in program.regions:
        if not region.loops:
            found.append((kept_region(region), region.function.decl.name, False))
    return found


def _function(program: Program, loop: WorkLoop, region: ParallelRegion | None) -> str:
    """The function that holds a loop; one that mapper can't parse, too."""
    holder = loop.team or region
    if holder is not None:
        name: str = holder.function.decl.name
        return name
    for unit in program.units:
        for opaque in unit.opaque:
            if any(where == loop.where for where, _ in opaque.pragmas):
                return opaque.name
    return next((name for unit in program.units for name in functions_at(unit, loop.where)), "")


def _concerns(program: Program, waiver: Waiver) -> bool:
    """Whether the program has the file or the function of a waiver; other programs may share the waivers."""
    place = waiver.place
    if place.file:
        return any(ends_with(name, place.file) for unit in program.units for name in unit.files)
    return any(region.function.decl.name == place.function for region in program.regions)


def _unused(waiver: Waiver) -> Diagnostic:
    message = f"no loop at {waiver.place} is kept for {waiver.code}: the waiver can go"
    return Diagnostic(Severity.WARNING, "W005", message, waiver.where)


def read_waivers(path: Path) -> list[Waiver]:
    """The waivers of a file; raises `MapperError` E026 with all that is wrong with it.

    A line is a place, a code and a reason; places are `FILE:LINE`, `FILE:LINE:COLUMN`, `FILE:FUNCTION` and
    `FUNCTION`.  `#` begins a comment.
    """
    found, errors = [], []
    for where, line in read_list(path, "waivers", "E026"):
        waiver = _waiver(line, where)
        if isinstance(waiver, str):
            errors.append(Diagnostic(Severity.ERROR, "E026", waiver, where))
        else:
            found.append(waiver)
    if errors:
        raise MapperError(errors)
    return found


def _waiver(line: str, where: Location) -> Waiver | str:
    """A line's waiver, or what is wrong with it."""
    words = line.split(maxsplit=2)
    if len(words) < 2 or words[1] not in REASONS:
        return "a waiver is FILE:LINE, FILE:FUNCTION or FUNCTION, then a code (K001 ...), then the reason"
    if len(words) < 3:
        return f"the waiver of {words[1]} for {words[0]} gives no reason"
    place = read_place(words[0])
    if place is None:
        return f"{words[0]} names no place: it is FILE:LINE, FILE:FUNCTION or FUNCTION"
    return Waiver(place, words[1], words[2].strip(), where)
