"""Loops that run on the CPU in strips: they are broken off and run on the device, or the CPU goes on."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from mapper.features import schema
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model, Split, Sums
from tests.harness.build import COMPILER, SECONDS, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.mapper import run_mapper
from tests.harness.opencl import TOGETHER, Environment

pytestmark = pytest.mark.opencl

CALLS, STARTUP = (schema.NAMES.index(name) for name in ("calls", "startup"))
EXPECTED = 0.01
"""Seconds that the models expect of an execution on the CPU."""


def a_model(startup: float, opened: float, expected: float = EXPECTED) -> Model:
    """One that prefers the device when it is open; it says `opened` as long as it is not."""
    tree = Split(STARTUP, 0.5, Leaf(2.0), Leaf(opened))
    prices = Sums(cpu=((CALLS, expected),), opencl=((CALLS, 1e-7),))
    return replace(Model("m", (tree,), startup=startup), prices=prices)


def built(folder: Path, name: str, model: Model) -> Path:
    """A program with that model."""
    (folder / "m.json").write_text(dumps(model))
    source = PROGRAMS / f"{name}.c"
    command = ["compile", "--cc", COMPILER, str(source), "-o", name, "-O1", "--model", "m.json"]
    run_mapper(*command, folder=folder, check=True)
    return folder / name


def ran(program: Path, variables: dict[str, str], *words: str) -> tuple[str, str]:
    """What it prints, and what the library says."""
    done = subprocess.run(
        [program, *words], env=variables, capture_output=True, text=True, timeout=SECONDS, check=True
    )
    return done.stdout, done.stderr


SURE, UNSURE, AGAINST = 3.0, 0.4, -1.0


@pytest.mark.parametrize("opened", [SURE, UNSURE, AGAINST])
@pytest.mark.parametrize("threads", [1, 3])
def test_broken_off(opened: float, threads: int, folder: Path, tmp_path: Path, environment: Environment) -> None:
    """A start-up of 0.1 us: each strip takes longer, so that the first loop is broken off behind its first one.

    Kernels are waited for, however long they take beside the rest.
    """
    program = built(tmp_path, "strips_counted", a_model(1e-7, opened))
    variables = environment.on("auto", MAPPER_INFO="2", OMP_NUM_THREADS=str(threads), **TOGETHER)
    printed, said = ran(program, variables)
    expected = sequential_output(load(PROGRAMS / "strips_counted.c"), folder)
    assert difference(expected, printed) is None
    assert "because the rest of strips_counted_main_1 is expected to take" in said
    assert re.search(r"strips_counted_main_1 +OpenCL +1 ", said)


# what is expected of counted loops lies between a quarter of the start-up and four of them
@pytest.mark.parametrize(("name", "startup"), [("strips_counted", 1e-7), ("strips_known", 1e-4)])
def test_with_memory_of_its_own(
    name: str, startup: float, folder: Path, tmp_path: Path, environment: Environment, fake: Path
) -> None:
    program = built(tmp_path, name, a_model(startup, AGAINST, expected=2 * startup))
    variables = environment.on_discrete("auto", fake) | {"MAPPER_INFO": "2", "OMP_NUM_THREADS": "1"}
    printed, said = ran(program, variables)
    assert difference(sequential_output(load(PROGRAMS / f"{name}.c"), folder), printed) is None
    assert f"because the rest of {name}_main_1 is expected to take" in said


RESUMED = """
    atomic array section in_place strided structures scattered collapsed nested rows overwritten fresh halves inner
    recursive
""".split()
STOPPED = ["deep", "reported"]
FUNCTIONS = RESUMED + STOPPED
"""The functions of `strips_resumed`, in order."""


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`strips_resumed`, whose first argument says which loop comes first."""
    return built(tmp_path_factory.mktemp("resumed"), "strips_resumed", a_model(1e-7, AGAINST))


def resumes(name: str, where: dict[str, str], folder: Path, program: Path) -> None:
    """The loop of a function, which is the first one, is broken off, and the device runs the rest of it.

    Where the device comes to an error path, the CPU runs the rest.
    """
    variables = where | {"MAPPER_INFO": "2", "OMP_NUM_THREADS": "2", **TOGETHER}
    printed, said = ran(program, variables, str(FUNCTIONS.index(name)))
    expected = sequential_output(load(PROGRAMS / "strips_resumed.c"), folder)
    assert difference(in_order(expected), in_order(printed)) is None
    assert f"because the rest of strips_resumed_{name}_1 is expected to take" in said
    assert re.search(rf"strips_resumed_{name}_1 +OpenCL +1 ", said)
    assert (f"strips_resumed_{name}_1: not launched: an iteration came to an error path" in said) == (
        name in STOPPED
    )


def in_order(printed: str) -> str:
    return "\n".join(sorted(printed.splitlines()))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("lanes", ["1", "32"])
def test_resumed(name: str, lanes: str, folder: Path, resumed: Path, environment: Environment) -> None:
    resumes(name, environment.on("auto", MAPPER_LANES=lanes), folder, resumed)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_resumed_with_memory_of_its_own(
    name: str, folder: Path, resumed: Path, environment: Environment, fake: Path
) -> None:
    resumes(name, environment.on_discrete("auto", fake), folder, resumed)


@pytest.mark.parametrize("name", ["structures", "collapsed", "nested", "rows"])
def test_resumed_in_parts(name: str, folder: Path, resumed: Path, environment: Environment) -> None:
    """Where a launch has more work-items than the device allows, its parts begin where the strips ended, too."""
    resumes(name, environment.on("auto", MAPPER_LANES="32", MAPPER_MAX_ITEMS="64"), folder, resumed)


def test_not_broken_off(folder: Path, tmp_path: Path, environment: Environment) -> None:
    """A start-up that takes as long as all loops a thousand times: all strips run on the CPU."""
    model = a_model(0.5, AGAINST)
    program = built(tmp_path, "strips_counted", model)
    printed, said = ran(program, environment.on("auto", MAPPER_INFO="2", OMP_NUM_THREADS="2"))
    expected = sequential_output(load(PROGRAMS / "strips_counted.c"), folder)
    assert difference(expected, printed) is None
    assert "opened" not in said.replace("device not opened", "")


@pytest.mark.parametrize(
    "off", [("auto", "MAPPER_REVISE=0"), ("cpu", "MAPPER_FORCE="), ("auto", "MAPPER_FORCE=*:cpu")]
)
def test_off(off: tuple[str, str], folder: Path, tmp_path: Path, environment: Environment) -> None:
    name, _, value = off[1].partition("=")
    program = built(tmp_path, "strips_counted", a_model(1e-7, AGAINST))
    printed, said = ran(program, environment.on(off[0], MAPPER_INFO="2", **({name: value} if value else {})))
    assert difference(sequential_output(load(PROGRAMS / "strips_counted.c"), folder), printed) is None
    assert "the rest of" not in said
