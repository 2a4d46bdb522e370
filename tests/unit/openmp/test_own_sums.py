"""Sums in threads' own memory: which are added up in the shared array at once."""

from __future__ import annotations

import pytest

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """\
typedef unsigned long size_t;
void *malloc(size_t size), *calloc(size_t count, size_t size);
void free(void *block), use(int *x), abort(void), *memset(void *block, int value, size_t size);
int other[9];
struct cell { int *a, to; } cells[9];
enum { FEW = 9 };
"""
OWN = "int *x = calloc(m, sizeof(int));\n"
LOOP = "#pragma omp for\nfor (int i = 0; i < n; i++) x[k[i]] += i;\n"
MERGE = "#pragma omp critical\nfor (int j = 0; j < m; j++) a[j] += x[j];\n"
ROWS = "for (int j = 0; j < m; j++) for (int l = 0; l < q; l++)"
TWO = f"#pragma omp critical\n{ROWS} a[j * q + l] += x[j * q + l];\n"

ARRAY = "int x[m];\n"
BLOCK = "int *x = malloc(m * sizeof(int));\n"
CLEAR = "for (int j = 0; j < m; j++) x[j] = 0;\n"
BOTH = "#pragma omp critical\n{ for (int j = 0; j < m; j++) { a[j] += x[j]; use(other); } }\n"
TABLE = "int x[m][q];\nmemset(x, 0, sizeof x);\n"

ADDED = {
    "plain": OWN + LOOP + MERGE + "free(x);",
    "counts": OWN + LOOP.replace("+= i", "++") + MERGE,
    "checked": "int *x = (int *)calloc(sizeof *x, (size_t)m); if (!x) abort();\n" + LOOP + MERGE + "free(x);",
    "rows": "int *x = calloc((size_t)m * q, sizeof *x);\n" + LOOP + TWO,
    "atomic": OWN + LOOP + "for (int j = 0; j < m; j++) {\n#pragma omp atomic\na[j] += x[j];\n}",
    "two loops": OWN + LOOP + LOOP + MERGE,
    "an array": ARRAY + CLEAR + LOOP + MERGE,
    "a block": BLOCK + CLEAR + LOOP + MERGE + "free(x);",
    "memset": ARRAY + "memset(x, 0, sizeof(x));\n" + LOOP + MERGE,
    "memset of a block": BLOCK + "memset(x, 0, m * sizeof *x);\n" + LOOP + MERGE,
    "a chain": ARRAY + CLEAR.replace("x[j]", "other[j] = x[j]") + LOOP + MERGE,
    "first of a chain": ARRAY + CLEAR.replace("x[j]", "x[j] = other[j]") + LOOP + MERGE,
    "beside others": ARRAY + CLEAR + LOOP + BOTH,
    "used behind": OWN + LOOP + MERGE + "free(x);\n#pragma omp barrier\nuse(a);",
}
LEFT = {
    "not cleared": BLOCK + LOOP + MERGE,
    "an array that is not cleared": ARRAY + LOOP + MERGE,
    "not all cleared": ARRAY + CLEAR.replace("j < m", "j < n") + LOOP + MERGE,
    "set to one": ARRAY + CLEAR.replace("= 0;", "= 1;") + LOOP + MERGE,
    "cleared behind": ARRAY + LOOP + CLEAR + MERGE,
    "cleared by half": ARRAY + "memset(x, 0, n * sizeof(int));\n" + LOOP + MERGE,
    "a break": ARRAY + CLEAR + LOOP + BOTH.replace("use(other)", "if (m > 3) break"),
    "under a condition": ARRAY + CLEAR + LOOP + MERGE.replace("a[j] +=", "if (j) a[j] +="),
    "used beside": ARRAY + CLEAR + LOOP + BOTH.replace("use(other)", "use(a)"),
    "constant length": ARRAY.replace("[m]", "[FEW]") + (CLEAR + LOOP + MERGE).replace("j < m", "j < FEW"),
    "not all": OWN + LOOP + MERGE.replace("j < m", "j < n"),
    "from 1 on": OWN + LOOP + MERGE.replace("j = 0", "j = 1"),
    "wrong rows": "int *x = calloc(m * q, sizeof *x);\n" + LOOP + TWO.replace("j * q", "j * m"),
    "not in turn": OWN + LOOP + MERGE.replace("#pragma omp critical\n", ""),
    "multiplied": OWN + LOOP.replace("+=", "*=") + MERGE,
    "read": OWN + LOOP.replace("+= i", "+= x[0]") + MERGE,
    "read in a subscript": OWN + LOOP.replace("k[i]", "x[i]") + MERGE,
    "shared array in the loop": OWN + LOOP.replace("+= i", "+= a[i]") + MERGE,
    "shared array before": OWN + "use(a);\n" + LOOP + MERGE,
    "handed on": OWN + "use(x);\n" + LOOP + MERGE,
    "size changes": OWN + "m = 3;\n" + LOOP + MERGE,
    "added before": OWN + MERGE + LOOP,
    "a thread's own": "int a[9];\n" + OWN + LOOP + MERGE,
}


PLACES = {
    "a[j + 1]": ("a[k[i] + 1] += i", OWN + LOOP),
    "cells[j].to": ("cells[k[i]].to += i", OWN + LOOP),
    "cells[q].a[other[j]]": ("cells[q].a[other[k[i]]] += i", OWN + LOOP),
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
        assert [each[:7] for each in added(loop)] == ["a[k[i]]"]


def added(loop: Omp) -> list[str]:
    """The statements that became atomic."""
    atomics = [node for node in walk(loop) if isinstance(node, Omp) and node.directive.kind == "atomic"]
    return [text_of(each.body) for each in atomics if each.body is not None]


@pytest.mark.parametrize("place", PLACES)
def test_threads_may_add_to_any_shared_place(place: str) -> None:
    statement, before = PLACES[place]
    (loop,) = loops(before + MERGE.replace("a[j]", place))
    assert added(loop) == [statement]


def test_tables_are_added_up_at_once() -> None:
    merge = f"#pragma omp critical\n{ROWS} a[j * q + l] += x[j][l];\n"
    (loop,) = loops(TABLE + LOOP.replace("x[k[i]]", "x[k[i]][i % q]") + merge)
    assert added(loop) == ["a[(k[i] * q) + (i % q)] += i"]


ROW_POINTERS = {
    "of the pointer": ("int (*x)[9] = calloc(m, sizeof *x);\n", True),
    "of its first row": ("int (*x)[FEW] = calloc(m, sizeof x[0]);\n", True),
    "of its type": ("int (*x)[9] = malloc(sizeof(int[9]) * m);\n" + CLEAR, True),
    "of elements": ("int (*x)[9] = calloc(m, sizeof(int));\n", False),
    "of shorter rows": ("int (*x)[9] = calloc(m, sizeof(int[4]));\n", False),
    "not cleared": ("int (*x)[9] = malloc(m * sizeof *x);\n", False),
}


@pytest.mark.parametrize("name", ROW_POINTERS)
def test_pointers_to_rows_are_added_up_at_once(name: str) -> None:
    """Where the memory is said to have as many rows as are added up."""
    own, expected = ROW_POINTERS[name]
    few = "FEW" if "FEW" in own else "9"
    rows = f"for (int j = 0; j < m; j++) for (int l = 0; l < {few}; l++)"
    own = own.replace(CLEAR, f"{rows} x[j][l] = 0;\n")
    merge = f"#pragma omp critical\n{rows} a[j * 9 + l] += x[j][l];\n"
    (loop,) = loops(own + LOOP.replace("x[k[i]]", "x[k[i]][i % 9]") + merge)
    assert added(loop) == (["a[(k[i] * 9) + (i % 9)] += i"] if expected else [])


MOST = "#pragma omp critical\nfor (int j = 0; j < m; j++) if (x[j] > a[j]) a[j] = x[j];\n"
GREATER = "#pragma omp for\nfor (int i = 0; i < n; i++) if (i > x[k[i]]) x[k[i]] = i;\n"
TO_ROWS = (
    f"#pragma omp critical\n{ROWS} a[j * q + l] += x[j][l];\nfor (int j = 0; j < m; j++) free(x[j]);\nfree(x);\n"
)
ROW = (
    "int **x = malloc(m * sizeof(int *));\nfor (int j = 0; j < m; j++) { x[j] = malloc(q * sizeof(int)); CLEAR }\n"
)
OF_ROWS = LOOP.replace("x[k[i]]", "x[k[i]][i % q]") + TO_ROWS
OTHER_KINDS = {
    "members": (
        "struct cell *x = calloc(m, sizeof(struct cell));\n"
        + LOOP.replace("x[k[i]]", "x[k[i]].to")
        + MERGE.replace("x[j]", "x[j].to"),
        "a[k[i]] += i",
    ),
    "an extreme": (
        BLOCK + CLEAR.replace("] = 0", "] = -5") + GREATER + MOST,
        "if (i > a[k[i]])\n  a[k[i]] = i;\n",
    ),
    "bits": ((OWN + LOOP + MERGE).replace("+=", "|="), "a[k[i]] |= i"),
    "rows": (
        ROW.replace("malloc(q *", "calloc(q,").replace(" CLEAR", "") + OF_ROWS,
        "a[(k[i] * q) + (i % q)] += i",
    ),
    "cleared rows": (
        ROW.replace("CLEAR", "for (int l = 0; l < q; l++) x[j][l] = 0;") + OF_ROWS,
        "a[(k[i] * q) + (i % q)] += i",
    ),
    "rows that are not cleared": (ROW.replace("CLEAR", "") + OF_ROWS, None),
    "an extreme from what varies": (BLOCK + CLEAR.replace("] = 0", "] = j") + GREATER + MOST, None),
    "an extreme that is not set": (BLOCK + GREATER + MOST, None),
    "a sum whose extreme is merged": (OWN + LOOP + MOST, None),
    "bits of a sum": (OWN + LOOP + MERGE.replace("+=", "|="), None),
    "a member that is not merged": (
        "struct cell *x = calloc(m, sizeof(struct cell));\n"
        + LOOP.replace("x[k[i]] += i", "x[k[i]].to += i, x[k[i]].b += i")
        + MERGE.replace("x[j]", "x[j].to"),
        None,
    ),
}


@pytest.mark.parametrize("name", OTHER_KINDS)
def test_elements_may_be_structures_extremes_and_rows(name: str) -> None:
    statements, expected = OTHER_KINDS[name]
    (loop,) = loops(statements)
    kinds = ("atomic", "critical")
    found = [node.body for node in walk(loop) if isinstance(node, Omp) and node.directive.kind in kinds]
    assert [text_of(each) for each in found if each is not None] == ([] if expected is None else [expected])


def test_what_extremes_begin_with_is_merged() -> None:
    statements, _ = OTHER_KINDS["an extreme"]
    unit = bound(
        f"{HEAD}void f(int *a, int *k, int n, int m, int q)\n{{\n#pragma omp parallel\n{{\n{statements}\n}}\n}}\n"
    )
    assert "if ((-5) > a[j])" in text_of(unit.tree.ext[-1].body.block_items[0].body.block_items[-1].body)


@pytest.mark.parametrize("name", LEFT)
def test_others_stay_as_they_are(name: str) -> None:
    assert not any(loop.directive.dealt for loop in loops(LEFT[name]))
