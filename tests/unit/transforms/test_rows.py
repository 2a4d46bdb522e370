"""Which statements of a region, calls among them, become one kernel, and which must not."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import fused_loops

HEAD = """
int puts(const char *);
struct pair { double one, two; };
double flux[50], field[50], total;
struct pair pairs[50];
int n = 50, *count = &n;
"""
FUNCTIONS = """
void set(double factor)
{
#pragma omp for nowait
  for (int j = 1; j < 50; j++) flux[j] = factor * field[j];
}
void add(int axis)
{
#pragma omp for
  for (int j = 1; j < 50; j++) flux[j] += axis;
}
"""


def rows(body: str, functions: str = FUNCTIONS, other: str = "") -> list[tuple[str, ...]]:
    """The loops of each row that a region with this body has; `other` is the text of another file."""
    text = f"{HEAD}{functions}\nvoid f(double x, int steps)\n{{\n  int axis;\n#pragma omp parallel private(axis)\n"
    text += f"  {{\n{body}\n  }}\n}}\nint main(int c, char **v) {{ f(c, c); return v[0][0]; }}\n"
    return [loop.others for loop in fused_loops(text, *([other] if other else [])) if loop.row is not None]


BOTH = [("a_set_1", "a_add_1")]


@pytest.mark.parametrize(
    "body",
    [
        "set(x); add(1);",
        "set(x + 1);\n#pragma omp barrier\n{ add(steps); }",
        "set(2); for (axis = 0; axis < 2; axis++) add(axis);",
        "{ int twice = 2 * steps; set(x); add(twice); }",
        "for (axis = 0; axis < steps; axis++) { set(x); add(axis); }\nset(x);",
    ],
)
def test_calls_share_a_kernel(body: str) -> None:
    assert rows(body) == BOTH


@pytest.mark.parametrize(
    "body",
    [
        "set(x); if (x > 1) add(1);",
        "set(x); add(axis = 3);",
        "set(x); add(n++);",
        "set(x); for (axis = 0; axis < 90; axis++) add(axis);",
        "double flux = x; set(flux); add((int)flux);",
    ],
)
def test_what_is_more_than_calls_is_no_row(body: str) -> None:
    assert rows(body) == []


SET = FUNCTIONS.partition("void add")[0]
LOOP = "#pragma omp for nowait\nfor (int j = 1; j < 50; j++)"


@pytest.mark.parametrize(
    "add",
    [
        "void add(int i) {\n#pragma omp for reduction(+ : total)\nfor (int j = 1; j < 50; j++) total += i; }",
        f"void add(int axis) {{ if (axis) return;\n{LOOP} flux[j] += axis; }}",
        f"void add(int axis) {{\n{LOOP} flux[j] += axis;\n#pragma omp single\nn = 3;\n}}",
        f"void add(int axis) {{ static int calls;\n{LOOP} flux[j] += axis + calls; }}",
        f"void add(int axis) {{ extern double field[50];\n{LOOP} flux[j] += axis * field[j]; }}",
        f"void add(int axis) {{ int more = axis++;\n{LOOP} flux[j] += more; }}",
        f"void add(int axis) {{\n{LOOP} flux[51 - j] += axis; }}",
        f"void add(int axis) {{\n{LOOP} field[j] = flux[j - 1] + axis; }}",
        f'void add(int axis) {{\n{LOOP} {{ flux[j] += axis; if (axis < 0) puts("!"); }} }}',
        f"void add(int axis) {{ int k = 1; for (; k < axis; k++) {{\n{LOOP} flux[j] += k; }} }}",
    ],
)
def test_functions_that_stay_apart(add: str) -> None:
    assert rows("set(x); add(1);", SET + add) == []


@pytest.mark.parametrize(
    ("add", "joined"),
    [
        (f"void add(int axis) {{\n{LOOP} flux[j] += axis; }}", True),
        (f"void add(int axis) {{\n{LOOP} pairs[j].one += axis * flux[j]; }}", False),
        (f"static double field[50];\nvoid add(int axis) {{\n{LOOP} flux[j] += field[j] + axis; }}", False),
    ],
)
def test_functions_of_other_files(add: str, *, joined: bool) -> None:
    head = HEAD.replace("double flux[50], field[50], total;", "extern double flux[50], total;")
    head = head.replace("struct pair pairs", "extern struct pair pairs").replace("int n = 50, *count = &n;", "")
    assert (rows("set(x); add(1);", f"{SET}void add(int axis);", head + add) != []) == joined
