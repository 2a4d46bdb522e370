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
    `said` is its standard error.
    """

    values: Mapping[str, str]
    whole: float
    failure: str | None
    said: str


def execute(executable: Path, arguments: Sequence[str], environment: Mapping[str, str], seconds: float) -> Outcome:
    """Run a program; after so many seconds it is killed with all its children."""
    begin = time.perf_counter()
    child = subprocess.Popen(
        [str(executable.absolute()), *arguments],
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    failure = None
    try:
        printed, said = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _kill(child)
        printed, said = child.communicate()
        failure = "timeout"
    except BaseException:
        _kill(child)
        raise
    whole = time.perf_counter() - begin
    values = dict(re.findall(r"^(\S[^=\n]*?) = (.*)$", printed, re.MULTILINE))
    return Outcome(values, whole, failure or _failure(child.returncode, values), said.strip())


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
