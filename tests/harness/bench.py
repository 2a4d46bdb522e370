"""Programs that try the run-time library by itself, with PoCL behind a fake OpenCL library."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.harness.library import header_flags

HERE = Path(__file__).parents[1] / "runtime"
PROMISES = sorted(HERE.glob("promises*.c"))
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]


@dataclass(frozen=True)
class Bench:
    """Compiled test programs and the environment to run them in."""

    folder: Path
    variables: Mapping[str, str]

    def run(self, program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program with PoCL behind the fake library, OpenCL forced, and more variables."""
        return subprocess.run(
            [str(self.folder / program), *arguments],
            env={**self.variables, **more},
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )

    def promise(self, name: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run one promise, which must hold."""
        done = self.run("promises", name, **more)
        assert done.returncode == 0, done.stderr
        return done


def compile_c(output: Path, *arguments: str | Path) -> None:
    """Compile with all warnings as errors."""
    command = ["gcc", "-std=c11", "-g", "-O1", *WARNINGS, *header_flags(), f"-I{HERE}"]
    subprocess.run([*command, *map(str, arguments), "-ldl", "-lm", "-o", str(output)], check=True)
