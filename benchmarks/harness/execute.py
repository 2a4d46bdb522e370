"""Runs one program to its end or to its time limit, and reads what it printed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """How one run ended.

    `values` are the lines `name = value` that it printed, `whole` the wall-clock seconds of the process, `failure`
    says what went wrong (`timeout`, `exit 3`, `signal 11`) and is None where the run ended by itself with 0 or 1,
    `said` is its standard error.  `timed` are the seconds that its own clock showed when it was killed, where it
    tells that (`CLOCK`).
    """

    values: Mapping[str, str]
    whole: float
    failure: str | None
    said: str
    timed: float | None = None


CLOCK: Mapping[str, str] = {"NPB_CLOCK": "1"}
"""With this in its environment a benchmark tells when its clock starts."""


@dataclass(frozen=True)
class Ended:
    """How a process ended: what it printed, its exit status, wall-clock seconds, and whether it was killed."""

    printed: str
    said: str
    status: int
    whole: float
    killed: bool


_STARTS = re.compile(r"^clock \d+ starts at ([\d.]+)\n?", re.MULTILINE)


def execute(executable: Path, arguments: Sequence[str], environment: Mapping[str, str], seconds: float) -> Outcome:
    """Run a program; after so many seconds it is killed with all its children."""
    begin = time.monotonic()
    ended = run([str(executable.absolute()), *arguments], environment, seconds)
    starts = [float(found) for found in _STARTS.findall(ended.said)]
    timed = begin + ended.whole - starts[-1] if ended.killed and starts else None
    values = dict(re.findall(r"^(\S[^=\n]*?) = (.*)$", ended.printed, re.MULTILINE))
    failure = "timeout" if ended.killed else _failure(ended.status, values)
    return Outcome(values, ended.whole, failure, _STARTS.sub("", ended.said).strip(), timed)


def run(
    command: Sequence[str], environment: Mapping[str, str], seconds: float, folder: Path | None = None
) -> Ended:
    """Run a command in a folder; after so many seconds it is killed with all its children."""
    begin = time.monotonic()
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    killed = False
    try:
        printed, said = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        killed = True
        _kill(child)
        printed, said = child.communicate()
    except BaseException:
        _kill(child)
        raise
    return Ended(printed, said, child.returncode, time.monotonic() - begin, killed)


def _failure(status: int, values: Mapping[str, str]) -> str | None:
    if status < 0:
        return f"signal {-status}"
    wrong = status == 1 and values.get("Verification") == "UNSUCCESSFUL"
    if status and not wrong:
        return f"exit {status}"
    return None if "Seconds" in values else "no result"


def _kill(child: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
