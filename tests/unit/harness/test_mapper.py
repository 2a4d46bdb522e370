"""Commands that the tests' server runs behave as those that a shell starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.examples import ROOT
from tests.harness.mapper import SECONDS, run_command, run_mapper

SAXPY = ROOT / "examples" / "saxpy.c"
COMMANDS = [
    pytest.param(["mapper", "compile", "--emit", "report", str(SAXPY), "-Rmapper"], id="report"),
    pytest.param(["mapper", "compile", str(SAXPY), "-O1", "-o", "saxpy"], id="program"),
    pytest.param(["mapper", "compile", "missing.c"], id="error"),
    pytest.param(["mapper", "compile", "--granularity"], id="usage"),
    pytest.param(["mapper", "--version"], id="version"),
    pytest.param(["mapper-cc", "-fopenmp", "-c", str(SAXPY), "-o", "saxpy.o"], id="object"),
    pytest.param(["mapper-cc", "missing.c"], id="missing"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_behave_as_started_by_a_shell(command: list[str], tmp_path: Path) -> None:
    module = {"mapper": "mapper", "mapper-cc": "mapper.cc.main"}[command[0]]
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    started = subprocess.run(
        [sys.executable, "-m", module, *command[1:]],
        cwd=folders[0],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    served = run_command(command, folder=folders[1])
    assert (served.returncode, served.stdout) == (started.returncode, started.stdout)
    assert served.stderr == started.stderr
    made = [sorted(path.name for path in folder.iterdir()) for folder in folders]
    assert made[0] == made[1]


def test_the_server_has_imported_what_commands_need() -> None:
    code = f"""
import sys
import mapper.cli, tests.harness.server
before = set(sys.modules)
try:
    mapper.cli.exit_code(["compile", "--emit", "report", {str(SAXPY)!r}])
finally:
    print(sorted(set(sys.modules) - before), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=True
    )
    assert done.stderr.splitlines()[-1] == "[]"


def test_a_command_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    run_mapper("compile", "--emit", "report", SAXPY, environment={**os.environ, "CC": "missing-compiler"})
    assert run_mapper("compile", "--emit", "report", SAXPY, folder=tmp_path).returncode == 0


def test_failures_can_be_errors() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run_mapper("compile", "missing.c", check=True)
