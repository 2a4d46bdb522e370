"""Calls that all threads of a region make together on the CPU may allocate memory."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

PROGRAM = """
#include <stdlib.h>
void exit(int status);
int omp_get_thread_num(void);
static float *kept[64], a[100], b[100];
static float *handed(void) {{ float *p = malloc(400); return p; }}
static void all(float *x, int n)
{{
  {code}
}}
void f(int n, int scheme)
{{
#pragma omp parallel
  {{
    switch (scheme) {{
    case 1:
      all(a, n);
      break;
    default:
#pragma omp for
      for (int i = 0; i < n; i++)
        b[i] += 1;
    }}
  }}
}}
"""
FILLED = "\n#pragma omp for\n  for (int i = 0; i < n; i++) { p[0] = x[i]; x[i] += p[0]; }\n"


@pytest.mark.parametrize(
    "code",
    [
        "float *p = malloc(400);" + FILLED + "free(p);",
        "float *p; p = (float *)calloc(n, 4); if (p == 0) exit(1); if (!p) exit(2);" + FILLED + "free((void *)p);",
        "float *p = malloc(400);" + FILLED + "kept[omp_get_thread_num()] = p;",
        "float *p = malloc(400); p = realloc(p, 800);" + FILLED + "free(p);",
        "float *p = handed();" + FILLED + "free(p);",
    ],
)
def test_calls_may_allocate(code: str) -> None:
    (region,) = translated(PROGRAM.format(code=code)).regions
    kernels = sorted(loop.kernel is not None for loop in region.loops)
    assert kernels == [False, True], "the loop of the region itself has a kernel"
