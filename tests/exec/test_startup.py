"""What happens before main: where the device is sure to be needed, it is opened."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.harness.build import Built, mapped, sequential_output
from tests.harness.examples import PROGRAMS, Example, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EARLY = ", before the program began"
AHEAD = "were built beside the program"


def build(example: Example, folder: Path, environment: Environment, *flags: str) -> Built:
    """The program, mapped."""
    return mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *flags)


def messages(built: Built, expected: str, variables: Mapping[str, str]) -> list[str]:
    """What a run says on standard error; its output must be right."""
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert done.stdout == expected
    return done.stderr.splitlines()


def test_forced_device_is_opened_and_kernels_loaded_before_main(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "host_scalar.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    messages(built, expected, environment.on("opencl"))  # fills the cache
    said = messages(built, expected, environment.on("opencl", MAPPER_INFO="2"))
    (opened,) = [number for number, line in enumerate(said) if EARLY in line]
    (taken,) = [number for number, line in enumerate(said) if "kernel cache: taken from" in line]
    assert taken < opened
    assert any("start-up" in line for line in said)


@pytest.mark.parametrize(
    "more",
    [
        {"MAPPER_EARLY": "0"},
        {"MAPPER_FORCE": "*:cpu"},
        {"OMP_TARGET_OFFLOAD": "disabled"},
        {"MAPPER_DEVICE": "auto"},
    ],
    ids=lambda more: next(iter(more)),
)
def test_device_is_not_opened_where_it_may_not_be_needed(
    more: dict[str, str], folder: Path, environment: Environment
) -> None:
    example = load(PROGRAMS / "host_scalar.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    said = messages(built, expected, environment.on("opencl", MAPPER_INFO="2") | more)
    assert not any(EARLY in line for line in said)
    if "MAPPER_EARLY" not in more and "MAPPER_DEVICE" not in more:
        assert not any("opened" in line and "not opened" not in line for line in said)


@pytest.mark.parametrize(
    "fault",
    [
        {"MAPPER_OPENCL_LIBRARY": "/nowhere.so"},
        {"MAPPER_DEVICE": "no such thing"},
        {"FAKE_FAIL": "clGetPlatformIDs:1+:-1001"},
        {"FAKE_FAIL": "clCreateContext:1+:-6"},
        {"FAKE_FAIL": "clCreateCommandQueue:1:-6"},
        {"FAKE_FAIL": "clCreateProgramWithBinary:1+:-42"},
        {"FAKE_FAIL": "clCreateProgramWithBinary:1+:-42,clCreateProgramWithSource:1+:-6"},
    ],
    ids=lambda fault: str(next(iter(fault.values()))),
)
def test_failures_are_told_as_if_it_were_late(
    fault: dict[str, str], folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / "host_scalar.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    variables = environment.on_discrete("opencl", fake)
    messages(built, expected, variables)
    early = messages(built, expected, variables | fault)
    assert early == messages(built, expected, variables | fault | {"MAPPER_EARLY": "0"})
    assert len(early) <= 1


def test_programs_that_fork_open_it_late(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "start_fork.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    said = messages(built, expected, environment.on("opencl", MAPPER_INFO="2"))
    assert sum(": opened " in line for line in said) == 2
    assert not any(EARLY in line for line in said)


def test_children_whose_parent_opened_it_say_so(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "start_fork.c")
    built = build(example, folder, environment, "-DHIDDEN")
    expected = sequential_output(example, folder)
    said = messages(built, expected, environment.on("opencl"))
    assert said == [
        "mapper: start_fork_fill_1: the device was opened before this process was forked; "
        "continuing on the CPU with OpenMP"
    ]
    assert messages(built, expected, environment.on("opencl", MAPPER_EARLY="0")) == []
    done = subprocess.run(
        [built.executable],
        env=environment.on("opencl", OMP_TARGET_OFFLOAD="mandatory"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1  # the child's end is the parent's error
    assert "OMP_TARGET_OFFLOAD=mandatory forbids going on" in done.stderr


def cold(environment: Environment, place: Path, **more: str) -> dict[str, str]:
    """OpenCL forced, and nothing in any cache."""
    caches = {"MAPPER_CACHE_DIR": str(place / "kernels"), "POCL_CACHE_DIR": str(place / "pocl")}
    (place / "pocl").mkdir(parents=True)
    return environment.on("opencl", **caches, **more)


def test_kernels_are_built_beside_the_program(folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / "start_ahead.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    first = cold(environment, tmp_path, MAPPER_INFO="2")
    assert any(AHEAD in line for line in messages(built, expected, first))
    assert len(list((tmp_path / "kernels").iterdir())) == 1
    assert not any(AHEAD in line for line in messages(built, expected, first))


def test_kernels_of_several_files_are_built_beside_the_first_region(
    folder: Path, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "orphan_other_file.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    late = cold(environment, tmp_path, MAPPER_INFO="2", MAPPER_EARLY="0")
    assert any(AHEAD in line for line in messages(built, expected, late))


@pytest.mark.parametrize(
    ("flags", "more"),
    [(("-DCHANGES",), {}), ((), {"MAPPER_AHEAD": "0"}), ((), {"MAPPER_PROFILE": "/dev/null"})],
    ids=["environment", "off", "profile"],
)
def test_kernels_are_not_built_beside_programs_that_it_might_disturb(
    flags: tuple[str, ...], more: dict[str, str], folder: Path, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "start_ahead.c")
    built, expected = build(example, folder, environment, *flags), sequential_output(example, folder)
    said = messages(built, expected, cold(environment, tmp_path, MAPPER_INFO="2", **more))
    assert not any(AHEAD in line for line in said)
    assert sum("kernels of start_ahead.c built in" in line for line in said) == 1


def test_program_that_ends_while_its_kernels_are_built(
    folder: Path, environment: Environment, tmp_path: Path
) -> None:
    built = build(load(PROGRAMS / "start_ahead.c"), folder, environment)
    for number in range(3):
        place = tmp_path / str(number)
        done = subprocess.run(
            [built.executable, "quit"],
            env=cold(environment, place),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
        assert len(list((place / "kernels").iterdir())) == 1


def test_build_that_fails_is_told_by_the_region(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "start_ahead.c")
    built, expected = build(example, folder, environment), sequential_output(example, folder)
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_CACHE_DIR": str(tmp_path)}
    (told,) = messages(built, expected, variables | {"FAKE_FAIL": "clBuildProgram:1+:-11"})
    assert told.startswith("mapper: start_ahead_main_1: building the kernels failed")
    assert told.endswith("continuing on the CPU with OpenMP")
    assert messages(built, expected, variables | {"FAKE_FAIL": "clBuildProgram:1:-11"}) == []
