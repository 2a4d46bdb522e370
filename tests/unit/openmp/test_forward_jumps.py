"""`goto` inside iterations: which becomes loops, `break` and conditions, and what it becomes."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

CHANGED = {
    "end of the iteration": ("if (x[i]) goto out; x[i] = 1; out: ;", ["!out_reached"]),
    "nested loops": (
        "for (a = 0; a < n; a++) for (b = 0; b < n; b++) if (x[b]) goto out; x[i] = 1; out: x[0] = 2;",
        ["out_reached", "!out_reached"],
    ),
    "a loop alone": ("while (x[i]) if (x[i]-- == 3) goto out; out: ;", []),
    "out of a switch": (
        "switch (x[i]) { case 1: goto out; default: x[i] = 1; } x[i]++; out: ;",
        ["!out_reached"],
    ),
    "out of a switch in a loop": (
        "while (x[i]--) { switch (x[i]) { case 1: if (n) goto out; break; default: n--; } n++; } x[i]++; out: ;",
        ["out_reached", "!out_reached"],
    ),
    "backward": ("again: if (x[i]--) goto again;", ["!again_next_reached"]),
    "backward and forward": (
        "if (x[i]) goto out; x[i] = 1; out: if (x[i]++) goto out;",
        ["!out_reached", "!out_next_reached"],
    ),
    "backward over a continue": (
        "again: if (x[i] < 0) continue; if (x[i]--) goto again;",
        ["!again_next_reached"],
    ),
    "backward over what is used behind": (
        "again:; int k = x[i]; if (k) { x[i]--; goto again; } x[0] = k;",
        ["!again_next_reached"],
    ),
    "variable of the statements between": ("if (x[i]) goto out; int k = 1; x[i] = k; out: ;", ["!out_reached"]),
}
STAYS = {
    "backward into a loop": "while (n) { in: x[i]--; } if (x[i]) goto in;",
    "backward beside a break": "while (n--) { again: if (x[i]++ > 3) break; if (n) goto again; }",
    "backward beside a continue": "while (n--) { { again: if (x[i]++ > 3) continue; if (n) goto again; } }",
    "into a block": "if (x[i]) goto in; { x[i] = 2; in: x[i] = 1; }",
    "case in a loop": "switch (x[i]) { case 1: while (n--) { case 2: goto out; } } x[i]++; out: ;",
    "variable that is used behind": "int k; if (x[i]) goto out; int m = 1; x[i] = m; out: m = 3; x[i] += m;",
    "variable whose address is taken": "int *p; if (x[i]) goto out; int m = 1; p = &m; out: x[i] = 1;",
    "array": "if (x[i]) goto out; int m[2]; m[0] = x[i]; out: x[i] = 1;",
    "type": "if (x[i]) goto out; typedef int T; T m = 1; x[i] = m; out: x[i] = 1;",
    "label whose address is taken": "void *p = &&out; if (x[i]) goto out; x[i] = p != 0; out: ;",
}


def loop(body: str) -> Omp:
    head = "void f(int *x, int n) { int i, a, b;\n#pragma omp parallel for\n"
    unit = bound(f"{head}for (i = 0; i < n; i++) {{ {body} }} }}")
    return next(node for node in walk(unit.tree) if isinstance(node, Omp))


def jumps(node: c_ast.Node) -> int:
    return sum(isinstance(part, c_ast.Goto | c_ast.Label) for part in walk(node))


@pytest.mark.parametrize("name", CHANGED)
def test_a_jump_becomes_a_flag(name: str) -> None:
    body, conditions = CHANGED[name]
    construct = loop(body)
    assert jumps(construct) == 0
    asked = [text_of(node.cond) for node in walk(construct) if isinstance(node, c_ast.If)]
    assert [text for text in asked if "reached" in text] == conditions


@pytest.mark.parametrize("name", STAYS)
def test_other_jumps_stay(name: str) -> None:
    assert jumps(loop(STAYS[name])) >= 2


CALLEES = """
int other(int k) { if (k) goto out; k = 1; out: return k; }
int inner(int k) { if (k) goto out; k = 1; out: return k; }
int outer(int k) { return inner(k) + 1; }
void f(int *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) x[i] = outer(i);
}
"""


def test_functions_that_loops_call_are_changed_and_no_others() -> None:
    left = {each.decl.name: jumps(each) for each in bound(CALLEES).functions}
    assert left == {"other": 2, "inner": 0, "outer": 0, "f": 0}
