"""Which running sums the lanes of a gang share, and which loops with sums they must not."""

from __future__ import annotations

import pytest

from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from tests.unit.transforms.test_gang import ganged

INTEGERS = "static int m[100][100], q[100][100]; static unsigned char tiny[100]; double fmax(double, double);"
LOOP = "for (int i = 0; i < n; i++)"


def shared(body: str) -> Kernel:
    return ganged(body, INTEGERS)


RUNNING = f"int t = c[j]; {LOOP} {{ %s }} c[j] = t;"


@pytest.mark.parametrize(
    "statements",
    [
        "t += m[j][i]; q[j][i] = t;",
        "int v = 2 * m[j][i]; q[j][i] = t; t += v;",
        "int v = m[j][i]; m[j][i] = t - 1; t = t + v;",
        "int v = m[j][i], w = t + 1; q[j][i] = w; t -= v;",
    ],
)
def test_running_sums(statements: str) -> None:
    kernel = shared(RUNNING % statements)
    made = kernel.form(Gang)
    assert made is not None, kernel.applied
    assert len(made.loops) == 1


@pytest.mark.parametrize(
    "statements",
    [
        "t += t * m[j][i]; q[j][i] = t;",
        "int v = t + 1; t += m[j][i] + v; q[j][i] = t;",
        "m[j][i] = t; t += m[j][i];",
        "m[j][i] = t; int v = m[j][i]; t += v;",
        "t *= m[j][i]; q[j][i] = t;",
        "t += 0.5 * m[j][i]; q[j][i] = t;",
        "t += m[j][i]; t = m[j][n - i]; q[j][i] = t;",
        "t += m[j][i]; if (t > 9) t = 0; q[j][i] = t;",
        "int *p = &t; t += m[j][i]; *p += 1; q[j][i] = t;",
    ],
)
def test_other_sums_stay_in_order(statements: str) -> None:
    made = shared(RUNNING % statements).form(Gang)
    assert made is None or not made.loops


def test_sums_of_floating_point_numbers_stay_in_order() -> None:
    assert shared(f"double t = s[j]; {LOOP} {{ a[j][i] = t; t += b[j][i]; }} s[j] = t;").form(Gang) is None


EXTREME = f"double t = %s; {LOOP} %s s[j] = t;"


@pytest.mark.parametrize(
    ("start", "statement", "may"),
    [
        ("0.0", "if (a[j][i] > t) t = a[j][i];", True),
        ("b[j][0]", "if (a[j][i] > t) t = a[j][i];", True),
        ("0.0", "t = a[j][i] > t ? a[j][i] : t;", True),
        ("0.0", "t = t > a[j][i] ? t : a[j][i];", False),  # with a NaN in `a`, it is the last that counts
        ("-1.0", "t = fmax(t, a[j][i]);", True),
        ("b[j][0]", "t = fmax(t, a[j][i]);", False),  # of a NaN there nothing is left
        ("(float)-1", "t = fmax(t, a[j][i]);", True),
        ("(float)b[j][0]", "t = fmax(t, a[j][i]);", False),
        ("-b[j][0]", "t = fmax(t, a[j][i]);", False),
        ("n", "t = fmax(t, a[j][i]);", False),
    ],
)
def test_extremes_with_values_that_are_no_numbers(start: str, statement: str, *, may: bool) -> None:
    assert (shared(EXTREME % (start, statement)).form(Gang) is not None) == may


@pytest.mark.parametrize(
    ("start", "may"),
    [
        ("0", True),
        ("1", True),
        ("!n", True),
        ("n > 3", True),
        ("n", False),
        ("c[j]", False),
        ("2", False),
        ("n + 3", False),
    ],
)
def test_logical_sums_begin_with_truth_values(start: str, *, may: bool) -> None:
    kernel = shared(f"int t = {start}; {LOOP} t = t || a[j][i] > 0; s[j] = t;")
    assert (kernel.form(Gang) is not None) == may
