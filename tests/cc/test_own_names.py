"""Programs may have names that begin as mapper's do: what mapper adds has reserved names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mapper import build
from mapper.options import Options
from tests.cc.project import Project

pytestmark = pytest.mark.opencl

# Functions and objects of another compiler, called as some of the run-time library are.
OTHER = """\
int mrt_active = 3;
struct mrt_kernel { int device, check; } mrt_device = {7, 8};
double mrt_malloc(int n) { return n * 0.5; }
double mrt_enter(double x) { return x + 1; }
int mrt_lock_memory(int x) { return 2 * x; }
void mrt_free(double *a) { a[0] += 100; }
"""
HEADER = """\
struct mrt_kernel { int device, check; };
extern struct mrt_kernel mrt_device;
extern int mrt_active;
double mrt_malloc(int n);
double mrt_enter(double x);
int mrt_lock_memory(int x);
void mrt_free(double *a);
"""
MACROS = """\
#define MRT_HOST(x, y) ((x) + (y))
#define MRT_WRITE 17
#define MRT_QUIET 2
#define mrt_u64 short
#define mrt_launch_later 5
"""
OBJECTS = """\
#include <stdio.h>
#include "mapper_rt.h"
#include "grid.c"
static int mrt_begin;
int mrt_statics[4] = {1, 2, 3, 4};
static double mrt_cells[64], mrt_region_main_main_1[64];
static void mrt_team_loop(double *mrt_a, int mrt_n)
{
#pragma omp for
    for (int mrt_i = 0; mrt_i < mrt_n; mrt_i++)
        mrt_a[mrt_i] += MRT_HOST(mrt_statics[mrt_i % 4], MRT_WRITE);
}
int main(void)
{
    double mrt_f[64], mrt_result0 = 0;
    int mrt_launch = 2, mrt_run = 3, mrt_first0 = 0, mrt_bound0 = 64, mrt_value0 = 9;
#pragma omp parallel for
    for (int mrt_id0 = mrt_first0; mrt_id0 < mrt_bound0; mrt_id0++)
        mrt_f[mrt_id0] = mrt_id0 * mrt_launch + mrt_active + mrt_run + mrt_device.check + (mrt_u64)mrt_id0;
#pragma omp parallel
    {
        mrt_team_loop(mrt_f, 64);
#pragma omp for reduction(+ : mrt_result0)
        for (int mrt_count0 = 0; mrt_count0 < 64; mrt_count0++) {
            mrt_region_main_main_1[mrt_count0] = mrt_f[mrt_count0] + mrt_value0 * mrt_launch_later;
            mrt_cells[mrt_count0] = mrt_count0 - 1;
            mrt_result0 += mrt_f[mrt_count0];
        }
    }
    if (mrt_begin)
        goto mrt_done;
    mrt_free(mrt_f);
mrt_done:
    for (int i = 0; i < 64; i += 9)
        printf("%g %g %g\\n", mrt_f[i], mrt_cells[i], mrt_region_main_main_1[i]);
    printf("%g %g %g %d %d\\n", mrt_result0, mrt_malloc(3), mrt_enter(2), mrt_lock_memory(4), grid());
    return 0;
}
"""
# What kernels hold: functions, types and members, some of which differ by an underscore alone.
KERNELS = """\
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef double mrt_size;
enum mrt_kind { MRT_READ = 40, MRT_ARG_BUFFER, MRT_CPU };
struct mrt_arg { mrt_size mrt_at; int mrt_counts[3]; float abs, abs_; };
struct mrt_arg_ { int x; };
struct s { int a; };
struct s_ { double a; };
struct _s { short a[3]; };
typedef struct { float x; } anonymous;
struct anonymous_1 { long q; };
static double mrt_first(double mrt_id0, int mrt_count0) { return mrt_id0 * mrt_count0; }
static double mrt_first_(double x) { return x - 1; }
static long mapper_lrint(double x) { return (long)x + 5; }
static int abs_(int x) { return x + 3; }
int main(void)
{
    struct mrt_arg mrt_args[64];
    double mrt_partials[64], mrt_cells[64], mrt_lane = 1e9, sum = 0;
    struct s { char inner; } inner[64];
#pragma omp parallel for reduction(min : mrt_lane)
    for (int i = 0; i < 64; i++) {
        struct mrt_arg mrt_base = {i, {1, 2, 3}, 4.0f, 5.0f};
        struct mrt_arg_ other = {i};
        struct s first = {(char)i};
        struct s_ second = {i * 0.5};
        struct _s third = {{1, 2, (short)i}};
        anonymous fourth = {i + 0.5f};
        struct anonymous_1 fifth = {i - 1};
        mrt_base.mrt_counts[i % 3] = MRT_READ + MRT_CPU;
        mrt_args[i] = mrt_base;
        inner[i] = first;
        mrt_cells[i] = mrt_base.mrt_at + mrt_base.abs - 2 * mrt_base.abs_ + lrint(i * 0.5) + mapper_lrint(i * 0.5);
        mrt_partials[i] = mrt_first(i, 9) + mrt_first_(i) + abs(i - 9) + abs_(i) + other.x;
        mrt_partials[i] += second.a + third.a[2] + fourth.x + fifth.q;
        mrt_lane = fmin(mrt_lane, mrt_cells[i]);
    }
    for (int i = 0; i < 64; i++)
        sum += mrt_partials[i] + mrt_cells[i] * inner[i].inner + mrt_args[i].mrt_counts[i % 3];
    printf("%.17g %g\\n", sum, mrt_lane);
    return 0;
}
"""
FILES = {"main.c": MACROS + HEADER + OBJECTS, "other.c": OTHER, "mapper_rt.h": "#define OWN 4\n"}


def check(project: Project, fake: Path, files: dict[str, str], loops: int, *others: str) -> None:
    """The program says what gcc's says, wherever it runs, with that many loops for the device."""
    project.write(files)
    project.build("gcc", "-O1", "-fopenmp", "main.c", *others, "-lm", "-o", "plain")
    expected = project.build("./plain")
    done = project.run(
        "mapper-cc", "-O1", "-fopenmp", "main.c", *others, "-lm", "-o", "mapped", MAPPER_REMARKS="1"
    )
    assert done.status == 0, done.err
    assert done.err.count("can run on the device") == loops, done.err
    regions = project.offloaded("./mapped", expected)
    assert len(regions) >= loops - 1, regions
    assert project.discrete(fake, "./mapped") == expected


def test_objects_functions_macros_and_files(project: Project, fake: Path) -> None:
    project.write({"other.c": OTHER})
    project.build("gcc", "-O1", "-c", "other.c")
    check(project, fake, FILES | {"grid.c": "static int grid(void) { return OWN; }\n"}, 3, "other.o")


def test_names_in_kernels(project: Project, fake: Path) -> None:
    check(project, fake, {"main.c": KERNELS}, 1)


def test_the_library_defines_reserved_names_alone(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", project.environment.variables["MAPPER_CACHE_DIR"])
    objects = build.runtime_objects(Options((), compiler=(os.environ.get("CC", "gcc"),)))
    rows = project.build("nm", "--extern-only", "--defined-only", "--format=posix", *objects).splitlines()
    names = {row.split()[0] for row in rows if row and not row.endswith(":")}
    assert "__mrt_launch" in names
    assert [name for name in sorted(names) if not name.startswith("__mrt_")] == []
