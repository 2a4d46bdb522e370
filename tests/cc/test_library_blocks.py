"""Blocks that libraries allocate are known: loops that reach anywhere in them run on the device."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.runtime.blocks import FREES
from tests.cc.project import Project

pytestmark = pytest.mark.opencl

# What the loop reaches is in the elements of `order`.  The second block is shorter.
MAIN = """\
#define _GNU_SOURCE
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "others.h"
char *text(int n)
{
    char *made = malloc(n + 1);
    memset(made, 65, n);
    made[n] = 0;
    return made;
}
void print(char **made, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (vasprintf(made, format, values) < 0)
        abort();
    va_end(values);
}
FILE *lines(int n)
{
    FILE *file = tmpfile();
    fprintf(file, "short\\n%s\\n", text(n));
    rewind(file);
    return file;
}
double work(double *p, int *order, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        p[i] = i;
        order[i] = i ^ 1;
    }
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[order[i]] += order[i] * 0.5;
        p[t] -= 3;
    }
    for (int i = 0; i < n; i++)
        sum += p[i] * (i % 7);
    return sum;
}
int main(void)
{
    for (int n = 6000; n > 2000; n -= 3000) {
        void *p = 0;
        int *order = malloc(n * sizeof *order);
        size_t size = n * sizeof(double);
        ALLOCATE;
        printf("%g\\n", work(p, order, n));
        FREE;
        free(order);
    }
    return 0;
}
"""
HEADER = """\
#include <stddef.h>
typedef long MPI_Aint;
typedef struct hints *MPI_Info;
int MPI_Alloc_mem(MPI_Aint size, MPI_Info hints, void *made);
int MPI_Free_mem(void *block);
#define FFTW(name, real) \\
    void *name##_malloc(size_t size); \\
    real *name##_alloc_real(size_t count); \\
    real (*name##_alloc_complex(size_t count))[2]; \\
    void name##_free(void *block); \\
    void name##_execute(int plan); \\
    void name##_destroy_plan(int plan);
FFTW(fftw, double)
FFTW(fftwf, float)
FFTW(fftwl, long double)
void *numa_alloc(size_t size);
void *numa_alloc_local(size_t size);
void *numa_alloc_onnode(size_t size, int node);
void *numa_alloc_interleaved(size_t size);
void *numa_realloc(void *block, size_t size, size_t wanted);
void numa_free(void *block, size_t size);
int numa_available(void);
int numa_max_node(void);
#define MKL(name) \\
    void *name##_malloc(size_t size, int alignment); \\
    void *name##_calloc(size_t count, size_t size, int alignment); \\
    void *name##_realloc(void *block, size_t size); \\
    void name##_free(void *block);
MKL(mkl)
MKL(MKL)
int MKL_Get_Max_Threads(void);
void MKL_Set_Num_Threads(int count);
double *theirs(int n);
"""
# Blocks begin elsewhere than the C library's; `theirs` gives the last one that was freed, or a new one.
LIBRARY = """\
#include <stdlib.h>
#include <string.h>
#include "others.h"
enum { BEFORE = 64 };
static char *last;
static size_t last_size;
static void *take(size_t size)
{
    char *made = size < (size_t)1 << 40 ? calloc(1, size + BEFORE) : 0;
    if (made)
        *(size_t *)made = size;
    return made ? made + BEFORE : 0;
}
static void give(void *block) { last = block; }
static void *move(void *block, size_t size)
{
    char *made = take(size);
    size_t old = *(size_t *)((char *)block - BEFORE);
    memcpy(made, block, old < size ? old : size);
    give(block);
    return made;
}
double *theirs(int n)
{
    double *made = last ? (double *)last : take(n * sizeof *made);
    for (int i = 0; i < n; i++)
        made[i] = i % 10;
    return made;
}
int MPI_Alloc_mem(MPI_Aint size, MPI_Info hints, void *made)
{
    (void)hints;
    return !(*(void **)made = take(size));
}
int MPI_Free_mem(void *block) { give(block); return 0; }
#define DEFINE_FFTW(name, real) \\
    void *name##_malloc(size_t size) { return take(size); } \\
    real *name##_alloc_real(size_t count) { return take(count * sizeof(real)); } \\
    real (*name##_alloc_complex(size_t count))[2] { return take(count * 2 * sizeof(real)); } \\
    void name##_free(void *block) { give(block); } \\
    void name##_execute(int plan) { (void)plan; } \\
    void name##_destroy_plan(int plan) { (void)plan; }
DEFINE_FFTW(fftw, double)
DEFINE_FFTW(fftwf, float)
DEFINE_FFTW(fftwl, long double)
void *numa_alloc(size_t size) { return take(size); }
void *numa_alloc_local(size_t size) { return take(size); }
void *numa_alloc_onnode(size_t size, int node) { (void)node; return take(size); }
void *numa_alloc_interleaved(size_t size) { return take(size); }
void *numa_realloc(void *block, size_t size, size_t wanted) { (void)size; return move(block, wanted); }
void numa_free(void *block, size_t size) { (void)size; give(block); }
int numa_available(void) { return 0; }
int numa_max_node(void) { return 0; }
#define DEFINE_MKL(name) \\
    void *name##_malloc(size_t size, int alignment) { (void)alignment; return take(size); } \\
    void *name##_calloc(size_t count, size_t size, int unused) { return (void)unused, take(count * size); } \\
    void *name##_realloc(void *block, size_t size) { return block ? move(block, size) : take(size); } \\
    void name##_free(void *block) { give(block); }
DEFINE_MKL(mkl)
DEFINE_MKL(MKL)
int MKL_Get_Max_Threads(void) { return 1; }
void MKL_Set_Num_Threads(int count) { (void)count; }
"""
LINE = "char *line = 0; size_t room = 0; FILE *file = lines(size); while ({} > 0) p = line"
C_LIBRARY = {
    "strdup": "p = strdup(text(size))",
    "strndup": "p = strndup(text(size + 9), size)",
    "asprintf": 'char *made; if (asprintf(&made, "%*d", (int)size, 7) < 0) abort(); p = made',
    "vasprintf": 'char *made; print(&made, "%*d", (int)size, 7); p = made',
    "getline": LINE.format("getline(&line, &room, file)"),
    "getdelim": LINE.format("getdelim(&line, &room, 10, file)"),
    "pvalloc": "p = pvalloc(size)",
    "reallocarray": "p = reallocarray(0, n, sizeof(double))",
    "valloc": "p = valloc(size)",
    "memalign": "p = memalign(64, size)",
    "aligned_alloc": "p = aligned_alloc(64, size)",
}
OTHERS = {
    "MPI_Alloc_mem": ("if (MPI_Alloc_mem(size, 0, &p)) abort()", "MPI_Free_mem(p)"),
    **{
        f"{name}_{call}": (f"p = {name}_{call}({count})", f"{name}_free(p)")
        for name, size in (("fftw", 8), ("fftwf", 4), ("fftwl", 16))
        for call, count in (
            ("malloc", "size"),
            ("alloc_real", f"size / {size}"),
            ("alloc_complex", f"size / {2 * size}"),
        )
    },
    **{f"numa_{call}": (f"p = numa_{call}(size)", "numa_free(p, size)") for call in ("alloc", "alloc_local")},
    "numa_alloc_interleaved": ("p = numa_alloc_interleaved(size)", "numa_free(p, size)"),
    "numa_alloc_onnode": ("p = numa_alloc_onnode(size, 0)", "numa_free(p, size)"),
    "numa_realloc": ("p = numa_realloc(numa_alloc(50), 50, size)", "numa_free(p, size)"),
    **{
        f"{name}_{call}": (f"p = {name}_{call}({given})", f"{name}_free(p)")
        for name in ("mkl", "MKL")
        for call, given in (("malloc", "size, 64"), ("calloc", "n, 8, 64"), ("realloc", "0, size"))
    },
}
LINKED = ("-L.", "-lothers", "-Wl,-rpath,.")


@pytest.fixture
def others(project: Project) -> Project:
    """A folder with a library that has the functions of the other libraries."""
    project.write({"others.h": HEADER, "others.c": LIBRARY, "main.c": MAIN})
    project.build("cc", "-shared", "-fPIC", "others.c", "-o", "libothers.so")
    return project


def check(project: Project, fake: Path, launches: int, *words: str) -> None:
    """The program says what the C compiler's says; so many launches are on the device, and others not at all."""
    project.build("cc", "-fopenmp", "-w", *words, "-o", "reference")
    project.build("mapper-cc", "-fopenmp", "-w", *words, "-o", "program")
    says = project.build("./reference")
    done = project.run("./program", MAPPER_DEVICE="opencl", MAPPER_INFO="1")
    assert (done.status, done.out) == (0, says), done.err
    assert f" {launches} launches" in done.err
    assert ("on the CPU:" in done.err) == (launches == 0)
    discrete(project, fake, says)


def discrete(project: Project, fake: Path, says: str) -> None:
    done = project.run("./program", **project.environment.on_discrete("opencl", fake))
    assert (done.status, done.out) == (0, says), done.err


@pytest.mark.parametrize("name", C_LIBRARY)
@pytest.mark.parametrize("flags", [("-O0",), ("-O2", "-D_FORTIFY_SOURCE=2")], ids=["plain", "checked"])
def test_blocks_of_the_c_library(others: Project, fake: Path, name: str, flags: tuple[str, ...]) -> None:
    """Also where inline functions of the headers call others."""
    check(others, fake, 6, *flags, f"-DALLOCATE={C_LIBRARY[name]}", "-DFREE=free(p)", "main.c", *LINKED)


@pytest.mark.parametrize("name", OTHERS)
def test_blocks_of_other_libraries(others: Project, fake: Path, name: str) -> None:
    allocate, free = OTHERS[name]
    check(others, fake, 6, f"-DALLOCATE={allocate}", f"-DFREE={free}", "main.c", *LINKED)


def test_all_functions_are_tested() -> None:
    assert {name for name in FREES if not name.startswith("__")} <= {*C_LIBRARY, *OTHERS, *FREES.values()}


OWN = """\
#include <stddef.h>
static double pool[9000];
void *fftw_malloc(size_t size) { (void)size; return pool + 5; }
void fftw_free(void *block) { ((double *)block)[0] = 0; }
"""
FFTW = ("-DALLOCATE=p = fftw_malloc(size)", "-DFREE=fftw_free(p)")


@pytest.mark.parametrize("form", ["source", "object", "archive", "shared library", "intermediate code"])
def test_names_of_others(others: Project, fake: Path, form: str) -> None:
    """A function of the program's, or of a library that is not FFTW, keeps its name; its blocks are unknown."""
    others.write({"own.c": OWN})
    others.build("cc", "-fPIC", "-c", "own.c")
    others.build("cc", "-flto", "-fno-fat-lto-objects", "-c", "own.c", "-o", "lto.o")
    others.build("ar", "rcs", "libown.a", "own.o")
    others.build("cc", "-shared", "own.o", "-o", "libalone.so")
    words = {
        "source": ("own.c", *LINKED),
        "object": ("own.o", *LINKED),
        "archive": ("-L.", "-lown", *LINKED),
        "shared library": ("-L.", "-lalone", "-Wl,-rpath,."),
        "intermediate code": ("lto.o", *LINKED),
    }[form]
    launches = 6 if form == "source" else 0  # there mapper sees the array
    check(others, fake, launches, *FFTW, "main.c", *words)


STATIC = "-L. -l:libothers.a".split()


def test_static_library(others: Project, fake: Path) -> None:
    others.build("cc", "-c", "others.c")
    others.build("ar", "rcs", "libothers.a", "others.o")
    check(others, fake, 0, *FFTW, "main.c", *STATIC)


ELSEWHERE = """\
#include "others.h"
void drop(void *block) { fftw_free(block); }
"""
DROPPED = """\
#include <stdio.h>
#include <stdlib.h>
#include "others.h"
void drop(void *block);
enum { N = 5000 };
static void turn(double *p, const int *order)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        p[order[i]] += order[i] * 0.5;
}
int main(void)
{
    int *order = malloc(N * sizeof *order);
    double *p = fftw_malloc(2 * N * sizeof *p), sum = 0;
    for (int i = 0; i < N; i++) {
        p[i] = i;
        order[i] = i ^ 1;
    }
    turn(p, order);
    GIVE(p);
    p = theirs(N);
    turn(p, order);
    for (int i = 0; i < N; i++)
        sum += p[i] * (i % 7);
    printf("%g\\n", sum);
    return 0;
}
"""


@pytest.mark.parametrize("free", ["drop", "fftwf_free", "mkl_free", "fftw_free"])
def test_blocks_are_forgotten(others: Project, fake: Path, free: str) -> None:
    """Whoever frees them: code of another compiler, or a function with another name."""
    others.write({"main.c": DROPPED, "elsewhere.c": ELSEWHERE})
    others.build("cc", "-c", "elsewhere.c")
    words = (f"-DGIVE={free}", "main.c", "elsewhere.o", *LINKED)
    others.build("cc", "-fopenmp", "-w", *words, "-o", "reference")
    others.build("mapper-cc", "-fopenmp", "-w", *words, "-o", "program")
    says = others.build("./reference")
    done = others.run("./program", MAPPER_DEVICE="opencl", MAPPER_INFO="1")
    assert (done.status, done.out) == (0, says), done.err
    assert " 1 launches" in done.err
    assert "1 on the CPU: it is not known which memory" in done.err
    discrete(others, fake, says)


LIMITS = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "others.h"
enum { N = 6000 };
int main(void)
{
    double sum = 0, *p;
    void *none[] = {fftw_malloc(SIZE_MAX), mkl_malloc(SIZE_MAX / 2, 64), fftw_alloc_real(SIZE_MAX / 9)};
    void *failed = 0;
    int error = MPI_Alloc_mem(INTPTR_MAX, 0, &failed), *order = malloc(N * sizeof *order);
    printf("%d %d %d %d\\n", !none[0], !none[1], !none[2], error);
    fftw_free(0);
    mkl_free(0);
    numa_free(0, 0);
    p = numa_alloc(N * sizeof *p);
    for (int i = 0; i < N; i++) {
        p[i] = i;
        order[i] = i ^ 1;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        p[order[i]] += order[i] * 0.5;
    numa_free(p + N / 2, N / 2 * sizeof *p);
    for (int i = 0; i < N / 2; i++)
        sum += p[i] * (i % 7);
    printf("%g\\n", sum);
    return 0;
}
"""


def test_null_pointers_and_parts(others: Project, fake: Path) -> None:
    """What can't be allocated, null pointers that are freed, and the half of a block that stays."""
    others.write({"main.c": LIMITS})
    check(others, fake, 1, "main.c", *LINKED)
