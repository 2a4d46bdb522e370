"""The small OpenMP programs of `tests/programs`, with what their first comment says about them.

The comment names the point that the program shows and holds, in any order:

- `expect: offloaded=2 kept=K004,K013`: how many loops get a device version, and the code of each kept one,
- `idle=1`, after the kept ones: how many of the offloaded loops have no iteration,
- `with: support/other.c`: further source files,
- `small: -DN=100`: the flag that makes it small enough for a simulated device,
- `tolerance: 1e-6`: the relative tolerance of its numbers, where it isn't the usual one,
- `strict: no`: what mapper can't parse costs a function, not the program,
- `flags: -std=gnu89 -w`: compiler flags, up to the end of the comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.harness.compare import RELATIVE

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "programs"
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas")


@dataclass(frozen=True)
class Example:
    """One program: `kept` are the codes of its kept loops, sorted."""

    name: str
    sources: tuple[Path, ...]
    offloaded: int
    kept: tuple[str, ...]
    idle: int = 0
    flags: tuple[str, ...] = STRICT
    tolerance: float = RELATIVE
    small: tuple[str, ...] = ()
    strict: bool = True

    def __str__(self) -> str:
        return self.name


def load(path: Path) -> Example:
    """Read one program's comment; raises `ValueError` when it says no expectation."""
    comment = path.read_text(encoding="utf-8").partition("*/")[0]
    expect = re.search(r"expect:\s+offloaded=(\d+)(?:\s+kept=([\w,]+))?(?:\s+idle=(\d+))?", comment)
    if not comment.startswith("/* ") or expect is None:
        raise ValueError(f"{path}: the first comment must say `expect: offloaded=N`")
    more = re.search(r"with:\s+(\S+)", comment)
    tolerance = re.search(r"tolerance:\s+(\S+)", comment)
    small = re.search(r"small:\s+(\S+)", comment)
    flags = re.search(r"flags:\s+(.*?)\s*$", comment)
    return Example(
        name=path.stem,
        sources=(path, *([PROGRAMS / more[1]] if more else [])),
        offloaded=int(expect[1]),
        kept=tuple(sorted(expect[2].split(","))) if expect[2] else (),
        idle=int(expect[3] or 0),
        flags=(*STRICT, *flags[1].split()) if flags else STRICT,
        tolerance=float(tolerance[1]) if tolerance else RELATIVE,
        small=(small[1],) if small else (),
        strict="strict: no" not in comment,
    )


def load_all() -> tuple[Example, ...]:
    """All programs, sorted by name."""
    return tuple(load(path) for path in sorted(PROGRAMS.glob("*.c")))
