"""gcc's response files: `@file` represents the words in it.  `mapper-cc` must start fast: no imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_BLANKS = " \t\n\r\f\v"


def expanded(arguments: Sequence[str], depth: int = 0) -> Iterator[str]:
    """The words, with those of `@file` in its place, as gcc does it; a file that can't be read stays a word."""
    for argument in arguments:
        text = text_of_file(argument[1:]) if argument.startswith("@") and depth < 100 else None
        if text is None:
            yield argument
        else:
            yield from expanded(split(text), depth + 1)


def response_text(words: Sequence[str]) -> str:
    """A response file that holds these words."""
    special = _BLANKS + "\\'\""
    return "".join("".join("\\" + char if char in special else char for char in word) + "\n" for word in words)


def text_of_file(path: str) -> str | None:
    """A file's text with its own line ends, or None; bytes that are not UTF-8 become surrogates."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except OSError:
        return None


def split(text: str) -> list[str]:
    """Words apart at blanks; quotes of both kinds group, and a backslash takes the next character as it is."""
    words: list[str] = []
    word: list[str] | None = None
    quote = ""
    characters = iter(text)
    for char in characters:
        if char == "\\":
            word = [*(word or []), next(characters, "")]
        elif quote:
            if char == quote:
                quote = ""
            else:
                word = [*(word or []), char]
        elif char in "'\"":
            quote, word = char, word or []
        elif char in _BLANKS:
            if word is not None:
                words.append("".join(word))
            word = None
        else:
            word = [*(word or []), char]
    return words if word is None else [*words, "".join(word)]
