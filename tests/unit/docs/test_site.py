"""The site of the pages: its navigation has every page, and its links lead to pages of the site."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[3] / "docs"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("site_hooks", DOCS / "site_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HOOKS = _load()
OUTSIDE = HOOKS.outside_pages()
PAGES = [*sorted(DOCS.rglob("*.md")), *OUTSIDE]


def test_the_navigation_has_every_page_once() -> None:
    places: list[str] = []
    for section in HOOKS.navigation((DOCS / "index.md").read_text(encoding="utf-8")):
        (content,) = section.values()
        entries = content if isinstance(content, list) else [content]
        places += [next(iter(each.values())) if isinstance(each, dict) else each for each in entries]
    assert sorted(places) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_pages_beside_the_folder_are_taken() -> None:
    assert DOCS.parent / "mapper" / "ARCHITECTURE.md" in OUTSIDE
    assert all(not page.is_relative_to(DOCS) for page in OUTSIDE)


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(DOCS.parent)) for page in PAGES])
def test_links_hold_in_the_site(page: Path) -> None:
    places = {HOOKS.place_of(each, OUTSIDE) for each in PAGES}
    own = HOOKS.place_of(page, OUTSIDE)
    text = HOOKS.relinked(page.read_text(encoding="utf-8"), page, OUTSIDE)
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"(?<!!)\]\(([^)\s#]+)(?:#[^)]*)?\)", plain):
        if target.startswith("https://"):
            continue
        place = os.path.normpath(os.path.join(os.path.dirname(own), target))
        assert place in places or (DOCS / place).is_file(), f"{page}: {target}"


def test_links_that_lead_nowhere_become_text() -> None:
    text = "[data](../data/README.md)\n\n    [code](../data/none.csv)\n\n[up](https://example.org) [same](#a)\n"
    found = HOOKS.relinked(text, DOCS / "ci.md", [])
    assert found == text.replace("[data](../data/README.md)", "data")


def test_wide_tables_scroll_on_a_phone() -> None:
    (style,) = re.findall(r"^extra_css: \[(.*)\]$", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    rules = (DOCS / style).read_text(encoding="utf-8")
    assert re.search(r"@media \(max-width: [^{]*{\s*\[role=\"main\"\] table {[^}]*overflow-x: auto", rules)
