"""Whatever OpenCL call fails, programs that use each part of the run-time library print what they should.

`tests/runtime/test_faults.py` does the same with kernels that are written by hand.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.build import SECONDS, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

READING = {"clEnqueueReadBuffer", "clEnqueueMapBuffer", "clWaitForEvents"}
"""Where one of these fails for ever, results may be lost, which ends the program."""

CASES: Mapping[str, tuple[tuple[str, ...], Mapping[str, str]]] = {
    "collapse_rows": ((), {"MAPPER_COLLAPSE": "1"}),
    "data_border": ((), {}),
    "distribute_arrays": ((), {}),
    "distribute_carried": ((), {}),
    "distribute_reduced": ((), {}),
    "fuse_calls": ((), {}),
    "host_parts": ((), {}),
    "layout_components": ((), {}),
    "layout_parts": ((), {}),
    "multisplit_values": (("-fmultisplit",), {}),
    "private_large": ((), {}),
    "privatize_counts": ((), {}),
    "reduce_later": ((), {}),
    "reduce_repeated": ((), {}),
    "relayout_turns": ((), {"MAPPER_RELAYOUT": "1"}),
    "rows_changed": ((), {}),
    "rows_grid": ((), {}),
    "scalar_chains": ((), {}),
    "stop_rows": ((), {}),
    "thread_counters_rows": ((), {}),
    "tile_products": ((), {}),
}
"""Flags and variables, by program."""


def faults(counts: Path) -> list[str]:
    """For each function: its first, second and last call, once and for ever."""
    found = []
    for line in counts.read_text(encoding="utf-8").splitlines():
        name, _, calls = line.partition(" ")
        for number in sorted({1, 2, int(calls)} & set(range(1, int(calls) + 1))):
            found += [f"{name}:{number}:-5", f"{name}:{number}+:-36"]
    return found


@pytest.mark.parametrize("discrete", [True, False], ids=["separate", "shared"])
@pytest.mark.parametrize("name", CASES)
def test_any_call_may_fail(
    name: str, discrete: bool, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    flags, more = CASES[name]
    example = load(PROGRAMS / f"{name}.c")
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *flags).executable
    expected = sequential_output(example, folder)
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_LANES": "32", **more}
    if not discrete:
        del variables["FAKE_DISCRETE"]
    execute([program], variables)  # fills the cache
    assert difference(expected, execute([program], variables | {"FAKE_COUNTS": str(tmp_path / "counts")})) is None

    def check(fault: str) -> str | None:
        ran = subprocess.run(
            [program], env=variables | {"FAKE_FAIL": fault}, capture_output=True, text=True, timeout=SECONDS
        )
        if ran.returncode == 70 and "the program ends" in ran.stderr and fault.partition(":")[0] in READING:
            return None
        builds = "Program" in fault  # a kernel's, and then the library's own
        if ran.returncode != 0 or ran.stderr.count("continuing on the CPU") > 1 + builds:
            return f"{fault}: exit {ran.returncode}, {ran.stderr}"
        found = difference(expected, ran.stdout, example.tolerance)
        return f"{fault}: {found}" if found is not None else None

    with ThreadPoolExecutor(2) as pool:
        assert [wrong for wrong in pool.map(check, faults(tmp_path / "counts")) if wrong is not None] == []


@pytest.mark.parametrize("name", ["collapse_rows", "reduce_later", "thread_counters_rows", "tile_products"])
def test_kernels_built_one_by_one_have_all_their_forms(
    name: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    flags, more = CASES[name]
    example = load(PROGRAMS / f"{name}.c")
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *flags).executable
    fails = {"FAKE_FAIL": "clBuildProgram:1:-11", "MAPPER_AHEAD": "0", "MAPPER_CACHE_DIR": str(tmp_path)}
    variables = environment.on_discrete("gpu", fake) | {"MAPPER_LANES": "32", "MAPPER_INFO": "1", **more, **fails}
    done = subprocess.run([program], env=variables, capture_output=True, text=True, timeout=SECONDS)
    assert "each kernel is built by itself" in done.stderr
    assert done.returncode == 0
    assert "CPU" not in done.stderr
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
