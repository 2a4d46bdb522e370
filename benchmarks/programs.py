"""The programs that the speed tables measure: how each is built, run and read.  Standard library only."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
NPB = HERE / "npb"
KERNELS = HERE / "kernels"
CHECKSUM_TOLERANCE = 1e-8
NPB_NAMES = ("ep", "cg", "is", "ft", "mg", "bt", "sp", "lu", "lu_hp")

_FLOW = ("bt", "sp", "lu", "lu_hp")  # they share their right hand side
_OWN = {"lu": ("lu.c", "surface.c", "pipeline.c"), "lu_hp": ("lu.c", "surface.c", "hyperplane.c")}


@dataclass(frozen=True)
class Program:
    """One program: `name` is its file's too, `sources` and `includes` are relative to the benchmarks' folder.

    `size_class` is set for programs that are built anew for each size, `flags` are compiler options that the
    program needs.  `benchmark` is what NPB calls an NPB program, whose parameters are in a header of their own;
    `changes` are values in it that aren't the published ones.
    """

    name: str
    sources: tuple[str, ...]
    includes: tuple[str, ...] = ()
    size_class: str | None = None
    flags: tuple[str, ...] = ()
    benchmark: str | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """One program with the arguments of one run; `checksum` is what it is known to print."""

    program: Program
    arguments: tuple[str, ...] = ()
    checksum: float | None = None

    @property
    def size(self) -> str:
        """How the tables call this size: the class, or the arguments."""
        return self.program.size_class or " x ".join(self.arguments)


@dataclass(frozen=True)
class Result:
    """What one run printed: `verified` is None if it can't check itself, `said` is its standard error."""

    seconds: float
    checksum: float
    verified: bool | None
    said: str = ""


def npb(name: str, size_class: str) -> Program:
    """An NPB program of one class; `name` is cg, ep, is, ft, mg, bt, sp, lu or lu_hp."""
    folder = name.removesuffix("_hp").upper()
    own = _OWN.get(name) or tuple(path.name for path in sorted((NPB / folder).glob("*.c")))
    shared = ("common/cfd", "common") if name in _FLOW else ("common",)
    sources = [f"npb/{folder}/{file}" for file in own]
    sources += [f"npb/{place}/{path.name}" for place in shared for path in sorted((NPB / place).glob("*.c"))]
    large = ("-mcmodel=medium",) if (name, size_class) == ("ft", "C") else ()  # static arrays of 5 GB
    return Program(f"{name}.{size_class}", tuple(sources), ("npb/common",), size_class, large, folder)


def kernel(name: str, *arguments: int) -> Case:
    """One of the small programs with sizes on the command line."""
    return Case(Program(name, (f"kernels/{name}.c",)), tuple(str(number) for number in arguments))


def header_folder(program: Program, work: Path) -> Path | None:
    """Write `npbparams.h` for an NPB program; returns the folder to search, None for other programs.

    A header that is there already stays as it is: other builds of the same class may be reading it.
    """
    if program.benchmark is None or program.size_class is None:
        return None
    folder = work / f"{program.name}.include"
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run(
        [sys.executable, str(NPB / "params.py"), program.benchmark, program.size_class, *program.changes],
        check=True,
        capture_output=True,
        text=True,
    )
    header = folder / "npbparams.h"
    if not header.exists() or header.read_text(encoding="utf-8") != made.stdout:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as whole:
            whole.write(made.stdout)
        Path(whole.name).replace(header)
    return folder


def compile_command(compiler: Sequence[str], program: Program, output: Path, *flags: str) -> list[str]:
    """The command that builds a program from its sources, with any compiler that reads gcc's options."""
    header = header_folder(program, output.parent)
    includes = [*(str(HERE / folder) for folder in program.includes), *([str(header)] if header else [])]
    return [
        *compiler,
        *("-std=c11", "-O3", *program.flags, *flags),
        *(f"-I{folder}" for folder in includes),
        *(str(HERE / source) for source in program.sources),
        *("-o", str(output), "-lm"),
    ]


def run(executable: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> Result:
    """Run a program and read its result; raises `RuntimeError` when it fails or prints none."""
    done = subprocess.run(
        [str(executable), *arguments], env=dict(environment), capture_output=True, text=True, check=False
    )
    values = dict(re.findall(r"^(\S+) = (.*)$", done.stdout, re.MULTILINE))
    checksum = values.get("Checksum") or values.get("Zeta") or values.get("Sums", "").partition(" ")[0]
    if done.returncode or "Seconds" not in values or not checksum:
        raise RuntimeError(
            f"{executable} {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}{done.stdout}"
        )
    verification = values.get("Verification")
    verified = None if verification is None else verification == "SUCCESSFUL"
    return Result(float(values["Seconds"]), float(checksum), verified, done.stderr.strip())
