"""What changes the layout of types: attributes, alignments and `#pragma pack`, noted where types are written.

An alignment is noted by a bit-field whose width it is: `markers.ALIGNED` for that of a struct,
`markers.NEXT_ALIGNED` before a member.  A struct with another layout gets the bit-field `markers.LAYOUT`, an
enumeration a constant of that name, and vector types are given as complex integers, because these and such structs
have no device version.
"""

from __future__ import annotations

import re
from itertools import takewhile

from mapper.frontend.gnu import markers
from mapper.frontend.gnu.attributes import (
    BASE_WORDS,
    LAYOUT_ATTRIBUTES,
    MEANINGFUL_ATTRIBUTES,
    MODES,
    STORAGE_WORDS,
    alignment,
    attribute_names,
)
from mapper.frontend.tokens.cursor import Cursor, like
from mapper.frontend.tokens.lexer import NAME, NUMBER, Lexeme

_PACK = re.compile(r"#pragma pack\s*\(([^)]*)\)")


class Layouts:
    """Follows the braces of a text; `short_enums` and `packed` are as in `normalise.Dialect`."""

    def __init__(self, cursor: Cursor, *, short_enums: bool, packed: bool) -> None:
        self.cursor = cursor
        self.braces: list[str] = []  # for each open brace: "struct", "enum", their marked kinds, "data", ""
        self._short_enums = short_enums
        self._mark_next = False
        self._align_next = ""  # of the struct that is about to begin
        self._typedefs: dict[str, str] = {}  # the alignments of types that have one of their own
        self._unpacked = "1" if packed else ""  # what `#pragma pack()` goes back to
        self._pack: list[str] = [self._unpacked]

    @property
    def in_data(self) -> bool:
        """Whether an initialiser in braces is being written."""
        return bool(self.braces) and self.braces[-1] == "data"

    def open_brace(self, lexeme: Lexeme) -> None:
        """A brace opens: of a type, of an initialiser or of code."""
        last = self.cursor.last
        kind = ""
        if last() in ("struct", "union") or last(2) in ("struct", "union"):
            kind = "packed" if self._mark_next or self._pack[-1] else "struct"
            self._mark_next = False
        elif "enum" in (last(), last(2)):
            kind = "short enum" if self._mark_next or self._short_enums else "enum"
            self._mark_next = False
        elif last() == "=" or self.in_data:
            kind = "data"
        self.braces.append(kind)
        self.cursor.out.append(lexeme)
        if kind == "struct" and self._align_next:
            self.cursor.write(lexeme, f"unsigned {markers.ALIGNED} : {self._align_next} ;")
        self._align_next = ""

    def close_brace(self, lexeme: Lexeme) -> None:
        """A brace closes; a type that has another layout is marked."""
        cursor = self.cursor
        kind = self.braces.pop() if self.braces else ""
        if kind == "packed":
            cursor.write(lexeme, f"unsigned {markers.LAYOUT} : 1 ;")
        if kind == "short enum" or (kind == "enum" and self._layout_attribute_follows()):
            cursor.write(lexeme, f"{'' if cursor.last() == ',' else ', '}{markers.LAYOUT}")
        cursor.out.append(lexeme)
        if kind == "struct":
            for alignment in self._alignments_that_follow():
                name = f"{markers.ALIGNED} : {alignment}" if alignment else f"{markers.LAYOUT} : 1"
                cursor.out[-1:-1] = like(lexeme, f"unsigned {name} ;")

    def _layout_attribute_follows(self) -> bool:
        """Whether the attributes right after a type's brace, or after the name declared there, matter."""
        found = [group for _, group in self._groups_that_follow()]
        return any(not LAYOUT_ATTRIBUTES.isdisjoint(attribute_names(group)) for group in found)

    def _alignments_that_follow(self) -> list[str]:
        """The alignments that a struct gets behind its brace; empty ones represent another layout.

        Behind the name that is declared there they are that one's alone.
        """
        alignments: list[str] = []
        for named, group in self._groups_that_follow():
            if LAYOUT_ATTRIBUTES.isdisjoint(attribute_names(group)):
                continue
            own = alignment(group)
            if not named or not own:
                alignments.append("" if named else own)
        return alignments

    def _groups_that_follow(self) -> list[tuple[bool, list[Lexeme]]]:
        """The attributes right after a type's brace, and after the name declared there, which is true of each."""
        lexemes = self.cursor.lexemes
        at = self.cursor.at
        found: list[tuple[bool, list[Lexeme]]] = []
        named = False
        while at < len(lexemes):
            if lexemes[at].text == "__attribute__":
                depth, start = 0, at + 1
                at = start
                while at < len(lexemes):
                    depth += {"(": 1, ")": -1}.get(lexemes[at].text, 0)
                    at += 1
                    if depth == 0:
                        break
                found.append((named, lexemes[start:at]))
            elif lexemes[at].kind == NAME and not named:
                named = True
                at += 1
            else:
                break
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
        if not LAYOUT_ATTRIBUTES.isdisjoint(names):
            self.changes()
        if cursor.out and not MEANINGFUL_ATTRIBUTES.isdisjoint(names):
            cursor.out[-1].attributed = True

    def alignas(self, lexeme: Lexeme) -> None:
        """`_Alignas(...)`, which is left out."""
        group = self.cursor.group()
        if self.cursor.out:
            self.cursor.out[-1].attributed = True
        number = len(group) > 2 and (group[1].kind == NUMBER or group[1].text == "sizeof")
        self._aligns(lexeme, " ".join(each.text for each in group) if number else "")

    def _aligns(self, lexeme: Lexeme, alignment: str) -> None:
        """A type, or a member that is being written, has an alignment; an empty one represents another layout."""
        cursor = self.cursor
        if cursor.last() in ("struct", "union", "enum"):
            begins = "{" in (cursor.peek(), cursor.peek(1)) and cursor.last() != "enum"
            self._align_next, self._mark_next = (alignment, False) if alignment and begins else ("", True)
        elif not self.braces or self.braces[-1] != "struct" or cursor.last() == "}":
            return  # no member; what is behind a brace is known from there
        elif alignment and cursor.last() != "*" and not self._declares_several():
            begin = self._begin()
            cursor.out[begin:begin] = like(lexeme, f"unsigned {markers.NEXT_ALIGNED} : {alignment} ;")
        else:
            self.braces[-1] = "packed"

    def changes(self) -> None:
        """The type that is being written has another layout than it would have."""
        if self.cursor.last() in ("struct", "union", "enum"):
            self._mark_next = True
        elif self.braces and self.braces[-1] == "struct":
            self.braces[-1] = "packed"

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
            own = alignment(group)
            self._aligns(lexeme, own)
            typename = self._declared_type()
            if typename:
                self._typedefs[typename] = own
        if "vector_size" in names or "ext_vector_type" in names or "neon_vector_type" in names:
            self._set_base_type(lexeme, "_Complex long")
        elif "mode" in names:
            self._set_base_type(lexeme, MODES.get(names["mode"].strip("_"), "_Complex long"))
        return typename

    def aligned_type(self, lexeme: Lexeme) -> None:
        """The name of a type with an alignment of its own, or another thing of that name."""
        out = self.cursor.out
        words = {each.text for each in out[self._begin() :]}
        if self.braces and self.braces[-1] == "struct" and words <= STORAGE_WORDS and self.cursor.peek() != "*":
            self._aligns(lexeme, self._typedefs[lexeme.text] if self.cursor.peek() != "(" else "")
        out.append(lexeme)

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
        if words[0] == "push":
            self._pack.append(words[-1] if len(words) > 1 else self._pack[-1])
        elif words[0] == "pop":
            if len(self._pack) > 1:
                self._pack.pop()
        else:
            self._pack[-1] = words[0] or self._unpacked
