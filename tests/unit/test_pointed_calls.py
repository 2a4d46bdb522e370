"""Calls through pointers between the loops of a region: which become calls by name, and which keep the region."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from mapper.ir.program.region import ParallelRegion
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import features_table
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program
from mapper.translate import program
from mapper.translate.regions.orphans import Orphan, settled
from mapper.translate.regions.teams import Teams

HEAD = """\
#include <stdlib.h>
typedef void (*step_t)(double *, const int);
static double a[100], b[100];
static void up(double *x, int n)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
static void down(double *x, int n)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] -= 1;
}
static void idle(double *x, int n) { (void)x; (void)n; }
static int compare(const void *x, const void *y)
{
#pragma omp for
  for (int i = 0; i < 100; i++)
    b[i] += 1;
  return x < y;
}
"""


def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Mapped:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(HEAD + text, encoding="utf-8")
    return map_program(Options(sources=("a.c",), passes=frozenset()), Model("test", (Leaf(1.0),)))


def main_region(found: Mapped) -> ParallelRegion:
    """The one region that no orphaned loop is."""
    (region,) = (each for each in found.program.regions if not each.orphaned)
    return region


def device_text(found: Mapped) -> str:
    """The device version of the region, with single spaces."""
    text = found.emitted["a.c"].c
    return re.sub(r"\s+", " ", text[text.index("int main(") :])


def test_each_function_is_called_by_name_on_the_device_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
    int main(int argc, char **argv)
    {
      step_t step = argc > 2 ? up : argc > 1 ? down : idle;
    #pragma omp parallel
      for (int t = 0; t < 4; t++)
        step(a, 100);
      return a[0] > 1;
    }"""
    found = mapped(tmp_path, monkeypatch, text)
    assert [loop.kept for loop in main_region(found).loops] == [None, None]
    emitted = device_text(found)
    down = r"if \(step == down\).*__mrt_team_\w*down\w*\(a, 100\);"
    idle = r" if \(step == idle\) \{ idle\(a, 100\); \} else"
    assert re.search(rf"{down}.*else.*{idle}.*__mrt_team_\w*up\w*\(a, 100\);", emitted)
    assert found.emitted["a.c"].c.count("step(a, 100);") == 1
    table = features_table(found.program, found.features)
    lines = table[table.index(f"region {main_region(found).id}") :].splitlines()
    launches = next(line for line in lines if line.split()[0] == "launches")
    assert eval(launches.removeprefix("  launches")) == pytest.approx(4 * 2 / 3)


def test_a_function_that_is_passed_on_is_called_by_name_where_its_parameter_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
    static void twice(step_t step, double *x) { step(x, 100); step(x, 50); }
    static void again(step_t step, double *x) { twice(step, x); }
    int main(void)
    {
    #pragma omp parallel
      { again(up, a); again(down, b); }
      return a[0] > 1;
    }"""
    found = mapped(tmp_path, monkeypatch, text)
    assert main_region(found).kept is None
    assert device_text(found).count("if (step == down)") == 2


def test_orphaned_loops_are_judged_only_in_the_last_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[int] = []

    def counted(orphans: Sequence[Orphan], regions: Sequence[ParallelRegion], teams: Teams) -> object:
        judged.append(len(orphans))
        return settled(orphans, regions, teams)

    monkeypatch.setattr(program, "settled", counted)
    text = REGION % ("step_t step = argc > 1 ? up : down;", "step(a, 100);")
    found = mapped(tmp_path, monkeypatch, text)
    assert main_region(found).kept is None
    assert judged == [3]


REGION = "int main(int argc, char **argv) {\n%s\n#pragma omp parallel\n{ %s }\nreturn a[0] > 1; }"


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        (
            "step_t given(void);" + REGION % ("step_t step = argc > 1 ? up : given();", "step(a, 9);"),
            "K013",
            "every thread calls a function through a pointer",
        ),
        (REGION % ("", "qsort(a, 9, sizeof *a, compare);"), "K022", "is not called by name"),
        (
            "static step_t held[2] = {up, down}; static int counter;"
            + REGION % ("", "held[counter++ % 2](a, 9);"),
            "K022",
            "is not called by name",
        ),
        (
            "static volatile step_t step = up;" + REGION % ("step = down;", "step(a, 9);"),
            "K022",
            "is not called by name",
        ),
        (
            "static void later(double *x, int n);"
            + "static step_t first(void);"
            + REGION % ("step_t step = first();", "step(a, 9);")
            + "static void hidden(double *x, int n) {\n#pragma omp for\nfor (int i = 0; i < n; i++) x[i] = 2; }"
            + "static step_t first(void) { return a[0] > 1 ? up : hidden; }",
            "K022",
            "is not called by name",
        ),
        (
            "typedef void (*other_t)(double *, long);"
            + REGION % ("other_t step = argc > 1 ? (other_t)up : (other_t)down;", "step(a, 9);"),
            "K022",
            "is not called by name",
        ),
        (
            "int omp_get_thread_num(void);"
            + REGION % ("", "step_t step = omp_get_thread_num() ? up : down; step(a, 9);"),
            "K013",
            "",
        ),
        (
            "static void counts(double *x, int n) { b[n]++; (void)x; }"
            + REGION % ("step_t step = argc > 1 ? up : counts;", "step(a, 9);"),
            "K013",
            "every thread calls `counts`, which has effects",
        ),
        (
            REGION % ("step_t step = argc > 1 ? up : down;", "\n#pragma omp single\nstep(a, 9);"),
            "K022",
            "is not called by name",
        ),
    ],
)
def test_other_calls_keep_the_region(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: str, reason: str
) -> None:
    found = mapped(tmp_path, monkeypatch, text)
    kept = main_region(found).kept
    assert kept is not None
    assert kept.code == code
    assert reason in kept.reason
