"""Which loops the work-items of a group share, and which they must not."""

from __future__ import annotations

import re

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.transforms.cooperative import gang
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

HEAD = "#pragma omp parallel for\nfor (int j = 0; j < n; j++) "
ARRAYS = "static double a[100][100], b[100][100], s[100]; static int c[100];"


def ganged(body: str, before: str = "") -> Kernel:
    """The kernel of a loop over j with this body, after the transformation."""
    kernel, symbols = kernel_and_symbols(f"{ARRAYS} {before}\nvoid f(int n) {{\n{HEAD}{{ {body} }} }}")
    return apply_all(kernel, symbols, (gang.TRANSFORM,))


def refusal(kernel: Kernel) -> str:
    assert kernel.form(Gang) is None
    (applied,) = kernel.applied
    return applied.refusal or ""


def text_of(kernel: Kernel) -> str:
    """The shared body as OpenCL C."""
    made = kernel.form(Gang)
    assert made is not None
    return CPrinter().visit(made.body)


@pytest.mark.parametrize(
    "body",
    [
        "double t = 0; for (int i = 0; i < n; i++) t += a[j][i]; s[j] = t;",
        "double t = a[j][0]; for (int i = 1; i <= n; i++) if (a[j][i] > t) t = a[j][i]; s[j] = t;",
        "for (int i = 0; i < n; i++) a[j][i] = 2 * b[j][i];",
        "for (int i = n - 1; i >= 0; i--) a[j][i] = 2 * b[j][i];",
        "for (int i = 0; i < n; i++) a[j][i] = 2 * b[j][i]; s[j] = 0, c[j] = 1;",
        "double w[100]; for (int i = 0; i < n; i++) w[i] = b[j][i];"
        "for (int i = 0; i < n; i++) a[j][i] = w[n - 1 - i];",
        "s[j] = 0; for (int i = 0; i < n; i++) a[j][i] = s[j] * b[j][i]; s[j] = a[j][3];",
        "double t = 0; for (int i = 0; i < n; i++) { t = b[j][i]; a[j][i] = t; } t = 3; s[j] = t;",
        "double t; for (int k = 0; k < n; k++) { for (int i = 0; i < n; i++) { t = b[j][i]; a[j][i] += t; }"
        "t = k; s[j] += t; }",
        "for (int k = 0; k < n; k++) { double t = s[j];"
        "for (int i = 0; i < j; i++) t += b[j][i] * a[k][i]; s[j] = t; }",
    ],
)
def test_shared(body: str) -> None:
    assert ganged(body).form(Gang) is not None


COLUMN = "for (int i = 1; i < n; i++) { double t = 0; for (int k = 0; k < %s; k++) t += a[k][j] * b[i][k]; %s }"


@pytest.mark.parametrize(
    ("body", "done"),
    [
        (COLUMN % ("i", "a[i][j] = t;"), True),
        (COLUMN % ("64", "a[i][j] += t;"), True),
        (COLUMN % ("n", "a[i][j] += t;"), False),  # perhaps the coordinates of a point
        (COLUMN % ("9", "a[i][j] += t;"), False),
        ("double t = 0; for (int k = 0; k < j; k++) t += a[k][j]; s[j] = t;", False),  # no loop around it
    ],
)
def test_columns_are_shared_where_they_are_few(body: str, done: bool) -> None:
    made = ganged(body).form(Gang)
    assert (made is not None and made.few) == done
    assert made is None or done


@pytest.mark.parametrize(
    ("members", "body", "done"),
    [
        ("double x, y;", "double t = 0; for (int i = 0; i < n; i++) t += p[i].x * p[j].y; s[j] = t;", True),
        ("double x[3];", "double t = 0; for (int i = 0; i < n; i++) t += p[i].x[2]; s[j] = t;", True),
        ("double x[8];", "double t = 0; for (int i = n; i > 0; i--) t += p[i].x[0]; s[j] = t;", True),
        ("double x[9];", "double t = 0; for (int i = 0; i < n; i++) t += p[i].x[0]; s[j] = t;", False),
        ("double x[8];", "double t = 0; for (int i = 0; i < n; i++) t += p[2 * i].x[0]; s[j] = t;", False),
        ("double x[8];", "double t = 0; for (int i = 0; i < 8; i++) t += p[n].x[i]; s[j] = t;", False),
        ("double x, y;", "double t = 0; for (int i = 0; i < n; i++) t += p[i + j].x; s[j] = t;", False),
        ("double x, y;", "for (int i = 0; i < n; i++) p[i].x = 0;", False),
    ],
)
def test_small_structures_that_all_read_are_shared_where_they_are_few(members: str, body: str, done: bool) -> None:
    made = ganged(body, f"static struct {{ {members} }} p[300];").form(Gang)
    assert (made is not None) == done
    assert made is None or made.few


@pytest.mark.parametrize(("length", "done"), [("9", False), ("19", False), ("64", True), ("n", True)])
def test_few_points_are_not_shared_where_most_of_the_work_is_alone(length: str, done: bool) -> None:
    """As in lattice Boltzmann methods: a point's values are added up, and then each of them goes elsewhere."""
    body = f"double t = 0; for (int i = 0; i < {length}; i++) t += a[j][i];"
    body += f"for (int i = 0; i < {length}; i++) b[c[i]][j] = a[j][i] - t * s[i];"
    assert (ganged(body).form(Gang) is not None) == done


ROW = "for (int i = 0; i < n; i++) { double t = a[j][k] * b[k][i]; a[j][i] -= t; }"


@pytest.mark.parametrize("row", [ROW, ROW.replace("i < n", "i <= n"), ROW.replace("double t =", "double t; t =")])
def test_the_iteration_that_others_depend_on_runs_between_them(row: str) -> None:
    text = text_of(ganged(row, "static int k;"))
    assert len(re.findall(r"mrt_trip\d+ \+= MRT_LANES", text)) == 2
    assert re.search(r"if \(mrt_lane == 0\)[^}]*a\[j\]\[k\] -= t_3", text)


@pytest.mark.parametrize(
    "row",
    [
        ROW.replace("a[j][k]", "a[j][i - 1]"),
        ROW.replace("a[j][k]", "a[j][k] * a[j][k + 1]").replace("b[k][i]", "1; k = 3"),
        ROW.replace("i++", "i += 2"),
        ROW.replace("}", "if (t > 5) break; }"),
        ROW.replace("a[j][k]", "a[j][c[j]]"),
        f"int i; {ROW.replace('int i', 'i')} s[j] = i;",
        ROW.replace("a[j][k]", "a[j][l]").replace("b[k][i]", "(i - 1u)"),
        ROW.replace("a[j][k]", "a[j][5l]").replace("b[k][i]", "(i - 1u)"),
    ],
)
def test_no_such_iteration(row: str) -> None:
    assert refusal(ganged(row, "static int k; static long l;")) == "no inner loop is parallel"


@pytest.mark.parametrize(
    ("end", "ends", "searched"),
    [
        ("c[j + 1]", "d[i] > j", True),
        ("c[j + 1]", "d[i] > d[j]", True),
        ("d[j]", "d[i] > j", False),
        ("c[j + 1]", "j / d[i] > 2", False),
        ("c[j + 1]", "d[i - j] > 2", False),
    ],
)
def test_rows_that_end_early_have_all_their_elements(end: str, ends: str, *, searched: bool) -> None:
    """Behind the end that a `break` makes memory may end, or hold zeros."""
    loop = f"for (int i = c[j]; i < {end}; i++) {{ if ({ends}) break; t += d[i]; }}"
    made = ganged(f"int t = 0; {loop} s[j] = t;", "static int d[9999];")
    assert (made.form(Gang) is not None) == searched


def test_few_points_are_shared_where_all_of_the_work_is() -> None:
    assert ganged("for (int i = 0; i < 12; i++) a[j][i] = 2 * b[j][i];").form(Gang) is not None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("for (int i = 1; i < n; i++) a[j][i] = a[j][i - 1];", "no inner loop is parallel"),
        ("for (int i = 0; i < n; i++) a[j][c[i]] = b[j][i];", "no inner loop is parallel"),
        ("double t = 0; for (int i = 0; i < n; i++) t = t / 2 + b[j][i]; s[j] = t;", "no inner loop is parallel"),
        ("double t = 0; for (int i = 0; i < n; i++) { t += b[j][i]; a[j][i] = t; }", "no inner loop is parallel"),
        ("double t = 0; for (int i = 0; i < n; i++) { t = b[j][i]; } s[j] = t;", "no inner loop is parallel"),
        ("int i; for (i = 0; i < n; i++) a[j][i] = b[j][i]; s[j] = i;", "no inner loop is parallel"),
        ("for (int i = 0; i < c[j]; i++) c[j + i] = b[j][i];", "no inner loop is parallel"),
        (
            "double *p = c[j] ? a[j] : b[j]; for (int i = 0; i < n; i++) s[i] = p[i];",
            "an access may go anywhere",
        ),
        ("for (int i = 0; i < n; i++) { if (b[j][i] < 0) break; a[j][i] = 1; }", "no inner loop is parallel"),
        (
            "for (int i = 0; i < n; i++) {\n#pragma omp atomic\ns[0] += b[j][i];\n}",
            "there are atomic updates",
        ),
        (
            "double w[5000]; for (int i = 0; i < n; i++) w[i] = b[j][i];"
            "for (int i = 0; i < n; i++) a[j][i] = w[n - 1 - i];",
            "an iteration's arrays take 40000 bytes of local memory",
        ),
    ],
)
def test_refused(body: str, reason: str) -> None:
    assert refusal(ganged(body)) == reason


@pytest.mark.parametrize(
    ("array", "element", "passed"),
    [
        ("double w[100]", "w[i]", "last(w, n)"),
        ("double w[100]", "w[i]", "last(&w[1], n - 1)"),
        ("double w[2][100]", "w[1][i]", "last(w[1], n)"),
        ("struct { double x[20], y; } w[2]", "w[1].x[i]", "last(w[1].x, n)"),
    ],
)
def test_arrays_that_functions_get_are_no_local_memory(array: str, element: str, passed: str) -> None:
    before = "static double last(double *w, int n) { return w[n - 1]; }"
    body = f"{array}; for (int i = 0; i < n; i++) {element} = b[j][i]; s[j] = {passed};"
    assert refusal(ganged(body, before)) == "`w` is passed on as a pointer"


def test_writes_in_functions_are_left_to_the_first_lane() -> None:
    before = "static void put(double *s, int j) { s[j] = 1; }"
    body = "for (int i = 0; i < n; i++) a[j][i] = b[j][i] + b[j][n - i]; put(s, j);"
    assert "if (mrt_lane == 0)" in text_of(ganged(body, before))


def test_recurrences_on_lines_are_left_to_the_first_lane() -> None:
    body = (
        "double w[100]; for (int i = 0; i < n; i++) w[i] = b[j][i];"
        "for (int i = 1; i < n; i++) w[i] += 0.5 * w[i - 1];"
        "for (int i = 0; i < n; i++) a[j][i] = w[i];"
    )
    text = text_of(ganged(body))
    assert text.count("if (mrt_lane == 0)") == 1
    assert text.count("barrier(") == 2


def test_values_of_the_first_lane_are_not_needed_by_others() -> None:
    body = (
        "double w[100], last = 0; for (int i = 0; i < n; i++) w[i] = b[j][i];"
        "for (int i = 1; i < n; i++) { w[i] += 0.5 * w[i - 1]; last = w[i]; }"
        "for (int i = 0; i < n; i++) a[j][i] = w[i] + last;"
    )
    assert refusal(ganged(body)) == "`last` is needed by all lanes, and only the first one has it"


ADDS = "for (int i = 0; i < n; i++) a[j][i] = b[j][i] + x;"


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("double x = 0; put(s, &x, j);", "static void put(double *s, double *x, int j) { s[j] = 1; *x = j; }"),
        ("double x = 0; s[j] = x++;", ""),
        ("double x = 0; s[j] = x += 2;", ""),
        ("double x = 0; s[j] = step(&x);", "static double step(double *x) { *x += 1; return *x; }"),
        ("double x = 1; if (s[j] > 0) { s[j] = -1; x = 2; }", ""),  # lanes must not see what another one writes
    ],
)
def test_what_else_changes_where_the_first_lane_writes_is_needed_by_all(body: str, before: str) -> None:
    assert refusal(ganged(body + ADDS, before)) == "`x` is needed by all lanes, and only the first one has it"


@pytest.mark.parametrize(
    "body",
    [
        "double x = 0; s[j] = 1; x++;",
        "double x = 1; if (b[j][0] > 0) { s[j] = -1; x = 2; }",
        "double x = 1; if (b[j][0] > 0) { s[j] = -1; s[j] = b[j][2]; x = 2; }",
        "double x = 1; s[j] = s[j] + 1; x = 2;",
    ],
)
def test_all_lanes_run_what_they_need_but_for_the_writes(body: str) -> None:
    text = text_of(ganged(body + ADDS))
    assert "if (mrt_lane == 0)" in text
    assert "x" not in re.findall(r"if \(mrt_lane == 0\)[^;]*;", text)


def test_variables_that_only_the_first_lane_would_have_are_not_declared_there() -> None:
    before = "static double put(double *s, int j) { s[j] = 1; return s[j] / 2; }"
    body = "for (int i = 0; i < n; i++) a[j][i] = b[j][i]; double t = put(s, j); put(s + 1, t > 0);"
    reason = "an array is written in a called function or within an expression"
    assert refusal(ganged(body, before)) == reason


def test_neighbouring_statements_of_the_first_lane_do_not_wait() -> None:
    before = "static void put(double *s, int j) { s[j] = 1; }"
    body = "for (int i = 0; i < n; i++) a[j][i] = b[j][i] + b[j][n - i]; put(s, j); put(s, j);"
    assert "barrier(" not in text_of(ganged(body, before))


def test_work_of_the_first_lane_must_not_outweigh_the_rest() -> None:
    body = (
        "double w[100][5]; for (int i = 0; i < n; i++) for (int m = 0; m < 5; m++) w[i][m] = b[j][i];"
        "for (int i = 1; i < n; i++) for (int m = 0; m < 5; m++) for (int l = 0; l < 5; l++)"
        " w[i][m] += 0.5 * w[i - 1][l];"
        "for (int i = 0; i < n; i++) a[j][i] = w[i][0];"
    )
    assert ganged(body).form(Gang) is None


def test_short_loops_in_a_recurrence_make_no_stages() -> None:
    body = (
        "double w[100][3]; int last = 2, m;"
        "for (int i = 0; i < n; i++) for (m = 0; m < 3; m++) w[i][m] = b[j][i] * m;"
        "for (int i = 1; i < 99; i++) for (m = 0; m <= last; m++) w[i][m] += 0.5 * w[i - 1][m];"
        "for (int i = 0; i < n; i++) a[j][i] = w[i][0] + w[n - i][2];"
    )
    assert text_of(ganged(body)).count("barrier(") == 2


STAGES = (
    "double w[100], v[100]; for (int i = 0; i < n; i++) w[i] = b[j][i];"
    "int s; for (s = {first}; s < {bound}; s++) {{"
    " for (int i = 1; i < 99; i++) v[i] = w[i - 1] + w[i + 1]; {between}"
    " for (int i = 1; i < 99; i++) w[i] = v[i]; }}"
    "for (int i = 0; i < n; i++) a[j][i] = w[i];"
)


IN_STEP = r"^  for \(s = "
"""A loop outside of all conditions: work-items without an iteration run it, too."""


def test_loops_in_stages_are_shared() -> None:
    text = text_of(ganged(STAGES.format(first=0, bound="n", between="")))
    assert re.search(IN_STEP, text, re.MULTILINE)
    assert text.count("mrt_trip") > 0
    assert text.count("barrier(") == 4  # before the stages, within and after each, and behind all


def test_the_counter_of_stages_may_be_used() -> None:
    before = "static void put(double *s, int j) { s[j] = 1; }"
    body = (
        STAGES.format(first=0, bound="n", between="")
        .replace("v[i] = w", "v[i] = s * w")
        .replace("= v[i]", "= v[i] + s")
    )
    assert re.search(IN_STEP, text_of(ganged(body)), re.MULTILINE)
    assert re.search(
        IN_STEP, text_of(ganged("put(c0, j);" + body, "static double c0[100];" + before)), re.MULTILINE
    )


@pytest.mark.parametrize(
    ("first", "bound", "between"),
    [
        ("j", "n", ""),  # lines of one group would need different numbers of stages
        ("0", "c[j]", ""),
        ("0", "n", "if (v[1] < 0) break;"),
        ("0", "n", "if (v[1] < 0) continue;"),
        ("0", "n", "s += 1;"),
    ],
)
def test_stages_run_equally_often_in_all_lines(first: str, bound: str, between: str) -> None:
    gang = ganged(STAGES.format(first=first, bound=bound, between=between)).form(Gang)
    assert gang is None or not re.search(IN_STEP, CPrinter().visit(gang.body), re.MULTILINE)


def test_a_counter_that_a_pointer_may_change_makes_no_stage() -> None:
    body = STAGES.format(first="0", bound="n", between="*counter += v[1] < 0;")
    gang = ganged(body.replace("int s;", "int s, *counter = &s;")).form(Gang)
    assert gang is None or not re.search(IN_STEP, CPrinter().visit(gang.body), re.MULTILINE)


def test_coalesced_accesses_stay_so() -> None:
    kernel = ganged("double t = 0; for (int i = 0; i < n; i++) t += a[i][j]; s[j] = t;")
    assert kernel.form(Gang) is None
    assert kernel.applied == ()


def test_arrays_that_may_be_the_same_are_told_apart_at_run_time() -> None:
    inner = "for (int i = 0; i < n; i++) a[n * j + i] = b[n * j + i];"
    kernel, symbols = kernel_and_symbols(f"void f(int n, double *a, double *b) {{\n{HEAD}{inner} }}")
    kernel = apply_all(kernel, symbols, (gang.TRANSFORM,))
    assert kernel.form(Gang) is not None
    assert (kernel.assumed.distinct, kernel.assumed.alike) == (frozenset(), frozenset({("a", "b")}))


def test_stages_may_declare_their_counters() -> None:
    body = STAGES.format(first=0, bound="n", between="").replace("int s; for (s = ", "for (int s = ")
    text = text_of(ganged(body))
    assert re.search(r"^  for \(int s = ", text, re.MULTILINE)
    assert text.count("barrier(") == 4
    assert (
        refusal(ganged("for (int k = j; k < n; k++) a[j][k] = a[j][k - 1] + b[j][k];"))
        == "no inner loop is parallel"
    )


@pytest.mark.parametrize(
    ("start", "bound", "done"),
    [
        ("0", "n", False),
        ("0", "8", False),
        ("0", "64", True),
        ("0", "k", True),
        ("k + 1", "n", True),
        ("k", "99", True),
    ],
)
@pytest.mark.parametrize("counter", ["int k; for (k", "for (int k"])
def test_sums_in_stages_are_long(start: str, bound: str, done: bool, counter: str) -> None:
    """The few coordinates of points that a stage compares are no work for all lanes; rows of triangles are."""
    inner = f"double t = 0; for (int i = {start}; i < {bound}; i++) t += a[j][i] * b[k][i];"
    kernel = ganged(f"{counter} = 0; k < n; k++) {{ {inner} s[j] = t < s[j] ? t : s[j]; }}")
    assert (kernel.form(Gang) is not None) == done


PANEL = (
    "for (int k = {first}; k < m; k++) {{ a[j * ld + k] /= a[k * ld + k];"
    " for (int i = k + 1; i < m; i++) a[j * ld + i] -= a[j * ld + k] * a[k * ld + i]; }}"
)


@pytest.mark.parametrize("first", ["0", "k0"])
def test_subscripts_are_taken_to_stay_in_their_rows(first: str) -> None:
    """A panel's rows are apart if none is longer than the leading dimension."""
    head = "#pragma omp parallel for\nfor (int j = m; j < n; j++)"
    kernel, symbols = kernel_and_symbols(
        f"void f(double *a, int n, int m, int ld, int k0) {{\n{head} {{ {PANEL.format(first=first)} }} }}"
    )
    kernel = apply_all(kernel, symbols, (gang.TRANSFORM,))
    assert kernel.form(Gang) is not None
    assert kernel.assumed.true


FLAT = "static double flat[100000];"


@pytest.mark.parametrize(
    ("body", "wide"),
    [
        ("for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) t += flat[(k * 9 + j) * n + i];", True),
        (
            "for (int k = 0; k < n; k++) for (int h = 0; h < 9; h++) for (int i = 0; i < n; i++)"
            " if (i + h > 3) t += flat[((k * 9 + j) * 9 + h) * n + i];",
            True,
        ),
        ("for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) t += flat[(i * 9 + j) * n + k];", False),
        (
            "for (int k = 0; k < n; k++) { t += k; for (int i = 0; i < n; i++) t += flat[(k * 9 + j) * n + i]; }",
            False,
        ),
        (
            "for (int k = 0; k < n; k++) for (int i = j > 2 ? 1 : 0; i < (j < 5 ? n - 1 : n); i++)"
            " t += flat[(k * 9 + j) * n + i];",
            True,
        ),
        ("for (int k = 0; k < n; k++) for (int i = -j; i < n / 2; i++) t += flat[(k * 9 + j) * n + i];", True),
        ("for (int k = 0; k < n; k++) for (int i = 9 / n; i < n; i++) t += flat[(k * 9 + j) * n + i];", False),
        ("for (int k = 0; k < n; k++) for (int i = k; i < n; i++) t += flat[(k * 9 + j) * n + i];", False),
        ("for (int k = 0; k < n; k++) for (int i = 0; i < k; i++) t += flat[(k * 9 + j) * n + i];", False),
        ("for (int k = 0; k < n; k++) for (int i = 0; i < 3; i++) t += flat[(k * 9 + j) * n + i];", False),
        ("for (int k = 0; k < n; k++) for (int i = 0; i < c[j]; i++) t += flat[(k * 9 + j) * n + i];", False),
    ],
)
def test_lanes_run_along_memory_where_several_loops_add_up(body: str, wide: bool) -> None:
    kernel = ganged(f"double t = 0; {body} s[j] = t;", FLAT)
    gang = kernel.form(Gang)
    assert (gang is not None and "mrt_wide" in text_of(kernel)) is wide
