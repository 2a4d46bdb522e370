r"""The user's table of programs: where each lies, how it is built and run, and how it prints its own time.

A TOML file:

    [[program]]
    name = "gemm"
    folder = "suites/linear-algebra"          # relative to the table; it is copied before it is built
    sizes = { small = "-DN=100", large = "-DN=1000" }
    build = "make CC=$CC OPTIONS={size}"      # $CC is gcc, then mapper-cc; {size} the text of a size
    run = "./gemm"
    time = 'seconds: (\S+)'                   # the last match in what it prints

What a table `[common]` has holds for all programs that don't say otherwise; `{name}` is a program's name there.

`sizes` and `time` may be missing; without `time` the own time is that of the whole process.  `success` is a
pattern that a right run prints.  Without it the output is compared with that of OpenMP, but for `time` and for
lines with the pattern `ignore`: that of the run or, where there is one, that of the command `check`, which runs
the same executable once for each version.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ONLY = "default"
"""The size of a program without sizes."""

_NEEDED, _OTHER = {"name", "folder", "build", "run"}, {"sizes", "time", "success", "ignore", "check"}


@dataclass(frozen=True)
class Case:
    """One program in one size; what the table lacks is empty."""

    program: str
    size: str
    folder: Path
    build: str
    run: str
    time: str = ""
    success: str = ""
    ignore: str = ""
    check: str = ""

    @property
    def name(self) -> str:
        """A name that no other case has."""
        return f"{self.program}.{self.size}"

    @property
    def made_of(self) -> tuple[Path, str]:
        """What the executable follows from: cases that are alike in it share one."""
        return self.folder, self.build


def read(path: Path) -> list[Case]:
    """The cases of a table, the first size of all programs first; raises `ValueError` where it is wrong."""
    with path.open("rb") as file:
        document = tomllib.load(file)
    found: list[tuple[int, Case]] = []
    for entry in ({**document.get("common", {}), **each} for each in document.get("program", [])):
        name = str(entry.get("name", "a program without a name"))
        if _NEEDED - entry.keys() or entry.keys() - _NEEDED - _OTHER:
            missing, unknown = sorted(_NEEDED - entry.keys()), sorted(entry.keys() - _NEEDED - _OTHER)
            raise ValueError(f"{path}: {name}: missing: {missing}, unknown: {unknown}")
        if "." in name or "/" in name:
            raise ValueError(f"{path}: {name}: a name must be part of a file's name, without dots")
        sizes = entry.get("sizes", {ONLY: ""})
        found += [(rank, _case(entry, path.parent, size, sizes[size])) for rank, size in enumerate(sizes)]
    cases = [case for _, case in sorted(found, key=lambda each: each[0])]
    if len({case.name for case in cases}) != len(cases):
        raise ValueError(f"{path}: two programs have the same name")
    return cases


def _case(entry: Mapping[str, Any], beside: Path, size: str, text: str) -> Case:
    words = {key: str(value) for key, value in entry.items() if key not in ("sizes", "name", "folder")}
    for pattern in ("time", "success", "ignore"):
        re.compile(words.get(pattern, ""))
    for command in ("build", "run", "check"):
        words[command] = words.get(command, "").replace("{size}", text).replace("{name}", entry["name"])
    return Case(entry["name"], size, (beside / entry["folder"]).resolve(), **words)
