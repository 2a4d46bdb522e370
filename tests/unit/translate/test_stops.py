"""Calls that only the host can make: where they become error paths, and where they keep the loop on the CPU."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.builtins.stops import is_check, is_stop
from mapper.ir.trees.nodes import walk
from tests.unit.translate.device import build
from tests.unit.translate.programs import kept, kernels, marked, printed

HEAD = """
int printf(const char *, ...), puts(const char *), rand(void);
void exit(int), abort(void), *malloc(unsigned long);
typedef struct { double x; int n; } Pair;
#define N 64
static double g[N];
static int k[N], count;
static void die(const char *format, ...) { printf(format); exit(1); }
static void note(int i) { if (k[i] > 3) return; printf("%d", i); }
static int checked(int i) { if (i < 0) die("%d", i); return i; }
static int twice(int i) { return 2 * checked(i); }
static double *element(double *p, int i) { if (i >= N) abort(); return p + i; }
static Pair pair(int i) { Pair p = {1.0, 2}; if (i < 0) abort(); p.n = i; return p; }
static void often(int i) { printf("%d", i); k[i] = i; }
"""

STOPS = {
    "if": 'if (k[i] < 0) printf("%d", i);',
    "else": "if (k[i] >= 0) k[i]++; else exit(k[i]);",
    "ternary": "k[i] < 0 ? abort() : (void)0;",
    "or": 'k[i] >= 0 || printf("%d", i);',
    "and": 'k[i] < 0 && puts("");',
    "comma": "(void)0, k[i] < 0 ? abort() : (void)0;",
    "switch": 'switch (k[i]) { case 1: k[i] = 2; break; case 2: puts(""); k[i] = 3; break; default: k[i] = 4; }',
    "behind-continue": 'if (k[i] >= 0) continue; printf("%d", i);',
    "before": "if (k[i] < 0) { char *t = malloc(9); t[0] = rand(); puts(t); k[i] = 1; }",
    "critical": 'if (k[i] < 0) {\n#pragma omp critical\nputs("");\n}',
    "value": 'if (k[i] < 0) count = printf("%d", i);',
    "variadic": 'if (k[i] < 0) die("%d", i);',
    "inner-loop": "for (int j = 0; j < 4; j++) if (k[i] == j) abort();",
    "function": "note(i);",
    "nested-function": "k[i] = twice(i) + twice(k[i]) * 2;",
    "condition": "if (checked(i) > 4) k[i] = 1;",
    "selector": "switch (checked(i)) { case 3: k[i] = 1; }",
    "initialiser": "int one = checked(i), two = one + checked(one); k[i] = two;",
    "pointer": "*element(g, i) = 1;",
    "structure": "k[i] = pair(i).n;",
    "conditional-call": "if (k[i]) often(i);",
    "right-operand": "k[i] = k[i] && checked(i);",
    "other-value": "k[i] = k[i] > 2 ? checked(i) : i || checked(i + 1);",
    "conditional-operand": "k[i] = k[i] ? checked(i) : 0;",
    "operand": "k[i] = k[i] ? (abort(), 0) : 1;",
    "head": "while (checked(k[i]) > 2) k[i]--;",
    "inner-while": "while (k[i] > 0 && checked(i)) k[i]--;",
    "inner-for": "for (int j = 0; checked(j) < i; j++) { if (j == 3) continue; k[i] += j; }",
    "under-condition": "if (k[i]) { k[i] = checked(i); g[i] = k[i]; }",
}


@pytest.mark.opencl
@pytest.mark.parametrize("name", STOPS)
def test_error_path(name: str) -> None:
    (kernel,) = kernels(
        f"{HEAD}void f(void) {{\n#pragma omp parallel for\nfor (int i = 0; i < N; i++) {{ {STOPS[name]} }}\n}}"
    )
    assert kernel.stops
    build(printed(kernel))


KEPT = {
    "always": 'for (int i = 0; i < N; i++) @printf("%d", i);',
    "in-a-loop": 'for (int i = 0; i < N; i++) for (int j = 0; j < 2; j++) @puts("");',
    "constant": 'for (int i = 0; i < N; i++) if (1) @puts("");',
    "in-a-function": "for (int i = 0; i < N; i++) { k[i] = 0; never(i); }",
    "behind-an-inner-break": 'for (int i = 0; i < N; i++) { if (k[i]) for (;;) { break; } @puts(""); }',
    "behind-comma": "for (int i = 0; i < N; i++) k[i] = (count, @checked(i));",
    "step": "for (int i = 0; i < N; i++) for (int j = 0; j < 9; j += @checked(j)) k[i]--;",
    "start": "for (int i = 0; i < N; i++) for (int j = @checked(i); j < 9; j++) k[i]--;",
}


@pytest.mark.parametrize("name", KEPT)
def test_kept(name: str) -> None:
    never = 'static void never(int i) { k[i] = 1; @puts(""); }\n' if name == "in-a-function" else ""
    text, where = marked(f"{HEAD}{never}void f(void) {{\n#pragma omp parallel for\n{KEPT[name]}\n}}")
    found = kept(text)
    assert (found.code, found.where.line, found.where.column) == ("K004", where.line, where.column), found


@pytest.mark.parametrize(
    "code", ['if (0) printf("%d", i); k[i] = 1;', "if (N > 1) k[i] = 2; else { wait(0); k[i] = 1; }"]
)
def test_branches_that_never_run_are_left_out(code: str) -> None:
    text = f"{HEAD}extern void wait(int);\nvoid f(void) {{\n#pragma omp parallel for\n"
    (kernel,) = kernels(f"{text}for (int i = 0; i < N; i++) {{ {code} }}\n}}")
    assert not kernel.stops
    assert not any(isinstance(each, c_ast.If | c_ast.FuncCall) for each in walk(kernel.body))


def test_what_follows_a_stop_is_left_out() -> None:
    loop = 'for (int i = 0; i < N; i++) { if (k[i] < 0) { count = 7; puts(""); g[i] = 0; } k[i] = 1; }'
    (kernel,) = kernels(f"{HEAD}void f(void) {{\n#pragma omp parallel for\n{loop}\n}}")
    assert [each.name for each in kernel.buffers] == ["k"]
    assert sum(map(is_stop, walk(kernel.body))) == 1
    assert not any(map(is_check, walk(kernel.body)))


def test_functions_get_the_flag_where_they_may_stop() -> None:
    loop = "for (int i = 0; i < N; i++) { k[i] = twice(i); note(i); }"
    (kernel,) = kernels(f"{HEAD}void f(void) {{\n#pragma omp parallel for\n{loop}\n}}")
    text = printed(kernel)
    assert text.count("int *mrt_stopped)") == 2 * 3
    assert text.count("if (*mrt_stopped) goto mrt_stopping;") == 2
    assert text.count("if (*mrt_stopped) { *mrt_stopped = 1; return 0; }") == 1
