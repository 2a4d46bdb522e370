"""One session of measuring: parts in order, until all is measured or the time is over.

A part's versions are built, and their kernels, many at a time, so that the cache holds them; then they run one
after another.  Rows are on disk as soon as they are known, and a later session goes on from there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from threading import Lock, Semaphore

from benchmarks.breakdown import building, choices, versions
from benchmarks.breakdown.choices import Limit
from benchmarks.breakdown.versions import ORDER, Groups, Part
from benchmarks.harness import ahead, batch, campaign, witness
from benchmarks.harness.campaign import Series
from benchmarks.harness.execute import CLOCK, Outcome, execute
from benchmarks.harness.rows import ON_CPU, Row, Table
from benchmarks.harness.versions import OPENCL, OPENMP, SEQUENTIAL, Variant
from mapper_training.evaluation import steps
from mapper_training.evaluation.steps import MORE, NO_BOUND, SAME


class OutOfTimeError(Exception):
    """The budget is spent."""


@dataclass(frozen=True)
class Settings:
    """How a session runs: `cap` seconds at most for a timed part, `repeats` runs at most, `deadline` its end.

    With `foresee` a version is taken for the same program as an earlier one, and not built, if it was at all other
    sizes that the table has, at least two.
    """

    work: Path
    threads: int
    jobs: int
    cap: float
    repeats: int
    deadline: float
    reuse: bool = False
    options: tuple[str, ...] = ()
    foresee: bool = False


@dataclass(frozen=True)
class Ladder:
    """The versions of one program in a part, in order; `twins` names for each the first one with the same text."""

    program: str
    series: tuple[Series, ...]
    twins: Mapping[str, str] = field(default_factory=dict)

    @property
    def distinct(self) -> list[Series]:
        """Those that are run."""
        return [one for one in self.series if self.twins.get(one.name, one.name) == one.name]


def bound(row: Row) -> float | None:
    """The seconds that a run which was cut off would have exceeded."""
    return steps.bound(row.said, row.verified, row.whole)


def _cut_off(one: Series, outcome: Outcome, limit: Limit) -> str:
    """What its timed part would have exceeded: what its own clock showed, where the program tells that."""
    if one.case.program.benchmark is None:
        return f"{MORE}{limit.timed:g} s"
    return f"{MORE}{outcome.timed:.4g} s" if outcome.timed else NO_BOUND


class Session:
    """The state of one call of the command."""

    def __init__(self, programs: Sequence[str], names: Sequence[str], table: Table, settings: Settings) -> None:
        """Measure these programs with these transformations into a table; `failures` are those of builds."""
        self.programs, self.names, self.table, self.settings = programs, names, table, settings
        self.device = ""
        self._built: set[str] = set()
        self._warmed: set[tuple[str, str, str]] = set()
        self._chains: dict[tuple[str, str], Lock] = {}
        self._processors = Semaphore(max(1, settings.jobs))
        self.failures: dict[str, str] = {}

    def run(self, groups: Groups) -> Iterator[Row]:
        """Measure all parts, what seems slower several times; gives the new rows.

        That is done behind each group of parts; in the end, with the time that is left, for all that was close.
        """
        done: list[tuple[Part, list[Ladder]]] = []
        try:
            for group in groups:
                done += (prepared := self.prepare(group))
                for ladder in (ladder for _, ladders in prepared for ladder in ladders):
                    yield from self._first(ladder)
                for part, ladders in prepared:
                    yield from self._again(part, ladders, thorough=False)
            for part, ladders in done:
                yield from self._again(part, ladders, thorough=True)
        except OutOfTimeError:
            print("the time is over; the same command goes on here", file=sys.stderr)

    # ---- building ------------------------------------------------------------------------------------------

    def prepare(self, group: Sequence[Part], warm: bool = True) -> list[tuple[Part, list[Ladder]]]:
        """Build what these parts need, and fill the cache of kernels."""
        rungs = versions.ladder(self.names)
        for one in self._foreseen([part.size for part in group if not part.without], rungs):
            self._add(one)
        found: dict[Part, list[list[Series]]] = {}
        for part in (part for part in group if not part.without):
            found[part] = [
                self._all(part.size, [*versions.references(program), *rungs], program) for program in self.programs
            ]
        self._build([one for programs in found.values() for series in programs for one in series], warm)
        others = [part for part in group if part.without]
        self._build([one for part in others for one in self._all(part.size, rungs[-1:])], warm, measured=False)
        for part in others:
            found[part] = [self._without(program, part.size, rungs) for program in self.programs]
        self._build([one for part in others for series in found[part] for one in series], warm)
        return [(part, [self._ladder(series) for series in found[part] if series]) for part in group]

    def _foreseen(self, sizes: Sequence[str], rungs: Sequence[Variant]) -> Iterator[Row]:
        """Rows of versions that can be told to be the same program as an earlier one."""
        if not self.settings.foresee:
            return
        for one in (each for size in sizes for each in self._all(size, rungs)):
            key = one.key
            others = [row for row in self.table.rows if row.key == (key[0], row.size, *key[2:])]
            said = {row.said for row in others}
            enough = len({row.size for row in others if row.size != key[1]}) > 1
            if enough and len(said) == 1 and said.pop().startswith(SAME) and self.table.missing(key, 1):
                yield Row(*key, "", "", "", "", "", "", others[0].said)

    def _all(self, size: str, variants: Sequence[Variant], program: str | None = None) -> list[Series]:
        programs = self.programs if program is None else [program]
        made = [versions.series(name, size, variant) for name in programs for variant in variants]
        return [one for one in made if one is not None]

    def _without(self, program: str, size: str, rungs: Sequence[Variant]) -> list[Series]:
        """All transformations, and all but one for each that changed a kernel, or the text where it was added."""
        base = versions.series(program, size, rungs[-1])
        made = None if base is None else self._made(base)
        if base is None or made is None:
            return []
        ladder = self._all(size, rungs, program)
        texts = [known.text if known else "" for known in map(self._made, ladder)]
        steps_made = zip(self.names, pairwise(texts), strict=True)
        changed = {name for name, (before, own) in steps_made if before and own and before != own}
        rows = zip(self.names, map(self._rows, ladder[1:]), strict=True)
        changed |= {name for name, known in rows if known and not known[0].said.startswith(SAME)}
        names = [name for name in self.names if name in changed or name in made.applied]
        return [base, *self._all(size, versions.without(names), program)]

    def _build(self, wanted: Sequence[Series], warm: bool, *, measured: bool = True) -> None:
        """Build what is not there, and with `warm` each version's kernels as soon as it is, many at a time.

        So they need not be built when it is timed.  What is not `measured` for itself is built in any case.
        """
        wanted = [one for one in wanted if self._wants_build(one) or not measured]
        there = [one for one in wanted if one.name in self._built or (self.settings.reuse and self._is_there(one))]
        todo = [one for one in wanted if one not in there]
        settings = self.settings
        with ThreadPoolExecutor(4 * settings.jobs) as pool:

            def done(series: Sequence[Series]) -> None:
                for one in series if warm else ():
                    if self._wants_warming(one):
                        pool.submit(self._warm, one)

            try:
                made = building.build(
                    todo, settings.work, settings.options, settings.jobs, settings.deadline, done
                )
            except TimeoutError:
                raise OutOfTimeError from None
            self.failures |= made
            done(there)  # not before: processes are better not forked beside threads
        self._built |= {one.name for one in todo}

    def _wants_build(self, one: Series) -> bool:
        cut = one.variant.translated and self._cut(one) is not None
        return not cut and bool(self.table.missing(one.key, 1))

    def _wants_warming(self, one: Series) -> bool:
        """Whether it is to be timed, and nothing with the same text has run."""
        made = self._made(one) if one.variant.translated else None
        if made is None or made.failure or not self.table.missing(one.key, 1):
            return False
        key = (one.program, one.case.size, made.text)
        fresh = key not in self._warmed
        self._warmed.add(key)
        return fresh

    def _warm(self, one: Series) -> None:
        left = min(choices.KERNELS, self.settings.deadline - time.monotonic())
        if left > 0:
            environment = one.variant.environment(2)
            ahead.build_kernels(self._executable(one), one.case.arguments, environment, self.settings.work, left)

    def _is_there(self, one: Series) -> bool:
        if one.variant.translated:
            made = self._made(one)
            return made is not None and not made.failure
        return self._executable(one).exists()

    def _made(self, one: Series) -> batch.Made | None:
        return batch.known(one.case.program, one.variant, self.settings.work)

    def _executable(self, one: Series) -> Path:
        return one.variant.executable(one.case.program, self.settings.work)

    def _ladder(self, series: Sequence[Series]) -> Ladder:
        twins: dict[str, str] = {}
        first: dict[str, str] = {}
        for one in series:
            if one.variant.translated and (made := self._made(one)) is not None and made.text:
                twins[one.name] = first.setdefault(made.text, one.name)
        return Ladder(series[0].program, tuple(series), twins)

    # ---- measuring -----------------------------------------------------------------------------------------

    def _first(self, ladder: Ladder) -> Iterator[Row]:
        """One run of each version."""
        cut_before: float | None = None
        by_name = {one.name: one for one in ladder.series}
        for one in ladder.series:
            twin = by_name[ladder.twins.get(one.name, one.name)]
            if self.table.missing(one.key, 1):
                if twin is not one and (known := self._rows(twin)):
                    yield self._add(replace(known[0], flags=one.variant.label, said=SAME + twin.variant.label))
                else:
                    yield self._once(one, cut_before)
            if one.variant.translated:
                cut_before = next(filter(None, (bound(row) for row in self._rows(one))), None)

    def _again(self, part: Part, ladders: Sequence[Ladder], thorough: bool) -> Iterator[Row]:
        """More runs of what is close, all versions of a program in turn."""
        for ladder in ladders:
            for count in range(2, self.settings.repeats + 1):
                wanted = self._wanted(part, ladder, thorough)
                for one in ladder.distinct:
                    close = wanted.get(one.name, 1) >= count and self._is_there(one)
                    if close and self.table.missing(one.key, count):
                        yield self._once(one, None)

    def _wanted(self, part: Part, ladder: Ladder, thorough: bool) -> dict[str, int]:
        best = {
            one.name: value
            for one in ladder.distinct
            if one.variant.version == OPENCL and (value := self._best(one)) is not None
        }
        if part.without:
            return choices.runs_against(ladder.series[0].name, best, self.settings.repeats)
        return choices.runs(list(best.items()), self.settings.repeats, thorough)

    def _once(self, one: Series, cut_before: float | None) -> Row:
        """One run, or the reason why there is none, as a row."""
        if one.name in self.failures:
            said = " | ".join(self.failures[one.name].split("\n"))[:300]
            return self._add(Row(*one.key, "", "", "", "build failed", "", "", said))
        place = self.device if one.variant.translated else f"cpu x {self._threads(one)}"
        if (cut := self._cut(one)) is not None:
            return self._add(Row(*one.key, "", "", "", "timeout", place, "", cut))
        limit = self._limit(one, cut_before)
        if time.monotonic() + min(limit.whole, self._expected(one)) > self.settings.deadline:
            raise OutOfTimeError
        environment = {**one.variant.environment(self.settings.threads), **CLOCK}
        if one.variant.translated:
            environment |= witness.ENVIRONMENT
        outcome = execute(self._executable(one), one.case.arguments, environment, limit.whole)
        if not one.variant.translated:
            row = campaign.row_of(one, outcome, self.table, place)
        else:
            seen = witness.read(outcome.said)
            row = campaign.row_of(one, replace(outcome, said=seen.said), self.table, seen.place)
            if outcome.failure is None and not seen.there:
                row = replace(row, seconds="", verified=ON_CPU)
        if outcome.failure == "timeout":
            row = replace(row, device=place, said=_cut_off(one, outcome, limit))
        return self._add(row)

    def _add(self, row: Row) -> Row:
        self.table.append(row)
        return row

    def _threads(self, one: Series) -> int:
        return 1 if one.variant.version == SEQUENTIAL else self.settings.threads

    # ---- what is known -------------------------------------------------------------------------------------

    def _rows(self, one: Series) -> list[Row]:
        return [row for row in self.table.rows if row.key == one.key]

    def _best(self, one: Series) -> float | None:
        """Of its own runs and, where its text is another one's, of that one's."""
        rows = self._rows(one)
        others = {(*one.key[:3], row.said.removeprefix(SAME)) for row in rows if row.said.startswith(SAME)}
        rows += [row for row in self.table.rows if row.key in others]
        return min(
            (float(row.seconds) for row in rows if row.seconds and row.verified == "SUCCESSFUL"), default=None
        )

    def _openmp(self, one: Series) -> Row | None:
        key = (one.program, one.case.size, OPENMP, "")
        return min(
            (row for row in self.table.rows if row.key == key and row.seconds),
            key=lambda row: float(row.seconds),
            default=None,
        )

    def _limit(self, one: Series, cut_before: float | None = None) -> Limit:
        known = self._openmp(one)
        if known is None or not one.variant.translated:
            return choices.limit(None, 0.0, self.settings.cap, None)
        seconds = float(known.seconds)
        setup = max(0.0, float(known.whole or seconds) - seconds)
        return choices.limit(seconds, setup, self.settings.cap, cut_before)

    def _cut(self, one: Series) -> str | None:
        """Why it needs no run: it took too long at a smaller size."""
        limit = self._limit(one).timed
        known: list[tuple[float, str]] = []
        for size in ORDER[: ORDER.index(one.case.size)] if one.case.size in ORDER else ():
            rows = [row for row in self.table.rows if row.key == (one.program, size, *one.key[2:])]
            known += [(least, size) for row in rows if (least := bound(row)) is not None]
            known += [(float(row.seconds), size) for row in rows if row.seconds and float(row.seconds) > limit]
        if not known:
            return None
        least, size = max(known)
        return f"{MORE}{least:g} s at {size}"

    def _expected(self, one: Series) -> float:
        """Seconds of a run, by other versions of its program."""
        known = [row for row in self.table.rows if (row.program, row.size) == (one.program, one.case.size)]
        times = [float(row.whole) for row in known if row.whole and row.version == one.variant.version]
        return times[-1] if times else choices.STARTUP
