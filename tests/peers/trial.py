"""One program, built with gcc and with mapper-cc, and run on each device."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.harness.build import COMPILER
from tests.harness.opencl import Environment
from tests.peers.directives import Wanted

MAPPER_CC = Path(sys.executable).with_name("mapper-cc")
PATIENCE = 20.0
"""Seconds for gcc's program, many times what nearly all need; the others get ten times as long."""

_VERDICT = re.compile(r"remark: loop .*(kept|offload)")
_CODE = re.compile(r"\[([A-Z]\d{3})\]$", re.MULTILINE)
_COUNTS = re.compile(r"(\d+) parallel loops?: (\d+) offloadable")
_LEFT = re.compile(r"warning: .* (is not translated, and stays .*)")
_ON_DEVICE = re.compile(r"^\S+ +OpenCL +(\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """How a program ended: its exit status (None where it took too long), and its output."""

    status: int | None
    output: str


@dataclass
class Trial:
    """What became of one program.

    `skipped` says why it was not tried, `different` what differs from gcc's program.  `regions` are those that ran
    on OpenCL, of `offloadable` among `loops`; `codes` counts why others were kept.
    """

    name: str
    skipped: str | None = None
    loops: int = 0
    offloadable: int = 0
    regions: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    left: str | None = None
    different: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Bench:
    """Where programs are tried: `devices` are the environments by name, `flags` options for all of them."""

    environment: Environment
    devices: Mapping[str, Mapping[str, str]]
    flags: Sequence[str] = ()


def tried(bench: Bench, name: str, program: Path, wanted: Wanted) -> Trial:
    """Build and run a program with gcc and as mapped, in a folder of its own."""
    result = Trial(name, wanted.left_out)
    if result.skipped is None:
        with tempfile.TemporaryDirectory() as scratch:
            _try(bench, result, program, wanted, Path(scratch))
    return result


def _try(bench: Bench, result: Trial, program: Path, wanted: Wanted, folder: Path) -> None:
    sources = [program, *(program.parent / name for name in wanted.sources)]
    options = ["-fopenmp", f"-I{program.parent}", *bench.flags, *wanted.options]
    plain, mapped = folder / "plain", folder / "mapped"
    environment = {**bench.environment.variables, "CC": COMPILER, "MAPPER_CC": COMPILER, "MAPPER_REMARKS": "1"}
    if not _built([COMPILER, *options, *sources, "-o", plain, "-lm"], environment, folder)[0]:
        result.skipped = "gcc does not build it"
        return
    ran = bench.environment.on("cpu", **wanted.variables)
    expected = [_run(plain, ran, folder, PATIENCE)[0] for _ in range(2)]
    if len({run.status for run in expected}) > 1:
        result.skipped = "gcc's program ends in several ways"
    elif expected[0].status is None:
        result.skipped = f"gcc's program takes more than {PATIENCE:g} s"
    elif expected[0].status < 0 or (expected[0].status > 0 and not expected[0].output):
        result.skipped = "gcc's program fails"
    if result.skipped:
        return
    done, said = _built([MAPPER_CC, *options, *sources, "-o", mapped, "-lm"], environment, folder)
    if not done:
        result.different.append(f"refused: {said.strip().splitlines()[-1] if said.strip() else 'no message'}")
        return
    _read(result, said)
    for device, variables in bench.devices.items():
        if device not in ("cpu", "opencl") and result.regions == 0:
            continue
        run, messages = _run(mapped, {**variables, **wanted.variables}, folder, 10 * PATIENCE)
        if (found := _difference(expected, run)) is not None:
            result.different.append(f"{device}: {found}")
        if device == "opencl":
            result.regions = sum(int(calls) > 0 for calls in _ON_DEVICE.findall(messages))


def _difference(expected: Sequence[Run], run: Run) -> str | None:
    """What differs: of output the lines, in any order, where all runs of gcc's program have the same lines."""
    if run.status is None:
        return "does not end"
    if run.status != expected[0].status:
        return f"exit {run.status}, not {expected[0].status}"
    outputs = {tuple(sorted(each.output.splitlines())) for each in expected}
    other = tuple(sorted(run.output.splitlines())) not in outputs
    return "another output" if len(outputs) == 1 and other else None


def _read(result: Trial, said: str) -> None:
    """What mapper-cc says of the loops."""
    if counts := _COUNTS.search(said):
        result.loops, result.offloadable = int(counts[1]), int(counts[2])
    result.codes = Counter(_CODE.findall(said))
    if left := _LEFT.search(said):
        result.left = left[1]


def _built(command: Sequence[str | Path], environment: Mapping[str, str], folder: Path) -> tuple[bool, str]:
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    return done.returncode == 0, done.stderr


def _run(program: Path, environment: Mapping[str, str], folder: Path, seconds: float) -> tuple[Run, str]:
    try:
        done = subprocess.run(
            [program],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Run(None, ""), ""
    return Run(done.returncode, done.stdout), done.stderr
