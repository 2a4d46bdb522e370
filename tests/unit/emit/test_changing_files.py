"""Source files that change while mapper compiles them: that is told, and never costs a program its regions."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from mapper import build
from mapper.cli import exit_code
from mapper.options import Options

SOURCE = """#include "h.h"
double a[N];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) a[i] = i;
}
"""
HEADER = "#define N 100\n"

# How the compiler is called when the comparison reads the emitted file.
COMPARES = '" -E "*p.mapper.c'


def compile_with(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch, source: str = SOURCE) -> int:
    """Compile with a C compiler around which other things happen: its exit code.

    It is taken for the usual compiler, and so has the same run-time library.
    """
    usual = build._identity(Options((), compiler=("cc",)))
    monkeypatch.setattr(build, "_identity", lambda _: usual)
    monkeypatch.chdir(folder)
    Path("p.c").write_text(source)
    Path("h.h").write_text(HEADER)
    compiler = folder / "cc"
    compiler.write_text(f'#!/bin/bash\ncase "$*" in *{COMPARES}) {script};; *) {shutil.which("cc")} "$@";; esac\n')
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return exit_code(["compile", "p.c", "-o", "p", "--cc", compiler.name])


def test_file_that_is_being_written_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    once = "if [ -e read ]; then gcc $*; else touch read; gcc $* | head -n 3; fi"
    assert compile_with(once, tmp_path, monkeypatch) == 0
    assert (tmp_path / "read").exists()
    assert "1 parallel loop: 1 offloadable" in capfd.readouterr().err


def test_file_that_never_stays_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert compile_with("gcc $* | sed s/=.i/=$RANDOM$RANDOM/", tmp_path, monkeypatch) == 1
    assert "changes all the time [E007]" in capfd.readouterr().err


def test_file_that_another_program_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert compile_with("sed -i 's/= i;/= 2;/' p.c; gcc $* | head -n 3", tmp_path, monkeypatch) == 1
    assert "p.c has changed since mapper read it [E007]" in capfd.readouterr().err


def test_time_of_day_is_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    dated = f"{SOURCE}const char *made = __TIME__;\n"
    assert compile_with("sleep 1.1; gcc $*", tmp_path, monkeypatch, dated) == 0
    assert "1 parallel loop: 1 offloadable" in capfd.readouterr().err
