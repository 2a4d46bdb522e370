"""Guards that tests/mutants.py finds, and where it lets root run mutants."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests import mutants

PYTHON = """\
def f(x):
    if x is None:
        return None
    if x > 2:
        raise ValueError(x)
    if x > 1:
        return x
    return 0
"""
C = """\
int f(int x) {
  if (x < 0)
    return -1;
  if (x > 9)
    return x;
  return 0;
}
"""


def test_guards() -> None:
    assert [PYTHON[first:last] for first, last in mutants.python_guards(PYTHON)] == ["x is None", "x > 2"]
    assert [C[first:last] for first, last in mutants.c_guards(C)] == ["x < 0"]


@pytest.mark.skipif(os.geteuid() != 0, reason="others than root can't replace devices")
def test_root_can_write_to_the_folder_alone(tmp_path: Path) -> None:
    folder, beside = tmp_path / "a folder", Path(__file__).with_name("written")
    folder.mkdir()
    script = "touch made; ! touch $0 && ! rm -f /dev/null && ! touch /dev/other && echo hidden > /dev/null && pwd"
    command = mutants.confined(folder, ["sh", "-c", script, str(beside)])
    if subprocess.run(mutants.confined(folder, ["true"]), capture_output=True, check=False).returncode:
        pytest.skip("this machine gives root no mount namespace")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"{folder}\n"), done.stderr
    assert (folder / "made").exists()
    assert not beside.exists()
    assert Path("/dev/null").is_char_device()
