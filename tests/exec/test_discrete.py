"""On a device with memory of its own, where every forgotten copy shows, programs give the same results.

PoCL works in the host's memory, so it can't show a missing copy.  Here it stands behind a library that says that
the device is a discrete GPU: then the run-time library makes buffers, and moves bytes both ways.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from mapper.features import schema
from mapper.model.tree import Granularity
from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load, load_all
from tests.harness.opencl import TOGETHER, Environment

pytestmark = pytest.mark.opencl

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all() if example.offloaded]


@pytest.mark.parametrize("device", ["opencl", "auto"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, device: str, folder: Path, environment: Environment, fake: Path) -> None:
    """With the kernels that PoCL has when it works in the host's memory, unless arrays have another order."""
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    kernels = {**TOGETHER, "MAPPER_LANES": "1"} | ({} if built.ordered else {"MAPPER_LAYOUT": "0"})
    actual = execute([built.executable], environment.on_discrete(device, fake) | kernels)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result_with_the_kernels_of_gpus(
    example: Example, folder: Path, environment: Environment, fake: Path
) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete("opencl", fake))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


def test_single_elements_move_alone(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    example = load(PROGRAMS / "host_parts.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)})
    first, second = json.loads(profile.read_text(encoding="utf-8"))["regions"][:2]
    matrix = 130 * 130 * 8
    assert first["download"]["bytes"] + second["download"]["bytes"] < 3 * matrix
    assert first["upload"]["bytes"] + second["upload"]["bytes"] < 4 * matrix


def test_extents_beside_data_move_alone(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Twelve times, the host reads the extents that are in one block with what kernels write: never the block."""
    example = load(PROGRAMS / "host_members.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)})
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    stepped = [region for region in regions if region["opencl"]["calls"] == 12]
    assert len(stepped) == 4
    assert all(region["download"]["bytes"] < 1000 for region in stepped)


BLOCKS = 3 * 8 * (6 * 4096 + 3 * 512 + 64)
STAYING = {
    "region_bounds_read": 1.5 * 2 * 400 * 300 * 8,  # bounds that memory holds
    "orphan_serial": 3 * 4 * 60 * 60 * 8,  # orphaned loops
    "block_levels": 63 * BLOCKS / 3,  # rows that are reached by data, in 63 launches
    "if_by_levels": 2 * 2 * 8 * 4096 * 8,  # a loop on the CPU that reaches the rows of another level by data
    "print_beside": 2 * 40000 * 8 + 9,  # elements that are printed beside the value of a loop, in 20 steps
    "derived_structures": 3 * 3 * 4096 * 8,  # structures with pointers to functions, in 40 steps
    "macro_elements": 4 * 120 * 120 * 8,  # elements that macros name, between 119 and 30 launches
    "host_few_elements": 11.5 * 40000 * 8,  # elements that loops of the host's reach by data, in 20 steps
    "host_accessors": 1.1 * (8 + 4 + 8) * 40000,  # elements that functions read and write, in 60 steps
    "host_reordered": 3.5 * (2 * 192 * 192 + 120 * 100 * 5) * 8,  # parts of arrays in another order, in 242 steps
    "host_bins": 2.1 * 10 * 40000 * 4,  # numbers by which the host sorts, in 10 steps; all else stays
    "host_entered": 3.1 * 40000 * 8,  # some of each array, in loops that may have no iteration, in 12 steps
    "host_chosen": 3 * 40000 * 8 * 1.1,  # elements of one of two arrays, in 12 steps
    "host_index_functions": 2.7e6,  # columns and rows of 254 and 488 KB by functions of subscripts, in 24 steps
    "host_known_members": 1.2e6,  # a row of 410 KB, and two elements of 160 KB, in 12 steps each
    "host_moves": 11.5e6,  # 240 KB that are copied and cleared in 16 steps; what the host reads and converts
    "spmd_reports": 7 * 40000 * 8,  # elements and an array under conditions in regions, in 71 steps
    "block_neighbours": 2.5 * 2 * 40 * 502 * 8,  # arrays of blocks that lead to each other, in 36 launches
    "target_data": 2.5 * 2 * 200 * 200 * 8,  # both grids of a stencil, in 20 steps in functions and `target data`
    "host_pivots": 3 * 2 * 160 * 160 * 8,  # columns with pivots, and rows, in 320 steps
}
"""Programs whose arrays stay on the device, with more bytes than they copy either way."""


@pytest.mark.parametrize("name", STAYING)
def test_arrays_stay_on_the_device(
    name: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)}
    actual = execute([built.executable], variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    for way in ("upload", "download"):
        assert sum(region[way]["bytes"] for region in regions) < STAYING[name]


def test_results_come_later(folder: Path, environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / "reduce_later.c")
    lines = told(example, folder, environment.on_discrete("opencl", fake))
    found = [line.split(": ")[1] for line in lines if line.endswith(": its results are read later")]
    assert found == [
        f"reduce_later_{loop}" for loop in (*["in_a_loop_1"] * 5, "none_1")
    ]  # not the first few reads


def test_results_of_repeated_launches_come_later(folder: Path, environment: Environment, fake: Path) -> None:
    """Those of steps that the CPU runs are added in their place."""
    example = load(PROGRAMS / "reduce_repeated.c")
    variables = environment.on_discrete("opencl", fake)
    lines = told(example, folder, variables | {"MAPPER_BATCH": "0"})
    found = Counter(line.split(": ")[1] for line in lines if line.endswith(": its results are read later"))
    launches = {"diagonals_1": 119 - 2, "orders_1": 14, "left_1": 7, "left_2": 36}
    assert found == {f"reduce_repeated_{loop}": number for loop, number in launches.items()}


@pytest.mark.parametrize(("threshold", "early", "pieces"), [(0, 1, 0), (1, 0, 4), (1, 1, 2 + 4), (1 << 40, 1, 2)])
def test_copies_go_through_pinned_memory(
    threshold: int, early: int, pieces: int, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "host_parts.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    counts = tmp_path / "counts"
    variables = {"MAPPER_STAGING": str(threshold), "MAPPER_EARLY": str(early), "FAKE_COUNTS": str(counts)}
    actual = execute([built.executable], environment.on_discrete("opencl", fake) | variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    calls = dict(line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    assert int(calls["clEnqueueMapBuffer"]) == pieces + 1  # for single elements


@pytest.mark.parametrize(
    ("variables", "value"),
    [({}, "1"), ({"CUDA_DEVICE_MAX_CONNECTIONS": "4"}, "4"), ({"MAPPER_SEND": "1"}, "not set")],
    ids=["default", "asked", "sending"],
)
def test_drivers_make_one_channel(
    variables: dict[str, str], value: str, folder: Path, environment: Environment, fake: Path
) -> None:
    name = "CUDA_DEVICE_MAX_CONNECTIONS"
    built = mapped(load(PROGRAMS / "host_parts.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on_discrete("opencl", fake) | {"FAKE_SHOWS": name, "MAPPER_SEND": "0"} | variables
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert f"fake: {name} is {value}\n" in done.stderr


def told(example: Example, folder: Path, variables: Mapping[str, str], *flags: str) -> list[str]:
    """What MAPPER_INFO=2 tells of copies, in order; the results are right."""
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"], *flags)
    done = subprocess.run(
        [built.executable], env={**variables, "MAPPER_INFO": "2"}, capture_output=True, text=True, check=True
    )
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    words = ("sending", "upload ", "were sent", "download", "opened", "read later")
    return [line for line in done.stderr.splitlines() if any(word in line for word in words)]


A, C = 150000 * 8, 150000 * 8


def test_arrays_are_sent_while_the_host_sets_up_others(folder: Path, environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / "host_sends.c")
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1"}
    for _ in range(5):  # on a busy machine a launch may come before the thread has done anything
        lines = told(example, folder, variables)
        first = next(number for number, line in enumerate(lines) if "opened" in line)
        assert lines[:first] == [f"mapper: sending {size} bytes beside the program" for size in (A, A, C)]
        if any(f" of {A} bytes were sent beside the program" in line for line in lines[first:]):
            return
    pytest.fail("no launch found anything that had been sent")


@pytest.mark.parametrize(
    "variables",
    [
        {"MAPPER_SEND": "0"},
        {"MAPPER_STAGING": "0"},
        {"MAPPER_STAGING": "5000000"},
        {"OMP_NUM_THREADS": "1"},
        {"MAPPER_DEVICE": "cpu"},
        {"MAPPER_DEVICE": "auto"},
        {"MAPPER_FORCE": "host_sends_*:opencl"},
        {"OMP_TARGET_OFFLOAD": "disabled"},
    ],
    ids=lambda variables: "=".join(*variables.items()),
)
def test_nothing_is_sent_where_it_is_not_known_what_is_needed(
    variables: dict[str, str], folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / "host_sends.c")
    lines = told(example, folder, environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1"} | variables)
    assert not any("sending" in line for line in lines)


def test_nothing_is_sent_unless_it_is_asked_for(folder: Path, environment: Environment, fake: Path) -> None:
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1"}
    del variables["MAPPER_SEND"]
    lines = told(load(PROGRAMS / "host_sends.c"), folder, variables)
    assert not any("sending" in line for line in lines)


@pytest.mark.parametrize("granularity", list(Granularity))
def test_models_that_decide_for_the_program_send_once_they_have(
    granularity: Granularity, folder: Path, environment: Environment, fake: Path
) -> None:
    variables = environment.on_discrete("auto", fake) | {"MAPPER_STAGING": "1"}
    lines = told(load(PROGRAMS / "host_sends.c"), folder, variables, f"--granularity={granularity}")
    sending = [number for number, line in enumerate(lines) if "sending" in line]
    opened = next(number for number, line in enumerate(lines) if "opened" in line)
    assert bool(sending) == (granularity is Granularity.PROGRAM)
    assert all(number > opened for number in sending)


def test_nothing_is_sent_to_devices_that_share_the_memory(folder: Path, environment: Environment) -> None:
    lines = told(load(PROGRAMS / "host_sends.c"), folder, environment.on("opencl"))
    assert not any("sending" in line for line in lines)


@pytest.mark.parametrize("milliseconds", ["1", "20"])
def test_what_is_missing_is_copied_by_the_launch(
    milliseconds: str, folder: Path, environment: Environment, fake: Path
) -> None:
    """The host writes, reallocates and frees what is on its way."""
    variables = environment.on_discrete("opencl", fake) | {"FAKE_SLOW": milliseconds, "MAPPER_STAGING": "1"}
    lines = told(load(PROGRAMS / "host_sends.c"), folder, variables)
    assert sum("sending" in line for line in lines) >= 3


@pytest.mark.parametrize("fault", ["clEnqueueWriteBuffer:{}:-5", "clEnqueueWriteBuffer:{}+:-36", "clFinish:{}:-5"])
def test_copies_that_fail_beside_the_program_are_made_again(
    fault: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "host_sends.c")
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1"}
    variables |= {"FAKE_COUNTS": str(tmp_path / "counts")}
    told(example, folder, variables)
    counts = dict(line.split() for line in (tmp_path / "counts").read_text(encoding="utf-8").splitlines())
    last = int(counts[fault.partition(":")[0]])
    for number in sorted({1, 2, 3, 4, last // 2, last} - {0}):
        told(example, folder, variables | {"FAKE_FAIL": fault.format(number)})
    told(example, folder, variables | {"FAKE_MEMORY": str(2 * A + 4096), "FAKE_LATE": "1"})


def test_what_moves_once_more_is_expected(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Rows that the host sets up between two regions go back, and to the device again."""
    example = load(PROGRAMS / "rows_set_up_twice.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)}
    execute([built.executable], variables)
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    moved = sum(region[way]["bytes"] for region in regions for way in ("upload", "download"))
    shuttled = schema.RAW_NAMES.index("shuttled")
    expected = sum(
        each["values"][shuttled] * each["opencl"]["calls"] for region in regions for each in region["vectors"]
    )
    table = 34 * 34 * 34 * 8
    assert expected == pytest.approx(4 * table)
    assert moved == pytest.approx(expected + 3 * table, rel=0.15)  # rows at the border move apart


def test_the_question_about_a_region_holds_the_rows_of_its_tables(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "rows_set_up_twice.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on_discrete("cpu", fake) | {"MAPPER_PROFILE": str(profile)})
    questions = json.loads(profile.read_text(encoding="utf-8"))["questions"]
    asked = [each for each in questions if each["about"] == "region" and each["region"].endswith("_smooth_1")]
    features = dict(zip(schema.NAMES, asked[0]["features"], strict=True))
    assert features["up"] == 2 * 34**3 * 8  # both tables, where `transfer` counts one twice
    assert features["moving"] == pytest.approx(2 * 34 * 34, rel=0.02)
