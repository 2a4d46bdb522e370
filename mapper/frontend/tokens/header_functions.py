"""Leaves out the functions of headers that a unit does not use: most of what there is to parse in many."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from mapper.frontend.tokens.lexer import NAME, PRAGMA, PUNCTUATOR, STRING, Lexeme

_WORD = re.compile(r"[^\W\d]\w*")
_ASSEMBLY = frozenset(["__asm__", "__asm", "asm"])
_GROUPS = _ASSEMBLY | {"__attribute__", "__attribute"}
_TAGGED = frozenset(["struct", "union", "enum"])
_OTHERS = frozenset(["typedef", "__typeof__", "__typeof", "typeof", "_Static_assert", "_Alignas", "{", "}", "="])
_STATIC = frozenset(["static"])
_INLINE = _STATIC | {"inline", "__inline", "__inline__"}
_KEEPING = re.compile(r"(?:__)?(?:constructor|destructor|used|retain|section|alias|ifunc|weakref)(?:__)?")
"""Attributes of functions that are there although no code names them."""

CALLED_BY_ANNOUNCEMENTS: Final = {
    **{"MPI_Type_size": 2, "MPI_Type_get_extent": 3, "MPI_Type_get_true_extent": 3},
    **{"MPI_Type_get_envelope": 5, "MPI_Type_get_contents": 7, "MPI_Type_free": 1},
}
"""Functions that the emitted program calls where messages are announced, with their numbers of parameters."""

_KEPT = frozenset(["malloc", "calloc", "free", *CALLED_BY_ANNOUNCEMENTS])
"""Functions that are declared although no code names them; calls of others become calls of the first three."""

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")

_INNER = r"[^()#;{}]++"
_BRACKETS = rf"\((?:{_INNER}|\((?:{_INNER}|\((?:{_INNER}|\((?:{_INNER})?\))*\))*\))*\)"
_MARKER = re.compile(r'\n# \d+ "(?P<file>(?:[^"\\\n]|\\.)*)"(?P<flags>[ \d]*)$', re.MULTILINE)
_PROTOTYPE = re.compile(
    rf"(?:__extension__\s+)?extern\s+(?:\w+[\s*]+)+(?P<name>\w+)\s*(?!\(\s*[*(]){_BRACKETS}"
    rf"(?:\s*(?:{'|'.join(sorted(_GROUPS, reverse=True))})\s*{_BRACKETS})*\s*;"
)
"""A prototype without markers in it."""
_EXTERN = re.compile(r"extern")
_EXTENSION = "__extension__"
_NEAR = 80  # characters, in which it is before `extern` if at all
_BLANKS = {ord(each): " " for each in map(chr, range(128)) if not (each.isalnum() or each == "_")}


@dataclass(frozen=True, slots=True)
class _Function:
    """A function that is declared or defined: its name, and where its lexemes begin and end."""

    name: str
    first: int
    end: int
    defined: bool


def without_unused_prototypes(text: str) -> str:
    """Preprocessed text with blanks for most prototypes of system headers that the rest does not name.

    Lexemes need not be made of them, which are most of what a few headers of the C library hold.
    """
    text = "\n" + text  # so that each line begins behind a newline
    found: list[re.Match[str]] = []
    rest: list[str] = []
    system_files: set[str] = set()
    at = 0
    markers = list(_MARKER.finditer(text))
    for marker, behind in zip_longest(markers, markers[1:]):
        flags = marker["flags"].split()
        if "1" in flags and "3" in flags:
            system_files.add(marker["file"])
        if marker["file"] in system_files:
            for match in _prototypes(text, marker.end(), behind.start() if behind else len(text)):
                if match["name"] not in _GROUPS and _ends_declaration(text, match.start()):
                    found.append(match)
                    rest.append(text[at : match.start()])
                    at = match.end()
    used = _KEPT.union(_words("".join([*rest, text[at:]])))
    kept: list[str] = []
    for match, before in zip(found, rest, strict=True):
        kept += before, match[0] if match["name"] in used else "\n" * match[0].count("\n")
    return "".join([*kept, text[at:]])[1:]


def _words(text: str) -> list[str]:
    """The words of a text; those of plain ASCII are found faster."""
    return text.translate(_BLANKS).split() if text.isascii() else _WORD.findall(text)


def _prototypes(text: str, begin: int, end: int) -> Iterator[re.Match[str]]:
    """The prototypes in a part of a text that are at the beginning of a line or behind another one."""
    for word in _EXTERN.finditer(text, begin, end):
        start = word.start()
        if start < begin:
            continue
        near = max(begin, start - _NEAR)
        before = near + len(text[near:start].rstrip()) - len(_EXTENSION)
        if before >= near and text.startswith("\n" + _EXTENSION, before - 1):
            start = before
        elif text[start - 1] != "\n" and text[start - 2 : start] != "; ":
            continue
        match = _PROTOTYPE.match(text, start, end)
        if match is not None:
            begin = match.end()
            yield match


def _ends_declaration(text: str, at: int) -> bool:
    """Whether a declaration or a file ends before the line that begins at a place, directives aside."""
    while at:
        begin = text.rfind("\n", 0, at - 1) + 1
        row = text[begin:at].strip()
        if row and row[0] != "#":
            return row[-1] in ";}"
        at = begin
    return True


def without_unused_functions(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The lexemes but for functions of headers that the rest does not name, not even in a pragma.

    Those are plain prototypes, and inline or static definitions.  What a definition names counts where it is named
    itself.  Kept as they are: what announcements call, types, variables, and declarations that are not plainly one
    function.  In headers that are not the system's so are functions with a pragma before or within them, those of
    which the linker is told more than the name, those whose type is the first to mention a tag, and definitions
    that are not static: other units may call them.
    """
    found = _functions(lexemes)
    if not found:
        return list(lexemes)
    by_name: defaultdict[str, list[_Function]] = defaultdict(list)
    for each in found:
        if each.defined:
            by_name[each.name].append(each)
    used: set[str] = set()
    new = set(_KEPT)
    at = 0
    for first, end in [*((each.first, each.end) for each in found), (len(lexemes), len(lexemes))]:
        new |= _names(lexemes[at:first])
        at = end
    while new:
        used |= new
        named = [_names(lexemes[each.first : each.end]) for name in new for each in by_name.get(name, ())]
        new = set[str]().union(*named) - used
    kept: list[Lexeme] = []
    at = 0
    for each in found:
        if each.name not in used:
            kept += lexemes[at : each.first]
            at = each.end
    return kept + list(lexemes[at:])


def _names(lexemes: Iterable[Lexeme]) -> set[str]:
    """The names in some code; strings may be names for the linker."""
    found = {lexeme.text.strip('"') for lexeme in lexemes if lexeme.kind in (NAME, STRING)}
    return found.union(*(_WORD.findall(lexeme.text) for lexeme in lexemes if lexeme.kind == PRAGMA))


def _functions(lexemes: Sequence[Lexeme]) -> list[_Function]:
    """The functions that may be left out, in their order."""
    found: list[_Function] = []
    tags: set[str] = set()
    mentioned: set[str] = set()
    first, depth, body, directed, behind = 0, 0, 0, False, False
    for index, lexeme in enumerate(lexemes):
        text = lexeme.text
        if lexeme.kind == PRAGMA:
            directed = True
            if depth == 0:
                first = index + 1
        elif lexeme.kind == PUNCTUATOR:
            if depth == 0 and text == "{":
                body = index
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth == 0 and text in (";", "}"):
                defined = text == "}"
                head = lexemes[first : body if defined else index]
                name = "" if behind else _declared(head)
                system = lexeme.system and lexemes[first].system
                left = bool(name) and not (defined and _is_kept(head, _INLINE if system else _STATIC))
                if left and not system:
                    left = bool(lexeme.reading) and not directed and mentioned <= tags and not _is_linked(head)
                if left:
                    found.append(_Function(name, first, index + 1, defined))
                else:
                    tags |= mentioned
                behind = defined and not name  # a type or a list of values, which more of its declaration follows
                first, directed = index + 1, False
                mentioned = set()
        elif depth == 0 and text in _TAGGED and index + 1 < len(lexemes):
            mentioned.add(lexemes[index + 1].text)
    return found


def _is_linked(head: Sequence[Lexeme]) -> bool:
    """Whether a declaration says something to the linker beside the function's name."""
    return any(each.text in _ASSEMBLY or _KEEPING.fullmatch(each.text) for each in head)


def _is_kept(head: Sequence[Lexeme], left_out: frozenset[str]) -> bool:
    """Whether a function must be there although no code names it, as it has no word of those that are left out."""
    words = {lexeme.text for lexeme in head}
    return not words & left_out or any(map(_KEEPING.fullmatch, words))


def _declared(declaration: Sequence[Lexeme]) -> str:
    """The function that a declaration is a plain prototype of; empty where it may be anything else."""
    name, named, depth, attribute = "", False, 0, False
    if len(declaration) < 3 or declaration[0].kind != NAME:
        return ""
    for lexeme in declaration:
        text = lexeme.text
        if text in _OTHERS or lexeme.kind == PRAGMA:
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
