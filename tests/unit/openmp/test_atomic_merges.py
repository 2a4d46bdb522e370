"""Atomic operations behind work-shared loops: which of them become `critical` constructs."""

from __future__ import annotations

import pytest

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound


def turns(behind: str) -> list[str]:
    """The bodies of the `critical` constructs of a region with a loop and some statements behind it."""
    unit = bound(
        f"""
        typedef _Atomic long counter;
        static counter all, none; static _Atomic(int) some; static long plain;
        void f(long *x, int n) {{
          long none = 0;
          __sync_fetch_and_add(&plain, 1);
#pragma omp parallel
          {{ long mine = 0, parts[8] = {{0}}, rows[2][8], varying[n]; long *other = x;
#pragma omp for
            for (int i = 0; i < n; i++) {{ mine += x[i]; __sync_fetch_and_add(&x[i], 1); }}
            {behind}
          }}
        }}
        """
    )
    return [
        text_of(node.body)
        for node in walk(unit.tree)
        if isinstance(node, Omp) and node.directive.kind == "critical" and node.body is not None
    ]


@pytest.mark.parametrize(
    ("statement", "turn"),
    [
        ("__sync_fetch_and_add(&plain, mine);", "__sync_fetch_and_add(&plain, mine)"),
        ("if (mine > 0) __atomic_or_fetch(&x[1], mine, 0);", "__atomic_or_fetch(&x[1], mine, 0)"),
        ("mine *= 2; all -= mine;", "all -= mine"),
        ("some++;", "some++"),
    ],
)
def test_they_are_in_turn(statement: str, turn: str) -> None:
    assert turns(statement) == [turn]


EACH = "for (int k = 0; k < 8; k++)"
ATOMIC = "\n#pragma omp atomic\n"


@pytest.mark.parametrize(
    "statement",
    [
        f"{EACH}{ATOMIC}x[k] += parts[k];",
        f"{EACH} {{{ATOMIC}x[k] += parts[k];{ATOMIC}plain -= 2 * parts[k]; }}",
        f"for (int j = 0; j < 2; j++) {EACH}{ATOMIC}x[j] += rows[j][k];",
    ],
)
def test_loops_that_combine_are_in_turn(statement: str) -> None:
    (turn,) = turns(statement)
    assert turn.startswith("for (int")


@pytest.mark.parametrize(
    "statement",
    [
        f"{EACH}{ATOMIC}x[k] += 1;",
        f"{EACH}{ATOMIC}x[k] += other[k];",
        f"{EACH}{ATOMIC}x[k] += varying[k];",
        f"{EACH} {{{ATOMIC}x[k] += parts[k]; mine++; }}",
        f"{EACH} {{{ATOMIC}x[k]++; }}",
        f"for (int k = 0; k < 8; k += n){ATOMIC}x[k] += parts[k];",
        f"{{ int k;{ATOMIC}x[0] += parts[0]; }}",
        f"{EACH}{ATOMIC[:-1]} capture\nn = x[k] += parts[k];",
        "plain += mine;",
        "none += mine;",
        "all = all + mine;",
        "mine = __sync_fetch_and_add(&plain, mine);",
        "__atomic_store_n(&plain, mine, 0);",
        "if (mine) __sync_fetch_and_add(&plain, mine); else n = 0;",
    ],
)
def test_they_stay(statement: str) -> None:
    assert turns(statement) == []
