"""Threadprivate variables that regions leave changed: does serial code read them before it writes them?"""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

HEAD = (
    "#include <setjmp.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"
    "enum { N = 8 };\nstatic int v, w[N], k[N], x, *kept = &v;\n#pragma omp threadprivate(v, w)\n"
)
FUNCTIONS = {
    "get": "static int get(const int *p) { return *p; }\n",
    "put": "static void put(int *p) { *p = x; }\n",
    "set": "static void set(int n) { for (int i = 0; i < n; i++) w[i] = i; }\n",
    "sum": "static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += w[i]; return s; }\n",
    "later": "static int later(void) { return v; }\n",
    "at_end": "static void at_end(void) { x = v; }\n",
    "either": "static int either(int n, int reads) { int s = 0;\n"
    "if (reads) for (int i = 0; i < n; i++) s += w[i]; else for (int i = 0; i < n; i++) w[i] = 1;\nreturn s; }\n",
}
LOOP = (
    "\n#pragma omp parallel for\nfor (int i = 0; i < N; i++) {\n"
    "v = i; for (int j = 0; j < N; j++) w[j] = v; k[i] = w[i]; }\n"
)
WRITE_ALL = "v = 1; memset(w, 0, sizeof w);"


def stays(code: str, functions: str = "") -> bool:
    """Whether the region `LOOP` stays in a program whose `main` is some code."""
    called = "".join(text for name, text in FUNCTIONS.items() if name in code)
    program = translated(f"{HEAD}{called}{functions}int main(void) {{ int i; {code}\nreturn x; }}\n")
    region = min(program.regions, key=lambda each: each.id)
    assert region.kept is None or (region.kept.code == "K014" and "out of the region" in region.kept.reason)
    return region.kept is not None


@pytest.mark.parametrize(
    "code",
    [
        f"{LOOP}",
        f"x = v + w[2]; {LOOP}",
        f"{LOOP} v = 2; x = v;",
        f"{LOOP} for (i = 0; i < N; i++) w[i] = 0; x = w[3];",
        f"{LOOP} memset(w, 0, sizeof w); x = sum(N);",
        f"{LOOP} set(3); put(&v); put(w + 1);",
        f"for (int t = 0; t < 3; t++) {{ {WRITE_ALL} x += get(&v) + sum(N); {LOOP} }}",
        f"for (;;) {{ {WRITE_ALL} if (x > later()) break; {LOOP} }}",
        f"{LOOP} if (x) v = 1; else v = 2; x = get(&v);",
        f"{LOOP}\n#pragma omp parallel copyin(v)\n{{ v = 2;\n#pragma omp for\n"
        "for (i = 0; i < N; i++) k[i] = i; }",
        f"if (x) {{ {LOOP} return 1; }} x = v;",
        f"{LOOP} {WRITE_ALL} x = *kept;",
    ],
)
def test_nobody_reads(code: str) -> None:
    assert not stays(code)


@pytest.mark.parametrize(
    "code",
    [
        f"{LOOP} x = v;",
        f"{LOOP} x = get(&v);",
        f"{LOOP} x = *kept;",
        f"{LOOP} x = get(kept);",
        f"{LOOP} if (x) v = 1; x = v;",
        f"{LOOP} for (i = 0; i < x; i++) w[i] = 0; x = w[3];",
        f"{LOOP} for (i = 1; i < N; i++) w[i] = w[i - 1];",
        f"{LOOP} set(x); x = w[0];",
        f"{LOOP} set(N - 1); x = sum(N);",
        f"{LOOP} either(2, 0); x = either(N, 1);",
        f"for (int t = 0; t < 3; t++) {{ x += v; v = 1; {LOOP} }}",
        f"while (x < v) {{ v = 1; {LOOP} }}",
        f"while (1) {{ {LOOP} if (x) v = 1; else break; }} x = v;",
        f"{LOOP} if (x) goto out; v = 1; out: x = v;",
        f'{LOOP} printf("%d", v);',
        f"{LOOP} memcpy(k, w, sizeof w);",
        f"{LOOP} v++;",
        f"jmp_buf back; if (setjmp(back)) x = v; {LOOP} v = 1;",
        f"atexit(at_end); {LOOP}",
        f"{LOOP}\n#pragma omp parallel copyin(v)\n{{ int y = v;\n#pragma omp for\n"
        "for (i = 0; i < N; i++) k[i] = y; }",
        f"{LOOP}\n#pragma omp parallel if (v > 2)\n{{\n#pragma omp for\nfor (i = 0; i < N; i++) k[i] = i; }}",
    ],
)
def test_somebody_may_read(code: str) -> None:
    assert stays(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("work(); v = 2; x = v;", False),
        ("work(); x = v;", True),
        ("if (work()) x = v; else x = 2;", True),
        ("x = work() + v;", True),
        ("x = work(); x = work();", False),
        ("for (i = 0; i < 3; i++) { x += v; work(); v = 1; }", False),
        ("for (i = 0; i < 3; i++) { x += v; work(); }", True),
        ("x = v; switch (work()) { case 1: x = v; break; default: x = 3; }", True),
        ("work(); middle();", True),
        ("middle(); v = 1;", False),
        ("middle(); x = v;", True),
        ("int (*pointer)(void) = work; pointer(); v = 2; x = v;", False),
        ("int (*pointer)(void) = work; pointer(); x = v;", True),
    ],
)
def test_in_a_called_function(code: str, expected: bool) -> None:
    functions = f"static int work(void) {{ {LOOP} return x; }}\n"
    if "middle" in code:
        functions += "static void middle(void) { x = v; v = 1; work(); }\n"
    assert stays(code, functions) is expected


def test_functions_that_may_run_when_main_has_ended() -> None:
    assert stays(LOOP, "__attribute__((destructor)) static void last(void) { x = v; }\n")
    assert stays(LOOP, "int exported(void) { return v; }\n")


def test_other_code_that_may_call_the_function_of_the_region() -> None:
    assert not stays("work();", f"static void work(void) {{ {LOOP} }}\n")
    assert stays("extern void other(void (*)(void)); other(work);", f"static void work(void) {{ {LOOP} }}\n")


def test_a_program_that_is_not_complete() -> None:
    program = translated(f"{HEAD}void f(void) {{ {LOOP} }}\n")
    assert program.regions[0].kept is not None
