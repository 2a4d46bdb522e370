"""Commands that read what was measured say what is missing, in one line."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("benchmarks.kernel_rates missing", 2),
        ("benchmarks.breakdown_table missing", 2),
        ("benchmarks.breakdown_table pyproject.toml", 2),
        ("benchmarks.polybench --table missing", 2),
        ("benchmarks.npb --summary missing", 2),
        ("mapper_training.recount missing", 1),
    ],
)
def test_missing_files(words: str, code: int) -> None:
    command = [sys.executable, "-m", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == code
    assert words.split()[-1] in done.stderr or "has no column" in done.stderr
    assert "Traceback" not in done.stderr
