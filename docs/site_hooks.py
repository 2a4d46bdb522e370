"""Hooks of mkdocs: the navigation is that of `index.md`, and links out of `docs/` lead to pages of the site or go.

Pages of the repository beside `docs/` that its pages name become pages of the site, in the folder `source`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SOURCE = "source"
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^## (.*)$")
_CODE = re.compile(r"(^```[\s\S]*?^```|^(?: {4}.*\n)+)", re.MULTILINE)
_PUBLIC = ("https://", "http://", "mailto:")


def navigation(index: str) -> list[dict[str, Any]]:
    """The sections of the index with their pages, and the decisions."""
    found: list[dict[str, Any]] = [{"mapper": "index.md"}]
    for line in index.splitlines():
        if heading := _HEADING.match(line):
            found.append({heading[1]: []})
        elif line.startswith("| [") and len(found) > 1:
            pages = [{text: target} for text, target in _LINK.findall(line) if target.endswith(".md")]
            next(iter(found[-1].values())).extend(page for page in pages if not _is_outside(page))
    decisions = sorted((DOCS / "decisions").glob("*.md"))
    found.append({"Decisions": [f"decisions/{path.name}" for path in decisions]})
    return [section for section in found if next(iter(section.values()))]


def _is_outside(page: dict[str, str]) -> bool:
    return next(iter(page.values())).startswith("../")


def outside_pages() -> list[Path]:
    """The pages beside `docs/` that its pages name."""
    found = {}
    for page in sorted(DOCS.rglob("*.md")):
        for target in _targets(page.read_text(encoding="utf-8")):
            path = Path(os.path.normpath(page.parent / target.partition("#")[0]))
            if path.suffix == ".md" and path.is_file() and not path.is_relative_to(DOCS):
                found[path] = None
    return list(found)


def _targets(markdown: str) -> Iterator[str]:
    for _, target in _LINK.findall(markdown):
        if not target.startswith((*_PUBLIC, "#")):
            yield target


def place_of(path: Path, outside: list[Path]) -> str | None:
    """Where a file of the repository is in the site's sources; None where it is no part of it."""
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix() if path.is_file() else None
    return f"{SOURCE}/{path.relative_to(ROOT).as_posix()}" if path in outside else None


def relinked(markdown: str, page: Path, outside: list[Path]) -> str:
    """The text of a page of the repository with links that hold in the site; others become plain text."""
    own = place_of(page, outside)
    assert own is not None, page

    def changed(match: re.Match[str]) -> str:
        text, target = match[1], match[2]
        if target.startswith((*_PUBLIC, "#")):
            return match[0]
        file, mark, anchor = target.partition("#")
        place = place_of(Path(os.path.normpath(page.parent / file)), outside)
        return text if place is None else f"[{text}]({os.path.relpath(place, os.path.dirname(own))}{mark}{anchor})"

    parts = _CODE.split(markdown)
    return "".join(part if _CODE.fullmatch(part) else _LINK.sub(changed, part) for part in parts)


# ---- what mkdocs calls ------------------------------------------------------------------------------------------


def on_config(config: Any) -> Any:
    """The navigation."""
    config.nav = navigation((DOCS / "index.md").read_text(encoding="utf-8"))
    config.nav.append({"Source": [place_of(path, outside_pages()) for path in outside_pages()]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """The pages beside `docs/`."""
    from mkdocs.structure.files import File

    for path in outside_pages():
        place = place_of(path, outside_pages())
        files.append(File.generated(config, place, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The links of a page."""
    place = page.file.src_uri
    outside = place.startswith(f"{SOURCE}/")
    path = ROOT / place.removeprefix(f"{SOURCE}/") if outside else DOCS / place
    return relinked(markdown, path, outside_pages())
