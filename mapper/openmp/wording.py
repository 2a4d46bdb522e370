"""How gcc names the tokens of a directive in its messages."""

from __future__ import annotations

from mapper.openmp.tree import END, Token


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
