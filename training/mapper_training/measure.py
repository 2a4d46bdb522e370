"""Measures one point: runs on both devices, repeated until their mean is known, results compared."""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from scipy.special import stdtrit

from mapper.features import schema
from mapper_training.config import Config, Point
from mapper_training.device import setting
from mapper_training.profiles import Key, Moved, Times, first_calls, read_moved, read_times, startup

TIMEOUT = 120.0
"""Seconds after which a run is ended, where nothing else is said: it takes far longer than was expected."""

MOST_ROWS = 6
"""Rows of one region at one point: a loop that grows call by call would outweigh all other programs."""

MEASURED, DIFFERS, FAILED = "measured", "differs", "failed"


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: its output, what its profile says, the process's wall-clock seconds and peak memory in bytes.

    `times` are those of calls after a region's first one, `firsts` the seconds of these.  `waited` are the seconds
    that the host waited for the device outside regions.
    """

    output: str
    times: Times
    moved: dict[str, Moved]
    startup: float
    whole: float
    memory: int
    waited: float = 0.0
    firsts: Mapping[Key, float] = field(default_factory=dict)

    @property
    def steady(self) -> float:
        """Seconds of all calls but the first ones."""
        return sum(seconds for _, seconds in self.times.values()) + self.waited

    @property
    def regions(self) -> float:
        """Seconds of all calls."""
        return self.steady + sum(self.firsts.values())


Runner = Callable[[Point, int, str, bool], Sample]
"""Runs a point with a number of calls on a device, and with clocks on its commands or not; raises `RunError`."""


class RunError(Exception):
    """A run that gives no times; the text says why."""


class LateError(Exception):
    """The time for all runs is over; it says nothing of the program."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a point: its rows where `outcome` is MEASURED, otherwise the reason in `detail`.

    `call` is the seconds of a call and `setup` those outside regions, each on the slower device; `memory` is
    the largest process's, in bytes.
    """

    outcome: str
    detail: str
    rows: list[dict[str, Any]]
    calls: int
    call: float = 0.0
    setup: float = 0.0
    memory: int = 0


def measure(point: Point, calls: int, config: Config, run: Runner) -> Result:
    """Measure a point on both devices.

    Raises `LateError` where the time for all points ends.

    The first run with OpenCL has clocks on every copy and kernel.  It fills the caches of built kernels, and tells
    of copies and kernels; the times come from runs without clocks, where launches cost what they cost programs.
    """
    try:
        cpu = _repeat(lambda: run(point, calls, "cpu", False), config)
        clocked = run(point, calls, "opencl", True)
        if not same_output(cpu[0].output, clocked.output):
            what = f"OpenMP printed {cpu[0].output.strip()[:60]!r}, OpenCL {clocked.output.strip()[:60]!r}"
            return Result(DIFFERS, what, [], calls)
        opencl = _repeat(lambda: run(point, calls, "opencl", False), config)
    except RunError as error:
        return Result(FAILED, str(error), [], calls)
    if not all(same_output(cpu[0].output, sample.output) for sample in (*cpu, *opencl)):
        return Result(DIFFERS, "two runs printed different results", [], calls)
    return Result(
        MEASURED,
        "",
        _rows(point, cpu, opencl, clocked),
        calls,
        call=max(_mean(s.regions for s in side) for side in (cpu, opencl)) / calls,
        setup=max(_mean(s.whole - s.regions for s in side) for side in (cpu, opencl)),
        memory=max(sample.memory for sample in (*cpu, *opencl)),
    )


def measure_program(
    program: bytes, point: Point, calls: int, config: Config, timeout: float, seconds: float
) -> Result:
    """Measure a point of a program, which is given as the bytes of its file, in so many seconds at most.

    Raises `LateError` where they are over.  A run is ended after `timeout` seconds.
    """
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="mapper-train-") as folder:
        path = Path(folder) / point.program
        path.write_bytes(program)
        path.chmod(0o755)
        return measure(point, calls, config, process_runner(Path(folder), timeout, until))


def _repeat(run: Callable[[], Sample], config: Config) -> list[Sample]:
    """Run until the mean is known well enough, or a limit of the configuration is reached."""
    found: list[Sample] = []
    while len(found) < config.runs:
        spent = sum(sample.whole for sample in found)
        if found and (spent > config.limit or error([s.steady for s in found]) <= config.precision):
            break
        found.append(run())
    return found


def error(values: Sequence[float]) -> float:
    """Half the width of the 95% confidence interval of the mean (Student's t), as a share of it."""
    if len(values) < 2:
        return math.inf
    half = float(stdtrit(len(values) - 1, 0.975)) * statistics.stdev(values) / math.sqrt(len(values))
    mean = statistics.fmean(values)
    return half / mean if mean > 0 else 0.0


def _rows(point: Point, cpu: list[Sample], opencl: list[Sample], clocked: Sample) -> list[dict[str, Any]]:
    """A row for each vector that every run met on both devices; of many vectors some, evenly chosen."""
    met = set.intersection(*(set(sample.times) for sample in (*cpu, *opencl, clocked)))
    rows = []
    for region in sorted({region for region, _ in met}):
        keys = sorted(key for key in met if key[0] == region)
        chosen = sorted({round(i * (len(keys) - 1) / (MOST_ROWS - 1)) for i in range(MOST_ROWS)})
        rows += [_row(point, keys[i], cpu, opencl, clocked) for i in chosen]
    return rows


def _row(point: Point, key: Key, cpu: list[Sample], opencl: list[Sample], clocked: Sample) -> dict[str, Any]:
    region, raw = key
    on_cpu = [sample.times[key][1] / sample.times[key][0] for sample in cpu]
    on_opencl = [_share(sample, key, clocked) for sample in opencl]
    firsts = [sample.firsts.get(key, 0.0) for sample in cpu]
    moved = asdict(clocked.moved[region])
    return {
        "program": point.program,
        "region": region,
        "arguments": point.arguments,
        **dict(zip(schema.RAW_NAMES, raw, strict=True)),
        "seconds_cpu": statistics.fmean(on_cpu),
        "seconds_opencl": statistics.fmean(on_opencl),
        "startup_seconds": _mean(sample.startup for sample in opencl),
        "error_cpu": _finite(error(on_cpu)),
        "error_opencl": _finite(error(on_opencl)),
        "runs_cpu": len(cpu),
        "runs_opencl": len(opencl),
        "whole_cpu": _mean(sample.whole for sample in cpu),
        "whole_opencl": _mean(sample.whole for sample in opencl),
        **{name: value for name, value in moved.items() if name != "calls"},
        "calls": _calls(region, key, clocked),
        "steady": 1,
        "first_cpu": statistics.fmean(firsts),
    }


def _calls(region: str, key: Key, clocked: Sample) -> int:
    """The vector's share of the region's calls."""
    counts = {each: calls for each, (calls, _) in clocked.times.items() if each[0] == region}
    return max(round(clocked.moved[region].calls * counts[key] / sum(counts.values())), 1)


def _share(sample: Sample, key: Key, clocked: Sample) -> float:
    """A call's seconds: the vector's share, as the clocks tell it, of all that the run's calls took.

    Without clocks nothing waits at a region's end: what the device still does then is counted where something
    waits next.
    """
    parts = {each: clocked.times[each][1] for each in sample.times if each in clocked.times}
    whole = sum(parts.values())
    share = parts[key] / whole if whole > 0 else 1.0 / len(parts)
    return sample.steady * share / sample.times[key][0]


def _mean(values: Any) -> float:
    return statistics.fmean(list(values))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def process_runner(folder: Path, timeout: float = TIMEOUT, until: float = math.inf) -> Runner:
    """A runner of the built programs in `folder`, which ends runs after so many seconds.

    At `until` (`time.monotonic`) they end with a `LateError`.
    """

    def run(point: Point, calls: int, device: str, clocks: bool) -> Sample:
        profile = folder / "profile.json"
        profile.unlink(missing_ok=True)
        environment = {**os.environ, "MAPPER_DEVICE": setting(device), "MAPPER_PROFILE": str(profile)}
        environment["MAPPER_CLOCKS"] = "1" if clocks else "0"
        command = [str(folder / point.program), str(point.size), str(calls), *(["1"] if point.touch else [])]
        output, problem, whole, memory = run_process(command, environment, timeout, until)
        if problem is not None:
            raise RunError(f"{device}: {problem}")
        document = json.loads(profile.read_text(encoding="utf-8"))
        times = read_times(document, device)
        if not times:
            raise RunError(f"{device}: no region ran there, or not all of its calls")
        return Sample(
            output,
            times,
            read_moved([document]),
            startup(document),
            whole,
            memory,
            float(document["waited"]),
            first_calls(document, device),
        )

    return run


def run_process(
    command: list[str], environment: dict[str, str], timeout: float | None = None, until: float = math.inf
) -> tuple[str, str | None, float, int]:
    """Run to the end: standard output, what went wrong, wall-clock seconds, peak memory in bytes.

    Raises `LateError` where it has not ended when the time (`time.monotonic`) is `until`.
    """
    timeout = TIMEOUT if timeout is None else timeout
    left = until - time.monotonic()
    if left <= 0:
        raise LateError
    late, timeout = left < timeout, min(timeout, left)
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        start = time.monotonic()
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=errors)
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
        whole = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if late and whole >= timeout:
            raise LateError
        output.seek(0)
        errors.seek(0)
        problem = None
        if process.returncode != 0:
            slow = f"did not end within {timeout:.0f} seconds" if whole >= timeout else ""
            problem = slow or errors.read().strip() or f"exit status {process.returncode}"
        return output.read(), problem, whole, usage.ru_maxrss * 1024


def same_output(one: str, other: str, tolerance: float = 1e-5) -> bool:
    """Whether two outputs are the same text, numbers compared with a relative tolerance."""
    left, right = one.split(), other.split()
    return len(left) == len(right) and all(_same_word(a, b, tolerance) for a, b in zip(left, right, strict=True))


def _same_word(one: str, other: str, tolerance: float) -> bool:
    if one == other:
        return True
    try:
        a, b = float(one), float(other)
    except ValueError:
        return False
    return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-30)
