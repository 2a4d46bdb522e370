"""Builds the versions of a part in many processes, each of which reads a program once for several versions."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import batch, campaign
from benchmarks.harness.campaign import Series
from benchmarks.programs import HERE

FOREVER = 1e6
"""Seconds; waiting for infinitely many is an error."""

CHUNK = 3
"""Versions that a process makes before it may turn to another program."""


@dataclass(frozen=True)
class Task:
    """Versions of one program."""

    series: tuple[Series, ...]
    work: Path
    options: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How large it is, roughly."""
        program = self.series[0].case.program
        return len(self.series) * sum((HERE / source).stat().st_size for source in program.sources)


def build(
    wanted: Sequence[Series],
    work: Path,
    options: tuple[str, ...],
    jobs: int,
    deadline: float,
    done: Callable[[Sequence[Series]], None] = lambda _: None,
) -> dict[str, str]:
    """Build all of these; returns what went wrong, by the series' names.  `done` gets series that are there.

    Raises `TimeoutError` when `deadline` (of `time.monotonic`) has come: then some are not there.
    """
    work.mkdir(parents=True, exist_ok=True)
    tasks = sorted(_tasks(wanted, work, options), key=lambda task: -task.weight)
    if not tasks:
        return {}
    batch.prepare({one.case.program: None for task in tasks for one in task.series}, work, options)
    failures: dict[str, str] = {}
    with multiprocessing.get_context("fork").Pool(min(jobs, len(tasks))) as pool:
        results = pool.imap_unordered(_run, tasks)
        for _ in tasks:
            try:
                series, failed = results.next(min(FOREVER, max(0.0, deadline - time.monotonic())))
            except multiprocessing.TimeoutError:
                raise TimeoutError from None
            failures |= failed
            done([one for one in series if one.name not in failed])
    return failures


def _tasks(wanted: Sequence[Series], work: Path, options: tuple[str, ...]) -> Iterator[Task]:
    translated: dict[str, list[Series]] = {}
    for one in wanted:
        if one.variant.translated:
            translated.setdefault(one.case.program.name, []).append(one)
        else:
            yield Task((one,), work, options)
    for series in translated.values():
        for start in range(0, len(series), CHUNK):
            yield Task(tuple(series[start : start + CHUNK]), work, options)


def _run(task: Task) -> tuple[tuple[Series, ...], dict[str, str]]:
    first = task.series[0]
    if not first.variant.translated:
        failure = campaign.build_one(first, task.work, task.options)
        return task.series, {first.name: failure} if failure else {}
    made = batch.make(first.case.program, [one.variant for one in task.series], task.work, task.options)
    failed = {one.name: each.failure for one, each in zip(task.series, made, strict=True) if each.failure}
    return task.series, failed
