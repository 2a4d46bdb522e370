"""The arithmetic of features in the run-time library's header, against Python's."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mapper import runtime
from tests.harness.build import COMPILER, SECONDS

EXPONENTS = (-64.0, -2.5, -1.0, -0.25, 0.0, 0.5, 2.5, 5.0, 5.999, 64.0)
PROGRAM = """#include <stdio.h>
#include "mapper_rt.h"
int main(void) {{
  const double exponents[] = {{{}, 1e300, -1e300, 0.0 / 0.0}};
  for (unsigned i = 0; i < sizeof exponents / sizeof *exponents; i++) printf("%.17g\\n", mrt_power(exponents[i]));
  return 0;
}}
"""


def test_powers_of_two(tmp_path: Path) -> None:
    (tmp_path / "powers.c").write_text(PROGRAM.format(", ".join(map(str, EXPONENTS))), encoding="utf-8")
    header = Path(runtime.__file__).parent
    build = [COMPILER, "-Wall", "-Wextra", "-Werror", "-std=c11", f"-I{header}", "powers.c", "-o", "powers"]
    subprocess.run(build, cwd=tmp_path, check=True, timeout=SECONDS)
    said = subprocess.run(["./powers"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=SECONDS)
    *values, most, least, odd = map(float, said.stdout.split())
    assert values == [pytest.approx(2.0**each, rel=0.003) for each in EXPONENTS]
    assert (most, least, odd) == (2.0**64, 2.0**-64, 2.0**-64)
