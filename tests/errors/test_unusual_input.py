"""Input that is unusual and right: gcc takes it, and so does mapper, with the same program as the outcome."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from tests.harness.examples import ROOT
from tests.harness.mapper import run_mapper

PROGRAM = """#include <stdio.h>
static double a[100];
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i * 2.0; /* %s */
  printf("%%g\\n", a[99]);
  return 0;
}
"""
PLAIN = (PROGRAM % "plain").encode()
OFFLOADED = "mapper: 1 parallel loop: 1 offloadable\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a model in it, and data of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "model.json").write_text(dumps(Model("test", (Leaf(-1.0),))))
    return tmp_path


def run(*words: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    """Run mapper, with `shell` behind the command."""
    if not shell:
        return run_mapper(*words)
    command = ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-m", "mapper", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def compiled(folder: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Compile to `prog`; what was said."""

    def compiling(*words: str) -> str:
        code = exit_code(["compile", "--model", "model.json", "-o", "prog", *words])
        said = capfd.readouterr().err
        assert code == 0, said
        return said

    return compiling


def printed() -> str:
    return subprocess.run(["./prog"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "name",
    [
        *("two words.c", "it's.c", 'quo"te.c', "back\\slash.c", "ümlaut.c", "?*[a]%.c", "#$;&.c"),
        *("@at.c", "./-dash.c", "x" * 200 + ".c", "folder 1/ü/p.c"),
    ],
)
def test_names_of_files(name: str, folder: Path, compiled: Callable[..., str]) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(PLAIN)
    assert compiled(name) == OFFLOADED
    assert printed() == "198\n"


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + PLAIN,
        PLAIN.replace(b"\n", b"\r\n"),
        PLAIN.rstrip(b"\n"),
        PLAIN.replace(b"plain", b"caf\xe9"),
        PLAIN.replace(b"plain", b"what??/"),
        PLAIN.replace(b"plain", b"\f\v\0"),
    ],
    ids=["byte order mark", "CRLF", "no final newline", "Latin-1", "like a trigraph", "control characters"],
)
def test_texts(text: bytes, folder: Path, compiled: Callable[..., str]) -> None:
    (folder / "p.c").write_bytes(text)
    assert compiled("p.c", "-w") == OFFLOADED
    assert printed() == "198\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-x", "c", "p.txt"], OFFLOADED),
        (["-xc", "p.txt", "-xnone"], OFFLOADED),
        (["p.c", "-DTEXT=a b", "-include", "stdlib.h", "-isystem", "."], OFFLOADED),
        (["p.c", "-flto"], OFFLOADED),
        (["p.c", "-g", "-O0"], OFFLOADED),
        (["p.c", "-fsanitize=address"], OFFLOADED),
        (
            ["p.c", "--static", "-w"],
            "mapper: warning: with --static all loops stay on the CPU, as OpenMP [W002]\n",
        ),
        (["@words"], OFFLOADED),
    ],
    ids=" ".join,
)
def test_options(words: list[str], said: str, folder: Path, compiled: Callable[..., str]) -> None:
    for name in ("p.c", "p.txt"):
        (folder / name).write_bytes(PLAIN)
    (folder / "words").write_text("@more -DTEXT='a b'")
    (folder / "more").write_text('"p.c"\n')
    assert said in compiled(*words)
    assert printed() == "198\n"


@pytest.mark.parametrize("first", ["there.y", "missing.y"])
def test_lines_that_claim_to_be_of_another_file(first: str, folder: Path, compiled: Callable[..., str]) -> None:
    (folder / "there.y").write_text("%%\n")
    (folder / "p.c").write_bytes(b'#line 100 "%s"\n' % first.encode() + PLAIN)
    said = compiled("p.c", "-Rmapper")
    assert f"{first}:104:1: remark: loop p_main_1 kept on the CPU: " in said
    assert f"it begins in '{first}', which can't be read or is only named by `#line` [K012]" in said
    assert printed() == "198\n"


def test_coverage_is_the_c_compilers(folder: Path, compiled: Callable[..., str]) -> None:
    (folder / "p.c").write_bytes(PLAIN)
    assert "with --coverage all loops stay on the CPU, as OpenMP [W002]" in compiled("p.c", "--coverage")
    assert printed() == "198\n"
    assert {path.name for path in folder.glob("*.gc*")} == {"prog-p.gcda", "prog-p.gcno"}


def test_a_program_without_loops_is_the_c_compilers(folder: Path, compiled: Callable[..., str]) -> None:
    (folder / "p.c").write_text("int main(void)\n{\n  int unused;\n  return 3;\n}\n")
    said = compiled("p.c", "-Wall")
    assert said.startswith("mapper: no parallel loops\np.c: In function")
    assert "p.c:3:7: warning: unused variable" in said
    assert subprocess.run(["./prog"], check=False).returncode == 3
    (folder / "p.c").write_text("")
    done = run("compile", "p.c", "--model", "model.json")
    assert done.returncode == 1
    assert "undefined reference to" in done.stderr


def test_sources_of_one_name_in_several_folders(folder: Path) -> None:
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "p.c").write_bytes(PLAIN.replace(b"main", b"main" if name == "one" else b"other"))
    (folder / "out").mkdir()
    done = run("compile", "one/p.c", "two/p.c", "--emit", "c", "-o", "out", "--model", "model.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "int main(" in (folder / "out" / "p.mapper.c").read_text()
    assert "int other(" in (folder / "out" / "p-2.mapper.c").read_text()


@pytest.mark.parametrize("command", ["compile p.c --emit c --model model.json", "features p.c", "model show"])
@pytest.mark.parametrize(
    ("shell", "reason"),
    [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")],
    ids=["full", "closed"],
)
def test_standard_output_that_takes_nothing(command: str, shell: str, reason: str, folder: Path) -> None:
    (folder / "p.c").write_bytes(PLAIN)
    done = run(*command.split(), shell=shell)
    assert done.returncode == 1
    assert re.fullmatch(rf"mapper: error: (standard output: )?{reason} \[E008\]\n", done.stderr)


def test_the_report_on_standard_output(folder: Path) -> None:
    (folder / "p.c").write_bytes(PLAIN)
    done = run("compile", "p.c", "-o", "prog", "--report", "-", "--model", "model.json")
    assert (done.returncode, done.stderr) == (0, OFFLOADED)
    assert [loop["id"] for loop in json.loads(done.stdout)["loops"]] == ["p_main_1"]
    assert not (folder / "-").exists()


def test_without_standard_error(folder: Path) -> None:
    (folder / "p.c").write_bytes(PLAIN)
    assert run("compile", "p.c", "-o", "prog", "--model", "model.json", shell="2>&-").returncode == 0
    assert printed() == "198\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_by_a_signal(number: signal.Signals, folder: Path) -> None:
    """The compiler that is at work when the signal comes does not end by itself."""
    (folder / "slow-cc").write_text(
        '#!/bin/sh\ncase "$*" in *" -c "*) touch started; exec sleep 60;; esac\nexec cc "$@"\n'
    )
    (folder / "slow-cc").chmod(0o755)
    (folder / "p.c").write_bytes(PLAIN)
    (folder / "tmp").mkdir()
    command = [sys.executable, "-m", "mapper", "compile", "p.c", "--model", "model.json", "--cc", "./slow-cc"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")}
    command = [
        "env",
        f"--default-signal={number.name[3:]}",
        *command,
    ]  # it may be ignored, as by nohup
    with subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.PIPE) as process:
        while not (folder / "started").exists() and process.poll() is None:
            time.sleep(0.02)
        os.killpg(process.pid, number)
        try:
            process.communicate(timeout=500)
        finally:
            process.kill()
    assert process.returncode == 128 + number
    assert list((folder / "tmp").iterdir()) == []
    assert not (folder / "a.out").exists()


def test_the_version_as_of_a_compiler() -> None:
    assert run("compile", "--version").stdout == run("--version").stdout != ""
