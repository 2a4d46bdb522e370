"""The breakdown's tables: lines of cells, the first one the headings.

In all of them `>` marks what is at least so much because a run was cut off, `!` a wrong result, and bold what
is slower than before: all runs by `choices.APART` where both ran several times, else by `choices.SLOWER`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from benchmarks.breakdown.choices import APART, SLOWER
from mapper_training.evaluation.results import geometric_mean
from mapper_training.evaluation.steps import OPENMP, PLAIN, Case, Time, ladder, size_order, without

Table = list[list[str]]
NOTHING = "-"


def sizes(cases: Sequence[Case]) -> list[str]:
    """The sizes, the smallest first."""
    return sorted({case.size for case in cases}, key=size_order)


def programs(cases: Sequence[Case]) -> list[str]:
    """The programs by name."""
    return sorted({case.program for case in cases})


def overview(cases: Sequence[Case]) -> Table:
    """Speed-up of all transformations over none, and over OpenMP in brackets, by program and size."""
    columns, last = sizes(cases), ladder(cases)[-1]
    by_key = {(case.program, case.size): case for case in cases}
    table = [["program", *columns]]
    for program in programs(cases):
        found = [by_key.get((program, size), Case(program, size)) for size in columns]
        table.append(
            [program, *(f"{_speedup(case, PLAIN, last)} ({_speedup(case, OPENMP, last)})" for case in found)]
        )
    table.append(["geometric mean", *(_means(cases, size, last) for size in columns)])
    return table


def _means(cases: Sequence[Case], size: str, last: str) -> str:
    here = [case for case in cases if case.size == size]
    return " ".join(
        text if base == PLAIN else f"({text})" for base in (PLAIN, OPENMP) for text in [_mean(here, base, last)]
    )


def _mean(cases: Sequence[Case], base: str, step: str) -> str:
    known = [case for case in cases if _least(case, base) and case.times.get(step, Time()).seconds]
    value = geometric_mean((_least(case, base) or 0) / (case.times[step].seconds or 1) for case in known)
    low = any(case.times[base].seconds is None for case in known)
    return NOTHING if value is None else f"{'>' if low else ''}{_number(value)}"


def _least(case: Case, version: str) -> float | None:
    return case.times.get(version, Time()).least


def _speedup(case: Case, base: str, step: str) -> str:
    """Of a step over another version; `>` where that one was cut off, `<` where the step was."""
    own, other = case.times.get(step, Time()), case.times.get(base, Time())
    if own.least is None or other.least is None or (own.seconds is None and other.seconds is None):
        return NOTHING
    mark = ">" if other.seconds is None else "<" if own.seconds is None else ""
    return f"{mark}{_number(other.least / own.least)}{'!' if own.wrong or other.wrong else ''}"


def _number(value: float) -> str:
    if value < 0.1:
        return f"{value:.1g}"
    return f"{value:.0f}" if value >= 99.5 else f"{value:.3g}" if value >= 1 else f"{value:.2f}"


def by_step(cases: Sequence[Case]) -> Table:
    """Mean speed-up over OpenMP after each step, by size, and the programs that the step changes."""
    steps, columns = ladder(cases), sizes(cases)
    table = [["with", *columns, "changes"]]
    for step in steps:
        changed = sorted({case.program for case in cases if step in case.times and case.times[step].same is None})
        cells = [_mean_step([case for case in cases if case.size == size], step) for size in columns]
        table.append([step, *cells, "" if step == PLAIN else ", ".join(changed) or "none"])
    return table


def _mean_step(cases: Sequence[Case], step: str) -> str:
    """With what a run that was cut off would have reached at most; only of programs that have all steps."""
    known = [case for case in cases if _least(case, OPENMP) and _least(case, step)]
    value = geometric_mean((_least(case, OPENMP) or 0) / (_least(case, step) or 1) for case in known)
    if value is None:
        return NOTHING
    high = any(case.times[step].seconds is None for case in known)
    return f"{'<' if high else ''}{_number(value)}{'' if len(known) == len(cases) else f' of {len(known)}'}"


def effects(cases: Sequence[Case], size: str) -> Table:
    """What each step does to each program: seconds before / after; empty where it changes nothing."""
    here = sorted((case for case in cases if case.size == size), key=lambda case: case.program)
    steps = ladder(cases)
    table = [["", *(case.program for case in here)]]
    table.append(["OpenMP, s", *(_seconds(case, OPENMP) for case in here)])
    table.append(["plain, s", *(_seconds(case, PLAIN) for case in here)])
    for before, step in pairwise(steps):
        cells = [_effect(case, before, step) for case in here]
        if any(cells):
            table.append([step, *cells])
    table.append(["all, s", *(_seconds(case, steps[-1]) for case in here)])
    return table


def _effect(case: Case, before: str, step: str) -> str:
    own = case.times.get(step)
    if own is None or own.same is not None:
        return "" if own else NOTHING
    text = _speedup(case, before, step)
    return f"**{text}**" if _is_slower(case, step, before) else text


def _is_slower(case: Case, version: str, base: str) -> bool:
    """Whether a version is slower than another beyond what runs differ by."""
    own, other = case.times.get(version, Time()), case.times.get(base, Time())
    if own.seconds is None or other.seconds is None or other.slowest is None:
        return False
    if min(own.runs, other.runs) < 2:
        return own.seconds > SLOWER * other.seconds
    return own.seconds > APART * other.slowest


def seconds(cases: Sequence[Case], size: str) -> Table:
    """Seconds at each step; empty where it changes nothing."""
    here = sorted((case for case in cases if case.size == size), key=lambda case: case.program)
    table = [["seconds", *(case.program for case in here)]]
    for step in [OPENMP, *ladder(cases)]:
        same = {case.program: case.times.get(step, Time()).same is not None for case in here}
        table.append([step, *("" if same[case.program] else _seconds(case, step) for case in here)])
    return table


def _seconds(case: Case, step: str) -> str:
    time = case.times.get(step, Time())
    mark = "!" if time.wrong else ""
    if time.seconds is not None:
        return f"{time.seconds:.4g}{mark}"
    return f">{time.more:.3g}" if time.more is not None else f"{NOTHING}{mark}"


def all_but_one(cases: Sequence[Case], size: str) -> Table:
    """Seconds without one transformation / with all, for each that changes a program; empty where it does not.

    In the last line the most that right runs of one version differ by.
    """
    order = ladder(cases)
    here = sorted((case for case in cases if case.size == size), key=lambda case: case.program)
    here = [case for case in here if without([case], order)]
    table = [["without", *(case.program for case in here)]]
    for name in without(here, order):
        table.append([name[1:], *(_without(case, name, order[-1]) for case in here)])
    if here:
        table.append(["runs differ by", *(_noise(case, [order[-1], *without([case], order)]) for case in here)])
    return table


def _without(case: Case, name: str, last: str) -> str:
    if name not in case.times or case.times[name].same is not None:
        return ""
    text = _speedup(case, name, last)
    return f"**{text}**" if _is_slower(case, last, name) else text


def _noise(case: Case, names: Sequence[str]) -> str:
    spreads = [case.times[name].spread for name in names if name in case.times]
    known = [each for each in spreads if each is not None]
    return f"{100 * max(known):.1f}%" if known else NOTHING


def slower(cases: Sequence[Case]) -> list[str]:
    """A sentence for each program that is slower with a transformation than without it, the others being on."""
    order = ladder(cases)
    found = []
    for case in sorted(cases, key=lambda case: (size_order(case.size), case.program)):
        for name in without([case], order):
            if _is_slower(case, order[-1], name) and case.times[name].same is None:
                found.append(
                    f"{case.program}.{case.size}: {_range(case.times[order[-1]])} s with `{name[1:]}`, "
                    f"{_range(case.times[name])} without"
                )
    return found


def _range(time: Time) -> str:
    """The fastest and the slowest of how many runs."""
    if time.runs < 2:
        return f"{time.seconds:.4g} (one run)"
    return f"{time.seconds:.4g}-{time.slowest:.4g} ({time.runs} runs)"


def compared(cases: Sequence[Case]) -> int:
    """How many pairs with and without a transformation there are."""
    order = ladder(cases)
    pairs = ((case, name) for case in cases for name in without([case], order))
    return sum(case.ratio(order[-1], name) is not None and case.times[name].same is None for case, name in pairs)


def as_markdown(table: Iterable[Sequence[str]]) -> str:
    """A table for a page."""
    head, *rest = list(table)
    lines = [f"| {' | '.join(row)} |" for row in (head, *rest)]
    return "\n".join([lines[0], f"|---{'|--:' * (len(head) - 1)}|", *lines[1:]]) + "\n"
