"""Which scalars stay on the device, which kernel computes them, and why they do not."""

from __future__ import annotations

import pytest

from mapper.analysis.names.symbols import resolve
from mapper.ir.program.region import ParallelRegion
from mapper.transforms.launches.scalars import scalars
from tests.unit.translate.programs import translated

SUM_A = "#pragma omp for reduction(+ : a)\nfor (i = 0; i < 50; i++) a += x[i];\n"
SUM_B = "#pragma omp for reduction(+ : b)\nfor (i = 0; i < 50; i++) b += x[i];\n"
USE_C = "#pragma omp for\nfor (i = 0; i < 50; i++) x[i] = c;\n"
USE_D = "#pragma omp for\nfor (i = 0; i < 50; i++) x[i] += d;\n"
SINGLE = "#pragma omp single\n"

HEAD = """
#include <math.h>
#include <stdio.h>
static double x[50], visible;
double external;
static int number, *far = &number;
static double own;
#pragma omp threadprivate(own)
static double twice(double v) { return 2 * v; }
"""


def region_of(statements: str, more: str = "") -> ParallelRegion:
    text = f"""{HEAD}
void work(int n)
{{
  double a = 0, b = 0, c = 1, d = 2;
  float f = 0;
  int i, t;
  {more}
#pragma omp parallel private(i, t)
  {{
{statements}
  }}
}}
"""
    program = translated(text)
    units = {unit.path: resolve(unit) for unit in program.units}
    return scalars(program.regions[0], units)


def runs(region: ParallelRegion) -> list[tuple[list[str], list[str], list[str]]]:
    """For each kernel of a chain: what it reads, and what it sets before and behind its loop."""
    found = []
    for loop in region.loops:
        steps = loop.kernel.steps if loop.kernel is not None else None
        if steps is not None:
            before, after = ([str(each.lvalue.name) for each in part] for part in (steps.before, steps.after))
            found.append((sorted(steps.variables), before, after))
    return found


def reasons(region: ParallelRegion) -> set[str]:
    kernels = [loop.kernel for loop in region.loops if loop.kernel is not None]
    return {each.refusal for kernel in kernels for each in kernel.applied if each.refusal is not None}


def test_the_sum_computes_what_follows() -> None:
    region = region_of(f"{SUM_A} c = a / 2;\n{USE_C}{SUM_B}")
    assert runs(region) == [([], [], ["c"]), (["c"], [], []), ([], [], [])]
    (chain,) = region.chains
    assert chain.cells.names == ("a", "b", "c")
    assert chain.cells.changed == frozenset("abc")


def test_assignments_move_to_the_sum_across_kernels() -> None:
    region = region_of(f"{SUM_A} c = a / 2;\n{USE_C} d = a + 1;\n{USE_D}{SUM_B}")
    assert runs(region) == [([], [], ["c", "d"]), (["c"], [], []), (["d"], [], []), ([], [], [])]


def test_not_across_kernels_that_use_them() -> None:
    region = region_of(f"{SUM_A} c = a / 2;\n{USE_C} c = 3;\n{USE_D}{SUM_B}")
    assert runs(region)[:2] == [([], [], ["c"]), (["c"], [], [])]
    assert runs(region)[2] == ([], ["c"], [])


def test_the_next_kernel_computes_what_no_sum_can() -> None:
    region = region_of(f"for (t = 0; t < n; t++) {{\n d = c;\n{USE_C}{SUM_A}{SUM_B} }}")
    assert runs(region)[0] == ([], ["d"], [])
    region = region_of(f"for (t = 0; t < n; t++) {{\n c = d * 2;\n{USE_C}{SUM_A}{SUM_B} }}")
    assert runs(region)[0] == (["c"], ["c"], [])


def test_what_stands_at_the_ends_stays_with_the_host() -> None:
    region = region_of(f"c = d;\n{SUM_A}{SUM_B} d = a;\n")
    assert runs(region) == [([], [], []), ([], [], [])]
    assert region.chains[0].cells.names == ("a", "b")


def test_one_sum_alone_needs_no_chain() -> None:
    region = region_of(f"{SUM_A}{USE_C}")
    assert not region.chains
    assert reasons(region) == set()


REFUSED = {
    "if (a > 1) c = 2;": "the host runs other statements than assignments to scalars",
    f"{SINGLE}x[2] = a;": "the host writes more than scalars",
    "c = x[2];": "an expression is not made of doubles and + - * /",
    "c = a > 1;": "an expression is not made of doubles and + - * /",
    "c = twice(a);": "the host calls `twice`",
    "c = exp(a);": "the host calls `exp`",
    "c = a / n;": "`n` is not a double",
    "f = 1;": "`f` is not a double",
    f"{SINGLE}external = a;": "`external` is no plain variable of the function or file",
    f"{SINGLE}port = a;": "`port` is no plain variable of the function or file",
    "c = fixed;": "`fixed` is no plain variable of the function or file",
    f"{SINGLE}own = a;": "`own` is no plain variable of the function or file",
    f"for (t = 0; t < *far; t++) {{\n{USE_C} }}": "the host reads memory to know how often a loop runs",
    "c = *p;": "an expression is not made of doubles and + - * /",
    "d = a;": "pointers may lead to `d`",
    f"for (t = 0; t < number; t++) {{\n{SINGLE}c = 1; }}": "the host runs a loop",
    f"for (t = 0; t < a; t++) {{\n{USE_C} }}": "the host needs a scalar to know how often a loop runs",
    f"for (t = 0; t < x[3]; t++) {{\n{USE_C} }}": "the host reads memory to know how often a loop runs",
    f"for (t = 0; t < n; t++) {{\n{USE_C} c = c / 2;\n }}": "no kernel can compute `c`",
    f"for (t = 0; t < n; t++) {{\n c = c / 2;\n{USE_C} }}": "`c` has to be kept while work-items read it",
    '#pragma omp for\nfor (i = 0; i < n; i++) printf("%d", i);\n': "a loop runs on the CPU",
    '#pragma omp for\nfor (i = 0; i < 50; i++) if (x[i] < 0) puts("!");\n': "the host has more to do for a launch",
    "#pragma omp critical\n c = 2;": "the host runs `critical`",
    f"{SINGLE[:-1]} firstprivate(c)\n c = 2;": "`single` has variables of its own",
    "#pragma omp for reduction(+ : f)\nfor (i = 0; i < n; i++) f += 1;": (
        "a reduction's result is not a variable of type double"
    ),
}


@pytest.mark.parametrize("statement", REFUSED)
def test_refused(statement: str) -> None:
    region = region_of(
        f"{SUM_A}{statement}\n{SUM_B}", "double *p = &d; volatile double port; const double fixed = 3;"
    )
    assert REFUSED[statement] in reasons(region)
    assert not region.chains


@pytest.mark.parametrize(
    "assignment", ["c = sqrt(a) - fabs(b) * 2;", "c *= a;", "visible = -a;", "c = 1e-3 / (a + 1);"]
)
def test_taken(assignment: str) -> None:
    region = region_of(f"{SUM_A}{SINGLE}{assignment}\n{USE_C}{SUM_B}")
    assert len(region.chains) == 1
    assert reasons(region) == set()


LOOP_A = "#pragma omp for reduction(max : a)\nfor (i = t; i < 50; i++) a = x[i] > a ? x[i] : a;\n"
MOST_A = f"for (t = 0; t < n; t++) {{\n{LOOP_A}}}\n"


@pytest.mark.parametrize(
    ("statements", "chains"),
    [
        (MOST_A, 0),
        (f'{MOST_A}{SINGLE} printf("%g", a);\n', 1),
        (MOST_A.replace("i < 50; i++) a", "i < 50; i++) x[i] -= 1, a"), 0),
        (MOST_A.replace("max : a", "+ : a").replace("a = x[i] > a ? x[i] : a", "a += x[i]"), 1),
        (f"{MOST_A} c = a;\n{USE_C}", 1),
    ],
)
def test_results_that_may_come_later_are_no_chain(statements: str, chains: int) -> None:
    """Many launches that do not need each other's extremes become one."""
    assert len(region_of(statements).chains) == chains
