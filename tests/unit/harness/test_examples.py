"""The comments of the example programs, and the headers of the NPB programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.npb.params import header, main
from mapper.codes import KEPT
from tests.harness.examples import Example, load, load_all


@pytest.mark.parametrize("example", load_all(), ids=str)
def test_every_comment_is_complete(example: Example) -> None:
    assert all(source.exists() for source in example.sources)
    assert set(example.kept) <= set(KEPT)
    assert example.offloaded + len(example.kept) > 0


def test_comment_is_read(tmp_path: Path) -> None:
    path = tmp_path / "case.c"
    path.write_text("/* A point.  expect: offloaded=2 kept=K004,K001  small: -DN=3  flags: -std=gnu89 -w */\n")
    example = load(path)
    assert (example.offloaded, example.kept, example.small) == (2, ("K001", "K004"), ("-DN=3",))
    assert example.flags[-2:] == ("-std=gnu89", "-w")


def test_comment_without_expectation(tmp_path: Path) -> None:
    path = tmp_path / "case.c"
    path.write_text("/* A point. */\n")
    with pytest.raises(ValueError, match="expect"):
        load(path)


def test_npb_header() -> None:
    assert header("CG", "S").splitlines()[1:4] == ["#define CLASS 'S'", "#define NA 1400", "#define NONZER 7"]


def test_npb_header_with_other_values() -> None:
    lines = header("FT", "S", ["nx=8", "checksums=[[1.5, 2.0]]"]).splitlines()
    assert lines[2:4] == ["#define NX 8", "#define NY 64"]
    assert lines[-1] == "#define CHECKSUMS {{1.5, 2.0}}"


def test_npb_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["CG"]) == 2
    assert main(["CG", "Z"]) == 2
    assert main(["CG", "S", "rows=3"]) == 2
    assert main(["CG", "S", "na"]) == 2
    assert capsys.readouterr().err.count("usage") == 4
