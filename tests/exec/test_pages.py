"""The commands that pages show behind a `$` give what the pages show below them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/tour.md",
    "docs/ci.md",
    "docs/pragmas.md",
    "docs/commands/compile.md",
    "docs/commands/explain.md",
    "docs/commands/features.md",
    "docs/commands/tune.md",
)
RUN = re.compile(r"(?:[A-Z_]+=\S+ )*(?:mapper (?:compile|explain|features)|cat examples/|\./saxpy)\b")
MEASURED = re.compile(r"MAPPER_INFO")  # commands whose numbers are those of one machine and one run


@dataclass(frozen=True)
class Shown:
    """A command of a page, and the lines that the page shows below it."""

    command: str
    lines: tuple[str, ...]


def shown(page: str) -> list[Shown]:
    """The commands of a page that can be run here, in their order."""
    found: list[Shown] = []
    for block in re.findall(
        r"(?:^    .*\n|^\n(?=    ))+", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE
    ):
        for part in re.split(r"^    \$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            if RUN.match(command):
                found.append(Shown(command, tuple(line.removeprefix("    ") for line in lines)))
    return found


def pattern(example: Shown) -> str:
    """What must come out: `...` represents any lines; blanks, the device and measured numbers may differ."""
    parts = []
    for line in map(str.strip, example.lines):
        text = re.sub(r"^(\\# )\d+( .*mapper)", r"\1\\d+\2", re.escape(line).replace(r"\ ", " "))
        if MEASURED.search(example.command):
            text = re.sub(r"pthread.*?, model [^,]+", "[^,]*, model [^,]*", text)
            text = re.sub(r"\d+(\\\.\d+)?", r"[\\d.]+", text)
        parts.append("(?:.*\n)*?" if line == "..." else re.sub(" +", " +", text) + "\n")
    return "".join(parts) or "(?:.*\n)*"


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_comes_out(page: str, tmp_path: Path, environment: Environment) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    examples = shown(page)
    assert examples
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment.variables['PATH']}"
    for example in examples:
        done = subprocess.run(
            ["bash", "-c", example.command],
            cwd=tmp_path,
            env={**environment.variables, "PATH": path, "OMP_NUM_THREADS": "1"},  # lines of one loop in order
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        output = "".join(f"{line.strip()}\n" for line in [*done.stdout.splitlines(), *done.stderr.splitlines()])
        fails = any(" error: " in line for line in example.lines)
        assert (done.returncode != 0) == fails, f"{example.command}\n{output}"
        if not re.fullmatch(pattern(example), output):
            pytest.fail(f"{page}: {example.command} gives another text:\n{output[:5000]}", pytrace=False)
