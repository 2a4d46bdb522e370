"""The features of whole programs against what Oclgrind counts while their kernels run."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from mapper.features import schema
from tests.harness.build import SECONDS, mapped
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.oclgrind

_LINE = re.compile(r"^ +(\d+) - ([\w ()]+?)(?: \(\d+ bytes\))?$", re.MULTILINE)
_ARITHMETIC = ("fadd", "fsub", "fmul", "fdiv", "fneg")

EXACT = {
    # Programs whose loops and branches are known: accesses must be right to a reduction's own few, arithmetic to
    # what the device's compiler does with signs and constants.
    "app_black_scholes",
    "app_jacobi",
    "app_matmul",
    "app_nbody",
    "app_sor_red_black",
    "call_pointer_arguments",
    "data_array_of_structs",
    "data_interior_pointer",
    "data_local_arrays",
    "data_static_arrays",
    "data_vla",
    "flow_conditional",
    "flow_indirect",
    "loop_collapse3",
    "loop_less_equal",
    "loop_nested",
    "loop_steps",
    "loop_triangular",
}


UPDATING = {
    "app_histogram",
    "atomic_float_double",
    "atomic_histogram_struct",
    "atomic_int",
    "atomic_long",
}
"""Programs whose atomic updates are known: their number must be right."""

LOCAL = {
    "app_matmul": 0.01,
    "gang_lines": 0.03,
    "gang_recurrence": 0.1,
}
"""Programs whose kernels keep arrays in local memory, and how near the number of its accesses must be.

Where arrays are no multiple of the tiles, work-groups at the border do more than is counted: the matrices' size is
changed to one.
"""

ATOMICS = ("int_atomics", "float_atomics", "local_int_atomics", "local_float_atomics")


@pytest.mark.parametrize("name", sorted(EXACT))
def test_counts_are_those_of_the_run(name: str, folder: Path, environment: Environment, tmp_path: Path) -> None:
    executed, counted = _run(name, folder, environment, tmp_path)
    accesses = executed["load global"] + executed["store global"]
    assert accesses > 0
    # what a reduction's work-items leave for the host is not counted: one number for each of them on CPUs
    assert counted["mem"] == pytest.approx(accesses, rel=0.03)
    arithmetic = sum(executed[each] for each in _ARITHMETIC)
    assert counted["float_ops"] + counted["double_ops"] == pytest.approx(arithmetic, rel=0.25)


@pytest.mark.parametrize("name", sorted(UPDATING))
def test_atomic_updates_are_those_of_the_run(
    name: str, folder: Path, environment: Environment, tmp_path: Path
) -> None:
    executed, counted = _run(name, folder, environment, tmp_path)
    updates = sum(number for what, number in executed.items() if what.startswith("call mrt_atomic_"))
    assert updates > 0
    assert counted["updates"] == sum(counted[kind] for kind in ATOMICS) == updates


@pytest.mark.parametrize("name", sorted(LOCAL))
def test_accesses_of_local_memory_are_those_of_the_run(
    name: str, folder: Path, environment: Environment, tmp_path: Path
) -> None:
    text = (PROGRAMS / f"{name}.c").read_text(encoding="utf-8").replace("#define N 60", "#define N 64")
    (tmp_path / f"{name}.c").write_text(text, encoding="utf-8")
    executed, counted = _run(name, tmp_path, environment, tmp_path, lanes=32)
    accesses = executed["load local"] + executed["store local"]
    assert accesses > 0
    assert counted["localmem"] == pytest.approx(accesses, rel=LOCAL[name])


def _run(
    name: str, folder: Path, environment: Environment, tmp_path: Path, lanes: int = 1
) -> tuple[Counter[str], dict[str, float]]:
    """What Oclgrind executed of a program's kernels, and what was counted; with lanes as GPUs run them.

    A program of this name in `tmp_path` takes the place of the example.
    """
    own = tmp_path / f"{name}.c"
    example = load(own if own.is_file() else PROGRAMS / own.name)
    # tiles and replicas are counted as GPUs run them, one lane runs plain forms; elements are counted one by one
    off = ("-fno-vload",) if lanes > 1 else ("-fno-tile", "-fno-vload", "-fno-privatize")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *off, *example.small)
    profile = tmp_path / "profile.json"
    variables = environment.under_oclgrind(
        tmp_path / "log",
        OCLGRIND_INST_COUNTS="1",
        OCLGRIND_BUILD_OPTIONS="-cl-opt-disable",
        MAPPER_PROFILE=str(profile),
        MAPPER_LANES=str(lanes),
        MAPPER_SHAPES="0",  # blocks of tiles as they are counted, however small the range
        MAPPER_CACHE_DIR=str(tmp_path / "cache"),  # other tests keep optimised kernels under the same key
    )
    del variables["OCLGRIND_DATA_RACES"]
    done = subprocess.run(
        [built.executable], env=variables, capture_output=True, text=True, timeout=SECONDS, check=True
    )
    executed: Counter[str] = Counter()
    for number, what in _LINE.findall(done.stdout):
        executed[what] += int(number)
    return executed, _features(profile)


def _features(profile: Path) -> dict[str, float]:
    """The raw features of all executions on the device, added up."""
    total = dict.fromkeys(schema.RAW_NAMES, 0.0)
    for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]:
        for vector in region["vectors"]:
            for name, value in zip(schema.RAW_NAMES, vector["values"], strict=False):
                total[name] += value * vector["opencl"]["calls"]
    return total
