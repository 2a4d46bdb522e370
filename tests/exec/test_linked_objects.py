"""`mapper compile` with code that it has no source of: objects, archives and libraries of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cc.project import Project
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

COMPILE = ("mapper", "compile", "-Rmapper", "-O2")

# One function that the loop calls is weak, another is not.
LOOP = """\
#include <stdio.h>
double x[1000];
double strong(void) { return 1; }
__attribute__((weak)) double by(void) { return 1; }
int main(void)
{
    double sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        x[i] = i * by() + strong();
    for (int i = 0; i < 1000; i++)
        sum += x[i];
    printf("%g\\n", sum);
    return 0;
}
"""
BY = "double by(void) { return 2; }\nint other;\n"
WRAP = "double __wrap_by(void) { return 2; }\n"
REMARK = "`by` has two definitions, and the linker chooses"

# The library's function is not the weak function's second definition: the program's own goes before it.
SHARED = "double by(void) { return 2; }\n"

# The object changes memory that the loops of the source use, behind the source's back.
MAIN = """\
#include <stdio.h>
void between(void);
double x[1000];
int main(void)
{
    for (int times = 0; times < 3; times++) {
#pragma omp parallel for
        for (int i = 0; i < 1000; i++)
            x[i] = x[i] + i;
        between();
    }
    printf("%g %g\\n", x[0], x[999]);
    return 0;
}
"""
BETWEEN = "extern double x[1000];\nvoid between(void) { for (int i = 0; i < 1000; i++) x[i] = 2 * x[i] + 1; }\n"


@pytest.fixture
def project(tmp_path: Path, environment: Environment) -> Project:
    """An empty folder to build in."""
    return Project(tmp_path, environment)


@pytest.mark.parametrize("how", ["object", "archive", "-l", "assembly", "wrap"])
def test_a_function_that_the_linker_exchanges_stays_on_the_cpu(project: Project, how: str) -> None:
    project.write({"loop.c": LOOP, "by.c": BY, "wrap.c": WRAP})
    words = {"object": ["by.o"], "archive": ["libby.a"], "-l": ["-L", ".", "-lby"], "assembly": ["by.s"]}
    project.build("cc", "-S", "by.c")
    project.build("cc", "-c", "by.c", "wrap.c")
    project.build("ar", "rcs", "libby.a", "by.o")
    more = words.get(how, ["-Wl,--wrap=by", "wrap.o"])
    if how in ("archive", "-l"):  # else nothing takes the member
        project.write(
            {"loop.c": LOOP.replace("double x[", "extern int other;\ndouble x[").replace("i * ", "i * !other * ")}
        )
    if how == "wrap":
        project.write(
            {"loop.c": LOOP.replace("__attribute__((weak)) double by(void) { return 1; }", "double by(void);")}
        )
    done = project.run(*COMPILE, "loop.c", *more, "-o", "program")
    assert done.status == 0, done.err
    assert (REMARK if how != "wrap" else "--wrap=by gives names another meaning") in done.err
    assert project.offloaded("./program", "1e+06\n") == set()


def test_a_shared_library_does_not_exchange_functions(project: Project) -> None:
    project.write({"loop.c": LOOP, "by.c": SHARED})
    project.build("cc", "-shared", "-fPIC", "by.c", "-o", "libby.so")
    done = project.run(*COMPILE, "loop.c", "-L.", "-lby", "-lm", "-Wl,-rpath,.", "-o", "program")
    assert done.status == 0, done.err
    assert project.offloaded("./program", "500500\n") == {"loop_main_1"}


def test_an_object_that_uses_the_sources_memory_sees_what_the_device_wrote(project: Project) -> None:
    project.write({"main.c": MAIN, "between.c": BETWEEN})
    project.build("cc", "-c", "between.c")
    done = project.run(*COMPILE, "main.c", "between.o", "-o", "program")
    assert done.status == 0, done.err
    assert project.offloaded("./program", "7 13993\n") == {"main_main_1"}
