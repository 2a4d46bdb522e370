"""One campaign: the runs that a CSV still lacks are built in parallel and made strictly one after another."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness.execute import Outcome, execute
from benchmarks.harness.rows import Row, Table
from benchmarks.harness.versions import MAPPED, OPENCL, SEQUENTIAL, Variant
from benchmarks.programs import CHECKSUM_TOLERANCE, HERE, Case

BUILD_SECONDS = 600


@dataclass(frozen=True)
class Settings:
    """How a campaign runs; `profiles` is the folder for the profile of one more run of each translated version.

    `options` go to the C compiler, `reuse` takes executables that are there as they are.
    """

    work: Path
    threads: int
    timeout: float
    repeats: int = 1
    jobs: int = 1
    reuse: bool = False
    profiles: Path | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Series:
    """All runs of one case in one variant."""

    case: Case
    variant: Variant

    @property
    def program(self) -> str:
        """The program as the tables call it: NPB's in capitals."""
        name = self.case.program.name.partition(".")[0]
        return name.upper() if self.case.program.benchmark else name

    @property
    def key(self) -> tuple[str, str, str, str]:
        """As `Row.key`."""
        return self.program, self.case.size, self.variant.version, self.variant.label

    @property
    def name(self) -> str:
        """A file's name that no other series has."""
        return ".".join(filter(None, [*self.key[:3], self.variant.tag])).replace(" ", "")

    def profile(self, folder: Path) -> Path:
        """Where its profile lies."""
        return folder / f"{self.name}.json"


def pending(series: Sequence[Series], table: Table, settings: Settings) -> list[Series]:
    """The series that have runs to make, or whose profile is missing."""
    return [one for one in series if table.missing(one.key, settings.repeats) or _wants_profile(one, settings)]


def build(series: Sequence[Series], settings: Settings) -> dict[Path, str]:
    """Build what the series need; returns what the compiler said for each executable that it could not make."""
    settings.work.mkdir(parents=True, exist_ok=True)
    wanted = {one.variant.executable(one.case.program, settings.work): one for one in series}
    todo = {path: one for path, one in wanted.items() if not (settings.reuse and path.exists())}
    with ThreadPoolExecutor(settings.jobs) as pool:
        said = pool.map(lambda one: build_one(one, settings.work, settings.options), todo.values())
        return {path: text for path, text in zip(todo, said, strict=True) if text}


def build_one(series: Series, work: Path, options: tuple[str, ...]) -> str:
    """Build one executable; returns the reason where that fails, else nothing."""
    command = series.variant.command(series.case.program, work, options)
    try:
        done = subprocess.run(
            command,
            env=dict(series.variant.build_environment()),
            capture_output=True,
            text=True,
            timeout=BUILD_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"the build took more than {BUILD_SECONDS} seconds"
    return (done.stderr.strip() or f"exit {done.returncode}") if done.returncode else ""


def measure(series: Sequence[Series], table: Table, settings: Settings, device: str) -> Iterator[Row]:
    """Build, then run one after another; each row is in the table before it is given.

    `device` is the name of the OpenCL device that forced runs take.
    """
    todo = pending(series, table, settings)
    broken = build(todo, settings)
    for one in todo:
        executable = one.variant.executable(one.case.program, settings.work)
        if executable in broken:
            if table.missing(one.key, settings.repeats):
                row = Row(*one.key, "", "", "", "build failed", "", "", _one_line(broken[executable]))
                table.append(row)
                yield row
            continue
        yield from _run(one, executable, table, settings, device)


def _run(one: Series, executable: Path, table: Table, settings: Settings, device: str) -> Iterator[Row]:
    place = _place(one, executable, settings, device)
    profiled = not _wants_profile(one, settings)
    for _ in range(table.missing(one.key, settings.repeats)):
        environment = one.variant.environment(settings.threads)
        outcome = execute(executable, one.case.arguments, environment, settings.timeout)
        if outcome.failure is None and not profiled:
            place = _profile(one, executable, settings) or place
            profiled = True
        row = row_of(one, outcome, table, place)
        table.append(row)
        yield row
        if outcome.failure:
            return
    if not profiled:
        _profile(one, executable, settings)


def row_of(one: Series, outcome: Outcome, table: Table, place: str) -> Row:
    """What is kept of one run; `place` is where it ran."""
    values = outcome.values
    checksum = next(
        (values[name].partition(" ")[0] for name in ("Checksum", "Zeta", "Sums") if name in values), ""
    )
    return Row(
        *one.key,
        seconds=values.get("Seconds", "") if outcome.failure is None else "",
        whole=f"{outcome.whole:.4f}",
        mops=values.get("Mop/s", ""),
        verified=outcome.failure or _verdict(one, values.get("Verification"), checksum, table),
        device=place,
        checksum=checksum,
        said=_one_line(outcome.said),
    )


def _verdict(one: Series, own: str | None, checksum: str, table: Table) -> str:
    """The program's own verification, else whether its checksum is near the known or the sequential version's."""
    if own is not None:
        return own
    reference = one.case.checksum or table.reference(one.program, one.case.size)
    if one.variant.version == SEQUENTIAL:
        return "SUCCESSFUL" if math.isfinite(float(checksum or "nan")) else "UNSUCCESSFUL"
    if reference is None or not checksum:
        return "unchecked"
    close = math.isclose(float(checksum), reference, rel_tol=CHECKSUM_TOLERANCE)
    return "SUCCESSFUL" if close else "UNSUCCESSFUL"


def _wants_profile(one: Series, settings: Settings) -> bool:
    return bool(settings.profiles and one.variant.translated and not one.profile(settings.profiles).exists())


def _profile(one: Series, executable: Path, settings: Settings) -> str | None:
    """One more run that writes its profile, which costs time; returns where its regions ran."""
    assert settings.profiles is not None
    settings.profiles.mkdir(parents=True, exist_ok=True)
    path = one.profile(settings.profiles)
    environment = one.variant.environment(settings.threads, path)
    execute(executable, one.case.arguments, environment, settings.timeout)
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8").replace(f'"{HERE}/', '"')  # the same from any folder
    path.write_text(text, encoding="utf-8")
    profile: dict[str, Any] = json.loads(text)
    used = sum(1 for region in profile["regions"] if region["opencl"]["calls"])
    name = profile["device"]["name"] if profile["device"] else "no device"
    return f"{name}: {used} of {len(profile['regions'])} regions"


def _place(one: Series, executable: Path, settings: Settings, device: str) -> str:
    """Where it ran: a program without kernels is OpenMP's, whatever it was to be."""
    version = one.variant.version
    if version == OPENCL and b"__kernel" in executable.read_bytes():
        return device
    if version == MAPPED:
        return "auto"
    return f"cpu x {1 if version == SEQUENTIAL else settings.threads}"


def _one_line(text: str) -> str:
    return " | ".join(text.split("\n"))[:300]
