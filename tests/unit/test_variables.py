"""mapper's variables: the lists of the compiler and of the run-time library, and what is told of others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mapper import build
from mapper.cli import exit_code
from mapper.diagnostics import fail
from mapper.options import Options
from mapper.variables import KNOWN, unknown_variables
from tests.unit.docs.test_pages import variables_of_code

RUNTIME = Path(build.__file__).with_name("runtime")


def test_the_lists_are_those_of_the_code() -> None:
    assert set(KNOWN) == {name for name in variables_of_code() if name.startswith("MAPPER_")}
    text = (RUNTIME / "base" / "variables.c").read_text(encoding="utf-8")
    (words,) = re.findall(r"known\[\] = \{(.*?)\};", text, re.DOTALL)
    assert {f"MAPPER_{word}" for word in re.findall(r'"(\w+)"', words)} == set(KNOWN)


def test_others_are_told() -> None:
    environment = {"MAPPER_FLAG": "", "MAPPER_ABACUS": "", "MAPPER_FLAGS": "", "MAPPER": "off", "HOME": "/"}
    assert [each.message for each in unknown_variables(environment)] == [
        "there is no variable MAPPER_ABACUS; ignored",
        "there is no variable MAPPER_FLAG (did you mean MAPPER_FLAGS?); ignored",
    ]


def test_values_of_no_meaning_are_told() -> None:
    environment = {"MAPPER": "of", "MAPPER_REMARKS": "yes", "MAPPER_STRICT": "1", "MAPPER_DEBUG": ""}
    assert [each.message for each in unknown_variables(environment)] == [
        "MAPPER=of means nothing (it takes off); ignored",
        "MAPPER_REMARKS=yes means nothing (it takes 0 or 1); ignored",
    ]


def test_compile_tells_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPPER_DEVCE", "cpu")
    Path("p.c").write_text("int main(void) { return 0; }\n")
    assert exit_code(["compile", "p.c", "--emit", "report", "-o", "r"]) == 0
    assert capsys.readouterr().err == (
        "mapper: warning: there is no variable MAPPER_DEVCE (did you mean MAPPER_DEVICE?); ignored [W006]\n"
    )


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("compile none.c --help", "Usage: mapper compile"),
        ("compile --help none.c", "Usage: mapper compile"),
        ("compile -h", "Usage: mapper compile"),
        ("features none.c --help", "Usage: mapper features"),
        ("explain none.c:1 --help", "Usage: mapper explain"),
        ("model show x --help", "Usage: mapper model show"),
        ("compile none.c --version", "mapper 0."),
        ("train --version", "mapper 0."),
        ("doctor --version", "mapper 0."),
    ],
)
def test_help_and_version_stand_anywhere(words: str, begins: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(words.split()) == 0
    assert capsys.readouterr().out.startswith(begins)


def test_the_words_of_a_tuned_program_are_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["tune", "./no-such-program", "--version"]) == 2
    assert "no-such-program" in capsys.readouterr().err


@pytest.mark.parametrize("terminal", [True, False])
def test_who_waits_for_the_run_time_library_is_told_why(
    terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(build, "_compile_runtime", lambda *_: None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    for _ in range(2):
        build.runtime_objects(Options(sources=()))
    said = "mapper: compiling its run-time library, once for each C compiler\n"
    assert capsys.readouterr().err == said * terminal


def test_names_of_one_compiler_share_the_run_time_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "_compile_runtime", lambda *_: None)

    def libraries(name: str) -> int:
        build.runtime_objects(Options((), compiler=(str(tmp_path / name),)))
        return len(list((tmp_path / "cache").glob("runtime-*")))

    for number in ("1", "2"):
        path = tmp_path / f"gcc-{number}"
        path.write_text(f'#!/bin/sh\necho "$(basename "$0") (Own) {number}.0"\n')
        path.chmod(0o755)
    (tmp_path / "cc").symlink_to(tmp_path / "gcc-1")
    assert [libraries(name) for name in ("cc", "gcc-1", "gcc-2")] == [1, 1, 2]


def test_a_cache_without_room_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is made in a folder of its own then."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(cache))

    def made(command: object, work: Path) -> None:
        if work.is_relative_to(cache):
            fail("E005", f"can't write {work}/text: No space left on device")
        (work / "runtime.o").touch()

    monkeypatch.setattr(build, "_compile_runtime", made)
    (found,) = build.runtime_objects(Options(sources=()))
    assert not Path(found).is_relative_to(cache)
    assert not list(cache.glob("making-*"))


def test_a_text_that_has_no_room_is_removed(tmp_path: Path) -> None:
    """Limits on files are those of a process of its own."""
    program = """
import resource, signal, sys
from pathlib import Path
from mapper import build
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
build.write_text(Path(sys.argv[1]), "x" * 1000)
"""
    target = tmp_path / "text.c"
    done = subprocess.run([sys.executable, "-c", program, target], capture_output=True, text=True, check=False)
    assert f"can't write {target}: File too large" in done.stderr
    assert not target.exists()


def test_a_damaged_library_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path))
    made = []

    def make(command: object, work: Path) -> None:
        (work / "runtime.o").write_text("whole")
        made.append(work)

    monkeypatch.setattr(build, "_compile_runtime", make)
    for _ in range(2):
        (found,) = build.runtime_objects(Options(sources=()))
    assert len(made) == 1
    Path(found).write_text("who")
    assert build.runtime_objects(Options(sources=())) == [found]
    assert (len(made), Path(found).read_text()) == (2, "whole")
