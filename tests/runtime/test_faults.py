"""The answers are right when any OpenCL call fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.bench import Bench

CALLS_THAT_READ_BACK = {"clEnqueueReadBuffer", "clEnqueueMapBuffer", "clWaitForEvents"}


# ---- faults ------------------------------------------------------------------------------------------------


def faults_to_try(counts: Path) -> list[str]:
    """For each function: the first, second, middle and last call, once and for ever."""
    tried = []
    for line in counts.read_text().splitlines():
        name, calls = line.split()
        for number in sorted({1, 2, int(calls) // 2, int(calls)} & set(range(1, int(calls) + 1))):
            tried += [f"{name}:{number}:-5", f"{name}:{number}+:-36"]
    return tried


@pytest.mark.opencl
@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"FAKE_DISCRETE": "1"},
        {"FAKE_DISCRETE": "1", "MAPPER_STAGING": "1"},
        {"FAKE_DISCRETE": "1", "MAPPER_MAX_ITEMS": "300"},
        {"MAPPER_MAX_ITEMS": "300"},
    ],
    ids=["shared", "separate", "separate-staged", "separate-split", "shared-split"],
)
def test_any_call_may_fail(bench: Bench, tmp_path: Path, memory: dict[str, str]) -> None:
    right = bench.run("faults", MAPPER_DEVICE="cpu").stdout
    assert right.count("\n") == 22
    counts = tmp_path / "counts"
    done = bench.run("faults", FAKE_COUNTS=str(counts), MAPPER_INFO="0", **memory)
    assert (done.returncode, done.stdout, done.stderr) == (0, right, "")

    def check(fault: str) -> str:
        done = bench.run("faults", FAKE_FAIL=fault, MAPPER_INFO="0", **memory)
        lost = done.returncode == 70 and fault.partition(":")[0] in CALLS_THAT_READ_BACK
        if lost and right.startswith(done.stdout) and "the program ends" in done.stderr:
            return ""
        told = done.stderr.count("continuing on the CPU")
        builds = "Program" in fault  # a kernel's, and then the library's own
        if done.returncode == 0 and done.stdout == right and told <= 1 + builds:
            return ""
        return f"{fault}: exit {done.returncode}, {done.stdout!r} {done.stderr!r}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [message for message in pool.map(check, faults_to_try(counts)) if message]
    assert wrong == []


@pytest.mark.opencl
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
def test_launches_that_differ_in_nothing_make_one_call_each(
    bench: Bench, tmp_path: Path, memory: dict[str, str]
) -> None:
    def calls(clocks: str) -> dict[str, int]:
        bench.promise("many_launches", FAKE_COUNTS=str(tmp_path / "counts"), MAPPER_INFO=clocks, **memory)
        lines = (tmp_path / "counts").read_text().splitlines()
        return {name: int(number) for name, number in map(str.split, lines)}

    plain, measured = calls("0"), calls("1")
    launches = plain["clEnqueueNDRangeKernel"]
    assert launches == measured["clEnqueueNDRangeKernel"] >= 300
    assert plain["clSetKernelArg"] < launches
    assert plain["clReleaseEvent"] < launches / 4 < launches <= measured["clReleaseEvent"]


@pytest.mark.opencl
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
def test_commands_that_fail_late_never_give_wrong_answers(
    bench: Bench, tmp_path: Path, memory: dict[str, str]
) -> None:
    right = bench.run("faults", MAPPER_DEVICE="cpu").stdout
    counts = tmp_path / "counts"
    bench.run("faults", FAKE_COUNTS=str(counts), MAPPER_INFO="0", **memory)
    waits = int(dict(line.split() for line in counts.read_text().splitlines())["clWaitForEvents"])
    assert waits > 5
    for number in range(1, waits + 1, 2):
        fault = f"clWaitForEvents:{number}+:-14,clGetEventInfo:1+:-5"
        done = bench.run("faults", FAKE_FAIL=fault, MAPPER_INFO="0", **memory)
        assert right.startswith(done.stdout)
        assert done.returncode == (70 if done.stdout != right else 0)
        assert "failed on the device after it had been enqueued" in done.stderr


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("first", "told"), [("1", "bytes of results are only on the device"), ("2", "results of the loop are only on")]
)
def test_results_that_cannot_be_read_end_the_program(bench: Bench, first: str, told: str) -> None:
    faults = f"clEnqueueReadBuffer:{first}+:-36,clEnqueueMapBuffer:1+:-36"
    done = bench.run("faults", FAKE_DISCRETE="1", FAKE_FAIL=faults, MAPPER_INFO="0")
    assert done.returncode == 70
    assert told in done.stderr.splitlines()[-1]
    assert done.stderr.endswith("can't be read any more; the program ends\n")


@pytest.mark.opencl
@pytest.mark.parametrize(
    "other", ["clEnqueueReadBuffer:1:-36", "clEnqueueReadBuffer:1:-36,clEnqueueMapBuffer:1+:-36"]
)
def test_results_are_saved_by_other_ways(bench: Bench, other: str) -> None:
    done = bench.run("faults", FAKE_DISCRETE="1", FAKE_FAIL=other, MAPPER_INFO="0")
    assert done.returncode == 0
    assert done.stdout == bench.run("faults", MAPPER_DEVICE="cpu").stdout
    assert done.stderr.count("reading from the device failed") == 1


# ---- builds that fail --------------------------------------------------------------------------------------

FAILED = "building the kernels failed (CL_BUILD_PROGRAM_FAILURE)"


@pytest.mark.opencl
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
@pytest.mark.parametrize("ahead", ["0", "1"])
def test_one_kernel_that_cannot_be_built_sends_its_loops_alone_to_the_cpu(
    bench: Bench, tmp_path: Path, memory: dict[str, str], ahead: str
) -> None:
    variables = {"FAKE_BAD": "number", "MAPPER_AHEAD": ahead, **memory}
    told = f"mapper: main_number: {FAILED}; continuing on the CPU with OpenMP"
    for info in ("0", "1"):  # the second one finds the others' kernels in the cache
        where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache"), "MAPPER_INFO": info}
        lines = bench.promise("apart", **variables, **where).stderr.splitlines()
        if info == "0":
            assert lines == [told]
        else:
            assert lines[:2] == [f"mapper: emitted.c: {FAILED}; each kernel is built by itself", told]
            assert f"  2 on the CPU: {FAILED}" in lines[-2]


@pytest.mark.opencl
def test_a_kernel_that_cannot_be_built_ends_the_program_where_offload_is_mandatory(
    bench: Bench, tmp_path: Path
) -> None:
    where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache"), "MAPPER_INFO": "0"}
    done = bench.run("promises", "apart", FAKE_BAD="number", OMP_TARGET_OFFLOAD="mandatory", **where)
    assert done.returncode == 70
    assert done.stderr == f"mapper: main_number: {FAILED}; OMP_TARGET_OFFLOAD=mandatory forbids going on " + (
        "with OpenMP on the CPU\n"
    )
