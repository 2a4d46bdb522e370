"""Gates and formats of messages in projects that `mapper-cc` builds."""

from __future__ import annotations

import json

import pytest

from mapper.cc.program.record import REMARK
from tests.cc.project import FILES, SAYS, Project
from tests.unit.reporting.test_messages import check_sarif

RANDOM = """\
#include <stdlib.h>
void fill(double *x, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = i + 0 * rand();
}
"""
OBJECTS = ("fill.o", "main.o", "total.o")


@pytest.fixture
def built(project: Project) -> Project:
    """A project whose objects are there, with one loop that stays on the CPU."""
    project.write({**FILES, "fill.c": RANDOM, "waived": "fill.c:fill K004 draws numbers\n"})
    project.build("mapper-cc", "-fopenmp", "-Werror=K", "-Rmapper", "-c", "main.c", "fill.c", "total.c")
    return project


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_a_loop_that_must_not_stay(built: Project, how: str) -> None:
    words, variables = ["--require-offload"], {}
    if how == "variable":
        words, variables = [], {"MAPPER_FLAGS": "-Werror=K004 -fno-fuse"}
    done = built.run("mapper-cc", "-fopenmp", *words, *OBJECTS, "-o", "program", **variables)
    assert done.status == 1
    assert done.err.startswith("fill.c:4:9: error: loop fill_fill_1 kept on the CPU: ")
    assert done.err.endswith("mapper: error: 1 loop stays on the CPU and must not: nothing is built [E027]\n")
    assert not (built.folder / "program").exists()


@pytest.mark.opencl
def test_a_waiver(built: Project) -> None:
    built.build("mapper-cc", "-fopenmp", "--require-offload=waived", *OBJECTS, "-o", "program")
    assert built.offloaded("./program", SAYS) == {"total_total_1"}


def test_the_format_of_messages(built: Project) -> None:
    words = ("-Rmapper", "-fdiagnostics-format=sarif-file")
    built.build("mapper-cc", "-fopenmp", *OBJECTS, "-o", "program", MAPPER_FLAGS=" ".join(words))
    results = check_sarif(json.loads((built.folder / "program.sarif").read_text()))
    assert [(each["kind"], each.get("ruleId")) for each in results] == [("fail", "K004"), ("pass", None)]


def test_what_can_not_be_judged_fails(built: Project) -> None:
    plain = built.run("mapper-cc", "-fopenmp", "-static", *OBJECTS, "-o", "program", MAPPER_FLAGS="-Werror=K")
    assert plain.status == 1
    assert plain.err == "mapper-cc: error: with -static all loops stay on the CPU, and they must not\n"
    wrapped = built.run("mapper-cc", "-fopenmp", "-Wl,--wrap=by", "--require-offload", *OBJECTS, "-o", "program")
    assert wrapped.status == 1
    assert "mapper: error: program is not translated, and its loops must not stay on the CPU: " in wrapped.err
    assert not (built.folder / "program").exists()


def test_programs_for_a_profiler_stay_and_one_line_says_so(built: Project) -> None:
    done = built.run("mapper-cc", "-fopenmp", "-pg", *OBJECTS, "-o", "program")
    assert (done.status, done.out) == (0, "")
    assert (
        done.err
        == "mapper-cc: warning: program is not translated: with -pg all loops stay on the CPU, as OpenMP\n"
    )
    assert built.run("./program").out == SAYS
    assert built.run("mapper-cc", "-pg", "-fopenmp", "-c", "fill.c").err == ""
    merged = built.run("mapper-cc", "-fopenmp", "-r", *OBJECTS, "-o", "all.o")
    assert all(line.endswith(REMARK) for line in merged.err.splitlines())
