"""The page on the C compiler's flags: those that keep loops do, with the others devices give gcc's results."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mapper.frontend.tokens.data_model import other_types
from tests.cc.project import Project

PAGE = Path(__file__).parents[2] / "docs" / "flags.md"
ROW = re.compile(r"^\| (`-.*?) \| (honoured|keeps|harmless|passed on) \| ", re.MULTILINE)
LP64 = "#define __SIZEOF_POINTER__ 8\n#define __SIZEOF_LONG__ 8\n"
SMALL = {"-m32", "-mx32", "-m16"}
"""Known by the sizes of types."""

ALONE = {
    *("-fno-hosted", "-fno-gnu89-inline", "-fstrict-aliasing", "-fsigned-char", "-fno-common", "-fmath-errno"),
    *("-finput-charset=latin1", "-fPIE", "-fsanitize=address", "-fsanitize=undefined", "-ffreestanding"),
}
"""The opposites of others, and flags that libraries or other tests are for."""

# What some of the flags change, in one program, whose second file defines `shared` once more.
PROGRAM = r"""
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
enum small { A, B, C };
struct base { int u, v; };
struct s { struct base; enum small e; char c; };
struct s all[100];
int shared[100], $dollar[100], sizes??(100??);
wchar_t wide[100];
static const double here[4] = {1, 2, 3, 4}, there[2] = {1, 2};
inline int twice(int x) { return 2 * x; }
int twice(int x);
void other(void);
static void mark(float *x, unsigned *bits, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        x[i] = i * 0.5f;
        bits[i] ^= 0x80000000u;
        x[i] += 1;
    }
}
int main(void)
{
    float *x = malloc(100 * sizeof *x);
    double near[100], sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        char c = (char)(i + 100);
        all[i].u = i;
        all[i].v = 2 * i;
        all[i].e = (enum small)(i % 3);
        all[i].c = c;
        sizes[i] = (int)(sizeof(struct s) + sizeof(enum small)) + (c < 0 ? 1000 : 0);
        wide[i] = (wchar_t)(70000 + i);
        $dollar[i] = twice(i);
        near[i] = here[i % 4] * there[i % 2] + floor(i * 0.25);
    }
    mark(x, (unsigned *)x, 100);
    other();
    for (int i = 0; i < 100; i++)
        sum += near[i];
    printf("%d %d %d %d %d\n", all[9].u, all[9].v, all[8].e, all[77].c, sizes[90]);
    printf("%d %d %d %g %g %g\n", (int)wide[5], $dollar[7], shared[50], x[3], x[99], sum);
    free(x);
    return 0;
}
"""
OTHER = r"""
int shared[100];
void other(void)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        shared[i] = i + 1;
}
"""


def flags(fate: str) -> list[str]:
    """The flags of the page that have this fate."""
    rows = [row for row in ROW.findall(PAGE.read_text(encoding="utf-8")) if row[1] == fate]
    assert rows
    return [flag for row in rows for flag in re.findall(r"`([^`]+)`", row[0])]


def taken(names: list[str]) -> list[str]:
    """Those flags that this compiler knows."""
    command = ["gcc", "-fsyntax-only", "-x", "c", "/dev/null"]
    tried = {name: subprocess.run([*command, name], capture_output=True, text=True, check=False) for name in names}
    for name, done in tried.items():
        assert done.returncode == 0 or "unrecognized" in done.stderr, f"{name}: {done.returncode} {done.stderr}"
    return [name for name, done in tried.items() if done.returncode == 0]


@pytest.mark.parametrize("flag", sorted(set(flags("keeps")) - SMALL))
def test_flag_keeps_the_loops(flag: str) -> None:
    assert other_types(LP64, [flag]) == f"`{flag}`"


@pytest.mark.parametrize("flag", sorted({*flags("honoured"), *flags("harmless")}))
def test_flag_keeps_no_loops(flag: str) -> None:
    assert other_types(LP64, [flag]) == ""


def together(project: Project, fake: Path, chosen: list[str]) -> None:
    """The program gives gcc's results with all of some flags, on the CPU and on devices; its loops go there."""
    project.write({"main.c": PROGRAM, "other.c": OTHER})
    words = ["-w", "-fopenmp", *chosen, "main.c", "other.c", "-lm"]
    project.build("gcc", *words, "-o", "plain")
    expected = project.build("./plain")
    done = project.run("mapper-cc", *words, "-o", "mapped", MAPPER_REMARKS="1")
    assert done.status == 0, done.err
    assert done.err.count("can run on the device") == 3, done.err
    here = project.environment
    for environment in (here.on("cpu"), here.on("opencl"), here.on_discrete("opencl", fake)):
        ran = project.run("./mapped", **environment)
        assert (ran.status, ran.out) == (0, expected), ran.err
        assert ("x and bits overlap" in ran.err) == (environment["MAPPER_DEVICE"] == "opencl")


@pytest.mark.opencl
def test_honoured_flags(project: Project, fake: Path) -> None:
    chosen = [flag for flag in taken(flags("honoured")) if flag not in ALONE]
    assert {"-fshort-enums", "-fno-strict-aliasing", "-fms-extensions", "-funsigned-char"} <= set(chosen)
    together(project, fake, ["-O2", *chosen])


@pytest.mark.opencl
def test_harmless_flags(project: Project, fake: Path) -> None:
    """With the flags beside them without which the program has no meaning."""
    needed = ["-fno-strict-aliasing", "-fms-extensions", "-trigraphs", "-fcommon"]
    chosen = [flag for flag in taken(flags("harmless")) if flag not in ALONE]
    assert {"-ffast-math", "-fmerge-all-constants", "-D_FORTIFY_SOURCE=2"} <= set(chosen)
    together(project, fake, ["-O2", *needed, *chosen])


@pytest.mark.parametrize("flag", flags("passed on"))
def test_flag_is_passed_on(flag: str, project: Project) -> None:
    project.write({"other.c": OTHER})
    done = project.run("mapper-cc", "-w", "-fopenmp", flag, "-c", "other.c", MAPPER_REMARKS="1")
    assert (done.status, done.err) == (0, "")
    assert ".mapper" not in project.build("readelf", "-S", "-W", "other.o")
