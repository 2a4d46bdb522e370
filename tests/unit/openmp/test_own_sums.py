"""Sums in threads' own memory: which are added up in the shared array at once."""

from __future__ import annotations

import pytest

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """\
typedef unsigned long size_t;
void *malloc(size_t size), *calloc(size_t count, size_t size);
void free(void *block), use(int *x), abort(void);
int other[9];
"""
OWN = "int *x = calloc(m, sizeof(int));\n"
LOOP = "#pragma omp for\nfor (int i = 0; i < n; i++) x[k[i]] += i;\n"
MERGE = "#pragma omp critical\nfor (int j = 0; j < m; j++) a[j] += x[j];\n"
ROWS = "for (int j = 0; j < m; j++) for (int l = 0; l < q; l++)"
TWO = f"#pragma omp critical\n{ROWS} a[j * q + l] += x[j * q + l];\n"

ADDED = {
    "plain": OWN + LOOP + MERGE + "free(x);",
    "counts": OWN + LOOP.replace("+= i", "++") + MERGE,
    "checked": "int *x = (int *)calloc(sizeof *x, (size_t)m); if (!x) abort();\n" + LOOP + MERGE + "free(x);",
    "rows": "int *x = calloc((size_t)m * q, sizeof *x);\n" + LOOP + TWO,
    "atomic": OWN + LOOP + "for (int j = 0; j < m; j++) {\n#pragma omp atomic\na[j] += x[j];\n}",
    "two loops": OWN + LOOP + LOOP + MERGE,
    "used behind": OWN + LOOP + MERGE + "free(x);\n#pragma omp barrier\nuse(a);",
}
LEFT = {
    "not cleared": OWN.replace("calloc(m,", "malloc(m *").replace("* sizeof", "* sizeof") + LOOP + MERGE,
    "not all": OWN + LOOP + MERGE.replace("j < m", "j < n"),
    "from 1 on": OWN + LOOP + MERGE.replace("j = 0", "j = 1"),
    "elsewhere": OWN + LOOP + MERGE.replace("a[j]", "a[j + 1]"),
    "wrong rows": "int *x = calloc(m * q, sizeof *x);\n" + LOOP + TWO.replace("j * q", "j * m"),
    "not in turn": OWN + LOOP + MERGE.replace("#pragma omp critical\n", ""),
    "multiplied": OWN + LOOP.replace("+=", "*=") + MERGE,
    "read": OWN + LOOP.replace("+= i", "+= x[0]") + MERGE,
    "read in a subscript": OWN + LOOP.replace("k[i]", "x[i]") + MERGE,
    "shared array in the loop": OWN + LOOP.replace("+= i", "+= a[i]") + MERGE,
    "shared array before": OWN + "use(a);\n" + LOOP + MERGE,
    "handed on": OWN + "use(x);\n" + LOOP + MERGE,
    "another type": OWN.replace("int *x", "long *x") + LOOP + MERGE,
    "size changes": OWN + "m = 3;\n" + LOOP + MERGE,
    "added before": OWN + MERGE + LOOP,
    "a thread's own": "int a[9];\n" + OWN + LOOP + MERGE,
}


def loops(statements: str) -> list[Omp]:
    head = f"{HEAD}void f(int *a, int *k, int n, int m, int q)\n"
    unit = bound(f"{head}{{\n#pragma omp parallel\n{{\n{statements}\n}}\n}}\n")
    return [node for node in walk(unit.tree) if isinstance(node, Omp) and node.directive.kind == "for"]


@pytest.mark.parametrize("name", ADDED)
def test_sums_are_added_up_at_once(name: str) -> None:
    found = loops(ADDED[name])
    assert found
    for loop in found:
        assert loop.directive.dealt
        atomics = [node for node in walk(loop) if isinstance(node, Omp) and node.directive.kind == "atomic"]
        assert [text_of(each.body)[:7] for each in atomics if each.body is not None] == ["a[k[i]]"]


@pytest.mark.parametrize("name", LEFT)
def test_others_stay_as_they_are(name: str) -> None:
    assert not any(loop.directive.dealt for loop in loops(LEFT[name]))
