"""The run-time library and the programs that try it, compiled once."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from mapper.runtime import fallback_loader
from tests.harness.bench import HERE, PROMISES, Bench, compile_c
from tests.harness.library import RUNTIME
from tests.harness.opencl import UNOPTIMISED

PROGRAMS = {"promises": PROMISES, "faults": [HERE / "faults.c"], "shapes": [HERE / "shapes.c"]}
OURS = ("MAPPER_", "FAKE_", "OMP_", "OCL_")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Everything compiled once."""
    folder = tmp_path_factory.mktemp("runtime")
    subprocess.run(["make", "-s", "-C", str(RUNTIME), f"BUILD={folder}/library"], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name, sources in PROGRAMS.items():
        compile_c(folder / name, "-D_GNU_SOURCE", *sources, library, "-fopenmp")
    compile_c(folder / "fake.so", "-shared", "-fPIC", HERE / "fake_opencl.c")
    found = fallback_loader()
    assert found is not None, "the wheel pyopencl[pocl] is not installed"
    variables = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    variables |= {
        "FAKE_REAL": found[0],
        "OCL_ICD_VENDORS": found[1],
        "MAPPER_OPENCL_LIBRARY": str(folder / "fake.so"),
        "MAPPER_CACHE_DIR": str(folder / "cache"),
        "MAPPER_DEVICE": "opencl",
        "MAPPER_SEND": "1",
        "MAPPER_INFO": "1",
        "PYOPENCL_HOME": "",  # as in the harness
        "OMP_NUM_THREADS": "2",
        **UNOPTIMISED,
    }
    return Bench(folder, variables)


def checked(bench: Bench, folder: Path, flags: list[str], options: Mapping[str, str]) -> Bench:
    """The same, with the library and the programs built with more flags."""
    build = f"CFLAGS=-O1 -g {' '.join(flags)}"
    subprocess.run(["make", "-s", "-C", str(RUNTIME), f"BUILD={folder}/library", build], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name, sources in PROGRAMS.items():
        compile_c(folder / name, *flags, "-D_GNU_SOURCE", *sources, library, "-fopenmp")
    return replace(bench, folder=folder, variables={**bench.variables, **options})


@pytest.fixture(scope="session")
def sanitized(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The library and the programs checked by sanitizers."""
    # Drivers keep what they have for ever, and one promise is about blocks that can't be had.
    options = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    return checked(bench, tmp_path_factory.mktemp("sanitized"), flags, options)


@pytest.fixture(scope="session")
def watched(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The library and the programs checked for races; drivers' threads are not."""
    options = {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}
    return checked(bench, tmp_path_factory.mktemp("watched"), ["-fsanitize=thread"], options)
