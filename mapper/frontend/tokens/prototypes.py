"""Leaves out the prototypes of system headers that a unit does not use: most of what there is to parse in many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mapper.frontend.tokens.lexer import NAME, PRAGMA, PUNCTUATOR, Lexeme

_WORD = re.compile(r"[^\W\d]\w*")
_GROUPS = frozenset(["__attribute__", "__attribute", "__asm__", "__asm", "asm"])
_OTHERS = frozenset(["typedef", "__typeof__", "__typeof", "typeof", "_Static_assert", "_Alignas", "{", "}", "="])
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def without_unused_prototypes(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The lexemes but for prototypes of system headers whose names stand nowhere else, not even in a pragma.

    Kept as they are: definitions, types, variables, and declarations that are not plainly one prototype.
    """
    found = _prototypes(lexemes)
    if not found:
        return list(lexemes)
    used: set[str] = set()
    at = 0
    for first, end, _ in [*found, (len(lexemes), len(lexemes), "")]:
        for lexeme in lexemes[at:first]:
            if lexeme.kind == NAME:
                used.add(lexeme.text)
            elif lexeme.kind == PRAGMA:
                used.update(_WORD.findall(lexeme.text))
        at = end
    kept: list[Lexeme] = []
    at = 0
    for first, end, name in found:
        if name not in used:
            kept += lexemes[at:first]
            at = end
    return kept + list(lexemes[at:])


def _prototypes(lexemes: Sequence[Lexeme]) -> list[tuple[int, int, str]]:
    """Where prototypes of system headers begin and end, and the functions that they declare."""
    found: list[tuple[int, int, str]] = []
    first, depth = 0, 0
    for index, lexeme in enumerate(lexemes):
        if lexeme.kind == PRAGMA:
            if depth == 0:
                first = index + 1
        elif lexeme.kind == PUNCTUATOR:
            depth += (lexeme.text in _OPENING) - (lexeme.text in _CLOSING)
            if depth == 0 and lexeme.text in (";", "}"):
                if lexeme.text == ";" and lexeme.system and lexemes[first].system:
                    name = _declared(lexemes[first:index])
                    if name:
                        found.append((first, index + 1, name))
                first = index + 1
    return found


def _declared(declaration: Sequence[Lexeme]) -> str:
    """The function that a declaration is a plain prototype of; empty where it may be anything else."""
    name, named, depth, attribute = "", False, 0, False
    for lexeme in declaration:
        text = lexeme.text
        if text in _OTHERS or not lexeme.system or lexeme.kind == PRAGMA:
            return ""
        if depth == 0 and text in _GROUPS:
            attribute = True
        elif text == "(":
            if depth == 0 and not attribute:
                if named or not name:
                    return ""
                named = True
            depth += 1
        elif text == ")":
            depth -= 1
            if depth == 0:
                attribute = False
        elif depth == 0 and not named and (lexeme.kind == NAME or text == "*"):
            name = text if lexeme.kind == NAME else ""
        elif depth == 0 and text != "__extension__" and not attribute:
            return ""  # a list of declarators, or an array
    return name if named else ""
