"""Which tests `make test` leaves to `make test-all`, and why: the one list of them.

What a row names gets the marker `slow`, except the cases that it keeps, a sample of each form.
`docs/tests.md` repeats the list, and a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pytest


@dataclass(frozen=True)
class LeftOut:
    """Tests that only `make test-all` runs.

    `tests` matches the start of a test's id up to its parameters, or is the name of a marker. `kept` matches the
    parameters, whole, of cases that `make test` runs all the same.
    """

    tests: str
    reason: str
    kept: str | None = None

    def has(self, item: pytest.Item) -> bool:
        """Whether a test is one of these."""
        name, _, parameters = item.nodeid.partition("[")
        if not (_matches(self.tests, name) if "/" in self.tests else item.get_closest_marker(self.tests)):
            return False
        return self.kept is None or re.fullmatch(self.kept, parameters.removesuffix("]")) is None


@cache
def _matches(tests: str, name: str) -> bool:
    """Whether a row names a test, whatever its parameters."""
    return re.match(f"tests/{tests}$", name) is not None


_INTERPRETED = "Oclgrind interprets each instruction: 2 to 60 s a program"
_LANES = "with work-groups of 32, which the driver's compiler unrolls, each program takes seconds"
_SEEDS = "random programs find what other tests miss, at 5 to 20 s each; one seed shows that the generator works"

LEFT_OUT = (
    LeftOut(
        "oclgrind",
        _INTERPRETED,
        "app_matmul|atomic_int|data_struct|reduce_region|thread_scratch|privatize_rows|gather-.*",
    ),
    LeftOut(
        "exec/test_programs.py::test_same_result_with_kernels_built_ahead",
        "the kernels of a program are built once more, each by itself; its run without that is in `make test`",
        "app_(matmul|spmv)|call_(inline_chain|memory_own|other_file_statics|struct_value|tables|through_pointers)|"
        "data_struct|names_.*|reduce_region|orphan_serial|fuse_lines|tile_products",
    ),
    LeftOut(
        r"exec/test_faults.py::test_any_call_may_fail",
        "a program runs once for each call that fails: 100 to 300 runs",
        "(host_parts|reduce_later)-separate",
    ),
    LeftOut(
        r"runtime/test_faults.py::test_any_call_may_fail",
        "a program runs once for each call that fails: 100 to 300 runs",
        "separate|shared-split|separate-staged",
    ),
    LeftOut(
        r"exec/test_sanitizers.py::test_clean",
        "programs with sanitizers take 5 times as long to build and run",
        "(data_malloc-separate|host_realloc-.*)",
    ),
    LeftOut(
        r"exec/test_golden_kernels.py::test_same_result",
        _LANES,
        "(?!multisplit_).*-1|(gang_counters|tile_product|halo_windows|privatize_.*)-32",
    ),
    LeftOut(
        "exec/test_discrete.py::test_same_result_with_the_kernels_of_gpus",
        _LANES,
        "gang_lines|tile_products|privatize_counts|layout_components|wave_sweeps|private_large|scalar_chains",
    ),
    LeftOut(
        "exec/test_transforms.py::test_off_and_alone",
        "`exec/test_golden_kernels.py` runs each form of a transformation alone, and `exec/test_programs.py` each "
        f"program with all; each case builds kernels of its own; {_LANES}",
        r"(merge_arrays|structs_by_value|batch_reach|region_time_loop|collapse_rows|gang_(columns|lines|early_ends)|"
        r"distribute_(carried|arrays)|private_large|fuse_overwrites|halo_windows|rows_functions|hyperplane_points|"
        r"stepping_pointers|inline_rows|loop_swap|interleave_lines|layout_(components|refused)|reduce_collapse|"
        r"nest_(parallel|exchanged)|data_(overwritten|promoted|same_pointer|points)|privatize_counts|"
        r"recursion_nested|relayout_turns|chosen_loads|rotate_recurrences|scalar_functions|app_spmv|split_lines|"
        r"spmd_lines|stage_loops|sweep_scratch|tile_products|untile_sums|vload_neighbours|unsigned_subscripts|"
        r"wave_sweeps)-\w+---passes=-1|"
        r"(fuse|data)_overwri\w+-overwrite---passes=-32|layout_(components|refused)-layout---passes=-32|"
        r"(gang_lines-gang|halo_windows-halo|privatize_counts-privatize|stage_loops-stage|app_spmv-schedule|"
        r"wave_bounds-wavefront|gang_columns-columns|split_lines-split|"
        r"app_matmul-nest|interleave_lines-interleave|rotate_recurrences-rotate|collapse_rows-collapse)---passes=-32",
    ),
    LeftOut(
        "exec/test_multisplit.py::test_(same_result|any_number_of_any_keys)",
        _LANES,
        "thread_counters--.*",
    ),
    LeftOut(
        "exec/test_gang.py::test_(same_result|diagonals.*)",
        _LANES,
        "(gang_lines|gang_order|loop_wrapping)-inline,gang,unroll-32|data_vla-inline,gang,unroll-2|5000-1|"
        "gang_recurrence-.*-32|fuse_lines-.*-2|gang_columns-.*-32",
    ),
    LeftOut(
        "exec/test_tile.py::test_(same_result|blocks_suit_the_device|random_products)",
        _LANES,
        "tile_products-.*|tile_condition-parts|half-.*|small-.*|0",
    ),
    LeftOut("exec/test_halo.py::test_random_windows", _SEEDS, "0"),
    LeftOut(
        "exec/test_privatize.py::test_(same_result|rows_with_other_passes|short_arrays_have_replicas)",
        _LANES,
        "privatize_counts-.*|thread_histogram-600-.*|32",
    ),
    LeftOut(
        "exec/test_(relayout|collapse|ordered|batch).py::test_(results_are_right_where|failures_are).*",
        "a program runs once for each call that fails",
        ".*(MEMORY|clEnqueueNDRangeKernel|clCreateBuffer).*",
    ),
    LeftOut(
        r"unit/training/test_programs.py::test_a_program_gives_the_same_output_with_and_without_openmp",
        "training programs change rarely, and each takes half a second to build with sanitizers",
        "[a-c].*",
    ),
    LeftOut(
        r"unit/training/test_fit.py::test_(learns_a_clear_rule|shuffled_labels_teach_nothing|the_best_of_all_kinds)",
        "boosted trees, which no model is unless one asks for them, take seconds to fit",
        "tree|regression",
    ),
    LeftOut(
        r"unit/training/test_evaluation.py::test_shuffled_labels_do_badly",
        "all folds are fitted anew; `test_fit.py` has the same question about one fit",
    ),
    LeftOut(
        r"unit/transforms/test_check.py::test_every_name_in_the_functions_of_lowered_kernels_is_checked",
        "a whole kernel is checked for each name in it: up to 30 s",
        "batch/planes|privatize/counts|gang/rows|scalars/cases",
    ),
    LeftOut(r"unit/transforms/test_promote.py::test_same_results", _SEEDS, "0"),
    LeftOut(r"property/.*", _SEEDS, "[a-z]+-0"),
    LeftOut(
        r"npb/test_npb.py::test_(verifies|plain_openmp_verifies)",
        "classes beyond S run for seconds, and each program takes up to 10 s to translate; "
        "`bt` and `lu_hp` have the forms of `sp` and `lu`",
        r"(?=.*\bS\b)(?!.*\b(auto|bt|lu_hp)\b).*",
    ),
    LeftOut(
        r"npb/test_npb.py::test_no_transformation_is_lost",
        "each program takes up to 10 s to translate; `bt` and `lu_hp` have the forms of `sp` and `lu`",
        "(?!bt|lu_hp).*",
    ),
    LeftOut(
        r"npb/test_npb.py::test_make_with_the_drop_in_compiler",
        "each program is translated once more, and its kernels are built again",
        r".*\b(cg|CG)\b.*",
    ),
    LeftOut(
        r"npb/test_cfd.py::test_(verifies_sequentially|any_number_of_threads|sanitizers).*",
        "the benchmarks change rarely, and each is built and run several times; `test_npb.py` verifies them, too",
        "LU",
    ),
    LeftOut(
        r"npb/test_layouts.py::test_components_are_planes_but_in_sweeps",
        "each program takes up to 10 s to translate",
        "SP-.*",
    ),
    LeftOut(
        "npb/test_npb.py::test_verifies_with_layouts_on_separate_memory",
        "each case builds all kernels of a program: 10 to 16 s",
        "1-sp",
    ),
    LeftOut(r"polybench/test_polybench.py::test_agrees_as_on_gpus", _LANES, "gemm|jacobi2d|atax"),
    LeftOut(
        "unit/test_linear.py::test_linear",
        "code of 400 lines shows weaker growth than code of 160 lines, and takes seconds",
        ".*-40",
    ),
    LeftOut(
        "unit/model/test_tree.py::test_c_equals_python_.*",
        "a million points take seconds, in Python and in C",
        r".*\b50000\b.*",
    ),
    LeftOut(
        r"runtime/test_promises.py::test_promises_touch_no_foreign_memory",
        "the same promises with sanitizers: each runs 10 times as long",
        r".*\b(reductions|layout_parts)\b.*",
    ),
    LeftOut(
        r"runtime/test_promises.py::test_the_thread_that_sends_.*",
        "the same sends with sanitizers: each runs 10 times as long",
        r".*\bsent\b.*",
    ),
)


def table() -> str:
    """The list as the rows of `docs/tests.md`."""
    return "".join(
        f"| `{_cell(row.tests)}` | {row.reason} | {f'`{_cell(row.kept)}`' if row.kept else 'none'} |\n"
        for row in LEFT_OUT
    )


def _cell(pattern: str) -> str:
    return pattern.replace("|", "\\|")


def leave_out(items: Iterable[pytest.Item]) -> None:
    """Give the marker `slow` to the tests that the list names."""
    for item in items:
        if any(row.has(item) for row in LEFT_OUT):
            item.add_marker(pytest.mark.slow)
