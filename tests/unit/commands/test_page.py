"""`mapper report`: the page holds the source, the verdicts and the times of both sides, and is well formed."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mapper.cli import exit_code

PROGRAM = """\
#include <stdio.h>
static double a[100];
int main(int argc, char **argv)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[i] = i < argc;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        printf("<b>%g</b>", a[i]);
    return argv == 0;
}
"""
OPEN = {"meta", "td", "tr", "th"}  # elements that HTML closes by itself


class Page(HTMLParser):
    """The rows of a page's source, and whether its elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.rows: list[tuple[str, str]] = []
        self.links: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "tr":
            self.rows.append((named.get("class") or "", ""))
        self.links |= {str(named["href"]).removeprefix("#")} if "href" in named else set()
        self.ids |= {str(named["id"])} if "id" in named else set()
        assert tag not in ("script", "b")
        if tag not in OPEN:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.rows:
            kind, text = self.rows[-1]
            self.rows[-1] = (kind, text + data)


def _profile(path: Path, side: str) -> None:
    none, some = {"calls": 0, "seconds": 0.0}, {"calls": 2, "seconds": 0.004 if side == "cpu" else 0.001}
    cost = {"count": 0, "bytes": 0, "seconds": 0.0}
    region = {
        "id": "p_main_1",
        "path": None,
        "cpu": some if side == "cpu" else none,
        "opencl": some if side == "opencl" else none,
        "kernel": cost,
        "upload": cost,
        "download": cost,
        "loops": [{"id": "p_main_1", "launches": 2 * (side == "opencl"), "kernel_seconds": 0.0, "refused": 0}],
    }
    path.write_text(json.dumps({"regions": [region]}))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program, profiles of both sides, and a user without models."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "p.c").write_text(PROGRAM)
    for side in ("cpu", "opencl"):
        _profile(tmp_path / f"{side}.json", side)
    return tmp_path


def _read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    assert page.stack == []
    return page


def test_source_verdicts_and_times(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["report", "p.c", "--profile", "cpu.json", "--profile=opencl.json"]) == 0
    assert capsys.readouterr().out == "mapper: wrote report.html\n"
    page = _read(folder / "report.html")
    assert page.links == page.ids == {"p_main_1", "p_main_2"}
    source = [(kind, text) for kind, text in page.rows if text.lstrip()[:1].isdigit()]
    assert len(source) == PROGRAM.count("\n")
    assert [(number + 1, kind) for number, (kind, _) in enumerate(source) if kind] == [(5, "device"), (8, "kept")]
    assert "can run on the device · OpenMP 4 ms in 2 calls, OpenCL 1 ms in 2 calls" in source[4][1]
    assert "Transformations" in source[4][1]
    assert "stays on the CPU: `printf` can't be called on the device [K004]" in source[7][1]
    assert '"<b>%g</b>"' in source[9][1]


def test_without_a_profile(folder: Path) -> None:
    assert exit_code(["report", "p.c", "-o", "page.html", "-O2"]) == 0
    text = (folder / "page.html").read_text(encoding="utf-8")
    assert "Times need a profile" in text
    assert "<th>OpenMP" not in text
    for rule in ("prefers-color-scheme: dark", "max-width: 50rem", "print"):
        assert re.search(rf"@media \(?{rule}\)? {{", text), f"no rules for {rule}"
    _read(folder / "page.html")


def test_what_can_not_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["report", "p.c", "-o", "nowhere/page.html"]) == 1
    assert exit_code(["report", "p.c", "-o", "p.c"]) == 2
    assert exit_code(["report"]) == 2
    said = capsys.readouterr().err
    assert "there is no directory nowhere" in said
    assert "would overwrite a source file" in said
    assert "no input files" in said
