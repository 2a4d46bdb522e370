"""Turns GNU words into standard C that pycparser reads, lexeme by lexeme.

Lexemes that are put in take the place of the ones that they stand for.  What changes a type's layout is not
lost: such a struct gets the bit-field `markers.LAYOUT`, a packed enumeration a constant of that name, and vector
types stand as complex numbers, because these and such structs have no device version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mapper.frontend import markers
from mapper.frontend.attributes import (
    BASE_WORDS,
    LAYOUT_ATTRIBUTES,
    MEANINGFUL_ATTRIBUTES,
    MODES,
    STORAGE_WORDS,
    attribute_names,
)
from mapper.frontend.lexer import CHAR, NAME, NUMBER, PRAGMA, PUNCTUATOR, STRING, Lexeme
from mapper.frontend.literals import plain_number, plain_text
from mapper.frontend.spellings import C23_SPELLINGS, SPELLINGS

_DROPPED = frozenset("__extension__ _Noreturn _Nullable _Nonnull _Null_unspecified".split())
_ASM_WORDS = frozenset(("asm", "__asm", "__asm__"))
_STATEMENT_WORDS = frozenset(("if", "while", "for", "switch"))
_OPENMP = re.compile(r"#pragma omp\b")
_ESCAPE = re.compile(r"'\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))'")
_PACK = re.compile(r"#pragma pack\s*\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the compiler's flags make of the language.

    `c23` says that the words which C23 added are keywords, `unsigned_char` that plain `char` is unsigned;
    `short_enums` and `packed` that all enumerations are as small as can be and all structures packed.
    """

    c23: bool = False
    unsigned_char: bool = False
    short_enums: bool = False
    packed: bool = False


PLAIN = Dialect()


def normalise(lexemes: list[Lexeme], dialect: Dialect = PLAIN) -> list[Lexeme]:
    """The lexemes in standard C, without the pragmas that are not OpenMP's."""
    return _Normaliser(lexemes, dialect).run()


def like(model: Lexeme, text: str) -> list[Lexeme]:
    """Lexemes with the given text (words separated by blanks) at the place of another."""
    return [
        Lexeme(word, _kind(word), model.file, model.line, model.column, model.expanded, model.system)
        for word in text.split()
    ]


def _kind(word: str) -> str:
    if word[0].isalpha() or word[0] == "_":
        return NAME
    if word[0].isdigit():
        return NUMBER
    return STRING if word[0] == '"' else PUNCTUATOR


def _high_code(text: str) -> int:
    """The code of a character constant with one escape, if `signed char` can't hold it; else 0."""
    match = _ESCAPE.fullmatch(text)
    code = 0 if match is None else int(match[1], 16) if match[1] else int(match[2], 8)
    return code if code > 127 else 0


class _Normaliser:
    """One pass over the lexemes; `out` is what has been written so far."""

    def __init__(self, lexemes: list[Lexeme], dialect: Dialect) -> None:
        self._dialect = dialect
        self.lexemes = lexemes
        self.at = 0
        self.out: list[Lexeme] = []
        self._braces: list[str] = []  # for each open brace: "struct", "enum", their marked kinds, "data", ""
        self._mark_next = False
        self._unpacked = "1" if dialect.packed else ""  # what `#pragma pack()` goes back to
        self._pack: list[str] = [self._unpacked]
        self._handlers: dict[str, Callable[[Lexeme], None]] = {
            "__attribute__": self._attribute,
            "__attribute": self._attribute,
            "__declspec": self._attribute,
            "_Alignas": self._alignas,
            "_Static_assert": self._static_assert,
            "__builtin_types_compatible_p": self._types_compatible,
            "__real__": self._part,
            "__imag__": self._part,
            "__real": self._part,
            "__imag": self._part,
            "__label__": self._local_labels,
            "__auto_type": self._auto_type,
            "goto": self._goto,
            "...": self._ellipsis,
            "&&": self._label_address,
            "?": self._conditional,
            "{": self._open_brace,
            "}": self._close_brace,
            ":": self._colon,
            "[": self._standard_attribute,
            **dict.fromkeys(_ASM_WORDS, self._assembly),
            **dict.fromkeys(_DROPPED, self._drop),
            **dict.fromkeys(SPELLINGS, self._respell),
        }
        self._unsigned_char = dialect.unsigned_char
        if dialect.unsigned_char:
            self._handlers["char"] = self._char
        if dialect.c23:
            self._handlers |= dict.fromkeys(C23_SPELLINGS, self._respell)
            self._handlers |= {"alignas": self._alignas, "static_assert": self._static_assert}

    def run(self) -> list[Lexeme]:
        """Normalise everything."""
        lexemes, out, handlers = self.lexemes, self.out, self._handlers
        count = len(lexemes)
        while self.at < count:
            lexeme = lexemes[self.at]
            self.at += 1
            kind = lexeme.kind
            if kind in (NAME, PUNCTUATOR):
                handler = handlers.get(lexeme.text)
                if handler is None:
                    out.append(lexeme)
                else:
                    handler(lexeme)
            elif kind == PRAGMA:
                self._pragma(lexeme)
            elif kind == NUMBER:
                words = plain_number(lexeme.text)
                out += [lexeme] if words == lexeme.text else like(lexeme, words)
            elif kind == CHAR and self._unsigned_char and (code := _high_code(lexeme.text)):
                out += like(lexeme, str(code))
            else:
                lexeme.text = plain_text(lexeme.text)
                out.append(lexeme)
        return out

    # Access to what comes next and what was written.

    def _peek(self, distance: int = 0) -> str:
        at = self.at + distance
        return self.lexemes[at].text if at < len(self.lexemes) else ""

    def _last(self, distance: int = 1) -> str:
        return self.out[-distance].text if len(self.out) >= distance else ""

    def _write(self, model: Lexeme, text: str) -> None:
        self.out += like(model, text)

    def _group(self) -> list[Lexeme]:
        """Take the bracketed group that comes next; empty if there is none."""
        if self._peek() != "(":
            return []
        start, depth = self.at, 0
        while self.at < len(self.lexemes):
            depth += {"(": 1, ")": -1}.get(self.lexemes[self.at].text, 0)
            self.at += 1
            if depth == 0:
                break
        return self.lexemes[start : self.at]

    def _nested(self, lexemes: Iterable[Lexeme]) -> list[Lexeme]:
        """The given lexemes, normalised on their own."""
        return _Normaliser(list(lexemes), self._dialect).run()

    # Words.

    def _drop(self, lexeme: Lexeme) -> None:
        del lexeme

    def _respell(self, lexeme: Lexeme) -> None:
        self._write(lexeme, SPELLINGS.get(lexeme.text) or C23_SPELLINGS[lexeme.text])

    def _char(self, lexeme: Lexeme) -> None:
        """A plain `char` where it is unsigned."""
        words = {self._last(), self._peek()}
        words |= {self._last(2)} if self._last() in STORAGE_WORDS else set()
        words |= {self._peek(1)} if self._peek() in STORAGE_WORDS else set()
        if words.isdisjoint(("signed", "unsigned", "__signed__")):
            self._write(lexeme, "unsigned")
        self.out.append(lexeme)

    def _static_assert(self, lexeme: Lexeme) -> None:
        del lexeme
        self._group()
        if self._peek() == ";":
            self.at += 1

    def _alignas(self, lexeme: Lexeme) -> None:
        self._group()
        if self.out:
            self.out[-1].attributed = True
        self._changes_layout(lexeme)

    def _types_compatible(self, lexeme: Lexeme) -> None:
        group = self._nested(self._group())
        self._write(lexeme, f"{lexeme.text} ( sizeof (")
        for inner in group[1:-1]:
            if inner.text == ",":
                self._write(inner, ") , sizeof (")
            else:
                self.out.append(inner)
        self._write(lexeme, ") )")

    def _part(self, lexeme: Lexeme) -> None:
        """`__real__ z[i].w` -> `__real__ ( z[i].w )`."""
        self._write(lexeme, lexeme.text + " (")
        start = self.at
        if self._peek() == "(":
            self._group()
        else:
            self.at += 1
        while self._peek() in ("(", "[", ".", "->"):
            if self._peek() == "(":
                self._group()
            elif self._peek() == "[":
                self._skip_to("]")
            else:
                self.at += 2
        self.out += self._nested(self.lexemes[start : self.at])
        self._write(lexeme, ")")

    def _skip_to(self, closing: str) -> None:
        """Go past the bracket that closes the one that comes next."""
        depth = 0
        while self.at < len(self.lexemes):
            text = self.lexemes[self.at].text
            depth += (text in "([{") - (text in ")]}")
            self.at += 1
            if depth == 0 and text == closing:
                return

    def _local_labels(self, lexeme: Lexeme) -> None:
        del lexeme
        while self.at < len(self.lexemes) and self._peek() != ";":
            self.at += 1
        self.at += 1

    def _auto_type(self, lexeme: Lexeme) -> None:
        """`__auto_type x = e` -> `typeof ( e ) x = e`."""
        at, depth = self.at + 2, 0
        while at < len(self.lexemes):
            text = self.lexemes[at].text
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if depth < 0 or (depth == 0 and text in (";", ",")):
                break
            at += 1
        self._write(lexeme, "typeof (")
        self.out += self._nested(self.lexemes[self.at + 2 : at])
        self._write(lexeme, ")")

    def _goto(self, lexeme: Lexeme) -> None:
        if self._peek() != "*":
            self.out.append(lexeme)
            return
        self.at += 1
        self._write(lexeme, markers.COMPUTED_GOTO + " (")
        while self.at < len(self.lexemes) and self._peek() != ";":
            self.out.append(self.lexemes[self.at])
            self.at += 1
        self._write(lexeme, ")")

    # Operators.

    def _ellipsis(self, lexeme: Lexeme) -> None:
        """`case 1 ... 5:` and `[1 ... 5] =` -> a call of `markers.RANGE`; else leave it alone."""
        begin = len(self.out) - 1
        depth = 0
        while begin >= 0 and not (depth == 0 and self.out[begin].text in ("case", "[", "(", ",", "{", ";")):
            depth += (self.out[begin].text in (")", "]")) - (self.out[begin].text in ("(", "["))
            begin -= 1
        if begin < 0 or self.out[begin].text not in ("case", "["):
            self.out.append(lexeme)
            return
        closing = ":" if self.out[begin].text == "case" else "]"
        self.out[begin + 1 : begin + 1] = like(lexeme, markers.RANGE + " (")
        self._write(lexeme, ",")
        while self.at < len(self.lexemes) and self._peek() != closing:
            self.out.append(self.lexemes[self.at])
            self.at += 1
        self._write(lexeme, ")")

    def _label_address(self, lexeme: Lexeme) -> None:
        is_operand = self.out and (
            self.out[-1].kind in (NUMBER, STRING, CHAR)
            or self.out[-1].text in (")", "]")
            or (self.out[-1].kind == NAME and self.out[-1].text not in ("return", "case"))
        )
        if is_operand or self.at >= len(self.lexemes) or self.lexemes[self.at].kind != NAME:
            self.out.append(lexeme)
            return
        self._write(lexeme, f'{markers.LABEL_ADDRESS} ( "{self._peek()}" )')
        self.at += 1

    def _conditional(self, lexeme: Lexeme) -> None:
        self.out.append(lexeme)
        if self._peek() == ":":
            self._write(lexeme, markers.OMITTED + " ( )")

    def _colon(self, lexeme: Lexeme) -> None:
        """`{ member: value }` in an initialiser -> `{ .member = value }`."""
        in_data = bool(self._braces) and self._braces[-1] == "data"
        if in_data and self._last(2) in ("{", ",") and self.out[-1].kind == NAME:
            self.out[-1:-1] = like(self.out[-1], ".")
            self._write(lexeme, "=")
        else:
            self.out.append(lexeme)

    # Braces, and what changes the layout of a struct.

    def _open_brace(self, lexeme: Lexeme) -> None:
        kind = ""
        if self._last() in ("struct", "union") or self._last(2) in ("struct", "union"):
            kind = "packed" if self._mark_next or self._pack[-1] else "struct"
            self._mark_next = False
        elif "enum" in (self._last(), self._last(2)):
            kind = "short enum" if self._mark_next or self._dialect.short_enums else "enum"
            self._mark_next = False
        elif self._last() == "=" or (self._braces and self._braces[-1] == "data"):
            kind = "data"
        self._braces.append(kind)
        self.out.append(lexeme)

    def _close_brace(self, lexeme: Lexeme) -> None:
        self._complete_pragma(lexeme)
        kind = self._braces.pop() if self._braces else ""
        if kind == "packed":
            self._write(lexeme, f"unsigned {markers.LAYOUT} : 1 ;")
        if kind == "short enum" or (kind == "enum" and self._layout_attribute_follows()):
            self._write(lexeme, f"{'' if self._last() == ',' else ', '}{markers.LAYOUT}")
        self.out.append(lexeme)
        if kind == "struct" and self._layout_attribute_follows():
            self.out[-1:-1] = like(lexeme, f"unsigned {markers.LAYOUT} : 1 ;")

    def _complete_pragma(self, lexeme: Lexeme) -> None:
        """`label: #pragma omp barrier }`: pycparser wants a statement after the pragma."""
        at = len(self.out)
        while at > 0 and self.out[at - 1].kind == PRAGMA:
            at -= 1
        if at < len(self.out) and at > 0 and self.out[at - 1].text not in ("{", "}", ";"):
            self._write(lexeme, ";")

    def _layout_attribute_follows(self) -> bool:
        """Whether the attributes right after a type's brace, or after the name declared there, matter."""
        at = self.at
        names: set[str] = set()
        if at < len(self.lexemes) and self.lexemes[at].kind == NAME and self._peek() != "__attribute__":
            at += 1
        while at < len(self.lexemes) and self.lexemes[at].text == "__attribute__":
            depth, start = 0, at + 1
            at = start
            while at < len(self.lexemes):
                depth += {"(": 1, ")": -1}.get(self.lexemes[at].text, 0)
                at += 1
                if depth == 0:
                    break
            names |= attribute_names(self.lexemes[start:at]).keys()
        return not names.isdisjoint(LAYOUT_ATTRIBUTES)

    def _aligned_name(self, lexeme: Lexeme) -> None:
        """A name that was declared with an alignment of its own, perhaps a type of members."""
        self._changes_layout(lexeme)
        self.out.append(lexeme)

    def _standard_attribute(self, lexeme: Lexeme) -> None:
        """`[[nodiscard]]` means nothing here; `[[gnu::packed]]` is `__attribute__((packed))`."""
        if self._peek() != "[":
            self.out.append(lexeme)
            return
        start = self.at
        self.at -= 1
        self._skip_to("]")
        names = {inner.text.strip("_") for inner in self.lexemes[start : self.at]}
        if not LAYOUT_ATTRIBUTES.isdisjoint(names):
            self._changes_layout(lexeme)
        if self.out and not MEANINGFUL_ATTRIBUTES.isdisjoint(names):
            self.out[-1].attributed = True

    def _changes_layout(self, lexeme: Lexeme) -> None:
        del lexeme
        if self._last() in ("struct", "union", "enum"):
            self._mark_next = True
        elif self._braces and self._braces[-1] == "struct":
            self._braces[-1] = "packed"

    def _attribute(self, lexeme: Lexeme) -> None:
        names = attribute_names(self._group())
        if self.out and not names.keys().isdisjoint(MEANINGFUL_ATTRIBUTES):
            self.out[-1].attributed = True
        if not names.keys().isdisjoint(LAYOUT_ATTRIBUTES):
            self._changes_layout(lexeme)
            if (
                not self._braces
                and self.out
                and self.out[-1].kind == NAME
                and self._last() not in ("struct", "union", "enum")
            ):
                self._handlers[self.out[-1].text] = self._aligned_name
        if "vector_size" in names or "ext_vector_type" in names or "neon_vector_type" in names:
            self._set_base_type(lexeme, "_Complex double")
        elif "mode" in names:
            self._set_base_type(lexeme, MODES.get(names["mode"].strip("_"), "_Complex double"))

    def _set_base_type(self, lexeme: Lexeme, words: str) -> None:
        """Replace the type specifiers of the declaration that is being written."""
        begin, depth = len(self.out), 0
        while begin > 0:
            text = self.out[begin - 1].text
            depth += (text in (")", "]")) - (text in ("(", "["))
            if depth < 0 or (depth == 0 and text in (";", "{", "}", ",")):
                break
            begin -= 1
        while begin < len(self.out) and self.out[begin].text in STORAGE_WORDS:
            begin += 1
        if begin == len(self.out):  # the type is still to come
            while self._peek() in BASE_WORDS:
                self.at += 1
            self._write(lexeme, words)
            return
        end = begin
        unsigned = False
        while end < len(self.out) and self.out[end].text in BASE_WORDS:
            unsigned |= self.out[end].text == "unsigned"
            end += 1
        end = max(end, begin + 1)
        sign = "unsigned " if unsigned and words in MODES.values() else ""
        self.out[begin:end] = like(self.out[begin], sign + words)

    def _pragma(self, lexeme: Lexeme) -> None:
        if _OPENMP.match(lexeme.text):
            self.out.append(lexeme)
        elif match := _PACK.match(lexeme.text):
            words = [word.strip() for word in match[1].split(",")]
            if words[0] == "push":
                self._pack.append(words[-1] if len(words) > 1 else self._pack[-1])
            elif words[0] == "pop":
                if len(self._pack) > 1:
                    self._pack.pop()
            else:
                self._pack[-1] = words[0] or self._unpacked

    # Assembly.

    def _assembly(self, lexeme: Lexeme) -> None:
        while self._peek() in ("volatile", "__volatile__", "__volatile", "goto", "inline", "__inline__"):
            self.at += 1
        group = self._group()
        if not group:
            self.out.append(lexeme)  # an ordinary identifier
        elif not self.out or (not self._braces and self._last() in (";", "}")):
            if self._peek() == ";":
                self.at += 1
        elif self._last() in (";", "{", "}", ":", "else", "do") or self._closes_condition():
            self._write(lexeme, markers.ASSEMBLY + " (")
            self.out += self._operands(group)
            self._write(lexeme, ")")

    def _closes_condition(self) -> bool:
        """Whether the bracket just written closes the head of an `if`, `while`, `for` or `switch`."""
        if self._last() != ")":
            return self.out[-1].kind == PRAGMA
        depth = 0
        for at in range(len(self.out) - 1, 0, -1):
            depth += {")": 1, "(": -1}.get(self.out[at].text, 0)
            if depth == 0:
                return self.out[at - 1].text in _STATEMENT_WORDS
        return False

    def _operands(self, group: list[Lexeme]) -> list[Lexeme]:
        """The arguments of the call that stands for an asm statement."""
        result: list[Lexeme] = []
        section, depth = 0, 0
        for inner in group[1:-1]:
            if depth == 0 and inner.text in (":", "::"):
                section += len(inner.text)
            elif inner.text == "(":
                if depth == 0 and section in (1, 2):
                    result += like(inner, ", & (" if section == 1 else ", (")
                elif section in (1, 2):
                    result.append(inner)
                depth += 1
            elif inner.text == ")":
                depth -= 1
                if section in (1, 2):
                    result.append(inner)
            elif (depth and section in (1, 2)) or (section == 0 and inner.kind == STRING):
                result.append(inner)
        return self._nested(result)
