"""Which loops of the host are handed to the device as running sums."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.harness.build import COMPILER
from tests.harness.mapper import run_mapper

PROGRAM = """\
static int a[1000], b[1000];
static double x[1000];
static short s[1000];
int sums(int n)
{{
  int i, k = 0;
#pragma omp parallel private(i) shared(k)
  {{
#pragma omp for
    for (i = 0; i < 1000; i++) {{
      a[i] = i;
      b[i] = x[i] > s[i];
    }}
#pragma omp single
    {0}
#pragma omp for
    for (i = 0; i < 1000; i++)
      x[i] = a[i] + b[i] + k + n;
  }}
  return k;
}}
int main(void)
{{
  return sums(1);
}}
"""


@pytest.mark.parametrize(
    ("loop", "call"),
    [
        ("for (i = 0; i < 999; i++) a[i + 1] += a[i];", "&a[0], 999, sizeof *(a)"),
        ("for (i = 5; i < 900; ++i) {{ a[i] += a[i - 1]; }}", "&a[4], 895, sizeof *(a)"),
        ("for (i = 3; i < 900; i++) a[i - 1] += a[i - 2];", "&a[1], 897, sizeof *(a)"),
        ("for (i = 0; i < 998; i++) a[i + 2] += a[i];", None),
        ("for (i = 0; i < 999; i++) a[i] += a[i];", None),
        ("for (i = 0; i < 999; i++) a[i + 1] += b[i];", None),
        ("for (i = 0; i < 999; i++) a[i + 1] -= a[i];", None),
        ("for (i = 0; i < 999; i += 2) a[i + 1] += a[i];", None),
        ("for (i = 998; i >= 0; i--) a[i] += a[i + 1];", None),
        ("for (i = 0; i < n; i++) a[i + 1] += a[i];", None),
        ("for (i = 1; i < 999; i++) x[i] += x[i - 1];", None),
    ],
)
def test_loops(loop: str, call: str | None, tmp_path: Path) -> None:
    source = tmp_path / "sums.c"
    source.write_text(PROGRAM.format(loop.format()), encoding="utf-8")
    text = run_mapper("compile", "--cc", COMPILER, "-std=c11", "--emit", "c", source, check=True).stdout
    found = re.findall(r"__mrt_running_sums\(\S+, (.*?)\)\) \{", text)
    assert found == ([] if call is None else [call])
