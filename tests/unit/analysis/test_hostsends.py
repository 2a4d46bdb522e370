"""Behind which statements arrays are sent to the device."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program

ARRAYS = "double a[200000], b[200000], c[200000], small[100];"
REGION = """
#pragma omp parallel for
  for (i = 0; i < 200000; i++) c[i] = a[i] * b[i] + small[0];
"""


def sends(source: str, *more: str) -> list[str]:
    """The sends of sources whose text begins on line 2, each with its place."""
    return [line for line in program(source, *more).text.splitlines() if "__MRT_SEND" in line]


def test_each_array_is_sent_when_it_is_complete() -> None:
    source = f"""{ARRAYS}
int main(void) {{
  int i;
  for (i = 0; i < 200000; i++) a[i] = i;
  a[7] = 3;
  for (i = 0; i < 200000; i++) b[i] = i;
  for (i = 0; i < 100; i++) small[i] = i;
  for (i = 0; i < 200000; i++) c[i] = i;
{REGION}
  return 0;
}}
"""
    assert sends(source) == ["a.c:6: __MRT_SEND(a)", "a.c:7: __MRT_SEND(b)"]


def test_nothing_is_sent_right_before_a_region() -> None:
    """Nor what the region overwrites, nor where the host does nothing that takes a while."""
    source = f"""{ARRAYS}
double now(void) {{ return 1.5; }}
int main(void) {{
  int i; double start;
  for (i = 0; i < 200000; i++) {{ a[i] = i; b[i] = i; }}
  start = now();
{REGION}
  return start > 1;
}}
"""
    assert sends(source) == []


def test_arrays_that_the_host_writes_again_are_sent_then() -> None:
    source = f"""{ARRAYS}
int main(int count, char **words) {{
  int i, k;
  for (i = 0; i < 200000; i++) a[i] = i;
  for (k = 0; k < 9; k++) {{
    for (i = 0; i < 200000; i++) b[i] = i + k;
    for (i = 0; i < 200000; i++) if (words[k]) a[i] = 1;
    printf("%g", a[0]);
    for (i = 0; i < 100; i++) small[i] = k;
{REGION}
  }}
  return 0;
}}
"""
    assert sends(source) == ["a.c:7: __MRT_SEND(b)", "a.c:8: __MRT_SEND(a)"]


SET_UP = f"""{ARRAYS}
void fill(double *x) {{
  int i;
  for (i = 0; i < 200000; i++) a[i] = i;
  for (i = 0; i < 200000; i++) x[i] = i;
  for (i = 0; i < 200000; i++) b[i] = a[i];
  {{ %s }}
}}
int main(void) {{
  int i;
  fill(c);
  %s
{REGION}
  return 0;
}}
void other(void) {{ %s }}
"""


def test_arrays_are_sent_from_functions_that_set_them_up() -> None:
    """There nothing is announced, so that nothing may be written after it was sent."""
    assert sends(SET_UP % ("", "", "")) == ["a.c:5: __MRT_SEND(a)", "a.c:6: __MRT_SEND(c)"]
    assert sends(SET_UP % ("b[3] = 1;", "", "")) == ["a.c:5: __MRT_SEND(a)", "a.c:6: __MRT_SEND(c)"]
    assert sends(SET_UP % ("a[3] = 1;", "", "")) == ["a.c:6: __MRT_SEND(c)"]
    assert sends(SET_UP % ("if (b[3]) x[3] = 1;", "for (i = 0; i < 99; i++) small[i] = 1;", "")) == [
        "a.c:5: __MRT_SEND(a)",
        "a.c:7: __MRT_SEND(b)",
        "a.c:8: __MRT_SEND(c)",
    ]


@pytest.mark.parametrize(
    "elsewhere",
    [
        "fill(a);",
        "for (int k = 0; k < 3; k++) fill(c);",
        "void (*f)(double *) = fill; f(c);",
        "a[3] = (fill(c), 1);",
    ],
)
def test_functions_that_are_called_from_anywhere_send_nothing(elsewhere: str) -> None:
    """The array is sent where they have returned, if that pays."""
    work = "for (i = 0; i < 99; i++) small[i] = 1;"
    assert sends(SET_UP % ("", work, elsewhere)) == [f"a.c:12: __MRT_SEND({name})" for name in "abc"]
    assert sends(SET_UP % ("", "", elsewhere)) == []


def test_pointers_that_may_lead_to_what_changes_send_nothing() -> None:
    source = """
void fill(double *x, double *y, int n) {
  int i;
  double *one = n > 3 ? x : y;
  for (i = 0; i < n; i++) one[i] = i;
  for (i = 0; i < n; i++) y[i] = i;
}
int main(void) {
  int i; double *a = malloc(2000000), *b = malloc(2000000);
  fill(a, b, 200000);
#pragma omp parallel for
  for (i = 0; i < 200000; i++) a[i] += b[i];
  free(a); free(b);
  return 0;
}
"""
    assert sends(source) == []


@pytest.mark.parametrize(
    ("pragma", "expected"), [("", ["a.c:4: __MRT_SEND(a)"]), ("#pragma omp parallel for", [])]
)
def test_nothing_is_sent_while_all_threads_are_busy(pragma: str, expected: list[str]) -> None:
    source = f"""{ARRAYS}
int main(void) {{
  for (int i = 0; i < 200000; i++) a[i] = i;
{pragma}
  for (int i = 0; i < 200000; i++) b[i] = (double)(i * 0.1L);
  int i;
{REGION}
  return 0;
}}
"""
    assert sends(source) == expected


def test_what_was_sent_is_announced_again_when_it_is_written() -> None:
    source = f"""{ARRAYS}
int main(int count, char **words) {{
  int i;
  for (i = 0; i < 200000; i++) a[i] = i;
  for (i = 0; i < 100; i++) small[i] = i;
  if (count > 1) {{
    a[3] = 1;
    small[3] = 1;
  }} else {{
{REGION}
  }}
  return a[5] > 1;
}}
"""
    assert program(source).text.splitlines()[:4] == [
        "a.c:5: __MRT_HOST(a, write)",
        "a.c:5: __MRT_SEND(a)",
        "a.c:6: __MRT_HOST(small, write)",
        "a.c:8: __MRT_HOST_PART(a[3], write)",
    ]


def test_a_driver_that_is_called_later_is_looked_into() -> None:
    source = f"""{ARRAYS}
void work(void) {{
  int i;
  for (i = 0; i < 100; i++) small[i] = i;
{REGION}
}}
int main(void) {{
  int i;
  for (i = 0; i < 200000; i++) a[i] = i;
  for (i = 0; i < 200000; i++) b[i] = i;
  work();
  for (i = 0; i < 200000; i++) b[i] = i;
  return 0;
}}
"""
    assert sends(source) == ["a.c:13: __MRT_SEND(a)", "a.c:14: __MRT_SEND(b)"]
