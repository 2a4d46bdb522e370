"""What isl is asked about nests that were tiled and skewed: bounds with minima, maxima and divisions."""

from __future__ import annotations

import islpy as isl
import pytest

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.arithmetic import Arithmetic, Number
from mapper.analysis.kernels.evaluation.comparisons import relation
from mapper.analysis.kernels.walk import collect
from mapper.ir.trees.ctypes import INT
from tests.unit.translate.programs import kernel_and_symbols

_MACROS = """
#define floord(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define ceild(n, d) ((n) < 0 ? -(-(n) / (d)) : ((n) + (d) - 1) / (d))
#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))
"""

_SKEWED = """
static double A[512][512], B[512];
void smooth(int steps, int n, int t1, int first, int last)
{
  int t3, t4, t5, t6, t7, t8;
#pragma omp parallel for private(t3, t4, t5, t6, t7, t8)
  for (int t2 = first; t2 <= last; t2++)
    for (t3 = max(ceild(128 * t2 - n - 125, 128), t1);
         t3 <= min(min(floord(steps + n - 3, 64), floord(128 * t2 + n + 124, 128)),
                   floord(128 * t1 - 128 * t2 + n + 125, 64)); t3++)
      for (t4 = max(4 * t1 - 4 * t2, 0);
           t4 <= min(min(min(4 * t1 - 4 * t2 + 3, floord(steps - 1, 32)), floord(64 * t3 + 63, 32)), 4 * t2 + 3);
           t4++)
        for (t5 = max(max(4 * t2, t4), ceild(128 * t3 - 32 * t4 - n - 60, 32));
             t5 <= min(min(min(4 * t2 + 3, floord(32 * t4 + n + 28, 32)), floord(steps + n - 3, 32)),
                       floord(128 * t3 - 32 * t4 + 124, 32)); t5++)
          for (t6 = max(max(32 * t4, 32 * t5 - n + 2), 128 * t3 - 64 * t5 - n);
               t6 <= min(min(min(steps - 1, 32 * t4 + 31), 32 * t5 + 30), 128 * t3 - 32 * t5 + 127); t6++) {
            B[t6] = B[t6] + 1;
            for (t7 = max(max(32 * t5, t6 + 1), 128 * t3 - t6 - n + 2);
                 t7 <= min(min(32 * t5 + 31, t6 + n - 2), 128 * t3 - t6 + 126); t7++)
              for (t8 = max(128 * t3, t6 + t7 + 1); t8 <= min(128 * t3 + 127, t6 + t7 + n - 2); t8++)
                A[t7 - t6][t8 - t6 - t7] = 0.25 * (A[t7 - t6 - 1][t8 - t6 - t7] + A[t7 - t6][t8 - t6 - t7 - 1]
                                                   + A[t7 - t6][t8 - t6 - t7] + A[t7 - t6 + 1][t8 - t6 - t7 + 1]);
          }
}
"""


def test_a_tiled_nest_is_walked_in_few_steps() -> None:
    kernel, symbols = kernel_and_symbols(_MACROS + _SKEWED)
    with forms.bounded_work(forms.FEW_OPERATIONS):
        found = collect(kernel, symbols)
    assert found.complete
    assert all(access.domain.n_basic_set() == 1 for access in found.accesses)
    assert all(access.complete for access in found.accesses)


def test_sums_have_a_bounded_number_of_symbols() -> None:
    """A sum of many values that are not known is not known itself."""
    walk = Arithmetic()
    total = Number(forms.number(0), INT)
    for _ in range(4 * forms.MOST_SYMBOLS):
        total = walk.calculated("+", total, walk.anything(INT))
        assert total.form.affine is not None
        assert len(forms.symbols_of(total.form.affine)) <= forms.MOST_SYMBOLS
    assert total.type == INT


@pytest.mark.parametrize(
    ("operator", "extreme"),
    [("<", "min"), ("<=", "min"), (">", "max"), (">=", "max"), ("<=", "max"), (">", "min")],
)
def test_comparisons_with_extremes(operator: str, extreme: str) -> None:
    i, n, m, k = map(forms.symbol, "inmk")
    bound = getattr(getattr(isl.PwAff, extreme)(n, m.add(forms.constant(3))), extreme)(
        k.scale_down_val(isl.Val("2")).floor()
    )
    tests = {"<": i.lt_set, "<=": i.le_set, ">": i.gt_set, ">=": i.ge_set}
    found = relation(operator, i, bound)
    assert found.is_equal(tests[operator](bound))
    if (operator[0] == "<") == (extreme == "min"):  # all of the functions bound the counter
        assert found.n_basic_set() == 1


_LEAST = """
void label(const int *at, int *next, int w, int h)
{
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const int p = y * w + x;
      int m = at[p];
      if (m < 0) { next[p] = -1; continue; }
      if (x > 0 && at[p - 1] >= 0 && at[p - 1] < m) m = at[p - 1];
      if (x < w - 1 && at[p + 1] >= 0 && at[p + 1] < m) m = at[p + 1];
      if (y > 0 && at[p - w] >= 0 && at[p - w] < m) m = at[p - w];
      if (y < h - 1 && at[p + w] >= 0 && at[p + w] < m) m = at[p + w];
      next[p] = m;
    }
}
"""


def test_minima_of_data_are_not_followed() -> None:
    kernel, symbols = kernel_and_symbols(_LEAST)
    found = collect(kernel, symbols)
    assert found.complete
    assert all(access.domain.n_basic_set() < 40 for access in found.accesses)
    assert all(access.complete for access in found.accesses)


_DIVISIONS = """
void pick(int *a, const int *c, const int *d, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int v = (7 + (c[i] - (d[i] + i) % 1009) % 997) % 1009;
    a[i] = (v * 3 - 2) % 1009 < -(a[i] % 500) && (v * 3 - 2) % 1009 != 3;
  }
}
"""


def test_conditions_have_a_bounded_number_of_divisions() -> None:
    """What is done with many remainders of remainders takes isl hours, and few of the steps that it counts."""
    kernel, symbols = kernel_and_symbols(_DIVISIONS)
    with forms.bounded_work(forms.FEW_OPERATIONS):
        found = collect(kernel, symbols)
    assert found.complete
    assert all(access.complete for access in found.accesses)


_READER = """
static int digit(char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

static int value(const char *s, int most)
{
  int found = 0, behind = 0, power = 0, rest = 0, negative = *s == '-';
  for (; digit(*s) < 10 || (*s == '.' && !behind) || *s == '_'; s++) {
    if (*s == '.') {
      behind = 1;
      continue;
    }
    if (*s == '_' && s[1] != '_')
      continue;
    if (found > most)
      rest |= *s != '0';
    else if (found > 0 || *s != '0')
      found = found * 10 + digit(*s);
    if (digit(*s) > 16 && digit(s[1]) > 16 && digit(s[2]) < 16)
      break;
    power -= behind;
  }
  if (found == 0 || power < -300)
    return 0;
  if (power > 300 || (rest && power < 10))
    return most;
  return negative ? -found : found;
}

void read(int *v, const char *s, int n, int most)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    v[i] = value(s + 16 * i, most) + value(s + 16 * i + 8, most);
}
"""


def test_cases_of_data_are_not_followed() -> None:
    """Code that reads text has a condition for each character: what is reached would be hundreds of sets."""
    kernel, symbols = kernel_and_symbols(_READER)
    with forms.bounded_work(forms.FEW_OPERATIONS):
        found = collect(kernel, symbols)
    assert found.complete
    assert all(access.domain.n_basic_set() <= 32 for access in found.accesses)
    (write,) = (access for access in found.accesses if access.write and access.may_be_global)
    assert write.certain
