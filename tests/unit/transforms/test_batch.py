"""`batch`: which loops stand alone in a sequential loop, and which kernels are refused."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.forms.batched import Batched
from mapper.ir.trees.nodes import called_name, finish
from mapper.transforms.frame.base import Changed, Placed, Refusal
from mapper.transforms.launches import batch, repeats
from mapper.transforms.launches.repeats import is_repeated
from tests.unit.translate.programs import translated

SWEEP = "\n#pragma omp for\n for (int i = 1; i < n; i++) a[i] = a[i] + t;"


def first(body: str) -> tuple[bool, Changed | Refusal | None]:
    """Of the first loop: whether it stands alone, and what becomes of its kernel if it does."""
    text = f"""
static double a[100], b[100];
static int start[100];
static double *lines[100];
int puts(const char *);
double f(int n, double x, double y, double z, double v, double w, int m, long k)
{{
  double sum = 0, {", ".join(f"s{at} = x + {at}" for at in range(70))};
#pragma omp parallel
  {{ int t = 0; {body} }}
  return sum + x + y + z + v + w + m + k;
}}"""
    program = translated(text)
    (region,) = program.regions
    loop = region.loops[0]
    assert loop.kernel is not None, loop.kept
    alone = batch.stands_alone(region, loop)
    (outcome,) = batch.TRANSFORM.apply([Placed(loop.kernel, resolve(program.units[0]), alone=alone)])
    return alone, outcome


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        (f"for (t = 0; t < 9; t++) {{ {SWEEP} }}", True),
        (f"while (t++ < 9) {{ {{ {SWEEP} }} }}", True),
        (SWEEP, False),
        (f"for (t = 0; t < 9; t++) {{ {SWEEP} {SWEEP} }}", False),
        (f"if (n > 2) {{ {SWEEP} }}", False),
    ],
)
def test_which_loops_stand_alone(body: str, alone: bool) -> None:
    found, outcome = first(body)
    assert found == alone
    assert isinstance(outcome, Changed) == alone


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        (
            "\n#pragma omp for reduction(+ : sum)\n for (int i = 1; i < n; i++) sum += a[i] * t;",
            "the order in which",
        ),
        (
            f"\n#pragma omp for\n for (int i = 1; i < n; i++) a[i] = t {''.join(f'+ s{at}' for at in range(70))};",
            "too many values",
        ),
        (
            '\n#pragma omp for\n for (int i = 1; i < n; i++) if (a[i] > t) puts("!"); else a[i] = t;',
            "the host is needed",
        ),
        ("\n#pragma omp for\n for (int i = 1; i < n; i++) lines[i][0] = t;", "looked at before each launch"),
    ],
)
def test_refusals(inner: str, reason: str) -> None:
    alone, outcome = first(f"for (t = 0; t < 9; t++) {{ {inner} }}")
    assert alone
    assert isinstance(outcome, Refusal)
    assert reason in outcome.reason


DIAGONAL = "\n#pragma omp parallel for\n for (int i = d; i < n; i++) p[i] = p[i - d] + q[i];"
STEP = f"static void step(double *p, const double *q, int n, int d) {{ {DIAGONAL} }}"
SWAPPED = "double *r = p; p = q; q = r;"


@pytest.mark.parametrize(
    ("function", "body", "repeated"),
    [
        ("", f"for (int d = 1; d < n; d++) {{ {DIAGONAL} }}", True),
        ("", f"for (int d = 1; d < n; d++) {{ int m = d * 2; if (m < n) {{ {DIAGONAL} }} }}", True),
        ("", f"int d = n; while (d > 1) {{ d /= 2; {DIAGONAL} }}", True),
        ("", f"int d = n; do {{ {DIAGONAL} d--; }} while (d > 0);", True),
        ("", f"int d = 1; {DIAGONAL}", False),
        ("", f"for (int d = 1; d < n; d++) {{ {DIAGONAL} puts(s); }}", False),
        ("", f"for (int d = 1; d < n; d++) {{ {DIAGONAL} for (int k = 0; k < n; k++) s[k] = 0; }}", False),
        ("", f"for (int d = 1; d < n; d++) {{ {DIAGONAL} {DIAGONAL} }}", False),
        ("", f"for (int d = 1; d < n; d++) {{ {DIAGONAL} {SWAPPED} }}", False),
        ("", f"for (int d = 1; puts(s); d++) {{ {DIAGONAL} }}", False),
        ("", f"double *base = p; for (int d = 1; d < n; d++) {{ double *p = base + d; {DIAGONAL} }}", False),
        (
            "static int lesser(int a, int b) { return a < b ? a : b; }",
            f"for (int d = 1; d < n; d++) {{ int m = lesser(d, n) + fabs(0.5 * d); if (m > 0) {{ {DIAGONAL} }} }}",
            True,
        ),
        (
            "static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
            f"for (int d = 1; d < n; d++) {{ int m = sum(d); if (m > 0) {{ {DIAGONAL} }} }}",
            False,
        ),
        (STEP, "for (int d = 1; d < n; d++) step(p, q, n, d);", True),
        (STEP, "for (int d = 1; d < n; d++) { if (d % 2) step(p, q, n, d); }", True),
        (STEP, "step(p, q, n, 2);", False),
        (STEP, f"for (int d = 1; d < n; d++) {{ step(p, q, n, d); {SWAPPED} }}", False),
        (STEP, "for (int d = 1; d < n; d++) { step(p, q, n, d); step(p, q, n, d); }", False),
        (STEP, "for (int d = 1; d < n; d++) { step(p, q, n, d); puts(s); }", False),
        (STEP.replace("{ \n", "{ p += n; \n"), "for (int d = 1; d < n; d++) step(p, q, n, d);", False),
        (STEP.replace("{ \n", "{ puts(0); \n"), "for (int d = 1; d < n; d++) step(p, q, n, d);", False),
    ],
)
def test_which_regions_are_repeated(function: str, body: str, repeated: bool) -> None:
    declared = f"int puts(const char *); double fabs(double);\n{function}"
    text = f"{declared}\nvoid f(double *p, double *q, int n, char *s) {{ {body} }}"
    program = translated(text)
    loop = program.regions[0].loops[0]
    assert loop.kernel is not None, loop.kept
    assert is_repeated(program.regions[0], loop, program.units) == repeated
    symbols = resolve(program.units[0])
    (outcome,) = batch.TRANSFORM.apply([Placed(loop.kernel, symbols, repeated=repeated)])
    form = outcome.kernel.form(Batched) if isinstance(outcome, Changed) else None
    assert form == (Batched(repeated=True) if repeated else None)


def test_regions_of_two_dimensions_are_large() -> None:
    text = """void f(double *p, int n) {
      for (int d = 0; d < n; d++) {
#pragma omp parallel for collapse(2)
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) p[i * n + j] += d;
      }
    }"""
    program = translated(text)
    assert not is_repeated(program.regions[0], program.regions[0].loops[0], program.units)


def test_the_calls_of_a_program_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = "".join(
        f"void f{k}(int n) {{\n#pragma omp parallel for\n for (int i = 0; i < n; i++) a[i] += {k}; }}\n"
        for k in range(4)
    )
    calls = "".join(f"for (int k = 0; k < 9; k++) f{k}(99);" for k in range(4))
    program = translated(f"static double a[100];\n{functions} void g(void) {{ {calls} }}")
    for unit in program.units:
        finish(unit.tree)
    named: list[c_ast.FuncCall] = []

    def name_of(call: c_ast.FuncCall) -> str | None:
        named.append(call)
        return called_name(call)

    monkeypatch.setattr(repeats, "called_name", name_of)
    assert all(is_repeated(region, region.loops[0], program.units) for region in program.regions)
    assert len(program.regions) == len(named) == 4
