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
