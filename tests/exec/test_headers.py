"""A program's own headers are found, whatever they are called: the run-time library's can't take their places."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mapper.runtime import runtime_files
from tests.harness.build import COMPILER, execute, mapped
from tests.harness.examples import Example
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

NAMES = ("internal.h", "memory.h", "kernels.h", "decisions.h", "tables.h", "opencl.h", "runtime.h")


def test_library_headers_have_a_prefix() -> None:
    headers = [path.name for path in runtime_files() if path.suffix == ".h"]
    assert headers
    assert all(name.startswith(("mrt_", "mapper_rt")) for name in headers)


@pytest.mark.opencl
def test_headers_in_a_folder_of_their_own(folder: Path, environment: Environment, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        (tmp_path / name).write_text(f"#define HERE_{number} {number}\n", encoding="utf-8")
    includes = "".join(f'#include "{name}"\n' for name in NAMES)
    total = " + ".join(f"HERE_{number}" for number in range(len(NAMES)))
    source = folder / "headers.c"
    source.write_text(
        f"{includes}#include <stdio.h>\nstatic int a[100];\nint main(void)\n{{\n#pragma omp parallel for\n"
        f'  for (int i = 0; i < 100; i++)\n    a[i] = i + {total};\n  printf("%d\\n", a[99]);\n  return 0;\n}}\n',
        encoding="utf-8",
    )
    example = Example("headers", (source,), offloaded=1, kept=(), flags=("-std=c11", f"-I{tmp_path}"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    assert not built.kept
    expected = f"{99 + sum(range(len(NAMES)))}\n"
    assert execute([built.executable], environment.on("opencl")) == expected
    assert execute([built.executable], environment.on("cpu")) == expected


@pytest.mark.opencl
def test_names_of_headers_that_the_program_asks_for(environment: Environment, tmp_path: Path) -> None:
    """The source has no folder in its name: `-I.` finds ./NAME, and the name beside the source is NAME."""
    (tmp_path / "in").mkdir()
    for name in ("in/found.h", "in/inner.h", "beside.h", "dotted.h"):
        text = f"static inline const char *{Path(name).stem}(void) {{ return __FILE__; }}\n"
        text += '#include "inner.h"\n' if "found" in name else ""
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "a.c").write_text(
        '#include <in/found.h>\n#include "beside.h"\n#include "./dotted.h"\n#include <stdio.h>\n'
        "static int a[100];\nint main(void)\n{\n#pragma omp parallel for\n  for (int i = 0; i < 100; i++)\n"
        '    a[i] = i;\n  printf("%d %s %s %s %s\\n", a[99], found(), inner(), beside(), dotted());\n'
        "  return 0;\n}\n",
        encoding="utf-8",
    )
    run_mapper("compile", "-I.", "a.c", "-o", "a", "--report", "report", folder=tmp_path, check=True)
    subprocess.run([COMPILER, "-fopenmp", "-I.", "a.c", "-o", "plain"], cwd=tmp_path, check=True)
    report = json.loads((tmp_path / "report").read_text(encoding="utf-8"))
    assert report["loops"][0]["offloadable"]
    expected = execute([tmp_path / "plain"], environment.on("cpu"))
    assert execute([tmp_path / "a"], environment.on("opencl")) == expected
