"""A fault of mapper's own, and text that the C compiler rejects, cost a region; strictly, they are errors."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapper.analysis.pointers.effects import EffectsOf
from mapper.cli import exit_code
from mapper.emit.host_file import host
from mapper.emit.regions.region import region_text
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from mapper.stages import pipeline
from mapper.transforms import order, run
from mapper.transforms.loops import hoist
from mapper.translate.common.context import Context
from mapper.translate.outline.outline import outline
from mapper.translate.outline.outlining import Loop
from mapper.translate.regions import teams

Patch = pytest.MonkeyPatch
Captured = pytest.CaptureFixture[str]

PROGRAM = """\
#include <stdio.h>
static int a[100], b[100];
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) b[i] = a[i] * 2;
  printf("%d %d\\n", a[7], b[99]);
  return 0;
}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAM)
    Path("m.json").write_text(dumps(Model("test", (Leaf(1.0),))))


def compiled(monkeypatch: Patch, capfd: Captured, *, strict: bool) -> tuple[int, str]:
    monkeypatch.setenv("MAPPER_STRICT", str(int(strict)))
    code = exit_code(["compile", "p.c", "-Rmapper", "--model", "m.json", "-o", "p"])
    return code, capfd.readouterr().err


def check(monkeypatch: Patch, capfd: Captured, said: str, summary: str) -> None:
    """Strictly it is a fault; otherwise the program is built, and right, and the message is shown."""
    code, _ = compiled(monkeypatch, capfd, strict=True)
    assert code == 70
    code, messages = compiled(monkeypatch, capfd, strict=False)
    assert code == 0
    assert said in messages
    assert "please report it" in messages
    assert summary in messages
    assert subprocess.run(["./p"], capture_output=True, text=True, check=True).stdout == "7 198\n"


def test_a_fault_in_the_translation_of_a_loop(monkeypatch: Patch, capfd: Captured) -> None:
    def failing(loop: Loop, context: Context, effects: EffectsOf) -> Kernel:
        if loop.id.endswith("_2"):
            raise KeyError("lost")
        return outline(loop, context, effects)

    monkeypatch.setattr(teams, "outline", failing)
    said = "loop p_main_2 kept on the CPU: internal error in translate: KeyError: 'lost'"
    check(monkeypatch, capfd, said, "2 parallel loops: 1 offloadable, 1 kept")


def test_a_fault_in_a_transformation(monkeypatch: Patch, capfd: Captured) -> None:
    def failing(kernel: object, symbols: object) -> None:
        del symbols
        if getattr(kernel, "name", "").endswith("_1"):
            raise AssertionError("odd")

    broken = replace(hoist.TRANSFORM, apply=failing)
    passes = tuple(broken if each is hoist.TRANSFORM else each for each in order.ORDER)
    monkeypatch.setattr(run, "ORDER", passes)
    said = "internal error in the transformation hoist: AssertionError: odd"
    check(monkeypatch, capfd, said, "2 parallel loops: 1 offloadable, 1 kept")


def test_text_that_the_compiler_rejects(monkeypatch: Patch, capfd: Captured) -> None:
    def failing(region: ParallelRegion, *rest: Any) -> object:
        made = region_text(region, *rest)
        return replace(made, before=made.before + "  no_such_name;\n") if region.id.endswith("_1") else made

    monkeypatch.setattr(host, "region_text", failing)
    said = "loop p_main_1 kept on the CPU: the C compiler rejects what mapper makes of it"
    check(monkeypatch, capfd, said, "2 parallel loops: 1 offloadable, 1 kept")


def test_a_fault_that_no_region_shows(monkeypatch: Patch, capfd: Captured) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ValueError("nowhere")

    monkeypatch.setattr(pipeline, "analyse", failing)
    check(monkeypatch, capfd, "the program is built as plain OpenMP", "ValueError: nowhere")


def test_the_compilers_own_words(monkeypatch: Patch, capfd: Captured) -> None:
    Path("p.c").write_text(PROGRAM.replace("parallel for", "parallel for privat(a)", 1))
    code, messages = compiled(monkeypatch, capfd, strict=False)
    assert code == 1
    assert "[E003]" in messages
    assert "privat" in messages
