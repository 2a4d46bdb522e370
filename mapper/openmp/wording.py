"""Syntax errors in directives, in the words that gcc uses: what was expected, and before what."""

from __future__ import annotations

import re

from lark import Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

_OPERATORS = "expected '+', '*', '-', '&', '^', '|', '&&', '||' or identifier"


def place_of(error: UnexpectedInput, text: str) -> int:
    """The offset of the offending word; the end of the text where something is missing there."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(text.rstrip())
    return error.pos_in_stream or 0


def message(error: UnexpectedInput) -> str:
    """The sentence for a syntax error."""
    if isinstance(error, UnexpectedToken):
        accepted = set(error.accepts) if error.interactive_parser else set(error.expected)
        return f"{_expected(accepted)} before {describe(error.token)}"
    assert isinstance(error, UnexpectedCharacters)
    return f"stray '{error.char}' in directive"


def _expected(accepted: set[str]) -> str:
    if "NUMBER" in accepted:
        return "expected ')'" if "RPAR" in accepted else "expected expression"
    if "OPERATION" in accepted:
        return _OPERATORS
    if "PRIVATE" in accepted or "$END" in accepted:
        return "expected '#pragma omp' clause" if "PRIVATE" in accepted else "expected end of line"
    if "RPAR" in accepted:
        return "expected ')'"
    if accepted == {"LPAR"}:
        return "expected '('"
    if "COLON" in accepted:
        return "expected ':'"
    if "NAME" in accepted:
        return "expected identifier"
    return "expected " + _alternatives(sorted(f"'{name.lower()}'" for name in accepted))


def _alternatives(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def describe(token: Token) -> str:
    """A token as gcc names it: 'i' for a word, ')' token for punctuation, and the kinds of constants."""
    if token.type == "$END":
        return "end of line"
    text = str(token)
    if re.match(r"(?!\d)[\w$]+$", text):
        return f"'{text}'"
    if re.match(r"\.?\d", text):
        return "numeric constant"
    if text.endswith('"'):
        return "string constant"
    if text.endswith("'"):
        return "character constant"
    return f"'{text}' token"
