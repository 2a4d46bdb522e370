"""What changes the layout of types: attributes, alignments and `#pragma pack`, noted where types are written.

Such a struct gets the bit-field `markers.LAYOUT`, an enumeration a constant of that name, and vector types stand
as complex numbers, because these and such structs have no device version.
"""

from __future__ import annotations

import re

from mapper.frontend.gnu import markers
from mapper.frontend.gnu.attributes import (
    BASE_WORDS,
    LAYOUT_ATTRIBUTES,
    MEANINGFUL_ATTRIBUTES,
    MODES,
    STORAGE_WORDS,
    attribute_names,
)
from mapper.frontend.tokens.cursor import Cursor, like
from mapper.frontend.tokens.lexer import NAME, Lexeme

_PACK = re.compile(r"#pragma pack\s*\(([^)]*)\)")


class Layouts:
    """Follows the braces of a text; `short_enums` and `packed` are as in `normalise.Dialect`."""

    def __init__(self, cursor: Cursor, *, short_enums: bool, packed: bool) -> None:
        self.cursor = cursor
        self.braces: list[str] = []  # for each open brace: "struct", "enum", their marked kinds, "data", ""
        self._short_enums = short_enums
        self._mark_next = False
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

    def close_brace(self, lexeme: Lexeme) -> None:
        """A brace closes; a type that has another layout is marked."""
        cursor = self.cursor
        kind = self.braces.pop() if self.braces else ""
        if kind == "packed":
            cursor.write(lexeme, f"unsigned {markers.LAYOUT} : 1 ;")
        if kind == "short enum" or (kind == "enum" and self._layout_attribute_follows()):
            cursor.write(lexeme, f"{'' if cursor.last() == ',' else ', '}{markers.LAYOUT}")
        cursor.out.append(lexeme)
        if kind == "struct" and self._layout_attribute_follows():
            cursor.out[-1:-1] = like(lexeme, f"unsigned {markers.LAYOUT} : 1 ;")

    def _layout_attribute_follows(self) -> bool:
        """Whether the attributes right after a type's brace, or after the name declared there, matter."""
        lexemes = self.cursor.lexemes
        at = self.cursor.at
        names: set[str] = set()
        if at < len(lexemes) and lexemes[at].kind == NAME and self.cursor.peek() != "__attribute__":
            at += 1
        while at < len(lexemes) and lexemes[at].text == "__attribute__":
            depth, start = 0, at + 1
            at = start
            while at < len(lexemes):
                depth += {"(": 1, ")": -1}.get(lexemes[at].text, 0)
                at += 1
                if depth == 0:
                    break
            names |= attribute_names(lexemes[start:at]).keys()
        return not names.isdisjoint(LAYOUT_ATTRIBUTES)

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
        del lexeme
        self.cursor.group()
        if self.cursor.out:
            self.cursor.out[-1].attributed = True
        self.changes()

    def changes(self) -> None:
        """The type that is being written has another layout than it would have."""
        if self.cursor.last() in ("struct", "union", "enum"):
            self._mark_next = True
        elif self.braces and self.braces[-1] == "struct":
            self.braces[-1] = "packed"

    def attribute(self, lexeme: Lexeme) -> str:
        """`__attribute__((...))`; gives the name that was declared with an alignment of its own, or nothing."""
        out = self.cursor.out
        aligned = ""
        names = attribute_names(self.cursor.group())
        if out and not names.keys().isdisjoint(MEANINGFUL_ATTRIBUTES):
            out[-1].attributed = True
        if not names.keys().isdisjoint(LAYOUT_ATTRIBUTES):
            self.changes()
            if (
                not self.braces
                and out
                and out[-1].kind == NAME
                and self.cursor.last() not in ("struct", "union", "enum")
            ):
                aligned = out[-1].text
        if "vector_size" in names or "ext_vector_type" in names or "neon_vector_type" in names:
            self._set_base_type(lexeme, "_Complex double")
        elif "mode" in names:
            self._set_base_type(lexeme, MODES.get(names["mode"].strip("_"), "_Complex double"))
        return aligned

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
