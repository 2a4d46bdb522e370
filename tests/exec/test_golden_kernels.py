"""The golden cases of transformations, run with their one pass on: the right results, and no word of Oclgrind.

`tests/golden/drivers/PASS_NAME.c` holds the `main` for `tests/golden/transforms/PASS/NAME.c`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import ROOT, Example
from tests.harness.opencl import Environment

GOLDEN = ROOT / "tests" / "golden"
DRIVERS = sorted(GOLDEN.glob("drivers/*.c"))
BEFORE = {
    "collapse": "gang",
    "columns": "inline,gang",
    "distribute": "nest",
    "fuse": "gang",
    "gang": "inline",
    "interleave": "gang",
    "schedule": "gang",
}  # what has nothing to do without other passes
FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas")
LOCAL_BYTES = "65536"  # what GPUs give a work-group is counted twice in part


def load(driver: Path) -> Example:
    return Example(f"golden_{driver.stem}", (driver,), offloaded=0, kept=(), flags=FLAGS)


def build(driver: Path, folder: Path, environment: Environment) -> Built:
    name = driver.stem.partition("_")[0]
    only = f"--passes={BEFORE.get(name, name)},{name}"
    built = mapped(load(driver), folder, environment.variables["MAPPER_CACHE_DIR"], only)
    assert not built.kept
    return built


def test_every_case_has_a_driver() -> None:
    cases = GOLDEN.glob("transforms/*/*.c")
    assert {driver.stem for driver in DRIVERS} == {f"{case.parent.name}_{case.stem}" for case in cases}


@pytest.mark.opencl
@pytest.mark.parametrize("lanes", ["1", "32"])
@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.stem)
def test_same_result(driver: Path, lanes: str, folder: Path, environment: Environment) -> None:
    built = build(driver, folder, environment)
    actual = execute(
        [built.executable], environment.on("opencl", MAPPER_LANES=lanes, MAPPER_RELAYOUT="1", MAPPER_COLLAPSE="1")
    )
    assert difference(sequential_output(load(driver), folder), actual) is None


@pytest.mark.oclgrind
@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.stem)
def test_kernels_are_clean(driver: Path, folder: Path, environment: Environment) -> None:
    built = build(driver, folder, environment)
    log = folder / f"{driver.stem}.oclgrind"
    actual = execute(
        [built.executable],
        environment.under_oclgrind(
            log, MAPPER_LANES="8", MAPPER_RELAYOUT="1", MAPPER_COLLAPSE="1", OCLGRIND_LOCAL_MEM_SIZE=LOCAL_BYTES
        ),
    )
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(load(driver), folder), actual) is None
