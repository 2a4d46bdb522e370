"""`python -m benchmarks.npb`: builds, runs, writes rows and profiles, and goes on where it stopped."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def test_rows_profiles_and_summary(tmp_path: Path, environment: Environment) -> None:
    table, profiles = tmp_path / "results" / "npb.csv", tmp_path / "profiles"

    def command(*words: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.npb", *words],
            env=dict(environment.variables),
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.splitlines()

    words = [
        "--programs",
        "is",
        "--versions",
        "sequential,opencl",
        "--threads",
        "2",
        "--work",
        str(tmp_path / "work"),
    ]
    words += ["--csv", str(table), "--profiles", str(profiles)]
    assert len(command(*words)) == 2
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["program"], row["class"], row["version"], row["verified"]) for row in rows] == [
        ("IS", "S", "sequential", "SUCCESSFUL"),
        ("IS", "S", "opencl", "SUCCESSFUL"),
    ]
    assert all(0 < float(row["seconds"]) < float(row["whole"]) and float(row["mops"]) > 0 for row in rows)
    assert rows[0]["device"] == "cpu x 1"
    platform = json.loads((table.parent / "platform.json").read_text(encoding="utf-8"))
    assert rows[1]["device"].startswith(platform["device"])
    assert platform["omp_num_threads"] == "2"

    assert command(*words) == []
    assert len(command(*words, "--repeats", "2", "--reuse")) == 2

    head, first, *_ = command("--summary", str(profiles / "IS.S.opencl.json"))
    assert head.split()[:4] == ["run", "loop", "device", "launches"]
    assert first.startswith("IS.S.opencl  is_")
