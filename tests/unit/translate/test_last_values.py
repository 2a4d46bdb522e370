"""Shared scratch variables: what a loop leaves in them goes back only where the program may read it."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

LOOP = """
#pragma omp parallel for
  for (int i = 0; i < 50; i++) {
    t = b[i] * 2;
    b[i] = t + 1;
  }
"""


def goes_back(text: str) -> bool:
    """Whether the first loop stores the last value of `t`."""
    program = translated(text)
    (loop,) = program.regions[0].loops
    assert loop.kernel is not None, loop.kept
    return any(each.name.startswith("t") for each in loop.kernel.buffers)


@pytest.mark.parametrize(
    ("functions", "behind"),
    [
        ("", ""),
        ("", "t = 3; b[0] += t;"),
        ("", "for (int k = 0; k < n; k++) { t = k; b[k] += t; }"),
        ("static double g(double x) { t = x; return t * t; }", "b[0] += g(1);"),
        ("static double g(double x) { t = sqrt(x); x = fabs(x); return t; }", "b[0] += g(1);"),
    ],
)
def test_what_is_written_before_it_is_read_stays(functions: str, behind: str) -> None:
    head = "double sqrt(double), fabs(double);\nstatic double t, b[50]; static int n;\n"
    assert not goes_back(f"{head}{functions}\nint main(void) {{ {LOOP} {behind} return b[1] > 3; }}")


@pytest.mark.parametrize(
    ("functions", "before", "behind"),
    [
        ("", "", "b[0] += t;"),
        ("", "", "if (n) t = 3; b[0] += t;"),
        ("", "", "for (int k = 0; k < n; k++) t = k; b[0] += t;"),
        ("", "t = 5;", "b[0] += t;"),
        ("", "for (int k = 0; k < 3; k++) { if (k) b[0] += t;", "}"),
        ("static double g(void) { return t; }", "", "b[0] += g();"),
        ("static double g(void) { return t++; }", "", ""),
        ("static double g(int k) { if (k) t = 1; return t; }", "", "b[0] += g(n);"),
        ("static void f(void); static double g(void) { t = 1; f(); return t; }", "", ""),
        ("static double g(void (*f)(void)) { t = 1; f(); return t; }", "", "b[0] += g(stop);"),
        ("static long g(char (*q)[(int)t]) { return sizeof *q; }", "", "b[0] += g(0);"),
        ("static double g(void) { extern double t; return t; }", "", "b[0] += g();"),
        ("static double g(void) { if (setjmp(0)) return t; t = 1; return t; }", "", ""),
    ],
)
def test_what_may_be_read_goes_back(functions: str, before: str, behind: str) -> None:
    head = "static double t, b[50]; static int n; int setjmp(long *); void stop(void);\n"
    program = f"static void f(void) {{ {before} {LOOP} {behind} }}\nint main(void) {{ f(); return 0; }}"
    assert goes_back(f"{head}{functions}\n{program}")


def test_other_files_may_read_what_is_external() -> None:
    assert goes_back(f"double t, b[50];\nvoid f(void) {{ {LOOP} }}")
    assert not goes_back(f"static double t;\ndouble b[50];\nvoid f(void) {{ {LOOP} }}")


@pytest.mark.parametrize(("behind", "back"), [("", False), ("t = n; b[0] += t;", False), ("b[0] += t;", True)])
def test_automatic_variables_are_those_of_their_function(behind: str, back: bool) -> None:
    text = f"double b[50]; int n;\nvoid f(void) {{ double t; {LOOP} {behind} }}"
    assert goes_back(text) is back


@pytest.mark.parametrize(
    "behind",
    [
        "char z[t]; b[0] += sizeof z;",
        "b[0] += sizeof(char[t]);",
        "__typeof__(char[t]) z; b[0] += sizeof z;",
        "struct { char z[t]; } z; b[0] += sizeof z;",
        "b[0] += sizeof(*(char (*)[t])b);",
        "\n#pragma omp parallel num_threads(t)\n{ stop(); }",
        "\n#pragma omp parallel reduction(+ : t)\n{ t = 7; }",
        "\n#pragma omp parallel for reduction(+ : b[0:t])\nfor (int i = 0; i < 9; i++) b[i] += 1;",
        "switch (n) { case 0: do { t = 5; case 1: b[0] += t; } while (n < 0); }",
        "int z __attribute__((cleanup(drop))) = 0;",
    ],
)
def test_what_is_read_without_a_plain_expression_goes_back(behind: str) -> None:
    loop = LOOP.replace("b[i] * 2", "(int)b[i]")
    text = f"double b[50]; int n; void stop(void), drop(int *);\nvoid f(void) {{ int t; {loop} {behind} }}"
    assert goes_back(text)


@pytest.mark.parametrize(("first", "back"), [("double x = t; t = 1;", True), ("t = 1; double x = t;", False)])
def test_static_variables_of_functions_keep_their_values(first: str, back: bool) -> None:
    assert goes_back(f"double b[50]; double f(void) {{ static double t; {first} {LOOP} return x; }}") is back


def test_a_computed_goto_may_go_around() -> None:
    body = f"double t = 0; again: b[0] += t; {LOOP} void *p = &&again; if (n--) goto *p;"
    assert goes_back(f"double b[50]; void f(int n) {{ {body} }}")
