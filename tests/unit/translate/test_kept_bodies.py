"""What loops and regions may hold that keeps them on the CPU, one case each: code, place (`@`) and reason."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, marked

HEAD = """#include <string.h>
#include <stdlib.h>
#include <math.h>
#include <omp.h>
int printf(const char *, ...);
#define N 64
static double g[N], h[N];
static double *table[N];
static int k[N], flag, count;
static short tiny[N];
struct pair { int a, b; };
static struct pair pairs[N];
static char text[N];
struct holder { double **t; int n; };
static struct holder holder, *holders[N];
static struct node { struct node *next; double x; } *nodes[N];
struct flex { int n; double x[]; };
static struct flex last;
struct later;
static double *pick(int i) { return table[i]; }
static int vf(int n, ...) { return n; }
static int old() { return 3; }
static int get(double **t, int i) { return t[i] != 0; }
static double **whole(double **t) { return t + 1; }
static int spin(int i) { return i; }
static int quit(int i) { exit(i); return 0; }
static int (*chosen)(int) = spin;
static double *(*picked)(int) = pick;
static volatile struct { double (*call)(double); } calling[2];
static struct { double (*call)(double); } stepping[2];
static double (*ways[N])(double);
static int own;
#pragma omp threadprivate(own)
static int level(void) { return omp_get_level(); }
static void part(int me) {
#pragma omp for
for (int i = 0; i < N; i++) k[i] += me; }
"""
SIGNATURE = """
void f(int n, double (*op)(double), double (*rows2)[n], struct flex *fl, struct later *lp, long double ld)
{
  double vla[n][n];
"""
MAIN = "\n}\nint main(int c, char **v) { chosen = c ? quit : spin; return 0; }\n"

USED = "a pointer to a function is used inside the loop"
DATA = "a pointer to data becomes one to a function inside the loop"
STORED = "the pointer `stepping[i & 1].call` in memory is changed inside the loop"
CHANGES = "a function is called through a pointer, which may change inside the loop"

LOOPS = [
    ("K009", "g[i] = *@picked(i);", "`pick` returns a pointer that can't be followed to its memory"),
    ("K006", "k[i] = @chosen(i);", "`quit`, which is called through the pointer `chosen`, may end the program"),
    ("K007", "{ __int128 @x[2] = {k[i]}; k[i] = (int)x[0]; }", "the device has no type `__int128`"),
    ("K007", "{ __int128 x = k[i]; @x++; k[i] = (int)x; }", "`x`, an integer of 128 bits, is used as a whole"),
    (
        "K007",
        "{ __int128 x = k[i]; k[i] = (int)(@x / 3); }",
        "an integer of 128 bits is divided by another one, or has a sign",
    ),
    (
        "K007",
        "{ unsigned __int128 x = k[i]; k[i] = (int)(@x >> k[i]); }",
        "an integer of 128 bits is shifted by a number that is not constant",
    ),
    (
        "K007",
        "{ unsigned __int128 x = k[i]; g[i] = @x; }",
        "an integer of 128 bits is made something else than a smaller one",
    ),
    (
        "K007",
        "{ unsigned __int128 x = k[i]; k[i] = (int)(@abs(k[i]) * x); }",
        "an integer of 128 bits is computed by calls or assignments",
    ),
    (
        "K007",
        "{ typedef float four __attribute__((vector_size(16))); four @x = {k[i]}; k[i] = (int)x[0]; }",
        "the device has no vector or decimal types, complex integers, or numbers at any address",
    ),
    ("K007", "g[i] = @last.x[0];", "the flexible array `x` is in a variable"),
    (
        "K007",
        "{ struct later @*p = lp; k[i] = p != 0; }",
        "`struct later` is not complete here, and no other source completes it",
    ),
    ("K006", "k[i] = op == @(void *)g;", "a pointer to a function is compared with another pointer"),
    ("K006", "{ double (*f)(double) = @(void *)g; k[i] = f != 0; }", DATA),
    ("K006", "{ double (*f)(double) = op, (*@*p)(double) = &f; k[i] = (*p)(1) > 0; }", USED),
    ("K006", "{ double (@*volatile f)(double) = op; k[i] = f(1) > 0; }", USED),
    ("K006", "g[i] = @calling[i & 1].call(1);", CHANGES),
    ("K006", "g[i] = @ways[k[i]](1);", CHANGES),
    (
        "K016",
        "@stepping[i & 1].call = op;",
        STORED,
    ),
    (
        "K018",
        "k[i] = *@(int[4]){[2] = i};",
        "a compound literal of an array whose elements are not given one by one",
    ),
    ("K018", "k[i] = @(int){i};", "a compound literal of a scalar"),
    ("K018", "k[i] = @sizeof(__func__);", "the size of what has no known type is used inside the loop"),
    ("K018", "k[i] = @sizeof vla;", "the size of a variable-length array is used inside the loop"),
    (
        "K018",
        "k[i] = @sizeof(struct { char c; int x; } __attribute__((ms_struct)));",
        "the size of a type with a layout of its own is used inside the loop",
    ),
    (
        "K018",
        "k[i] = @sizeof(float __attribute__((vector_size(32))));",
        "the size of a type with a layout of its own is used inside the loop",
    ),
    ("K007", "{ _Bool b = 0; @b++; k[i] = b; }", "a _Bool is counted up or down inside the loop"),
    ("K018", "{ double (@*p)[n] = rows2; p++; g[i] = p[0][1]; }", "`p` points to arrays of variable size"),
    ("K018", "{ void *p = &g[i]; p = @p + 8; g[i] = *(double *)p; }", "arithmetic on a pointer to void"),
    ("K021", "{ double *p = @(double *)(long)k[i]; k[i] = p == 0; }", "a pointer is made from something else"),
    ("K021", "{ double *p = @(double *)8; k[i] = p == 0; }", "a pointer is made from something else"),
    ("K004", "k[i] = @vf(i, 2);", "`vf` takes a variable number of arguments"),
    ("K004", "k[i] = @old(i);", "`old` is called with another number of arguments than it has"),
    (
        "K016",
        "{ double *own[2] = {&g[i], &h[i]}; k[i] = @get(own, 0); }",
        "an argument of `get` may point to different or private pointers",
    ),
    ("K004", "@memcpy(&g[i], &h[k[0]++], 8);", "`memcpy` has arguments with side effects"),
    ("K004", "@memset(&g[i], 0, 7);", "`memset` is called for something else than whole elements"),
    ("K004", "@memset(&g[i], i, 8);", "`memset` sets bytes of larger elements"),
    ("K004", "@memset(&g[i], -1, 8);", "`memset` sets bytes of larger elements"),
    (
        "K016",
        "{ struct holder o = holder; o.n = i; g[i] = @o.t[0][0]; }",
        "the pointer `o.t` is in an iteration's own variable",
    ),
    (
        "K016",
        "{ struct node *p = nodes[i]; for (int j = 0; j < 3; j++) p = @p->next; g[i] = p->x; }",
        "the pointer `p->next` is found by way of other pointers that differ from iteration to iteration",
    ),
    (
        "K018",
        "switch (k[i]) { @case 1 ... 300: k[i] = 1; break; }",
        "a range of cases that are not constant, none, or more than 256",
    ),
    (
        "K018",
        "switch (k[i]) { @case 3 ... 1: k[i] = 1; break; }",
        "a range of cases that are not constant, none, or more than 256",
    ),
    ("K013", "k[i] = @omp_get_max_threads();", "`omp_get_max_threads` depends on the thread that runs it"),
    ("K004", "k[i] = @omp_get_wtime() > 0;", "`omp_get_wtime` asks for the time, which the device does not have"),
    ("K013", "k[i] = @omp_get_level();", "`omp_get_level` depends on the thread that runs it"),
    (
        "K009",
        "{ double *p = &g[i]; double **q = &@p; **q = 1; }",
        "the address of a pointer is taken inside the loop",
    ),
    ("K010", "{ if (k[i]) @break; }", "the work-shared loop is left by a break"),
    ("K010", "{ if (k[i]) @return; }", "the work-shared loop is left by a return"),
]


@pytest.mark.parametrize(("code", "body", "reason"), LOOPS)
def test_body_of_a_loop(code: str, body: str, reason: str) -> None:
    check(code, f"#pragma omp parallel for\nfor (int i = 0; i < N; i++) {body}", reason)


REGIONS = [
    (
        "K001",
        "#pragma omp parallel\n{\n@#pragma omp loop bind(thread)\nfor (int i = 0; i < N; i++) k[i] = 1; }",
        "`loop` is not translated",
    ),
    (
        "K001",
        "#pragma omp parallel\n{\n@#pragma omp taskloop\nfor (int i = 0; i < N; i++) k[i] = 1; }",
        "`taskloop` is not translated",
    ),
    (
        "K019",
        "#pragma omp parallel for @reduction(task, + : count)\nfor (int i = 0; i < N; i++) count += 1;",
        "a reduction of an array section, or with a modifier, is not translated",
    ),
    (
        "K019",
        "#pragma omp declare reduction(later : int : omp_out = omp_in)\n"
        "#pragma omp parallel for @reduction(later : k[1 : 3])\nfor (int i = 0; i < N; i++) k[i % 3] = i;",
        "`later` is a reduction that the program declares",
    ),
    (
        "K019",
        "#pragma omp parallel for @reduction(+ : ld)\nfor (int i = 0; i < N; i++) ld += k[i];",
        "the reduction variable `ld` is of a type that is not reduced",
    ),
    (
        "K019",
        "double _Complex ca[2];\n#pragma omp parallel for @reduction(* : ca[0 : 2])\n"
        "for (int i = 0; i < N; i++) ca[i % 2] *= k[i];",
        "`ca` is an array of a type that is not reduced",
    ),
    (
        "K019",
        "#pragma omp parallel reduction(+ : ld)\n{\n@#pragma omp for\nfor (int i = 0; i < N; i++) ld += k[i]; }",
        "the reduction variable `ld` is of a type that is not reduced",
    ),
    (
        "K019",
        "int *pc = &count;\n"
        "#pragma omp parallel @reduction(+ : count)\n"
        "{\n"
        "#pragma omp for\n"
        "for (int i = 0; i < N; i++) { count += k[i]; pc[0] = 1; } }",
        "a pointer leads to the reduction variable `count`",
    ),
    (
        "K009",
        "double *q = 0;\n"
        "@#pragma omp parallel for lastprivate(q)\n"
        "for (int i = 0; i < N; i++) { q = &g[i]; *q = 1; }\n"
        "g[0] = *q;",
        "the last value of the pointer `q` is needed",
    ),
    (
        "K013",
        "#pragma omp parallel\n"
        "{ int mine = 1;\n"
        "@if (omp_get_thread_num() == 0) mine = 2;\n"
        "#pragma omp for\n"
        "for (int i = 0; i < N; i++) k[i] = mine; }",
        "one thread alone changes its own `mine`, which is read later",
    ),
    (
        "K020",
        "#pragma omp parallel\n{ table[0] = @malloc(8);\n#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = i; }",
        "every thread allocates memory of its own by `malloc(8)`",
    ),
    (
        "K013",
        "#pragma omp parallel\n"
        "{ count = @omp_get_level();\n"
        "#pragma omp for\n"
        "for (int i = 0; i < N; i++) k[i] = i; }",
        "`omp_get_level` depends on the thread that runs it",
    ),
    (
        "K013",
        "#pragma omp parallel\n{ count = @level();\n#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = i; }",
        "`level` depends on the thread that runs it",
    ),
    (
        "K013",
        "#pragma omp parallel\n{ @chosen(1);\n#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = i; }",
        "every thread calls a function through a pointer",
    ),
    (
        "K003",
        "#pragma omp parallel\n"
        "{ int me = omp_get_thread_num();\n"
        "#pragma omp for @schedule(static, count)\n"
        "for (int i = 0; i < N; i++) { k[me * 2]++; count = 2; } }",
        "the chunk of the schedule may change while the loop runs",
    ),
    (
        "K013",
        "#pragma omp parallel\n"
        "{ double mine = 0;\n"
        "@#pragma omp for\n"
        "for (int i = 0; i < N; i++) { mine += g[i]; k[omp_get_thread_num()]++; }\n"
        "#pragma omp critical\n"
        "h[0] += mine; }",
        "threads merge values, and ask for their numbers",
    ),
    (
        "K013",
        "static double own;\n#pragma omp threadprivate(own)\n"
        "#pragma omp parallel\n"
        "{\n"
        "#pragma omp for\n"
        "for (int i = 0; i < N; i++) own += g[i];\n"
        "@#pragma omp critical\n"
        "h[0] += own; }",
        "each thread merges its own `own`, which is threadprivate, into shared memory",
    ),
    (
        "K002",
        "#pragma omp parallel for @linear(count : 1)\nfor (int i = 0; i < N; i++) if (i) count++;",
        "the loop does not advance the linear variable `count` once in each iteration",
    ),
]


@pytest.mark.parametrize(("code", "text", "reason"), REGIONS)
def test_region(code: str, text: str, reason: str) -> None:
    check(code, text, reason)


def check(code: str, text: str, reason: str) -> None:
    text, where = marked(f"{HEAD}{SIGNATURE}{text}{MAIN}")
    column = 9 if text.splitlines()[where.line - 1].startswith("#") and where.column == 1 else where.column
    found = kept(text)
    assert (found.code, found.reason) == (code, reason)
    assert (found.where.line, found.where.column) == (where.line, column)


def test_a_pointer_that_the_loop_writes_names_the_writer() -> None:
    text = (
        "static struct level { double **rows; int n; } level, other;\nvoid f(void)\n{\n"
        "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) {\ndouble *row = level.rows[i];\n"
        "row[0] = 1;\nif (i > 5) { level = other; }\n}\n}\n"
    )
    found = kept(text)
    assert found.code == "K016"
    assert found.reason == "the pointer `level.rows` may be written inside the loop"
    (writer, advice) = found.notes
    assert writer[1] is not None
    assert (writer[0], writer[1].line) == ("it may be written here", 8)
    assert advice[1] is None
