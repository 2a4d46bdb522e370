"""NPB IS, FT and MG, written for this project, verify sequentially and with OpenMP, and do check their results."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.programs import NPB, compile_command, header_folder, npb, run

NAMES = ("is", "ft", "mg")
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas")
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
WRONG_VALUE = {
    "is": ("TEST_RANK {0, 18, ", "TEST_RANK {0, 19, "),
    "ft": ("484.5363331978", "484.5363331988"),
    "mg": ("RNM2 5.30770700", "RNM2 5.30770710"),
}


def variables(threads: int) -> dict[str, str]:
    """An environment without settings of OpenMP's run-time library but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    return {**kept, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive", "OMP_DYNAMIC": "false"}


def build(name: str, folder: Path, *flags: str) -> Path:
    """An executable of class S, built with gcc and these flags."""
    executable = folder / f"{name}.S"
    subprocess.run(compile_command(("gcc",), npb(name, "S"), executable, *WARNINGS, *flags), check=True)
    return executable


@pytest.mark.parametrize("name", NAMES)
def test_verifies_with_any_number_of_threads(name: str, tmp_path: Path) -> None:
    sequential = run(build(name, tmp_path, "-fno-openmp"), (), variables(1))
    executable = build(name, tmp_path, "-fopenmp")
    assert sequential.verified
    for threads in (1, 2, 5):
        parallel = run(executable, (), variables(threads))
        assert parallel.verified
        assert parallel.checksum == pytest.approx(sequential.checksum, rel=1e-12)


@pytest.mark.parametrize("openmp", ["-fopenmp", "-fno-openmp"])
@pytest.mark.parametrize("name", NAMES)
def test_sanitizers_find_nothing(name: str, openmp: str, tmp_path: Path) -> None:
    assert run(build(name, tmp_path, openmp, *SANITIZERS), (), variables(2)).verified


@pytest.mark.parametrize("name", NAMES)
def test_another_result_does_not_verify(name: str, tmp_path: Path) -> None:
    right, wrong = WRONG_VALUE[name]
    folder = header_folder(npb(name, "S"), tmp_path / "wrong")
    assert folder is not None
    header = folder / "npbparams.h"
    text = header.read_text(encoding="utf-8")
    assert text.count(right) == 1
    header.write_text(text.replace(right, wrong), encoding="utf-8")

    executable = build(name, tmp_path, "-fopenmp", f"-I{folder}")
    done = subprocess.run([executable], env=variables(2), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Verification = UNSUCCESSFUL" in done.stdout


@pytest.mark.parametrize("size", ["S", "W", "A", "B", "C"])
def test_headers_hold_one_reference_an_iteration(size: str) -> None:
    command = [sys.executable, str(NPB / "params.py"), "FT", size]
    header = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    iterations = re.search(r"^#define NITER (\d+)$", header, re.MULTILINE)
    checksums = re.search(r"^#define CHECKSUMS \{(.*)\}$", header, re.MULTILINE)
    assert iterations
    assert checksums
    assert len(re.findall(r"\{[\d.]+, [\d.]+\}", checksums[1])) == int(iterations[1])
