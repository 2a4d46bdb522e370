"""The files with OpenCL C's functions hold what PoCL's header declares, under the same conditions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, execute
from tests.harness.opencl_headers import BASE, write_headers

KERNEL = '#include "early.h"\n#include "_clang_opencl.h"\n#define FP_ILOGB0 INT_MIN\n'
HEADER = """\
#ifndef _OPENCL_H_
#define _OPENCL_H_
#define __ovld
/* The sine; int __ovld none(int); */
float __ovld sin(float);
#ifdef cl_khr_fp64
double __ovld sin(double);
#else
int __ovld
select(int a,
       int b);
#endif
#define LIMIT \\
  3
int printf(const char *text, ...);
#undef __ovld
#endif //_OPENCL_H_
"""


def written(folder: Path, kernel: str = KERNEL) -> dict[str, str]:
    (folder / "_kernel.h").write_text(kernel, encoding="utf-8")
    (folder / "opencl-c.h").write_text(HEADER, encoding="utf-8")
    write_headers(folder, folder / "made")
    return {path.name: path.read_text(encoding="utf-8") for path in (folder / "made").iterdir()}


def test_each_function_has_a_file(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert set(files) == {BASE, "sin.h", "select.h"}
    assert files["sin.h"].splitlines() == [
        "#pragma once",
        "float __ovld sin(float);",
        "#ifdef cl_khr_fp64",
        "double __ovld sin(double);",
        "#endif",
    ]


def test_conditions_stay(tmp_path: Path) -> None:
    written(tmp_path)
    for flags, declared in ((["-Dcl_khr_fp64"], False), ([], True)):
        text = execute([COMPILER, "-E", "-P", "-w", *flags, tmp_path / "made" / "select.h"], os.environ)
        assert ("select" in text) == declared


def test_the_rest_is_for_all_programs(tmp_path: Path) -> None:
    text = written(tmp_path)[BASE]
    assert "int printf" in text
    assert "LIMIT    3" in text
    assert text.endswith("#define FP_ILOGB0 INT_MIN\n")
    assert "_OPENCL_H_" not in text
    assert "early.h" not in text
    assert "none" not in text


def test_headers_of_another_form_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not include"):
        written(tmp_path, "#include <opencl-c.h>\n")
