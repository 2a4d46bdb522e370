"""Blocks that objects without a record allocate are known: loops that reach anywhere in them run on the device."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.cc.program.allocations import registering
from mapper.cc.words import read
from mapper.objects.elf import Elf
from tests.cc.project import Project

pytestmark = pytest.mark.opencl

# What the loop reaches is in the elements of `order`.
LOOP = """\
void turn(double *to, const double *from, const int *order, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        to[order[i]] += from[order[n - 1 - i]];
}
"""
HEADER = """\
void turn(double *to, const double *from, const int *order, int n);
double *ramp(int n);
void raise(double by);
double weight(void);
double *longer(int n);
void drop(void *block);
"""
STORE = """\
#include <stdlib.h>
#include "store.h"
static double *values;
static int count;
double *ramp(int n)
{
    if (posix_memalign((void **)&values, 64, n * sizeof *values))
        abort();
    for (count = 0; count < n; count++)
        values[count] = count;
    return values;
}
void raise(double by)
{
    for (int i = 0; i < count; i++)
        values[i] += by;
}
double weight(void)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] * (i % 3);
    return sum;
}
double *longer(int n)
{
    values = realloc(values, n * sizeof *values);
    for (; count < n; count++)
        values[count] = 1;
    return values;
}
void drop(void *block) { free(block); }
"""
MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include "store.h"
int main(void)
{
    int n = 5000, *order = calloc(2 * n, sizeof *order);
    double *mine = malloc(2 * n * sizeof *mine), *theirs = ramp(n), sum = 0;
    for (int i = 0; i < 2 * n; i++) {
        order[i] = i ^ 1;
        mine[i] = i % 7;
    }
    for (int t = 0; t < 3; t++) {
        turn(theirs, mine, order, n);
        raise(t);
        turn(mine, theirs, order, n);
        printf("%g %g\\n", weight(), mine[t]);
        mine[2 * t] = -1;
    }
    theirs = longer(2 * n);
    turn(theirs, mine, order, 2 * n);
    printf("%g\\n", weight());
    drop(mine);
    mine = malloc(4 * n * sizeof *mine);
    for (int i = 0; i < 2 * n; i++)
        mine[i] = i;
    turn(mine, theirs, order, 2 * n);
    for (int i = 0; i < 2 * n; i++)
        sum += mine[i];
    printf("%g\\n", sum);
    free(mine);
    return 0;
}
"""
FILES = {"turn.c": LOOP, "store.c": STORE, "main.c": MAIN, "store.h": HEADER}
OWN = "#include <stddef.h>\nvoid *malloc(size_t size) { (void)size; return 0; }\n"


def expected(project: Project) -> str:
    project.build("cc", "turn.c", "store.c", "main.c", "-o", "reference")
    return project.build("./reference")


@pytest.mark.parametrize("main", ["plain", "with"])
def test_blocks_of_other_objects(project: Project, fake: Path, main: str) -> None:
    """Also where mapper sees only one of the two sides, and where blocks are freed on the other."""
    project.write(FILES)
    project.build("cc", "-c", "store.c")
    project.build(*(["cc"] if main == "plain" else ["mapper-cc", "-fopenmp"]), "-c", "main.c")
    project.build("mapper-cc", "-fopenmp", "-c", "turn.c")
    project.build("mapper-cc", "-fopenmp", "turn.o", "store.o", "main.o", "-o", "program")
    says = expected(project)
    assert project.offloaded("./program", says) == {"turn_turn_1"}
    done = project.run("./program", MAPPER_DEVICE="opencl", MAPPER_INFO="1")
    assert " 8 launches" in done.err
    assert "on the CPU:" not in done.err
    assert project.discrete(fake, "./program") == says


def test_objects_stay_as_they_are(project: Project) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-c", "store.c", "main.c")
    before = (project.folder / "store.o").read_bytes()
    project.build("mapper-cc", "-fopenmp", "turn.c", "store.o", "main.o", "-o", "program")
    assert (project.folder / "store.o").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "copied"),
    [
        (("store.o", "main.o"), ["main.o", "store.o"]),
        (("store.o", "turn.o"), ["store.o"]),  # the other one allocates nothing
        (("store.o", "main.o", "own.o"), []),
        (("store.o", "main.o", "-Wl,--wrap=malloc"), []),
        (("store.o", "main.o", "-Xlinker", "--defsym=malloc=other"), []),
    ],
)
def test_which_objects_are_copied(project: Project, words: tuple[str, ...], copied: list[str]) -> None:
    """None where the program has functions of its own in the places of the library's."""
    project.write({**FILES, "own.c": OWN})
    project.build("cc", "-c", "store.c", "main.c", "turn.c", "own.c")
    inside = [str(project.folder / word) if word.endswith(".o") else word for word in words]
    found = registering(read([*inside, "-fopenmp"]), {}, {}, project.folder)
    assert sorted(Path(place.path).name for place in found) == copied
    for file in found.values():
        names = Elf(Path(file).read_bytes()).names()
        assert not names.undefined & {"malloc", "calloc", "realloc", "free", "posix_memalign"}
        assert "__mrt_free" in names.undefined
