"""Shared libraries: translated like programs, and used by programs that other compilers made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cc.project import Project

pytestmark = pytest.mark.opencl

WAVE = """\
#include <math.h>
double table[64], total;
void prepare(int seed)
{
    for (int i = 0; i < 64; i++)
        table[i] = i * seed % 17;
}
void scale(double *x, long n, double by)
{
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        x[i] = by * x[i] + table[i % 64];
}
double norm(const double *x, long n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i] * x[i];
    total += sum;
    return sqrt(sum);
}
"""
BLUR = """\
void blur(double *to, const double *from, long n)
{
#pragma omp parallel for
    for (long i = 1; i < n - 1; i++)
        to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}
"""
HEADER = """\
void prepare(int seed);
void scale(double *x, long n, double by);
double norm(const double *x, long n);
void blur(double *to, const double *from, long n);
extern double table[64], total;
"""
# Changes the array, and a variable of the library, between the library's loops.
USER = """\
#include <stdio.h>
#include <stdlib.h>
#include "wave.h"
int main(void)
{
    long n = 3000;
    double *x = malloc(n * sizeof *x), y[3000] = {0};
    for (long i = 0; i < n; i++)
        x[i] = i % 10;
    prepare(3);
    for (int t = 0; t < 3; t++) {
        scale(x, n, .5);
        x[t] += 1;
        table[t] = -t;
        blur(y, x, n);
        y[5] *= 2;
        printf("%.4f %.4f %.4f %.4f\\n", norm(x, n), norm(y, n), total, y[6]);
        x = realloc(x, (n + 1) * sizeof *x);
    }
    free(x);
    return 0;
}
"""
FILES = {"wave.c": WAVE, "blur.c": BLUR, "wave.h": HEADER, "user.c": USER}
HERE = ("-L.", "-lwave", "-lblur", "-lm", "-Wl,-rpath,.")

# Loads the library, uses it, and closes it, in a child and twice in the parent.
# libgomp starts no threads in a child whose parent has used it before.
LOADER = """\
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static double x[2000];
static void once(const char *label)
{
    void *library = dlopen("./libwave.so", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("%s\\n", dlerror());
        exit(1);
    }
    void (*prepare)(int) = (void (*)(int))dlsym(library, "prepare");
    void (*scale)(double *, long, double) = (void (*)(double *, long, double))dlsym(library, "scale");
    double (*norm)(const double *, long) = (double (*)(const double *, long))dlsym(library, "norm");
    prepare(2);
    scale(x, 2000, .25);
    printf("%s %.4f\\n", label, norm(x, 2000));
    fflush(stdout);
    dlclose(library);
}
int main(void)
{
    pid_t child = fork();
    if (child == 0) {
        once("child");
        exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    once("first");
    x[7] = 100;
    once("second");
    return status != 0;
}
"""
NUMPY = """\
import ctypes, multiprocessing, sys
import numpy as np
library = ctypes.CDLL(sys.argv[1])
library.norm.restype = ctypes.c_double
def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
def work(seed):
    x = np.arange(2000.) % seed
    library.prepare(seed)
    library.scale(pointer(x), ctypes.c_long(x.size), ctypes.c_double(.5))
    x[3] = seed
    return library.norm(pointer(x), ctypes.c_long(x.size)), float(x.sum())
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [5, 7, 11]))
    print(*work(5), *work(7))
"""


def libraries(project: Project, compiler: str) -> None:
    project.write(FILES)
    for name in ("wave", "blur"):
        project.build(compiler, "-O2", "-fopenmp", "-fPIC", "-c", f"{name}.c")
        project.build(compiler, "-fopenmp", "-shared", f"{name}.o", "-o", f"lib{name}.so", "-lm")


def test_libraries_of_a_program_of_another_compiler(project: Project, fake: Path) -> None:
    libraries(project, "cc")
    project.build("cc", "user.c", *HERE, "-o", "user")
    says = project.build("./user")
    libraries(project, "mapper-cc")
    assert project.offloaded("./user", says) == {"wave_scale_1", "wave_norm_1", "blur_blur_1"}
    assert project.discrete(fake, "./user") == says


def test_libraries_of_a_translated_program(project: Project, fake: Path) -> None:
    """Each has a run-time library of its own, and none of them sees the others' names."""
    libraries(project, "cc")
    loop = "#pragma omp parallel for\n        for (int i = 0; i < n; i++) y[i] *= 2;\n"
    user = USER.replace("        y[5] *= 2;\n", loop)
    project.write({"user.c": user})
    project.build("cc", "-fopenmp", "user.c", *HERE, "-o", "user")
    says = project.build("./user")
    libraries(project, "mapper-cc")
    project.write({"user.c": user})
    project.build("mapper-cc", "-fopenmp", "user.c", *HERE, "-o", "user")
    assert "user_main_1" in project.offloaded("./user", says)
    assert project.discrete(fake, "./user") == says
    names = project.build("nm", "-D", "--defined-only", "libwave.so").split()[2::3]
    assert {"scale", "norm", "table"} <= set(names)
    assert not [name for name in names if name.startswith("__mrt_")]


def test_a_library_that_is_loaded_and_closed(project: Project, fake: Path) -> None:
    libraries(project, "cc")
    project.write({"loader.c": LOADER})
    project.build("cc", "loader.c", "-ldl", "-o", "loader")
    # libgomp's threads may still run when the last library that uses it is closed: here the program does, too
    project.build("cc", "loader.c", "-ldl", "-Wl,--no-as-needed", "-lgomp", "-o", "keeper")
    says = project.build("./keeper")
    libraries(project, "mapper-cc")
    assert project.offloaded("./loader", says) == {"wave_scale_1", "wave_norm_1"}
    assert project.discrete(fake, "./loader") == says


def test_arrays_of_numpy(project: Project, fake: Path) -> None:
    """Also in children that Python forks."""
    libraries(project, "cc")
    project.write({"use.py": NUMPY})
    use = (sys.executable, "use.py", "./libwave.so")
    says = project.build(*use)
    libraries(project, "mapper-cc")
    for device in ("cpu", "opencl"):
        assert project.build(*use, MAPPER_DEVICE=device) == says
    assert project.build(*use, **project.environment.on_discrete("opencl", fake)) == says


def test_a_library_without_loops_is_the_compilers(project: Project) -> None:
    project.write({"plain.c": "int seven(void) { return 7; }\n"})
    made = []
    for compiler in ("cc", "mapper-cc"):
        project.build(compiler, "-fopenmp", "-fPIC", "-shared", "plain.c", "-o", "libplain.so")
        made.append((project.folder / "libplain.so").read_bytes())
    assert made[0] == made[1]
