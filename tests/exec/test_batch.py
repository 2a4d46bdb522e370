"""Launches that follow each other become one, with the same results, and failures are told or do no harm."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from tests.harness.build import COMPILER, Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import ROOT, Example
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

DRIVER = ROOT / "tests" / "golden" / "drivers" / "batch_planes.c"
EXAMPLE = Example("batch_planes", (DRIVER,), offloaded=0, kept=(), flags=("-std=c11",))
BOUNDS = ROOT / "tests" / "programs" / "batch_bounds.c"
REACH = ROOT / "tests" / "programs" / "batch_reach.c"
SWEEPS, PLANES, ROWS = 3, 45, 32
"""What the driver does, and how many launches become one at most."""


def build(folder: Path, environment: Environment) -> Built:
    return mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")


@pytest.mark.parametrize(
    "more", [{}, {"MAPPER_CLOCKS": "0"}, {"MAPPER_MAX_ITEMS": "8"}, {"MAPPER_VERIFY": "1"}], ids=str
)
@pytest.mark.parametrize("batch", ["0", "1"])
@pytest.mark.parametrize("discrete", [False, True])
def test_same_results(
    discrete: bool, batch: str, more: dict[str, str], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    variables |= {"MAPPER_LANES": "32", "MAPPER_BATCH": batch, "MAPPER_PROFILE": str(tmp_path / "profile"), **more}
    actual = execute([build(tmp_path, environment).executable], variables)
    assert difference(sequential_output(EXAMPLE, tmp_path), actual) is None


def test_a_sweep_takes_few_launches(tmp_path: Path, environment: Environment, fake: Path) -> None:
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    execute([build(tmp_path, environment).executable], variables)
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert (found["batch_planes_sweep_1"], found["batch_planes_sweep_1_batch"]) == (
        SWEEPS,
        SWEEPS * (1 + (PLANES - 1) // ROWS),
    )
    assert "batch_planes_steps_1_batch" not in found  # the host comes in between


def test_launches_that_reach_differently_far_are_collected(
    tmp_path: Path, environment: Environment, fake: Path
) -> None:
    example = Example("batch_reach", (REACH,), offloaded=3, kept=(), flags=("-std=c11",))
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")
    assert difference(sequential_output(example, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert found["batch_reach_solve_1_batch"] == 2  # 38 steps
    assert found["batch_reach_levels_1_batch"] == 1


def test_launches_with_conditions_on_their_bounds_are_collected(
    tmp_path: Path, environment: Environment, fake: Path
) -> None:
    """Members are passed in place of structures; a launch whose condition does not hold is the CPU's."""
    example = Example("batch_bounds", (BOUNDS,), offloaded=3, kept=(), flags=("-std=c11",))
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=arguments,gang,batch")
    assert difference(sequential_output(example, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert found["batch_bounds_counted_1"] == 1
    assert found["batch_bounds_counted_1_batch"] == 2  # 39 steps
    assert found["batch_bounds_diagonals_1_batch"] == 3  # of those with few iterations


def test_hyperplanes_with_many_values_are_collected(tmp_path: Path, environment: Environment, fake: Path) -> None:
    """The more values each launch has, the fewer launches are in a table."""
    source = ROOT / "tests" / "programs" / "hyperplane_blocks.c"
    example = Example("hyperplane_blocks", (source,), offloaded=10, kept=(), flags=("-std=c11",))
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"])
    assert difference(sequential_output(example, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    sweeps, waves = 3, 46
    for loop, width in (("main_2", 16), ("main_3", 8)):
        assert found[f"hyperplane_blocks_{loop}"] == sweeps
        assert found[f"hyperplane_blocks_{loop}_batch"] == sweeps * -(-(waves - 1) // (256 // width))


GANGS = Example(
    "batch_gangs",
    (ROOT / "tests" / "golden" / "drivers" / "batch_gangs.c",),
    offloaded=2,
    kept=(),
    flags=("-std=c11",),
)


@pytest.mark.parametrize("lanes", ["1", "4", "32"])
@pytest.mark.parametrize("batch", ["0", "1"])
def test_launches_whose_iterations_are_shared_out_are_collected(
    batch: str, lanes: str, tmp_path: Path, environment: Environment, fake: Path
) -> None:
    """The form is that of the mean row of the whole matrix, though each launch has a few of its rows."""
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": lanes, "MAPPER_BATCH": batch}
    built = mapped(GANGS, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=gang,schedule,batch")
    actual = execute([built.executable], {**variables, "FAKE_LAUNCHES": str(log)})
    assert difference(sequential_output(GANGS, tmp_path), actual) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    launches = {name.removeprefix("batch_gangs_"): number for name, number in found.items()}
    if lanes == "1":
        assert launches == {"solve_1": 39 + 59 + 79, "sums_1": 23}
    elif batch == "0":
        assert launches == {"solve_1_by_1": 39, "solve_1_by_8": 59, "solve_1": 79, "sums_1": 23}
    elif lanes == "32":
        short = {"solve_1_by_1": 1, "solve_1_by_1_batch": 2, "solve_1_by_8": 1, "solve_1_by_8_batch": 2}
        assert launches == {**short, "solve_1": 79 - 14, "solve_1_batch": 2, "sums_1": 16, "sums_1_batch": 1}
    else:
        assert min(launches[f"{name}_batch"] for name in ("solve_1_by_1", "solve_1_by_8", "solve_1", "sums_1")) > 0


REPEATED = Example(
    "batch_repeated",
    (ROOT / "tests" / "programs" / "batch_repeated.c",),
    offloaded=10,
    kept=(),
    flags=("-std=c11",),
)


@pytest.mark.parametrize("flags", [("--passes=batch",), ("-fno-batch",), ()], ids=str)
def test_launches_of_regions_that_are_repeated_are_collected(
    flags: tuple[str, ...], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(REPEATED, tmp_path, environment.variables["MAPPER_CACHE_DIR"], *flags)
    assert difference(sequential_output(REPEATED, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    launches = {
        name: (found[f"batch_repeated_{name}_1"], found[f"batch_repeated_{name}_1_batch"])
        for name in ("diagonals", "diagonal", "halves", "watched", "swapped", "rows", "automatic", "allocated")
    }
    on = "-fno-batch" not in flags
    assert launches == {
        "diagonals": (1, 7) if on else (2 * 104, 0),
        "diagonal": (1, 5) if on else (139, 0),
        "halves": (1, 1) if on else (8, 0),
        "watched": (5, 5) if on else (50, 0),
        "swapped": (2, 2) if on else (40, 0),
        "rows": (29, 0),
        "automatic": (20, 0),
        "allocated": (20, 20) if on else (60, 0),
    }


RESULTS = Example(
    "batch_results",
    (ROOT / "tests" / "programs" / "batch_results.c",),
    offloaded=11,
    kept=(),
    flags=("-std=c11",),
)


@pytest.mark.parametrize("flags", [("--passes=batch",), ("-fno-batch",), ()], ids=str)
def test_launches_whose_results_come_later_are_collected(
    flags: tuple[str, ...], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(RESULTS, tmp_path, environment.variables["MAPPER_CACHE_DIR"], *flags)
    assert difference(sequential_output(RESULTS, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    names = ("swept_1", "aligned_1", "counted_1", "watched_1", "watched_2", "watched_3")
    launches = {name: (found[f"batch_results_{name}"], found[f"batch_results_{name}_batch"]) for name in names}
    on = "-fno-batch" not in flags
    assert launches == {
        "swept_1": (4, 2 * 3) if on else (2 * 79, 0),  # 78 steps; the first results are read at once
        "aligned_1": (1, 3) if on else (69, 0),  # 68 steps
        "counted_1": (3, 2) if on else (32, 0),  # a large step ends the first batch
        "watched_1": (6, 0),  # the address of the result is taken
        "watched_2": (6, 0),  # the host needs it each time
        "watched_3": (1, 2) if on else (45, 0),  # 44 steps
    }
    assert "batch_results_summed_1_batch" not in found  # sums are added launch by launch


@pytest.mark.parametrize(
    "fault",
    [
        "clEnqueueNDRangeKernel:2:-5",
        "clEnqueueNDRangeKernel:2+:-5",
        "clEnqueueReadBuffer:2:-5",
        "clEnqueueReadBuffer:2+:-5",
        "clSetKernelArg:14:-5",
        "clSetKernelArg:20+:-5",
    ],
)
def test_failures_of_launches_whose_results_come_later_are_told(
    fault: str, tmp_path: Path, environment: Environment, fake: Path
) -> None:
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_FAIL": fault}
    built = mapped(RESULTS, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")
    done = subprocess.run(
        [built.executable], env=variables, capture_output=True, text=True, timeout=500, check=False
    )
    if done.returncode != 70:
        assert done.returncode == 0
        assert difference(sequential_output(RESULTS, tmp_path), done.stdout) is None
    else:
        assert "can't be read" in done.stderr
        assert "+" in fault


TURNS = Example(
    "batch_turns",
    (ROOT / "tests" / "programs" / "batch_turns.c",),
    offloaded=11,
    kept=(),
    flags=("-std=c11",),
)


@pytest.mark.parametrize("flags", [("--passes=batch",), ("-fno-batch",), ()], ids=str)
def test_launches_whose_arrays_change_places_are_collected(
    flags: tuple[str, ...], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    """Each arrangement goes its usual way once."""
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(TURNS, tmp_path, environment.variables["MAPPER_CACHE_DIR"], *flags)
    assert difference(sequential_output(TURNS, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    names = ["heat_1", "wave_1", "step_1", "watched_1", "scored_1", "others_1", "others_2", "others_3", "again_1"]
    names += ["chosen_1", "chosen_2"]
    launches = {name: (found[f"batch_turns_{name}"], found[f"batch_turns_{name}_batch"]) for name in names}
    on = "-fno-batch" not in flags
    assert launches == {
        "heat_1": (2, 2) if on else (50, 0),  # 48 steps
        "wave_1": (3, 2) if on else (51, 0),
        "step_1": (2, 2) if on else (50, 0),
        "watched_1": (50, 0),
        "scored_1": (4, 2) if on else (50, 0),  # the first results are read at once
        "others_1": (2, 2) if on else (50, 0),
        "others_2": (20, 0),
        "others_3": (3, 2) if on else (50, 0),
        "again_1": (6, 3) if on else (21, 0),  # the host writes in between
        "chosen_1": (2, 2) if on else (50, 0),
        "chosen_2": (2, 2) if on else (50, 0),
    }


def test_the_model_is_asked_while_launches_are_collected(
    tmp_path: Path, environment: Environment, fake: Path
) -> None:
    """Its questions about regions whose features differ each time end no batch."""
    (tmp_path / "m.json").write_text(dumps(Model("opencl", (Leaf(1.0),), startup=1e-4)), encoding="utf-8")
    log = tmp_path / "launches"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_DEVICE": "auto", "MAPPER_REVISE": "0"}
    variables |= {"MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log), "MAPPER_INFO": "2"}
    words: tuple[str | Path, ...] = (
        "compile",
        "--cc",
        COMPILER,
        "-O1",
        *REPEATED.sources,
        "-o",
        "p",
        "--passes=batch",
        "--model",
        "m.json",
    )
    run_mapper(*words, folder=tmp_path, environment=environment.variables, check=True)
    done = subprocess.run([tmp_path / "p"], env=variables, capture_output=True, text=True, timeout=500, check=True)
    assert difference(sequential_output(REPEATED, tmp_path), done.stdout) is None
    assert done.stderr.count("batch_repeated_diagonals_1: score") > 200
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert (found["batch_repeated_diagonals_1"], found["batch_repeated_diagonals_1_batch"]) == (1, 7)


def test_what_observes_regions_ends_each_with_its_launch(
    tmp_path: Path, environment: Environment, fake: Path
) -> None:
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(REPEATED, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")
    variables |= {"MAPPER_PROFILE": str(tmp_path / "profile")}
    assert difference(sequential_output(REPEATED, tmp_path), execute([built.executable], variables)) is None
    names = {line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines()}
    assert not any(name.endswith("_batch") for name in names)


@pytest.mark.parametrize(
    "fault",
    [
        "clEnqueueNDRangeKernel:2:-5",
        "clEnqueueNDRangeKernel:2+:-5",
        "clCreateKernel:2:-5",
        "clCreateBuffer:3:-4",
        "clSetKernelArg:12:-5",
        "clSetKernelArg:12+:-5",
        "clSetKernelArg:25:-5",
    ],
)
def test_failures_are_told(fault: str, tmp_path: Path, environment: Environment, fake: Path) -> None:
    """Where launches that were collected can't be made up for, the program ends with a message and code 70."""
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_FAIL": fault}
    command = [build(tmp_path, environment).executable]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=500, check=False)
    if done.returncode != 70:
        assert done.returncode == 0
        assert difference(sequential_output(EXAMPLE, tmp_path), done.stdout) is None
    else:
        assert "can't be read" in done.stderr
        assert "+" in fault
