"""Private arrays and structures that functions fill: on which ways all that is read has been written."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, kernel

HEAD = """#define N 64
typedef struct { double re, im; } number;
typedef struct { number e[3][3]; int count; } matrix;
typedef struct { union { double d; long l; } u; double more[2]; } mixed;
static double in[N][9], out[N];
static int kind[N];
static matrix from[N], to[N];
static mixed mixes[N];
"""


def program(functions: str, body: str, private: str = "double t[9]") -> str:
    name = private.split()[1].split("[")[0]
    return (
        f"{HEAD}{functions}\nvoid f(int n) {{ {private};\n#pragma omp parallel for private({name})\n"
        f"for (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    )


def fills(cases: str, before: str = "", operand: str = "k") -> str:
    """A function that sets a vector in the cases of a `switch`."""
    function = "static void all(double *o, double x) { for (int r = 0; r < 9; r++) o[r] = x; }\n"
    function += (
        f"static void fill(double o[9], const double *a, int k) {{ {before} switch ({operand}) {{ {cases} }} }}"
    )
    return program(function, "fill(t, in[i], kind[i]); out[i] = t[5];")


def moves(functions: str, body: str = "clear(&t, i); to[i] = t;", private: str = "matrix t") -> str:
    return program(functions, body, private)


def clears(body: str) -> str:
    return moves(f"static void clear(matrix *m, int i) {{ {body} }}")


EACH = "for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++)"
ZERO = f"{EACH} m->e[r][c].re = m->e[r][c].im = 0;"


@pytest.mark.parametrize(
    "text",
    [
        fills("case 0: all(o, 1); break; case 1: all(o, a[2]); break; default: all(o, 0);"),
        fills("default: all(o, 0); break; case 2: case 3: all(o, 1); break;"),
        fills("case 0: { all(o, 1); break; } default: { all(o, 0); }"),
        fills("case 0: all(o, 1); return; case 1: all(o, 2); return;", operand="k & 1"),
        fills(
            "case 0: all(o, 1); break; case 1: all(o, 2); break; case 2: all(o, 3);",
            "k = k < 0 ? -k : k;",
            "k % 3",
        ),
        fills("case 0: all(o, 1); return; case 'a': all(o, 2); return; } all(o, 5); {"),
        fills(
            "case 0: switch (k + (int)a[0]) { case 1: all(o, 1); break; default: all(o, 2); } break;"
            "default: all(o, 3);"
        ),
        fills(
            "case 0: all(o, 3); for (int r = 0; r < 9; r++) { if (a[r] < 0) break; o[r] = 1; } break;"
            "default: all(o, 2);"
        ),
        clears(f"{ZERO} m->count = i;"),
        clears(f"{EACH} {{ number x = {{i, c}}; m->e[r][c] = x; }} m->count = 0;"),
        clears("*m = from[i];"),
        moves("", f"{EACH} t[r][c].re = t[r][c].im = i; to[i].e[1][2] = t[1][2];", "number t[3][3]"),
    ],
)
def test_all_that_is_read_is_written(text: str) -> None:
    kernel(text)


@pytest.mark.parametrize(
    "text",
    [
        # ways that write nothing
        fills("case 0: all(o, 1); break; case 1: all(o, a[2]); break;"),
        fills("case 0: all(o, 1); break; case 1: break; default: all(o, 0);"),
        fills("case 0: all(o, 1); break; case 1: if (a[0] > 2) break; all(o, 2); break; default: all(o, 0);"),
        fills(
            "case 0: all(o, 1); break; case 1: all(o, 2); break; case 2: break;", "k = k < 0 ? -k : k;", "k % 3"
        ),
        fills("case 0: all(o, 1); break; case 1: all(o, 2); break;", operand="k % 2"),
        fills("all(o, 1); case 0: break; default: all(o, 0);"),
        fills("case 0: if (a[0] > 2) { case 1: all(o, 1); } break; default: all(o, 0);"),
        fills("case 0: for (int r = 0; r < 9; r++) { if (a[r] < 0) break; o[r] = 1; } break; default: all(o, 2);"),
        fills("case 256: all(o, 1); break;", operand="(unsigned char)k"),
        fills(
            "case 0: for (int r = 0; r < 4; r++) o[r] = 1; case 1: for (int r = 4; r < 9; r++) o[r] = 2; break;"
            "default: all(o, 0);"
        ),
        program(
            "",
            "for (int r = 0; r < 9; r++) { switch (kind[(i + r) % N]) { case 0: t[r] = 1; break; "
            "case 1: continue; default: t[r] = 2; } out[i] += t[r]; } out[i] += t[5];",
        ),
        # elements and members that are not written
        clears(f"{ZERO.replace('r < 3', 'r < 2 + i % 2')} m->count = i;"),
        clears(f"{EACH} m->e[r][c].re = 0; if (i % 3) {EACH} m->e[r][c].im = 0; m->count = i;"),
        clears(f"{ZERO} if (i % 3) m->count = i;"),
        clears(f"{EACH} if (r <= c || i > 9) m->e[r][c].re = m->e[r][c].im = 0; m->count = i;"),
        clears(f"if (i % 3) return; {ZERO} m->count = i;"),
        moves(
            "static void clear(mixed *m, int i) { if (i % 3) m->u.d = 1; m->more[0] = m->more[1] = i; }",
            "clear(&t, i); mixes[i] = t;",
            "mixed t",
        ),
        moves(
            "static void clear(mixed *m, int i) { m->u.d = 1; m->more[i % 2] = i; }",
            "clear(&t, i); mixes[i] = t;",
            "mixed t",
        ),
    ],
)
def test_something_may_be_left(text: str) -> None:
    assert kept(text).code == "K014"
