"""The training programs: all are configured, compile without warnings, are clean, and don't depend on OpenMP."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mapper_training import micro
from mapper_training.config import PROGRAMS, load_config, source
from mapper_training.measure import same_output

CONFIG = load_config("full")
GCC = ("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1")
SANITIZED = ("-Wno-unknown-pragmas", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MICRO = {"operations": ["64", "2"], "copies": ["64", "2"], "launch": ["2"], "rows": ["64", "2"]}


def test_every_program_is_configured_and_every_configured_program_exists() -> None:
    assert sorted(path.name for path in PROGRAMS.glob("*.c")) == sorted(f"{name}.c" for name in CONFIG.programs)
    assert sorted(micro.SOURCES) == sorted(MICRO)


def test_most_programs_have_both_variants() -> None:
    assert len(CONFIG.touch) >= 40


@pytest.mark.parametrize("name", sorted(CONFIG.programs))
def test_a_program_is_short_and_says_what_it_does(name: str) -> None:
    text = source(name)
    assert text.startswith("/* ")
    assert 15 <= text.count("\n") <= 85


@pytest.mark.parametrize("name", sorted(CONFIG.programs))
def test_a_program_gives_the_same_output_with_and_without_openmp(name: str, tmp_path: Path) -> None:
    size = str(min(CONFIG.programs[name]))
    variants = [["2"], ["3", "1"]] if name in CONFIG.touch else [["2"]]
    sequential, parallel = tmp_path / "sequential", tmp_path / "parallel"
    _build(PROGRAMS / f"{name}.c", sequential, *SANITIZED)
    _build(PROGRAMS / f"{name}.c", parallel, "-fopenmp")
    for rest in variants:
        expected = _output(sequential, size, *rest)
        assert expected.split()
        assert "nan" not in expected
        assert "inf" not in expected
        assert same_output(expected, _output(parallel, size, *rest))


@pytest.mark.parametrize("name", sorted(MICRO))
def test_a_micro_benchmark_is_clean(name: str, tmp_path: Path) -> None:
    _build(micro.SOURCES[name], tmp_path / "sequential", *SANITIZED)
    _build(micro.SOURCES[name], tmp_path / "parallel", "-fopenmp")
    expected = _output(tmp_path / "sequential", *MICRO[name])
    assert same_output(expected, _output(tmp_path / "parallel", *MICRO[name]))


def _build(text: Path, program: Path, *options: str) -> None:
    subprocess.run([*GCC, *options, str(text), "-o", str(program), "-lm"], check=True, timeout=500)


def _output(program: Path, *arguments: str) -> str:
    environment = os.environ | {
        "ASAN_OPTIONS": "detect_leaks=0",  # it can't look for them where ptrace is shut
        "OMP_WAIT_POLICY": "passive",  # workers share the processors
    }
    done = subprocess.run(
        [str(program), *arguments], check=True, capture_output=True, text=True, timeout=500, env=environment
    )
    return done.stdout
