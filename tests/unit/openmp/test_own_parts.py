"""What threads compute from their numbers for the next statements alone: which blocks are made."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, walk
from tests.unit.openmp.units import bound

HEAD = """\
int omp_get_thread_num(void), omp_get_num_threads(void), printf(const char *format, ...);
struct range { int low, high; };
struct range of(int n, int me); void share(int n, int me, int *low, int *high) { *low = me % 3; *high = n / me; }
void work(int n) {
#pragma omp for
  for (int i = 0; i < n; i++) ;
}
"""
BARRIER = "\n#pragma omp barrier\n"
ASKED = "const int me = omp_get_thread_num();\n" + BARRIER
USED = "for (int i = low; i < high; i++) a[me] += x[i];\n"
BOUNDS = "int low = me % 5, high = x[low];\n"
GROUPED = {
    "bounds": (BOUNDS + USED, 3),
    "by a function": ("int low, high; share(n, me, &low, &high);\n" + USED, 4),
    "a structure": ("struct range r = of(n, me); for (int i = r.low; i < r.high; i++) a[me] += x[i];", 2),
    "a sum": (
        "double s = 0; " + BOUNDS + USED.replace("a[me]", "s += a[me]") + "\n#pragma omp critical\na[0] += s;\n",
        5,
    ),
}
LEFT = {
    "used behind a barrier": BOUNDS + USED + BARRIER + "a[low] = high;",
    "work is shared between": BOUNDS + "\n#pragma omp for\nfor (int i = 0; i < n; i++) x[i] = i;\n" + USED,
    "another function's loop is between": BOUNDS + "work(n);\n" + USED,
    "what prints": BOUNDS + 'printf("%d\\n", low);\n' + USED,
    "no loop": BOUNDS + "a[low] = high;",
    "not by the number": "int low = n % 5, high = x[low];\nfor (int i = low; i < high; i++) a[i] += 1;",
    "left by a jump": BOUNDS
    + USED.replace("a[me] += x[i]", "{ if (x[i]) goto end; a[me] += x[i]; }")
    + BARRIER
    + "end: ;",
    "static": BOUNDS.replace("int low", "static int low") + USED,
}


def blocks(statements: str) -> list[int]:
    """How many statements are in each block of a region."""
    region = f"#pragma omp parallel\n{{\n{ASKED}{statements}\n{BARRIER}}}\n"
    unit = bound(f"{HEAD}void f(double *a, int *x, int n)\n{{\n{region}}}\n")
    regions = [node for node in walk(unit.tree) if isinstance(node, Omp) and node.directive.kind == "parallel"]
    (body,) = (node.body for node in regions)
    assert isinstance(body, c_ast.Compound)
    return [len(item.block_items) for item in body.block_items if isinstance(item, c_ast.Compound)]


@pytest.mark.parametrize("name", GROUPED)
def test_statements_are_in_a_block(name: str) -> None:
    statements, count = GROUPED[name]
    assert blocks(statements) == [count]


@pytest.mark.parametrize("name", LEFT)
def test_others_stay_where_they_are(name: str) -> None:
    assert blocks(LEFT[name]) == []
