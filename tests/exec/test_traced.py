"""Coalesced accesses and branches that diverge, as features count them and as traced kernels do them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.features import schema
from tests.harness.build import COMPILER, SECONDS
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment
from tests.harness.traced import Trace, read

pytestmark = pytest.mark.oclgrind

OFF = ("vload", "rotate", "layout", "relayout", "gang", "tile", "privatize", "vector", "batch", "fuse")
"""Passes whose kernels are printed by other ways, or keep elements in variables that count as accesses."""

COALESCED = (
    # all accesses are next to those of neighbours
    *("app_black_scholes", "call_callbacks", "call_other_file", "data_array_pointer", "data_interior_pointer"),
    *("data_malloc", "data_types", "data_vla_row_pointer", "flow_integer_arithmetic", "loop_counter_inside"),
    *("loop_large_count", "loop_schedule", "loop_short_counter", "loop_swap", "loop_triangular"),
    *("private_scratch_again", "region_nowait", "region_time_loop"),
    # some are, or none
    *("app_nbody", "app_sor_red_black", "call_math_double", "data_static_arrays", "data_typedefs", "data_vla"),
    *("loop_collapse3", "loop_greater", "loop_nested", "loop_unsigned"),
)
DIVERGING = (
    *(
        "call_callbacks",
        "call_chosen",
        "data_bit_fields",
        "data_bool_lists",
        "data_enum_sizes",
        "data_lastprivate",
    ),
    *("data_overwritten", "data_scalars", "data_struct_pointer_member", "loop_triangular", "nest_parallel"),
    *("nest_written", "private_histogram", "region_single_master"),
)
WITHIN = {"nest_written": 0.1}
"""How well they agree, where not to 2 %: strides do not divide ranges, and a guard is the same everywhere."""
UNIFORM = ("app_black_scholes", "app_nbody", "data_vla", "loop_nested", "loop_schedule", "private_scratch_again")


@pytest.mark.parametrize("name", sorted(COALESCED))
def test_coalesced_accesses_are_those_of_the_run(name: str, environment: Environment, tmp_path: Path) -> None:
    trace, counted = _run(name, environment, tmp_path)
    assert counted["mem"] == pytest.approx(trace.number(), rel=0.01)
    assert counted["coalesced"] == pytest.approx(trace.coalesced(), rel=0.03, abs=1)


@pytest.mark.parametrize("name", sorted({*DIVERGING, *UNIFORM}))
def test_branches_that_diverge_are_those_of_the_run(name: str, environment: Environment, tmp_path: Path) -> None:
    trace, counted = _run(name, environment, tmp_path)
    assert (trace.divergent() > 0) is (name in DIVERGING)
    assert counted["branches"] == pytest.approx(trace.divergent(), rel=WITHIN.get(name, 0.02))


def _run(name: str, environment: Environment, folder: Path) -> tuple[Trace, dict[str, float]]:
    """What a program's kernels did, run as on GPUs, and the raw features of all executions, added up."""
    example = load(PROGRAMS / f"{name}.c")
    executable, profile = folder / name, folder / "profile.json"
    off = [f"-fno-{each}" for each in OFF]
    command = [
        sys.executable,
        "-m",
        "tests.harness.traced",
        "compile",
        *example.flags,
        *example.small,
        *off,
        "-O1",
    ]
    variables = environment.under_oclgrind(
        folder / "log",
        OCLGRIND_BUILD_OPTIONS="-cl-opt-disable",
        OCLGRIND_NUM_THREADS="1",
        MAPPER_PROFILE=str(profile),
        MAPPER_CACHE_DIR=str(folder / "cache"),
        MAPPER_LANES="32",
    )
    del variables["OCLGRIND_DATA_RACES"]
    subprocess.run(
        [*command, *example.sources, "-o", executable, "-lm"],
        env={**os.environ, "MAPPER_CACHE_DIR": environment.variables["MAPPER_CACHE_DIR"], "CC": COMPILER},
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    done = subprocess.run([executable], env=variables, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert done.stderr == ""
    total = dict.fromkeys(schema.RAW_NAMES, 0.0)
    for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]:
        for vector in region["vectors"]:
            for feature, value in zip(schema.RAW_NAMES, vector["values"], strict=False):
                total[feature] += value * vector["opencl"]["calls"]
    return read(done.stdout), total
