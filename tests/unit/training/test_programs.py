"""The programs of training/programs: all are configured, compile without warnings, and don't depend on OpenMP."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from training.collect import HERE, load_config, same_output

CONFIG = load_config()
PROGRAMS = HERE / "programs"
GCC = ("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1")


def test_every_program_is_configured_and_every_configured_program_exists() -> None:
    assert sorted(path.name for path in PROGRAMS.glob("*.c")) == sorted(f"{name}.c" for name in CONFIG.programs)


@pytest.mark.parametrize("name", sorted(CONFIG.programs))
def test_sizes_are_positive_and_ascend(name: str) -> None:
    sizes = list(CONFIG.programs[name])
    assert sizes
    assert sizes[0] > 0
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("name", sorted(CONFIG.programs))
def test_a_program_gives_the_same_output_with_and_without_openmp(name: str, tmp_path: Path) -> None:
    size = min(CONFIG.programs[name])
    sequential = _output(name, tmp_path / "sequential", size, "-Wno-unknown-pragmas")
    parallel = _output(name, tmp_path / "parallel", size, "-fopenmp")
    assert sequential.split()
    assert "nan" not in sequential
    assert same_output(sequential, parallel)


def _output(name: str, program: Path, size: int, option: str) -> str:
    """What one program, built with one more option of gcc's, prints for one size and two repeats."""
    source = PROGRAMS / f"{name}.c"
    subprocess.run([*GCC, option, str(source), "-o", str(program), "-lm"], check=True, timeout=60)
    command = [str(program), str(size), "2"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
