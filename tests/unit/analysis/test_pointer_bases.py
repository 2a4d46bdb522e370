"""Where pointers lead that a loop changes or a function returns."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.relations.accesses import Memory
from mapper.analysis.kernels.walk import collect
from tests.unit.translate.programs import kernel

PROGRAM = """
double a[64], b[64], out[64];
static double *found(int i) {{ if (i > 9) return 0; if (i > 5) return &a[i]; return a + 2 * i; }}
static double *either(int i) {{ if (i > 5) return &a[i]; return b; }}
int main(void)
{{
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {{
    double *p = 0, *q = b;
    {body}
  }}
  return 0;
}}
"""
LOOP = "for (int k = 0; k < i; k++)"


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (f"{LOOP} if (k % 3) p = &a[k]; out[i] = *p;", "a"),
        (f"{LOOP} p = k % 2 ? a : a + k; out[i] = p[1];", "a"),
        (f"p = a; {LOOP} p++; out[i] = *p;", "a"),
        (f"p = a; {LOOP} p += 2; out[i] = *p;", "a"),
        (f"{LOOP} p = q + k; out[i] = *p;", "b"),
        ("p = found(i); out[i] = *p;", "a"),
        (f"p = b; {LOOP} p = &a[k]; out[i] = *p;", "?"),
        (f"{LOOP} {{ p = q + k; q = a; }} out[i] = *p;", "?"),
        ("p = either(i); out[i] = *p;", "?"),
        ("p = a; switch (i) { case 0: p = b; case 1: out[i] = *p; }", "?"),
        ("p = a; switch (i) { case 0: p = b; break; case 1: out[i] = *p; }", "a"),
        ("p = a; switch (i) { case 0: p = a + 3; break; case 1: out[i] = *p; }", "a"),
    ],
)
def test_what_is_read(body: str, read: str) -> None:
    found = collect(kernel(PROGRAM.format(body=body)), None)
    roots = [access.root for access in found.accesses if not access.write]
    names = {"?" if root is None else root.name for root in roots if root is None or root.memory is Memory.BUFFER}
    assert names == {read}
