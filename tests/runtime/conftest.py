"""The run-time library and the programs that try it, compiled once."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace

import pytest

from mapper.runtime import fallback_loader, runtime_files
from tests.harness.bench import HERE, PROMISES, Bench, compile_c

PROGRAMS = {"promises": PROMISES, "faults": [HERE / "faults.c"]}
OURS = ("MAPPER_", "FAKE_", "OMP_", "OCL_")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Everything compiled once."""
    folder = tmp_path_factory.mktemp("runtime")
    runtime = runtime_files()[0].parent
    subprocess.run(["make", "-s", "-C", str(runtime), f"BUILD={folder}/library"], check=True)
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
        "MAPPER_INFO": "1",
        "OMP_NUM_THREADS": "2",
    }
    return Bench(folder, variables)


@pytest.fixture(scope="session")
def sanitized(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The same, with the library and the programs checked by sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    checked = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    runtime = runtime_files()[0].parent
    flags = f"CFLAGS=-O1 -g {' '.join(checked)}"
    subprocess.run(["make", "-s", "-C", str(runtime), f"BUILD={folder}/library", flags], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name, sources in PROGRAMS.items():
        compile_c(folder / name, *checked, "-D_GNU_SOURCE", *sources, library, "-fopenmp")
    # Drivers keep what they have for ever, and one promise is about blocks that can't be had.
    options = "detect_leaks=0:allocator_may_return_null=1"
    return replace(bench, folder=folder, variables={**bench.variables, "ASAN_OPTIONS": options})
