"""Scalars that stay on the device: fewer reads, the same results, also where a call of OpenCL fails on the way."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.build import SECONDS, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLE = load(PROGRAMS / "scalar_chains.c")
FAILING = (
    "clEnqueueNDRangeKernel",
    "clEnqueueWriteBuffer",
    "clEnqueueReadBuffer",
    "clSetKernelArg",
    "clCreateBuffer",
)


def calls(executable: Path, variables: dict[str, str], counts: Path) -> dict[str, int]:
    execute([executable], variables | {"FAKE_COUNTS": str(counts)})
    lines = (line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    return {name: int(number) for name, number in lines}


def test_fewer_reads(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    discrete, cache = environment.on_discrete("opencl", fake), environment.variables["MAPPER_CACHE_DIR"]
    made = {
        flag: calls(mapped(EXAMPLE, folder, cache, *flag).executable, discrete, tmp_path / "counts")
        for flag in ((), ("-fno-scalars",))
    }
    on, off = made.values()
    assert on["clEnqueueReadBuffer"] < off["clEnqueueReadBuffer"] - 40
    assert on["clEnqueueNDRangeKernel"] == off["clEnqueueNDRangeKernel"]


@pytest.mark.parametrize(
    "variables", [{"MAPPER_MAX_ITEMS": "64"}, {"MAPPER_LANES": "32"}, {"MAPPER_VERIFY": "1"}], ids=str
)
def test_other_ways(variables: dict[str, str], folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete("opencl", fake) | variables)
    assert difference(sequential_output(EXAMPLE, folder), actual, EXAMPLE.tolerance) is None


@pytest.mark.parametrize(
    "ids", ["*gradients_4:cpu", "*headed_2:cpu,*forward_3:cpu", "*_1:opencl,*_2:cpu", "*:cpu,*_4:opencl"]
)
def test_some_loops_on_the_cpu(ids: str, folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete("opencl", fake) | {"MAPPER_FORCE": ids})
    assert difference(sequential_output(EXAMPLE, folder), actual, EXAMPLE.tolerance) is None


def test_any_call_may_fail(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    built = mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"])
    discrete = environment.on_discrete("opencl", fake)
    counted = calls(built.executable, discrete, tmp_path / "counts")
    expected = sequential_output(EXAMPLE, folder)

    def check(fault: str) -> str | None:
        done = subprocess.run(
            [built.executable],
            env=discrete | {"FAKE_FAIL": fault},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        if done.returncode == 70:
            return None if "the program ends" in done.stderr and "Read" in fault else f"{fault}: {done.stderr}"
        if done.returncode != 0 or done.stderr.count("continuing on the CPU") > 1:
            return f"{fault}: exit {done.returncode}, {done.stderr}"
        return difference(expected, done.stdout, EXAMPLE.tolerance)

    faults = [
        f"{name}:{number}{rest}"
        for name in FAILING
        for number in (counted[name] // 3, counted[name] - 2)
        for rest in (":-5", "+:-36")
    ]
    with ThreadPoolExecutor(2) as pool:
        assert [message for message in pool.map(check, faults) if message is not None] == []
