"""`nest` on random affine nests: what it makes parallel is so, by trying all iterations, and runs the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.builtins.stops import may_stop
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees.nodes import text_of
from mapper.transforms.dimensions import interchange, nest
from mapper.transforms.run import apply_all
from tests.unit.features.test_counts import value_of
from tests.unit.translate.device import run
from tests.unit.translate.programs import translated

OUTER, SIZE = 6, 64
Place = tuple[int, int, int, int, int]  # array, and factors of k, j, m and 1 in the subscript


@dataclass(frozen=True)
class Nest:
    """for k < OUTER: for j in range(low + k * tilt, high + k * slope, step): for m < inner: target = sources.

    Both arrays have the same k in their first subscript, as the directive promises; `guard` leaves out j % 3 == 0.
    """

    low: int
    tilt: int
    high: int
    slope: int
    step: int
    inner: int
    target: Place
    sources: tuple[Place, ...]
    guard: bool

    def js(self, k: int) -> range:
        """The inner counter's values."""
        return range(self.low + self.tilt * k, self.high + self.slope * k, self.step)

    def touched(self, k: int, j: int) -> Iterator[tuple[int, int, bool]]:
        """What an iteration touches in row k: array, subscript, whether it writes."""
        if self.guard and j % 3 == 0:
            return
        for m in range(self.inner):
            for place, write in [*((source, False) for source in self.sources), (self.target, True)]:
                array, of_k, of_j, of_m, rest = place
                yield array, of_k * k + of_j * j + of_m * m + rest, write

    @property
    def parallel(self) -> bool:
        """Whether no two iterations of the inner loop touch the same, one of them writing."""
        for k in range(OUTER):
            written: dict[tuple[int, int], int] = {}
            for j in self.js(k):
                for array, at, write in self.touched(k, j):
                    if write and written.setdefault((array, at), j) != j:
                        return False
            for j in self.js(k):
                for array, at, write in self.touched(k, j):
                    if not write and written.get((array, at), j) != j:
                        return False
        return True

    @property
    def text(self) -> str:
        """A program with this nest; `a` and `b` are static."""

        def element(place: Place) -> str:
            array, of_k, of_j, of_m, rest = place
            return f"{'ab'[array]}[k][{of_k} * k + {of_j} * j + {of_m} * m + {rest}]"

        total = " + ".join(["1.0", *(f"{element(source)} * 0.5" for source in self.sources)])
        return f"""
        static double a[{OUTER}][{SIZE}], b[{OUTER}][{SIZE}];
        void f(void)
        {{
        #pragma omp parallel for
          for (int k = 0; k < {OUTER}; k++)
            for (int j = {self.low} + {self.tilt} * k; j < {self.high} + {self.slope} * k; j += {self.step}) {{
              {"if (j % 3 == 0) continue;" if self.guard else ""}
              for (int m = 0; m < {self.inner}; m++)
                {element(self.target)} = {total};
            }}
        }}
        int main(void) {{ f(); return 0; }}
        """


places = st.tuples(
    st.integers(0, 1), st.integers(-1, 1), st.sampled_from([0, 1, 1, 2, 3]), st.integers(0, 2), st.integers(8, 16)
)
nests = st.builds(
    Nest,
    low=st.integers(0, 2),
    tilt=st.integers(0, 1),
    high=st.integers(4, 8),
    slope=st.integers(-1, 1),
    step=st.sampled_from([1, 1, 1, 2]),
    inner=st.integers(1, 3),
    target=places,
    sources=st.lists(places, max_size=2).map(tuple),
    guard=st.booleans(),
)


def kernel_of(text: str) -> tuple[Kernel, Kernel]:
    """The kernel of a program as it is, and after nest and interchange."""
    program = translated(text)
    plain = program.regions[0].loops[0].kernel
    assert plain is not None
    return plain, apply_all(plain, resolve(program.units[0]), [nest.TRANSFORM, interchange.TRANSFORM])


def counts(kernel: Kernel) -> list[int]:
    """The numbers of iterations, for bounds that are constants."""
    return [_count(dimension) for dimension in kernel.dimensions]


def _count(dimension: Dimension) -> int:
    lower, bound, step = (_number(each) for each in (dimension.lower, dimension.bound, dimension.step))
    return len(range(lower, bound + (dimension.relation in ("<=", ">=")), step))


def _number(node: c_ast.Node) -> int:
    return int(value_of(node, {}))


def results(kernel: Kernel) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """The arrays after a run."""
    generator = np.random.default_rng(1)
    arrays = {name: generator.integers(0, 9, (OUTER, SIZE)).astype(np.float64) for name in "ab"}
    lowers = {f"mrt_lower_{each.variable}": _number(each.lower) for each in kernel.dimensions}
    run(kernel, counts(kernel), {**arrays, **lowers})
    return list(arrays.values())


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(nests)
def test_only_parallel_loops_become_dimensions(each: Nest) -> None:
    _, changed = kernel_of(each.text)
    if len(changed.dimensions) > 1:
        assert each.parallel
    else:
        assert changed.applied[0].refusal is not None


@pytest.mark.opencl
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(nests.filter(lambda each: each.parallel))
def test_same_results(each: Nest) -> None:
    plain, changed = kernel_of(each.text)
    for before, after in zip(results(plain), results(changed), strict=True):
        assert np.array_equal(before, after)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("for (int j = 1; j < n; j++) a[i][j] = a[i][j - 1];", "depend on each other through `a`"),
        ("a[i][1] = 1.0; for (int j = 0; j < n; j++) a[i][j] = 2.0;", "`a` is written before the loop over `j`"),
        ("v[i] = 1.0; for (int j = 0; j < n; j++) a[i][j] = v[i];", "`v` is written before the loop over `j`"),
        ("v[i] = sqrt(n); for (int j = 0; j < n; j++) a[i][j] = 1.0;", "memory is written before the loop"),
        ("if (n) v[i] = 1.0; for (int j = 0; j < n; j++) a[i][j] = 1.0;", "memory is written before the loop"),
        ("v[i] = index[i]++; for (int j = 0; j < n; j++) a[i][j] = 1.0;", "memory is written before the loop"),
        ("double t; v[i] = (t = 2.0 * i); for (int j = 0; j < n; j++) a[i][j] = t;", "memory is written before"),
        ("int j = 5; double x = j; for (j = 0; j < n; j++) a[i][j] = x;", "is used before it"),
        (
            "switch (n) { case 1: break; default: ; } for (int j = 0; j < n; j++) a[i][j] = 1.0;",
            "may leave it out",
        ),
        ("double x = a[i][0]; for (int j = 0; j < n; j++) a[i][j] = x;", "`a` is read before the loop"),
        ("for (int j = 0; j < n; j++) a[i][j] = 1.0; v[i] = 2.0;", "is not at the end"),
        ("for (int j = 0; j < n; j++) v[i] += 1.0; for (int l = 0; l < n; l++) a[i][l] = 1.0;", "another loop"),
        ("for (int j = 0; j < n; j *= 2) a[i][j] = 1.0;", "by the same step"),
        ("for (int j = 0; j < n - j; j++) a[i][j] = 1.0;", "by the same step"),
        ("for (int j = 0; j != n; j += 2) a[i][j] = 1.0;", "by the same step"),
        ("for (int j = n = 3; j < 9; j++) a[i][j] = 1.0;", "by the same step"),
        ("for (int j = 0; j < index[i]; j++) a[i][j] = 1.0;", "are not known before the kernel runs"),
        ("for (int j = 0; j < n; j++) { if (v[j] > 0.0) break; a[i][j] = 1.0; }", "may be left early"),
        ("for (int j = 0; j < 30; j += v[0] = n) a[i][j] = 1.0;", "by the same step"),
        (
            "for (unsigned long j = (i - 1ul) % 3; j < 30; j += 3) a[i][j] = 1.0;",  # of what has wrapped round
            "are not known before the kernel runs",
        ),
        ("int by = n; for (int j = 0; j < 30; j += by) { by = j; a[i][j] = 1.0; }", "by the same step"),
        ("for (int j = 0; j < 30; j += index[0]) { index[j % 2]++; a[i][j] = 1.0; }", "may change in it"),
        ("for (int j = 0; j < 30; j += index[i]) a[i][j] = 1.0;", "step of the loop over `j` is not known"),
        ("for (int j = 5; j < 30; j += n) { if (j < 0) break; a[i][j] = 1.0; }", "or be negative"),
        ("for (unsigned j = 5; j < 30; j += n) a[i][j] = 1.0;", "or be negative"),
        ("for (int j = 0; j < 30; j += (long)n) a[i][j] = 1.0;", "or be negative"),
        ("for (int j = 0; j < 30 - n; j += n) for (int m = 0; m <= n; m++) a[i][j + m] += m;", "through `a`"),
        ("for (int j = 0; j < 29; j += n) a[i][j + 1] = a[i][j];", "through `a`"),
        ("double x; for (int j = 0; j < n; j++) { if (j) x = v[j]; a[i][j] = x; }", "through `x`"),
    ],
)
def test_refusals(statement: str, reason: str) -> None:
    text = f"""
    static double a[20][30], v[30];
    static int index[20];
    double sqrt(double);
    void f(int n)
    {{
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {statement} }}
    }}
    int main(int argc, char **argv) {{ f(argc); return argv[0][0]; }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == 1
    (applied,) = changed.applied
    assert applied.refusal is not None
    assert reason in applied.refusal


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("for (int j = 0; j <= 30 - n; j += n) for (int m = 0; m < n; m++) a[i][j + m] += m;", 3),
        ("for (int j = 29; j >= 0; j -= 2 * n) a[i][j] = 1.0;", 2),
        ("for (int j = 0; j < 29; j = j + 2 * n) a[i][j + 1] = a[i][j];", 2),
        ("for (unsigned long j = 0; j < 30; j += n) a[i][j] = 1.0;", 2),
        ("for (int j = 0; j < 30 - i; j += index[0]) a[i][j] = 1.0;", 2),
        ("for (int j = 0; j < 30; j += n) { double t[30] = {0}; before[i] = j; line(n, t); a[i][j] = t[2]; }", 1),
        ("for (int j = 0; j < 30; j += n) { double t[30] = {0}; line(n, t); a[i][j] = t[2]; }", 2),
    ],
)
def test_steps_that_are_variables(statement: str, dimensions: int) -> None:
    _, changed = kernel_of(f"""
    static double a[20][30];
    static int index[20], before[20];
    void exit(int);
    static void line(int n, double *x)
    {{
      if (n > 30)
        exit(1);
      for (int m = 0; m < n; m++) {{
        if (m == 7)
          break;
        x[m] += m;
      }}
    }}
    void f(int n)
    {{
      if (n < 1)
        return;
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {statement} }}
    }}
    int main(int argc, char **argv) {{ f(argc); return argv[0][0]; }}
    """)
    assert len(changed.dimensions) == dimensions


@pytest.mark.parametrize(
    ("statement", "clause", "dimensions"),
    [
        ("s += v[j];", "+ : s", 2),
        ("s = s - v[j];", "+ : s", 2),
        ("s = v[j] > s ? v[j] : s;", "max : s", 2),
        ("if (s > v[j]) s = v[j];", "min : s", 2),
        ("s = 2.0 * s; s += v[j];", "+ : s", 1),
        ("s += v[j]; a[i][j] = s;", "+ : s", 1),
        ("if (v[j] > s) s = a[i][j];", "max : s", 1),
        ("if (v[j] > 1) s = 1;", "|| : s", 2),
        ("if (v[j] > 1) s = 1; else s = s || v[i] > 3;", "|| : s", 2),
        ("if (v[j] > 1) s = 0;", "|| : s", 2),
        ("if (v[j] > 1) s = 0; else s = s || v[i] > 3;", "|| : s", 1),
        ("if (v[j] > 1) s = 1; else s = 0;", "|| : s", 1),
        ("if (v[j] > 1) s = 0;", "&& : s", 2),
        ("if (v[j] > 1) s = 5;", "max : s", 2),
        ("if (v[j] > 1) s = 5; if (v[j] > s) s = v[j];", "max : s", 1),
        ("if (v[j] > 1) s = 1;", "+ : s", 1),
        ("if (v[j] > 1) s = j;", "|| : s", 1),
        ("if (!s && v[j] > 1) s = 1;", "|| : s", 1),
    ],
)
def test_reductions(statement: str, clause: str, dimensions: int) -> None:
    text = f"""
    static double a[20][30], v[30];
    double f(void)
    {{
      double s = 0.0;
    #pragma omp parallel for reduction({clause})
      for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++) {{ {statement} }}
      return s;
    }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("s = s < v[j] ? s : v[j];", 2),
        ("s = v[j] >= s ? s : v[j];", 2),
        ("s = v[j] < s ? v[j] : s;", 2),
        ("s = s > v[j] ? s : v[j];", 1),
        ("s = s < v[j] ? s : v[i];", 1),
        ("s = s < v[j] ? v[j] : s;", 1),
    ],
)
def test_a_choice_that_keeps_the_accumulator(statement: str, dimensions: int) -> None:
    text = """
    static double v[30];
    double f(double s)
    {
    #pragma omp parallel for reduction(min : s)
      for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++) STATEMENT
      return s;
    }
    """
    _, changed = kernel_of(text.replace("STATEMENT", statement))
    assert len(changed.dimensions) == dimensions


def test_reductions_outside_of_the_inner_loop_too() -> None:
    text = """
    static double v[30];
    double f(double s)
    {
    #pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < 20; i++) {
        s += v[i];
        for (int j = 0; j < 30; j++) s += v[j];
      }
      return s;
    }
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == 1
    assert changed.applied[0].refusal == "`s` is used for more than to reduce"


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("rows[i][index] = first + step;", 2),
        ("rows[index][i] = first + step;", 2),  # the run-time library checks that the rows don't overlap
        ("rows[i][index] = rows[step][index] + rows[step][0];", 1),  # row `step` is among them
        ("rows[i][index] = rows[n][index] + rows[n][0];", 2),  # it checks that this is another row, too
        ("rows[i][index] = rows[i][0];", 1),
        ("rows[index / 2][i] = 1.0;", 1),
    ],
)
def test_rows_of_a_table_of_pointers(statement: str, dimensions: int) -> None:
    text = f"""
    #include <stdlib.h>
    void f(double **rows, int n, int first, int step)
    {{
    #pragma omp parallel for
      for (int i = 0; i < n; i++)
        for (int index = 0; index < n; index++)
          {statement}
    }}
    int main(int argc, char **argv)
    {{
      double *rows[9];
      for (int i = 0; i < 9; i++)
        rows[i] = malloc(9 * sizeof **rows);
      f(rows, 9, argc, argc);
      return argv[0][0];
    }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions
    assert changed.assumed.rows_apart == (dimensions == 2)
    assert changed.assumed.distinct == ({("rows", "rows_n")} if "rows[n]" in statement else set())


@pytest.mark.parametrize(
    ("columns", "dimensions"),
    [
        ("int p = 0; p < first; p++", 2),
        ("int p = 0; p <= first; p++", 1),  # one of them is written
    ],
)
def test_rows_of_a_triangle_are_apart_as_far_as_the_longest_one(columns: str, dimensions: int) -> None:
    text = f"""
    #include <stdlib.h>
    void f(double **rows, int n, int first)
    {{
    #pragma omp parallel for
      for (int i = first; i < n; i++)
        for (int j = first; j <= i; j++)
          for ({columns})
            rows[i][j] -= rows[i][p] * rows[j][p];
    }}
    int main(int argc, char **argv)
    {{
      double *rows[9];
      for (int i = 0; i < 9; i++)
        rows[i] = malloc(9 * sizeof **rows);
      f(rows, 9, argc);
      return argv[0][0];
    }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions
    assert changed.assumed.rows_apart == (dimensions == 2)


@pytest.mark.parametrize(
    ("statement", "dimensions", "distinct", "alike"),
    [
        ("to[i][j] = one[i][j] + other[i][j];", 2, set(), {"one", "other"}),
        ("to[i][j] = one[i][j + 1] + other[i][j];", 2, {"one"}, {"other"}),
        ("to[i][j] = one[i][j + 1] + other[i][0];", 2, {"one", "other"}, set()),
        ("to[i][j] = one[i][j + 1] + to[i][j + 1];", 1, set(), set()),
    ],
)
def test_pointers_are_taken_for_different_memory_where_need_be(
    statement: str, dimensions: int, distinct: set[str], alike: set[str]
) -> None:
    text = f"""
    static double a[9][9], b[9][9];
    void f(double (*to)[9], double (*one)[9], double (*other)[9])
    {{
    #pragma omp parallel for
      for (int i = 0; i < 9; i++)
        for (int j = 0; j < 8; j++)
          {statement}
    }}
    int main(void) {{ f(a, a, b); f(b, b, a); return 0; }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions
    assert changed.assumed.distinct == {(name, "to") for name in distinct}
    assert changed.assumed.alike == {(name, "to") for name in alike}


@pytest.mark.parametrize(
    ("statement", "nested"),
    [
        ("for (int j = 0; j < n; j++) { t = v[j]; a[i][j] = t; }", True),
        ("for (int j = 0; j < n; j++) { if (v[j] > 0.0) t = 1.0; else { t = 2.0; } a[i][j] = t; }", True),
        ("for (int j = 0; j < n; j++) for (int l = 1; l < n; l++) { t = v[l]; a[i][j] += t; }", True),
        ("t = 1.0; for (int j = 0; j < n; j++) { t = v[j]; a[i][j] = t; }", False),
        ("for (int j = 0; j < n; j++) for (int l = 0; l < index[3]; l++) { t = v[l]; a[i][j] += t; }", True),
        ("for (int j = 0; j < n; j++) for (int l = 0; l < j; l++) { t = v[l]; a[i][j] += t; }", False),
        ("for (int j = 0; j < n; j++) for (int l = j; l < n; l++) { t = v[l]; a[i][j] += t; }", False),
        ("for (int j = 0; j < n; j++) { if (v[j] > 0.0) { t = 1.0; a[i][j] = t; } }", False),
        ("for (int j = 0; j < n; j++) { if (v[j] > 0.0) continue; t = 1.0; a[i][j] = t; }", False),
    ],
)
def test_last_values(statement: str, nested: bool) -> None:
    text = f"""
    static double a[20][30], v[30];
    static int index[20];
    double f(int n)
    {{
      double t = 0;
    #pragma omp parallel for lastprivate(t)
      for (int i = 0; i < 20; i++) {{ {statement} }}
      return t;
    }}
    int main(int argc, char **argv) {{ return f(argc) > argv[0][0]; }}
    """
    _, changed = kernel_of(text)
    (applied,) = [each for each in changed.applied if each.transform == "nest"]
    assert len(changed.dimensions) == 1 + nested
    assert nested or (applied.refusal is not None and "the last value of `t`" in applied.refusal)


@pytest.mark.parametrize(
    ("bounds", "read"),
    [
        ("int j = 0; j < d[1]; j++", "d[1]"),
        ("int j = 0; j < *d; j++", "d[0]"),
        ("int j = d[2]; j <= p->at[1].last; j++", "p[0].at[1].last"),
        ("int j = 0; j < table[0][2]; j++", None),  # the host's `table[2]` is a row
        ("int j = 0; j < d[i]; j++", None),
        ("int j = 0; j < changed[1][1]; j++", None),
    ],
)
def test_bounds_that_pointers_lead_to_are_read_if_the_loop_is_reached(bounds: str, read: str | None) -> None:
    text = f"""
    #include <stdlib.h>
    struct pair {{ struct {{ int first, last; }} at[2]; }};
    void f(double a[20][30], int n, int m, int *d, struct pair *p, int table[][m],
           int changed[20][30])
    {{
    #pragma omp parallel for
      for (int i = 2; i < n; i++)
        for ({bounds})
          a[i][j] = changed[i][j] = i + j;
    }}
    int main(int argc, char **argv)
    {{
      f(calloc(600, 8), argc, argc, calloc(9, 4), calloc(9, sizeof(struct pair)), calloc(9, 4), calloc(600, 4));
      return argv[0][0];
    }}
    """
    _, changed = kernel_of(text)
    if read is None:
        assert changed.applied[0].refusal == "the bounds of the loop over `j` are not known before the kernel runs"
    else:
        bound = changed.dimensions[0].bound
        assert isinstance(bound, c_ast.TernaryOp)
        assert text_of(bound.cond) == "((int) 2) < n"
        assert text_of(bound.iftrue) == f"(long) {read}"


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("for (int j = 0; j < n; j++) { a[i][j] = n; if (n > 30) exit(1); }", 2),
        ("for (int j = 0; j < n; j++) { int m = n - 1; if (m < 0) exit(1); else a[i][j] = m; }", 2),
        ("for (int j = 0; j < n; j++) { checked(v, n); a[i][j] = 1.0; }", 2),
        ("for (int j = 0; j < n; j++) { checked(v, j); a[i][j] = 1.0; }", 1),
        ("for (int j = 0; j < n; j++) { if (a[i][j] < 0.0) exit(1); a[i][j] = 1.0; }", 1),
        ("for (int j = 0; j < n; j++) { if (v[j] < 0.0) continue; if (n > 30) exit(1); a[i][j] = 1.0; }", 1),
        ("int l = 9; for (int j = 0; j < n; j++) { if (l < 0) exit(1); l = n; a[i][j] = 1.0; }", 1),
        ("if (i > 30) exit(1); for (int j = 0; j < n; j++) a[i][j] = 1.0;", 2),
    ],
)
def test_stops_come_before_the_loop_where_all_iterations_stop_or_none(statement: str, dimensions: int) -> None:
    text = f"""
    #include <stdlib.h>
    static double a[20][30], v[30];
    static void checked(double *w, int n) {{ if (n < 0 || w[0] < n) abort(); }}
    void f(int n)
    {{
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {statement} }}
    }}
    int main(int argc, char **argv) {{ f(argc); return argv[0][0]; }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions
    if dimensions == 2:
        assert isinstance(next(each for each in changed.body.block_items or [] if may_stop(each)), c_ast.If)
    else:
        assert changed.applied[0].refusal == "the loop has error paths"


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("double t[8]; for (int j = 0; j < n; j++) { t[p * j % 8] = v[j]; a[i][j] = t[p * j % 8]; }", 1),
        ("double t[8]; for (int j = 0; j < n; j++) { t[p * p % 8] = v[j]; a[i][j] = t[p * 3 % 8]; }", 2),
        ("double t[8]; for (int j = 0; j < n; j++) { if (v[j] > 0) t[p * p % 8] = 1; a[i][j] = t[p % 8]; }", 1),
        ("double t[8] = {0}; for (int j = 0; j < n; j++) { t[p * p % 8] = v[j]; a[i][j] = t[p * 3 % 8]; }", 1),
        ("double t[8]; int l = 0; for (int j = 0; j < n; j++) { t[l % 8] = v[j]; a[i][j] = t[l++ * p % 8]; }", 1),
    ],
)
def test_arrays_that_all_iterations_use_alike_belong_to_each(statement: str, dimensions: int) -> None:
    text = f"""
    static double a[20][30], v[30];
    void f(int n, int p)
    {{
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {statement} }}
    }}
    int main(int argc, char **argv) {{ f(argc, argc); return argv[0][0]; }}
    """
    _, changed = kernel_of(text)
    assert len(changed.dimensions) == dimensions


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("b[k].left->u", "`b[0].u` and `b[0].left->u` lead to rows of the same blocks"),
        ("b[k].left->v", None),
        ("c[k].left->u", None),
    ],
)
def test_rows_of_linked_structures_keep_their_order(source: str, said: str | None) -> None:
    """A launch would find each time that they overlap."""
    _, made = kernel_of(
        "struct block { double *u, *v; struct block *left; } b[8], c[8];\nvoid f(void) {\n"
        "#pragma omp parallel for\nfor (int k = 0; k < 8; k++) for (int i = 1; i < 50; i++)\n"
        f"b[k].u[3 * i] = {source}[3 * i + 1];\n}}\nint main(void) {{ f(); return 0; }}\n"
    )
    assert [each.refusal for each in made.applied if each.transform == "nest"] == [said]
    assert len(made.dimensions) == (2 if said is None else 1)


PLANES = """
#include <stdlib.h>
static int nx, ny, nz, other;
static void resize(void) { nx++; }
static int *where(void) { return &ny; }
void f(double *a, unsigned wide, long far)
{
  PLANE
#pragma omp parallel for
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[k * plane + (size_t)j * nx + i] += 1;
}
int main(int argc, char **argv)
{
  nx = ny = nz = argc;
  double *a = malloc(argc * argc * argc * sizeof(double));
  f(a, argc, argc);
  resize();
  return (int)a[0];
}
"""


@pytest.mark.parametrize(
    ("plane", "proved"),
    [
        ("const int plane = nx * ny;", True),
        ("const size_t plane = (size_t)nx * ny;", True),
        ("const long plane = nx * (long)ny; other = plane > 9;", True),
        ("size_t plane = (size_t)((long)nx * (size_t)ny);", True),
        ("size_t plane = (unsigned)nx * ny;", False),  # may wrap around
        ("size_t plane = (size_t)nx * (int)far;", False),
        ("const size_t plane = (size_t)nx * ny; resize();", False),  # the rows' length is another one now
        ("const size_t plane = (size_t)nx * ny; nx--;", False),
        ("const size_t plane = (size_t)nx * ny; *where() = 3;", False),
        ("size_t plane = (size_t)nx * ny; plane++;", False),
    ],
)
def test_planes_of_products(plane: str, proved: bool) -> None:
    """How far planes lie apart is known from a product of variables, where none of them changes afterwards.

    Otherwise the host compares the lengths.
    """
    _, changed = kernel_of(PLANES.replace("PLANE", plane))
    assert len(changed.dimensions) == 3
    assert (not changed.assumed.lengths) is proved


LENGTHS = """
static void f(double *a, int plane, int line, int odd, int nx, int ny, int nz)
{
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        STATEMENT
}
int main(int argc, char **argv)
{
  static double a[64];
  f(a, argc, argc, argc, argc, argc, argc);
  return (int)a[0];
}
"""


@pytest.mark.parametrize(
    ("statement", "dimensions"),
    [
        ("a[k * plane + j * line + i] *= 2;", 3),
        ("a[2 * k * plane + j * line + i] += a[(2 * k + 1) * plane + j * line + i];", 3),
        ("a[2 * k * plane + j * line + i] += a[2 * k * plane + (j + ny) * line + i];", 3),
        ("a[3 * (k * plane + j * line + i) + 1] += a[3 * (k * plane + j * line + i) + 2];", 3),
        ("a[k * plane + j * line + i] += a[(j + ny) * line + i];", 1),
        (
            "a[k * plane + j * line + i] += a[odd * plane + (j + ny) * line + i];",
            1,
        ),  # with odd == 0, a later plane
    ],
)
def test_rows_are_compared_where_all_lengths_are_the_same(statement: str, dimensions: int) -> None:
    """Elements differ by one of their digits only among those that are counted in the same lengths."""
    _, changed = kernel_of(LENGTHS.replace("STATEMENT", statement))
    assert len(changed.dimensions) == dimensions
    assert bool(changed.assumed.lengths) is (dimensions == 3)
    lengths = [each.of for each in changed.assumed.lengths]
    assert len({tuple(map(text_of, of)) for of in lengths}) <= 1
