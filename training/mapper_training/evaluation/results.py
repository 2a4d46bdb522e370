"""From times and choices to speed-ups, accuracy and shares of the oracle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mapper_training.evaluation.data import CLASSES, MAPPED, OPENCL, OPENMP, SEQUENTIAL, VIEWS, WHOLE, Case
from mapper_training.evaluation.predict import Choice, moved_seconds
from mapper_training.simulate import TOLERANCE

CHOSEN, ORACLE = "chosen", "oracle"
SHOWN = (OPENMP, OPENCL, CHOSEN, ORACLE)
"""The times that each figure compares; `chosen` is what the model would have made of the process."""

FLOOR = 0.05
"""An estimated time of a mixed process is at least this share of the best measured one."""


@dataclass(frozen=True, eq=False, slots=True)
class Result:
    """One program and class: seconds by view and version (those of `SHOWN`, `sequential`), as far as known."""

    case: Case
    choice: Choice | None
    seconds: Mapping[str, Mapping[str, float]]

    def speedup(self, view: str, version: str, over: str) -> float | None:
        """Over another version; None where one of both is unknown."""
        times = self.seconds[view]
        return times[over] / times[version] if version in times and over in times else None

    def share(self, view: str = WHOLE, version: str = CHOSEN) -> float | None:
        """The oracle's time over another one: 1 is perfect."""
        return self.speedup(view, version, ORACLE)

    def measured_share(self, view: str = WHOLE) -> float | None:
        """The oracle's time over that of the mapped program's run; None where it was not run."""
        run = self.case.runs.get(MAPPED)
        return None if run is None else self.seconds[view][ORACLE] / run.seconds(view)

    def right(self, view: str = WHOLE) -> bool | None:
        """Whether the choices cost less than 2% more than the better device; None without a choice."""
        times = self.seconds[view]
        return times[CHOSEN] <= TOLERANCE * times[ORACLE] if CHOSEN in times else None

    @property
    def faster(self) -> str:
        """The faster side of the whole process."""
        return OPENMP if self.seconds[WHOLE][OPENMP] <= self.seconds[WHOLE][OPENCL] else OPENCL


def result(case: Case, choice: Choice | None, bandwidth: float, startup: float) -> Result:
    """The times of one case, with those that a choice leads to."""
    seconds: dict[str, dict[str, float]] = {}
    for view in VIEWS:
        times = {name: case.runs[name].seconds(view) for name in (SEQUENTIAL, OPENMP, OPENCL) if name in case.runs}
        times[ORACLE] = min(times[OPENMP], times[OPENCL])
        if choice is not None:
            times[CHOSEN] = _chosen(case, choice, times, bandwidth, startup if view == WHOLE else 0.0)
        seconds[view] = times
    return Result(case, choice, seconds)


def _chosen(case: Case, choice: Choice, times: Mapping[str, float], bandwidth: float, startup: float) -> float:
    """Seconds of the process that a choice makes: measured where all of it is on one side, else put together."""
    if choice.opened >= 1.0:
        return times[OPENMP]
    device = times[OPENCL]
    if choice.on_cpu and OPENCL in case.profiles:
        device = max(device + moved_seconds(case, choice.on_cpu, bandwidth), FLOOR * times[ORACLE])
    if choice.opened <= 0.0:
        return device
    startup = min(startup, device)
    return choice.opened * times[OPENMP] + startup + (1.0 - choice.opened) * (device - startup)


def geometric_mean(values: Iterable[float | None]) -> float | None:
    """Of those that are known; None without any."""
    logs = [math.log(value) for value in values if value]
    return math.exp(sum(logs) / len(logs)) if logs else None


@dataclass(frozen=True, slots=True)
class Summary:
    """Over all cases with a choice, or all if none has one; shares and speed-ups are geometric means."""

    cases: int
    right: int
    oracle: float | None
    always_cpu: float | None
    always_opencl: float | None
    speedups: Mapping[str, float | None]

    @property
    def accuracy(self) -> float | None:
        """The share of right choices; None without any."""
        return self.right / self.cases if self.cases else None


def summarise(results: Iterable[Result], view: str, over: str) -> Summary:
    """The scores in one view; speed-ups are over the version `over`."""
    listed = list(results)
    predicted = [each for each in listed if each.right(view) is not None]
    known = predicted or listed
    return Summary(
        len(predicted),
        sum(bool(each.right(view)) for each in known),
        geometric_mean(each.share(view) for each in known),
        geometric_mean(each.share(view, OPENMP) for each in known),
        geometric_mean(each.share(view, OPENCL) for each in known),
        {version: geometric_mean(each.speedup(view, version, over) for each in known) for version in SHOWN},
    )


def baseline(results: Sequence[Result]) -> str:
    """What speed-ups are over: the sequential program where its times are known, else OpenMP."""
    return SEQUENTIAL if any(SEQUENTIAL in each.case.runs for each in results) else OPENMP


def sizes(results: Iterable[Result]) -> list[str]:
    """The classes that occur, small to large."""
    return sorted({each.case.size for each in results}, key=CLASSES.find)


def by_program(results: Sequence[Result], value: Callable[[Result], float | None]) -> dict[str, float | None]:
    """Geometric means over the classes of each program."""
    programs = sorted({each.case.program for each in results})
    return {
        program: geometric_mean(value(each) for each in results if each.case.program == program)
        for program in programs
    }


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the seconds of a process with all regions on the device went."""

    opening: float
    copies: float
    kernels: float
    host: float


def parts(case: Case) -> Parts | None:
    """From the profile of the device; None without one, or where the run was cut off."""
    profile, run = case.profiles.get(OPENCL), case.runs[OPENCL]
    if profile is None or run.cut_off:
        return None
    kernels = sum(region["kernel"]["seconds"] for region in profile["regions"])
    copies = sum(region[way]["seconds"] for region in profile["regions"] for way in ("upload", "download"))
    opening = (profile["device"] or {}).get("startup_seconds", 0.0)
    return Parts(opening, copies, kernels, max(run.whole - opening - copies - kernels, 0.0))


def measured_choice(case: Case) -> str | None:
    """What the mapped program did in its run, with the model of that time, in words; None without a profile."""
    profile = case.profiles.get(MAPPED)
    if profile is None:
        return None
    on_device = sum(1 for region in profile["regions"] if region["opencl"]["calls"])
    if not on_device:
        return "CPU"
    return "OpenCL" if on_device == len(profile["regions"]) else f"OpenCL in {on_device} regions"
