"""`mapper train`: its command line, and whole trainings of a few programs."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console
from rich.progress import Progress

from mapper.cli import exit_code
from mapper.commands.training import train as command
from mapper.commands.training import train_micro
from mapper.diagnostics import MapperError, UsageError
from mapper.model.document import load
from mapper_training import fit, micro
from mapper_training.collect import collect
from mapper_training.config import PROGRAMS, Config
from mapper_training.journal import Journal
from mapper_training.machines import Machine
from mapper_training.measure import LateError
from tests.harness.opencl import Environment
from tests.unit.training.fakes import PLATFORM, config
from tests.unit.training.fakes import Machine as Fake

QUIET = Console(quiet=True)


@pytest.fixture(autouse=True)
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few programs make a model, as they take less time; but where that is what is tested."""
    if "gate" not in request.node.name:
        monkeypatch.setattr(fit, "LEAST_PROGRAMS", 1)
        monkeypatch.setattr(fit, "LEAST_ROWS", 1)


def test_the_gate_refuses_few_rows_and_installs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    machine = Fake(lambda point: point.size / 10)
    journal = Journal(tmp_path / "a", PLATFORM)
    settings = config(4, 6, 8)
    collect(settings, journal, machine.measuring(settings), lambda _: None, built=["p"], clock=machine.clock)
    journal.close()
    assert exit_code(["train", "--platform", "lab", "--from", str(tmp_path / "a")]) == 1
    assert "3 rows of 1 programs were measured, and 40 rows of 12 programs are needed" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()


def small(suite: str = "quick", shard: tuple[int, int] = (1, 1)) -> Config:
    """A suite of three programs."""
    names = ["axpy", "grey", "extremes"][shard[0] - 1 :: shard[1]]
    return config(
        programs={name: (1000, 30000) for name in names}, touch={"axpy"} & set(names), limit=2.0, minutes=20.0
    )


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "/2", "1/", "-1/2"])
def test_a_shard_is_one_of_several(text: str) -> None:
    with pytest.raises(UsageError, match="--shard"):
        command.parse_shard(text)
    assert command.parse_shard("2/3") == (2, 3)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--from", "a", "--add", "b"], "exclude each other"),
        (["a.csv"], "belong to --from or --add"),
        (["--from", "a", "--device", "gpu"], "--device is for measuring"),
        (["--shard", "5/4"], "--shard"),
        (["--micro", "--quick"], "--micro takes only"),
        (["--micro", "--from", "a"], "--micro takes only"),
        (["--like", "nvidia-h200"], "--like belongs to --micro"),
    ],
)
def test_wrong_command_lines(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["train", "--platform", "x", *words]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.opencl
def test_a_device_that_is_not_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: Environment
) -> None:
    monkeypatch.setattr(command, "load_config", small)
    for name, value in environment.on("").items():
        monkeypatch.setenv(name, value)
    with pytest.raises(MapperError, match="there is no OpenCL device for 'no such card'") as caught:
        command.train_platform(
            command.Arguments("x", data=tmp_path / "data", device="no such card"), Console(quiet=True)
        )
    assert caught.value.diagnostics[0].code == "E023"
    assert not (tmp_path / "data").exists()


def test_a_model_of_rows_that_others_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    machine = Fake(lambda point: point.size / (1 if point.size < 10 else 0.1))
    for name in ("a", "b"):
        journal = Journal(tmp_path / name, PLATFORM)
        settings = config(programs={name: (1, 2, 3, 4, 50, 60, 70)}, minutes=1e9)
        collect(settings, journal, machine.measuring(settings), lambda _: None, built=[name], clock=machine.clock)
        journal.close()
    files = [str(tmp_path / "a"), str(tmp_path / "b" / "rows.csv")]
    assert exit_code(["train", "--platform", "lab", "--from", *files]) == 0
    model = load(tmp_path / "home" / "mapper" / "models" / "lab.json")
    assert model.platform == PLATFORM
    assert model.scores["rows"] == 14


def test_adding_needs_measured_data(tmp_path: Path) -> None:
    arguments = command.Arguments("x", added=(tmp_path / "p.json",), data=tmp_path / "none")
    with pytest.raises(MapperError, match="nothing was measured"):
        command.train_platform(arguments, QUIET)


def test_micro_benchmarks_that_are_broken_off_are_not_kept(tmp_path: Path) -> None:
    def late(*_: object) -> None:
        raise LateError

    with Progress(console=QUIET) as bar:
        command._micro(tmp_path, tmp_path, Machine("", late), 1.0, bar)
    assert not (tmp_path / micro.FILE).exists()


def test_a_prediction_is_like_the_shipped_model_of_the_type_that_is_nearest_in_threads() -> None:
    assert train_micro.like(None, {"type": "gpu", "threads": "2"}).name == "nvidia-h200"
    assert train_micro.like(None, {"type": "cpu", "threads": "3"}).name == "pocl-2core"
    assert train_micro.like(None, {"type": "cpu", "threads": "64"}).name == "pocl-16core"
    assert train_micro.like("pocl-2core", {"type": "gpu", "threads": "64"}).name == "pocl-2core"
    with pytest.raises(MapperError, match="--like"):
        train_micro.like(None, {"type": "other", "threads": "4"})


def test_a_prediction_needs_micro_benchmarks(tmp_path: Path) -> None:
    known = train_micro.like("nvidia-h200", {})
    with pytest.raises(MapperError, match="no micro-benchmarks") as caught:
        train_micro.predicted(known, {}, tmp_path, QUIET)
    assert caught.value.diagnostics[0].code == "E023"


@pytest.mark.opencl
def test_a_prediction_from_nothing_to_a_model(
    tmp_path: Path, environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(micro, "ITEMS", 1 << 8)
    monkeypatch.setattr(micro, "LARGE", 1 << 14)
    monkeypatch.setattr(micro, "BUSY", 0.0)
    data, output = tmp_path / "data", tmp_path / "model.json"
    arguments = command.Arguments("lab", micro=True, data=data, output=output, busy=True)
    said = StringIO()
    command.train_platform(arguments, Console(file=said))
    assert f"not the default model: mapper compile --model {output} embeds it\n" in said.getvalue()
    model, known = load(output), train_micro.like(None, {"type": "cpu", "threads": "2"})
    assert (model.name, model.device_type) == ("lab", "cpu")
    assert model.trees == known.trees
    assert model.prices is not None
    assert known.prices is not None
    assert [number for number, _ in model.prices.cpu] == [number for number, _ in known.prices.cpu]
    assert model.prices != known.prices
    assert not (data / "rows.csv").read_text().count("\n") > 1


@pytest.mark.opencl
def test_a_training_from_nothing_to_a_model(
    tmp_path: Path, environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(command, "load_config", small)
    monkeypatch.setattr(micro, "ITEMS", 1 << 8)
    monkeypatch.setattr(micro, "LARGE", 1 << 14)
    monkeypatch.setattr(micro, "BUSY", 0.0)
    data, model = tmp_path / "data", tmp_path / "model.json"
    arguments = command.Arguments("lab", quick=True, data=data, output=model, busy=True)
    assert command.train_platform(arguments, QUIET) is not None
    _check_data(data)
    points = (data / "points.csv").read_text()

    first = model.read_bytes()
    command.train_platform(arguments, QUIET)  # a second start measures nothing again
    assert (data / "points.csv").read_text() == points
    assert model.read_bytes() == first

    profiles = _profiles(tmp_path, model, environment)
    command.train_platform(command.Arguments("lab", added=profiles, data=data, output=model), QUIET)
    added = pd.read_csv(data / "added.csv")
    assert [Path(name).name for name in added["program"]] == ["matvec.c"]

    shards = [tmp_path / "1", tmp_path / "2"]
    (shards[0]).mkdir()
    (shards[0] / "micro.json").write_text("{}")  # measured before: not again
    (shards[1]).mkdir()
    (shards[1] / "micro.json").write_text("{}")
    for number, folder in enumerate(shards, 1):
        shard = command.Arguments("lab", shard=(number, 2), data=folder, busy=True)
        assert command.train_platform(shard, QUIET) is None
    merged = command.Arguments("lab", merged=tuple(shards), output=model)
    assert command.train_platform(merged, QUIET) is not None
    assert load(model).scores["rows"] == len(pd.read_csv(data / "rows.csv"))


def _check_data(data: Path) -> None:
    """Rows of all points with their intervals, micro-benchmarks without problems, the platform without a date."""
    rows = pd.read_csv(data / "rows.csv")
    assert sorted(zip(rows["program"], rows["arguments"], strict=True)) == [
        ("axpy", "1000"),
        ("axpy", "1000 touch"),
        ("axpy", "30000"),
        ("axpy", "30000 touch"),
        ("extremes", "1000"),
        ("extremes", "30000"),
        ("grey", "1000"),
        ("grey", "30000"),
    ]
    assert (rows[["seconds_cpu", "seconds_opencl", "startup_seconds", "whole_cpu"]] > 0).all().all()
    assert (rows["runs_opencl"] >= 1).all()
    costs = json.loads((data / "micro.json").read_text())
    assert costs["problems"] == []
    assert costs["operations"]["opencl"]["float_add"] == 1.0
    assert costs["launch"]["cpu"]["region_seconds"] > 0
    assert costs["copy"] == {"upload": None, "download": None}  # PoCL shares the host's memory
    platform = json.loads((data / "platform.json").read_text())
    assert sorted(platform) == ["compiler", "cpu", "device", "driver", "flags", "system", "threads", "type"]


def _profiles(folder: Path, model: Path, environment: Environment) -> tuple[Path, Path]:
    """Profiles of a program on both devices."""
    program = folder / "matvec"
    compile_it = [sys.executable, "-m", "mapper", "compile", str(PROGRAMS / "matvec.c"), "-o", str(program)]
    subprocess.run([*compile_it, "--model", str(model)], check=True, capture_output=True)
    paths = folder / "cpu.json", folder / "opencl.json"
    for path in paths:
        subprocess.run(
            [str(program), "200", "3"],
            env=environment.on(path.stem, MAPPER_PROFILE=str(path)),
            check=True,
            capture_output=True,
        )
    return paths
