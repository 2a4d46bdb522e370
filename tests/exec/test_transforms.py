"""Programs that transformations change print the same with each of them off, and with it alone."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from mapper.transforms.names import NAMES
from tests.harness.build import COMPILER, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment
from tests.harness.selection import LEFT_OUT

pytestmark = pytest.mark.opencl

REPORT = ("compile", "--cc", COMPILER, "-std=c11", "--emit", "report")

PAIRS = [
    ("inlined_values", "inline"),
    ("inlined_values", "tile"),
    ("structs_by_value", "arguments"),
    ("structs_own_widths", "arguments"),
    ("batch_bounds", "arguments"),
    ("structs_own_widths", "nest"),
    ("data_overwritten", "overwrite"),
    ("reduce_collapse", "narrow"),
    ("data_promoted", "promote"),
    ("app_matmul", "promote"),
    ("gang_reductions", "promote"),
    ("data_same_pointer", "restrict"),
    ("data_interior_pointer", "restrict"),
    ("nest_parallel", "nest"),
    ("nest_factors", "nest"),
    ("nest_dependent", "nest"),
    ("nest_steps", "nest"),
    ("nest_exchanged", "nest"),
    ("nest_exchanged", "distribute"),
    ("distribute_parts", "distribute"),
    ("distribute_parts", "nest"),
    ("distribute_carried", "distribute"),
    ("distribute_reduced", "distribute"),
    ("distribute_pointers", "distribute"),
    ("distribute_arrays", "distribute"),
    ("distribute_arrays", "gang"),
    ("distinct_pointers", "nest"),
    ("distinct_rows", "nest"),
    ("distinct_rows", "restrict"),
    ("chosen_loads", "restrict"),
    ("spmd_lines", "spmd"),
    ("fuse_lines", "fuse"),
    ("gang_columns", "columns"),
    ("gang_components", "gang"),
    ("gang_turns", "gang"),
    ("interleave_lines", "interleave"),
    ("rotate_recurrences", "rotate"),
    ("rows_functions", "hoist"),
    ("rows_grid", "hoist"),
    ("rows_ragged", "hoist"),
    ("app_matmul", "nest"),
    ("loop_triangular", "nest"),
    ("rows_colours", "nest"),
    ("tile_products", "tile"),
    ("tile_trailing", "tile"),
    ("tile_complex", "tile"),
    ("nest_contended", "nest"),
    ("halo_windows", "halo"),
    ("stage_loops", "stage"),
    ("nest_parallel", "interchange"),
    ("loop_swap", "interchange"),
    ("fuse_calls", "fuse"),
    ("fuse_copies", "fuse"),
    ("fuse_calls", "promote"),
    ("fuse_neighbours", "fuse"),
    ("fuse_overwrites", "fuse"),
    ("fuse_overwrites", "overwrite"),
    ("private_scratch_again", "fuse"),
    ("region_time_loop", "fuse"),
    ("layout_components", "layout"),
    ("layout_turned", "layout"),
    ("layout_matrices", "layout"),
    ("layout_turned", "interchange"),
    ("layout_blocks", "layout"),
    ("layout_points", "layout"),
    ("layout_refused", "layout"),
    ("layout_calls", "layout"),
    ("split_lines", "split"),
    ("app_spmv", "schedule"),
    ("collapse_rows", "collapse"),
    ("data_border", "overwrite"),
    ("data_points", "vector"),
    ("vload_neighbours", "vload"),
    ("distinct_pointers", "vload"),
    ("data_array_of_structs", "vector"),
    ("complex_butterflies", "vector"),
    ("privatize_counts", "privatize"),
    ("privatize_rows", "privatize"),
    ("privatize_groups", "privatize"),
    ("multisplit_values", "multisplit"),
    ("relayout_turns", "relayout"),
    ("relayout_parts", "relayout"),
    ("scalar_chains", "scalars"),
    ("scalar_functions", "scalars"),
    ("region_time_loop", "scalars"),
    ("region_time_loop", "batch"),
    ("batch_reach", "batch"),
    ("batch_bounds", "batch"),
    ("batch_results", "batch"),
    ("batch_turns", "batch"),
    ("fuse_calls", "unroll"),
    ("rows_functions", "unroll"),
    ("gang_lines", "gang"),
    ("gang_stages", "gang"),
    ("gang_panels", "gang"),
    ("gang_few", "gang"),
    ("gang_triangles", "gang"),
    ("gang_counters", "gang"),
    ("gang_histograms", "gang"),
    ("gang_uneven_rows", "gang"),
    ("gang_early_ends", "gang"),
    ("gang_triangles", "promote"),
    ("private_blocks", "expand"),
    ("private_large", "expand"),
    ("private_large_pointers", "expand"),
    ("private_large_places", "expand"),
    ("private_variable", "expand"),
    ("inline_rows", "inline"),
    ("unsigned_subscripts", "widen"),
    ("stepping_pointers", "induction"),
    ("untile_loops", "untile"),
    ("untile_sums", "untile"),
    ("hyperplane_blocks", "hyperplanes"),
    ("hyperplane_points", "hyperplanes"),
    ("recursion_nested", "recursion"),
    ("merge_arrays", "accumulate"),
    ("sweep_tridiagonal", "sweep"),
    ("sweep_pentadiagonal", "sweep"),
    ("sweep_scratch", "sweep"),
    ("wave_sweeps", "wavefront"),
    ("wave_bounds", "wavefront"),
]


@pytest.mark.parametrize("lanes", ["1", "32"])
@pytest.mark.parametrize("way", ["-fno-", "--passes="])
@pytest.mark.parametrize(("program", "name"), PAIRS)
def test_off_and_alone(
    program: str, name: str, way: str, lanes: str, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / f"{program}.c")
    built = mapped(example, environment.shared / "built", environment.variables["MAPPER_CACHE_DIR"], way + name)
    expected = sequential_output(example, environment.shared / "built")
    variables = environment.on("opencl", MAPPER_LANES=lanes)
    assert difference(expected, execute([built.executable], variables), example.tolerance) is None
    if lanes == "32" and name in ("layout", "overwrite"):
        separate = environment.on_discrete("opencl", fake)
        assert difference(expected, execute([built.executable], separate), example.tolerance) is None


def outcomes(program: str) -> list[dict[str, tuple[int, str | None]]]:
    """For each loop of a program, by the names of the transformations: dimensions, and why it was refused."""
    done = run_mapper(*REPORT, PROGRAMS / f"{program}.c", check=True)
    return [
        {each["name"]: (loop.get("dimensions", 0), each["refused"]) for each in loop["transforms"]}
        for loop in json.loads(done.stdout)["loops"]
    ]


def test_parallel_inner_loops_become_dimensions() -> None:
    assert [loop["nest"] for loop in outcomes("nest_parallel")[:2]] == [(2, None), (3, None)]
    assert [loop.get("nest") for loop in outcomes("nest_parallel")[3:]] == [(2, None)] * 4


def test_loops_that_add_to_one_element_stay_in_the_iteration() -> None:
    refused = [loop["nest"][1] for loop in outcomes("nest_contended")]
    text = "all iterations of the loop over `{}` add to one element of `{}`"
    assert refused == [text.format("j", "force"), text.format("k", "energy"), None, None, None]


def test_products_of_complex_numbers_are_tiled() -> None:
    assert [loop["tile"] for loop in outcomes("tile_complex")[:4]] == [(2, None)] * 4


def test_colours_in_rows_that_pointers_lead_to() -> None:
    assert [loop["nest"] for loop in outcomes("rows_colours")] == [(2, None), (2, None)]


def test_subscripts_that_may_wrap_around() -> None:
    loops = outcomes("unsigned_subscripts")
    assert [loop["widen"][1] is None for loop in loops] == [True] * 7 + [False]
    assert [loop["nest"] for loop in loops[:6]] == [(2, None)] * 6
    assert loops[0]["tile"][1] is None


def test_variables_that_step_along_with_loops() -> None:
    loops = outcomes("stepping_pointers")
    assert [loop["induction"][1] is None for loop in loops] == [True] * 5 + [False] * 4
    assert [loop["nest"][0] for loop in loops[:5]] == [2] * 5


def test_rows_of_points_become_dimensions() -> None:
    loops = outcomes("rows_of_points")
    assert [loop["nest"] for loop in loops[:4]] == [(3, None), (2, None), (3, None), (3, None)]
    assert loops[4]["nest"][1] is not None


def test_loops_of_functions_become_dimensions() -> None:
    loops = outcomes("inline_rows")
    assert [loop["inline"][1] is None for loop in loops] == [True, True, False, True, True, True]
    assert [loop.get("nest") for loop in loops[:2]] == [(2, None)] * 2
    assert loops[4]["gang"][1] is None


def test_dependent_inner_loops_stay() -> None:
    reasons = [loop["nest"] for loop in outcomes("nest_dependent")]
    assert all(dimensions == 1 and refusal for dimensions, refusal in reasons)


def test_loops_that_were_tiled_by_hand_are_plain_again() -> None:
    loops = outcomes("untile_loops")
    assert [loop["untile"][1] for loop in loops] == [None] * 7 + [
        "the loops over `i` and `j` can't change their order",
        "`it` is used for more than the bounds of a strip",
        None,
    ]
    assert [loop["nest"][0] for loop in loops[:4]] == [2, 2, 2, 2]


def test_sums_of_tiles_in_variables() -> None:
    loops = outcomes("untile_sums")
    assert [loop.get("tile", (0, "none"))[1] is None for loop in loops] == [True] * 2 + [False] * 3


def test_tiles_that_do_not_divide_their_range_are_left_to_the_host(
    folder: Path, environment: Environment, tmp_path: Path
) -> None:
    built = mapped(load(PROGRAMS / "untile_loops.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on("opencl", MAPPER_PROFILE=str(profile)))
    (loop,) = [
        loop
        for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]
        for loop in region["loops"]
        if loop["id"] == "untile_loops_sweep_1"
    ]
    assert (loop["launches"], loop["refused"]) == (2, 2)


@pytest.mark.parametrize(
    ("program", "counts"),
    [
        ("distinct_pointers", {"shift": (5, 4), "blend": (2, 2), "scale": (2, 1), "total": (12, 0)}),
        ("distinct_rows", {"shift": (7, 5), "thin": (2, 0), "total": (10, 0)}),
        (
            "unsigned_subscripts",
            dict.fromkeys(("product", "smooth", "through", "by", "triangle", "before"), (1, 0))
            | {"wrapping": (1, 1), "meeting": (1, 1)},
        ),
    ],
)
def test_what_does_not_hold_is_left_to_the_host(
    program: str, counts: dict[str, tuple[int, int]], folder: Path, environment: Environment, tmp_path: Path
) -> None:
    built = mapped(load(PROGRAMS / f"{program}.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on("opencl", MAPPER_PROFILE=str(profile)))
    found = {
        loop["id"].split("_")[2]: (loop["launches"], loop["refused"])
        for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]
        for loop in region["loops"]
    }
    assert found == counts


def test_the_fast_subscript_becomes_the_fast_dimension() -> None:
    found = [sorted(loop.keys() & {"interchange", "nest"}) for loop in outcomes("loop_swap")]
    assert found == [["interchange"], ["interchange", "nest"]]


def fused(program: str) -> dict[str, str]:
    """For loops that another loop's kernel runs, that loop; ids without the program's name."""
    done = run_mapper(*REPORT, PROGRAMS / f"{program}.c", check=True)
    loops = json.loads(done.stdout)["loops"]
    return {
        loop["id"].removeprefix(f"{program}_"): loop["kernel"].removeprefix(f"{program}_")
        for loop in loops
        if "kernel" in loop
    }


def test_neighbours_share_a_kernel_where_iterations_keep_to_themselves() -> None:
    assert fused("fuse_neighbours") == {
        "together_2": "together_1",
        "together_3": "together_1",
        "plane_2": "plane_1",
        "launched_3": "launched_2",
        "counted_2": "counted_1",
        "relax_2": "relax_1",
    }
    refusals = [loop["fuse"][1] or "" for loop in outcomes("fuse_neighbours") if "fuse" in loop]
    found = [("another iteration" in each, "launched with" in each) for each in refusals if each]
    crossing, launched = (True, False), (False, True)
    assert found == [crossing, crossing, crossing, launched, crossing, launched]


def test_what_loops_overwrite_keeps_none_apart() -> None:
    assert fused("fuse_overwrites") == {
        "twice_2": "twice_1",
        "halves_2": "halves_1",
        "read_before_2": "read_before_1",
        "border_read_2": "border_read_1",
        "border_read_4": "border_read_3",
        "condition_before_2": "condition_before_1",
    }
    scale, derive, *neighbours = outcomes("fuse_overwrites")
    assert scale["fuse"] == derive["fuse"] == (2, None)  # one kernel at the calls
    assert sum("overwrite" in loop for loop in neighbours) == 4


@pytest.mark.parametrize(
    ("force", "launched"),
    [
        ("fuse_neighbours_relax_2:cpu", False),
        ("fuse_neighbours_relax_1:cpu,fuse_neighbours_relax_2:opencl", False),
        ("fuse_neighbours_relax_?:opencl", True),
    ],
)
def test_all_loops_of_a_kernel_may_be_forced(
    force: str, launched: bool, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "fuse_neighbours.c")
    folder = environment.shared / "built"
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on("opencl", MAPPER_FORCE=force, MAPPER_PROFILE=str(profile))
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None
    loops = [loop for region in json.loads(profile.read_text())["regions"] for loop in region["loops"]]
    (relax,) = [loop for loop in loops if loop["id"] == "fuse_neighbours_relax_1"]
    assert relax["others"] == ["fuse_neighbours_relax_2"]
    assert (relax["launches"] > 0) == launched


@pytest.mark.parametrize(
    ("force", "counts"),
    [
        (
            "",
            {
                "add_bend_1": 2,
                "copy_1": 2,
                "copy_1_fused": 1,
                "copy_1_fused_2": 1,
                "copy_1_fused_3": 1,
                "set_flux_1_fused": 1,
                "set_flux_1_fused_2": 3,
                "smooth_1_fused": 3,
            },
        ),
        (
            "fuse_calls_add_slope_1:cpu",
            {
                "add_bend_1": 11,
                "copy_1": 2,
                "copy_1_fused": 1,
                "copy_1_fused_2": 1,
                "copy_1_fused_3": 1,
                "set_flux_1": 3,
                "set_flux_1_fused": 1,
                "smooth_1": 3,
            },
        ),
    ],
)
def test_loops_of_called_functions_share_kernels(
    force: str, counts: dict[str, int], environment: Environment, tmp_path: Path
) -> None:
    """Where one of them is sent to the CPU, the others run with kernels of their own."""
    example = load(PROGRAMS / "fuse_calls.c")
    folder = environment.shared / "built"
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on("opencl", MAPPER_FORCE=force, MAPPER_PROFILE=str(profile))
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None
    loops = [loop for region in json.loads(profile.read_text())["regions"] for loop in region["loops"]]
    found = {loop["id"].removeprefix("fuse_calls_"): loop["launches"] for loop in loops if loop["launches"]}
    others = ("shift_1", "counted_1", "narrow_1", "correct_1", "steps_1", "between_2")
    assert {name: number for name, number in found.items() if name not in others} == counts


def test_kernels_of_rows_tell_what_was_done_with_them() -> None:
    done = run_mapper(*REPORT, "-Rmapper", PROGRAMS / "fuse_calls.c", check=True)
    kernel = "kernel fuse_calls_set_flux_1_fused_2 runs several loops"
    notes = done.stderr.partition(kernel)[2].partition(": remark: ")[0]
    assert "note: promote: rows of `flux` live in private arrays" in notes
    assert "note: fuse: `fuse_calls_set_flux_1`, `fuse_calls_add_slope_1`" in notes


def layouts(program: str) -> dict[str, list[str]]:
    """What `layout` said of the loops of a program: done, and refused."""
    example = load(PROGRAMS / f"{program}.c")
    done = run_mapper(*REPORT, *example.sources, check=True)
    said = [
        each
        for loop in json.loads(done.stdout)["loops"]
        for each in loop["transforms"]
        if each["name"] == "layout"
    ]
    return {
        "did": sorted({part for each in said if each["did"] for part in each["did"].split("; ")}),
        "refused": sorted({each["refused"] for each in said if each["refused"]}),
    }


def test_arrays_get_one_order_in_the_whole_program() -> None:
    found = layouts("layout_components")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`field` is stored as [5][6][7][40]",
        "`marks` is stored as [60][60]",
        "`next` is stored as [5][6][7][40]",
        "`rows` is stored as [61][60]",
        "`wide` is stored as [60][60]",
    ]


def test_orders_choose_neighbours_anew() -> None:
    found = layouts("layout_turned")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`r` is stored as [5][24][20][28]",
        "`u` is stored as [24][5][20][28]",
        "neighbours differ in `i`",
    ]
    text = run_mapper("compile", PROGRAMS / "layout_turned.c", "-Rmapper", "--emit", "report", check=True).stderr
    assert "part 2, interchange: neighbours differ in `i`" in text


def test_points_in_rows_of_numbers_have_orders_too() -> None:
    found = layouts("layout_points")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`position` is stored as [3][]",
        "`speed` is stored as [3][]",
        "`tint` is stored as [4][700]",
    ]


def test_matrices_in_rows_of_numbers_have_orders_too() -> None:
    found = layouts("layout_matrices")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`p` is stored as [25][]",
        "`x` is stored as [5][]",
        "neighbours differ in `i`",
    ]


def test_arrays_whose_parts_go_to_functions_have_orders_too() -> None:
    found = layouts("layout_calls")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`block` is stored as [3][3][40][30]",
        "`side` is stored as [3][40][30]",
    ]


def test_blocks_have_orders_too() -> None:
    found = layouts("layout_blocks")
    assert found["refused"] == []
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`odd` is stored as [3][]",
        "`position` is stored as [3][]",
        "`to` is stored as [][5][9][40]",
        "`weight` is stored as [2][]",
        "neighbours differ in `i`",
    ]


def test_arrays_keep_the_hosts_order_from_where_one_does_not_fit(environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / "layout_blocks.c")
    built = mapped(example, environment.shared / "built", environment.variables["MAPPER_CACHE_DIR"])
    separate = environment.on_discrete("opencl", fake)
    done = subprocess.run(
        [built.executable], env={**separate, "MAPPER_INFO": "2"}, capture_output=True, text=True, check=True
    )
    assert difference(sequential_output(example, environment.shared / "built"), done.stdout) is None
    lines = done.stderr.splitlines()
    refused = [number for number, line in enumerate(lines) if "odd can't have the layout" in line]
    reordered = [number for number, line in enumerate(lines) if "get another order" in line]
    assert refused
    assert all("layout_blocks_main_2" in lines[number] for number in refused)
    assert min(reordered) < refused[0] < max(reordered)


def test_arrays_that_are_used_as_pointers_keep_their_order() -> None:
    found = layouts("layout_refused")
    assert [text.partition(" on the device")[0] for text in found["did"]] == [
        "`flat` is stored as [3][40]",
        "`passed` is stored as [3][40]",
    ]
    assert found["refused"] == [
        "`aliased` would be [3][40], but `other` may lead there, too, in layout_refused_main_4",
        "`inner` would be [3][40], but `start` may lead there, too, in layout_refused_scale_1",
    ]


@pytest.mark.parametrize("layout", ["1", "0"])
def test_orders_can_be_left_to_the_host_at_run_time(layout: str, environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / "layout_components.c")
    built = mapped(example, environment.shared / "built", environment.variables["MAPPER_CACHE_DIR"])
    separate = environment.on_discrete("opencl", fake)
    done = subprocess.run(
        [built.executable], env={**separate, "MAPPER_LAYOUT": layout, "MAPPER_INFO": "2"}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert ("get another order" in done.stderr) == (layout == "1")
    expected = sequential_output(example, environment.shared / "built")
    assert difference(expected, done.stdout, example.tolerance) is None


def test_every_transformation_has_a_program() -> None:
    """One that `make test` runs, too; of `multisplit` it runs other tests."""
    assert {name for _, name in PAIRS} == set(NAMES)
    (row,) = [row for row in LEFT_OUT if "test_off_and_alone" in row.tests]
    kept = {name for program, name in PAIRS if re.fullmatch(row.kept or "", f"{program}-{name}---passes=-1")}
    assert kept == set(NAMES) - {"multisplit"}


@pytest.mark.parametrize(
    ("program", "counts"),
    [
        ("sweep_tridiagonal", {"planes_1": 0, "planes_1_sweep": 1, "volume_1_sweep": 1, "behind_1": 36}),
        ("sweep_scratch", {"fill_1_sweep": 1, "fill_1": 3, "fill_2": 2, "main_3_sweep": 0, "main_3": 3}),
        ("sweep_refused", {"main_2": 39, "main_5": 39}),
    ],
)
def test_sequential_loops_are_one_launch(
    program: str, counts: dict[str, int], folder: Path, environment: Environment, tmp_path: Path
) -> None:
    built = mapped(load(PROGRAMS / f"{program}.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on("opencl", MAPPER_PROFILE=str(profile)))
    launches = {
        loop["id"].removeprefix(f"{program}_"): loop["launches"]
        for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]
        for loop in region["loops"]
    }
    assert {name: launches.get(name, 0) for name in counts} == counts


@pytest.mark.parametrize("program", ["sweep_tridiagonal", "sweep_scratch"])
def test_launches_for_sequential_loops_are_verified(program: str, folder: Path, environment: Environment) -> None:
    built = mapped(load(PROGRAMS / f"{program}.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl", MAPPER_VERIFY="1", MAPPER_INFO="1")
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert "_sweep" in done.stderr
    assert " verified" in done.stderr
    assert "differ" not in done.stderr
