"""What changes the layout of types: attributes, alignments and `#pragma pack`, noted where types are written.

Alignments are noted by bit-fields whose width they are: `markers.ALIGNED` for that of a struct,
`markers.NEXT_ALIGNED` before a member, `markers.NEXT_TYPE` for that of a member's type, `markers.PACK` for the
largest of a struct's members.  `markers.PACKED` and `markers.NEXT_PACKED` represent `packed`.
A struct with another layout gets the bit-field `markers.LAYOUT`, an enumeration a constant of that name, and
vector types are given as complex integers, because these and such structs have no device version.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from mapper.frontend.gnu import markers
from mapper.frontend.gnu.attributes import (
    BASE_WORDS,
    LAYOUT_ATTRIBUTES,
    LOOSE,
    MEANINGFUL_ATTRIBUTES,
    MODES,
    STORAGE_WORDS,
    alignment,
    attribute_names,
    is_number_name,
    number_size,
)
from mapper.frontend.tokens.cursor import Cursor, like
from mapper.frontend.tokens.lexer import NAME, NUMBER, Lexeme

_ATTRIBUTE_WORDS = ("__attribute__", "__attribute")
_PACK = re.compile(r"#pragma pack\s*\(([^)]*)\)")


@dataclass(slots=True)
class _Changes:
    """What attributes change of a type or a member."""

    packed: bool = False
    alignment: str = ""
    other: bool = False
    of_type: bool = False
    """Whether the alignment is that of a member's type."""

    def note(self, group: list[Lexeme]) -> None:
        """Take note of `((packed))`, `((aligned(n)))` or others."""
        names = LAYOUT_ATTRIBUTES.intersection(attribute_names(group))
        own = alignment(group) if "aligned" in names else ""
        other = not names <= {"packed", "aligned"} or ("aligned" in names and not own)
        self.add(_Changes("packed" in names, own, other))

    def add(self, more: _Changes) -> None:
        """Take note of what another group of attributes changes."""
        self.packed |= more.packed
        self.other |= more.other or bool(self.alignment and more.alignment)
        self.alignment = more.alignment or self.alignment


@dataclass(slots=True)
class _Brace:
    """An open brace: of a "struct", an "enum", "data", or else ""."""

    kind: str
    changes: _Changes


class Layouts:
    """Follows the braces of a text; `short_enums` and `packed` are as in `normalise.Dialect`."""

    def __init__(self, cursor: Cursor, *, short_enums: bool, packed: bool) -> None:
        self.cursor = cursor
        self.braces: list[_Brace] = []
        self._short_enums = short_enums
        self._next = _Changes()  # of the type that is about to begin
        self._typedefs: dict[str, str] = {}  # the alignments of types that have one of their own
        self._unpacked = "1" if packed else ""  # what `#pragma pack()` goes back to
        self._pack: list[str] = [self._unpacked]

    @property
    def in_data(self) -> bool:
        """Whether an initialiser in braces is being written."""
        return bool(self.braces) and self.braces[-1].kind == "data"

    @property
    def _struct(self) -> _Changes | None:
        """What changes of the struct whose members are being written; None elsewhere."""
        return self.braces[-1].changes if self.braces and self.braces[-1].kind == "struct" else None

    def open_brace(self, lexeme: Lexeme) -> None:
        """A brace opens: of a type, of an initialiser or of code."""
        last = self.cursor.last
        kind = ""
        if last() in ("struct", "union") or last(2) in ("struct", "union"):
            kind = "struct"
        elif "enum" in (last(), last(2)):
            kind = "enum"
        elif last() == "=" or self.in_data:
            kind = "data"
        self.braces.append(_Brace(kind, self._next if kind in ("struct", "enum") else _Changes()))
        self._next = _Changes()
        self.cursor.out.append(lexeme)

    def close_brace(self, lexeme: Lexeme) -> None:
        """A brace closes; a type that has another layout is marked."""
        cursor = self.cursor
        brace = self.braces.pop() if self.braces else _Brace("", _Changes())
        changes = brace.changes
        if brace.kind in ("struct", "enum"):
            for group in self._groups_that_follow():
                changes.note(group)
        if brace.kind == "enum" and (changes.packed or self._short_enums):
            cursor.write(lexeme, f"{'' if cursor.last() == ',' else ', '}{markers.LAYOUT}")
        if brace.kind == "struct":
            for marker in self._markers(changes):
                cursor.write(lexeme, f"unsigned {marker} ;")
        cursor.out.append(lexeme)

    def _markers(self, changes: _Changes) -> list[str]:
        """What is noted of a struct."""
        found = [f"{markers.ALIGNED} : {changes.alignment}"] if changes.alignment else []
        if self._pack[-1]:
            found.append(f"{markers.PACK} : {self._pack[-1]}")
        if changes.packed:
            found.append(f"{markers.PACKED} : 1")
        if changes.other:
            found.append(f"{markers.LAYOUT} : 1")
        return found

    def _groups_that_follow(self) -> list[list[Lexeme]]:
        """The attributes right after a type's brace; those behind the name declared there are that one's alone."""
        lexemes = self.cursor.lexemes
        at = self.cursor.at
        found: list[list[Lexeme]] = []
        while at < len(lexemes) and lexemes[at].text in _ATTRIBUTE_WORDS:
            depth, start = 0, at + 1
            at = start
            while at < len(lexemes):
                depth += {"(": 1, ")": -1}.get(lexemes[at].text, 0)
                at += 1
                if depth == 0:
                    break
            found.append(lexemes[start:at])
        return found

    def standard_attribute(self, lexeme: Lexeme) -> None:
        """`[[nodiscard]]` means nothing here; `[[gnu::packed]]` is `__attribute__((packed))`."""
        cursor = self.cursor
        if cursor.peek() != "[":
            cursor.out.append(lexeme)
            return
        start = cursor.at
        cursor.at -= 1
        cursor.skip_to("]")
        names = {inner.text.strip("_") for inner in cursor.lexemes[start : cursor.at]}
        if found := LAYOUT_ATTRIBUTES & names:
            self._applies(lexeme, _Changes(packed="packed" in found, other=found != {"packed"}))
        if cursor.out and not MEANINGFUL_ATTRIBUTES.isdisjoint(names):
            cursor.out[-1].attributed = True

    def alignas(self, lexeme: Lexeme) -> None:
        """`_Alignas(...)`, which is left out."""
        group = self.cursor.group()
        if self.cursor.out:
            self.cursor.out[-1].attributed = True
        number = len(group) > 2 and (group[1].kind == NUMBER or group[1].text == "sizeof")
        own = " ".join(each.text for each in group) if number else ""
        self._applies(lexeme, _Changes(alignment=own, other=not number))

    def _applies(self, lexeme: Lexeme, changes: _Changes) -> None:
        """A type, or a member that is being written, has another alignment."""
        cursor, struct = self.cursor, self._struct
        if cursor.last() in ("struct", "union", "enum"):
            if "{" in (cursor.peek(), cursor.peek(1)) or cursor.peek() in _ATTRIBUTE_WORDS:
                self._next.add(changes)
        elif struct is None or cursor.last() == "}":
            return  # no member; what is behind a brace is known from there
        elif changes.other or cursor.last() == "*" or self._declares_several():
            struct.other = True
        else:
            notes = [f"{markers.NEXT_PACKED} : 1"] if changes.packed else []
            if changes.alignment:
                marker = markers.NEXT_TYPE if changes.of_type else markers.NEXT_ALIGNED
                notes.append(f"{marker} : {changes.alignment}")
            begin = self._begin()
            for note in notes:
                cursor.out[begin:begin] = like(lexeme, f"unsigned {note} ;")

    def _begin(self) -> int:
        """Where the member's declaration begins that is being written."""
        out = self.cursor.out
        begin, depth = len(out), 0
        while begin > 0:
            text = out[begin - 1].text
            if depth == 0 and text in (";", "{"):
                break
            depth += (text in (")", "]", "}")) - (text in ("(", "[", "{"))
            begin -= 1
        return begin

    def _declared_type(self) -> str:
        """The type that the declaration names that is being written; empty where it names none."""
        out, lexemes = self.cursor.out, self.cursor.lexemes
        if self.cursor.last() in ("struct", "union", "enum", "}"):
            return ""
        if not any(each.text == "typedef" for each in out[self._begin() :]):
            return ""
        if self.cursor.peek() in (";", "[", ",", "__attribute__"):
            return out[-1].text
        ahead = takewhile(lambda each: each.text not in (";", "[", ","), lexemes[self.cursor.at :])
        names = [each.text for each in ahead if each.kind == NAME]
        return names[-1] if names else ""

    def _declares_several(self) -> bool:
        """Whether the declaration that is being written has commas."""
        depth = 0
        for each in self.cursor.out[self._begin() :]:
            depth += (each.text in ("(", "[", "{")) - (each.text in (")", "]", "}"))
            if depth == 0 and each.text == ",":
                return True
        for each in self.cursor.lexemes[self.cursor.at :]:
            depth += (each.text in ("(", "[", "{")) - (each.text in (")", "]", "}"))
            if depth == 0 and each.text in (",", ";"):
                return each.text == ","
        return False

    def attribute(self, lexeme: Lexeme) -> str:
        """`__attribute__((...))`; gives the type that was declared with an alignment of its own, or nothing."""
        out = self.cursor.out
        group = self.cursor.group()
        names = attribute_names(group)
        if out and not names.keys().isdisjoint(MEANINGFUL_ATTRIBUTES):
            out[-1].attributed = True
        typename = ""
        if not names.keys().isdisjoint(LAYOUT_ATTRIBUTES):
            changes = _Changes()
            changes.note(group)
            self._applies(lexeme, changes)
            typename = self._declared_type() if changes.alignment or changes.other else ""
            if typename:
                self._typedefs[typename] = "" if changes.other else changes.alignment
                self._loosen(lexeme, changes.alignment.strip("( )"))
        if "vector_size" in names or "ext_vector_type" in names or "neon_vector_type" in names:
            self._set_base_type(lexeme, "_Complex long")
        elif "mode" in names:
            self._set_base_type(lexeme, MODES.get(names["mode"].strip("_"), "_Complex long"))
        return typename

    def aligned_type(self, lexeme: Lexeme) -> None:
        """The name of a type with an alignment of its own, or another thing of that name."""
        out = self.cursor.out
        words = {each.text for each in out[self._begin() :]}
        if self._struct is not None and words <= STORAGE_WORDS and self.cursor.peek() != "*":
            own = self._typedefs[lexeme.text] if self.cursor.peek() != "(" else ""
            self._applies(lexeme, _Changes(alignment=own, other=not own, of_type=True))
        out.append(lexeme)

    def _loosen(self, lexeme: Lexeme, alignment: str) -> None:
        """Give a type of numbers that may be at any address as one of that size without a device version."""
        ends = (";", "[", ",", *_ATTRIBUTE_WORDS)
        ahead = takewhile(lambda each: each.text not in ends, self.cursor.lexemes[self.cursor.at :])
        words = [each.text for each in (*self.cursor.out[self._begin() :], *ahead)]
        size = number_size([word for word in words if word not in STORAGE_WORDS])
        if size in LOOSE and alignment.isdigit() and int(alignment) < size:
            self._set_base_type(lexeme, LOOSE[size])

    def _set_base_type(self, lexeme: Lexeme, words: str) -> None:
        """Replace the type specifiers of the declaration that is being written."""
        out = self.cursor.out
        begin, depth = len(out), 0
        while begin > 0:
            text = out[begin - 1].text
            depth += (text in (")", "]")) - (text in ("(", "["))
            if depth < 0 or (depth == 0 and text in (";", "{", "}", ",")):
                break
            begin -= 1
        while begin < len(out) and out[begin].text in STORAGE_WORDS:
            begin += 1
        if begin == len(out):  # the type is still to come
            self.cursor.at += is_number_name(self.cursor.peek())
            while self.cursor.peek() in BASE_WORDS:
                self.cursor.at += 1
            self.cursor.write(lexeme, words)
            return
        end = begin
        unsigned = False
        while end < len(out) and out[end].text in BASE_WORDS:
            unsigned |= out[end].text == "unsigned"
            end += 1
        end = max(end, begin + 1)
        sign = "unsigned " if unsigned and words in MODES.values() else ""
        out[begin:end] = like(out[begin], sign + words)

    def pragma(self, text: str) -> None:
        """`#pragma pack(...)`; others mean nothing here."""
        match = _PACK.match(text)
        if match is None:
            return
        words = [word.strip() for word in match[1].split(",")]
        number = next((word for word in reversed(words) if word.isdigit()), None)
        if words[0] == "push":
            self._pack.append(self._pack[-1])
        elif words[0] == "pop":
            if len(self._pack) > 1:
                self._pack.pop()
        else:
            number = number or "0"
        if number is not None:
            self._pack[-1] = number if int(number) else self._unpacked
