"""An MPI program that Open MPI's wrapper builds with mapper-cc gives the same on each path."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cc.project import Project

pytestmark = pytest.mark.opencl

EXAMPLE = Path(__file__).parents[2] / "examples" / "mpi_heat.c"
SAYS = "heat of 300 points after 20 steps: 300.000000\n"
RUN = ("mpirun", "--oversubscribe", "-n", "2", "./heat", "300", "20")
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader"}


def test_two_ranks(project: Project, fake: Path) -> None:
    if shutil.which("mpicc.openmpi") is None:
        pytest.skip("Open MPI is not installed")
    shutil.copy(EXAMPLE, project.folder)
    words = ("mpicc.openmpi", "-fopenmp", "-O1", "mpi_heat.c", "-o", "heat")
    project.build(*words, OMPI_CC="mapper-cc", MAPPER_FLAGS="--require-offload")
    assert project.run(*RUN, **ROOT, MAPPER_DEVICE="cpu").out == SAYS
    twins = project.environment.on_discrete("opencl", fake) | {"FAKE_TWINS": "2", "MAPPER_INFO": "1"}
    done = project.run(*RUN, **{**ROOT, **twins})
    assert done.out == SAYS, done.err
    heads = sorted(line for line in done.err.splitlines() if ": device " in line and " of 0 to " in line)
    assert [line.partition(": device")[0] for line in heads] == ["mapper: rank 0", "mapper: rank 1"]
    assert ["(0 of 0 to 1)" in heads[0], "(1 of 0 to 1)" in heads[1]] == [True, True]
