"""The emitted files of a program are compiled at the same time; what the compiler says is in the files' order."""

import os
import sys
from pathlib import Path

import pytest

from mapper.build import EmittedFile, compiled
from mapper.options import Options

COMPILER = """
import pathlib, sys, time
target = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
target.with_suffix(".begun").touch()
end = time.monotonic() + 60
while len(list(target.parent.glob("*.begun"))) < 2:
    if time.monotonic() > end:
        sys.exit("the other file was not begun")
    time.sleep(0.01)
time.sleep(0.2 if target.stem == "0" else 0)
sys.stderr.write(target.name + "\\n")
"""


def test_each_compilation_finds_the_other_one_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    (tmp_path / "cc.py").write_text(COMPILER, encoding="utf-8")
    (tmp_path / "work").mkdir()
    options = Options(
        sources=("a.c", "b.c"),
        compiler=(sys.executable, str(tmp_path / "cc.py")),
        output=tmp_path / "program",
    )
    files = [EmittedFile(f"{name}.c", f"{name}.mapper.c", f"int {name};\n") for name in "ab"]
    found = compiled(options, files, tmp_path / "work")
    assert found.objects == (str(tmp_path / "work" / "0.o"), str(tmp_path / "work" / "1.o"))
    assert found.messages == "0.o\n1.o\n"
