"""What the compiler does not do, whatever its input holds: SECURITY.md is the promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cc.project import Project

pytestmark = pytest.mark.opencl

LOOP = """\
#include <stdio.h>
#include <stdlib.h>
double x[100];
__attribute__((constructor)) static void come(void) { fclose(fopen("ran", "w")); }
int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        x[i] = i;
    printf("%g\\n", x[99]);
    return 0;
}
"""
ROOT = Path(__file__).parents[2]
SHELLS = re.compile(r"shell\s*=\s*True|os\.system|subprocess\.getoutput|\bpopen\s*\(|(?<!platform\.)\bsystem\s*\(")
NAMES = ["a; touch came", "$(touch came) `touch came`", "a\"b'c\t&", "-touch"]


def test_no_shell_reads_text() -> None:
    """The one command that a shell gets is a constant, which finds the rest in its parameters."""
    sources = [path for ending in ("*.py", "*.c", "*.h") for path in (ROOT / "mapper").rglob(ending)]
    assert sources
    for path in sources:
        text = path.read_text(encoding="utf-8")
        assert [line for line in text.splitlines() if SHELLS.search(line) and "own_" not in line] == [], path
        assert text.count('"sh"') == (path.name == "units.py" and path.parent.name == "program"), path


@pytest.mark.parametrize("name", NAMES)
def test_names_are_no_commands(project: Project, name: str) -> None:
    """Folders and files may be called like commands."""
    project.write({f"{name}/{name}.c": LOOP})
    source = f"./{name}.c"
    project.build("mapper-cc", "-fopenmp", "-c", source, "-o", f"./{name}.o", folder=name)
    project.build("mapper-cc", "-fopenmp", f"./{name}.o", "-o", f"./{name}.out", folder=name)
    done = project.run("mapper", "compile", source, "-o", f"./{name}.whole", folder=name)
    assert done.status == 0, done.err
    assert {path.name for path in (project.folder / name).iterdir()} == {
        f"{name}{ending}" for ending in (".c", ".o", ".out", ".whole")
    }
    assert project.build(f"./{name}.out", folder=name, MAPPER_DEVICE="opencl") == "99\n"


def test_the_output_alone_is_written_and_nothing_run(project: Project, tmp_path: Path) -> None:
    """The first command makes the run-time library, which the second one finds."""
    project.write({"main.c": LOOP})
    for name in ("home", "temporary", "cache"):
        (tmp_path / name).mkdir()
    places = {"HOME": "home", "TMPDIR": "temporary", "MAPPER_CACHE_DIR": "cache"}
    variables = {name: str(tmp_path / place) for name, place in places.items()}
    for command in ("mapper-cc -fopenmp", "mapper compile"):
        done = project.run(*command.split(), "main.c", "-o", "main", **variables)
        assert done.status == 0, done.err
        assert {path.name for path in project.folder.iterdir()} == {"main.c", "main"}
        assert list((tmp_path / "home").iterdir()) == []
        assert list((tmp_path / "temporary").iterdir()) == []
        kept = {path.name.partition("-")[0] for path in (tmp_path / "cache").iterdir()}
        assert kept <= {"runtime", "start", "vendors"}
        assert project.build("./main", MAPPER_DEVICE="cpu") == "99\n"
        assert (project.folder / "ran").exists()
        for made in ("main", "ran"):
            (project.folder / made).unlink()
