"""The table of costliest kernels: what is counted, and how it gets into a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.harness import pages
from benchmarks.harness.pages import fill
from benchmarks.kernel_rates import HEADINGS, PLACE, Counted, Measured, counted, main, measured, table

KERNELS = [Measured("solve", 4, 0.002), Measured("start", 1, 0.0)]


def test_rates_are_those_of_all_launches() -> None:
    rows = table(KERNELS, {"solve": Counted("a.c:3", 100, 1e6, 2e6)}, 5)
    assert rows[0] == ("solve", "a.c:3", "4", "2.0", "100%", "100", "16", "4")
    assert rows[1][1] == "-"
    assert rows[1][5:] == ("-", "-", "-")


def test_profiles_give_the_costliest_first(tmp_path: Path) -> None:
    loops = [{"id": name, "line": 7, "launches": 2, "kernel_seconds": took} for name, took in (("a", 1), ("b", 3))]
    profile = tmp_path / "EP.S.opencl.json"
    profile.write_text(json.dumps({"regions": [{"file": "x/y.c", "loops": loops}]}), encoding="utf-8")
    assert [each.name for each in measured(profile)] == ["b", "a"]


def test_only_constant_ranges_are_counted() -> None:
    product = counted("CG", "S")["cg_conj_grad_3"]
    assert product.place.startswith("cg.c:")
    assert product.work_items == 1400 * 32
    assert counted("EP", "S")["ep_make_pairs_1"].accesses is not None


def test_a_page_keeps_its_text(tmp_path: Path) -> None:
    page = tmp_path / "EP.md"
    page.write_text("before\n<!-- kernels -->\nold\n<!-- end -->\nafter\n", encoding="utf-8")
    fill(page, {PLACE: pages.table(HEADINGS, [("k",) * 8])})
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n<!-- kernels -->\n| kernel |")
    assert text.endswith("| k |\n<!-- end -->\nafter\n")
    assert "old" not in text


def test_a_page_without_marks_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "EP.S.opencl.json"
    profile.write_text(json.dumps({"regions": []}), encoding="utf-8")
    (tmp_path / "EP.md").write_text("text\n", encoding="utf-8")
    assert main([str(profile), "--pages", str(tmp_path)]) == 2
    assert "EP.md: no <!-- kernels -->" in capsys.readouterr().err
    assert (tmp_path / "EP.md").read_text(encoding="utf-8") == "text\n"
