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

_STARTS = re.compile(r"^clock \d+ starts at ([\d.]+)\n?", re.MULTILINE)


def execute(executable: Path, arguments: Sequence[str], environment: Mapping[str, str], seconds: float) -> Outcome:
    """Run a program; after so many seconds it is killed with all its children."""
    begin = time.monotonic()
    child = subprocess.Popen(
        [str(executable.absolute()), *arguments],
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    failure, killed = None, 0.0
    try:
        printed, said = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        killed = time.monotonic()
        _kill(child)
        printed, said = child.communicate()
        failure = "timeout"
    except BaseException:
        _kill(child)
        raise
    whole = time.monotonic() - begin
    starts = [float(found) for found in _STARTS.findall(said)]
    timed = killed - starts[-1] if failure and starts else None
    values = dict(re.findall(r"^(\S[^=\n]*?) = (.*)$", printed, re.MULTILINE))
    failure = failure or _failure(child.returncode, values)
    return Outcome(values, whole, failure, _STARTS.sub("", said).strip(), timed)


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
