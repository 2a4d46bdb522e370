"""Which GNU attributes matter to the compiler, and the words of declarations around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from mapper.frontend.tokens.lexer import NAME, Lexeme
from mapper.frontend.tokens.macros import behind_bracket

LAYOUT_ATTRIBUTES: Final = frozenset(
    ("packed", "aligned", "scalar_storage_order", "ms_struct", "gcc_struct", "align", "warn_if_not_aligned")
)
"""Attributes that move members of a struct."""

MEANINGFUL_ATTRIBUTES: Final = LAYOUT_ATTRIBUTES | {"cleanup", "may_alias", "vector_size"}
"""Attributes without which a printed declaration would be another one."""

MODES: Final = {
    "QI": "signed char",
    "byte": "signed char",
    "HI": "short",
    "SI": "int",
    "DI": "long",
    "word": "long",
    "pointer": "long",
    "unwind_word": "long",
    "SF": "float",
    "DF": "double",
    "XF": "long double",
    "TF": "long double",
    "TI": "__int128",
}
"""The standard type for each machine mode of `__attribute__((mode(...)))`."""

STORAGE_WORDS: Final = frozenset(
    "typedef static extern register auto inline const volatile restrict _Thread_local".split()
)
BASE_WORDS: Final = frozenset(
    "void char short int long float double signed unsigned __signed__ _Bool _Complex __int128".split()
)

LOOSE: Final = {2: "_Complex char", 4: "_Complex short", 8: "_Complex int"}
"""What represents types of numbers that may be at any address, by their size."""

_SIZES: Final = {"double": 8, "long": 8, "short": 2, "char": 1, "float": 4, "int": 4, "unsigned": 4, "signed": 4}
_NAMED: Final = re.compile(r"(?:__)?u?int(8|16|32|64)_t|(?:s?size_t|u?intptr_t|ptrdiff_t)")

_HIDDEN: Final = frozenset(("cleanup", "constructor", "destructor", "ifunc"))


def hidden_attributes(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """The attributes by which a function runs though it is never called."""
    found: set[str] = set()
    if _HIDDEN.isdisjoint(text.strip("_") for text in {lexeme.text for lexeme in lexemes}):
        return frozenset()
    depth = 0  # of brackets, in an attribute
    for before, lexeme in pairwise(lexemes):
        text = lexeme.text
        if depth:
            depth += (text in ("(", "[")) - (text in (")", "]"))
            if text.strip("_") in _HIDDEN:
                found.add(text.strip("_"))
        elif before.text in ("__attribute__", "__attribute") and text == "(":
            depth = 1
        elif before.text == text == "[":
            depth = 2
    return frozenset(found)


def is_number_name(word: str) -> bool:
    """Whether a word is the name that the standard library gives to a type of integers."""
    return _NAMED.fullmatch(word) is not None


def number_size(words: Sequence[str]) -> int:
    """The size in bytes of the type of numbers that a declaration's words name; 0 where they name another one."""
    if "*" in words or "(" in words:
        return 0
    for word, size in _SIZES.items():
        if word in words:
            return 16 if word == "double" and "long" in words else size
    named = next((found for word in words if (found := _NAMED.fullmatch(word))), None)
    return 0 if named is None else int(named[1] or 64) // 8


def alignment(group: list[Lexeme]) -> str:
    """The alignment that a group with `aligned(n)` asks for, as an expression; empty where it is not so simple."""
    words = [lexeme.text for lexeme in group]
    at = next(number for number, word in enumerate(words) if word.strip("_") == "aligned") + 1
    if words[at] != "(":  # the largest that the processor has a use for
        return ""
    found = words[at : behind_bracket(words, at)]
    return "" if any(word.startswith("__") for word in found) else " ".join(found)  # GNU's words


def attribute_names(group: list[Lexeme]) -> dict[str, str]:
    """The attributes in `((a, b(c)))`, without surrounding underscores, each with its first argument word."""
    names: dict[str, str] = {}
    depth, current = 0, ""
    for lexeme in group:
        if lexeme.text == "(":
            depth += 1
        elif lexeme.text == ")":
            depth -= 1
        elif lexeme.kind == NAME and depth <= 2:
            current = lexeme.text.strip("_")
            names[current] = ""
        elif current and not names[current]:
            names[current] = lexeme.text
    return names
