"""Environment variables that concern single loops, on whole programs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from tests.harness.build import SECONDS, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LOOPS = {f"reduce_region_total_{number}" for number in (1, 2, 4)}


@pytest.mark.parametrize(
    ("device", "force", "expected"),
    [
        ("cpu", "reduce_region_total_4:opencl", {4}),
        ("cpu", "reduce_region_total_[24]:gpu", {2, 4}),
        ("cpu", "reduce_region_total_1:opencl", {1, 2, 4}),
        ("cpu", "*:opencl,reduce_region_total_1:cpu", {2, 4}),
        ("opencl", "reduce_region_total_2:cpu", {1, 4}),
        ("opencl", "reduce_region_total_1:cpu", set()),
        ("opencl", "*:cpu,reduce_region_total_4:opencl", {4}),
    ],
)
def test_single_loops_are_forced(
    device: str, force: str, expected: set[int], folder: Path, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "reduce_region.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    assert set(built.offloadable) == LOOPS
    profile = tmp_path / "profile.json"
    variables = environment.on(device, MAPPER_FORCE=force, MAPPER_PROFILE=str(profile))
    actual = execute([built.executable], variables)
    assert difference(sequential_output(example, folder), actual) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    launched = {loop["id"] for region in regions for loop in region["loops"] if loop["launches"]}
    assert launched == {f"reduce_region_total_{number}" for number in expected}


def test_patterns_that_match_nothing_are_told(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "reduce_region.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    force = "reduce_region_total_2:cpu,reduce_region_totl_4:cpu,*_total_?:cpu,total:opencl"
    done = subprocess.run(
        [str(built.executable)],
        env=environment.on("cpu", MAPPER_FORCE=force),
        capture_output=True,
        text=True,
        check=True,
    )
    start = "mapper: MAPPER_FORCE: no loop of this program that can run with OpenCL matches "
    assert done.stderr.splitlines() == [f"{start}`reduce_region_totl_4'", f"{start}`total'"]


def test_a_device_that_a_loop_has_opened_is_told(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "data_shapes.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    first, *others = built.offloadable
    assert others
    done = subprocess.run(
        [str(built.executable)],
        env=environment.on("auto", MAPPER_FORCE=f"{first}:opencl", MAPPER_INFO="2"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "mapper: the program: OpenCL, because the device is open already\n" in done.stderr
    assert ": score" in done.stderr
    assert "because \n" not in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "reduce_region",
        "data_array_of_structs",
        "app_jacobi",
        "data_local_arrays",
        "orphan_callers",
        "gang_early_ends",
        "host_swap",
        "rows_grid",
        "rows_ragged",
    ],
)
@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "separate"])
def test_right_programs_verify(
    name: str, discrete: bool, folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    done = subprocess.run(
        [built.executable],
        env={**variables, "MAPPER_VERIFY": "1", "MAPPER_INFO": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    assert " verified" in done.stderr
    assert "differ" not in done.stderr
    assert "on the device and" not in done.stderr


@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "separate"])
def test_without_clocks_regions_have_times_and_commands_have_none(
    discrete: bool, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "app_jacobi.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    variables = {**variables, "MAPPER_CLOCKS": "0", "MAPPER_PROFILE": str(profile)}
    actual = execute([built.executable], variables)
    assert difference(sequential_output(example, folder), actual) is None
    document = json.loads(profile.read_text(encoding="utf-8"))
    regions = [region for region in document["regions"] if region["opencl"]["calls"]]
    assert regions
    assert all(region[kind]["seconds"] == 0 for region in regions for kind in ("kernel", "upload", "download"))
    sides = [vector["opencl"] for region in regions for vector in region["vectors"]]
    assert all(0 <= side["first"] <= side["seconds"] for side in sides)
    assert sum(side["first"] > 0 for side in sides) == len(regions)
    assert document["waited"] > 0


def test_a_run_on_the_device_asks_what_one_on_the_cpu_would(
    folder: Path, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "app_jacobi.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    asked = {}
    for device in ("cpu", "opencl"):
        profile = tmp_path / f"{device}.json"
        execute([built.executable], environment.on(device, MAPPER_PROFILE=str(profile)))
        questions = json.loads(profile.read_text(encoding="utf-8"))["questions"]
        asked[device] = [(one["region"], one["about"], one["entered"]) for one in questions]
        asked[device] += [one["features"] for one in questions if one["about"] == "program"]
    assert asked["cpu"]
    assert asked["cpu"] == asked["opencl"]


def test_a_profile_goes_through_what_is_no_file(folder: Path, environment: Environment, tmp_path: Path) -> None:
    """A pipe, as a device like /dev/null, stays what it is."""
    built = mapped(load(PROGRAMS / "app_jacobi.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        execute([built.executable], environment.on("cpu", MAPPER_PROFILE=str(pipe)))
        assert pipe.is_fifo()
        assert json.loads(reader.communicate(timeout=500)[0])["regions"]
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize(
    ("trained", "told"),
    [
        ({"threads": "99999"}, " (trained elsewhere: 99999 threads there and "),
        ({"device": "Abacus 3"}, " (trained elsewhere: on Abacus 3), start-up"),
        ({}, ", start-up"),
    ],
)
def test_a_model_of_another_machine_says_so(
    trained: dict[str, str], told: str, environment: Environment, tmp_path: Path
) -> None:
    model, program = tmp_path / "far.json", tmp_path / "p"
    model.write_text(dumps(Model("far", (Leaf(1.0),), platform=trained)))
    (tmp_path / "p.c").write_text(
        "static double a[100];\nint main(void)\n{\n#pragma omp parallel for\n"
        "  for (int i = 0; i < 100; i++)\n    a[i] = i;\n  return a[9] != 9.0;\n}\n"
    )
    run_mapper("compile", tmp_path / "p.c", "-o", program, "--model", model, check=True)
    variables = environment.on("opencl", MAPPER_INFO="1")
    done = subprocess.run([program], env=variables, check=True, capture_output=True, text=True, timeout=SECONDS)
    assert f", model far{told}" in done.stderr
