"""The run-time library and the programs that try it, compiled once."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.harness.bench import HERE, PROMISES, Bench, compile_c
from tests.harness.build import once
from tests.harness.examples import ROOT
from tests.harness.library import RUNTIME
from tests.harness.opencl import Environment

PROGRAMS = {"promises": PROMISES, "faults": [HERE / "faults.c"], "shapes": [HERE / "shapes.c"]}


@pytest.fixture(scope="session")
def bench(environment: Environment, fake: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Everything compiled once, for all workers."""
    folder = _compiled(environment.shared / "runtime", [])
    variables = {name: value for name, value in environment.variables.items() if not name.startswith("MAPPER_")}
    variables |= {
        "FAKE_REAL": str(environment.library),
        "MAPPER_OPENCL_LIBRARY": str(fake),
        "MAPPER_CACHE_DIR": str(tmp_path_factory.mktemp("cache")),
        "MAPPER_DEVICE": "opencl",
        "MAPPER_SEND": "1",
        "MAPPER_INFO": "1",
    }
    return Bench(folder, variables)


def _compiled(folder: Path, flags: list[str], *variables: str) -> Path:
    """A folder with the programs, built with these flags as is the library; without any, `make runtime`'s."""
    folder.mkdir(exist_ok=True)
    place = folder / "library" if flags else ROOT / "build" / "runtime"

    def make() -> None:
        subprocess.run(["make", "-s", "-C", str(RUNTIME), f"BUILD={place}", *variables], check=True)
        library = place / "libmapper_rt.a"
        for name, sources in PROGRAMS.items():
            compile_c(folder / name, *flags, "-D_GNU_SOURCE", *sources, library, "-fopenmp")
        (folder / "made").touch()

    once(folder / "made", make)
    return folder


def checked(bench: Bench, folder: Path, flags: list[str], options: Mapping[str, str]) -> Bench:
    """The same, with the library and the programs built with more flags, and without the optimiser."""
    _compiled(folder, ["-O0", *flags], f"CFLAGS=-O0 -g {' '.join(flags)}")
    return replace(bench, folder=folder, variables={**bench.variables, **options})


@pytest.fixture(scope="session")
def sanitized(bench: Bench, environment: Environment) -> Bench:
    """The library and the programs checked by sanitizers."""
    # Drivers keep what they have for ever, and one promise is about blocks that can't be had.
    options = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    return checked(bench, environment.shared / "sanitized", flags, options)


@pytest.fixture(scope="session")
def watched(bench: Bench, environment: Environment) -> Bench:
    """The library and the programs checked for races; drivers' threads are not."""
    options = {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}
    # The sanitizer knows no fences (-Wno-tsan); what stands behind them here is atomic anyway.
    return checked(bench, environment.shared / "watched", ["-fsanitize=thread", "-Wno-tsan"], options)
