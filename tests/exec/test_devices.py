"""Programs with a model for each of two devices: which device a process uses, and why.

The devices are PoCL and Oclgrind, the latter as a GPU with memory of its own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapper.features import schema
from mapper.model.document import dumps
from mapper.model.tree import Granularity, Leaf, Model, Node, Split
from mapper.runtime.probe import probe
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = atoi(argv[1]), rounds = argc > 2 ? atoi(argv[2]) : 1;
  double *x = calloc(n, sizeof *x), sum = 0;
  for (int round = 0; round < rounds; round++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += i * 0.5;
  }
  for (int i = 0; i < n; i++)
    sum += x[i];
  printf("%.1f\\n", sum);
  return 0;
}
"""

OCLGRIND = "Oclgrind Simulator"


def from_items(least: int, speedup: float) -> Split:
    """OpenCL for more than so many work-items; `speedup` in doublings."""
    return Split(schema.NAMES.index("work_items"), float(least), Leaf(-1.0), Leaf(speedup))


def once_open(tree: Node) -> Split:
    """The CPU as long as no device is open, else what the tree says."""
    return Split(schema.NAMES.index("startup"), 0.5, tree, Leaf(-1.0))


def model(name: str, tree: Node, device: str, kind: str) -> Model:
    """A model of a device."""
    return Model(name, (tree,), startup=0.0, platform={"device": device, "type": kind})


@pytest.fixture
def variables(environment: Environment, fake: Path, tmp_path: Path) -> dict[str, str]:
    """PoCL and Oclgrind together."""
    return environment.on_two("auto", fake, tmp_path)


@pytest.fixture
def pocl(variables: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of PoCL's device."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = {device.kind: device.name for device in probe().devices}
    assert found["gpu"] == OCLGRIND
    return found["cpu"]


def compiled(folder: Path, *models: Model) -> Path:
    """The program with these models."""
    (folder / "p.c").write_text(PROGRAM)
    command = ["compile", "p.c", "-o", "p", "-O1", "--report", "report.json"]
    for each in models:
        (folder / f"{each.name}.json").write_text(dumps(each))
        command += ["--model", f"{each.name}.json"]
    run_mapper(*command, folder=folder, check=True)
    return folder / "p"


def ran(program: Path, variables: Mapping[str, str], *arguments: int, **more: str) -> tuple[dict[str, Any], str]:
    """The profile of a run, and what it said; the output must be right."""
    n, rounds = (*arguments, 1)[:2]
    profile = program.with_suffix(".profile")
    done = subprocess.run(
        [program, *map(str, arguments)],
        env={**variables, "MAPPER_PROFILE": str(profile), "MAPPER_INFO": "1", **more},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{rounds * n * (n - 1) / 4:.1f}\n"
    document: dict[str, Any] = json.loads(profile.read_text(encoding="utf-8"))
    return document, done.stderr


def device_of(document: Mapping[str, Any]) -> str | None:
    """The device that was opened."""
    return document["device"] and str(document["device"]["name"])


@pytest.mark.parametrize("granularity", Granularity)
def test_the_best_of_three_is_taken(
    granularity: Granularity, variables: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    small = replace(model("small", from_items(1000, 1.0), pocl, "cpu"), granularity=granularity)
    large = replace(model("large", from_items(5000, 3.0), OCLGRIND, "gpu"), granularity=granularity)
    program = compiled(tmp_path, small, large)
    for n, expected, speedup in ((100, None, 0.5), (3000, pocl, 2.0), (8000, OCLGRIND, 8.0)):
        document, said = ran(program, variables, n)
        assert device_of(document) == expected
        assert max(one["speedup"] for one in document["models"]) == speedup
        assert [one["in_use"] for one in document["models"]] == [expected == pocl, expected == OCLGRIND]
        assert [one["here"] for one in document["models"]] == [expected and True] * 2  # not looked for in vain
        where = "cpu" if expected is None else "opencl"
        (region,) = document["regions"]
        assert region[where]["calls"] == 1
        assert f"mapper: the program: {'CPU' if expected is None else f'OpenCL on {expected}'}" in said
    listed = json.loads((tmp_path / "report.json").read_text())["models"]
    assert listed == [
        {"name": "small", "device": pocl, "type": "cpu"},
        {"name": "large", "device": OCLGRIND, "type": "gpu"},
    ]


def test_the_cpu_is_taken_for_the_reason_of_the_gpus_model(
    variables: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    """It is the GPU that a process would open, though the other device's model expects less of a loss."""
    near = Split(schema.NAMES.index("work_items"), 1000.0, Leaf(-0.5), Leaf(1.0))
    program = compiled(
        tmp_path, model("near", near, pocl, "cpu"), model("far", from_items(5000, 3.0), OCLGRIND, "gpu")
    )
    document, said = ran(program, variables, 100)
    assert device_of(document) is None
    assert "mapper: the program: CPU, because work_items <= 5000 (100)" in said


def test_a_model_of_an_absent_device_is_left_out(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    absent = model("absent", Leaf(9.0), "Elsewhere", "other")
    program = compiled(tmp_path, absent, model("small", from_items(1000, 1.0), pocl, "cpu"))
    document, said = ran(program, variables, 3000)
    assert device_of(document) == pocl
    assert "mapper: model absent, of Elsewhere, which is not here: expects 512 times the speed of OpenMP" in said
    document, said = ran(program, variables, 100)
    assert device_of(document) is None
    assert "mapper: the program: CPU, because work_items <= 1000 (100)" in said


def test_a_model_serves_for_another_device_of_its_type(
    variables: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    program = compiled(
        tmp_path, model("small", Leaf(1.0), pocl, "cpu"), model("large", Leaf(2.0), "Another GPU", "gpu")
    )
    document, _ = ran(program, variables, 100)
    assert device_of(document) == OCLGRIND
    assert [one["in_use"] for one in document["models"]] == [False, True]


def test_a_device_is_for_one_model(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    """PoCL belongs to the model that names it, not to another one of its type."""
    program = compiled(
        tmp_path, model("other", Leaf(5.0), "Another CPU", "cpu"), model("small", Leaf(1.0), pocl, "cpu")
    )
    document, _ = ran(program, variables, 100)
    assert device_of(document) == pocl
    assert [(one["here"], one["in_use"]) for one in document["models"]] == [(False, False), (True, True)]


def test_no_device_at_all(variables: dict[str, str], tmp_path: Path) -> None:
    models = [model(name, Leaf(1.0), f"{name}'s", "other") for name in ("one", "two")]
    document, said = ran(compiled(tmp_path, *models), variables, 100)
    assert device_of(document) is None
    reason = "no OpenCL device is here that a model of the program was trained for"
    assert f"mapper: p_main_1: {reason}; continuing on the CPU with OpenMP" in said


@pytest.mark.parametrize("device", ["opencl:cpu", "opencl:gpu", "opencl:portable", "Oclgrind", "opencl"])
def test_a_device_can_be_forced(device: str, variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    never = Leaf(-1.0)
    program = compiled(tmp_path, model("small", never, pocl, "cpu"), model("large", never, OCLGRIND, "gpu"))
    document, _ = ran(program, variables, 100, MAPPER_DEVICE=device)
    on_pocl = device in ("opencl:cpu", "opencl:portable")
    assert device_of(document) == (pocl if on_pocl else OCLGRIND)
    assert [one["in_use"] for one in document["models"]] == [on_pocl, not on_pocl]


def test_a_forced_device_that_is_not_here(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    program = compiled(tmp_path, model("small", Leaf(1.0), pocl, "cpu"))
    _, said = ran(program, variables, 100, MAPPER_DEVICE="opencl:card")
    assert "no OpenCL device for MAPPER_DEVICE=opencl:card (there are: " in said
    assert f"{OCLGRIND} (gpu)" in said
    assert f"{pocl} (cpu)" in said


def test_a_forced_loop_takes_the_model_of_the_device(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    """MAPPER_FORCE opens the device without a question."""
    program = compiled(
        tmp_path, model("small", Leaf(1.0), pocl, "cpu"), model("large", Leaf(-1.0), OCLGRIND, "gpu")
    )
    document, _ = ran(program, variables, 100, MAPPER_FORCE="*:opencl")
    assert device_of(document) == OCLGRIND
    assert [one["in_use"] for one in document["models"]] == [False, True]


def test_waiting_opens_the_device_that_was_waited_for(
    variables: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    absent = model("absent", once_open(Leaf(9.0)), "Elsewhere", "other")
    small = model("small", once_open(Leaf(1.0)), pocl, "cpu")
    large = model("large", once_open(Leaf(2.0)), OCLGRIND, "gpu")
    program = compiled(tmp_path, absent, small, large)
    document, said = ran(program, variables, 100, 50, MAPPER_REVISE="0")  # a busy machine may begin a trial first
    assert device_of(document) == OCLGRIND
    assert [one["speedup"] for one in document["models"]] == [0.5] * 3  # of the whole process, start-up included
    assert f"mapper: the program: OpenCL on {OCLGRIND}, after" in said
    (region,) = document["regions"]
    assert region["cpu"]["calls"] > 0
    assert region["opencl"]["calls"] > 0


@pytest.mark.parametrize(("startup", "opened"), [(1000.0, None), (0.0, OCLGRIND)])
def test_trials_wait_for_the_start_up_of_the_device_that_they_open(
    startup: float, opened: str | None, variables: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    """A trial opens the GPU, though another model expects more of its own device."""
    small = model("small", Leaf(-0.5), pocl, "cpu")
    large = replace(model("large", Leaf(-1.0), OCLGRIND, "gpu"), startup=startup)
    document, _ = ran(compiled(tmp_path, small, large), variables, 100_000, 3000)
    assert device_of(document) == opened


def test_the_next_best_device_is_tried(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    small, large = model("small", Leaf(1.0), pocl, "cpu"), model("large", Leaf(3.0), OCLGRIND, "gpu")
    program = compiled(tmp_path, small, large)
    document, said = ran(program, variables, 100, FAKE_FAIL="clCreateContext:1:-6")
    assert device_of(document) == pocl
    assert [one["in_use"] for one in document["models"]] == [True, False]
    assert f"mapper: {OCLGRIND}: creating an OpenCL context failed (CL_OUT_OF_HOST_MEMORY); trying {pocl}" in said
    assert document["regions"][0]["opencl"]["calls"] == 1
    document, said = ran(program, variables, 100, FAKE_FAIL="clCreateContext:1+:-6")
    assert device_of(document) is None
    assert "continuing on the CPU with OpenMP" in said


def test_no_worse_device_than_openmp_is_tried(variables: dict[str, str], pocl: str, tmp_path: Path) -> None:
    small, large = model("small", Leaf(-1.0), pocl, "cpu"), model("large", Leaf(3.0), OCLGRIND, "gpu")
    document, said = ran(compiled(tmp_path, small, large), variables, 100, FAKE_FAIL="clCreateContext:1:-6")
    assert device_of(document) is None
    assert "trying" not in said


@pytest.fixture
def without_fake(variables: Mapping[str, str], environment: Environment, tmp_path: Path) -> dict[str, str]:
    """PoCL and Oclgrind behind the ordinary loader, found by its name, with a cache of their own."""
    folder = tmp_path / "loader"
    folder.mkdir()
    (folder / "libOpenCL.so.1").symlink_to(environment.loader)
    ours = {name: value for name, value in variables.items() if not name.startswith(("FAKE_", "MAPPER_"))}
    return ours | {"LD_LIBRARY_PATH": str(folder), "MAPPER_CACHE_DIR": str(tmp_path / "cache")}


def test_one_driver_is_started_where_devices_are_remembered(
    without_fake: dict[str, str], pocl: str, tmp_path: Path
) -> None:
    program = compiled(
        tmp_path, model("small", Leaf(1.0), pocl, "cpu"), model("other", Leaf(-1.0), "A GPU", "gpu")
    )
    alone = f"mapper: {pocl}: its driver alone is started"
    for number in range(2):
        document, said = ran(program, without_fake, 100, MAPPER_INFO="2")
        assert device_of(document) == pocl
        assert (alone in said) == (number == 1)
        assert document["regions"][0]["opencl"]["calls"] == 1
    file = tmp_path / "cache" / "devices"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(f"{pocl}\n", "Gone\n"), encoding="utf-8")
    document, said = ran(program, without_fake, 100, MAPPER_DEVICE="opencl:gone", MAPPER_INFO="2")
    assert device_of(document) is None  # it is looked for at its driver and, as that lacks it, at all others
    assert "Gone is not where it was; all drivers are asked" in said
    assert "Gone is not here any more; continuing on the CPU with OpenMP" in said

    vendors = Path(without_fake["OCL_ICD_VENDORS"])
    (vendors / "pocl.icd").write_text((vendors / "pocl.icd").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    _, said = ran(program, without_fake, 100, MAPPER_INFO="2")
    assert alone not in said


def test_one_driver_alone_is_not_remembered(without_fake: dict[str, str], pocl: str, tmp_path: Path) -> None:
    (Path(without_fake["OCL_ICD_VENDORS"]) / "oclgrind.icd").unlink()
    program = compiled(tmp_path, model("small", Leaf(1.0), pocl, "cpu"))
    document, _ = ran(program, without_fake, 100)
    assert device_of(document) == pocl
    assert not (tmp_path / "cache" / "devices").exists()
