"""Clocks behind a region: they count what it started, where they are told to."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mapper.translate.common.clock_calls import CLOCKS
from tests.harness.build import execute, mapped
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize(("timers", "said"), [("", "in time"), ("0", "late")])
def test_work_of_a_region_has_ended_when_the_program_asks_for_the_time(
    timers: str, said: str, folder: Path, environment: Environment
) -> None:
    cache = environment.variables["MAPPER_CACHE_DIR"]
    built = mapped(load(PROGRAMS / "host_clock.c"), folder, cache, "-DSHOW", "-DROUNDS=200")
    printed = execute([built.executable], environment.on("opencl", MAPPER_TIMERS=timers))
    assert printed.splitlines()[1] == said


def test_every_clock_of_the_program_is_asked_through_the_library(folder: Path, environment: Environment) -> None:
    cache = environment.variables["MAPPER_CACHE_DIR"]
    built = mapped(load(PROGRAMS / "host_clock.c"), folder, cache, "--save-temps")
    (emitted,) = built.executable.parent.glob(f"{built.executable.name}.mapper/0.o")
    names = subprocess.run(["nm", "-u", emitted], capture_output=True, text=True, check=True).stdout.split()
    clocks = set(CLOCKS)
    assert {f"__mrt_{name}" for name in clocks} <= set(names)
    assert not clocks & set(names)
