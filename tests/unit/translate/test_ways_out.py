"""What the notes of remarks say that users can do, and where they point."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, marked

HEAD = """#include <math.h>
#define N 64
int rand(void); int puts(const char *); double given(double); int atexit(void (*)(void));
static double a[N], sum, tmp[9]; static int count, bits;
static void fill(double *to, int i) { if (i % 3) to[2] = i; }
"""


def program(body: str, clauses: str = "") -> str:
    loop = f"for (int i = 0; i < n; i++) {{ {body} }}"
    return f"{HEAD}void f(int n) {{\n#pragma omp parallel for {clauses}\n{loop}\n}}\n"


def reasons(body: str) -> tuple[str, ...]:
    """The notes on a loop that is kept, but for those that have a place."""
    return tuple(text for text, where in kept(program(body)).notes if where is None)


def own(operator: str, name: str) -> str:
    more = " (or `min`)" if operator == "max" else ""
    return f"with `reduction({operator} : {name})`{more} on the directive, each thread has its own `{name}`"


@pytest.mark.parametrize(
    ("body", "operator", "name"),
    [
        ("sum += a[i];", "+", "sum"),
        ("sum -= a[i];", "+", "sum"),
        ("sum = a[i] + sum;", "+", "sum"),
        ("sum = sum - a[i];", "+", "sum"),
        ("sum *= a[i];", "*", "sum"),
        ("if (a[i] > 0) count++;", "+", "count"),
        ("bits |= count;", "|", "bits"),
        ("bits = bits & i;", "&", "bits"),
        ("if (a[i] > sum) sum = a[i];", "max", "sum"),
        ("sum = a[i] < sum ? a[i] : sum;", "max", "sum"),
        ("sum = fmax(sum, a[i]);", "max", "sum"),
    ],
)
def test_a_race_can_be_a_reduction(body: str, operator: str, name: str) -> None:
    assert reasons(body)[0] == own(operator, name)


@pytest.mark.parametrize(
    "body", ["sum = sum * 0.5 + a[i];", "sum = a[i] - sum;", "sum = exp(sum);", "bits <<= 1;"]
)
def test_a_race_that_is_no_reduction(body: str) -> None:
    """Each iteration needs the value of the one before."""
    assert reasons(body) == ()


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ("if (i % 2) @tmp[3] = a[i]; a[i] = tmp[3];", "it is written here"),
        ("double t = tmp[1]; @tmp[1] += i; a[i] = t;", "it is written here"),
        ("@fill(tmp, i); a[i] = tmp[2];", "`fill` gets it here"),
    ],
)
def test_where_a_private_variable_is_written(body: str, note: str) -> None:
    text, where = marked(program(body, "firstprivate(tmp)"))
    found = kept(text)
    place, advice = found.notes
    assert place[1] is not None
    assert (place[0], place[1].line, place[1].column) == (note, where.line, where.column)
    assert advice == (
        "if each iteration writes all that it reads of `tmp` before, on all ways, nothing is carried",
        None,
    )


@pytest.mark.parametrize(
    ("call", "note"),
    [
        ("given(i)", "mapper was not given the source of `given`"),
        (
            "rand()",
            "random numbers with a state of the iteration's own (`rand_r`, `erand48`) can be drawn on the device",
        ),
    ],
)
def test_functions_of_others(call: str, note: str) -> None:
    assert reasons(f"a[i] = {call};") == (note,)


def test_functions_of_the_library() -> None:
    assert reasons("a[i] = atexit(0);") == ()
