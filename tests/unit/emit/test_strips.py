"""Which loops can be broken off on the CPU: each runs in strips where the library asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.mapper import run_mapper

SOURCE = """\
#include <stdlib.h>
struct counts { int steps, orbits; };
static int steps_of(unsigned long x)
{
    int steps = 0;
    while (x > 1 && steps < 300) {
        x = x %% 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}
static int depth_of(int x)
{
    return x > 1 ? 1 + depth_of(x %% 3 ? x - 1 : x / 3) : 0;
}
int f(int n, int *restrict a, int *restrict b, int *c, struct counts *s, int m[10], int step)
{
    int sum = 0, last = 0, lin = 0;
    int i;
%s
    return sum + last + lin + i;
}
int main(int count, char **words)
{
    static int m[10];
    struct counts s = {0, 0};
    int n = atoi(words[1]), *a = calloc(2 * n, sizeof *a), *b = calloc(n, sizeof *b);
    return f(n, a, b, a + count, &s, m, count) + s.steps + m[0];
}
"""

UP = "for (i = 0; i < n; i++)"
BROKEN_OFF = {
    "while": f"#pragma omp parallel for\n{UP} a[i] = steps_of(i);",
    "break": f"""#pragma omp parallel for
    {UP} {{ int k = 2; for (; k < i; k++) if (i % k == 0) break; a[i] = k; }}""",
    "return": f"#pragma omp parallel for\n{UP} a[i] = b[i] > 3 ? steps_of(b[i]) : 0;",
    "a loop under a condition": f"""#pragma omp parallel for
    {UP} {{ int t = 0; if (b[i]) for (int k = 0; k < n; k++) t += b[k]; a[i] = t; }}""",
    "bounds out of memory": f"""#pragma omp parallel for
    {UP} {{ int t = 0, last = b[i] + 3; for (int k = b[b[i]]; k < last; k++) t += b[k]; a[i] = t; }}""",
    "a bound out of a table of bounds": f"""#pragma omp parallel for
    {UP} {{ int t = 0, row = b[i], end = b[row + 1] + n; for (int k = 0; k <= end; k++) t += b[k]; a[i] = t; }}""",
    "sums": f"#pragma omp parallel for reduction(+ : sum)\n{UP} sum += steps_of(i);",
    "the last one": f"#pragma omp parallel for lastprivate(last)\n{UP} a[i] = last = steps_of(i);",
    "down": "#pragma omp parallel for\nfor (i = n - 1; i >= 0; i -= 2) a[i] = steps_of(i);",
    "a few threads": f"#pragma omp parallel for num_threads(n > 9 ? 4 : 2) if(n > 5)\n{UP} a[i] = steps_of(i);",
    "unsigned, down": "#pragma omp parallel for\nfor (unsigned u = n; u > 0; u -= 2) a[u] = steps_of(u);",
    "a bound with the name of another variable inside": f"""#pragma omp parallel for
    {UP} {{ int t = steps_of(i); {{ int n = t; while (n > 9) n -= 2; t += n; }} a[i] = t; }}""",
    "a bound with the name of a parameter": """int x = n;
    #pragma omp parallel for
    for (i = 0; i < x; i++) a[i] = steps_of(i);""",
    "overwritten": f"#pragma omp parallel for\n{UP} {{ a[i] = 0; while (a[i] * a[i] < b[i]) a[i]++; }}",
    "default(shared)": f"#pragma omp parallel for default(shared)\n{UP} a[i] = steps_of(i);",
}
RESUMED = {
    "adds to what it finds": f"#pragma omp parallel for\n{UP} a[i] += steps_of(i);",
    "reads what it writes elsewhere": f"#pragma omp parallel for\n{UP} a[i] = steps_of(a[i + n]);",
    "may overlap": f"#pragma omp parallel for\n{UP} c[i] = steps_of(a[i + n]);",
    "atomic": f"#pragma omp parallel for\n{UP} {{ int t = steps_of(i);\n#pragma omp atomic\ns->steps += t; }}",
    "a histogram": f"#pragma omp parallel for\n{UP} {{ int t = steps_of(i) % 10;\n#pragma omp atomic\nm[t]++; }}",
    "an error path": f"""#pragma omp parallel for
    {UP} {{ int t = steps_of(i); if (t == 299) exit(i); a[i] = t; }}""",
    "a stack": f"#pragma omp parallel for\n{UP} a[i] = depth_of(i);",
    "an array of sums": f"#pragma omp parallel for reduction(+ : m[:10])\n{UP} m[i % 10] += steps_of(i);",
}
"""What would not be the same again: the device goes on where strips end."""
BEGUN_AGAIN = {
    "tiles": """static float x[99][99], y[99][99], z[99][99];
    #pragma omp parallel for
    for (i = 0; i < 99; i++)
      for (int j = 0; j < 99; j++) {
        float t = 0;
        for (int k = 0; k < 99; k++) t += x[i][k] * y[k][j];
        z[i][j] = t;
      }""",
    "large arrays": f"""#pragma omp parallel for
    {UP} {{
      int own[90000] = {{0}}, at = b[i] & 65535;
      while (own[at] < 9) {{ own[at]++; at = (at * 5 + own[at]) & 65535; }}
      a[i] = at;
    }}""",
}
COUNTED = {
    "rows": f"""#pragma omp parallel for
    {UP} {{ int t = 0; for (int k = 0; k < n; k++) t += b[k]; a[i] = t; }}""",
    "rows of a sparse matrix": f"""#pragma omp parallel for
    {UP} {{ int t = 0; for (int k = b[i]; k < b[i + 1]; k++) t += b[k]; a[i] = t; }}""",
    "a sum": f"#pragma omp parallel for reduction(+ : sum)\n{UP} for (int k = 0; k < i; k++) sum += k ^ i;",
}
MACROS = {
    "a bound": "#define LAST n\n#pragma omp parallel for\nfor (i = 0; i < LAST; i++) a[i] = steps_of(i);",
    "a number": "#define M 10\n#pragma omp parallel for\nfor (i = M; i > 0; i--) a[i] = steps_of(i);",
    "parts": """#define FIRST(x) (x) - 1
    #define LAST(x) x + 0
    #pragma omp parallel for
    for (i = FIRST(2); i <= LAST(n) - 1; i++) a[i] = steps_of(i);""",
}
RUN_IN_ONE = {
    "fills memory": f"""#pragma omp parallel for
    {UP} {{ int t = 0; for (int k = 0; k < n; k++) t += k ^ i; a[i] = t; }}""",
    "an error path of a loop that can't be resumed": f"""#pragma omp parallel for
    {UP} {{
      int own[90000] = {{0}}, at = b[i] & 65535;
      while (own[at] < 9) {{ own[at]++; at = (at * 5 + own[at]) & 65535; }}
      if (at == 7) exit(i);
      a[i] = at;
    }}""",
    "no loop": f"#pragma omp parallel for\n{UP} a[i] = b[i] * b[i];",
    "default(none)": f"#pragma omp parallel for default(none) shared(n, a)\n{UP} a[i] = steps_of(i);",
    "linear": f"#pragma omp parallel for linear(lin : 1)\n{UP} {{ a[i] = steps_of(lin); lin++; }}",
    "the last one and the first one": f"""#pragma omp parallel for firstprivate(last) lastprivate(last)
    {UP} {{ last = last * 0 + steps_of(i); a[i] = last; }}""",
    "the bound is the last one": f"""#pragma omp parallel for lastprivate(last) num_threads(last + 2)
    {UP} a[i] = last = steps_of(i);""",
    "loops that change places": """static int t[99][99];
    #pragma omp parallel for
    for (i = 0; i < 99; i++)
      for (int j = 0; j < 99; j++) t[j][i] += steps_of(t[j][i] + i);""",
    "a loop inside with the same counter": """static int t[99][99];
    #pragma omp parallel for
    for (int i = 0; i < 99; i++) {
      for (int k = 0; k < 9; k++) { int i = t[k][5]; t[k][9] += steps_of(i) & 0; }
      t[i][3] += steps_of(i);
    }""",
    "a step that nobody knows": "#pragma omp parallel for\nfor (i = 0; i < n; i += step) a[i] = steps_of(i);",
    "a bound that the loop changes by another name": """int limit = n, *other = &limit;
    #pragma omp parallel for
    for (i = 0; i < limit; i++) { a[i] = steps_of(i); if (i == 0) *other = 1; }""",
    "a bound that the loop changes": f"""#pragma omp parallel for
    {UP} {{ a[i] = steps_of(i); if (i == 5) n = 9; }}""",
    "a member that the loop changes": """#pragma omp parallel for
    for (i = 0; i < s->steps; i++) { a[i] = steps_of(i); if (i == 5) s->steps = 9; }""",
    "a wide bound of a counter that goes down": """#pragma omp parallel for
    for (unsigned u = n; u > 0L; u -= 2) a[u] = steps_of(u);""",
    "a narrow counter that goes down": """#pragma omp parallel for
    for (unsigned short u = 999; u > 0; u--) a[u] = steps_of(u);""",
    "a narrow counter with a sign": """#pragma omp parallel for
    for (short k = -30000; k < 30000; k++) a[k + 30000] = steps_of(k + 30000);""",
    "the last one of collapsed loops": """#pragma omp parallel for collapse(2) lastprivate(last)
    for (i = 0; i < n; i++) for (int j = 0; j < 2; j++) a[2 * i + j] = last = steps_of(i + j);""",
    "collapsed loops that are no rectangle": """#pragma omp parallel for collapse(2)
    for (i = 0; i < 9; i++) for (int j = 0; j < i; j++) a[9 * i + j] = steps_of(i + j);""",
    "a bound on the left": "#pragma omp parallel for\nfor (i = 0; n > i; i++) a[i] = steps_of(i);",
    "several loops": f"""#pragma omp parallel
    {{
    #pragma omp for
    {UP} a[i] = steps_of(i);
    #pragma omp for
    {UP} b[i] = steps_of(i + 1);
    }}""",
    "threads by number": f"""#pragma omp parallel
    {{
    int me = 0;
    #pragma omp for
    {UP} a[i] = me + steps_of(i);
    }}""",
    "a head out of a macro": """#define EACH(i, n) for (i = 0; i < n; i++)
    #pragma omp parallel for
    EACH(i, n) a[i] = steps_of(i);""",
    "more than a bound out of a macro": """#define UP_TO(n) n; i++
    #pragma omp parallel for
    for (i = 0; i < UP_TO(n)) a[i] = steps_of(i);""",
    "a relation out of a macro": """#define BELOW < n
    #pragma omp parallel for
    for (i = 0; i BELOW; i++) a[i] = steps_of(i);""",
}


def emitted(text: str, folder: Path) -> str:
    """The program with this code."""
    (folder / "p.c").write_text(SOURCE % text, encoding="utf-8")
    done = run_mapper("compile", "--emit", "c", "p.c", "-o", "p.mapper.c", folder=folder, check=True)
    assert "kept" not in done.stderr, done.stderr
    return (folder / "p.mapper.c").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", BROKEN_OFF)
def test_broken_off(case: str, tmp_path: Path) -> None:
    text = emitted(BROKEN_OFF[case], tmp_path)
    assert (
        text.count(".strips = __MRT_UNCERTAIN")
        == text.count("__mrt_next_strip(&__mrt_run)")
        == text.count(") - __mrt_less")
        == 1
    )


@pytest.mark.parametrize("case", RESUMED)
def test_resumed(case: str, tmp_path: Path) -> None:
    text = emitted(RESUMED[case], tmp_path)
    assert text.count(".strips = __MRT_UNCERTAIN, .resumes = 1") == 1
    assert "__mrt_before" not in text


@pytest.mark.parametrize("case", BEGUN_AGAIN)
def test_begun_again(case: str, tmp_path: Path) -> None:
    text = emitted(BEGUN_AGAIN[case], tmp_path)
    assert text.count(".strips = ") == 1
    assert ".resumes" not in text


@pytest.mark.parametrize("case", MACROS)
def test_macros_in_the_head(case: str, tmp_path: Path) -> None:
    assert emitted(MACROS[case], tmp_path).count(") - __mrt_less") == 1
    done = run_mapper("compile", "p.c", "-o", "p", folder=tmp_path, check=True)
    assert "error" not in done.stderr


@pytest.mark.parametrize("case", COUNTED)
def test_counted(case: str, tmp_path: Path) -> None:
    assert emitted(COUNTED[case], tmp_path).count(".strips = __MRT_COUNTED") == 1


@pytest.mark.parametrize("case", RUN_IN_ONE)
def test_run_in_one(case: str, tmp_path: Path) -> None:
    assert "strip" not in emitted(RUN_IN_ONE[case], tmp_path)
