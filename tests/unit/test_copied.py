"""Remarks, the report and `mapper explain` say which arrays are copied around each launch, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import as_json, remarks
from mapper.stages.pipeline import map_program

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
static void scale(double *a, double *b, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] *= b[i];
}
static void work(int depth)
{
    double own[100];
    for (int i = 0; i < 100; i++)
        own[i] = depth;
    scale(own, own, 100);
    if (depth > 0)
        work(depth - 1);
}
int main(int argc, char **argv)
{
    double *a = calloc(100, sizeof *a), *b = calloc(100, sizeof *b), factor = 2;
    if (argc > 1)
        goto inside;
    while (b[0] < 3) {
    inside:
        b[0] += 1;
    }
    scale(a, b, 100);
    work(3);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[i] *= factor;
    printf("%g\\n", a[0]);
    return 0;
}
"""
RECURSIVE = "'work' may call itself; allocate it, or declare it in a caller"
SAID = {f"`{name}` is copied before and after each launch: {RECURSIVE}": 11 for name in "ab"}
JUMPED = (
    "`b` is copied before and after each launch: it is accessed in a statement into which a goto or case leads; "
    "access it before or behind that statement"
)


def _program(folder: Path, text: str) -> Options:
    (folder / "p.c").write_text(text)
    return Options(sources=("p.c",), flags=("-std=gnu11", "-w"), strict=True)


def test_arrays_that_are_copied_have_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = map_program(_program(tmp_path, PROGRAM), Model("test", (Leaf(1.0),)))
    first, second = remarks(found.program)
    told = {text: where.line for text, where in first.notes if where is not None and "is copied" in text}
    assert told == SAID
    assert not [text for text, _ in second.notes if "is copied" in text]  # neither `a` nor a single variable
    loops = json.loads(as_json(found.program))["loops"]
    assert [each["array"] for each in loops[0]["copied"]] == ["a", "b"]
    assert "copied" not in loops[1]


def test_a_place_that_is_not_the_declaration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _program(tmp_path, PROGRAM.replace("work(depth - 1)", 'puts("deep")'))
    assert exit_code(["explain", "p.c:5"]) == 0
    said = capsys.readouterr().out
    assert f"\n{JUMPED}.\n  p.c:23:" in said
    assert "\n`a` is copied" not in said


def test_what_a_launch_keeps_for_itself_is_no_array_that_is_copied(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(
        "int least(const int *a, int n)\n{\n  int best = 9, at = -1;\n#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++) {\n#pragma omp critical\n"
        "    if (a[i] < best) { best = a[i]; at = i; }\n  }\n"
        "  return at;\n}\nint main(void) { static int a[99]; return least(a, 99); }\n"
    )
    mapped = map_program(Options(sources=(str(source),)))
    (loop,) = (loop for region in mapped.program.regions for loop in region.loops)
    assert loop.kernel is not None
    assert not loop.copied
