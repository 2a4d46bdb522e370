"""An MPI program that Open MPI's wrapper builds with mapper-cc gives the same on each path."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.cc.project import MAPPER_CC, Project
from tests.harness.compare import difference

MPICC = shutil.which("mpicc", path=f"{MAPPER_CC.parent}{os.pathsep}{os.environ['PATH']}")
pytestmark = [
    pytest.mark.opencl,
    pytest.mark.skipif(MPICC is None, reason="Open MPI is not installed, and has no package for this processor"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = EXAMPLES / "mpi_heat.c"
SAYS = "heat of 300 points after 20 steps: 300.000000\n"
RUN = ("mpirun", "--oversubscribe", "-n", "2", "./heat", "300", "20")
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,sm"}


def test_two_ranks(project: Project, fake: Path) -> None:
    shutil.copy(EXAMPLE, project.folder)
    words = ("mpicc", "-fopenmp", "-O1", "mpi_heat.c", "-o", "heat")
    project.build(*words, OMPI_CC="mapper-cc", MAPPER_FLAGS="--require-offload")
    assert project.run(*RUN, **ROOT, MAPPER_DEVICE="cpu").out == SAYS
    twins = project.environment.on_discrete("opencl", fake) | {"FAKE_TWINS": "2", "MAPPER_INFO": "1"}
    done = project.run(*RUN, **{**ROOT, **twins})
    assert done.out == SAYS, done.err
    heads = sorted(line for line in done.err.splitlines() if ": device " in line and " of 0 to " in line)
    assert [line.partition(": device")[0] for line in heads] == ["mapper: rank 0", "mapper: rank 1"]
    assert ["(0 of 0 to 1)" in heads[0], "(1 of 0 to 1)" in heads[1]] == [True, True]


HALO = Path(__file__).with_name("mpi_halo.c")


def test_halos_move_alone(project: Project, fake: Path) -> None:
    """Messages under way, rows and columns, in all manners of waiting: results are right, and few bytes move."""
    shutil.copy(HALO, project.folder)
    project.build("mpicc", "-fopenmp", "-O1", "mpi_halo.c", "-o", "plain")
    words = ("mpicc", "-fopenmp", "-O1", "-Wall", "-Wextra", "mpi_halo.c", "-o", "halo")
    project.build(*words, OMPI_CC="mapper-cc", MAPPER_FLAGS="--require-offload")
    variables = ROOT | project.environment.on_discrete("opencl", fake) | {"OMP_NUM_THREADS": "1"}
    n, steps = 240, 14
    for ranks in (1, 2, 4):
        start = ("mpirun", "--oversubscribe", "-n", str(ranks))
        expected = project.run(*start, "./plain", str(n), str(steps), **variables)
        done = project.run(*start, "./halo", str(n), str(steps), **variables, MAPPER_PROFILE="profile-%r.json")
        assert (done.status, done.out) == (0, expected.out), done.err
        profile = json.loads((project.folder / "profile-0.json").read_text(encoding="utf-8"))
        up = sum(region["upload"]["bytes"] for region in profile["regions"])
        assert up < 3 * n * n * 8 / ranks, ranks  # else two arrays in each step


def test_text_of_the_time(project: Project) -> None:
    """A source that changes with the time is translated from its object, where macros of MPI are gone."""
    text = EXAMPLE.read_text(encoding="utf-8") + "const char *const made = __DATE__ __TIME__ __TIMESTAMP__;\n"
    (project.folder / "heat.c").write_text(text, encoding="utf-8")
    project.build("mpicc", "-fopenmp", "-O1", "-c", "heat.c", OMPI_CC="mapper-cc")
    os.utime(project.folder / "heat.c", (0, 0))
    words = ("mpicc", "-fopenmp", "-O1", "heat.o", "-o", "heat")
    project.build(*words, OMPI_CC="mapper-cc", MAPPER_FLAGS="--require-offload")
    assert project.run(*RUN, **ROOT, MAPPER_DEVICE="opencl").out == SAYS


# the arguments, and the most megabytes that a rank may send to its device: one time what it has, and the halos
SOLVERS = {"mpi_jacobi": ("200", "20", 0.8), "mpi_cg": ("20", "15", 1.4)}


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers(project: Project, fake: Path, name: str) -> None:
    """Ranks with a device each agree with one rank on the CPU, and send their arrays to the device once."""
    size, steps, most = SOLVERS[name]
    shutil.copy(EXAMPLES / f"{name}.c", project.folder)
    words = ("mpicc", "-fopenmp", "-O1", "-Wall", "-Wextra", f"{name}.c", "-o", name, "-lm")
    project.build(*words, OMPI_CC="mapper-cc", MAPPER_FLAGS="--require-offload")
    variables = ROOT | {"OMP_NUM_THREADS": "1"}
    start = ("mpirun", "--oversubscribe", "-n")
    expected = project.run(*start, "1", f"./{name}", size, steps, **variables, MAPPER_DEVICE="cpu").out
    assert expected
    variables |= project.environment.on_discrete("opencl", fake) | {"FAKE_TWINS": "2"}
    for ranks in ("1", "2", "3"):
        done = project.run(*start, ranks, f"./{name}", size, steps, **variables, MAPPER_PROFILE="profile-%r.json")
        assert (done.status, difference(expected, done.out)) == (0, None), done.err
        profile = json.loads((project.folder / "profile-0.json").read_text(encoding="utf-8"))
        assert sum(region["upload"]["bytes"] for region in profile["regions"]) < most * 1e6, ranks
