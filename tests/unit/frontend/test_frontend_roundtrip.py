"""Nasty programs go through the front end, are printed, and compile again to programs that do the same."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from mapper.frontend.load import load_unit
from mapper.ir.trees.unit import Unit

SAMPLES = Path(__file__).parents[2] / "golden" / "frontend"
NAMES = sorted(path.stem for path in SAMPLES.glob("*.c"))


def printed(unit: Unit) -> str:
    """The user's part of the tree as C."""
    generator = CGenerator()
    parts = []
    for node in unit.tree.ext:
        if unit.in_user_code(node):
            text = generator.visit(node)
            parts.append(text if isinstance(node, (c_ast.FuncDef, c_ast.Pragma)) else text + ";\n")
    return "".join(parts)


@pytest.mark.parametrize("name", NAMES)
def test_printed_programs_compile_and_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    monkeypatch.chdir(SAMPLES)
    source = (SAMPLES / f"{name}.c").read_text(encoding="utf-8")
    standard = source.split(":")[0].removeprefix("/* ")
    unit = load_unit(f"{name}.c", ("gcc",), (standard, "-w"))
    text = printed(unit)
    golden(SAMPLES / f"{name}.txt", text)
    includes = "".join(line + "\n" for line in re.findall(r"#include <.*>", source))
    again = f"{includes}static float _Complex __mapper_imaginary = 1.0fi;\n{text}\nvoid __mapper_asm() {{ }}\n"
    (tmp_path / "again.c").write_text(again, encoding="utf-8")
    command = ["gcc", standard, "-w", "-fopenmp", "again.c", "-o", "again", "-lm"]
    compiled = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    assert subprocess.run([tmp_path / "again"], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", [name for name in NAMES if name != "gnu"])
def test_every_place_in_the_samples_is_exact(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)
    source = (SAMPLES / f"{name}.c").read_text(encoding="utf-8")
    unit = load_unit(f"{name}.c", ("gcc",), (source.split(":")[0].removeprefix("/* "), "-w"))
    lines = source.split("\n")
    plain = [token for token in unit.tokens if not token.system and not token.expanded and token.kind != "pragma"]
    assert len(plain) > 100
    for token in plain:
        at_place = lines[token.where.line - 1][token.where.column - 1 :]
        assert at_place.startswith(token.text) or token.text == "int"  # the implicit one
