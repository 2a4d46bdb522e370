"""Places in pages that programs fill: what stands between `<!-- NAME -->` and `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

_PLACE = re.compile(r"(<!-- (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as it is in a page."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def fill(page: Path, texts: Mapping[str, str]) -> None:
    """Put texts into the places of their names; raises `ValueError` where the page lacks one."""
    before = page.read_text(encoding="utf-8")
    lacking = set(texts) - {match["name"] for match in _PLACE.finditer(before)}
    if lacking:
        raise ValueError(f"{page}: no <!-- {min(lacking)} --> with an <!-- end -->")

    def place(match: re.Match[str]) -> str:
        name = match["name"]
        return f"{match[1]}{texts[name]}{match[3]}" if name in texts else match[0]

    page.write_text(_PLACE.sub(place, before), encoding="utf-8")
