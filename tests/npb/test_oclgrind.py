"""Oclgrind runs the kernels of every NPB program, on tiny problems: no access outside a buffer, no data race.

The problems are smaller than class S and can't verify: results are compared with the sequential program's.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.harness.execute import Outcome, execute
from benchmarks.programs import compile_command, npb
from tests.harness.mapper import run_command
from tests.harness.opencl import Environment

pytestmark = pytest.mark.oclgrind

FLOW = ("n=7", "niter=2")
TINY = {
    "ep": ("m=13",),
    "cg": ("na=97", "nonzer=4", "niter=1"),
    "is": (
        *("log2_total_keys=11", "log2_max_key=8", "log2_buckets=4", "iterations=2"),
        "test_index=[1, 20, 300, 400, 2000]",
    ),
    "ft": ("nx=16", "ny=8", "nz=4", "niter=2", "checksums=[[1.0, 1.0], [1.0, 1.0]]"),
    "mg": ("n=16", "nit=1"),
    "bt": FLOW,
    "sp": FLOW,
    "lu": FLOW,
    "lu_hp": FLOW,
}
PLAIN = ("gcc", "-fno-openmp", "-Wno-unknown-pragmas")
MAPPER = ("mapper", "compile")


SECONDS = 300


def checksum(outcome: Outcome) -> float:
    """What the program prints of its result."""
    values = outcome.values
    return float(next(values[name].split()[0] for name in ("Checksum", "Zeta", "Sums") if name in values))


@pytest.mark.parametrize("name", TINY)
def test_kernels_are_clean(name: str, tmp_path: Path, environment: Environment) -> None:
    program = replace(npb(name, "S"), changes=TINY[name])
    plain, mapped, log, profile = (tmp_path / suffix for suffix in ("plain", "mapped", "log", "profile"))
    subprocess.run(compile_command(PLAIN, program, plain), check=True)
    run_command(compile_command(MAPPER, program, mapped), check=True)
    log.touch()
    expected = execute(plain, (), environment.variables, SECONDS)
    variables = environment.under_oclgrind(log, MAPPER_PROFILE=str(profile))
    result = execute(mapped, (), variables, SECONDS)
    assert log.read_text(encoding="utf-8") == ""
    assert (result.failure, result.said) == (None, "")
    assert checksum(result) == pytest.approx(checksum(expected), rel=1e-9)
    if profile.exists():  # a program without device versions writes none
        assert "Oclgrind" in json.loads(profile.read_text(encoding="utf-8"))["device"]["name"]
