"""Functions with names of the C library that other code defines stay calls, and may touch what they reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cc.project import Project
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#define N 200
double table[N];
double expect(double *, int);
int parity(int *, int);
char *index(const char *, int);
double log2(double);
double lgamma(double);
int main(void)
{
    double *a = malloc(N * sizeof *a);
    int *b = malloc(N * sizeof *b);
    char *text = malloc(N);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i & 1;
        text[i] = 'a';
        table[i] = 3;
    }
    printf("%g %d %g\\n", expect(a, N), parity(b, N), lgamma(1));
    index(text, 'b');
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        text[i]++;
    printf("%c\\n", text[7]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[i] = log2(i);
    printf("%g\\n", a[8]);
    return 0;
}
"""
LIBRARY = """\
extern double table[];
double expect(double *a, int n) { double sum = 0; for (int i = 0; i < n; i++) sum += a[i]; return sum; }
int parity(int *b, int n) { int sum = 0; for (int i = 0; i < n; i++) sum += b[i]; return sum; }
char *index(char *text, int by) { text[7] = by; return 0; }
double log2(double x) { return x + 2; }
double lgamma(double x) { return x + table[5]; }
"""
SAYS = "19900 100 4\nc\n10\n"
FLAGS = ("-O2", "-w", "-fno-builtin")
LINKED = {
    "object": ("library.o",),
    "archive": ("liblibrary.a",),
    "shared library": ("-L.", "-llibrary", "-Wl,-rpath,."),
    "intermediate code": ("lto.o",),
    "a folder with a library called like the system's": ("-Lown", "-lutil"),
}


@pytest.fixture
def project(tmp_path: Path, environment: Environment) -> Project:
    """A folder with the program, and its library in all forms."""
    made = Project(tmp_path, environment)
    made.write({"main.c": MAIN, "library.c": LIBRARY, "own/empty": ""})
    made.build("cc", *FLAGS, "-c", "library.c")
    made.build("cc", *FLAGS, "-flto", "-fno-fat-lto-objects", "-c", "library.c", "-o", "lto.o")
    made.build("cc", *FLAGS, "-shared", "-fPIC", "library.c", "-o", "liblibrary.so")
    made.build("ar", "rcs", "own/libutil.a", "library.o")
    return made


def check(project: Project, environment: Environment, fake: Path) -> None:
    """The program says what it must on each path; a loop that calls the library's function is not translated."""
    assert project.offloaded("./program", SAYS) == {"main_main_1", "main_main_2"}
    assert project.build("./program", **environment.on_discrete("opencl", fake)) == SAYS


@pytest.mark.parametrize("how", LINKED)
def test_as_the_linker(how: str, project: Project, environment: Environment, fake: Path) -> None:
    if how == "archive":
        project.build("ar", "rcs", "liblibrary.a", "library.o")
    project.build("mapper-cc", *FLAGS, "-fopenmp", "-c", "main.c")
    project.build("mapper-cc", "-fopenmp", "main.o", *LINKED[how], "-lm", "-o", "program")
    check(project, environment, fake)


@pytest.mark.parametrize("how", LINKED)
def test_on_the_command_line(how: str, project: Project, environment: Environment, fake: Path) -> None:
    if how == "archive":
        project.build("ar", "rcs", "liblibrary.a", "library.o")
    done = project.run("mapper", "compile", *FLAGS, "main.c", *LINKED[how], "-lm", "-o", "program")
    assert done.status == 0, done.err
    check(project, environment, fake)


def test_in_the_sources(project: Project, environment: Environment, fake: Path) -> None:
    assert project.run("mapper", "compile", *FLAGS, "main.c", "library.c", "-o", "program").status == 0
    regions = project.offloaded("./program", SAYS)
    assert {"main_main_1", "main_main_2"} <= regions
    assert project.build("./program", **environment.on_discrete("opencl", fake)) == SAYS


def test_a_declaration_that_is_not_the_librarys(project: Project, environment: Environment, fake: Path) -> None:
    """Where the objects are not known, the parameters tell."""
    text = MAIN.replace("char *index(const char *, int);", "void index(char *, int);").replace("log2", "exp2")
    project.write({"main.c": text.replace("lgamma(1)", "4.0").replace("exp2(i)", "i + 2"), "library.c": LIBRARY})
    done = project.run("mapper", "compile", *FLAGS, "--emit=c", "main.c", "-o", "main.mapper.c")
    assert done.status == 0, done.err
    emitted = (project.folder / "main.mapper.c").read_text(encoding="utf-8")
    call = emitted.index('printf("%g %d %g')
    assert "__MRT_HOST" in emitted[call - 200 : call]


@pytest.mark.parametrize("libraries", [("-lm",), ("-lm", "-lpthread", "-lutil", "-ldl")], ids=" ".join)
def test_the_c_librarys_functions_keep_their_meaning(libraries: tuple[str, ...], project: Project) -> None:
    """Loops that call them run on the device, and calls of them leave arrays there."""
    project.write(
        {"main.c": MAIN.replace("expect(a, N), parity(b, N)", "a[1], b[1]").replace("index(text, 'b');", "")}
    )
    project.build("cc", "-O2", "-w", "main.c", "-lm", "-o", "plain")
    project.build("mapper-cc", "-O2", "-w", "-fopenmp", "-c", "main.c")
    project.build("mapper-cc", "-fopenmp", "main.o", *libraries, "-o", "program")
    found = project.offloaded("./program", project.build("./plain"))
    assert found == {"main_main_1", "main_main_2", "main_main_3"}
