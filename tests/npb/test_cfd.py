"""NPB BT, SP, LU and LU by hyperplanes, written for this project, verify, and do check their results."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from benchmarks.programs import NPB

NAMES = ("BT", "SP", "LU", "LU_HP")
SANITIZERS = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"


def make(folder: Path, target: str, **settings: str) -> None:
    """Make a target of class S in a folder; the settings are the Makefile's variables."""
    variables = {"CC": "gcc", "CLASS": "S", "BIN": str(folder), "BUILD": str(folder), **settings}
    assignments = [f"{variable}={value}" for variable, value in variables.items()]
    subprocess.run(["make", "-s", "-C", str(NPB), *assignments, target], check=True)


def build(name: str, folder: Path, **settings: str) -> Path:
    """An executable of class S."""
    make(folder, name, **settings)
    return folder / f"{name.lower()}.S"


def run(executable: Path, threads: int) -> tuple[int, dict[str, str]]:
    """The exit status and what the program printed as `name = value`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    environment = {**kept, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive", "OMP_DYNAMIC": "false"}
    done = subprocess.run([executable], env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, dict(re.findall(r"^([^=\n]+) = (.*)$", done.stdout, re.MULTILINE))


def verifies(executable: Path, threads: int = 1) -> bool:
    """Whether the result verifies; the exit status and the printed verdict must agree."""
    status, values = run(executable, threads)
    assert (status, values["Verification"]) in {(0, "SUCCESSFUL"), (1, "UNSUCCESSFUL")}
    return status == 0


def set_first_reference(header: Path, macro: str, factor: float) -> None:
    """Multiply a reference value, the first one of an array, in `npbparams.h`."""
    text, count = re.subn(
        rf"(#define {macro} \{{?)([\d.e+-]+)",
        lambda match: match[1] + repr(float(match[2]) * factor),
        header.read_text(encoding="utf-8"),
    )
    assert count == 1
    header.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_verifies_sequentially(name: str, tmp_path: Path) -> None:
    status, values = run(build(name, tmp_path, OPENMP="-fno-openmp"), 1)
    assert status == 0
    assert values["Verification"] == "SUCCESSFUL"
    assert values["Benchmark"] == name.replace("_", "-")
    assert values["Class"] == "S"
    assert values["Size"] == "12 x 12 x 12"
    assert float(values["Seconds"]) > 0
    assert float(values["Mop/s"]) > 0
    assert {f"{what} {component}" for what in ("Residual", "Error") for component in range(1, 6)} <= values.keys()
    assert ("Surface integral 1" in values) == name.startswith("LU")


@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_threads_finds_the_same_field(name: str, tmp_path: Path) -> None:
    executable = build(name, tmp_path)
    checksums = []
    for threads in (1, 2, 3):
        status, values = run(executable, threads)
        assert status == 0
        checksums.append(float(values["Checksum"]))
    assert checksums == pytest.approx([checksums[0]] * len(checksums), rel=1e-13)


@pytest.mark.parametrize("name", NAMES)
def test_sanitizers_find_nothing(name: str, tmp_path: Path) -> None:
    assert verifies(build(name, tmp_path, CFLAGS=SANITIZERS), 2)


@pytest.mark.parametrize(
    ("name", "macro", "factor", "expected"),
    [
        ("BT", "RESIDUAL", 1 + 1e-9, True),
        ("BT", "RESIDUAL", 1 + 1e-7, False),
        ("SP", "ERROR", 1 + 1e-7, False),
        ("LU", "SURFACE_INTEGRAL", 1 + 1e-7, False),
    ],
)
def test_verification_has_the_published_tolerance(
    name: str, macro: str, factor: float, expected: bool, tmp_path: Path
) -> None:
    header = tmp_path / f"{name}.S" / "npbparams.h"
    make(tmp_path, str(header))
    set_first_reference(header, macro, factor)
    assert verifies(build(name, tmp_path, OPENMP="-fno-openmp", CFLAGS="-O1")) is expected
