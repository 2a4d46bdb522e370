"""The run-time library by itself: its promises, its caches, and its answers when any OpenCL call fails."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from mapper.runtime import fallback_loader, runtime_files

HERE = Path(__file__).parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]
OURS = ("MAPPER_", "FAKE_", "OMP_", "OCL_")

EVERYWHERE = (
    "vector reductions grids interior low static_arrays stack growing_stack left_by_longjmp eager eager_static "
    "aliases distinct partial_write blocks replaced_blocks refused null_pointer nested threads many_segments "
    "many_launches forked other_file stopped layouts mixed_layouts filled_layouts layout_parts stopped_layout"
).split()

CALLS_THAT_READ_BACK = {"clEnqueueReadBuffer", "clEnqueueMapBuffer", "clWaitForEvents"}


@dataclass(frozen=True)
class Bench:
    """Compiled test programs and the environment to run them in."""

    folder: Path
    variables: Mapping[str, str]

    def run(self, program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program with PoCL behind the fake library, OpenCL forced, and more variables."""
        return subprocess.run(
            [str(self.folder / program), *arguments],
            env={**self.variables, **more},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def promise(self, name: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run one promise, which must hold."""
        done = self.run("promises", name, **more)
        assert done.returncode == 0, done.stderr
        return done


def compile_c(output: Path, *arguments: str | Path) -> None:
    """Compile with all warnings as errors."""
    command = ["gcc", "-std=c11", "-g", "-O1", *WARNINGS, f"-I{runtime_files()[0].parent}", f"-I{HERE}"]
    subprocess.run([*command, *map(str, arguments), "-ldl", "-o", str(output)], check=True)


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Everything compiled once."""
    folder = tmp_path_factory.mktemp("runtime")
    runtime = runtime_files()[0].parent
    subprocess.run(["make", "-s", "-C", str(runtime), f"BUILD={folder}/library"], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name in ("promises", "faults"):
        compile_c(folder / name, "-D_GNU_SOURCE", HERE / f"{name}.c", library, "-fopenmp")
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


# ---- sources -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [path for path in runtime_files() if path.suffix == ".c"], ids=lambda p: p.name)
def test_each_file_compiles_alone(source: Path, tmp_path: Path) -> None:
    flags = ["-Wshadow", "-Wconversion", "-Wpedantic", "-O2", "-fopenmp"]
    subprocess.run(
        ["gcc", "-std=c11", *WARNINGS, *flags, "-c", str(source), "-o", str(tmp_path / "o")], check=True
    )


@pytest.mark.parametrize("language", ["c", "c++"])
def test_header_stands_above_everything(language: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(
        '#define MRT_TRACK_ALLOCATIONS\n#include "mapper_rt.h"\n#include <stdlib.h>\n'
        "int main(void) { free(malloc(3)); return 0; }\n"
    )
    command = ["gcc", "-x", language, *WARNINGS, f"-I{runtime_files()[0].parent}", "-c", str(program)]
    if language == "c++":
        program.write_text('#include "mapper_rt.h"\nint main() { return MRT_CPU; }\n')
    subprocess.run([*command, "-o", str(tmp_path / "o")], check=True)


# ---- promises ----------------------------------------------------------------------------------------------


@pytest.mark.opencl
@pytest.mark.parametrize("name", EVERYWHERE)
def test_promise_on_shared_memory(bench: Bench, name: str) -> None:
    bench.promise(name)


@pytest.mark.opencl
@pytest.mark.parametrize("name", EVERYWHERE)
def test_promise_on_separate_memory(bench: Bench, name: str) -> None:
    bench.promise(name, FAKE_DISCRETE="1")


@pytest.fixture(scope="session")
def sanitized(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The same, with the library and the programs checked by sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    checked = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    runtime = runtime_files()[0].parent
    flags = f"CFLAGS=-O1 -g {' '.join(checked)}"
    subprocess.run(["make", "-s", "-C", str(runtime), f"BUILD={folder}/library", flags], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name in ("promises", "faults"):
        compile_c(folder / name, *checked, "-D_GNU_SOURCE", HERE / f"{name}.c", library, "-fopenmp")
    # Drivers keep what they have for ever, and one promise is about blocks that can't be had.
    options = "detect_leaks=0:allocator_may_return_null=1"
    return replace(bench, folder=folder, variables={**bench.variables, "ASAN_OPTIONS": options})


@pytest.mark.opencl
@pytest.mark.slow
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_promises_touch_no_foreign_memory(sanitized: Bench, name: str, memory: dict[str, str]) -> None:
    sanitized.promise(name, **memory)


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("threshold", "pinned"), [("0", 0), ("1", 4), ("400000", 8), ("1000000", 4), ("60000000", 2)]
)
def test_copies_through_pinned_memory(bench: Bench, threshold: str, pinned: int, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    variables = {"FAKE_DISCRETE": "1", "MAPPER_STAGING": threshold, "FAKE_COUNTS": str(counts)}
    bench.promise("staged", **variables)
    calls = {name: int(number) for name, number in map(str.split, counts.read_text().splitlines())}
    assert calls["clEnqueueMapBuffer"] == pinned
    for name in EVERYWHERE:
        bench.promise(name, **variables)


@pytest.mark.opencl
def test_every_byte_that_moves_is_needed(bench: Bench) -> None:
    bench.promise("moved", FAKE_DISCRETE="1")
    bench.promise("overwritten", FAKE_DISCRETE="1")


@pytest.mark.opencl
@pytest.mark.parametrize("threshold", ["0", "1"])
def test_areas_move_alone(bench: Bench, threshold: str) -> None:
    variables = {"FAKE_DISCRETE": "1", "MAPPER_STAGING": threshold}
    bench.promise("areas", **variables)
    bench.promise("areas_evicted", FAKE_MEMORY="1400000", **variables)


@pytest.mark.opencl
@pytest.mark.slow
@pytest.mark.parametrize("threshold", ["0", "1"])
def test_areas_touch_no_foreign_memory(sanitized: Bench, threshold: str) -> None:
    sanitized.promise("areas", FAKE_DISCRETE="1", MAPPER_STAGING=threshold)


@pytest.mark.opencl
def test_zeros_are_not_copied(bench: Bench) -> None:
    done = bench.promise("untouched", FAKE_DISCRETE="1", MAPPER_INFO="2")
    assert done.stderr.count("clear 2400008 bytes") == 2
    bench.promise("untouched", FAKE_DISCRETE="1", FAKE_FAIL="clEnqueueFillBuffer:1+=-6")


@pytest.mark.opencl
@pytest.mark.parametrize("limit", ["7", "64"])
def test_launches_beyond_the_limits_are_split(bench: Bench, limit: str) -> None:
    bench.promise("split", MAPPER_MAX_ITEMS=limit)
    bench.promise("split", MAPPER_MAX_ITEMS=limit, FAKE_DISCRETE="1")


@pytest.mark.opencl
@pytest.mark.parametrize("size", ["1", "64"])
def test_reductions_in_groups_of_any_size(bench: Bench, size: str) -> None:
    bench.promise("reductions", MAPPER_GROUP_SIZE=size)


@pytest.mark.opencl
@pytest.mark.parametrize("late", [{}, {"FAKE_LATE": "1"}], ids=["early", "late"])
def test_device_memory_runs_out(bench: Bench, late: dict[str, str]) -> None:
    bench.promise("eviction", FAKE_DISCRETE="1", FAKE_MEMORY="250000", **late)
    done = bench.promise("out_of_memory", FAKE_DISCRETE="1", FAKE_MEMORY="90000", **late)
    told = [line for line in done.stderr.splitlines() if "continuing on the CPU" in line]
    assert told == [
        "mapper: main_add: moving data to the device failed (CL_MEM_OBJECT_ALLOCATION_FAILURE); "
        "continuing on the CPU with OpenMP"
    ]


@pytest.mark.opencl
@pytest.mark.parametrize("memory", ["250000", "330000", "1000000"])
def test_layouts_without_room_to_transpose(bench: Bench, memory: str) -> None:
    bench.promise("layouts_evicted", FAKE_DISCRETE="1", FAKE_MEMORY=memory)
    bench.promise("layouts_evicted", FAKE_DISCRETE="1", FAKE_MEMORY=memory, MAPPER_LAYOUT="0")


@pytest.mark.opencl
def test_no_memory_to_save_what_may_be_undone(bench: Bench) -> None:
    done = bench.promise("stopped_without_memory", FAKE_DISCRETE="1", FAKE_MEMORY="100000")
    assert "1 on the CPU: the device has no memory to save what an error path would have to undo" in done.stderr
    assert "continuing" not in done.stderr


@pytest.mark.opencl
def test_report_tells_of_error_paths(bench: Bench) -> None:
    report = bench.promise("stopped", OMP_TARGET_OFFLOAD="mandatory").stderr
    assert "2 on the CPU: an iteration came to an error path, which only the CPU can run" in report


@pytest.mark.opencl
@pytest.mark.slow
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
def test_promises_under_sanitizers(bench: Bench, memory: dict[str, str]) -> None:
    sources = [path for path in runtime_files() if path.suffix == ".c"]
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-D_GNU_SOURCE", "-fopenmp"]
    if not (bench.folder / "checked").exists():
        compile_c(bench.folder / "checked", *flags, HERE / "promises.c", *sources)
    # Leaks are the driver's own, which keeps what it has for ever.
    quiet = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    for name in EVERYWHERE:
        done = bench.run("checked", name, **quiet, **memory)
        assert (done.returncode, name) == (0, name), done.stderr


# ---- decisions ---------------------------------------------------------------------------------------------


def test_equal_features_are_decided_once(bench: Bench) -> None:
    bench.promise("decisions", MAPPER_DEVICE="auto", MAPPER_INFO="0")
    bench.promise("decisions", MAPPER_DEVICE="auto")


def test_threads_decide_and_allocate_without_races(bench: Bench) -> None:
    sources = [path for path in runtime_files() if path.suffix == ".c"]
    # The sanitizer knows no fences (-Wno-tsan); what stands behind them here is atomic anyway.
    flags = ["-fsanitize=thread", "-Wno-tsan", "-D_GNU_SOURCE", "-fopenmp"]
    compile_c(bench.folder / "raced", *flags, HERE / "promises.c", *sources)
    done = bench.run("raced", "deciding_threads", MAPPER_DEVICE="auto", MAPPER_INFO="0")
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
    assert "no OpenCL device for MAPPER_DEVICE=gpu; OMP_TARGET_OFFLOAD=mandatory forbids" in done.stderr


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"MAPPER_FORCE": "main_1"}, "MAPPER_FORCE: `main_1' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored"),
        ({"MAPPER_FORCE": "a:tpu,"}, "MAPPER_FORCE: `a:tpu' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored"),
        ({"MAPPER_GROUP_SIZE": "big"}, "MAPPER_GROUP_SIZE=big is not a number; ignored"),
    ],
)
def test_meaningless_settings_are_told(bench: Bench, variables: dict[str, str], told: str) -> None:
    done = bench.promise("choice", MAPPER_INFO="0", **variables)
    assert done.stderr == f"mapper: {told}\n"
    assert done.stdout == "1 1\n"


@pytest.mark.opencl
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
def test_differences_from_the_cpu_are_told(bench: Bench, memory: dict[str, str]) -> None:
    done = bench.promise("verified", MAPPER_VERIFY="1", **memory)
    told = [line for line in done.stderr.splitlines() if "MAPPER_VERIFY" in line]
    assert told == [
        "mapper: main_total: MAPPER_VERIFY: top is 10 on the device and 11 on the CPU",
        "mapper: main_number: MAPPER_VERIFY: a[17] is 17 on the device and 1 on the CPU",
    ]
    rows = {line.split()[1]: line for line in done.stderr.splitlines() if line.startswith("  loop ")}
    assert rows["main_add"].endswith("1 verified")
    assert rows["main_number"].endswith("1 verified: the results differ")


# ---- the report and the profile ----------------------------------------------------------------------------


@pytest.mark.opencl
def test_report_tells_loops_devices_and_bytes(bench: Bench) -> None:
    report = bench.promise("moved", FAKE_DISCRETE="1").stderr
    row = next(line for line in report.splitlines() if line.startswith("main_1 "))
    assert row.split()[1:3] == ["OpenCL", "3"]
    assert row.split()[-2:] == ["24000", "8128"]
    assert "loop main_add" in report
    report = bench.promise("choice", MAPPER_DEVICE="auto").stderr
    assert "because items <= 10" in report
    report = bench.promise("refused").stderr
    assert "2 on the CPU: a may reach beyond the ends of its memory" in report


@pytest.mark.opencl
def test_profile_is_json_of_each_vector(bench: Bench, tmp_path: Path) -> None:
    bench.promise("decisions", MAPPER_DEVICE="auto", MAPPER_PROFILE=str(tmp_path / "cpu.json"))
    regions = json.loads((tmp_path / "cpu.json").read_text())["regions"]
    assert [region["id"] for region in regions] == ["main_1"]
    assert regions[0]["feature_names"] == ["items", "calls", "up", "down", "startup", "twice"]
    counted = {tuple(v["values"]): v["cpu"]["calls"] + v["opencl"]["calls"] for v in regions[0]["vectors"]}
    assert regions[0]["path"] == "items > 10 (11)"
    assert counted == {
        (5, 1, 0, 0, 0, 10): 3,
        (50, 1, 0, 0, 0, 100): 2,
        (10, 1, 0, 0, 0, 20): 1,
        (11, 1, 0, 0, 0, 22): 1,
    }
    bench.promise("moved", FAKE_DISCRETE="1", MAPPER_PROFILE=str(tmp_path / "%p.json"))
    (profile,) = (path for path in tmp_path.iterdir() if path.stem.isdigit())
    everything = json.loads(profile.read_text())
    assert everything["schema"] == 1
    assert everything["device"]["gpu"] is True
    region = everything["regions"][0]
    assert region["opencl"]["calls"] == 3
    assert region["opencl"]["seconds"] > 0
    assert region["kernel"]["seconds"] > 0
    assert {loop["id"]: loop["launches"] for loop in region["loops"]} == {"main_add": 2, "main_total": 2}


@pytest.mark.opencl
def test_profile_keeps_the_questions_to_the_model(bench: Bench, tmp_path: Path) -> None:
    def asked(promise: str, device: str) -> list[tuple[str, float, int]]:
        path = tmp_path / f"{promise}.json"
        bench.promise(promise, MAPPER_DEVICE=device, MAPPER_PROFILE=str(path))
        questions = json.loads(path.read_text())["questions"]
        assert all(len(question["features"]) == 6 for question in questions)
        return [(question["about"], question["features"][0], question["entered"]) for question in questions]

    assert asked("decisions", "auto") == [
        *(("program", 5, 1), ("region", 5, 1)),
        *(("program", 50, 3), ("region", 50, 3)),
        *(("region", 5, 5), ("region", 10, 6)),  # the fifth, 11, is left out
    ]
    everything = [("program", 1000, 1), ("region", 1000, 1)]
    assert asked("library", "cpu") == everything  # the device that the answer prefers stays closed
    assert asked("choice", "opencl") == asked("choice", "cpu") != []


# ---- the cache ---------------------------------------------------------------------------------------------


def cached(folder: Path) -> list[Path]:
    """The files of a kernel cache."""
    return sorted(folder.glob("*")) if folder.is_dir() else []


def builds_from_source(bench: Bench, counts: Path, **more: str) -> int:
    """Run a promise and count how often OpenCL C was compiled."""
    bench.promise("vector", FAKE_COUNTS=str(counts), **more)
    return dict(line.split() for line in counts.read_text().splitlines())["clCreateProgramWithSource"] != "0"


@pytest.mark.opencl
def test_second_process_takes_the_first_ones_kernels(bench: Bench, tmp_path: Path) -> None:
    folder, counts = tmp_path / "deep" / "cache", tmp_path / "counts"
    assert builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))
    (entry,) = cached(folder)
    assert not builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))
    assert builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder), MAPPER_GROUP_SIZE="4")
    assert len(cached(folder)) == 2
    assert entry in cached(folder)


@pytest.mark.opencl
def test_old_entries_and_the_least_used_of_many_go(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    now, day, entry = time.time(), 24 * 3600, "{:032x}.clbin"

    def put(name: str, days: float, size: int = 10) -> None:
        with (folder / name).open("wb") as file:
            file.truncate(size)
        os.utime(folder / name, (now - days * day,) * 2)

    for number, days in enumerate([89, 91]):
        put(entry.format(number), days)
    for number, days in enumerate([3, 1, 2], start=2):
        put(entry.format(number), days, 100 << 20)
    put(entry.format(5) + ".abcdef", 2)
    put(entry.format(6) + ".abcdef", 0.5)
    put("notes.txt", 400)
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder))
    left = {path.name for path in cached(folder)}
    (fresh,) = {name for name in left if not name.startswith("0000") and name != "notes.txt"}
    assert left == {fresh, entry.format(3), entry.format(4), entry.format(6) + ".abcdef", "notes.txt"}
    put(fresh, 80)
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder))
    assert (folder / fresh).stat().st_mtime > now - day


@pytest.mark.opencl
def test_damaged_entries_are_built_anew(bench: Bench, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache")}
    bench.promise("vector", **where)
    (entry,) = cached(tmp_path / "cache")
    good = entry.read_bytes()
    flipped = bytearray(good)
    flipped[-5] ^= 1
    for bad in (b"", good[:20], good[: len(good) // 2], good + b"x", bytes(flipped), b"y" + good[1:]):
        entry.write_bytes(bad)
        assert builds_from_source(bench, counts, **where)
        assert not builds_from_source(bench, counts, **where)


@pytest.mark.opencl
def test_no_cache_where_nothing_can_be_written(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        done = bench.promise("vector", MAPPER_CACHE_DIR=str(folder), MAPPER_INFO="0")
        assert done.stderr == ""


@pytest.mark.opencl
def test_cache_follows_xdg_and_home(bench: Bench, tmp_path: Path) -> None:
    without = {"MAPPER_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path / "xdg"), "HOME": str(tmp_path / "home")}
    bench.promise("vector", **without)
    assert len(cached(tmp_path / "xdg" / "mapper")) == 1
    bench.promise("vector", **{**without, "XDG_CACHE_HOME": ""})
    assert len(cached(tmp_path / "home" / ".cache" / "mapper")) == 1


@pytest.mark.opencl
def test_processes_share_a_cache_at_once(bench: Bench, tmp_path: Path) -> None:
    where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache")}
    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(lambda _: bench.run("promises", "vector", **where), range(6)):
            assert done.returncode == 0, done.stderr
    assert len(cached(tmp_path / "cache")) == 1


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
    assert right.count("\n") == 19
    counts = tmp_path / "counts"
    done = bench.run("faults", FAKE_COUNTS=str(counts), MAPPER_INFO="0", **memory)
    assert (done.returncode, done.stdout, done.stderr) == (0, right, "")

    def check(fault: str) -> str:
        done = bench.run("faults", FAKE_FAIL=fault, MAPPER_INFO="0", **memory)
        lost = done.returncode == 70 and fault.partition(":")[0] in CALLS_THAT_READ_BACK
        if lost and right.startswith(done.stdout) and "the program ends" in done.stderr:
            return ""
        told = done.stderr.count("continuing on the CPU")
        if done.returncode == 0 and done.stdout == right and told <= 1:
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
