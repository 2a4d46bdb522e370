"""The orders that NPB's arrays get on devices at class B: planes of components, but not for sweeps."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.programs import NPB
from tests.harness.mapper import run_mapper

PLANES, HOST = "[5][102][103][103]", None
SOURCES = {
    "BT": ("BT/*.c",),
    "SP": ("SP/*.c",),
    "LU_HP": ("LU/lu.c", "LU/surface.c", "LU/hyperplane.c"),
}


def orders(name: str, folder: Path) -> dict[str, str]:
    """The arrays of a program of class B that have an order of their own."""
    header = subprocess.run(
        [sys.executable, NPB / "params.py", name.removesuffix("_HP"), "B"], capture_output=True
    )
    (folder / "npbparams.h").write_bytes(header.stdout)
    patterns = (*SOURCES[name], "common/cfd/*.c", "common/*.c")
    sources = [path for pattern in patterns for path in sorted(NPB.glob(pattern))]
    command = ["compile", "--emit", "report", "-std=c11", "-fopenmp"]
    command += [f"-I{NPB}/common", f"-I{folder}", *map(str, sources)]
    done = run_mapper(*command, check=True)
    said = [each["did"] or "" for loop in json.loads(done.stdout)["loops"] for each in loop["transforms"]]
    return dict(re.findall(r"`(\w+)` is stored as (\S+) on the device", "; ".join(said)))


@pytest.mark.parametrize(("name", "residual"), [("SP", PLANES), ("LU_HP", HOST)])
def test_components_are_planes_but_in_sweeps(name: str, residual: str | None, tmp_path: Path) -> None:
    found = orders(name, tmp_path)
    assert found["u"] == PLANES
    assert found.get("residual") == residual
