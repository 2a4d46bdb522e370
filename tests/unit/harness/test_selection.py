"""What `make test` leaves out: the list names tests that exist, and the page for contributors repeats it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Golden
from tests.harness.examples import ROOT
from tests.harness.selection import LEFT_OUT, LeftOut, table

PAGE = ROOT / "docs" / "tests.md"
FUNCTION = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


def names() -> set[str]:
    """All test functions, as the list's patterns match them."""
    return {
        f"{path.relative_to(ROOT / 'tests').as_posix()}::{name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in FUNCTION.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("row", [row for row in LEFT_OUT if "::" in row.tests], ids=lambda row: row.tests)
def test_each_row_names_tests(row: LeftOut) -> None:
    assert any(re.fullmatch(row.tests, name) for name in names())


def test_the_page_repeats_the_list(golden: Golden) -> None:
    head = PAGE.read_text(encoding="utf-8").rpartition("|---|---|---|\n")
    golden(PAGE, "".join(head[:2]) + table())


def test_the_list_selects_what_it_says() -> None:
    file = Path("tests") / "exec" / "test_sanitizers.py"
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", "-m", "not slow"]
    done = subprocess.run([*command, file], cwd=ROOT, capture_output=True, text=True, check=True)
    (row,) = [row for row in LEFT_OUT if "test_sanitizers" in row.tests]
    found = re.findall(r"\[(.*)\]$", done.stdout, re.MULTILINE)
    assert found
    assert all(re.fullmatch(row.kept or "", case) for case in found)
    assert re.search(r"\d+/\d+ tests collected", done.stdout)
