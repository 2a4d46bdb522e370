"""The table of PolyBench-style kernels beside other compilers, and what is known of the kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.rows import Row, Table
from benchmarks.harness.versions import Variant
from benchmarks.polybench.__main__ import series
from benchmarks.polybench.kernels import KERNELS, REFERENCES
from benchmarks.polybench.table import table


def row(name: str, version: str, seconds: str, verified: str = "SUCCESSFUL", size: str = "large") -> Row:
    return Row(name, size, version, "", seconds, "1.0", "", verified, "gpu", "1.0", "")


def test_the_better_compiler_counts(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    rows = Table(path)
    for each in (
        row("gemm", "openmp", "0.5"),
        row("gemm", "opencl", "0.004"),
        row("gemm", "opencl", "0.0025"),
        row("atax", "opencl", "0.148"),
        row("adi", "opencl", "0.1", "UNSUCCESSFUL"),
        row("lu", "opencl", "", "timeout"),
        row("bicg", "opencl", "0.1"),
        row("gemm", "opencl", "0.1", size="small"),
    ):
        rows.append(each)
    cells = [line.split() for line in table(path).splitlines()]
    assert cells[1] == ["gemm", "large", "0.5000", "0.0025", "0.0058", "0.0050", "2.00"]
    assert cells[2] == ["atax", "large", "-", "0.1480", "0.0740", "0.0870", "0.50"]
    assert cells[3] == ["adi", "large", "-", "UNSUCCESSFUL", "0.2800", "0.3800", "-"]
    assert cells[4] == ["lu", "large", "-", "timeout", "0.1800", "0.6900", "-"]
    assert cells[5] == ["bicg", "large", "-", "0.1000", "-", "-", "-"]
    assert cells[6] == ["gemm", "small", "-", "0.1000", "-", "-", "-"]
    assert cells[7] == ["geometric", "mean", "1.00"]


def test_references_are_those_of_kernels() -> None:
    assert REFERENCES.keys() <= KERNELS.keys()
    assert all(each.clang is None or each.clang > 0 for each in REFERENCES.values())


@pytest.mark.parametrize(("size", "known"), [("large", True), ("small", False)])
def test_large_sizes_have_known_checksums(size: str, known: bool) -> None:
    assert (series("gemm", size, Variant("opencl")).case.checksum is not None) == known
