"""Builds the cases of a table, runs each version of each of them, and checks what they print."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.harness import witness
from benchmarks.harness.execute import Ended, run
from benchmarks.harness.rows import ON_CPU, Row, Table
from benchmarks.harness.versions import CPU, MAPPED, OPENCL, OPENMP, Variant
from benchmarks.suites.outputs import compared, difference, own_seconds
from benchmarks.suites.table import Case

COLD = "cold"
"""The mapped program with no kernels in a cache, neither in mapper's nor in a driver's."""

BUILD_SECONDS = 240.0
CHECK_TIMES = 3.0
"""Checks may take so many times the time limit, as several run at once."""

LONG = 0.3
"""A version whose last run took more than this share of the time limit is not run again."""

SUCCESSFUL, LATE = "SUCCESSFUL", "timeout"

_CACHES = ("MAPPER_CACHE_DIR", "MAPPER_STATE_DIR", "CUDA_CACHE_PATH", "POCL_CACHE_DIR")


@dataclass(frozen=True)
class Settings:
    """`timeout` ends each run, `until` (`time.monotonic`) the whole; `profiles` is the folder for profiles."""

    work: Path
    profiles: Path
    threads: int
    jobs: int = 1
    repeats: int = 2
    timeout: float = 60.0
    until: float = float("inf")


@dataclass
class Built:
    """One case with its executables' folders; `failure` is why it can't be run."""

    case: Case
    folders: Mapping[str, Path] = field(default_factory=dict)
    failure: str = ""
    verdicts: dict[str, str] = field(default_factory=dict)
    """What the command `check` came to, by version."""
    expected: list[str] | None = None
    """The words of the first run with OpenMP."""
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds of the last run of each version."""

    def profile(self, settings: Settings, version: str) -> Path:
        """Where the profile of a version lies."""
        return settings.profiles / f"{self.case.name}.{version}.json"


def build(cases: Sequence[Case], settings: Settings) -> list[Built]:
    """Build all, many at a time, and run each once, so that caches hold its kernels.

    Cases whose commands are alike share their executables.  The run is that of the command `check`, in all
    versions, where there is one, and one with OpenCL otherwise.
    """
    compilers = {OPENMP: "gcc", MAPPED: str(_mapper_cc(settings.work))}
    groups: dict[tuple[Path, str], list[Built]] = {}
    for case in cases:
        groups.setdefault(case.made_of, []).append(Built(case))

    def one(group: Sequence[Built]) -> None:
        folders, failure = _make(group[0].case, compilers, settings)
        for each in group:
            each.folders, each.failure = folders, failure
            if not failure and time.monotonic() < settings.until:
                _check(each, settings)

    with ThreadPoolExecutor(settings.jobs) as pool:
        list(pool.map(one, groups.values()))
    found = {each.case.name: each for group in groups.values() for each in group}
    return [found[case.name] for case in cases]


def _make(case: Case, compilers: Mapping[str, str], settings: Settings) -> tuple[dict[str, Path], str]:
    """The folders with the executables, and why one of them can't be made."""
    folders = {version: settings.work / f"{case.name}.{version}" for version in compilers}
    for version, folder in folders.items():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(case.folder, folder, symlinks=True)
        environment = {**os.environ, "CC": compilers[version]}
        ended = run(["bash", "-c", case.build], environment, BUILD_SECONDS, folder)
        if _failure(ended):
            return folders, f"{version}: {_failure(ended)}: {ended.said[-300:]}"
    return folders, ""


def _check(each: Built, settings: Settings) -> None:
    """With few threads, as others run beside it, and more time; one thread of OpenMP's says what is right."""
    few = replace(settings, threads=min(settings.threads, 2), timeout=CHECK_TIMES * settings.timeout)
    command, expected = each.case.check or each.case.run, None
    for version in (OPENMP, OPENCL, MAPPED) if each.case.check else (OPENCL,):
        ended = _run(each, version, replace(few, threads=1) if version == OPENMP else few, command=command)
        words = compared(each.case, ended.printed + ended.said)
        expected = words if expected is None else expected
        if each.case.check:
            failure = _failure(ended) or difference(expected, words)
            each.verdicts[version] = f"UNSUCCESSFUL: {failure}" if failure else SUCCESSFUL


def measure(built: Sequence[Built], table: Table, settings: Settings) -> Iterator[Row]:
    """Run one after another, all cases before any repetition; each row is in the table before it is given.

    A case ends where OpenMP fails, or no region runs on the device.
    """
    for row in (_row(each, OPENMP, "", "", "build failed", said=each.failure) for each in built if each.failure):
        table.append(row)
        yield row
    left = [each for each in built if not each.failure]
    for repetition in range(settings.repeats):
        for each in list(left):
            for version in (OPENMP, OPENCL, MAPPED, COLD) if repetition else (OPENMP, CPU, OPENCL, MAPPED):
                if time.monotonic() > settings.until:
                    return
                if each.spent.get(version, 0.0) > LONG * settings.timeout:
                    continue
                if version == CPU:
                    if each.spent[OPENMP] < settings.timeout:
                        _run(each, CPU, settings, profile=each.profile(settings, CPU))
                    continue
                row = _timed(each, version, settings, first=not repetition)
                table.append(row)
                yield row
                each.spent[version] = float(row.whole or 0.0)
                if row.verified == ON_CPU or (version == OPENMP and row.verified not in (SUCCESSFUL, LATE)):
                    left.remove(each)
                    break


def _timed(each: Built, version: str, settings: Settings, *, first: bool) -> Row:
    """One run; before the first one with OpenCL there is another one, which writes a profile."""
    place = f"cpu x {settings.threads}" if version == OPENMP else ""
    if first and version == OPENCL:
        profile = each.profile(settings, OPENCL)
        ended = _run(each, version, settings, profile=profile)
        if ended.killed:
            return _row(each, version, "", f"{ended.whole:.4f}", LATE)
        place = _place(profile)
        if place == ON_CPU:
            return _row(each, version, "", "", ON_CPU)
    ended = _run(each, version, settings)
    said = ended.said
    if version in (MAPPED, COLD):
        found = witness.read(said)
        place, said = found.place, found.said
    seconds = own_seconds(each.case, ended.printed + said) if each.case.time else ended.whole
    verdict = _failure(ended) or _verdict(each, version, ended.printed + said)
    if verdict == SUCCESSFUL and seconds is None:
        verdict = "no result"
    text = "" if seconds is None else f"{seconds:.6f}"
    return _row(each, version, text, f"{ended.whole:.4f}", verdict, place, said)


def _verdict(each: Built, version: str, printed: str) -> str:
    if each.case.success:
        return SUCCESSFUL if re.search(each.case.success, printed) else "UNSUCCESSFUL"
    words = compared(each.case, printed)
    checked = each.verdicts.get(MAPPED if version == COLD else version)
    if each.expected is None and version != OPENMP:
        return checked or "not compared: OpenMP took too long"
    each.expected = words if each.expected is None else each.expected
    verdict = checked or SUCCESSFUL
    differs = difference(each.expected, words)
    return f"UNSUCCESSFUL: {differs}" if differs else verdict


def _run(
    each: Built, version: str, settings: Settings, *, command: str = "", profile: Path | None = None
) -> Ended:
    variant = Variant(MAPPED if version == COLD else version)
    environment = dict(variant.environment(settings.threads, profile))
    if variant.version == MAPPED and not command:
        environment.update(witness.ENVIRONMENT)
    folder = each.folders[MAPPED if variant.translated else OPENMP]
    with tempfile.TemporaryDirectory(prefix="mapper-cold-") as empty:
        if version == COLD:
            environment.update({name: f"{empty}/{name}" for name in _CACHES})
            for name in _CACHES:
                Path(environment[name]).mkdir()
        text = command or f"exec {each.case.run}"
        return run(["bash", "-c", text], environment, settings.timeout, folder)


def _failure(ended: Ended) -> str:
    """How a run failed; empty where it ended well."""
    if ended.killed:
        return LATE
    if ended.status < 0:
        return f"signal {-ended.status}"
    return f"exit {ended.status}" if ended.status else ""


def _place(path: Path) -> str:
    """Where the regions of a profile ran; a program without regions writes none."""
    if not path.exists():
        return ON_CPU
    profile: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    used = sum(1 for region in profile["regions"] if region["opencl"]["calls"])
    return f"{profile['device']['name']}: {used} of {len(profile['regions'])} regions" if used else ON_CPU


def _row(
    each: Built, version: str, seconds: str, whole: str, verified: str, place: str = "", said: str = ""
) -> Row:
    kept = " | ".join(said.split("\n"))[:300]
    return Row(each.case.program, each.case.size, version, "", seconds, whole, "", verified, place, "", kept)


def _mapper_cc(work: Path) -> Path:
    """A command that is this version's mapper-cc, wherever it is called."""
    path = work.absolute() / "mapper-cc"
    home = Path(__file__).resolve().parents[2]
    words = shlex.join([sys.executable, "-c", "import sys; from mapper.cc.main import main; sys.exit(main())"])
    path.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(home))}:$PYTHONPATH exec {words} "$@"\n', "utf-8")
    path.chmod(0o755)
    return path
