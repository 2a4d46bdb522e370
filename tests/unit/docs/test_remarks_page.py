"""docs/remarks.md explains every code, and each of its examples is kept for the reason of its section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapper import codes
from mapper.analysis.host.reasons import REASONS, VARIABLE
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import remarks
from mapper.stages.pipeline import map_program

PAGE = (Path(__file__).parents[3] / "docs" / "remarks.md").read_text(encoding="utf-8")
EXAMPLES = dict(
    re.findall(r"^### (K\d{3}):[^\n]*\n(?:(?!^###).)*?^```c\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)


def test_every_code_is_explained() -> None:
    explained = set(re.findall(r"^### (K\d{3}):|^\| ([EW]\d{3}) \||^(I001) is", PAGE, re.MULTILINE))
    assert {code for group in explained for code in group if code} == set(codes.ALL)


def test_every_reason_for_copies_has_a_row() -> None:
    rows = re.findall(
        r"^\| (it .*?|the .*?|a .*?|code .*?|each .*?|its .*?|'.*?) \| (.*?) \|$", PAGE, re.MULTILINE
    )
    expected = {
        (re.escape(each.text).replace(r"\{\}", r"\w+"), each.way_out or "-")
        for each in REASONS
        if each is not VARIABLE
    }
    for text, way_out in expected:
        assert [todo for row, todo in rows if re.fullmatch(text, row)] == [way_out], text


@pytest.mark.parametrize("code", sorted(EXAMPLES))
def test_example_is_kept_for_its_reason(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("example.c").write_text(EXAMPLES[code])
    options = Options(sources=("example.c",), strict=False, safe=code == "K030")
    mapped = map_program(options, Model("test", (Leaf(-1.0),)))
    assert code in {remark.code for remark in remarks(mapped.program)}
