"""What statements and functions read and write, calls included."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.pointers.effects import Effects
from mapper.analysis.whole_program.library import Flags, Place, library
from mapper.ir.trees.nodes import walk
from tests.unit.analysis.wholeprogram import Program, program

BEFORE = """\
double u[10], v[10], w[10][10]; int k; struct pair { double x, y; double z[3]; } s, t;
static double sum(const double *a, int n) { double r = 0; for (int i = 0; i < n; i++) r += a[i]; return r; }
static void copy(double *to, const double *from) { double local[10]; local[0] = from[0]; to[0] = local[0]; }
static int sized(char (*p)[k]) { return sizeof *p; }
void unknown(double *); double outside(void);
"""


def body_effects(statements: str) -> tuple[Program, Effects]:
    """The effects of a function's body, as its caller sees them."""
    whole = program(
        BEFORE + "static void f(int n) { double mine[10]; " + statements + " } int main(void) { f(1); return 0; }"
    )
    key = whole.analyses.whole.function_of(whole.function("f")).key
    return whole, whole.analyses.effects.of_function(key)


@pytest.mark.parametrize(
    ("statements", "reads", "writes"),
    [
        ("u[0] = v[1];", "v", "u"),
        ("u[0] += 1;", "u", "u"),
        ("u[k]++;", "k u", "u"),
        ("s = t;", "t", "s"),
        ("s.z[1] = t.x;", "t", "s"),
        ("double *p = &s.y; *p = 2;", "", "s"),
        ("mine[0] = w[1][2]; w[2][1] = mine[0];", "w", "w"),
        ("copy(u, v);", "v", "u"),
        ("k = sizeof u[0] + sizeof(v);", "", "k"),
        ("k = n ? u[0] > 1 : v[0] > 1;", "u v", "k"),
        ("double *p = u + 1; p[2] = sum(w[1], 3);", "u v w", "u"),
        ("memcpy(u, v, 8);", "v", "u"),
        ("char x[k]; (void)sizeof x;", "k", ""),
        ("typedef char line[(int)u[0]]; (void)sizeof(char[(int)v[0]]);", "u v", ""),
        ("typeof(char[(int)u[0]]) x; (void)((char (*)[k])x)[0];", "k u", ""),
        ("struct { char z[(int)u[0]]; } x; (void)x;", "u", ""),
        ("sized(0);", "k", ""),
        ("free(malloc(8));", "", ""),
        ("int x = 3, y = (x, n);", "", ""),
        ("switch (k) { case 1: u[0] = 1; }", "k", "u"),
        ("struct pair q = {u[0], v[0]};", "u v", ""),
        ("s = (struct pair){u[0], 1};", "u", "s"),
        ("double *p = (double[]){u[0], 1}; p[1] = 2;", "u", ""),
    ],
)
def test_objects(statements: str, reads: str, writes: str) -> None:
    if "sum(" in statements:  # the callers of a function are not distinguished
        statements += " k = (int)sum(u, 1) + (int)sum(v, 1);"
        writes += " k"
    whole, effects = body_effects(statements)
    names = whole.analyses.effects.objects
    assert " ".join(sorted(each.name for each in names(effects.reads))) == reads
    assert sorted(each.name for each in names(effects.writes)) == sorted(writes.split())


def test_pure_functions_touch_nothing() -> None:
    _, effects = body_effects("n = (int)(sqrt(2.0) + fabs(-1.0));")
    assert (effects.reads, effects.writes, effects.unknown) == (0, 0, False)


def test_unknown_functions_touch_what_they_may_reach() -> None:
    whole, effects = body_effects("unknown(u);")
    assert effects.unknown
    touched = {each.name for each in whole.analyses.effects.objects(effects.writes)}
    assert "u" in touched
    assert "v" not in touched


@pytest.mark.parametrize(
    ("statements", "flags"),
    [
        ("double *p = malloc(8); free(p);", Flags.ALLOCATES | Flags.FREES),
        ('printf("%d", n);', Flags.IO),
        ("fork();", Flags.THREADS),
        ("signal(2, 0);", Flags.SIGNALS),
        ("atexit(0);", Flags.AT_EXIT),
    ],
)
def test_flags(statements: str, flags: Flags) -> None:
    assert body_effects(statements)[1].flags == flags


def test_recursive_functions_keep_their_own_variables() -> None:
    whole = program(
        "static void f(int *up, int n) { int here = n; if (n) f(&here, n - 1); *up = n; }"
        "int main(void) { int top; f(&top, 3); return 0; }"
    )
    key = whole.analyses.whole.function_of(whole.function("f")).key
    effects = whole.analyses.effects.of_function(key)
    assert {each.name for each in whole.analyses.effects.objects(effects.writes)} == {"f:here", "main:top"}


def test_recursive_functions_keep_their_own_compound_literals() -> None:
    whole = program(
        "static void f(int *up, int n) { if (n) f(&(int){n}, n - 1); *up = n; }"
        "int main(void) { int top; f(&top, 3); return 0; }"
    )
    key = whole.analyses.whole.function_of(whole.function("f")).key
    effects = whole.analyses.effects.of_function(key)
    written = sorted(each.name for each in whole.analyses.effects.objects(effects.writes))
    assert written[0] == "main:top"
    assert written[1].startswith("temporary at")


@pytest.mark.parametrize(
    ("expression", "loop", "expected"),
    [
        ("n + k", "for (i = 0; i < n; i++) u[i] = k;", True),
        ("n + k", "for (i = 0; i < n; i++) k++;", False),
        ("p[1]", "for (i = 0; i < n; i++) u[i] = 1;", False),
        ("p[1]", "for (i = 0; i < n; i++) v[i] = 1;", True),
        ("p", "for (i = 0; i < n; i++) p[i] = 1;", True),
        ("k", "unknown(u);", True),
        ("u[0]", "unknown(u);", False),
        ("k++", "n = 1;", False),
        ("outside()", "n = 1;", False),
        ("sqrt(s.x)", "t = s;", True),
        ("sqrt(s.x)", "s = t;", False),
    ],
)
def test_unchanged(expression: str, loop: str, expected: bool) -> None:
    whole = program(
        BEFORE + f"int main(void) {{ int i, n = 3; double *p = u; {expression}; {{ {loop} }} return 0; }}"
    )
    items = whole.function("main").body.block_items
    assert whole.analyses.effects.unchanged(items[-3], items[-2], whole.units[0]) is expected


def test_assigned_parameters_of_constructs_count() -> None:
    whole = program(
        "double u[9]; int main(void) { double s = 0; int i;\n"
        "#pragma omp parallel for reduction(+: s) if (u[0] > 1)\nfor (i = 0; i < 9; i++) s += 1;\nreturn s > 1; }"
    )
    construct = next(n for n in walk(whole.function("main").body) if type(n).__name__ == "Omp")
    effects = whole.analyses.effects
    assert {each.name for each in effects.reads(construct, whole.units[0])} == {"main:i", "main:s", "u"}
    assert {each.name for each in effects.writes(construct, whole.units[0])} == {"main:i", "main:s"}


@pytest.mark.parametrize(
    ("declared", "statements", "kept"),
    [
        ("static int t[2] = {1, 2};", "", True),
        ("static int t[2] = {1, 2};", "k = t[1];", True),
        ("static int t[2] = {1, 2};", "t[1] = 2;", False),
        ("static int t[2] = {1, 2}; static void put(int *p) { *p = 1; }", "put(t + 1);", False),
        ("static int t[2] = {1, 2}; void unknown(int *);", "unknown(t);", False),
        ("int t[2] = {1, 2}; void unknown(int *);", "unknown(&k);", True),
        ("", "int t[2] = {1, 2}; k = t[0];", True),
        ("", "int t[2] = {1, 2}; t[k]++;", False),
        ("", "static int t[2] = {1, 2}; memcpy(t, &k, 4);", False),
    ],
)
def test_variables_that_keep_their_first_values(declared: str, statements: str, kept: bool) -> None:
    whole = program(f"int k; {declared} int main(void) {{ {statements} return 0; }}")
    table = next(each for each in whole.units[0].all if each.name == "t")
    assert whole.analyses.effects.keeps_first_value(table) is kept


def test_a_variable_with_two_definitions_may_have_another_value() -> None:
    twice = program("const int t[2] = {1, 2}; int main(void) { return 0; }", "const int t[2] = {3, 4};")
    once = program("const int t[2] = {1, 2}; int main(void) { return 0; }", "extern const int t[2];")
    for whole, kept in ((twice, False), (once, True)):
        table = next(each for each in whole.units[0].all if each.name == "t")
        assert whole.analyses.effects.keeps_first_value(table) is kept


def test_very_long_sums() -> None:
    whole = program("int k; int main(void) { return " + " + ".join(["k"] * 2000) + "; }")
    (ret,) = [n for n in walk(whole.function("main").body) if isinstance(n, c_ast.Return)]
    assert {each.name for each in whole.analyses.effects.reads(ret, whole.units[0])} == {"k"}


def test_the_table_of_library_functions() -> None:
    copy = library("memcpy")
    assert copy is not None
    assert copy.touched(3) == {(1, 0, ""): (True, False), (0, 0, ""): (False, True)}
    assert copy.returns == (Place(0),)
    scan = library("__isoc99_fscanf")
    assert scan is not None
    assert {position for (position, _, _), (_, writes) in scan.touched(4).items() if writes} == {2, 3}
    assert library("__builtin_sqrt") == library("sqrtf") == library("abs")
    assert library("cblas_dgemm") is None
