"""Every reason to keep a loop or region on the CPU, with its code and the exact place; `@` marks the place."""

from __future__ import annotations

import pytest

from mapper.ir.program.kernel import Storage
from mapper.translate.program import unique_stems
from tests.unit.translate.programs import kept, kernels, marked, translated

HEAD = """
int printf(const char *, ...), rand(void), puts(const char *), fflush(void *), omp_get_thread_num(void);
void omp_init_lock(int *);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long), free(void *);
double sin(double);
#define N 64
static double g[N], h[N];
static double *table[N];
static int k[N], flag, count;
static void less(void) { count--; }
static void use(void) { count += k[3]; }
static short tiny[N];
static _Atomic int exact;
static _Thread_local int local;
"""

LOOPS = {
    "K003-bound": "for (int i = 0; i < @fflush(0); i++) { g[i] = 0; flag = k[i]; }",
    "K004-printf": 'for (int i = 0; i < N; i++) @printf("%d", i);',
    "K004-rand": "for (int i = 0; i < N; i++) k[i] = @rand();",
    "K006-pointer": "for (int i = 0; i < N; i++) g[i] = @op(h[i]);",
    "K006-name": "for (int i = 0; i < N; i++) { double (*@f[2])(double) = {sin, sin}; g[i] = 1; }",
    "K007-long-double": "for (int i = 0; i < N; i++) { long double @x = g[i]; h[i] = (double)x; }",
    "K007-complex": "for (int i = 0; i < N; i++) { long double _Complex @z = g[i]; h[i] = 1; }",
    "K007-literal": "for (int i = 0; i < N; i++) g[i] = g[i] * @1.5L;",
    "K007-bit-field": "for (int i = 0; i < N; i++) { struct { int b : 3; } s; s.b = i; k[i] = @s.b++; }",
    "K007-layout": "for (int i = 0; i < N; i++) { struct __attribute__((ms_struct)) { char c; int x; } "
    "@s = {1, 2}; k[i] = s.x; }",
    "K007-packed": "for (int i = 0; i < N; i++) { struct __attribute__((packed)) { char c; int x; } s = {1, 2}; "
    "int *p = &@s.x; k[i] = *p; }",
    "K007-packed-array": "for (int i = 0; i < N; i++) { struct __attribute__((packed)) { char c; int x[2]; } s; "
    "int *p = @s.x; k[i] = *p; }",
    "K007-padded": "for (int i = 0; i < N; i++) { struct { _Alignas(8) char c[2]; _Alignas(8) char d; } "
    "s = {@1, 2, 3}; k[i] = s.d; }",
    "K007-empty": "for (int i = 0; i < N; i++) { struct nothing { } @s = {}; k[i] = sizeof s; }",
    "K009-string": 'for (int i = 0; i < N; i++) { const char @*p = i % 2 ? "abc" : small; k[i] = p[0]; }',
    "K007-atomic": "for (int i = 0; i < N; i++)\n#pragma omp atomic\n @small[i % 2]++;",
    "K009-mixed": "for (int i = 0; i < N; i++) { double t = 0; double @*p = i % 2 ? &t : &g[i]; h[i] = *p; }",
    "K009-address": "for (int i = 0; i < N; i++) { double *p = &g[i]; double **q = &@p; **q = 1; }",
    "K010-goto": "for (int i = 0; i < N; i++) { if (k[i]) @goto in; while (k[i]--) { in: g[i] = 1; } }",
    "K011-volatile": "for (int i = 0; i < N; i++) { g[i] = @port; port = k[i]; }",
    "K011-atomic": "for (int i = 0; i < N; i++) g[i] = exact++ * (@exact = i);",
    "K011-asm": 'for (int i = 0; i < N; i++) { @__asm__ volatile("nop"); g[i] = 0; }',
    "K013-thread": "for (int i = 0; i < N; i++) @g[omp_get_thread_num()] = 0.5 * i;",
    "K013-thread-used": "for (int i = 0; i < N; i++) { k[omp_get_thread_num()]++; g[i] = @k[i]; }",
    "K013-thread-jumps": "for (int i = 0; i < N; i++) { if (omp_get_thread_num()) @continue; k[i] = 1; }",
    "K013-thread-read": "for (int i = 0; i < N; i++) k[i] = omp_get_thread_num() ? 1 : @k[i + 1];",
    "K015-wait": "for (int i = 0; i < N; i++) { @while (flag == 0) ; g[i] = 0; }",
    "K015-lock": "for (int i = 0; i < N; i++) { @omp_init_lock(&k[i]); g[i] = 0; }",
    "K016-compared": "for (int i = 0; i < N; i++) if (@rows[i] != table[i]) rows[i][0] = 1;",
    "K016-tested-once": "for (int i = 0; i < N; i++) { int j = i; double *t = @rows[j++]; if (t) t[j] = 1; }",
    "K016-several": "for (int i = 0; i < N; i++) { double **t = i % 2 ? rows : table; @t[i][0] = 1; }",
    "K016-shared-pointer": "for (int i = 0; i < N; i++) { if (i % 2) @q = &g[i]; *q = 1; }",
    "K016-stored": "for (int i = 0; i < N; i++) @rows[i] = &g[i];",
    "K016-initialiser": "for (int i = 0; i < N; i++) { union { double *p; long n; } t = {@g}; k[i] = 1; }",
    "K017-variable": "for (int i = 0; i < N; i++) { double @t[i + 1]; t[0] = i; g[i] = t[0]; }",
    "K017-variable-by-name": "for (int i = 0; i < N; i++) { int s = i + 1; double @t[s]; t[0] = i; g[i] = t[0]; }",
    "K017-list": "for (int i = 0; i < N; i++) { double @t[9000] = {[7] = 1}; g[i] = t[i]; }",
    "K017-structure": "for (int i = 0; i < N; i++) { struct { double x[9000]; } @t; t.x[0] = i; g[i] = t.x[0]; }",
    "K017-pointers": "for (int i = 0; i < N; i++) { int @t[20000]; int *p[2] = {t, t}; "
    "t[1] = i; g[i] = *p[i % 2]; }",
    "K018-statement": "for (int i = 0; i < N; i++) g[i] = (@{ double t = 0; while (t < i) t += 1; t; });",
    "K020-malloc": "for (int i = 0; i < N; i++) { int *t = @malloc(4 * i); k[i] = t != 0; }",
    "K021-cast": "for (int i = 0; i < N; i++) k[i] = *@(int *)&g[i];",
    "K021-integer": "for (int i = 0; i < N; i++) k[i] = (int)(@(long)&g[i]);",
    "K024-static": "for (int i = 0; i < N; i++) k[i] = next(i);",
}


@pytest.mark.parametrize("name", LOOPS)
def test_loop(name: str) -> None:
    code = name.split("-")[0]
    loop = LOOPS[name]
    text = HEAD + (
        "static int next(int i) { static int calls; @calls++; return i + calls; }\n"
        if code == "K024"
        else "static int next(int i) { return i; }\n"
    )
    text += (
        "void f(int n, double (*op)(double), double **rows, volatile double port, double *q, char *small) {\n"
        f"#pragma omp parallel for\n  {loop}\n}}\n"
    )
    text, where = marked(text)
    found = kept(text)
    assert (found.code, found.where.line, found.where.column) == (code, where.line, where.column), found
    assert found.reason


REGIONS = {
    "K013-number-in-loop": "#pragma omp parallel\n{ int me = omp_get_thread_num();\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) @k[me] = i;\n}",
    "K013-first-else": "#pragma omp parallel\n{ int me = omp_get_thread_num();\n"
    "int mine = 0; @if (me == 0) mine = 1; else mine = 2;\n"
    "#pragma omp barrier\ng[0] = mine; mine = 3; }",
    "K013-first-barrier": "#pragma omp parallel\n@if (omp_get_thread_num() == 0) orphan();",
    "K013-first-own": "#pragma omp parallel\n{ int mine = 1;\n@if (!omp_get_thread_num()) mine = 2;\n"
    "#pragma omp barrier\ng[0] = mine; }",
    "K013-sections": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp sections\n{ mine = 1; }\ng[0] = mine; }",
    "K001-in-critical": "#pragma omp parallel\n{\n#pragma omp critical\n{\n@#pragma omp flush\ncount = 1; }\n}",
    "K001-task": "#pragma omp parallel\n{\n@#pragma omp task\ncount++;\n}",
    "K001-parallel-sections": "@#pragma omp parallel sections\n{ g[0] = 1; }",
    "K001-in-loop": "#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "@#pragma omp critical\nk[count] = i, count = 2 * count + 1;\n}",
    "K014-threadprivate": "@#pragma omp parallel\n{ g[0] = own; own = 1; }",
    "K014-threadprivate-in-loop": "@#pragma omp parallel for\nfor (int i = 0; i < N; i++) k[i] = own++;",
    "K014-threadprivate-after": "@#pragma omp parallel copyin(own)\n{\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) { own = i; k[i] = own; }\ng[0] = own;\n}",
    "K014-threadprivate-outside": "@#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "own = i; k[i] = own; }\ng[0] = own;",
    "K014-thread-local": "local = 5;\n@#pragma omp parallel for\nfor (int i = 0; i < N; i++) k[i] = local;",
    "K022-cancel": "#pragma omp parallel\n{\n#pragma omp for\nfor (int i = 0; i < N; i++) {\n"
    "@#pragma omp cancel for\nk[i] = 1; }\n}",
    "K002-ordered": "#pragma omp parallel for @ordered(1)\nfor (int i = 0; i < N; i++) {\n"
    "#pragma omp ordered depend(sink: i - 1)\ncount++;\n#pragma omp ordered depend(source)\n}",
    "K013-number": "#pragma omp parallel\n{ int me = omp_get_thread_num(); int from = @me * k[0]; k[from] = 1; }",
    "K013-number-merged": "#pragma omp parallel\n{ int me = omp_get_thread_num(), mine = 0;\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += k[i];\n@#pragma omp critical\n{ count += mine; flag |= me; }\n}",
    "K013-number-passed": "#pragma omp parallel\n{ int row = omp_get_thread_num() + 1; row_of(@row); }",
    "K013-update": "#pragma omp parallel\n{ int c;\n@c = count++;\nk[c] = 1; }",
    "K013-call": '#pragma omp parallel\n{ @puts("hello"); }',
    "K013-call-without-source": "#pragma omp parallel\n{ void elsewhere(double *); @elsewhere(g); }",
    "K013-capture": "#pragma omp parallel\n{ int c;\n@#pragma omp atomic capture\nc = count++;\nk[c] = 1; }",
    "K013-reduction": "#pragma omp parallel reduction(+ : count)\n@{ count = 1; }",
    "K013-reduction-counts": "#pragma omp parallel reduction(+ : count)\n{ @count += 1; }",
    "K019-reduction-callee": "#pragma omp parallel @reduction(+ : count)\n{ n = counted(); }",
    "K013-number-given": "#pragma omp parallel num_threads(2)\n{ int mine = 1;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += k[i];\n#pragma omp atomic\ncount += mine;\n}",
    "K013-firstprivate": "int mine = 1;\n#pragma omp parallel firstprivate(mine)\n{\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += k[i];\n#pragma omp atomic\ncount += mine;\n}",
    "K013-computed": "#pragma omp parallel\n{ int mine[4] = {0};\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine[k[i]]++;\n@mine[0] += 1;\n#pragma omp critical\ncount += mine[0];\n}",
    "K013-computed-square": "#pragma omp parallel\n{ int mine[4] = {0};\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine[k[i]]++;\nif (n) @mine[1] += mine[0] * mine[2];\n#pragma omp critical\n"
    "count += mine[1];\n}",
    "K013-read-before": "#pragma omp parallel\n{ int *mine = calloc(N, sizeof *mine);\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine[h[i] > 0] += 1;\n#pragma omp single\nuse();\n@#pragma omp critical\n"
    "for (int i = 0; i < N; i++) k[i] += mine[i];\nfree(mine); }",
    "K014-dealt": "#pragma omp parallel\n{ int me = omp_get_thread_num(), p = omp_get_num_threads();\n"
    "@for (int i = n * me / p; i < n * (me + 1) / p; i++) k[i + 1] += k[i]; }",
    "K014-dealt-unknown": "#pragma omp parallel\n{ int me = omp_get_thread_num(), p = omp_get_num_threads();\n"
    "@for (int i = me; i < N; i += p) k[k[i]] = 1; }",
    "K013-dealt-changed": "#pragma omp parallel\n{ int me = omp_get_thread_num(), p = omp_get_num_threads();\n"
    "int low = count * me / p, high = count * (me + 1) / p;\n#pragma omp barrier\n#pragma omp single\nless();\n"
    "@for (int i = low; i < high; i++) k[i] = 1; }",
    "K014-out": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += k[i];\n"
    "#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = mine;\n}",
    "K014-read": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) { mine += k[i]; k[i] = mine; }\n#pragma omp atomic\ncount += mine;\n}",
    "K014-reversed": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine = k[i] - mine;\n#pragma omp atomic\ncount += mine;\n}",
    "K014-effect": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) if (k[i]++ > mine) mine = k[i]++;\n#pragma omp critical\n"
    "if (mine > count) count = mine;\n}",
    "K014-two": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) { mine += k[i]; mine *= 3; }\n#pragma omp atomic\ncount += mine;\n}",
    "K014-rounded": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += g[i];\n#pragma omp atomic\ncount += mine;\n}",
    "K014-single": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) mine += k[i];\n#pragma omp single\ncount = mine;\n}",
    "K014-between": "#pragma omp parallel\n{ unsigned seed = 7;\n@#pragma omp for\n"
    "for (int i = 0; i < N; i++) { seed = seed * 3 + 1; k[i] = seed; }\n}",
    "K014-first": "int seed = 7;\n@#pragma omp parallel for firstprivate(seed)\n"
    "for (int i = 0; i < N; i++) { seed = seed * 3 + 1; k[i] = seed; }",
    "K014-pointer": "#pragma omp parallel\n{ double t[4]; double *p = @t;\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) { p[0] = i; g[i] = p[0]; }\n}",
    "K014-kept-by-number": "#pragma omp parallel\n{ int mine;\n"
    "if (omp_get_thread_num() == 2) { mine = 5; keep(&@mine); }\n#pragma omp barrier\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) k[i] = *kept;\n}",
    "K013-threadprivate": "#pragma omp parallel\n{ if (@mine() > 0) g[0] = 1; }",
    "K015-region": "#pragma omp parallel\n{ @while (flag == 0) ; }",
    "K003-reduced": "#pragma omp parallel for reduction(+ : n)\nfor (int i = 0; i < @n; i++) n += k[i];",
    "K019-array": "#pragma omp parallel for @reduction(+ : tiny)\nfor (int i = 0; i < N; i++) tiny[0] += i;",
    "K019-array-read": "#pragma omp parallel for reduction(+ : g)\nfor (int i = 0; i < N; i++) g[0] += @g[1];",
    "K019-array-outside": "#pragma omp parallel reduction(+ : g)\n{\n#pragma omp for\n"
    "for (int i = 0; i < N; i++) g[0] += i;\n#pragma omp single\n@g[0] = 1;\n}",
    "K019-array-operator": "#pragma omp parallel for reduction(max : g)\nfor (int i = 0; i < N; i++) @g[0] += i;",
    "K013-unknown-function": "int given(int *);\n#pragma omp parallel\n{ int n = @given(k); k[n] = 1; }",
    "K020-region": "#pragma omp parallel\n{ double *t = @malloc(80); g[0] = t[0] = 1; }",
    "K022-nested": "#pragma omp parallel\n{\n@#pragma omp parallel\n{ g[0] = 1; }\n}",
    "K022-in-loop": "#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "@#pragma omp parallel\n{ g[i] = i; }\n}",
    "K022-number-in-loop": "#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n@#pragma omp parallel for\n"
    "for (int j = 0; j < N; j++) g[i] = omp_get_num_threads();\n}",
    "K014-sum-in-nested": "#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "#pragma omp parallel for reduction(+ : count)\nfor (int j = 0; j < N; j++) @count += j;\n}",
    "K022-called-number-in-loop": "#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "@#pragma omp parallel for\nfor (int j = 0; j < N; j++) g[i] = number();\n}",
    "K022-in-expression": "#pragma omp parallel\nif (n + @orphan()) g[0] = 1;",
    "K022-alone": "#pragma omp parallel\n{\n#pragma omp master\n@orphan();\n}",
    "K014-argument": "#pragma omp parallel\n{ double own_array[N]; fill(@own_array); }",
    "K014-inside": "#pragma omp parallel\n{ double own_array[N]; fill(@own_array + 1); }",
    "K014-row": "#pragma omp parallel\n{ double own_rows[2][N]; fill(1 + @own_rows[1]); }",
    "K014-member": "#pragma omp parallel\n{ struct { double x[N]; } own_struct; fill(@own_struct.x); }",
    "K022-undeclared": "#pragma omp parallel\n{ int x = @late(1); k[0] = x; }",
    "K022-block": "#pragma omp parallel\n{ int late(int), x; x = @late(1); k[0] = x; }",
    "K022-in-head": "#pragma omp parallel\nfor (int i = @orphan(); i < 2; i++) g[i] = 1;",
    "K023-register": "register int last = 0;\n#pragma omp parallel for\n"
    "for (int i = 0; i < N; i++) if (k[i]) @last = i;",
    "K013-alone": "#pragma omp parallel\n{ int mine = 0;\n@#pragma omp single\nmine = 5;\n"
    "#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = mine;\n}",
}


@pytest.mark.parametrize("name", REGIONS)
def test_region(name: str) -> None:
    text = HEAD + "static int own;\n#pragma omp threadprivate(own)\n"
    text += "static void row_of(int row) {\n#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = row; }\n"
    text += "int orphan(void) {\n#pragma omp for\nfor (int i = 0; i < N; i++) g[i] = i;\nreturn 1; }\n"
    text += "static int *kept;\nstatic void keep(int *p) { kept = p; }\n"
    text += "static int number(void) { return omp_get_thread_num(); }\n"
    text += "static int mine(void) { return own; }\nstatic int counted(void) { return count; }\n"
    text += "void fill(double *x) {\n#pragma omp for\nfor (int i = 0; i < N; i++) x[i] = i;\n}\n"
    text, where = marked(f"{text}void f(int n) {{\n{REGIONS[name]}\n}}\n")
    text += "int late(int x) {\n#pragma omp barrier\nreturn x; }\n"
    found = kept(text)
    assert found.code == name.split("-")[0], found
    column = where.column if "@#pragma" not in REGIONS[name] else 9
    assert (found.where.line, found.where.column) == (where.line, column), found


@pytest.mark.parametrize(
    ("code", "functions"),
    [
        ("K004", "double f(double x) { @fflush(0); return x; }"),
        ("K005", "double f(double x) { do x -= 1; while (x > 0 && @f(x) > 1); return x; }"),
        ("K022", "double f(double x) {\n@#pragma omp parallel\n x = 1; return x; }"),
    ],
)
def test_inside_a_called_function(code: str, functions: str) -> None:
    text, where = marked(
        f"{HEAD}{functions}\nvoid run(void) {{\n#pragma omp parallel for\n"
        "for (int i = 0; i < N; i++) g[i] = f(h[i]);\n}\n"
    )
    found = kept(text)
    column = 9 if "@#" in functions else where.column
    assert (found.code, found.where.line, found.where.column) == (code, where.line, column), found


UNKNOWN = "struct frame { double (*op)(double, double *); double *at; int high; };\n"


@pytest.mark.parametrize(
    ("code", "functions", "region"),
    [
        (
            "K004",
            "void begin(int *);\nint hash(int i) { int c[4]; @begin(c); return c[0] + i; }\n",
            "int run(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) k[i] = hash(i);\n"
            "return k[0]; }\nint (*entry)(int) = run;\n",
        ),
        (
            "K006",
            UNKNOWN,
            "void run(struct frame *f) { int middle = f->high / 2;\n#pragma omp parallel for\n"
            "for (int i = 0; i < N; i++) { int up = i - middle; f->at[i] = f->@op(up, f->at); }\n}\n",
        ),
        (
            "K006",
            f"{UNKNOWN}double call(struct frame *f, int i) {{ return f->@op(i, f->at); }}\n",
            "void run(struct frame *f) { int middle = f->high / 2;\n#pragma omp parallel for\n"
            "for (int i = 0; i < N; i++) f->at[i] = call(f, i - middle);\n}\n",
        ),
    ],
)
def test_a_call_is_the_reason_before_the_memory_that_it_may_change(code: str, functions: str, region: str) -> None:
    text, where = marked(f"{HEAD}{functions}{region}")
    found = kept(text)
    assert (found.code, found.where.line) == (code, where.line), found


def test_a_call_is_no_reason_where_another_loop_of_the_region_is_concerned() -> None:
    text = f"{HEAD}int sum(int i) {{ return i > 1 ? sum(i - 1) : i; }}\n"
    text += "void run(void) {\n#pragma omp parallel\n{ int last = 0;\n#pragma omp for\n"
    text += "for (int i = 0; i < N; i++) k[i] = sum(i);\n#pragma omp for\n"
    text += "for (int i = 0; i < N; i++) last = k[i];\ncount = last;\n} }\n"
    assert kept(text).code == "K014"


def test_static_structure_of_another_file() -> None:
    first = "double g[9]; double f(double);\nint main(void) {\n#pragma omp parallel for\n"
    first += "for (int i = 0; i < 9; i++) g[i] = f(i);\nreturn 0; }\n"
    found = kept(first, "static struct s { double x; } factor;\ndouble f(double x) { return factor.x * x; }\n")
    assert found.code == "K023"
    assert (found.where.line, found.where.column) == (2, 29)


def test_shadowed_structure_of_a_callee() -> None:
    text = "double g[9]; struct s { int x; } n;\nint f(int x) { return x + n.x; }\n"
    text += "void run(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) g[i] = f(i);\n}\n"
    assert kept(text).code == "K023"


def test_variable_changed_through_a_pointer() -> None:
    text = "int n = 3, g[9];\nint main(void) { int *p = &n;\n#pragma omp parallel for\n"
    text += "for (int i = 0; i < 9; i++) { p[0] = 1; g[i] = n; }\nreturn g[0]; }\n"
    assert kept(text).code == "K009"


def test_copied_scalar_that_another_buffer_reaches() -> None:
    text = "int n = 3, g[9];\nint main(void) { int *p = &n;\n#pragma omp parallel for\n"
    text += (
        "for (int i = 0; i < 9; i++) {\n#pragma omp atomic\nn += i;\n if (i == 0) g[i] = p[0]; }\nreturn g[0]; }\n"
    )
    assert kept(text).code == "K009"


MERGES = {
    "plus-one": "@count += mine + 1;",
    "threads": "{ count += mine; @flag++; }",
    "threads-stored": "{ count += mine; @flag = flag + 1; }",
    "threads-first": "{ if (@flag == 0) flag = 1; count += mine; }",
    "square": "@count += mine * mine;",
    "rounded": "@count += mine / 2;",
    "threshold": "if (@mine > 10) flag = 1;",
    "greatest-sum": "if (mine > count) @count = mine;",
    "greatest-sum-stored": "{ if (top > 3) @count = mine; }",
    "last": "@flag = top;",
    "list": "k[@count++] = top;",
    "history": "{ k[1] = k[0]; k[0] = top; }",
    "factor": "@count += count * mine;",
    "sum-of-greatest": "@count += top;",
    "reset": "{ count += mine; @mine = 1; }",
    "call-adds": "add(&count, mine, &flag);",
    "call-itself": "again(&count, mine);",
    "call-remembers": "remember(&count, mine);",
    "call-looks": "look(&count, mine);",
    "call-in-value": "count += counted() * 0 + mine;",
    "remembers": "{ static int times; count += mine; @times++; }",
    "before": "{ int old = count; count += mine; @flag = old; }",
    "before-last": "{ int old, old2; old = count; old2 = old; count += mine; @flag = old2; }",
    "not-one": "if (@mine != 1) flag = 1;",
    "place": "k[@mine] += 1;",
    "stored": "@flag = mine;",
    "nested": "count += (@flag = mine);",
    "times": "for (int m = 0; m < @mine; m++) flag = 1;",
    "written-decides": "{ flag = 1; if (@flag) count += mine; }",
    "one-plus": "@count += 1 + mine;",
    "inverted": "@count += ~mine;",
    "share": "{ count += mine; @g[0] += mine / (1.0 + count); }",
    "shifted": "{ count += mine; @flag <<= 1; }",
    "copied": "{ count += mine; @flag = count; }",
    "computed": "if (top > 3) { flag = 1; @count = flag + 1; }",
    "otherwise": "if (top > 3) ; else @count++;",
    "square-first": "{ int own = @mine * mine; count += own; }",
    "square-in-loop": "for (int m = @mine * mine; m < 3; m++) k[0] = 1;",
    "place-steps": "k[@flag++] += mine;",
    "call-more": "@join(&count, mine + 1);",
    "switch": "@switch (k[0]) { default: count += mine; }",
    "last-begin": "{ int m; for (@flag = top, m = 0; m < 1; m++) k[m] = 1; }",
    "last-step": "for (int m = 0; m < 3; m++, @flag = top) ;",
    "last-behind-block": "{ { count += mine; } @flag = top; }",
    "last-behind-loop": "{ for (int m = 0; m < 3; m++) k[m] += mine; @flag = top; }",
    "last-behind-own": "{ int own = mine; count += own; @flag = top; }",
    "last-behind-greatest": "{ if (top > count) count = top; @flag = top; }",
    "last-behind-guarded": "{ if (top > 3) count = 1; @flag = top; }",
    "last-behind-call": "{ join(&count, mine); @flag = top; }",
    "last-behind-step": "{ int m = 0; m++; @flag = top; }",
    "last-behind-nothing": "{ ; @flag = top; }",
    "last-behind-break": "for (int m = 0; m < 3; m++) { if (m > 1) break; @flag = top; }",
    "print": '@printf("%d", mine);',
}


MERGING = {
    "add": "void add(int *to, int what, int *threads) { *to += what; @*threads += 1; }",
    "again": "void @again(int *to, int what) { *to += what; if (what) again(to, what); }",
    "remember": "void remember(int *to, int what) { static int times; *to += what; @times++; }",
    "look": "void look(int *to, int what) { *to += what; if (@*to > 100) flag = 1; }",
    "join": "void join(int *to, int what) { *to += what; }",
    "most": "void most(int *to, int what) { if (what > *to) *to = what; }",
    "counted": "int counted(void) { return count++; }",
    "half": "double half(void) { return 0.5; }",
    "": "static int all, best;",
}


def merged(statement: str) -> str:
    """A unit in which each thread has a sum `mine` and a greatest value `top`, and does this in `critical`."""
    functions = (text if f"{name}(" in statement else text.replace("@", "") for name, text in MERGING.items())
    return (
        HEAD
        + "\n".join(functions)
        + (
            "\nvoid f(int n) {\n#pragma omp parallel\n{ int mine = 0, top = 0;\n"
            "#pragma omp for\nfor (int i = 0; i < N; i++) { mine += k[i]; if (k[i] > top) top = k[i]; }\n"
            f"#pragma omp critical\n{statement}\n"
            "#pragma omp critical\n{ all += mine; if (top > best) best = top; }\n}\n}\n"
        )
    )


@pytest.mark.parametrize(
    "statement",
    [
        "{ int own = mine; count += own; }",
        "{ join(&count, mine); join(&flag, mine); }",
        "count += 2 * mine - mine * 3;",
        "g[0] += mine / 2.0;",
        "g[0] += mine * half() * sqrt(2.0);",
        "{ if (mine) flag = 1; count += mine; }",
        "{ if (mine > 0) flag = 1; count += mine; }",
        "for (int m = 0; m < 3; m++) k[m] += mine;",
        "k[top] = 1;",
        "if (top > flag) flag = top;",
        "most(&flag, top);",
        "{ int old = flag; if (top > old) flag = top; }",
        "if (top > 3) flag = 1;",
        "{ join(&count, mine); if (top > 3) ; else flag = top; }",
        "if (top > 3) for (int m = 0; m < 2; m++) flag = top;",
        "if (top > 3) { if (k[0] > 2) flag = top; }",
        "for (int m = 0; m < 2; m++) { if (top <= flag) continue; if (m > 0) k[0] = 1; flag = top; }",
    ],
)
def test_what_threads_merge_does_not_count_them(statement: str) -> None:
    region = translated(merged(statement)).regions[0]
    assert region.kept is None, region.kept
    assert all(loop.kernel is not None for loop in region.loops)


@pytest.mark.parametrize(
    "statements",
    [
        "mine += k[i]; if (mine > 9) top = 3;",
        "if (mine > 9) top = 3; mine += k[i];",
        "mine += k[i]; while (mine > 9) top = 3;",
        "mine += k[i]; top /= 2;",
    ],
)
def test_what_a_thread_has_counted_decides_nothing(statements: str) -> None:
    """In whatever order: it depends on the number of threads."""
    plain = "mine += k[i]; if (k[i] > top) top = k[i];"
    region = translated(merged("count += mine;").replace(plain, statements)).regions[0]
    assert region.kept is not None
    assert region.kept.code == "K014"


@pytest.mark.parametrize("name", MERGES)
def test_what_threads_merge_counts_them(name: str) -> None:
    text = merged(MERGES[name])
    if "@" not in text:
        assert kept(text).code == "K013"
        return
    text, where = marked(text)
    found = kept(text)
    assert (found.code, found.where.line) == ("K013", where.line), found


STATES = {
    "last": "last = k[i];",
    "last-then-read": "k[i] += last; last = k[i];",
    "prefix": "here[i % 4] += k[i]; k[i] = here[0];",
    "chain": "here[0] = k[i] - here[0];",
    "seed": "here[0] = here[0] * 3 + 1; if (here[0] > k[i]) here[1]++;",
    "control": "if (k[i] < here[0]) { here[0] = k[i]; k[i] = 0; }",
    "continue": "if (k[i] < here[0]) { here[0] = k[i]; continue; } k[i] = 0;",
    "shared": "if (k[i] < here[0]) { here[0] = k[i]; flag = 1; }",
    "alias": "int *p = here; p[i % 4] += 1; k[i] = p[0];",
    "two-sums": "here[0] += k[i]; here[0] *= 3;",
    "sum-of-others": "here[0] += k[i]; here[1] += here[0];",
    "count-decides": "here[0]++; if (here[0] > 3) last = k[i];",
    "call-computes": "chain(here, k[i]);",
    "call-elsewhere": "count_too(here, k[i]);",
    "divided": "here[0] += k[i]; here[1] /= 2;",
}


@pytest.mark.parametrize("name", STATES)
def test_state_of_threads_that_depends_on_their_share(name: str) -> None:
    text = HEAD + (
        "void chain(int *x, int e) { x[0] = e - x[0]; }\nvoid count_too(int *x, int e) { x[0] = e; flag++; }\n"
        "void f(int n) {\n#pragma omp parallel\n{ int here[4] = {0}, last = 0;\n#pragma omp for\n"
        f"for (int i = 0; i < N; i++) {{ {STATES[name]} }}\n"
        "#pragma omp critical\n{ for (int m = 0; m < 4; m++) if (here[m] > count) count = here[m];\n"
        "if (last > flag) flag = last; }\n}\n}\n"
    )
    assert kept(text).code in ("K013", "K014")


PHASES = {
    "offset": ("{1, 0, 0, 0}", "g[m] += here[m];"),
    "twice": ("{0}", "g[m] += here[m] * here[m];"),
    "number": ("{0}", "{ g[m] += here[m]; g[0] += 1; }"),
}


@pytest.mark.parametrize("name", PHASES)
def test_a_merge_of_states_counts_threads(name: str) -> None:
    start, merge = PHASES[name]
    text = HEAD + (
        f"void f(int n) {{\n#pragma omp parallel\n{{ double here[4] = {start};\n#pragma omp for\n"
        "for (int i = 0; i < N; i++) here[i % 4] += h[i];\n"
        f"#pragma omp critical\nfor (int m = 0; m < 4; m++) {merge}\n}}\n}}\n"
    )
    assert kept(text).code in ("K013", "K014")


def test_virtual_threads_have_a_state_each() -> None:
    text = HEAD + (
        "void f(int n) {\n#pragma omp parallel\n{ double here[4] = {0};\n#pragma omp for\n"
        "for (int i = 0; i < N; i++) here[i % 4] = h[i] > here[i % 4] ? h[i] : here[i % 4];\n"
        "#pragma omp critical\nfor (int m = 0; m < 4; m++) if (here[m] > g[m]) g[m] = here[m];\n}\n}\n"
    )
    (loop,) = translated(text).regions[0].loops
    assert loop.kernel is not None
    assert loop.state == ("here",)
    assert len(loop.merges) == 1
    assert [buffer.storage for buffer in loop.kernel.buffers].count(Storage.STATE) == 1


def test_an_array_that_a_loop_only_updates_is_one_for_all_threads() -> None:
    text = HEAD + (
        "void f(int n) {\n#pragma omp parallel\n{ TYPE here[SIZE] = {0};\n#pragma omp for\n"
        "for (int i = 0; i < N; i++) UPDATE;\n"
        "#pragma omp critical\nfor (int m = 0; m < SIZE; m++) g[m] += here[m];\n}\n}\n"
    )
    cases = {
        ("int", "4", "here[i % 4]++"): ("here",),
        ("double", "100", "here[i % 100] += h[i]"): ("here",),
        ("double", "256", "here[i % 256] += h[i]"): ("here",),
        ("double", "512", "for (int m = 0; m < 512; m++) here[m] += h[i]"): (),
        ("int", "512", "{ here[i % 512]++; here[k[i] & 3] = 0; }"): (),
    }
    for (of, size, update), expected in cases.items():
        changed = text.replace("TYPE", of).replace("SIZE", size).replace("UPDATE", update)
        (loop,) = translated(changed).regions[0].loops
        found = () if loop.kernel is None else loop.kernel.accumulated
        assert (found, loop.state == ()) == (expected, expected != () or loop.kernel is None), update


TEAMS = {
    "K013-shared": "void t(int n) {\n#pragma omp for\nfor (int i = 0; i < n; i++) g[i] = i;\n"
    "@n = count++;\nk[n] = 1; }",
    "K014-private": "void t(int n) { int mine = 0;\n@#pragma omp for\nfor (int i = 0; i < n; i++) mine += k[i];\n"
    "count = mine; }",
    "K014-parameter": "void t(int n) {\n@#pragma omp for\nfor (int i = 0; i < 9; i++) { n = n * 3; k[i] = n; }\n}",
    "K022-itself": "int @t(int n) {\n#pragma omp barrier\nif (n) n = t(n - 1);\nreturn n; }",
    "K022-region": "void t(int n) {\n@#pragma omp parallel\ncount = n;\n}",
    "K022-old": "void @t(n) int n; {\n#pragma omp barrier\n}",
    "K022-pointer": "void u(void) {\n#pragma omp barrier\n}\n"
    "void t(int n) { void (*f)(void) = u;\n#pragma omp barrier\n@f(); }",
    "K013-pointer": "void u(void) {\n#pragma omp barrier\n}\n"
    "void v(void (*f)(void)) {\n#pragma omp barrier\n@f(); }\n"
    "void t(int n) {\n#pragma omp barrier\nv(u); }",
}


# Functions without loops, called with a value of each thread's own: else all threads run them, on the CPU.
NOT_APART = ("K022-itself", "K022-old", "K022-pointer", "K013-pointer")


@pytest.mark.parametrize("name", TEAMS)
def test_function_of_a_region(name: str) -> None:
    text = HEAD + "static int own;\n#pragma omp threadprivate(own)\n"
    given = "own" if name in NOT_APART else "n"
    text, where = marked(f"{text}{TEAMS[name]}\nvoid f(int n) {{\n#pragma omp parallel\nt({given});\n}}\n")
    found = kept(text)
    assert found.code == name.split("-")[0], found
    column = where.column if "@#pragma" not in TEAMS[name] else 9
    assert (found.where.line, found.where.column) == (where.line, column), found
    if name not in ("K022-itself", "K014-parameter"):  # the function itself, and its loop alone
        assert found.notes[-1][0] == "`t` is called here"


def test_a_loop_has_one_verdict_and_the_first_region_that_runs_it_may_be_kept() -> None:
    text = HEAD + "void t(double *x) {\n#pragma omp for\nfor (int i = 0; i < N; i++) x[i] = i;\n}\n"
    text += "void f(void) {\n#pragma omp parallel\n{ t(g);\n#pragma omp task\ncount++;\n}\n"
    text += "#pragma omp parallel\nt(h);\n}\n"
    program = translated(text)
    first, second = program.regions
    assert first.kept is not None
    assert second.offloaded
    assert [team.name for team in second.teams] == ["__mrt_team_t"]
    ((loop, region, verdict),) = program.verdicts()
    assert (loop.id, region, verdict) == ("a_t_1", second, None)
    assert program.orphans == ()


@pytest.mark.parametrize(
    "statement",
    [
        "count += 2;",
        "if (n > 3) k[0]++;",
        "{\n#pragma omp atomic\ncount++;\n}",
        "{\n#pragma omp critical\n{ flag = 1; if (flag) count += n; }\n}",
    ],
)
def test_each_thread_counts_itself(statement: str) -> None:
    loop = "#pragma omp for\nfor (int i = 0; i < N; i++) g[i] = i;\n"
    (region,) = translated(
        f"{HEAD}void f(int n) {{\n#pragma omp parallel\n{{\n{loop}{statement}\n}}\n}}\n"
    ).regions
    assert region.offloaded
    assert len(region.apart.touched) == 1


def test_functions_of_other_files_and_nested_ones_belong_to_the_region() -> None:
    first = "void outer(int *a);\nvoid f(int *a) {\n#pragma omp parallel\nouter(a);\n}\n"
    second = "static void inner(int *a, int n) {\n#pragma omp for\nfor (int i = 0; i < n; i++) a[i] = n;\n}\n"
    second += "void outer(int *a) {\ninner(a, 5);\n#pragma omp for\nfor (int i = 0; i < 9; i++) a[i] += i;\n}\n"
    (region,) = translated(first, second).regions
    assert [(loop.id, loop.kernel is not None) for loop in region.loops] == [
        ("b_outer_1", True),
        ("b_inner_1", True),
    ]
    outer, inner = region.teams
    assert outer.name == "__mrt_team_outer"
    assert inner.name.startswith("__mrt_team_b_inner_")


def test_orphaned_loops_are_listed() -> None:
    program = translated("void f(int *a) {\n#pragma omp for\nfor (int i = 1; i < 9; i++) a[i] = a[i - 1];\n}\n")
    (orphan,) = program.orphans
    assert orphan.id == "a_f_1"
    assert orphan.kept is not None
    assert orphan.kept.code == "K001"
    assert "orphaned" in orphan.kept.reason


def test_a_loop_that_a_region_and_serial_code_come_to_has_two_versions() -> None:
    text = "static void f(int *a) {\n#pragma omp for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n"
    text += "void g(int *a) { f(a);\n#pragma omp parallel\nf(a); }\n"
    program = translated(text)
    in_team, alone = program.regions
    assert [(loop.id, loop.again) for region in (in_team, alone) for loop in region.loops] == [
        ("a_f_1", ""),
        ("a_f_1_serial", "a_f_1"),
    ]
    assert (in_team.orphaned, alone.orphaned) == (False, True)
    assert [(loop.id, kept) for loop, _, kept in program.verdicts()] == [("a_f_1", None)]


def test_functions_that_only_regions_call_have_no_serial_version() -> None:
    text = "static void f(int *a) {\n#pragma omp for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n"
    (region,) = translated(text + "void g(int *a) {\n#pragma omp parallel\nf(a); }\n").regions
    assert not region.orphaned


def test_only_the_bad_loop_of_a_region_is_kept() -> None:
    text = (
        HEAD + "void f(void) {\n#pragma omp parallel\n{\n#pragma omp for\nfor (int i = 0; i < N; i++) g[i] = i;\n"
    )
    text += "#pragma omp for\nfor (int i = 0; i < N; i++) k[i] = rand();\n}\n}\n"
    (region,) = translated(text).regions
    assert region.kept is None
    assert [loop.kernel is not None for loop in region.loops] == [True, False]
    assert [loop.id for loop in region.loops] == ["a_f_1", "a_f_2"]


def test_a_loop_that_is_kept_is_the_reason_for_what_is_private_in_others() -> None:
    text = HEAD + "static void fill(double t[4], int i) { for (int m = 0; m < 4; m++) t[m] = i + m; }\n"
    text += "static double w[N];\n#pragma omp threadprivate(w)\n"
    text += "void f(int n) {\n#pragma omp parallel\n{ double t[4];\n"
    loop = (
        "#pragma omp for\nfor (int i = 0; i < N; i++) { for (int j = 0; j < n; j++) { fill(t, i); w[j] = t[0]; }\n"
    )
    text += f"{loop}g[i] = w[3]; }}\n{loop}h[i] = w[3]; }}\n}}\n}}\n"
    (region,) = translated(text).regions
    reason = "the private `w` may carry a value from one iteration to the next"
    assert [(loop.kept.reason if loop.kept is not None else "") for loop in region.loops] == [reason, reason]


def test_private_that_is_written_first_carries_nothing() -> None:
    text = HEAD + "void f(void) { double t = 1, s[4];\n#pragma omp parallel private(t, s)\n{\n t = 2;\n"
    text += "#pragma omp for\nfor (int i = 0; i < N; i++) { t = h[i]; for (int j = 0; j < 4; j++) s[j] = t;\n"
    text += "g[i] = s[3]; }\n t = 3;\n#pragma omp for\nfor (int i = 0; i < N; i++) h[i] = t;\n}\n}\n"
    first, second = kernels(text)
    assert "t" not in [value.name for value in first.values]
    assert [value.name for value in second.values] == ["t"]


def test_ids_name_the_file_even_where_it_is_no_identifier() -> None:
    text = "int a[9];\nvoid f(void) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = 0;\n}\n"
    program = translated(text, text.replace("f(", "g(").replace("int a", "static int a"))
    assert [region.id for region in program.regions] == ["a_f_1", "b_g_1"]
    assert unique_stems(["2d-heat.c", "x/a.c", "y/a.c"]) == {"2d-heat.c": "f2d_heat", "x/a.c": "a", "y/a.c": "a2"}


def test_more_functions_than_are_told_apart_are_counted() -> None:
    ways = "".join(f"static double way{n}(double x) {{ return x + {n}; }}\n" for n in range(9))
    ways += "".join(f"void choose{n}(void) {{ chosen = way{n}; }}\n" for n in range(9))
    loop = "#pragma omp parallel for\nfor (int i = 0; i < N; i++) k[i] = chosen(i);\n"
    found = kept(f"{HEAD}static double (*chosen)(double);\n{ways}int main(void) {{\n{loop}return 0; }}\n")
    assert found.code == "K006"
    assert "`chosen`, which may point to 9 functions, more than 8" in found.reason
