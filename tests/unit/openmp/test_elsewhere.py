"""Functions of other files: which of them become statements where they are called in regions."""

from __future__ import annotations

import dataclasses

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import called_name, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_updates import put_in_place
from mapper.openmp.idioms.elsewhere import functions_elsewhere
from tests.unit.openmp.units import bound

USER = """\
%s
void region(void) {
#pragma omp parallel
  {
    int low, high = 0;
    %s
  }
}
"""
SHARE = "void share(int *low, int *high)"
BODY = "{ *low = n; *high = 2 * n; }"


def units(owner: str, declared: str, statement: str = "share(&low, &high);") -> list[Unit]:
    """A unit that calls functions in a region, and one that defines them."""
    user = bound(USER % (declared, statement))
    return [user, dataclasses.replace(bound(owner), path="other.c")]


def left(owner: str, declared: str = SHARE + "; extern int n;") -> list[str]:
    """The functions that the region still calls."""
    both = units(owner, declared)
    for at, known in functions_elsewhere(both):
        put_in_place(both[at], (), known.updates)
    return [called_name(node) for node in walk(both[0].tree) if isinstance(node, c_ast.FuncCall)]


@pytest.mark.parametrize(
    "owner",
    [
        f"int n; {SHARE} {BODY}",
        f"typedef int whole; int n; {SHARE} {{ whole k = n; *low = k; *high = (whole)n; }}",
        "typedef int whole; int n; void share(whole *low, whole *high) { *low = 1; *high = 2; }",
    ],
)
def test_become_statements(owner: str) -> None:
    assert left(owner) == []


@pytest.mark.parametrize(
    ("owner", "declared"),
    [
        (f"static int n; {SHARE} {BODY}", SHARE + "; extern int n;"),
        (f"int n; {SHARE} {BODY}", SHARE + "; static int n;"),
        (f"int n; {SHARE} {BODY}", SHARE + ";"),
        (f"int n; {SHARE} {BODY}", SHARE + "; extern long n;"),
        (f"enum {{ n = 3 }}; {SHARE} {BODY}", SHARE + "; enum { n = 4 };"),
        (f"struct s {{ int n; }} g; int n; {SHARE} {{ struct s k = g; *low = k.n; *high = 0; }}", SHARE + ";"),
        (f"typedef struct {{ int n; }} s; {SHARE} {{ s k = {{1}}; *low = k.n; *high = 0; }}", SHARE + ";"),
        (f"static int first(void) {{ return 1; }} {SHARE} {{ *low = first(); *high = 0; }}", SHARE + ";"),
        (f"int n; static {SHARE} {BODY}", SHARE + "; extern int n;"),
        (f"int n; {SHARE} {BODY}", "void share(); extern int n;"),
        (f"int n; {SHARE} {BODY}", "static " + SHARE + "; extern int n;"),
    ],
)
def test_stay_calls(owner: str, declared: str) -> None:
    assert left(owner, declared) == ["share"]


def test_where_two_files_define_a_function_neither_is_meant() -> None:
    both = units(f"int n; {SHARE} {BODY}", SHARE + "; extern int n;")
    assert [at for at, _ in functions_elsewhere(both)] == [0]
    assert functions_elsewhere([*both, dataclasses.replace(both[1], path="third.c")]) == []


def test_functions_that_ask_for_the_threads_number() -> None:
    owner = (
        "int omp_get_thread_num(void); int me(void) { return omp_get_thread_num(); } int seven(void) { return 7; }"
    )
    ((at, known),) = functions_elsewhere(units(owner, "int me(void); int seven(void);", "low = me() + seven();"))
    assert at == 0
    assert known.asking == {"me": "omp_get_thread_num"}
    assert functions_elsewhere(units(owner, "int seven(void);", "low = seven();")) == []
