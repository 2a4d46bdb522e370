"""Points-to analysis: what pointers may point to, over expressions, calls, libraries and units."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.host.plan import analyse
from mapper.ir.trees.nodes import walk
from tests.unit.analysis.wholeprogram import Program, program

MAIN = "int main(int argc, char **argv) {{ {} return 0; }}\n"


def in_main(statements: str, before: str = "") -> Program:
    """A program with these statements in main."""
    return program(f"int x, y; double u[10], v[10];\n{before}\n" + MAIN.format(statements))


@pytest.mark.parametrize(
    ("statements", "variable", "expected"),
    [
        ("int *p = &x; p;", "p", ["x"]),
        ("int *p = &x; if (argc) p = &y; p;", "p", ["x", "y"]),
        ("double *p = u; p++; p;", "p", ["u"]),
        ("double *p = u + 3, *q = &p[2]; q;", "q", ["u"]),
        ("double *p = argc ? u : v; p;", "p", ["u", "v"]),
        ("int *p = &x, **h = &p, *q; *h = &y; q = *h; q;", "q", ["x", "y"]),
        ("int *a[3], *q; a[0] = &x; a[1] = &y; q = a[argc]; q;", "q", ["x", "y"]),
        ("struct { int *m, *n; } s, t; int *q; s.m = &x; t = s; q = t.m; q;", "q", ["x"]),
        (
            "struct { int **m, **n; } s; int *t[4], *q; s.m = t; s.n = t; s.m[argc] = &x; q = s.n[argc]; q;",
            "q",
            ["x"],
        ),
        ("union { long w; int *m; } s; int *q; s.w = (long)&x; q = s.m; q;", "q", ["x"]),
        ("unsigned long w = (unsigned long)&x; w |= 1; int *q = (int *)(w & ~1UL); q;", "q", ["x"]),
        ("int *p = &x, *q; memcpy(&q, &p, sizeof p); q;", "q", ["x"]),
        ("int *p = &x, *q; char *f = (char *)&p, *t = (char *)&q; while (argc--) *t++ = *f++; q;", "q", ["x"]),
        ("long n = &u[3] - &u[1]; double *q = (double *)n; q;", "q", ["unknown"]),
        ("char *q = argv[0]; q;", "q", ["stdout", "unknown"]),
        ('char *q = getenv("HOME"); q;', "q", ["unknown"]),
        ("int *q = (int[]){1, 2}; q;", "q", ["temporary at a.c:4:44"]),
        ("double *q = 0; q;", "q", ["unknown"]),
        ("unsigned h = (long)&x >> 32 ^ 7u; h ^= 7; int *q = (int *)((long)h << 32); q;", "q", ["x"]),
        ("int *p = &x, *q; double d, e; memcpy(&d, &p, 8); e = d; memcpy(&q, &e, 8); q;", "q", ["x"]),
        ("double d = (double)(long)&x; int *q = (int *)(long)d; q;", "q", ["x"]),
        ("union { double w; int *m; } s, t; int *q; s.m = &x; t.w = s.w; q = t.m; q;", "q", ["x"]),
        ("int n = strcmp(argv[0], u), *q = (int *)(long)n; q;", "q", ["unknown"]),
        ("double d = u[argc]; d = d * v[0] + x; int *q = (int *)(long)d; q;", "q", ["unknown"]),
    ],
)
def test_statements(statements: str, variable: str, expected: list[str]) -> None:
    found = in_main(statements).pointees("main", variable)
    assert found == expected


def test_arithmetic_keeps_the_block_and_is_remembered() -> None:
    whole = in_main("double *p = u, *q = u, *r; q = q + 1; r = q; p; q; r;")
    points = whole.analyses.points
    for name, moved in (("p", False), ("q", True), ("r", True)):
        node, symbols = whole.expression("main", name)
        assert bool(points.pointed(node, symbols) & 1) is moved, name


def test_heap_blocks_are_told_apart_by_call() -> None:
    whole = in_main("double *p = malloc(8), *q = calloc(1, 8); p; q;")
    assert whole.pointees("main", "p") == ["malloc at a.c:4:47"]
    assert whole.pointees("main", "q") == ["calloc at a.c:4:63"]


def test_an_allocator_of_the_user_with_the_name_of_a_headers() -> None:
    whole = in_main(
        "double *p = _mm_malloc(8, 16); p;", "static void *_mm_malloc(int n, int m) { return u + n + m; }"
    )
    assert whole.pointees("main", "p") == ["u"]


def test_realloc_keeps_contents_and_may_keep_the_block() -> None:
    whole = in_main("int **p = malloc(8), **q, *r; p[0] = &x; q = realloc(p, 16); r = q[0]; q; r;")
    assert whole.pointees("main", "q") == ["malloc at a.c:4:45", "realloc at a.c:4:80"]
    assert whole.pointees("main", "r") == ["x"]


def test_functions_pass_pointers_in_and_out() -> None:
    text = "static int *pick(int *a, int *b) { return a ? a : b; }"
    assert in_main("int *q = pick(&x, &y); q;", text).pointees("main", "q") == ["x", "y"]


def test_parameters_collect_all_callers() -> None:
    text = "static double first(double *a) { return a[0]; }"
    assert in_main("first(u); first(v);", text).pointees("first", "a") == ["u", "v"]


def test_old_style_definition() -> None:
    text = "double first(n, a) int n; double *a; { return a[n]; }"
    assert in_main("first(1, u);", text).pointees("first", "a") == ["u"]


def test_allocation_wrappers_are_cloned() -> None:
    text = (
        "static void *need(size_t n) { void *p = malloc(n); if (!p) return 0; return p; }\n"
        "static double *vector(int n) { double *w = need(n * 8); w[0] = 1; return w; }"
    )
    whole = in_main("double *p = vector(3), *q = vector(4); p; q;", text)
    assert whole.pointees("main", "p") == ["vector at a.c:5:47"]
    assert whole.pointees("main", "q") == ["vector at a.c:5:63"]
    assert set(whole.pointees("vector", "w")) >= {"vector at a.c:5:47", "vector at a.c:5:63"}
    assert set(whole.pointees("need", "p")) >= {"vector at a.c:5:47", "vector at a.c:5:63"}


def test_wrappers_that_return_addresses_in_their_blocks() -> None:
    text = (
        "struct head { size_t n; double room[1]; };\n"
        "static void *behind(size_t n) { struct head *h = malloc(n + 16); h->n = n; return h + 1; }\n"
        "static double *room(size_t n) { struct head *h = malloc(n + 16); return h->room; }\n"
        "static double *aligned(size_t n) {\n"
        "  char *p = malloc(n + 64); return (double *)(((size_t)p + 63) & ~63UL); }\n"
        "static double *from(int low, int n) { double *v = malloc(n * 8); v -= low; return v; }"
    )
    calls = (
        "double *p = behind(3), *q = behind(4), *r = room(5), *s = aligned(6), *t = from(1, 7), *u = from(1, 8);"
    )
    whole = in_main(f"{calls} p; q; r; s; t; u;", text)
    found = [whole.pointees("main", name) for name in "pqrstu"]
    assert [[each.split()[0] for each in one] for one in found] == [
        ["behind"], ["behind"], ["room"], ["aligned"], ["from"], ["from"]
    ]  # fmt: skip
    assert len({one[0] for one in found}) == 6


@pytest.mark.parametrize(
    "function",
    [
        "static int get(double **block, size_t n) { *block = malloc(n); return !*block; }",
        "static int get(double **block, size_t n) { return posix_memalign((void **)block, 64, n); }",
    ],
)
def test_blocks_handed_out_through_the_address_of_a_member_are_in_that_member(function: str) -> None:
    text = f"{_ALIGNED}{function} typedef struct {{ double *one, *other, *third; }} parts; static parts all[3];"
    calls = "parts *k = &all[1]; get(&k->one, 8); get(&all[2].other, 9);\n"
    calls += "posix_memalign((void **)&k->third, 64, 8);"
    whole = in_main(f"{calls} double *p = all[0].one, *q = k->other, *r = k->third; p; q; r;", text)
    one, other, third = (whole.pointees("main", name) for name in "pqr")
    assert [len(each) for each in (one, other, third)] == [1, 1, 1]
    assert len({*one, *other, *third}) == 3


_FOLLOWED = {
    "written": ("static void set(double **of, double *by) { if (of == 0) return; *of = by; }", "set(&k->one, u);"),
    "swapped": (
        "static void swap(double **of, double **and) { double *t = *of; of[0] = *and; *and = t; }",
        "k->one = u; swap(&k->one, &k->other);",
    ),
    "handed on": (
        "static void set(double **of) { *of = u; }\n"
        "static void all(double **of) { if (!*of) set(of); (*of)[3] = 1; }",
        "all(&k->one);",
    ),
    "numbers": ("static double *at(int *of) { return u + *of; }", "k->one = at(&k->n);"),
}
"""Functions that only follow pointers to members, with calls after which `third` leads nowhere."""
_NOT_FOLLOWED = {
    "next": ("static void set(double **of) { of[2] = u; }", "set(&k->one);"),
    "moved": ("static void set(double **of) { of++; *of = u; }", "set(&k->one);"),
    "its address": ("static void set(double **of) { double **p = &*of; p[2] = u; }", "set(&k->one);"),
    "kept": ("static double **kept; static void set(double **of) { kept = of; }", "set(&k->one); kept[2] = u;"),
    "converted": ("static void set(char *of) { *(double **)(of + 16) = u; }", "set((char *)&k->one);"),
    "handed on": (
        "static void set(double **of) { of[2] = u; } static void all(double **of) { if (!*of) set(of); }",
        "all(&k->one);",
    ),
}


@pytest.mark.parametrize(
    ("texts", "follows"),
    [*((each, True) for each in _FOLLOWED.values()), *((each, False) for each in _NOT_FOLLOWED.values())],
    ids=[*_FOLLOWED, *(f"not {name}" for name in _NOT_FOLLOWED)],
)
def test_functions_that_only_follow_a_pointer_to_a_member_reach_that_alone(
    texts: tuple[str, str], *, follows: bool
) -> None:
    functions, calls = texts
    text = f"static double u[9]; {functions} typedef struct {{ double *one, *other, *third; int n; }} parts;"
    whole = in_main(
        f"static parts some[3]; parts *k = &some[1]; {calls} double *p = k->third, *q = k->one; p; q;", text
    )
    assert ("u" in whole.pointees("main", "p")) is not follows
    assert whole.pointees("main", "q") in (["u"], ["u", "unknown"]) or not follows


_IN_A_NUMBER = (
    "typedef union { void *p; unsigned long n; char c[8]; } both; static both last; void look(both *);\n"
)


@pytest.mark.parametrize(
    ("function", "cloned"),
    [
        (
            "void *raw = malloc(n + 63); unsigned long a = (unsigned long)raw; a = (a + 63) & ~63UL;\n"
            "return (void *)a;",
            True,
        ),
        ("unsigned long a = (unsigned long)malloc(n + 63) + 63; a &= ~63UL; return (void *)a;", True),
        ("unsigned long a = (unsigned long)malloc(n), b = a + n / 2; return (void *)b;", True),
        ("both a; a.p = malloc(n + 15); a.n += 15; a.n &= ~15UL; return a.p;", True),
        ("both a; a.p = malloc(n + 15); a.n = (a.n + 15) & ~15UL; last = a; return a.p;", True),
        ("both a; a.p = malloc(n + 15); a = last; return a.p;", False),
        ("both a; a.p = malloc(n + 15); look(&a); return a.p;", False),
        ("both a; a.p = malloc(n + 15); a.c[0] = 0; return a.p;", False),
        ("both a; a.n = (unsigned long)u; if (n) a.p = malloc(n); return a.p;", False),
        ("static both a; if (n) a.p = malloc(n); return a.p;", False),
        ("unsigned long a = (unsigned long)malloc(n); if (n > 9) a = (unsigned long)u; return (void *)a;", False),
        ("unsigned a = (unsigned)(unsigned long)malloc(n); return (void *)(unsigned long)a;", False),
    ],
)
def test_wrappers_that_compute_addresses_in_numbers(function: str, *, cloned: bool) -> None:
    text = f"double u[9]; {_IN_A_NUMBER}static void *get(unsigned long n) {{ {function} }}"
    whole = in_main("double *p = get(8), *q = get(9); p; q;", text)
    one, other = set(whole.pointees("main", "p")), set(whole.pointees("main", "q"))
    assert one
    assert not one & other if cloned else one & other


_ALIGNED = "int posix_memalign(void **, size_t, size_t); void exit(int);\n"


@pytest.mark.parametrize(
    ("functions", "calls"),
    [
        (
            "static void *need(size_t n) { void *p = 0; int bad = posix_memalign(&p, 64, n);\n"
            "  if (bad || !p) exit(1); return p; }",
            "double *p = need(8), *q = need(8);",
        ),
        (
            "static int get(void **block, size_t n) { *block = malloc(n); return *block ? 0 : 1; }",
            "double *p, *q; get((void **)&p, 8); get((void **)&q, 8);",
        ),
        (
            "static int get(double **block, size_t n) { if (!block) return 2;\n"
            "  return posix_memalign((void **)block, 64, n); }\n"
            "static int again(double **block, size_t n) { int tries = 3;\n"
            "  while (get(block, n) && --tries); return tries == 0; }",
            "double *p, *q; if (again(&p, 8) || again(&q, 8)) return 1;",
        ),
        (
            "static int get(double **block, size_t n) { double *fresh = 0;\n"
            "  if (posix_memalign((void **)&fresh, 64, n)) { *block = 0; return 1; } *block = fresh; return 0; }\n"
            "static double *need(size_t n) { double *block; return get(&block, n) ? 0 : block; }",
            "double *p = need(8), *q = need(8);",
        ),
        (
            "static void *(*allocate)(size_t) = malloc;\n"
            "static void *need(size_t n) { void *p; while (!(p = allocate(n))) exit(1); return p; }",
            "double *p = need(8), *q = need(8);",
        ),
        (
            "static void *need(size_t n) { return n > 99 ? calloc(1, n) : realloc(0, n); }",
            "double *p = need(8), *q = need(8);",
        ),
    ],
    ids=["aligned", "stored", "handed on", "through a local variable", "through a pointer", "chosen"],
)
def test_wrappers_of_every_form_are_cloned(functions: str, calls: str) -> None:
    whole = in_main(f"{calls} p; q;", _ALIGNED + functions)
    one, other = whole.pointees("main", "p"), whole.pointees("main", "q")
    assert len(one) == len(other) == 1
    assert one != other


@pytest.mark.parametrize(
    ("functions", "calls", "different"),
    [
        (
            "static int get(double **a, double **b, size_t n) { *a = malloc(n);\n"
            "  return !(*b = malloc(n)) || !*a; }",
            "double *p, *q; get(&p, &q, 8);",
            True,
        ),
        (
            "static double *get(double **a, size_t n) { double *b = malloc(n); *a = calloc(n, 1); return b; }",
            "double *p, *q = get(&p, 8);",
            True,
        ),
        (
            "static void two(double **a, double **b, size_t n) { *a = malloc(n); *b = malloc(n); }\n"
            "static void three(double **a, double **b, double **c, size_t n) { two(a, b, n); *c = malloc(n); }",
            "double *p, *q, *r; three(&r, &p, &q, 8);",
            True,
        ),
        (
            "static double *get(double **a, size_t n) { double *b = malloc(n); *a = b; return b; }",
            "double *p, *q = get(&p, 8);",
            False,
        ),
        (
            "static void get(double **a, double **b, size_t n) { double *m = malloc(n);\n"
            "  *a = m; *b = n > 9 ? m : 0; }",
            "double *p, *q; get(&p, &q, 8);",
            False,
        ),
        (
            "static void get(double **a, double **b, size_t n) { *a = malloc(n); *b = malloc(n); }",
            "double *p, *q; get(&p, &p, 8); q = p;",
            False,
        ),
    ],
    ids=["two arguments", "argument and result", "handed on", "one block twice", "sometimes", "one variable"],
)
def test_outlets_hand_out_the_blocks_of_their_own_calls(functions: str, calls: str, *, different: bool) -> None:
    whole = in_main(f"{calls} p; q;", functions)
    one, other = set(whole.pointees("main", "p")), set(whole.pointees("main", "q"))
    assert one
    assert other
    assert not one & other if different else one & other


@pytest.mark.parametrize(
    "function",
    [
        "static int get(double **block) { static double *only; if (!only) only = malloc(8);\n"
        "  *block = only; return 0; }",
        "static double **last; static int get(double **block) { last = block; *block = malloc(8); return 0; }",
        "static int get(double **block) { double **more = block; *more = u; *block = malloc(8); return 0; }",
        "static int get(double **block) { *block = malloc(8); ++*block; return 0; }",
        "static void *(*allocate)(size_t); void set(void *(*with)(size_t)) { allocate = with; }\n"
        "static void *mine(size_t n) { return u; }\n"
        "static int get(double **block) { set(malloc); set(mine); *block = allocate(8); return 0; }",
    ],
    ids=["the same again", "kept", "copied", "counted up", "any function"],
)
def test_what_is_stored_through_a_parameter_may_be_known_elsewhere(function: str) -> None:
    whole = in_main("double *p, *q; get(&p); get(&q); p; q;", f"double u[9]; {function}")
    assert set(whole.pointees("main", "p")) & set(whole.pointees("main", "q"))


def test_what_a_function_stores_through_a_parameter_can_be_read_there() -> None:
    text = (
        "static int get(double ***block) { *block = malloc(8); (*block)[0] = u; return 0; }\n"
        "static int (*as_pointer)(double ***) = get;"
    )
    whole = in_main(
        "double **p, **q, *r, *s; get(&p); as_pointer(&q); r = p[0]; s = q[0]; p; q; r; s;",
        f"double u[9]; {text}",
    )
    assert whole.pointees("main", "r") == whole.pointees("main", "s") == ["u"]
    assert len(whole.pointees("main", "p")) == 1
    assert whole.pointees("main", "q")


def test_what_a_list_of_free_blocks_returns_is_not_new() -> None:
    text = (
        "static struct head { struct head *next; } *unused;\n"
        "static void *take(void) {\n"
        "  struct head *h = unused; if (h) unused = h->next; else h = malloc(16); return h + 1; }"
    )
    whole = in_main("char *p = take(), *q = take(); p; q;", text)
    assert whole.pointees("main", "p") == whole.pointees("main", "q")


def test_a_function_that_remembers_its_block_is_no_wrapper() -> None:
    text = "static double *once(void) { static double *p; if (!p) p = malloc(8); return p; }"
    whole = in_main("double *p = once(), *q = once(); p; q;", text)
    assert whole.pointees("main", "p") == whole.pointees("main", "q") == ["malloc at a.c:3:59"]


def test_calls_through_pointers() -> None:
    text = "static int *one(int *a) { return a; } static int *two(int *b) { return &y; }"
    whole = in_main("int *(*f[2])(int *) = {one, two}; int *q = f[argc](&x); q;", text)
    assert whole.pointees("main", "q") == ["x", "y"]
    assert whole.pointees("one", "a") == ["x"]


def test_variadic_functions() -> None:
    text = (
        "static int *last(int n, ...) {\n"
        "  struct { void *area; } ap[1]; int *p; __builtin_va_start(ap, n);\n"
        "  p = __builtin_va_arg(ap, int *); return p; }"
    )
    assert in_main("int *q = last(1, &x); q;", text).pointees("main", "q") == ["x"]


def test_library_functions_that_store_pointers() -> None:
    assert in_main("char b[9], *e; strtol(b, &e, 10); e;").pointees("main", "e") == ["main:b"]


def test_comparison_function_gets_the_elements() -> None:
    text = "static int less(const void *a, const void *b) { return a < b; }"
    assert in_main("qsort(u, 10, 8, less);", text).pointees("less", "a") == ["less", "u"]


def test_what_unknown_functions_may_know() -> None:
    text = "void keep(int *); int *give(void);"
    whole = in_main("int *q; keep(&x); q = give(); q;", text)
    assert "x" in whole.pointees("main", "q")
    assert "y" not in whole.pointees("main", "q")


def test_units_are_linked_by_external_names_only() -> None:
    whole = program(
        "extern int *shared; static int *own; int mine; int *get(void); int main(void) "
        "{ int *p; own = &mine; p = shared; p; own; return *get(); }",
        "int other, more; int *shared = &other; static int *own = &more; int *get(void) { return own; }",
    )
    assert whole.pointees("main", "p") == ["other"]
    assert whole.pointees("main", "own") == ["mine"]
    assert whole.pointees("get", "own") == ["more"]


def test_without_main_anyone_may_call() -> None:
    whole = program("double a[3]; static double b[3]; void f(double *p) { p; } static void g(double *q) { q; b; }")
    assert whole.pointees("f", "p") == ["a", "f", "stdout", "unknown"]
    assert whole.pointees("g", "q") == ["unknown"]


def test_with_main_external_objects_stay_inside() -> None:
    whole = program("double a[3]; void f(double *p) { p; } int main(void) { double b[2]; f(b); return 0; }")
    assert whole.pointees("f", "p") == ["main:b"]


def test_may_alias() -> None:
    whole = in_main("double *p = u, *q = v, *r = argc ? u : v; p; q; r;")
    nodes = {name: whole.expression("main", name)[0] for name in "pqr"}
    masks = {name: whole.analyses.points.pointed(node, whole.units[0]) for name, node in nodes.items()}
    assert not masks["p"] & masks["q"]
    assert masks["p"] & masks["r"]
    assert masks["q"] & masks["r"]


def test_denoted_objects_of_lvalues() -> None:
    whole = in_main("double *p = u; p[1] = v[2];")
    symbols = whole.units[0]
    (assignment,) = [n for n in walk(whole.function("main").body) if isinstance(n, c_ast.Assignment)]
    points = whole.analyses.points
    for side, name in ((assignment.lvalue, "u"), (assignment.rvalue, "v")):
        assert {each.name for each in points.memory.listed(points.located(side, symbols))} == {name}


def test_cycles_of_copies_are_merged() -> None:
    names = [f"p{i}" for i in range(50)]
    moves = " ".join(f"{a} = {b};" for a, b in zip(names, names[1:] + names[:1], strict=True))
    whole = in_main(f"int {', '.join('*' + name for name in names)}; p7 = &x; p30 = &y; {moves}")
    assert all(whole.pointees("main", name) == ["x", "y"] for name in names)


def test_the_answer_does_not_depend_on_the_order_of_units() -> None:
    one = "extern int *shared; int mine; int main(void) { shared = &mine; return 0; }"
    two = "int other; int *shared = &other; int *get(void) { return shared; }"
    texts = []
    for sources in ((one, two), (two, one)):
        whole = program(*sources)
        texts.append(
            [whole.pointees("get", "shared"), sorted(map(str, analyse(whole.units).points.memory.objects))]
        )
    assert texts[0] == texts[1]


def test_blocks_inside_of_an_allocated_block_belong_to_the_calls_in_its_function() -> None:
    text = (
        "static double **matrix(int n) {\n"
        "  double **rows = malloc(8), *points = malloc(8);\n"
        "  for (int i = 0; i < n; i++) rows[i] = points + i;\n"
        "  return rows;\n}"
    )
    whole = in_main("double **a = matrix(2), **b = matrix(3), *p = a[1]; a; b; p;", text)
    assert whole.pointees("main", "a") == ["matrix at a.c:8:48"]
    assert whole.pointees("main", "b") == ["matrix at a.c:8:65"]
    assert whole.pointees("main", "p") == ["malloc at a.c:4:40"]


FIELDS = """
struct grid {{ int n; int *m, *n2; struct {{ int *inner; }} in; int *rows[2]; }};
struct tail {{ int a[2]; int *m, *n2; }};
union word {{ int *w; struct {{ int *first; }} one; struct {{ int *second; }} two; }};
{}
"""


@pytest.mark.parametrize(
    ("statements", "variable", "expected"),
    [
        ("struct grid s; int *q; s.m = &x; s.n2 = &y; q = s.n2; q;", "q", ["y"]),
        ("struct grid *s = malloc(99); int *q; s->m = &x; s->n2 = &y; q = s->m; q;", "q", ["x"]),
        ("struct grid s[3]; int *q; s[0].m = &x; s[1].m = &y; s[1].n2 = 0; q = s[2].m; q;", "q", ["x", "y"]),
        ("struct grid s, t; int *q; s.m = &x; s.n2 = &y; t = s; q = t.n2; q;", "q", ["y"]),
        ("struct grid s, t, *p = &s; int *q; s.m = &x; s.n2 = &y; t = *p; q = t.n2; q;", "q", ["y"]),
        ("struct grid s; s.m = &x; s.n2 = &y; struct grid t = s; int *q = t.m; q;", "q", ["x"]),
        ("struct grid s = {{1, &x, &y}}; int *q = s.m; q;", "q", ["x"]),
        ("struct grid s = {{.n2 = &x, .in = {{&y}}}}; int *q = s.n2; q;", "q", ["x"]),
        ("struct grid s[2] = {{{{1, &x, &y}}, {{2, &y, &x}}}}; int *q = s[1].m; q;", "q", ["x", "y"]),
        ("struct grid s = {{1, &x, &y, &x, &y}}; int *q = s.m; q;", "q", ["x", "y"]),  # braces left out
        ("struct tail s = {{1, 2, &x}}; int *q = s.m; q;", "q", ["x"]),
        ("struct tail s = {{{{1, 2}}, &x, &y}}; int *q = s.n2; q;", "q", ["y"]),
        ("struct {{ union {{ int *a; int *b; }}; int *c; }} s; int *q; s.a = &x; s.c = &y; q = s.b; q;", "q",
         ["x", "y"]),
        ("struct grid s; int *q; s.in.inner = &x; s.m = &y; q = s.in.inner; q;", "q", ["x"]),
        ("struct grid s; int *q; s.rows[0] = &x; s.m = &y; q = s.rows[1]; q;", "q", ["x"]),
        ("struct grid s; int *q, **p = s.rows; p[0] = &x; s.m = &y; q = s.rows[1]; q;", "q", ["x"]),
        ("struct grid s; int *q, **p = &s.m; *p = &x; s.n2 = &y; q = s.n2; q;", "q", ["x", "y"]),
        ("struct grid s; int *q, *o = &x; s.m = &y; memcpy(&s.n2, &o, 8); q = s.n2; q;", "q", ["x"]),
        ("struct grid s, t; int *q; s.m = &x; s.n2 = &y; memcpy(&t, &s, sizeof t); q = t.m; q;", "q", ["x", "y"]),
        ("struct grid s; int *q; char *c; s.m = &x; s.n2 = &y; c = (char *)&s; q = *(int **)(c + 8); q;", "q",
         ["x", "y"]),
        ("union word s; int *q; s.one.first = &x; q = s.two.second; q;", "q", ["x"]),
        ("union word s; int *q; s.w = &x; q = s.two.second; q;", "q", ["x"]),
    ],
)  # fmt: skip
def test_members_are_told_apart(statements: str, variable: str, expected: list[str]) -> None:
    text = statements.replace("{{", "{").replace("}}", "}")
    found = in_main(text, FIELDS.format("").strip()).pointees("main", variable)
    assert found == expected


def test_structures_that_are_taken_for_each_other_share_their_members() -> None:
    before = "struct a { int *m, *n; }; struct b { int *o, *p; };"
    apart = "struct a s; s.m = &x; s.n = &y; int *q = s.m; q;"
    assert in_main(apart, before).pointees("main", "q") == ["x"]
    cast = "struct a s; s.m = &x; s.n = &y; struct b *t = (struct b *)(void *)&s; int *q = t->p; q;"
    assert in_main(cast, before).pointees("main", "q") == ["y"]
    other = before + " struct c { long first; char rest[8]; };"
    part = "struct a s; s.m = &x; s.n = &y; struct c *t = (struct c *)&s; int *q = (int *)t->first; q;"
    assert in_main(part, other).pointees("main", "q") == ["x"]


DERIVED = """\
struct base { int *m, *n; };
struct one { int *m, *n, *o; };
struct two { struct base b; int *p; };
struct odd { int *k; union { int *l; long w; } u; };
"""


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("struct one s; struct base *t = (struct base *)&s; s.m = &x; s.o = &y; int *q = t->m; q;", ["x"]),
        ("struct one s; struct base *t = (struct base *)&s; s.m = &x; s.o = &y; int *q = s.o; q;", ["y"]),
        ("struct two s; struct base *t = (struct base *)&s; s.b.m = &x; s.p = &y; int *q = t->m; q;", ["x"]),
        ("struct two s; struct base *t = (struct base *)&s; t->n = &x; s.p = &y; int *q = s.b.n; q;", ["x"]),
        # two types that are derived from one have different members behind it
        (
            "struct one s; struct base *t = (struct base *)&s; struct two *u = (struct two *)t;"
            " s.m = &x; s.o = &y; int *q = u->p; q;",
            ["y"],
        ),
        (
            "struct one s; struct base *t = (struct base *)&s; struct two *u = (struct two *)t;"
            " s.m = &x; u->p = &y; int *q = s.o; q;",
            ["y"],
        ),
        # nobody reaches members of a structure that is only declared
        (
            "struct one s; void *t = (struct far *)(struct near *)&s; s.m = &x; s.o = &y; int *q = s.m; q;",
            ["x"],
        ),
        # a union is not compared
        ("struct odd s; struct base *t = (struct base *)&s; s.k = &x; t->n = &y; int *q = s.k; q;", ["x", "y"]),
    ],
)
def test_a_type_that_is_derived_from_another_keeps_its_members(statements: str, expected: list[str]) -> None:
    assert in_main(statements, DERIVED).pointees("main", "q") == expected


def test_conversions_count_in_whatever_unit() -> None:
    types = "struct a { int *m, *n; }; struct b { int *m; }; struct c { int *m, *o; };\n"
    one = f"int x, y; {types} struct b *narrow(struct a *s) {{ return (struct b *)s; }}"
    other = f"{types} struct c *wide(struct b *s) {{ return (struct c *)s; }}"
    main = (
        f"extern int x, y; {types} struct b *narrow(struct a *); struct c *wide(struct b *);"
        " int main(void) { struct a s; s.m = &x; s.n = &y; int *q = wide(narrow(&s))->o; q; return 0; }"
    )
    assert program(one, other, main).pointees("main", "q") == ["y"]


def test_members_of_a_unit_without_strict_aliasing_share() -> None:
    text = (
        "struct a { int *m, *n; }; struct b { int *o, *p; }; int x, y;"
        "int main(void) { struct a s; void *v = &s; struct b *t = v;"
        " s.m = &x; s.n = &y; int *q = t->p; q; return 0; }"
    )
    assert program(text, flags=("-fno-strict-aliasing",)).pointees("main", "q") == ["x", "y"]
    assert program(text).pointees("main", "q") == ["unknown"]


def test_an_object_that_units_declare_differently_has_no_members_of_its_own() -> None:
    one = "int x, y; struct { int *m, *n; } common;\n" + MAIN.format("common.m = &x; common.n = &y; f();")
    other = "extern struct { int *o, *p; } common; void f(void) { int *q = common.o; q; }"
    assert program(one, other).pointees("f", "q") == ["x", "y"]
    same = "extern struct { int *m, *n; } common; void f(void) { int *q = common.n; q; }"
    assert program(one, same).pointees("f", "q") == ["y"]


def test_members_keep_their_targets_through_calls() -> None:
    text = """
    struct grid { double *u, *v; };
    void make(struct grid *g) { g->u = malloc(80); g->v = calloc(10, 8); }
    double *second(struct grid *g) { double *q = g->v; return q; }
    int main(void) { struct grid g; make(&g); return second(&g) != 0; }
    """
    assert program(text).pointees("second", "q") == ["calloc at a.c:4:59"]


def test_structures_are_handed_over_member_by_member() -> None:
    text = """
    struct grid { double *u, *v; };
    struct grid make(void) { struct grid g; g.u = malloc(80); g.v = calloc(10, 8); return g; }
    struct grid passed(struct grid g) { struct grid h = make(); h.u = g.u; return h; }
    double *second(struct grid g) { double *q = g.v; return q; }
    int main(void) { struct grid g = make(), h; h = passed(g); double *q = h.u; return second(h) != q; }
    """
    whole = program(text)
    assert whole.pointees("second", "q") == ["calloc at a.c:4:69"]
    assert whole.pointees("main", "q") == ["malloc at a.c:4:51"]
