"""Tables of other people's programs, and what their outputs are compared by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.harness.versions import OPENCL, OPENMP
from benchmarks.suites.measure import SUCCESSFUL, Built, _verdict
from benchmarks.suites.outputs import compared, difference, own_seconds
from benchmarks.suites.table import Case, read

ENTRY = """
[[program]]
name = "gemm"
folder = "linear"
sizes = { small = "-DN=100", large = "-DN=1000" }
build = "$CC {size} gemm.c -o gemm"
run = "./gemm {size}"
time = 'seconds: (\\S+)'
"""
CASE = Case("p", "s", Path("/p"), "", "./p", time=r"seconds: (\S+)", ignore="^rate")


def cases(text: str, tmp_path: Path) -> list[Case]:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def test_the_first_size_of_all_programs_comes_first(tmp_path: Path) -> None:
    other = ENTRY.replace("gemm", "axpy").replace('sizes = { small = "-DN=100", large = "-DN=1000" }\n', "")
    found = cases(ENTRY + other, tmp_path)
    assert [case.name for case in found] == ["gemm.small", "axpy.default", "gemm.large"]
    assert found[2].build == "$CC -DN=1000 gemm.c -o gemm"
    assert (found[2].run, found[1].run) == ("./gemm -DN=1000", "./axpy ")
    assert found[0].folder == tmp_path / "linear"
    assert found[0].made_of != found[2].made_of


def test_what_all_programs_have_in_common_is_said_once(tmp_path: Path) -> None:
    common = "[common]\nfolder = '.'\nbuild = '$CC {name}.c -o {name}'\nrun = './{name}'\n"
    first, second = cases(common + ENTRY + "[[program]]\nname = 'axpy'\n", tmp_path)[:2]
    assert (first.run, first.folder) == ("./gemm -DN=100", tmp_path / "linear")
    assert (second.build, second.run, second.folder) == ("$CC axpy.c -o axpy", "./axpy", tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('run = "./gemm {size}"\n', "", "missing: ['run']"),
        ("time =", "tiem =", "unknown: ['tiem']"),
        ('"gemm"', '"ge.mm"', "without dots"),
        ("[[program]]", ENTRY + "[[program]]", "the same name"),
        ("(\\S+)", "(\\S+", "unterminated"),
    ],
)
def test_a_wrong_table_is_an_error(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises((ValueError, re.error), match=said.replace("[", r"\[")):
        cases(ENTRY.replace(old, new), tmp_path)


def test_the_last_time_counts() -> None:
    assert own_seconds(CASE, "seconds: 1.5\nseconds: 2.5\n") == 2.5
    assert own_seconds(CASE, "seconds: soon\n") is None
    assert own_seconds(CASE, "done\n") is None


def test_times_ignored_lines_and_messages_are_not_compared() -> None:
    text = "||sum||=(1.0)\nmapper: x: not launched\nrate 17\nseconds: 3.5\n"
    assert compared(CASE, text) == ["sum", "1.0"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x 1.25", "x 1.25", True),
        ("0.12", "0.13", True),  # one unit of the last digit
        ("0.12", "0.14", False),
        ("1000000.0", "1000000.9", True),  # a millionth
        ("12", "13", False),
        ("1.5e-07", "1.6e-07", True),
        ("1.5e-07", "2.5e-07", False),
        ("inf", "1.0", False),
        ("inf", "-inf", False),
        ("nan", "1.0", False),
        ("a", "b", False),
        ("a", "a b", False),
    ],
)
def test_numbers_may_differ_by_rounding(one: str, other: str, same: bool) -> None:
    assert (difference(one.split(), other.split()) == "") == same


def test_only_what_openmp_printed_says_what_is_right() -> None:
    built = Built(CASE)
    assert _verdict(built, OPENCL, "sum 1").startswith("not compared")
    assert _verdict(built, OPENMP, "sum 2") == SUCCESSFUL
    assert _verdict(built, OPENCL, "sum 1").startswith("UNSUCCESSFUL")
    checked = Built(CASE, verdicts={OPENCL: SUCCESSFUL})
    assert _verdict(checked, OPENCL, "sum 1") == SUCCESSFUL
