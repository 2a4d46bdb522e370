"""`mapper train --dask`: two workers build and measure, and what they measured is what one machine would have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import pandas as pd
import pytest
from rich.console import Console

from mapper.cli import exit_code
from mapper.commands.training import train as command
from mapper.commands.training import train_relayout
from mapper.diagnostics import MapperError, fail
from mapper.model.document import load
from mapper_training import fit, machines
from mapper_training.config import Config, points
from mapper_training.machines import About, LostError, Machine
from mapper_training.measure import LateError, RunError
from tests.harness.opencl import Environment
from tests.unit.training.fakes import config

QUIET = Console(quiet=True)
HERE = About("1", "0.2.0", {"cpu": "a processor", "threads": "4", "device": "a device"}, 8e9, "")


def small(suite: str = "quick", shard: tuple[int, int] = (1, 1)) -> Config:
    """A suite of two programs."""
    programs = {name: (1000, 30000) for name in ("axpy", "grey")}
    return config(programs=programs, touch={"axpy"}, limit=2.0, minutes=20.0).part(*shard)


@pytest.fixture
def scheduler(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a scheduler with two workers, each a process of its own."""
    from distributed import LocalCluster

    for name, value in environment.variables.items():
        monkeypatch.setenv(name, value)
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def late() -> None:
    """A function of a worker that has no time."""
    raise LateError


def refused() -> None:
    """A function of a worker that reports what its user must correct."""
    fail("E023", "there is no OpenCL device")


@pytest.mark.opencl
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_two_workers_build_and_measure(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "load_config", small)
    monkeypatch.setattr(fit, "LEAST_PROGRAMS", 1)
    monkeypatch.setattr(fit, "LEAST_ROWS", 1)
    asked: list[tuple[str, str]] = []
    caller = machines._caller

    def noted(client: Any, address: str) -> Callable[..., Any]:
        call = caller(client, address)

        def told(seconds: float, function: Callable[..., Any], *arguments: object) -> Any:
            asked.append((address, function.__name__))
            return call(seconds, function, *arguments)

        return told

    monkeypatch.setattr(machines, "_caller", noted)
    data, model = tmp_path / "data", tmp_path / "model.json"
    data.mkdir()
    (data / "micro.json").write_text("{}")  # measured before: not again
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path / "cache"))
    arguments = command.Arguments("lab", quick=True, data=data, output=model, busy=True, scheduler=scheduler)
    assert command.train_platform(arguments, Console(width=200)) is not None

    rows = pd.read_csv(data / "rows.csv")
    expected = [(point.program, point.arguments) for point in points(small())]
    assert list(zip(rows["program"], rows["arguments"], strict=True)) == expected
    assert load(model).scores["rows"] == len(expected)
    workers = sorted({address for address, _ in asked})
    assert len(workers) == 2
    for worker in workers:
        assert (worker, "measure_program") in asked
    assert f"on 2 workers: {', '.join(workers)}" in capsys.readouterr().out


@pytest.mark.opencl
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_what_workers_answer(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    with machines.machines(scheduler, busy=True) as found:
        assert len(found.all) == 2
        assert found.all[0].measuring is found.all[1].measuring, "one measurement at a time on this machine"
        with pytest.raises(LateError):
            found.all[0].call(1.0, late)
        with pytest.raises(MapperError, match="there is no OpenCL device"):
            found.all[1].call(1.0, refused)
        with pytest.raises(LostError, match="gives no answer: broken"):
            found.all[0].call(1.0, exec, "raise SystemError('broken')")
        monkeypatch.setattr(machines, "ANSWER", 2.0)
        with (
            Client(scheduler) as client,
            pytest.raises(LostError, match=r"the Dask worker tcp://127\.0\.0\.1:9 gives"),
        ):
            machines._caller(client, "tcp://127.0.0.1:9")(0.0, late)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "CONNECT", 1.0)
    with (
        pytest.raises(MapperError, match=r"no Dask scheduler with workers answers at tcp://127\.0\.0\.1:9"),
        machines.machines("tcp://127.0.0.1:9", busy=True),
    ):
        pass


def answering(**abouts: About) -> list[Machine]:
    """Machines that say so of themselves."""
    return [Machine(name, lambda *_, about=about: about) for name, about in abouts.items()]


def test_machines_of_another_platform_are_refused() -> None:
    other = replace(HERE, platform={**HERE.platform, "cpu": "another processor"})
    with pytest.raises(MapperError, match="worker b is of another platform than a: cpu 'another processor', not"):
        machines._agreeing(answering(a=HERE, b=other), busy=False)
    with pytest.raises(MapperError, match=r"mapper '0\.1\.0', not '0\.2\.0'"):
        machines._agreeing(answering(a=HERE, b=replace(HERE, version="0.1.0")), busy=False)


def test_busy_machines_are_refused_but_with_busy() -> None:
    found = answering(a=HERE, b=replace(HERE, busy="other programs keep 3.0 of 4 processors busy", boot="2"))
    with pytest.raises(MapperError, match="b: other programs keep"):
        machines._agreeing(found, busy=False)
    agreed = machines._agreeing(found, busy=True)
    assert agreed.all[0].measuring is not agreed.all[1].measuring
    assert agreed.platform == HERE.platform


def test_a_worker_that_is_lost_ends_its_part_and_no_other() -> None:
    def lost(*_: object) -> None:
        raise LostError("the Dask worker a gives no answer: gone")

    with pytest.raises(MapperError, match="scheduler and workers need the same mapper"):
        machines._agreeing([Machine("a", lost)], busy=True)


def test_copies_in_another_order_that_a_worker_can_not_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise RunError("double: no device")

    train_relayout.measure(tmp_path, Machine("a", fails, Lock()), Console())
    assert "copies in another order: double: no device" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--dask", "tcp://a:1", "--shard", "1/2"], "--dask and --shard exclude each other"),
        (["--dask", "tcp://a:1", "--from", "a"], "--dask is for measuring"),
    ],
)
def test_wrong_command_lines(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["train", "--platform", "x", *words]) == 2
    assert reason in capsys.readouterr().err
