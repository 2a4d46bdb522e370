"""What mapper makes of a program does not depend on the order of Python's sets, which each process chooses."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.harness.examples import PROGRAMS


def _report(seed: int) -> str:
    """The verdicts on a program whose subscripts cost isl nearly all operations that it may take."""
    command = [sys.executable, "-m", "mapper", "compile", str(PROGRAMS / "untile_loops.c"), "--emit", "report"]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "MAPPER_TRANSLATION_CACHE": "0"}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_verdicts_are_the_same_for_all_seeds() -> None:
    first, other = _report(1), _report(4)
    assert '"refused"' in first
    assert first == other
