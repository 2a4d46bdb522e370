"""Where the run-time library runs regions: the model, the environment, and what was measured."""

from __future__ import annotations

import fcntl
import json
import re
import subprocess
from pathlib import Path

import pytest

from mapper.runtime import runtime_files
from tests.harness.bench import HERE, Bench, compile_c

# ---- decisions ---------------------------------------------------------------------------------------------


def test_equal_features_are_decided_once(bench: Bench) -> None:
    bench.promise("decisions", MAPPER_DEVICE="auto", MAPPER_INFO="0")
    bench.promise("decisions", MAPPER_DEVICE="auto")


def test_an_answer_stays_where_the_other_one_is_not_clearly_better(bench: Bench) -> None:
    bench.promise("hysteresis", MAPPER_DEVICE="auto", MAPPER_INFO="0")


@pytest.mark.parametrize("promise", ["waiting", "not_waiting", "hesitating", "surprised"])
def test_waiting_opens_the_device_where_much_is_to_come(bench: Bench, promise: str) -> None:
    """No trial begins meanwhile, which would wait for kernels."""
    bench.promise(promise, MAPPER_DEVICE="auto", MAPPER_INFO="0", MAPPER_REVISE="0")


def test_what_was_waited_for_counts_for_the_cpu(bench: Bench) -> None:
    bench.promise("waiting_long", MAPPER_DEVICE="auto", MAPPER_INFO="0")


@pytest.mark.parametrize(
    "promise", ["strips", "broken_off", "strips_of_many", "resumed", "no_strips", "counted", "too_few"]
)
def test_a_long_execution_is_broken_off(bench: Bench, promise: str) -> None:
    bench.promise(promise, MAPPER_DEVICE="auto", MAPPER_INFO="0", OMP_NUM_THREADS="2")


def test_what_is_to_come_is_like_what_was(bench: Bench) -> None:
    bench.promise("mean_of_past", MAPPER_DEVICE="auto", MAPPER_INFO="0", MAPPER_REVISE="0")


def test_threads_decide_and_allocate_without_races(watched: Bench) -> None:
    done = watched.run("promises", "deciding_threads", MAPPER_DEVICE="auto", MAPPER_INFO="0", MAPPER_REVISE="0")
    assert (done.returncode, done.stderr) == (0, "")


def explored(bench: Bench, folder: Path, **more: str) -> list[str]:
    """Where a region's executions ran, of either size."""
    variables = {"MAPPER_DEVICE": "auto", "MAPPER_EXPLORE": "1", "MAPPER_STATE_DIR": str(folder), **more}
    return bench.promise("explored", **variables).stdout.split()


@pytest.mark.opencl
@pytest.mark.parametrize("info", ["0", "1"])
def test_regions_near_the_threshold_are_measured_once_on_each_side(
    bench: Bench, tmp_path: Path, info: str
) -> None:
    large, small = explored(bench, tmp_path, MAPPER_INFO=info)
    # warm and timed where the model sends it, then on the other side, then where it was faster
    assert large[:4] in ("1100", "1000")
    assert small[:4] == "0011"
    assert large[4:] in ("111111", "000000")
    kept = sorted(path for path in tmp_path.iterdir() if path.suffix == ".txt")
    assert len(kept) == 2
    for path in kept:
        words = path.read_text().split()
        assert (words[0], words[2]) == ("cpu", "opencl")
        assert float(words[1]) > 0
        assert float(words[3]) > 0
    again = explored(bench, tmp_path, MAPPER_INFO=info)
    faster = [text.split() for text in (path.read_text() for path in kept)]
    answers = {str(int(float(words[3]) < float(words[1]))) for words in faster}
    assert {digit for text in again for digit in text} <= answers


@pytest.mark.opencl
def test_damaged_measurements_are_made_again(bench: Bench, tmp_path: Path) -> None:
    """Empty, cut, other bytes, large numbers, and too much: each file is passed over, or read as numbers."""
    explored(bench, tmp_path)
    good = {path: path.read_bytes() for path in tmp_path.iterdir() if path.suffix == ".txt"}
    assert good
    for damage in range(5):
        for path, text in good.items():
            large = re.sub(rb"[0-9.]+", b"9" * 400, text)
            path.write_bytes((b"", text[:7], bytes(byte ^ 0x55 for byte in text), large, text * 90000)[damage])
        assert {len(line) for line in explored(bench, tmp_path)} == {10}


@pytest.mark.opencl
def test_only_one_process_measures(bench: Bench, tmp_path: Path) -> None:
    explored(bench, tmp_path)
    for path in list(tmp_path.iterdir()):
        if path.suffix == ".txt":
            path.unlink()
    held = [path.open("r+") for path in tmp_path.iterdir() if path.suffix == ".lock"]
    for file in held:
        fcntl.flock(file, fcntl.LOCK_EX)
    assert explored(bench, tmp_path) == ["1111111111", "0000000000"]
    for file in held:
        file.close()
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".txt"]


@pytest.mark.opencl
def test_nothing_is_measured_unasked_or_without_a_place_for_it(bench: Bench, tmp_path: Path) -> None:
    assert explored(bench, tmp_path, MAPPER_EXPLORE="0") == ["1111111111", "0000000000"]
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    assert explored(bench, tmp_path / "file") == ["1111111111", "0000000000"]


@pytest.mark.opencl
def test_threads_explore_without_harm(bench: Bench, tmp_path: Path) -> None:
    variables = {"MAPPER_DEVICE": "auto", "MAPPER_EXPLORE": "1", "MAPPER_STATE_DIR": str(tmp_path)}
    bench.promise("exploring_threads", **variables)


def test_no_opencl_library_without_need(bench: Bench) -> None:
    bench.promise("library", MAPPER_DEVICE="cpu")


# ---- revision ----------------------------------------------------------------------------------------------

EITHER = pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])


@pytest.mark.parametrize("first", [0, 2000])
def test_simulated_processes_keep_the_bound(first: int, tmp_path: Path) -> None:
    (rule,) = [path for path in runtime_files() if path.name == "revision.c"]
    compile_c(tmp_path / "revised", "-O2", HERE / "revised.c", rule)
    command = [str(tmp_path / "revised"), str(first), str(first + 2000)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "worst 0." in done.stdout


def test_small_executions_say_little_of_large_ones(bench: Bench) -> None:
    bench.promise("expected", MAPPER_DEVICE="cpu")


def test_what_is_copied_once_begins_no_trial(bench: Bench) -> None:
    bench.promise("copied_once", MAPPER_DEVICE="cpu")


@pytest.mark.opencl
@EITHER
@pytest.mark.parametrize(("promise", "to"), [("taken_to_cpu", "cpu"), ("taken_to_opencl", "opencl")])
def test_work_is_taken_back_from_the_slow_side(
    bench: Bench, tmp_path: Path, promise: str, to: str, memory: dict[str, str]
) -> None:
    profile = tmp_path / "profile.json"
    report = bench.promise(promise, MAPPER_DEVICE="auto", MAPPER_PROFILE=str(profile), **memory).stderr
    last = json.loads(profile.read_text())["trials"][-1]
    assert (last["to"], last["stays"]) == (to, True)
    assert 0 < last["compared"] < last["same"]
    assert "stays there" in report
    bench.promise(promise, MAPPER_DEVICE="auto", MAPPER_INFO="0", **memory)


def slow_builds(folder: Path, milliseconds: int) -> dict[str, str]:
    """A GPU whose driver takes long to build kernels, and no cache holds them."""
    cold = {"MAPPER_CACHE_DIR": str(folder / "cache"), "POCL_CACHE_DIR": str(folder / "pocl")}
    return {"MAPPER_DEVICE": "auto", "FAKE_DISCRETE": "1", "FAKE_BUILD": str(milliseconds), **cold}


# ---- what processes took that did the same -------------------------------------------------------------------


def repeated(bench: Bench, folder: Path, **more: str) -> tuple[str, str]:
    """Where the executions of a process ran, and what it said."""
    variables = {
        "MAPPER_DEVICE": "auto",
        "MAPPER_HISTORY": "1",
        "MAPPER_STATE_DIR": str(folder),
        "MAPPER_INFO": "2",
    }
    done = bench.promise("repeated", REGISTERED="1", FAKE_DISCRETE="1", **(variables | more))
    return done.stdout, done.stderr


def recorded(folder: Path) -> dict[str, float]:
    """The seconds of the one record."""
    (path,) = folder.glob("*.history")
    words = path.read_text().split()
    return {words[at]: float(words[at + 1]) for at in (0, 2, 4, 6)}


@pytest.mark.opencl
def test_the_next_process_begins_on_the_side_that_was_better(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path, MAPPER_DEVICE="opencl")  # builds the kernel
    assert repeated(bench, tmp_path)[0] == "00"
    first = recorded(tmp_path)
    assert first["cpu"] > 0.4
    assert (first["opencl"], first["expected"]) == (-1, 0.1)
    where, said = repeated(bench, tmp_path)
    assert where == "11", said
    assert ", before the program began" in said
    assert "because the last time regions took 0.4" in said
    assert 0.175 < recorded(tmp_path)["opencl"] < first["cpu"]
    assert repeated(bench, tmp_path, SLOWLY="500")[0][0] == "1"
    assert recorded(tmp_path)["opencl"] > 1
    where, said = repeated(bench, tmp_path)
    assert where == "00"
    assert "program: CPU, because the last time regions took 0.4" in said


@pytest.mark.opencl
@pytest.mark.parametrize(("expects", "where"), [("0.03", "11"), ("0.05", "00"), ("0.001", "00")])
def test_a_process_that_does_other_work_has_no_history(
    bench: Bench, tmp_path: Path, expects: str, where: str
) -> None:
    """The same arguments may name a file that is larger or smaller now."""
    repeated(bench, tmp_path, MAPPER_DEVICE="opencl")
    repeated(bench, tmp_path)
    assert recorded(tmp_path)["asked"] == 0.01
    ran, said = repeated(bench, tmp_path, EXPECTS=expects)
    assert ran == where
    assert ("the last time 0.01 s were expected of the CPU" in said) == (where == "00")
    assert recorded(tmp_path)["asked"] == float(expects)


@pytest.mark.opencl
@pytest.mark.parametrize(
    "more",
    [{"MAPPER_HISTORY": "0"}, {"MAPPER_REVISE": "0"}, {"OMP_NUM_THREADS": "3"}],
    ids=lambda more: next(iter(more)),
)
def test_nothing_is_known_of_other_processes(bench: Bench, tmp_path: Path, more: dict[str, str]) -> None:
    repeated(bench, tmp_path)
    assert repeated(bench, tmp_path, **more)[0] == "00"
    assert len(list(tmp_path.glob("*.history"))) == 1 + ("OMP_NUM_THREADS" in more)


@pytest.mark.opencl
def test_an_expectation_must_be_clearly_less_than_what_was_measured(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path, MAPPER_DEVICE="opencl")
    repeated(bench, tmp_path)
    (path,) = tmp_path.glob("*.history")
    for expected, where in ((0.35, "00"), (0.3, "11")):
        path.write_text(f"cpu 0.4 opencl -1 expected {expected} asked -1 model hand-written\n")
        assert repeated(bench, tmp_path)[0] == where


@pytest.mark.opencl
def test_the_device_is_not_opened_for_regions_that_would_not_use_it(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path, MAPPER_DEVICE="opencl")
    repeated(bench, tmp_path, NEVER="1")
    assert recorded(tmp_path)["expected"] == -1
    where, said = repeated(bench, tmp_path, NEVER="1")
    assert where == "00"
    assert "before the program began" not in said


@pytest.mark.opencl
def test_damaged_records_are_passed_over(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path)
    (path,) = tmp_path.glob("*.history")
    good = path.read_bytes()
    for bad in (b"", good[:20], bytes(byte ^ 0x55 for byte in good), re.sub(rb"[0-9.]+", b"9" * 400, good)):
        path.write_bytes(bad)
        assert repeated(bench, tmp_path)[0] == "00"


@pytest.mark.opencl
def test_processes_fork_and_end_while_the_device_is_being_opened(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path, MAPPER_DEVICE="opencl")
    repeated(bench, tmp_path)
    for _ in range(5):
        assert repeated(bench, tmp_path, LEAVES="1")[0] == ""
    assert repeated(bench, tmp_path, FORKS="1")[0] == "11"


@pytest.mark.opencl
def test_a_device_that_is_gone_is_no_fault(bench: Bench, tmp_path: Path) -> None:
    repeated(bench, tmp_path)
    where, said = repeated(bench, tmp_path, FAKE_FAIL="clCreateContext:1+:-6")
    assert where == "00"
    assert "failed" not in said


@pytest.mark.opencl
@pytest.mark.parametrize("promise", ["built_meanwhile", "tried_when_built"])
def test_work_goes_on_while_kernels_are_built(bench: Bench, tmp_path: Path, promise: str) -> None:
    bench.promise(promise, **slow_builds(tmp_path, 50))


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("promise", "least", "most"),
    [("given_up", 0, 2), ("own_kernel_first", 1, 4), ("done_before_built", 0, 2), ("teams_count_once", 1, 2)],
)
def test_processes_end_without_kernels_that_are_still_to_be_built(
    bench: Bench, tmp_path: Path, promise: str, least: int, most: int
) -> None:
    counts = tmp_path / "counts"
    done = bench.promise(promise, **slow_builds(tmp_path, 2000), FAKE_COUNTS=str(counts), MAPPER_INFO="2")
    assert ("s for kernels" in done.stderr) == (promise == "own_kernel_first")
    calls = dict(line.split() for line in counts.read_text().splitlines())
    assert least <= int(calls["clBuildProgram"]) <= most


@pytest.mark.opencl
@pytest.mark.parametrize(
    "variables",
    [
        {"MAPPER_REVISE": "0", "MAPPER_DEVICE": "auto"},
        {"MAPPER_FORCE": "main_1:opencl", "MAPPER_DEVICE": "auto"},
        {"MAPPER_DEVICE": "opencl"},
        {"OMP_TARGET_OFFLOAD": "mandatory", "MAPPER_DEVICE": "auto"},
    ],
)
def test_what_the_user_says_is_not_revised(bench: Bench, variables: dict[str, str]) -> None:
    assert bench.promise("not_taken", **variables).stdout == "60\n"


@pytest.mark.opencl
@EITHER
@pytest.mark.parametrize(("milliseconds", "answer"), [("0", "CPU, which takes"), ("12", "OpenCL, because")])
def test_a_device_is_not_opened_if_the_cpu_is_done_before(
    bench: Bench, memory: dict[str, str], milliseconds: str, answer: str
) -> None:
    variables = {"MAPPER_DEVICE": "auto", "MAPPER_INFO": "1", "CPU": milliseconds}
    assert bench.promise("paced", **(variables | memory)).stdout.startswith(answer)


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("told", "first", "last", "answer"),
    [
        pytest.param({"EXPECTS": "0.1", "CPU": "12"}, 2, 10, "OpenCL, because the CPU takes", id="too-little"),
        pytest.param({"EXPECTS": "0.1", "SECOND": "40"}, 100, 100, "CPU", id="one-is-disturbed"),
        pytest.param({"EXPECTS": "10", "OPENS": ""}, 100, 100, "CPU", id="too-much"),
        pytest.param({"EXPECTS": "10", "CPU": "12", "OPENS": ""}, 1, 3, "OpenCL, because the CPU", id="right"),
        pytest.param({"EXPECTS": "100", "OPENS": ""}, 0, 0, "OpenCL, because an execution", id="too-long"),
    ],
)
def test_what_was_measured_stands_for_what_was_expected(
    bench: Bench, told: dict[str, str], first: int, last: int, answer: str
) -> None:
    """Of a hundred executions, how many have ended when the device is opened."""
    variables = {"MAPPER_DEVICE": "auto", "MAPPER_INFO": "1", "CPU": "0"} | told
    said = bench.promise("corrected", **({"SECOND": variables["CPU"]} | variables)).stdout
    assert first <= int(said.split()[0]) <= last
    assert said.split(maxsplit=1)[1].startswith(answer)


def test_without_a_device_nothing_is_told(bench: Bench) -> None:
    missing = {"MAPPER_OPENCL_LIBRARY": "/nowhere.so", "MAPPER_INFO": "0"}
    assert bench.promise("tried_in_vain", MAPPER_DEVICE="auto", **missing).stderr == ""


@pytest.mark.opencl
@EITHER
def test_threads_and_children_are_taken_to_and_fro(bench: Bench, memory: dict[str, str]) -> None:
    bench.promise("taken_threads", MAPPER_DEVICE="auto", MAPPER_INFO="0", **memory)


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("variables", "answer"),
    [
        ({"MAPPER_DEVICE": "auto"}, "1 0"),
        ({"MAPPER_DEVICE": "cpu"}, "0 0"),
        ({"MAPPER_DEVICE": "opencl"}, "1 1"),
        ({"MAPPER_DEVICE": "OpenCL"}, "1 1"),
        ({"MAPPER_DEVICE": "portable computing"}, "1 1"),
        ({"MAPPER_DEVICE": "gpu", "FAKE_DISCRETE": "1"}, "1 1"),
        ({"MAPPER_FORCE": "main_1:cpu"}, "0 0"),
        ({"MAPPER_FORCE": "*:cpu,main_?:opencl"}, "1 1"),
        ({"MAPPER_FORCE": "main_1:gpu", "MAPPER_DEVICE": "cpu"}, "1 1"),
        ({"MAPPER_FORCE": "other:cpu", "MAPPER_DEVICE": "auto"}, "1 0"),
        ({"OMP_TARGET_OFFLOAD": "disabled"}, "0 0"),
        ({"OMP_TARGET_OFFLOAD": "DISABLED", "MAPPER_FORCE": "*:opencl"}, "1 1"),
        ({"OMP_TARGET_OFFLOAD": "mandatory"}, "1 1"),
    ],
)
def test_environment_chooses(bench: Bench, variables: dict[str, str], answer: str) -> None:
    done = bench.promise("choice", **variables)
    assert done.stdout == answer + "\n"
    assert "continuing" not in done.stderr


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"MAPPER_DEVICE": "gpu"}, "main_1: no OpenCL device for MAPPER_DEVICE=gpu"),
        ({"MAPPER_DEVICE": "no such thing"}, "main_1: no OpenCL device for MAPPER_DEVICE=no such thing"),
        ({"FAKE_NO_FP64": "1"}, "main_1: the device has no double precision (fp64)"),
        ({"MAPPER_OPENCL_LIBRARY": "/nowhere.so"}, "main_1: no OpenCL library (/nowhere.so: "),
        ({"FAKE_FAIL": "clGetPlatformIDs:1:-1001"}, "main_1: no OpenCL platform (CL_PLATFORM_NOT_FOUND_KHR)"),
    ],
)
def test_no_device_is_told_once(bench: Bench, variables: dict[str, str], told: str) -> None:
    done = bench.promise("choice", MAPPER_INFO="0", **variables)
    assert done.stdout == "0 0\n"
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("mapper: " + told)
    assert done.stderr.endswith("; continuing on the CPU with OpenMP\n")


@pytest.mark.opencl
def test_mandatory_offload_ends_the_program(bench: Bench) -> None:
    done = bench.run("promises", "choice", OMP_TARGET_OFFLOAD="mandatory", MAPPER_DEVICE="gpu")
    assert done.returncode == 70
    assert done.stdout == ""
    assert "no OpenCL device for MAPPER_DEVICE=gpu (there are: pthread-" in done.stderr
    assert "(cpu)); OMP_TARGET_OFFLOAD=mandatory forbids" in done.stderr


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"MAPPER_FORCE": "main_1"}, "MAPPER_FORCE: `main_1' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored"),
        ({"MAPPER_FORCE": "a:tpu,"}, "MAPPER_FORCE: `a:tpu' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored"),
        (
            {"MAPPER_FORCE": "*" * 300 + ":cpu"},
            f"MAPPER_FORCE: `{'*' * 300}:cpu' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored",
        ),
        ({"MAPPER_GROUP_SIZE": "big"}, "MAPPER_GROUP_SIZE=big is not a number; ignored"),
        ({"MAPPER_GROUP_SIZE": "9" * 30}, f"MAPPER_GROUP_SIZE={'9' * 30} is too large; ignored"),
        ({"MAPPER_INFO": "yes"}, "MAPPER_INFO=yes is not a number; ignored"),
    ],
)
def test_meaningless_settings_are_told(bench: Bench, variables: dict[str, str], told: str) -> None:
    done = bench.promise("choice", **{"MAPPER_INFO": "0", **variables})
    assert done.stderr == f"mapper: {told}\n"
    assert done.stdout == "1 1\n"


NUMBERS = (
    "INFO EARLY VERIFY CLOCKS EXPLORE GROUP_SIZE MAX_ITEMS LAYOUT RELAYOUT COLLAPSE LANES TUNE BATCH AHEAD TIMERS "
    "STAGING"
).split()


def test_a_meaningless_number_leaves_the_default(bench: Bench) -> None:
    wrong = {f"MAPPER_{name}": value for name, value in zip(NUMBERS, ["no", "-1", " 1", "1x"] * 4, strict=True)}
    unset = bench.promise("settings", MAPPER_INFO="").stdout
    done = bench.promise("settings", **wrong)
    assert done.stdout == unset
    assert sorted(done.stderr.splitlines()) == sorted(
        f"mapper: {name}={value} is not a number; ignored" for name, value in wrong.items()
    )
