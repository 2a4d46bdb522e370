"""Sources with the line ends of other systems, also where several are mixed, give the same results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped
from tests.harness.examples import Example
from tests.harness.opencl import Environment

LINES = (
    "#include <stdio.h>",
    "#define EACH(i, n) for (int i = 0; i < (n); i++) {",
    "#define END }",
    "static double a[500];",
    "int main(void)",
    "{",
    "#pragma omp parallel for \\",
    "  schedule(static)",
    "  EACH(i, 500)",
    "  a[i] = i;",
    "  END",
    "#pragma omp parallel for",
    "  for (int i = 0; i < 500; i++)",
    "    a[i] *= 2;",
    '  printf("%g %d\\n", a[100], __LINE__);',
    "  return 0;",
    "}",
)


@pytest.mark.opencl
@pytest.mark.parametrize(
    ("ends", "last"),
    [(("\r\n",), 15), (("\r",), 15), (("\r\n", "\n", "\r"), 15), (("\n", "\r\r\n", "\r \n"), 24)],
    ids=["dos", "old", "mixed", "stray"],
)
def test_line_ends(
    ends: tuple[str, ...], last: int, folder: Path, environment: Environment, tmp_path: Path
) -> None:
    source = tmp_path / "ends.c"
    text = ""
    for number, line in enumerate(LINES):
        end = "\n" if line.endswith("\\") else ends[number % len(ends)]
        text += line + end
    source.write_bytes(text.encode())
    example = Example("ends", (source,), offloaded=2, kept=(), flags=("-std=c11",))
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"])
    assert not built.kept
    for device in ("opencl", "cpu"):
        assert execute([built.executable], environment.on(device)) == f"200 {last}\n"
