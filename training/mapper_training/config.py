"""`config.toml`: which programs are run at which sizes, and how much effort a suite makes."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"

LEAST_LIMIT, LEAST_RUNS = 0.3, 2
"""What shorter times don't go below: seconds of a run, and its repetitions."""

FEW_FOLDS, LONG = 12, 15.0
"""Folds of a suite that has less than so many minutes."""

STRIDE = 7
"""Programs that stand together in the file are of one kind: the order takes every seventh."""


@dataclass(frozen=True, slots=True)
class Config:
    """One suite.

    `minutes` is the budget of the whole training.  `limit` is the most seconds that one run of a program may be
    expected to take, and what all runs of one point on one device may take together before repeating stops.
    A run calls its loops at most `calls` times.  Runs are repeated, at most `runs` times, until the 95% confidence
    interval of the mean is within `precision` of it.  `programs` are the sizes of each program, small to large;
    those in `touch` take a third argument and are measured with and without it.  Programs are held out in so many
    `folds`, one by one where that is 0.
    """

    seed: int
    depth: int
    minutes: float
    limit: float
    calls: int
    runs: int
    precision: float
    programs: Mapping[str, Sequence[int]]
    touch: Collection[str] = ()
    folds: int = 0

    def variants(self, program: str) -> tuple[bool, ...]:
        """The values of `Point.touch` that a program is measured with."""
        return (False, True) if program in self.touch else (False,)

    def part(self, index: int, parts: int) -> Config:
        """This suite with every so many-th program, from the `index`-th (from 1) on."""
        names = list(self.programs)[index - 1 :: parts]
        return replace(
            self,
            programs={name: self.programs[name] for name in names},
            touch=frozenset(name for name in names if name in self.touch),
        )

    def within(self, minutes: float) -> Config:
        """This suite in another time: where it is less, runs are shorter and repeated less often."""
        share = min(minutes / self.minutes, 1.0)
        return replace(
            self,
            minutes=minutes,
            limit=max(self.limit * share, min(LEAST_LIMIT, self.limit)),
            runs=max(math.ceil(self.runs * share), min(LEAST_RUNS, self.runs)),
            folds=self.folds or (FEW_FOLDS if minutes < LONG else 0),
        )


@dataclass(frozen=True, slots=True)
class Point:
    """One program at one size; with `touch` the host writes inputs and reads results between the calls."""

    program: str
    size: int
    touch: bool = False

    @property
    def arguments(self) -> str:
        """The point as a word of the CSV files."""
        return f"{self.size} touch" if self.touch else str(self.size)


def load_config(suite: str = "quick", shard: tuple[int, int] = (1, 1)) -> Config:
    """Read the configuration of one suite; of n shards, the i-th (from 1) has every n-th program."""
    document = tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))
    effort = document[suite]
    first, every = effort["first"], effort["every"]
    names = list(document["sizes"])
    return Config(
        seed=document["seed"],
        depth=document["depth"],
        minutes=effort["minutes"],
        limit=effort["limit"],
        calls=effort["calls"],
        runs=effort["runs"],
        precision=effort["precision"],
        folds=effort["folds"],
        programs={name: tuple(document["sizes"][name][first::every]) for name in names},
        touch=frozenset(name for name in names if "argv[3]" in source(name)),
    ).part(*shard)


def points(config: Config) -> list[Point]:
    """All points in the order in which they are measured, so that any beginning of it is of use.

    Each round has a point of each program.  Of more than three sizes every other one comes before those between:
    forecasts need sizes that are not too far apart.  Of two variants a size has first the one, the next the other.
    """
    names = list(config.programs)
    spread = [number for first in range(STRIDE) for number in range(first, len(names), STRIDE)]
    listed = [_ladder(config, names[number], number) for number in spread]
    return [point for round_ in zip_longest(*listed) for point in round_ if point is not None]


def _ladder(config: Config, program: str, number: int) -> list[Point]:
    """The points of one program, in order."""
    sizes, variants = config.programs[program], config.variants(program)
    every = 2 if len(sizes) > 3 else 1
    return [
        Point(program, size, variants[(number + rung + turn) % len(variants)])
        for first in range(every)
        for turn in range(len(variants))
        for rung, size in enumerate(sizes[first::every])
    ]


def source(program: str) -> str:
    """The text of a training program; empty where there is none of this name."""
    path = PROGRAMS / f"{program}.c"
    return path.read_text(encoding="utf-8") if path.is_file() else ""
