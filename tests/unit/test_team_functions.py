"""Functions with work-shared loops in the emitted program: who calls what, what is announced, what it costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import as_json, features_table
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program

PROGRAM = """\
#include <stdlib.h>
static double a[100], b[100];
void smooth(double *to, const double *from, int n)
{
#pragma omp for
  for (int i = 1; i < n - 1; i++)
    to[i] = from[i - 1] + from[i + 1];
}
static void twice(double *x, double *y, int n)
{
  smooth(x, y, n);
  for (int k = 0; k < 3; k++)
    smooth(y, x, n);
#pragma omp master
  x[0] = y[0];
#pragma omp barrier
}
int main(void)
{
  smooth(a, b, 100);
#pragma omp parallel
  twice(a, b, 100);
  return a[0] > b[0];
}
"""


@pytest.fixture
def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapped:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(PROGRAM, encoding="utf-8")
    return map_program(Options(sources=("a.c",), passes=frozenset()), Model("test", (Leaf(1.0),)))


def test_only_the_device_path_calls_device_versions(mapped: Mapped) -> None:
    before, device = mapped.emitted["a.c"].c.split("/* ---- functions that regions call")
    assert "__mrt_team_a_twice" in before
    assert "__mrt_team_smooth(" not in before
    assert before.count("  smooth(a, b, 100);") == 1
    assert device.count("__mrt_team_smooth(y, x, n);") == 1
    assert device.count("__mrt_launch(__mrt_run, &__mrt_kernel_a_smooth_1") == 1


def test_the_loop_is_a_region_of_its_own_where_serial_code_comes_to_it(mapped: Mapped) -> None:
    lines = [line.strip() for line in mapped.emitted["a.c"].c.splitlines()]
    original = lines[: lines.index("static void twice(double *x, double *y, int n)")]
    assert "if (!__mrt_in_team() && __mrt_run.device && __mrt_begin(&__mrt_run)) {" in original
    assert [line for line in original if "__MRT_HOST" in line] == [
        "__MRT_HOST(from, __MRT_READ);",
        "__MRT_HOST(to, __MRT_WRITE);",
    ]
    serial = lines.index("smooth(a, b, 100);")
    assert not any("__MRT_HOST" in line for line in lines[serial - 4 : serial])


def test_statements_of_a_device_version_are_announced(mapped: Mapped) -> None:
    _, device = mapped.emitted["a.c"].c.split("/* ---- functions that regions call")
    lines = [line.strip() for line in device.splitlines()]
    master = lines.index("x[0] = y[0];")
    assert lines[master - 3 : master] == [
        "{",
        "__MRT_HOST_PART(y[0], __MRT_READ);",
        "__MRT_HOST_PART(x[0], __MRT_WRITE);",
    ]


def test_costs_count_all_calls(mapped: Mapped) -> None:
    table = features_table(replace(mapped.program, regions=mapped.program.regions[:1]), mapped.features)
    values = {line.split()[0]: " ".join(line.split()[1:]) for line in table.splitlines()[1:]}
    assert values["launches"] == "4.0"
    once = "__mrt_positive((double) (100 - 1) + -1.0)"
    assert values["work_items"] == f"{once} + 3.0 * {once}"
    assert {"a", "b"} == {name for name in "abxy" if f"*{name}" in values["transfer"]}


def test_the_report_names_the_function_that_holds_the_loop(mapped: Mapped) -> None:
    report = as_json(mapped.program)
    assert report.count('"id": "a_smooth_1"') == 1
    assert '"function": "smooth"' in report
    assert '"region": "a_main_region_1"' in report


CHECKS = """#include <stdio.h>
int rank[100], key[100], at[5];
static void check(void)
{
#pragma omp for
  for (int i = 0; i < 100; i++)
    rank[i] = key[99 - i] + 1;
#pragma omp single
  for (int i = 0; i < 5; i++) {
    if (rank[at[i]] != i)
      printf("%d", rank[at[i]]);
    if (rank[at[i]] < 3)
      key[at[i]] = 0;
  }
}
int main(void)
{
#pragma omp parallel
  check();
  return key[0];
}
"""


def test_elements_in_conditions_are_announced_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(CHECKS, encoding="utf-8")
    mapped = map_program(Options(sources=("a.c",), passes=frozenset()), Model("test", (Leaf(1.0),)))
    _, device = mapped.emitted["a.c"].c.split("/* ---- functions that regions call")
    alone = device.split("__MRT_CHECK(__mrt_run);")[1]
    announced = [line.strip() for line in alone.splitlines() if line.strip().startswith("__MRT_HOST")]
    assert announced == [
        "__MRT_HOST_PART(rank[at[i]], __MRT_READ);",
        "__MRT_HOST_PART(rank[at[i]], __MRT_READ);",
        "__MRT_HOST_PART(key[at[i]], __MRT_WRITE);",
    ]
