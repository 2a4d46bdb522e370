"""The command that runs many random programs: what it counts, and that it reports what differs."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests import random_run
from tests.harness.opencl import make_system_environment
from tests.harness.random_check import Devices, Outcome, check
from tests.harness.random_kinds import KINDS
from tests.random_run import Settings, devices_of, kinds_of, main, seeds_of

PROGRAM = """#include <stdio.h>
int main(void)
{
  int a[9];
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    a[i] = i;
#ifdef _OPENMP
  a[3] = 7;
#endif
  printf("%d\\n", a[3]);
  return 0;
}
"""


def test_arguments() -> None:
    assert (seeds_of("7"), seeds_of("100:300")) == (range(7, 8), range(100, 300))
    assert kinds_of("all") == list(KINDS)
    assert (kinds_of("rows,nests"), devices_of("cpu")) == (["rows", "nests"], ["cpu"])
    with pytest.raises(ArgumentTypeError, match="gpu is none of cpu, opencl, fake"):
        devices_of("cpu,gpu")


def test_outputs_that_differ_are_reported(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.harness.random_check.program", lambda name, seed: PROGRAM)
    devices = Devices(make_system_environment(folder.parent), tmp_path / "none", ["cpu"])
    outcome = check("rows", 0, devices, tmp_path)
    assert (outcome.loops, outcome.offloaded, outcome.sort) == (1, 1, "difference")
    assert outcome.fault == "mapper on cpu: line 1: expected '3', got '7'"


def test_programs_that_fail_are_reported(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.harness.random_check.program", lambda name, seed: "int main(void) { return 5; }")
    devices = Devices(make_system_environment(folder.parent), tmp_path / "none", ["cpu"])
    outcome = check("rows", 0, devices, tmp_path)
    assert outcome.sort == "failure"
    assert "exit 5" in str(outcome.fault)


def test_table_and_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        ("rows", 4, Outcome(3, 2)),
        ("rows", 5, Outcome(3, 3, "mapper on cpu: line 1", "difference")),
        ("nests", 4, Outcome(0, 0, "exit 1\nmapper: internal error", "failure")),
    ]

    def made(*arguments: object) -> Iterator[tuple[str, int, Outcome]]:
        return iter(found)

    monkeypatch.setattr(random_run, "outcomes", made)
    assert random_run.run(Settings(tmp_path, "pocl", ["cpu"]), ["rows"], range(4, 6), 1, tmp_path / "out") == 2
    lines = capsys.readouterr().out.splitlines()
    repeat = "[python -m tests.random_run --kinds rows --seeds 5 --devices cpu --loader pocl]"
    assert lines[0] == f"rows 5: difference: mapper on cpu: line 1  {repeat}"
    assert lines[1].startswith("nests 4: failure: exit 1 mapper: internal error  [")
    assert [line.split() for line in lines[2:]] == [
        ["kind", *random_run.COLUMNS],
        ["nests", "1", "0", "0", "0", "1", "0"],
        ["rows", "2", "6", "5", "1", "0", "0"],
        ["all", "3", "6", "5", "1", "1", "0"],
    ]
    assert "exit 1\nmapper: internal error\n" in (tmp_path / "out").read_text()


def test_programs_are_run_by_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments: Sequence[str] = ["--kinds", "rows", "--seeds", "0:2", "--jobs", "2", "--devices", "cpu"]
    assert main([*arguments, "--loader", "none", "--out", str(tmp_path / "out")]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[1][:2] == ["rows", "2"]
    assert int(rows[1][3]) > 0
