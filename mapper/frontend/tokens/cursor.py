"""Lexemes that are read one after the other while others are written in their places."""

from __future__ import annotations

from mapper.frontend.tokens.lexer import NAME, NUMBER, PUNCTUATOR, STRING, Lexeme


def like(model: Lexeme, text: str) -> list[Lexeme]:
    """Lexemes with the given text (words separated by blanks) at the place of another."""
    return [
        Lexeme(
            word,
            _kind(word),
            model.file,
            model.line,
            model.column,
            model.expanded,
            model.system,
            at=model.at,
            reading=model.reading,
        )
        for word in text.split()
    ]


def _kind(word: str) -> str:
    if word[0].isalpha() or word[0] == "_":
        return NAME
    if word[0].isdigit():
        return NUMBER
    return STRING if word[0] == '"' else PUNCTUATOR


class Cursor:
    """What is read (`lexemes`, of which `at` is the next one), and what has been written so far (`out`)."""

    def __init__(self, lexemes: list[Lexeme]) -> None:
        self.lexemes = lexemes
        self.at = 0
        self.out: list[Lexeme] = []

    def peek(self, distance: int = 0) -> str:
        """The text of what comes next, or behind that; empty at the end."""
        at = self.at + distance
        return self.lexemes[at].text if at < len(self.lexemes) else ""

    def last(self, distance: int = 1) -> str:
        """The text of what was written last, or before that; empty at the beginning."""
        return self.out[-distance].text if len(self.out) >= distance else ""

    def write(self, model: Lexeme, text: str) -> None:
        """Write words at the place of a lexeme."""
        self.out += like(model, text)

    def group(self) -> list[Lexeme]:
        """Take the bracketed group that comes next; empty if there is none."""
        if self.peek() != "(":
            return []
        start, depth = self.at, 0
        while self.at < len(self.lexemes):
            depth += {"(": 1, ")": -1}.get(self.lexemes[self.at].text, 0)
            self.at += 1
            if depth == 0:
                break
        return self.lexemes[start : self.at]

    def skip_to(self, closing: str) -> None:
        """Go past the bracket that closes the one that comes next."""
        depth = 0
        while self.at < len(self.lexemes):
            text = self.lexemes[self.at].text
            depth += (text in "([{") - (text in ")]}")
            self.at += 1
            if depth == 0 and text == closing:
                return
