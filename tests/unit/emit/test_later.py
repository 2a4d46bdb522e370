"""Which reductions' results the emitted program takes later, and where it waits for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.harness.mapper import run_mapper

PROGRAM = """\
static double a[1000], b[1000], s;
double f(int n, double *way)
{{
  {0};
  int i;
#pragma omp parallel for reduction(+ : {1})
  for (i = 0; i < n; i++)
    {1} += a[i];
  {2}
#pragma omp parallel for
  for (i = 0; i < n; i++)
    b[i] = {3};
  return {1};
}}
int main(void)
{{
  return f(1000, b) > 0;
}}
"""


def emitted(text: str, folder: Path) -> list[str]:
    source = folder / "f.c"
    source.write_text(text, encoding="utf-8")
    done = run_mapper("compile", "--emit", "c", source, "-o", "-", folder=folder, check=True)
    return re.findall(r"__mrt_launch_later|__MRT_RESULTS;", done.stdout.partition("the kernels as OpenCL C")[0])


def test_behind_a_region_that_does_not_name_it(tmp_path: Path) -> None:
    text = PROGRAM.format("double sum = 0.0", "sum", "", "a[i]")
    assert emitted(text, tmp_path) == ["__mrt_launch_later", "__MRT_RESULTS;"]


def test_two_wait_in_one_place(tmp_path: Path) -> None:
    loop = "for (i = 0; i < n; i++) most = b[i] > most ? b[i] : most;"
    more = f"#pragma omp parallel for reduction(max : most)\n  {loop}"
    text = PROGRAM.format("double sum = 0.0, most = 0.0", "sum", more, "a[i]")
    assert emitted(text, tmp_path) == ["__mrt_launch_later", "__mrt_launch_later", "__MRT_RESULTS;"]


@pytest.mark.parametrize(
    ("declared", "name", "between", "value"),
    [
        ("double sum = 0.0", "sum", "", "a[i] * sum"),
        ("double sum = 0.0", "sum", "a[0] += 1.0;", "a[i]"),
        ("double sum = 0.0; if (n < 0) goto there", "sum", "there:", "a[i]"),
        ("double sum = 0.0, *p = &sum", "sum", "", "a[i]"),
        ("static double sum = 0.0", "sum", "", "a[i]"),
        ("register double sum = 0.0", "sum", "", "a[i]"),
        ("double other = 0.0", "s", "", "a[i] + other"),
        ("double sum = 0.0", "sum", "if (n > 3)", "a[i]"),
    ],
    ids=["named", "statement", "label", "address", "static", "register", "file scope", "condition"],
)
def test_at_once(declared: str, name: str, between: str, value: str, tmp_path: Path) -> None:
    assert emitted(PROGRAM.format(declared, name, between, value), tmp_path) == []


def test_the_regions_of_a_branch_are_no_block(tmp_path: Path) -> None:
    text = PROGRAM.format("double sum = 0.0", "sum", "", "a[i]").replace("  int i;\n", "  int i;\n  if (n > 5)\n")
    assert emitted(text, tmp_path) == []


def test_not_behind_a_region_whose_array_section_it_bounds(tmp_path: Path) -> None:
    section = "#pragma omp parallel for reduction(+ : b[0 : k])\n  for (i = 0; i < n; i++) b[0] += a[i];"
    for between, length in ((section, "k"), (section.replace("k]", "9]"), "9")):
        text = PROGRAM.format("int k = 0", "k", between, "a[i]")
        assert emitted(text, tmp_path) == ([] if length == "k" else ["__mrt_launch_later", "__MRT_RESULTS;"])


REPEATED = """\
static int twice(int k) {{ return 2 * k; }}
int g(int k);
double f(int n, double *a)
{{
  double sum = 0.0;
  {0}
  {1} {{
    {2}
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i] * k;
    {3}
  }}
  return sum;
}}
"""
LATE = ["__mrt_launch_later", "__MRT_RESULTS;", "__MRT_RESULTS;"]
"""The launch, before the CPU's loop, and behind the sequential loop."""


@pytest.mark.parametrize(
    ("before", "loop", "above", "below"),
    [
        ("", "for (int k = 0; k < n; k++)", "", ""),
        ("int k = n;", "while (k-- > 0)", "if (k == 7) continue;", "if (k == 3) break;"),
        ("int k = n;", "do", "k = twice(k);", "if (k > 1000) break; } while (n > 0); if (n < 0) {"),
        ("int k = n; if (n > 3)", "for (;;)", "if (k > 9) break;", "k++;"),
    ],
    ids=["for", "while", "do", "under a condition"],
)
def test_behind_a_loop_that_repeats_it(before: str, loop: str, above: str, below: str, tmp_path: Path) -> None:
    found = emitted(REPEATED.format(before, loop, above, below), tmp_path)
    assert found == ([] if "if" in before else LATE)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("", "if (sum > 3.0) break;"),
        ("a[k] = sum;", ""),
        ("", "if (k == 5) return 1.0;"),
        ("", "if (k == 5) goto there; there: ;"),
        ("", "k += g(k);"),
        ("", "\n#pragma omp parallel for reduction(+ : sum)\nfor (int i = 0; i < n; i++) sum += i;"),
        ("double sum = 0.0;", ""),
    ],
    ids=["condition", "value", "return", "goto", "call", "region", "own"],
)
def test_not_behind_a_loop_that_may_need_it_sooner(above: str, below: str, tmp_path: Path) -> None:
    assert emitted(REPEATED.format("", "for (int k = 0; k < n; k++)", above, below), tmp_path) == []


@pytest.mark.parametrize(
    "clause",
    ["if (sum < 40.0)", "num_threads(sum > 3.0 ? 2 : 1)", "schedule(static, (int)sum + 1)"],
    ids=["if", "num_threads", "schedule"],
)
def test_not_where_a_clause_asks_for_it_each_time(clause: str, tmp_path: Path) -> None:
    text = REPEATED.format("", "for (int k = 0; k < n; k++)", "", "")
    assert emitted(text.replace("reduction(", f"{clause} reduction("), tmp_path) == []
    assert emitted(text.replace("reduction(", f"{clause.replace('sum', 'n')} reduction("), tmp_path) == LATE
