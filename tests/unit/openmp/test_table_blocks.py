"""Pointers of threads' own that are elements of a table: which are, and what is in their places."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """void *malloc(unsigned long), *calloc(unsigned long, unsigned long), free(void *);
int omp_get_thread_num(void);
struct work { int *block; } work[64];
int *table[64], **other, n, key[99];
void stores(int **p) { *p = 0; }
"""
LOOP = "\n#pragma omp for\nfor (int i = 0; i < n; i++) mine[key[i]]++;\n"
ME = "int me = omp_get_thread_num();"

ELEMENTS = {
    "stored": (f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP}", "table[me]"),
    "stored, allocated before": (f"int *mine = calloc(n, 4); {ME} table[me] = mine;{LOOP}", "table[me]"),
    "loaded": (f"{ME} table[me] = calloc(n, 4); int *mine = table[me];{LOOP}", "table[me]"),
    "assigned": (f"{ME} int *mine; mine = (int *)calloc(n, 4); table[me] = mine;{LOOP}", "table[me]"),
    "filled between": (
        f"{ME} int *mine = malloc(n * 4); for (int k = 0; k < n; k++) mine[k] = 0; table[me] = mine;{LOOP}",
        "table[me]",
    ),
    "by a call": (
        f"int *mine = calloc(n, 4); table[omp_get_thread_num()] = mine;{LOOP}",
        "table[omp_get_thread_num()]",
    ),
    "in a structure": (f"{ME} int *mine = calloc(n, 4); work[me].block = mine;{LOOP}", "work[me].block"),
    "freed": (f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP} free(mine);", "table[me]"),
}

POINTERS = {
    "no table": f"{ME} int *mine = calloc(n, 4);{LOOP}",
    "another subscript": f"{ME} int *mine = calloc(n, 4); table[me / 2] = mine;{LOOP}",
    "another block later": f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP} table[me] = calloc(n, 4);",
    "another table later": f"{ME} int *mine = calloc(n, 4); other[me] = mine;{LOOP} other = table;",
    "the pointer moves": f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP} mine++;",
    "another element is stored": f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP} other[0] = mine;",
    "a function that stores pointers": f"{ME} int *mine = calloc(n, 4); table[me] = mine;{LOOP} stores(other);",
    "a barrier between": f"{ME} int *mine = malloc(n * 4); mine[0] = 0;"
    f"\n#pragma omp barrier\ntable[me] = mine;{LOOP}",
    "the size changes": f"{ME} int *mine = calloc(n, 4); n = 7; table[me] = mine;{LOOP}",
    "a number that changes": f"{ME} int *mine = calloc(n, 4); table[me] = mine; me = 0;{LOOP}",
}


def _loop(statements: str) -> str:
    unit = bound(f"{HEAD}void f(void) {{\n#pragma omp parallel\n{{ {statements} }}\n}}\n")
    nodes = [
        node for node in walk(unit.functions[-1].body) if isinstance(node, Omp) and node.directive.kind == "for"
    ]
    (found,) = nodes
    assert isinstance(found.body, c_ast.For)
    return text_of(found.body.stmt)


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements_are_in_the_places_of_pointers(name: str) -> None:
    statements, element = ELEMENTS[name]
    assert _loop(statements) == f"{element}[key[i]]++"


@pytest.mark.parametrize("name", POINTERS)
def test_pointers_stay(name: str) -> None:
    """They do where they may lead elsewhere than the element."""
    assert _loop(POINTERS[name]) == "mine[key[i]]++"
