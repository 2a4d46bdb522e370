"""`mapper compile` with code that it has no source of: objects, archives and libraries of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cc.project import Project
from tests.harness.examples import PROGRAMS
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
NESTED = "    int next(int k) { return k + 1; }\n    calls = next(calls);"
BY = "double by(void) { return 2; }\nint other;\n"
WRAP = "double __wrap_by(void) { return 2; }\n"
REMARK = "`by` has two definitions, and the linker chooses"

# The object's table takes the place of the weak one.
WEAK_TABLE = """\
#include <stdio.h>
typedef double step(double);
double x[1000];
static double twice(double value) { return 2 * value; }
__attribute__((weak)) step *CONST steps[2] = {twice, twice};
int main(void)
{
    double sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        x[i] = steps[i & 1](i);
    for (int i = 0; i < 1000; i++)
        sum += x[i];
    printf("%g\\n", sum);
    return 0;
}
"""
STEPS = "static double same(double x) { return x; }\ndouble (*const steps[2])(double) = {same, same};\n"

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

# What a library that is loaded later may reach: an exported array, and one that an exported function returns.
HOST = """\
#include <dlfcn.h>
#include <stdio.h>
double seen[1000];
static double held[1000];
double *hold(void) { return held; }
int main(void)
{
    void *library = dlopen("./guest.so", RTLD_NOW);
    double (*visit)(void) = (double (*)(void))dlsym(library, "visit");
    for (int round = 0; round < 2; round++) {
#pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
            seen[i] += i + round;
            held[i] += i * round;
        }
        printf("%g\\n", visit());
    }
    return 0;
}
"""
GUEST = """\
extern double seen[];
double *hold(void);
double visit(void)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += seen[i] + hold()[i];
    seen[0] = 1000;
    hold()[1] = 500;
    return sum;
}
"""

# A weak alias gives way to a definition elsewhere: then the two arrays are different ones.
DEFAULTS = """\
double fallback[1000];
extern double table[1000] __attribute__((weak, alias("fallback")));
void fill(void)
{
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        fallback[i] = i;
}
"""
TABLE = """\
#include <stdio.h>
extern double fallback[1000], table[1000];
void fill(void);
int main(void)
{
    double sum = 0;
    fill();
    table[1] += 5;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        fallback[i] *= 2;
    for (int i = 0; i < 1000; i++)
        sum += fallback[i] - table[i];
    printf("%g\\n", sum);
    return 0;
}
"""

# A library whose thread fills the first elements of an array while loops write the others.
MESSAGES = """\
#include <pthread.h>
#include <unistd.h>
static pthread_t thread;
static double *place, value;
static int number;
static void *work(void *unused)
{
    (void)unused;
    usleep(20000);
    for (int i = 0; i < number; i++)
        place[i] = value + i;
    return 0;
}
void receive(double *to, int n, double what)
{
    place = to;
    number = n;
    value = what;
    pthread_create(&thread, 0, work, 0);
}
void complete(void) { pthread_join(thread, 0); }
"""
OVERLAP = """\
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct field { int n; double *values; };
void receive(double *, int, double);
void complete(void);
static float small[70000];
static double fixed[300][20];
static double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
int main(void)
{
    struct field f = {300000, malloc(300000 * sizeof(double))};
    for (int i = 0; i < f.n; i++)
        f.values[i] = i;
    for (int round = 0; round < 3; round++) {
        receive(f.values, 16, 1000 * round);
#pragma omp parallel for
        for (int i = 16; i < f.n; i++)
            f.values[i] = f.values[i] * 0.5 + 1;
        usleep(60000);
#pragma omp parallel for
        for (int i = 16; i < f.n; i++)
            f.values[i] += 1;
        complete();
        printf("%.9g %.9g\\n", sum(f.values, 20), sum(f.values, f.n));
#pragma omp parallel for
        for (int i = 0; i < f.n; i++)
            f.values[i] += i & 1;

        receive(fixed[2], 7, -round);
#pragma omp parallel for
        for (int i = 3; i < 300; i++)
            for (int j = 0; j < 20; j++)
                fixed[i][j] += i * j;
        usleep(60000);
        complete();
        printf("%.9g %.9g\\n", sum(fixed[2], 20), sum(fixed[0], 6000));

        receive((double *)small, 4, 5 + round);
#pragma omp parallel for
        for (int i = 8; i < 70000; i++)
            small[i] = i + round;
        usleep(60000);
        printf("%g %g\\n", small[8], small[69999]);
        complete();
        printf("%.9g\\n", sum((double *)small, 4));
    }
    free(f.values);
    return 0;
}
"""


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


@pytest.mark.parametrize("const", ["const", ""])
@pytest.mark.parametrize("other", ["steps.c", "steps.o"])
def test_a_table_of_functions_that_the_linker_exchanges_stays_on_the_cpu(
    project: Project, const: str, other: str
) -> None:
    project.write({"loop.c": WEAK_TABLE.replace("CONST", const), "steps.c": STEPS})
    project.build("cc", "-c", "steps.c")
    done = project.run(*COMPILE, "loop.c", other, "-o", "program")
    assert done.status == 0, done.err
    assert project.offloaded("./program", "499500\n") == set()
    alone = project.run(*COMPILE, "loop.c", "-o", "program")
    assert alone.status == 0, alone.err
    assert project.offloaded("./program", "999000\n") == {"loop_main_1"}


def test_an_object_that_calls_a_function_with_a_name_of_the_systems(project: Project) -> None:
    """The linker can't know it by another name then, and drivers would call it, too."""
    other = "extern long read(int, double *, int);\nlong more(double *x) { return read(1, x, 1); }\n"
    project.write({"prog.c": (PROGRAMS / "system_names.c").read_text(encoding="utf-8"), "other.c": other})
    project.build("cc", "-c", "other.c")
    done = project.run(*COMPILE, "prog.c", "other.o", "-o", "prog")
    assert done.status == 0, done.err
    assert "`read` in place of the C library's [K004]" in done.err
    assert project.offloaded("./prog", "10000 10000 11\n") == set()


def test_a_function_with_a_name_of_the_systems_that_is_not_understood(project: Project) -> None:
    text = (PROGRAMS / "system_names.c").read_text(encoding="utf-8").replace("    calls++;", NESTED)
    project.write({"prog.c": text})
    done = project.run(*COMPILE, "prog.c", "-o", "prog")
    assert done.status == 0, done.err
    assert "`read` in place of the C library's [K004]" in done.err
    assert project.offloaded("./prog", "10000 10000 11\n") == set()


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


@pytest.mark.parametrize(
    "words",
    [
        "-rdynamic",
        "-Wl,--as-needed,--export-dynamic",
        "-Xlinker -E",
        "-Wl,--dynamic-list=names",
        "-Wl,--export-dyn",
    ],
)
def test_a_library_that_is_loaded_later_sees_what_is_exported(words: str, project: Project, fake: Path) -> None:
    project.write({"host.c": HOST, "guest.c": GUEST, "names": "{ seen; hold; };"})
    project.build("cc", "-shared", "-fPIC", "guest.c", "-o", "guest.so")
    done = project.run(*COMPILE, "host.c", *words.split(), "-ldl", "-o", "program")
    assert done.status == 0, done.err
    assert project.discrete(fake, "./program") == "499500\n1.501e+06\n"


@pytest.mark.parametrize(("more", "expected"), [("", "0\n"), ("double table[1000] = {1};", "998994\n")])
def test_a_weak_alias_gives_way(more: str, expected: str, project: Project, fake: Path) -> None:
    project.write({"defaults.c": DEFAULTS, "main.c": TABLE, "more.c": more})
    done = project.run(*COMPILE, "defaults.c", "main.c", "more.c", "-o", "program")
    assert done.status == 0, done.err
    assert project.discrete(fake, "./program") == expected


@pytest.mark.parametrize("staging", ["0", "1"])
def test_what_a_library_writes_beside_a_loop_is_kept(staging: str, project: Project, fake: Path) -> None:
    project.write({"main.c": OVERLAP, "messages.c": MESSAGES})
    project.build("cc", "-c", "messages.c")
    project.build("cc", "-fopenmp", "-O2", "main.c", "messages.o", "-o", "plain")
    done = project.run(*COMPILE, "main.c", "messages.o", "-o", "program")
    assert done.status == 0, done.err
    assert "5 offloadable" in done.err
    project.variables["MAPPER_STAGING"] = staging
    says = project.build("./plain")
    assert project.discrete(fake, "./program") == says
    verified = project.environment.on_discrete("opencl", fake) | {"MAPPER_VERIFY": "1"}
    assert project.run("./program", **verified).out == says
    assert project.offloaded("./program", says) == {f"main_main_{number}" for number in range(1, 6)}
