"""Declarations of OpenCL C's functions, in a file for each name, from the header that PoCL puts before programs.

That header declares 14,000 functions, and PoCL reads it twice for a program: that is five sixths of what its front
end does with one of the tests' programs. `build_client.c` puts `base.h` and the files of the functions that a
program names before its text, and has PoCL leave out its own header.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

BASE = "base.h"
"""What all programs get: macros, and what is no function."""

_CONDITION = re.compile(r"#\s*(if|ifdef|ifndef|elif|else|endif)\b")
_NAME = re.compile(r"\b(?!__attribute__)([A-Za-z_]\w*)\s*\(")
_GUARD = "_OPENCL_H_"


def write_headers(pocl: Path, folder: Path) -> None:
    """Write the files into a new folder; `pocl` is the folder with PoCL's headers.

    Raises:
        ValueError: they are not what is known of them.
    """
    kernel = (pocl / "_kernel.h").read_text(encoding="utf-8")
    _, found, behind = kernel.partition('#include "_clang_opencl.h"\n')
    if not found:
        raise ValueError(f"{pocl}/_kernel.h does not include _clang_opencl.h")
    base, functions = _split((pocl / "opencl-c.h").read_text(encoding="utf-8"))
    folder.mkdir()
    whole = re.sub(r'(#include )"', rf'\1"{pocl}/', base + behind)
    (folder / BASE).write_text(whole, encoding="utf-8")
    for name, text in functions.items():
        (folder / f"{name}.h").write_text(f"#pragma once\n{text}", encoding="utf-8")


def _split(header: str) -> tuple[str, dict[str, str]]:
    """All but functions that may be overloaded, and the declarations of each of those, under their conditions."""
    base: list[str] = []
    functions: dict[str, list[str]] = defaultdict(list)
    conditions: list[list[str]] = []  # the directives of each condition that is open
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = iter(re.sub(r"\\\n", " ", text).splitlines())
    for line in lines:
        if directive := _CONDITION.match(line):
            if directive[1].startswith("if"):
                conditions.append([line])
            elif directive[1] == "endif":
                if _GUARD in conditions.pop()[0]:
                    continue
            else:
                conditions[-1].append(line)
            if _GUARD not in line:
                base.append(line)
        elif "__ovld" not in line or line.startswith("#"):
            if line != f"#define {_GUARD}" and not line.startswith("#undef __"):  # functions need those
                base.append(line)
        else:
            while ";" not in line:
                line += " " + next(lines)
            functions[_name(line)] += _under(conditions[1:], line)
    return "\n".join(base) + "\n", {name: "\n".join(text) + "\n" for name, text in functions.items()}


def _name(declaration: str) -> str:
    found = _NAME.search(declaration)
    if found is None:
        raise ValueError(f"no function: {declaration}")
    return found[1]


def _under(conditions: list[list[str]], line: str) -> list[str]:
    return [*(each for directives in conditions for each in directives), line, *["#endif"] * len(conditions)]
