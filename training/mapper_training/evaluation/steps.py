"""Times of programs with one transformation more at a time, and with all but one (`benchmarks.breakdown`).

Needs the standard library only.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

OPENMP, PLAIN = "OpenMP", "plain"
SAME = "the same program as with "
"""How the column `said` begins where a version was not run because its text is another one's."""

MORE = "more than "
"""How it begins where a run was cut off; seconds follow."""

NO_BOUND = "cut off before its clock started"
"""What it says where nothing is known of the timed part."""

_MORE = re.compile(rf"{MORE}([\d.]+) s")
_STARTUP = 1.0

SIZES = ("S", "W", "A", "B", "C")


@dataclass(frozen=True)
class Time:
    """The fastest of `runs` right runs in `seconds`, or None and what it took `more` than, where that is known.

    `slowest` is the slowest of them.
    `same` is an earlier version with the same text, `wrong` is true if a run failed or gave a wrong result.
    """

    seconds: float | None = None
    more: float | None = None
    runs: int = 0
    wrong: bool = False
    same: str | None = None
    slowest: float | None = None

    @property
    def spread(self) -> float | None:
        """By how much of the fastest run the slowest one takes longer; None for fewer than two."""
        return self.slowest / self.seconds - 1 if self.slowest and self.seconds and self.runs > 1 else None

    @property
    def least(self) -> float | None:
        """What it takes at least."""
        return self.more if self.seconds is None else self.seconds


@dataclass(frozen=True)
class Case:
    """One program at one size: its times by version (`OpenMP`, `plain`, `+NAME`, `-NAME`)."""

    program: str
    size: str
    times: Mapping[str, Time] = field(default_factory=dict)

    def ratio(self, base: str, version: str) -> float | None:
        """Of two versions' seconds; None where one of them has none."""
        one, other = self.times.get(base, Time()).seconds, self.times.get(version, Time()).seconds
        return one / other if one and other else None


def measured(found: Sequence[Case]) -> list[Case]:
    """The cases of those sizes in which more than OpenMP has a time or a bound."""
    sizes = {
        case.size
        for case in found
        for name, time in case.times.items()
        if name != OPENMP and (time.least is not None or time.wrong)
    }
    return [case for case in found if case.size in sizes]


def label(version: str, flags: str) -> str | None:
    """What a version is called; None for those that are none of these."""
    if version == "openmp":
        return OPENMP
    words = flags.split()
    passes = [word.partition("=")[2] for word in words if word.startswith("--passes=")]
    without = [word.removeprefix("-fno-") for word in words if word.startswith("-fno-")]
    if version != "opencl" or (not passes and not without):
        return None
    if passes:
        return f"+{passes[0].rpartition(',')[2]}"
    return PLAIN if len(without) > 1 else f"-{without[0]}"


def read(paths: Iterable[Path]) -> list[Case]:
    """The cases of some tables, in their order."""
    rows: list[dict[str, str]] = []
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            rows += csv.DictReader(file)
    return cases(rows)


def cases(rows: Iterable[Mapping[str, str]]) -> list[Case]:
    """The cases of some rows, with the names of the table's columns."""
    found: dict[tuple[str, str], dict[str, list[Mapping[str, str]]]] = {}
    for row in rows:
        name = label(row["version"], row["flags"])
        if name is not None:
            found.setdefault((row["program"], row["class"]), {}).setdefault(name, []).append(row)
    return [Case(*key, {name: _time(name, versions) for name in versions}) for key, versions in found.items()]


def _time(name: str, versions: Mapping[str, Sequence[Mapping[str, str]]]) -> Time:
    same = next(filter(None, (_same(row) for row in versions[name])), None)
    rows = [row for row in versions[name] if not _same(row)]
    if same is not None:
        rows += [row for row in versions.get(same, ()) if not _same(row)] or list(versions[name])
    right = [float(row["seconds"]) for row in rows if row["seconds"] and row["verified"] == "SUCCESSFUL"]
    more = max(
        filter(None, (bound(row.get("said") or "", row["verified"], row.get("whole") or "") for row in rows)),
        default=None,
    )
    wrong = any(row["verified"] not in ("SUCCESSFUL", "timeout", "") for row in rows)
    return Time(min(right, default=None), more, len(right), wrong, same, max(right, default=None))


def _same(row: Mapping[str, str]) -> str | None:
    said = row.get("said") or ""
    return label("opencl", said.removeprefix(SAME)) if said.startswith(SAME) else None


def bound(said: str, verified: str, whole: str) -> float | None:
    """The seconds that a run would have exceeded which was cut off."""
    if verified != "timeout":
        return None
    found = _MORE.search(said)
    if found is not None:
        return float(found[1])
    if said == NO_BOUND:
        return None
    return max(0.0, float(whole) - _STARTUP) if whole else None


def ladder(found: Sequence[Case]) -> list[str]:
    """The names of the steps, plain first, in the order in which the tables have them."""
    names = dict.fromkeys(name for case in found for name in case.times if name.startswith("+"))
    longest = max(found, key=lambda case: sum(name.startswith("+") for name in case.times), default=None)
    order = [name for name in longest.times if name.startswith("+")] if longest else []
    return [PLAIN, *order, *(name for name in names if name not in order)]


def without(found: Sequence[Case], order: Sequence[str]) -> list[str]:
    """The names of the versions that lack one transformation, in the order of the steps."""
    names = {name for case in found for name in case.times if name.startswith("-")}
    return sorted(names, key=lambda name: order.index(f"+{name[1:]}") if f"+{name[1:]}" in order else len(order))


def size_order(size: str) -> tuple[int, str]:
    """Sorts classes from small to large, and other sizes behind them."""
    return (SIZES.index(size), "") if size in SIZES else (len(SIZES), size)
