"""The words of a pragma, and what they are parts of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

END = "end of line"
_WORDS = re.compile(
    r"""\s*(?:
        (?P<punctuation>->|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|\.\.\.|&&|\|\||\.(?![0-9])|[-+*/%&|^<>=!~()\[\]{},:?;])
      | (?P<constant>(?:[LuU]|u8)?"(?:\\.|[^"\\])*"|[LuU]?'(?:\\.|[^'\\])*'
          |\.?[0-9](?:[eEpP][-+]|'[A-Za-z_0-9]|[A-Za-z_0-9.])*)
      | (?P<name>(?!\d)[\w$]+)
      | (?P<rest>(?:.|\n)+)
    )""",
    re.VERBOSE,
)


class Token(str):
    """A token: its kind (`name`, `constant`, `punctuation`, `rest`, `END`) and its offset."""

    __slots__ = ("kind", "start")

    kind: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self)


def describe(token: Token) -> str:
    """A token as gcc names it: 'i' for a word, ')' token for punctuation, and the kinds of constants."""
    if token.kind == END:
        return END
    if token.kind == "name":
        return f"'{token}'"
    if token.kind == "constant":
        kinds = {'"': "string constant", "'": "character constant"}
        return kinds.get(token[-1], "numeric constant")
    return f"'{token}' token"


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """A part of a directive: the name of the rule, the parts that have a meaning, and the offsets of its text."""

    data: str
    children: tuple[Branch | Token, ...]
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text, and one for its end; what is no token in C is one to the end of the text."""
    found = []
    for match in _WORDS.finditer(text.rstrip()):
        kind = match.lastgroup or ""
        found.append(_token(match[kind], kind, match.start(kind)))
    found.append(_token("", END, len(text.rstrip())))
    return found


def _token(text: str, kind: str, start: int) -> Token:
    made = Token(text)
    made.kind, made.start = kind, start
    return made


def branch(tree: Branch, number: int) -> Branch:
    """The child of this number, which is a branch."""
    child = tree.children[number]
    assert isinstance(child, Branch)
    return child


def token_at(tree: Branch, number: int) -> Token:
    """The child of this number, which is a token."""
    child = tree.children[number]
    assert isinstance(child, Token)
    return child


def branches(tree: Branch, data: str | None = None) -> Iterator[Branch]:
    """The children of a branch that are branches, all or those of one rule."""
    for child in tree.children:
        if isinstance(child, Branch) and (data is None or child.data == data):
            yield child
