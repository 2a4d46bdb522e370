"""What each code means and what to do about it, as the page on remarks has it.

`remarks.txt` is the page `docs/remarks.md`; it comes with the package.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mapper.codes import ALL

WIDTH = 100

_PAGE = Path(__file__).with_name("remarks.txt")
_SECTION = re.compile(r"^### (K\d{3}): [^\n]*\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| ([EW]\d{3}) \| (.*?) \| (.*?) \|$", re.MULTILINE)
_FAULTS = re.compile(r"^## Faults of mapper\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^```c\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_TODO = "*What to do:*"
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code's sentence, why it is so, a program that shows it (may be empty), and what to do."""

    code: str
    title: str
    why: str
    example: str
    todo: str

    def text(self) -> str:
        """The explanation for a terminal."""
        parts = [f"{self.code}: {self.title}"]
        parts += [_filled(paragraph) for paragraph in self.why.split("\n\n") if paragraph not in ("", self.title)]
        if self.example:
            parts.append("For example:\n\n" + textwrap.indent(self.example.rstrip("\n"), "    "))
        if self.todo:
            parts.append(_filled(f"What to do: {self.todo}"))
        return "\n\n".join(parts) + "\n"


@cache
def explanations() -> dict[str, Explanation]:
    """All codes' explanations."""
    page = _PAGE.read_text(encoding="utf-8")
    found = {}
    for code, body in _SECTION.findall(page):
        example = _EXAMPLE.search(body)
        rest, _, todo = _EXAMPLE.sub("", body).partition(_TODO)
        todo, _, more = todo.partition("\n\n")
        why = "\n\n".join(part.strip() for part in (rest, more) if part.strip())
        found[code] = Explanation(code, ALL[code], _plain(why), example[1] if example else "", _plain(todo))
    for code, meaning, todo in _ROW.findall(page):
        found[code] = Explanation(code, ALL[code], _plain(meaning), "", _plain(todo))
    for body in _FAULTS.findall(page):
        found["I001"] = Explanation("I001", ALL["I001"], _plain(body), "", "")
    return found


def _plain(text: str) -> str:
    """Text without the marks of links."""
    return _LINK.sub(r"\1", text).strip()


def _filled(paragraph: str) -> str:
    return textwrap.fill(" ".join(paragraph.split()), WIDTH, break_long_words=False, break_on_hyphens=False)
