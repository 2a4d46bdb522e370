"""What is no ground for a model: a busy machine, few rows, wide intervals."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from rich.console import Console

from mapper.commands.training import train as command
from mapper.diagnostics import MapperError
from mapper_training import fit, gates, machines
from tests.unit.training.fakes import PLATFORM

LINE = "cpu{} {} 0 0 {} {} 0 0 0 0 0\n"


def stat(busy: int, idle: int, waiting: int) -> str:
    """Of two processors."""
    return LINE.format(" ", busy, idle, waiting) + 2 * LINE.format("0", busy, idle, waiting) + "intr 1\n"


@pytest.mark.parametrize(("busy", "expected"), [(0, 0.0), (100, 1.0), (200, 2.0)])
def test_busy_processors_are_counted(
    busy: int, expected: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "stat"
    file.write_text(stat(1000, 500, 50))
    monkeypatch.setattr(gates, "_STAT", file)
    after = stat(1000 + busy, 500 + (200 - busy) // 2, 50 + (200 - busy) // 2)
    monkeypatch.setattr(time, "sleep", lambda _: file.write_text(after))
    assert gates.busy_processors() == pytest.approx(expected)


def test_a_system_that_tells_nothing_is_not_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "_STAT", tmp_path / "none")
    assert gates.busy_processors(0.0) == 0.0


def test_half_a_processor_may_be_busy() -> None:
    assert gates.too_busy(0.5, 2) == ""
    assert gates.too_busy(1.94, 2).startswith("other programs keep 1.9 of 2 processors busy")


def table(errors: list[float | None]) -> pd.DataFrame:
    """Rows with these intervals on the CPU; those with OpenCL are narrow, or not known."""
    return pd.DataFrame({"program": "p", "error_cpu": errors, "error_opencl": [0.1, *[None] * (len(errors) - 1)]})


@pytest.mark.parametrize(
    ("errors", "refused"), [([2.0, 0.2, None], False), ([2.0, 3.0, 0.2, None], True), ([None, None], False)]
)
def test_half_of_the_intervals_may_be_wide(
    errors: list[float | None], refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "LEAST_PROGRAMS", 1)
    monkeypatch.setattr(fit, "LEAST_ROWS", 1)
    assert bool(gates.problem(table(errors), default=True)) is refused
    assert gates.problem(table(errors), default=False) == ""
    assert gates.too_wide(table(errors).drop(columns="error_cpu")) == ""


def test_few_rows_are_refused_whatever_the_model_is_for() -> None:
    assert "rows of 1 programs were measured" in gates.problem(table([0.1]), default=False)


def test_nothing_is_measured_on_a_busy_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        devices = ()
        problem = None

    monkeypatch.setattr(machines, "probe", lambda _: Found())
    monkeypatch.setattr(machines, "choose", lambda *_: SimpleNamespace(memory=0))
    monkeypatch.setattr(machines, "describe_machine", lambda *_: PLATFORM)
    monkeypatch.setattr(gates, "busy_processors", lambda: 1.5)
    with pytest.raises(MapperError, match=r"other programs keep 1\.5 of"):
        command.train_platform(command.Arguments("lab", data=tmp_path / "data"), Console(quiet=True))
    assert not (tmp_path / "data").exists()


def test_a_model_of_a_busy_machine_is_no_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert command.Arguments("lab").target is None
    assert command.Arguments("lab", busy=True).target == tmp_path / "mapper" / "models" / "lab.json"
    assert command.Arguments("lab", busy=True, output=Path("m.json")).target == Path("m.json")
