"""The run-time library keeps its promises, on shared and on separate memory, and touches nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.bench import WARNINGS, Bench
from tests.harness.library import header_flags

EVERYWHERE = (
    "vector reductions folded grids interior low static_arrays stack growing_stack declared left_by_longjmp "
    "eager eager_static aliases distinct partial_write cleared device_moved summed parts_again parts_overwritten "
    "blocks replaced_blocks replaced_small_blocks replaced_rows refused null_pointer nested threads many_segments "
    "sparse many_launches forked other_file stopped layouts mixed_layouts filled_layouts layout_parts "
    "stopped_layout escaped escaped_later escaped_layouts"
).split()


# ---- sources -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["c", "c++"])
def test_header_stands_above_everything(language: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(
        '#define MRT_TRACK_ALLOCATIONS\n#include "mapper_rt.h"\n#include <stdlib.h>\n'
        "int main(void) { free(malloc(3)); return 0; }\n"
    )
    command = ["gcc", "-x", language, *WARNINGS, *header_flags(), "-c", str(program)]
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


@pytest.mark.opencl
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


SENDS = (
    "sent sent_too_early sent_and_gone sent_in_vain not_sent sent_and_forked sent_at_the_end sent_by_threads"
).split()


@pytest.mark.opencl
@pytest.mark.parametrize("slow", ["0", "3"])
@pytest.mark.parametrize("name", SENDS)
def test_arrays_are_sent_beside_the_program(bench: Bench, name: str, slow: str) -> None:
    bench.promise(name, FAKE_DISCRETE="1", MAPPER_STAGING="1", FAKE_SLOW=slow)


@pytest.mark.opencl
@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"FAKE_DISCRETE": "1", "MAPPER_SEND": "0"},
        {"FAKE_DISCRETE": "1", "MAPPER_STAGING": "0"},
        {"FAKE_DISCRETE": "1", "MAPPER_FORCE": "main_*:opencl"},
        {"FAKE_DISCRETE": "1", "OMP_NUM_THREADS": "1"},
    ],
)
def test_nothing_is_sent_where_it_is_not_wanted(bench: Bench, variables: dict[str, str]) -> None:
    bench.promise("sent_where_it_is_not_wanted", **{"MAPPER_STAGING": "1", **variables})


@pytest.mark.opencl
def test_nothing_is_sent_where_a_profile_is_made(bench: Bench, tmp_path: Path) -> None:
    variables = {"FAKE_DISCRETE": "1", "MAPPER_STAGING": "1", "MAPPER_PROFILE": str(tmp_path / "profile")}
    bench.promise("sent_where_it_is_not_wanted", **variables)


@pytest.mark.opencl
@pytest.mark.parametrize("slow", ["0", "3"])
@pytest.mark.parametrize("name", SENDS)
def test_the_thread_that_sends_touches_no_foreign_memory(sanitized: Bench, name: str, slow: str) -> None:
    sanitized.promise(name, FAKE_DISCRETE="1", MAPPER_STAGING="1", FAKE_SLOW=slow)


@pytest.mark.opencl
@pytest.mark.parametrize("name", [name for name in SENDS if name != "not_sent"])  # whose zeros are written there
def test_the_thread_that_sends_races_with_nobody(watched: Bench, name: str) -> None:
    watched.promise(name, FAKE_DISCRETE="1", MAPPER_STAGING="1", FAKE_SLOW="1")


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
@pytest.mark.parametrize("threshold", ["0", "1"])
def test_areas_touch_no_foreign_memory(sanitized: Bench, threshold: str) -> None:
    sanitized.promise("areas", FAKE_DISCRETE="1", MAPPER_STAGING=threshold)


@pytest.mark.opencl
def test_arrays_of_more_than_4_gib(bench: Bench) -> None:
    done = bench.promise("huge")
    too_large = (
        "the device has no memory for its arrays (CL_INVALID_BUFFER_SIZE); it runs on the CPU" in done.stderr
    )
    assert done.stdout == ("refused\n" if too_large else "")  # PoCL takes less where the machine has little memory


@pytest.mark.opencl
def test_memory_is_counted_once(bench: Bench) -> None:
    bench.promise("held", FAKE_DISCRETE="1")


@pytest.mark.opencl
def test_groups_become_smaller_for_all_kernels(bench: Bench) -> None:
    limits = {"FAKE_LIMIT": "flip:4", "MAPPER_MAX_ITEMS": "2048"}
    bench.promise("rebuilt", FAKE_DISCRETE="1", **limits)


def test_pages_are_made_before_results_land_in_them(bench: Bench) -> None:
    bench.promise("prefaulted")


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
    bench.promise("folded", MAPPER_GROUP_SIZE=size)


@pytest.mark.opencl
@pytest.mark.parametrize("late", [{}, {"FAKE_LATE": "1"}], ids=["early", "late"])
def test_device_memory_runs_out(bench: Bench, late: dict[str, str]) -> None:
    bench.promise("eviction", FAKE_DISCRETE="1", FAKE_MEMORY="250000", **late)
    done = bench.promise("out_of_memory", FAKE_DISCRETE="1", FAKE_MEMORY="90000", **late)
    told = [line for line in done.stderr.splitlines() if line.endswith("on the CPU with OpenMP")]
    assert told == [
        "mapper: main_add: not launched: "
        "the device has no memory for its arrays (CL_MEM_OBJECT_ALLOCATION_FAILURE); "
        "it runs on the CPU with OpenMP"
    ]


@pytest.mark.opencl
def test_a_region_in_a_team_is_told_of_once(bench: Bench) -> None:
    report = bench.promise("nested").stderr
    assert [line for line in report.splitlines() if "not launched" in line] == [
        "mapper: main_1: not launched: a parallel region around it runs on the CPU; it runs on the CPU with OpenMP"
    ]
    assert "\n  because a parallel region around it runs on the CPU\n" in report


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
    assert (
        "2 on the CPU: an iteration came to an error path, or called too deep, where only the CPU goes on"
        in report
    )
