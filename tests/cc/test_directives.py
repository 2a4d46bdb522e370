"""A file of directives beside the sources of a project that `mapper-cc` builds."""

from __future__ import annotations

import pytest

from tests.cc.project import FILES, SAYS, Project

OBJECTS = ("fill.o", "main.o", "total.o")


@pytest.fixture
def built(project: Project) -> Project:
    """A project whose objects are there, with loops for the device."""
    project.write(FILES)
    project.build("mapper-cc", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    return project


@pytest.mark.opencl
def test_lines_of_several_programs(built: Project) -> None:
    built.write({"d": "fill.c:fill  target(openmp)\nelsewhere.c:3  target(openmp)\n"})
    words = ("mapper-cc", "-fopenmp", *OBJECTS, "-o", "program")
    assert built.run(*words, MAPPER_FLAGS="--directives=d").err == ""
    assert built.offloaded("./program", SAYS) == {"total_total_1"}
    said = built.run(*words, MAPPER_FLAGS="--directives=d -Rmapper").err
    assert "d:2:1: warning: the program has no source `elsewhere.c` [W008]" in said
    assert "`target(openmp)` wants it there [K029]" in said


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ("--directives=d", "d:1:1: error: there is no function `fil` in fill.c (did you mean fill?) [E028]"),
        ("--directives=nowhere", "nowhere: error: can't read the directives: No such file or directory [E028]"),
        ("--directives", "mapper-cc: error: MAPPER_FLAGS: --directives needs a file: --directives=FILE"),
        ("--directives=d --directives=d", "mapper-cc: error: MAPPER_FLAGS: --directives is given twice"),
    ],
)
def test_a_mistake_ends_the_link(built: Project, flags: str, message: str) -> None:
    built.write({"d": "fill.c:fil  target(openmp)\n"})
    done = built.run("mapper-cc", "-fopenmp", *OBJECTS, "-o", "program", MAPPER_FLAGS=flags)
    assert done.status == 1
    assert done.err.startswith(message)
    assert not (built.folder / "program").exists()
