"""Extremes with their places under `critical`: which loops keep them apart, and what is merged behind them."""

from __future__ import annotations

from textwrap import dedent

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

MOVED = {
    "plain": ("if (x[i] < best) { best = x[i]; at = i; }", "best_own < best"),
    "mirrored": ("if (best < x[i]) { at = i; best = x[i]; }", "best_own > best"),
    "comma": ("if (x[i] > best) best = x[i], at = i;", "best_own > best"),
    "last one": ("if (x[i] >= best) { best = x[i]; at = i; }", "best_found && (best_own >= best)"),
    "tie": (
        "if (x[i] < best || (x[i] == best && i < at)) { best = x[i]; at = i; }",
        "(best_own < best) || ((best_own == best) && (at_own < at))",
    ),
    "ties by two places": (
        "if (x[i] < best || (x[i] == best && (i < at || (at == i && n > of)))) { best = x[i]; at = i; of = n; }",
        "(best_own < best) || ((best_own == best) && ((at_own < at) || ((at_own == at) && (of_own > of))))",
    ),
}
STAYS = {
    "no place": "if (x[i] < best) best = x[i];",
    "another value": "if (x[i] < best) { best = x[i] + 1; at = i; }",
    "margin": "if (x[i] < best - 1) { best = x[i]; at = i; }",
    "place of the last": "if (x[i] < best) { best = x[i]; at = at + i; }",
    "counts": "if (x[i] < best) { best = x[i]; at++; }",
    "otherwise": "if (x[i] < best) { best = x[i]; at = i; } else at = 0;",
    "two statements": "if (x[i] < best) { best = x[i]; at = i; } at = 0;",
    "call": "if (g(i) < best) { best = g(i); at = i; }",
    "element": "if (x[i] < best) { best = x[i]; x[0] = i; }",
    "tie by what is not set": "if (x[i] < best || (x[i] == best && n < of)) { best = x[i]; at = i; }",
    "wrong second tie": "if (x[i] < best || (x[i] == best && (i < at || (i != at && n < of)))) "
    "{ best = x[i]; at = i; of = n; }",
    "wrong tie": "if (x[i] < best || (x[i] == best && i <= at)) { best = x[i]; at = i; }",
}


def region(critical: str, around: str = "", clauses: str = "") -> Omp:
    text = f"""
    double g(int);
    void f(double *x, int n) {{
      double best = x[0]; int at = 0, of = 0;
    #pragma omp parallel for {clauses}
      for (int i = 0; i < n; i++) {{
        {around}
    #pragma omp critical(name)
        {{ {critical} }}
      }}
      x[0] = best + at + of;
    }}
    """
    return next(node for node in walk(bound(dedent(text)).tree) if isinstance(node, Omp))


@pytest.mark.parametrize("name", MOVED)
def test_extremes_are_merged_behind_the_loop(name: str) -> None:
    critical, test = MOVED[name]
    construct = region(critical, clauses="num_threads(4) schedule(static) private(n) default(shared)")
    assert construct.directive.kind == "parallel"
    assert [each.kind for each in construct.directive.clauses] == ["num_threads", "default"]
    assert isinstance(construct.body, c_ast.Compound)
    *_, loop, merge = construct.body.block_items
    assert [each.kind for each in loop.directive.clauses] == ["schedule", "private", "nowait"]
    assert loop.directive.moved
    assert merge.directive.form == "name"
    assert text_of(merge.body.cond) == test
    assert "best = best_own" in text_of(merge.body)
    assert "at = at_own" in text_of(merge.body)
    assert not any(isinstance(node, c_ast.ID) and node.name in ("best", "at") for node in walk(loop))


@pytest.mark.parametrize("name", STAYS)
def test_other_loops_stay_as_they_are(name: str) -> None:
    assert region(STAYS[name]).directive.kind == "parallel for"


@pytest.mark.parametrize(
    ("around", "clauses", "kind"),
    [
        ("if (x[i] < best)", "", "parallel"),
        ("if (n > 3 && x[i] <= best)", "", "parallel"),
        ("if (x[i] < best / 2)", "", "parallel for"),
        ("if (x[i] > best)", "", "parallel for"),
        ("if (at < 5)", "", "parallel for"),
        ("x[i] = best;", "", "parallel for"),
        ("", "reduction(min : best)", "parallel for"),
    ],
)
def test_what_else_is_in_the_loop(around: str, clauses: str, kind: str) -> None:
    assert region(MOVED["plain"][0], around, clauses).directive.kind == kind


READ = "double now;\n#pragma omp atomic read\nnow = a;\n"
PLACES = {
    "members": ("if (x[i] < b.low) { b.low = x[i]; b.at = i; }", "b_low_own < b.low"),
    "behind pointers": ("if (*p > x[i]) { *p = x[i]; *q = i; }", "p_own < (*p)"),
    "members behind pointers": ("if (s->low > s->x[i]) s->low = s->x[i], s->at = i;", "s_low_own < s->low"),
    "whole structure": ("if (all[i].low < b.low) b = all[i];", "b_own.low < b.low"),
    "whole behind pointers": ("if (all[i].low < s->low) *s = all[i];", "s_own.low < s->low"),
    "whole from a pointer": ("if (s->low < b.low) b = *s;", "b_own.low < b.low"),
    "two and a count": (
        "double d = x[i]; if (d < b.low) { b.low = d; b.at = i; } n++; if (d > *p) *p = d;",
        "b_low_own < b.low",
    ),
    "another member": ("if (s->low < b.low) { b.low = s->low; b.at = b.n; } b.n++;", None),
    "a count that is kept": ("n++; if (x[i] < b.low) { b.low = x[i]; b.at = n; }", None),
    "a part of what is kept": ("if (all[i].low < b.low) { b = all[i]; b.at = i; }", None),
    "a pointer that moves": ("if (x[i] < *p) { *p = x[i]; p = x; }", None),
    "another's value": ("if (x[i] < b.low) { b.low = x[i]; b.at = i; } if (b.low > *p) *p = b.low;", None),
}


@pytest.mark.parametrize("name", PLACES)
def test_extremes_may_be_in_structures_and_behind_pointers(name: str) -> None:
    critical, test = PLACES[name]
    text = f"""
    struct best {{ double low, x[9]; int at, n; }};
    void f(double *x, int n, double *p, int *q, struct best *s, struct best *all) {{
      struct best b = {{0}};
    #pragma omp parallel for
      for (int i = 0; i < 9; i++) {{
    #pragma omp critical
        {{ {critical} }}
      }}
      x[0] = b.low;
    }}
    """
    construct = next(node for node in walk(bound(dedent(text)).tree) if isinstance(node, Omp))
    assert (construct.directive.kind == "parallel") == (test is not None)
    if test is not None:
        merges = [
            node.body for node in walk(construct) if isinstance(node, Omp) and "critical" in node.directive.kind
        ]
        assert test in [text_of(each.cond) for each in merges if isinstance(each, c_ast.If)]


@pytest.mark.parametrize(
    ("locked", "kind"),
    [
        ("omp_set_lock(l); if (x[i] < a) { a = x[i]; at = i; } omp_unset_lock(l);", "parallel"),
        ("omp_set_lock(l); if (x[i] < a) { a = x[i]; at = i; } omp_unset_lock(l + 1);", "parallel for"),
        ("omp_set_lock(l); if (x[i] < a) { a = x[i]; at = i; } omp_unset_nest_lock(l);", "parallel for"),
        ("if (x[i] < a) { omp_set_lock(l); if (x[i] < a) { a = x[i]; at = i; } omp_unset_lock(l); }", "parallel"),
        ("if (x[i] < a) { omp_set_lock(l); a = x[i]; at = i; omp_unset_lock(l); }", "parallel for"),
        (
            READ + "if (now > x[i] && n) {\n#pragma omp critical\nif (x[i] < a) { a = x[i]; at = i; } }",
            "parallel",
        ),
        (
            READ + "x[i] = now; if (now > x[i]) {\n#pragma omp critical\nif (x[i] < a) { a = x[i]; at = i; } }",
            "parallel for",
        ),
    ],
)
def test_extremes_under_locks_and_read_by_atomic(locked: str, kind: str) -> None:
    head = "void omp_set_lock(int *), omp_unset_lock(int *), omp_unset_nest_lock(int *);"
    loop = "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) {"
    text = f"{head}\nvoid f(double *x, int n, int *l) {{ double a = 1e9; int at = 0;\n{loop} {locked} }} }}\n"
    construct = next(node for node in walk(bound(text).tree) if isinstance(node, Omp))
    assert construct.directive.kind == kind
    if kind == "parallel":
        called = [node.name.name for node in walk(construct) if isinstance(node, c_ast.FuncCall)]
        assert "omp_set_lock" not in called


@pytest.mark.parametrize(
    ("of", "value", "place", "kind"),
    [
        ("int", "cost[i]", "i", "parallel for"),
        ("int", "(unsigned)of[i]", "i", "parallel for"),
        ("int", "at->cost", "i", "parallel for"),
        ("long", "(size)of[i]", "i", "parallel for"),
        ("int", "of[i] + sizeof of[i]", "i", "parallel for"),
        ("int", "of[i] * 2u", "i", "parallel for"),
        ("int", "unknown", "i", "parallel for"),
        ("int", "of[i]", "cost[i]", "parallel for"),
        ("int", "of[cost[i]] << 2u", "i", "parallel"),
        ("int", "pixel[i]", "i", "parallel"),
        ("int", "-at->gain * 2", "i", "parallel"),
        ("int", "(of[i] > 0 ? of[i] : -of[i])", "i", "parallel"),
        ("int", "cost[i] > 5u", "i", "parallel"),
        ("long", "cost[i]", "i", "parallel"),
        ("size", "cost[i]", "i", "parallel"),
        ("real", "cost[i]", "i", "parallel"),
        ("double", "(size)of[i]", "i", "parallel"),
    ],
)
def test_signed_variables_keep_no_unsigned_values(of: str, value: str, place: str, kind: str) -> None:
    text = f"""
    typedef unsigned long size; typedef float real;
    struct part {{ unsigned cost; int gain; }};
    unsigned cost[9]; unsigned char pixel[9];
    void f(const int *of, struct part *at, int n) {{
      {of} best = -1; int where = -1;
    #pragma omp parallel for
      for (int i = 0; i < n; i++)
    #pragma omp critical
        if ({value} < best || ({value} == best && {place} < where)) {{ best = {value}; where = {place}; }}
    }}
    """
    construct = next(node for node in walk(bound(dedent(text)).tree) if isinstance(node, Omp))
    assert construct.directive.kind == kind


@pytest.mark.parametrize(("beside", "kind"), [("", "parallel"), ("{ int best; }", "parallel for")])
def test_variables_of_other_blocks_are_not_meant(beside: str, kind: str) -> None:
    text = f"""
    double best = 1e9; int at;
    void f(const double *x, int n) {{
      {beside}
    #pragma omp parallel for
      for (int i = 0; i < n; i++)
    #pragma omp critical
        if (x[i] < best) {{ best = x[i]; at = i; }}
    }}
    """
    construct = next(node for node in walk(bound(dedent(text)).tree) if isinstance(node, Omp))
    assert construct.directive.kind == kind


@pytest.mark.parametrize("nowait", ["", "nowait"])
def test_a_loop_in_a_region_keeps_its_clauses(nowait: str) -> None:
    text = f"""
    void f(double *x, int n) {{
      double best = x[0]; int at = 0, step = 0;
    #pragma omp parallel firstprivate(n)
      {{
    #pragma omp for firstprivate(step) schedule(static) {nowait}
        for (int i = 0; i < n; i++) {{
          step += i;
    #pragma omp critical
          if (x[i] < best) {{ best = x[i]; at = i; }}
        }}
      }}
      x[0] = best + at;
    }}
    """
    unit = bound(dedent(text))
    kinds = [
        [clause.kind for clause in node.directive.clauses]
        for node in walk(unit.tree)
        if isinstance(node, Omp) and node.directive.kind == "for"
    ]
    assert kinds == [["firstprivate", "schedule", "nowait"]]
    barriers = [node for node in walk(unit.tree) if isinstance(node, Omp) and node.directive.kind == "barrier"]
    assert len(barriers) == (0 if nowait else 1)
