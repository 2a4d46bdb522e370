"""What is known of the macros that are defined at a place: their form, and how many lexemes a use makes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mapper.frontend.tokens.lexer import TOKEN_PATTERN, MacroEvent

_OBJECT_LIKE = (
    "__LINE__ __FILE__ __DATE__ __TIME__ __TIMESTAMP__ __COUNTER__ __INCLUDE_LEVEL__ __BASE_FILE__ __FILE_NAME__"
)
_FUNCTION_LIKE = "_Pragma __has_include __has_attribute __has_builtin"
_PRAGMA_OPERATOR = "_Pragma"
_TOKEN = re.compile(TOKEN_PATTERN)


class Macros:
    """The macros that are defined at a place of the preprocessed text."""

    def __init__(self) -> None:
        self._known = {name: MacroEvent(0, name, False, " 0") for name in _OBJECT_LIKE.split()}
        self._known |= {name: MacroEvent(0, name, True) for name in _FUNCTION_LIKE.split()}

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def apply(self, event: MacroEvent) -> None:
        """Take account of a definition or its end."""
        if event.function_like is None:
            self._known.pop(event.name, None)
        else:
            self._known[event.name] = event

    def is_function_like(self, name: str) -> bool:
        """Whether a macro is function-like itself: then its name alone is no use of it."""
        return bool(self._known[name].function_like)

    def takes_arguments(self, name: str) -> bool:
        """Whether `(` behind a macro begins arguments: it is function-like, or another name of one that is."""
        seen: set[str] = set()
        while name in self._known and name not in seen:
            if self._known[name].function_like:
                return True
            seen.add(name)
            name = self._known[name].last
        return False

    def length(self, name: str) -> int | None:
        """How many lexemes each use of a macro makes; None where that depends on its arguments.

        `_Pragma("...")` makes one, whatever it says.
        """
        return self._length(name, frozenset())

    def _length(self, name: str, inside: frozenset[str]) -> int | None:
        if name == _PRAGMA_OPERATOR:
            return 1
        macro = self._known[name]
        words = [match[0] for match in _TOKEN.finditer(macro.definition)]
        if name in inside or (macro.function_like and not macro.definition):
            return None
        parameters: Sequence[str] = ()
        if macro.function_like:
            end = words.index(")")
            parameters, words = ["__VA_ARGS__", *words[:end]], words[end + 1 :]
        return self._body_length(words, parameters, inside | {name})

    def _body_length(self, words: Sequence[str], parameters: Sequence[str], inside: frozenset[str]) -> int | None:
        """The length of what a macro's text makes."""
        count = at = 0
        while at < len(words):
            word = words[at]
            at += 1
            if word in parameters or "#" in word:
                return None
            if word not in self._known:
                count += 1
                continue
            made = self._length(word, inside)
            if made is None:
                return None
            count += made
            if self._known[word].function_like:
                if words[at : at + 1] != ["("]:
                    return None
                at = behind_bracket(words, at)
        return count


def lengths(macros: Macros, names: Sequence[str], whole: int) -> list[int] | None:
    """How many of the `whole` lexemes that several uses make together each of them makes; None if not known."""
    known = [macros.length(name) for name in names]
    rest = whole - sum(length or 0 for length in known)
    if rest < 0 or known.count(None) > 1 or (rest and None not in known):
        return None
    return [rest if length is None else length for length in known]


def behind_bracket(words: Sequence[str], at: int) -> int:
    """The number of the word behind the bracket that closes what opens at a place; of the end, if none does."""
    depth = 0
    while at < len(words):
        depth += {"(": 1, ")": -1}.get(words[at], 0)
        at += 1
        if depth == 0:
            break
    return at
