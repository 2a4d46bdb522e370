"""How much of its arrays a kernel overwrites, for single loops."""

from __future__ import annotations

import pytest
from pycparser import c_generator

from mapper.analysis.names.symbols import resolve
from mapper.transforms.frame.base import Changed
from mapper.transforms.memory import overwrite
from tests.unit.translate.programs import translated

CASES = {
    "for (int i = 0; i < 64; i++) a[i] = 1;": {"a": "64L * 8L"},
    "for (int i = 0; i <= n; i++) a[i] = 1;": {"a": "((((long) n) <= (-2L)) ? (0L) : (((long) n) + 1L)) * 8L"},
    "for (int i = 63; i >= 0; i--) a[63 - i] = b[i];": {"a": "64L * 8L"},
    "for (int i = 1; i < 64; i++) a[i] = 1;": {},
    "for (int i = 0; i < 64; i += 2) a[i] = 1;": {},
    "for (int i = 0; i < 64; i += 2) { a[i] = 1; a[i + 1] = 2; }": {"a": "64L * 8L"},
    "for (int i = 0; i < 64; i++) { a[i] = 1; b[i] = a[i]; }": {"a": "64L * 8L", "b": "64L * 8L"},
    "for (int i = 0; i < 64; i++) { b[i] = a[i]; a[i] = 1; }": {"b": "64L * 8L"},
    "for (int i = 0; i < 64; i++) if (b[i] > 0) a[i] = 1;": {},
    "for (int i = 0; i < 64; i++) if (b[i] > 0) a[i] = 1; else a[i] = 2;": {},
    "for (int i = 0; i < 64; i++) if (i < 30) a[i] = 1; else a[i] = 2;": {"a": "64L * 8L"},
    "for (int i = 0; i < 64; i++) if (i < n) a[i] = 1;": {
        "a": "((((long) n) <= (-1L)) ? (0L) : ((((long) n) >= 64L) ? (64L) : ((long) n))) * 8L"
    },
    "for (int i = 0; i < 64; i++) { if (b[i] > 0) continue; a[i] = 1; }": {},
    "for (int i = 0; i < 64; i++) { a[i] = 1; a[t[i]] = 2; }": {},
    "for (int i = 0; i < 64; i++) a[t[i]] = 1;": {},
    "for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) m[i][j] = 1;": {"m": "8L * 64L"},
    "for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) m[j][i] = 1;": {"m": "8L * 64L"},
    "for (int i = 0; i < 8; i++) for (int j = 0; j <= i; j++) m[i][j] = 1;": {},
    "for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { if (b[j] > 1) break; m[i][j] = 1; }": {},
    "for (int i = 0; i < 16; i++) { c[i].re = 1; c[i].im[0] = c[i].im[1] = 2; }": {"c": "16L * 24L"},
    "for (int i = 0; i < 16; i++) { c[i].re = 1; c[i].im[i % 2] = 2; }": {},
    "for (int i = 0; i < 15; i++) c[i] = c[i + 1];": {},
    "for (int i = 0; i < 16; i++) { u[i].x = 1; }": {},
    "for (int i = 0; i < 16; i++) { c[i].im[1] = 2; c[i].re = 1; c[i].im[0] = c[i].im[1]; }": {"c": "16L * 24L"},
    "for (int i = 0; i < 16; i++) { c[i].re = 1; c[i].im[1] = c[i].im[0]; c[i].im[0] = 1; }": {},
    "for (int i = 0; i < 64; i++) {\n#pragma omp atomic write\na[i] = 1;\n}": {"a": "64L * 8L"},
    "for (int i = 0; i < 64; i++) { double *p = i < n ? &a[i] : &b[i]; *p = 1; }": {},
    "for (int i = 0; i < 64; i++) { double *p = b[i] < n ? &a[i] : &a[0]; *p = 1; }": {},
    "for (int i = 0; i < 64; i++) switch (t[i]) { case 1: a[i] = 1; }": {},
    "for (int i = 0; i < 8; i++) { int j = 0; while (j < t[i]) m[i][j++] = 1; }": {},
    "for (int i = 0; i < 8; i++) for (int j = 0; j < t[i]; j++) m[i][j] = 1;": {},
    "for (int i = 0; i < 64; i++) { int j = 0; do a[i] = 1; while (++j < t[i]); }": {},
    "for (int i = 0; i < 64; i++) put(a, i);": {"a": "64L * 8L"},
    "for (int i = 0; i < 64; i++) maybe(a, i);": {},
    "for (int i = 0; i < 64; i++) t[i] > 1 && (a[i] = 1);": {},
    "for (int i = 0; i < 63; i++) a[i + 1] = a[i] = 1;": {"a": "64L * 8L"},
    "for (int i = 0; i < 64; i++) { a[i] = 1; b[i % 9] = 2; }": {"a": "64L * 8L", "b": "9L * 8L"},
    "for (int i = 0; i < n; i++) { a[i] = 1; a[63] = 2; }": {},
}


@pytest.mark.parametrize("loop", CASES)
def test_bytes(loop: str) -> None:
    text = f"""
struct cell {{ double re, im[2]; }};
struct pair {{ union {{ double a; int b; }} y; double x; }};
static struct pair u[16];
static void put(double *to, int at) {{ to[at] = at; }}
static void maybe(double *to, int at) {{ if (to == 0) return; if (at * at % 3) to[at] = at; }}
static double a[64], b[64], m[8][8];
static struct cell c[16];
static int t[64];
void work(int n)
{{
#pragma omp parallel for
  {loop}
}}
"""
    program = translated(text)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    symbols = resolve(program.units[0])
    outcome = overwrite.overwrite(kernel, symbols)
    buffers = outcome.kernel.buffers if isinstance(outcome, Changed) else ()
    printer = c_generator.CGenerator()
    found = {each.name: printer.visit(each.overwrites) for each in buffers if each.overwrites is not None}
    assert found == CASES[loop]
