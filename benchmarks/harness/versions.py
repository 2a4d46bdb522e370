"""The versions of a program that are compared: how each is built, and in what environment it runs."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.programs import Program, compile_command

SEQUENTIAL, OPENMP, OPENCL, MAPPED = USUAL = ("sequential", "openmp", "opencl", "mapped")
CPU = "cpu"
VERSIONS = (*USUAL, CPU)
"""`cpu` is the translated program with all its regions on the CPU: its profile has their times there."""

LONGEST_TAG = 60
MAPPER, MAPPER_CC = COMPILERS = ("mapper", "mapper-cc")

_COMMANDS = {
    MAPPER: (sys.executable, "-m", "mapper", "compile"),
    MAPPER_CC: (sys.executable, "-c", "from mapper.cc.main import main; main()"),
}


@dataclass(frozen=True)
class Variant:
    """One version, with the flags for mapper where it is a translated one."""

    version: str
    flags: tuple[str, ...] = ()
    compiler: str = MAPPER

    @property
    def translated(self) -> bool:
        """Whether mapper builds it."""
        return self.version in (OPENCL, MAPPED, CPU)

    @property
    def label(self) -> str:
        """What the column `flags` says."""
        if not self.translated:
            return ""
        return " ".join([*((MAPPER_CC,) if self.compiler == MAPPER_CC else ()), *self.flags])

    @property
    def tag(self) -> str:
        """The label as a part of a file's name."""
        text = ".".join(word.strip("-") for word in self.label.replace("/", "_").split())
        return text if len(text) <= LONGEST_TAG else hashlib.sha256(text.encode()).hexdigest()[:12]

    def executable(self, program: Program, work: Path) -> Path:
        """Where it is built; versions that differ only in their environment share one file."""
        kind = "mapped" if self.translated else self.version
        return work / ".".join(filter(None, [program.name, kind, self.tag]))

    def command(self, program: Program, work: Path, options: tuple[str, ...]) -> list[str]:
        """The command that builds it; `options` go to the C compiler after -O3."""
        output = self.executable(program, work)
        if self.version == SEQUENTIAL:
            return compile_command(["gcc"], program, output, "-fno-openmp", "-Wno-unknown-pragmas", *options)
        if self.version == OPENMP:
            return compile_command(["gcc"], program, output, "-fopenmp", *options)
        flags = ("-fopenmp",) if self.compiler == MAPPER_CC else self.flags
        return compile_command(_COMMANDS[self.compiler], program, output, *flags, *options)

    def build_environment(self) -> Mapping[str, str]:
        """The environment of that command: mapper-cc takes mapper's flags from there."""
        variables = {name: value for name, value in os.environ.items() if name != "CC"}
        if self.compiler == MAPPER_CC:
            variables["MAPPER_FLAGS"] = shlex.join(self.flags)
        return variables

    def environment(self, threads: int, profile: Path | None = None) -> Mapping[str, str]:
        """The environment of a run."""
        variables = {name: value for name, value in os.environ.items() if name not in _SET_HERE}
        variables["OMP_NUM_THREADS"] = "1" if self.version == SEQUENTIAL else str(threads)
        if self.translated:
            variables["MAPPER_DEVICE"] = "auto" if self.version == MAPPED else self.version
        if profile is not None:
            variables["MAPPER_PROFILE"] = str(profile.absolute())
        return variables


_SET_HERE = frozenset({"OMP_NUM_THREADS", "MAPPER_DEVICE", "MAPPER_PROFILE", "MAPPER_INFO"})
