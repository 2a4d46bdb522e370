"""Rewrites GNU words as standard C that pycparser reads, lexeme by lexeme.

Lexemes that are put in take the place of the ones that they represent.  What changes a type's layout is not lost
(`layouts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mapper.frontend.gnu import markers
from mapper.frontend.gnu.attributes import STORAGE_WORDS
from mapper.frontend.gnu.layouts import Layouts
from mapper.frontend.gnu.literals import plain_number, plain_text
from mapper.frontend.gnu.spellings import C23_SPELLINGS, SPELLINGS
from mapper.frontend.tokens.cursor import Cursor, like
from mapper.frontend.tokens.lexer import CHAR, NAME, NUMBER, PRAGMA, PUNCTUATOR, STRING, Lexeme

_DROPPED = frozenset("__extension__ _Noreturn _Nullable _Nonnull _Null_unspecified".split())
_ASM_WORDS = frozenset(("asm", "__asm", "__asm__"))
_QUALIFIERS = frozenset(("const", "restrict", "volatile"))
_STATEMENT_WORDS = frozenset(("if", "while", "for", "switch"))
_OPENMP = re.compile(r"#pragma omp\b")
_ESCAPE = re.compile(r"'\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))'")


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


def _high_code(text: str) -> int:
    """The code of a character constant with one escape, if `signed char` can't hold it; else 0."""
    match = _ESCAPE.fullmatch(text)
    code = 0 if match is None else int(match[1], 16) if match[1] else int(match[2], 8)
    return code if code > 127 else 0


class _Normaliser(Cursor):
    """One pass over the lexemes."""

    def __init__(self, lexemes: list[Lexeme], dialect: Dialect) -> None:
        super().__init__(lexemes)
        self._dialect = dialect
        self._layouts = Layouts(self, short_enums=dialect.short_enums, packed=dialect.packed)
        self._handlers: dict[str, Callable[[Lexeme], None]] = {
            "__attribute__": self._attribute,
            "__attribute": self._attribute,
            "__declspec": self._attribute,
            "_Alignas": self._layouts.alignas,
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
            "{": self._layouts.open_brace,
            "}": self._close_brace,
            ":": self._colon,
            "[": self._bracket,
            **dict.fromkeys(_ASM_WORDS, self._assembly),
            **dict.fromkeys(_DROPPED, self._drop),
            **dict.fromkeys(SPELLINGS, self._respell),
        }
        self._unsigned_char = dialect.unsigned_char
        if dialect.unsigned_char:
            self._handlers["char"] = self._char
        if dialect.c23:
            self._handlers |= dict.fromkeys(C23_SPELLINGS, self._respell)
            self._handlers |= {"alignas": self._layouts.alignas, "static_assert": self._static_assert}

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

    def _nested(self, lexemes: Iterable[Lexeme]) -> list[Lexeme]:
        """The given lexemes, normalised on their own."""
        return _Normaliser(list(lexemes), self._dialect).run()

    # Words.

    def _drop(self, lexeme: Lexeme) -> None:
        del lexeme

    def _respell(self, lexeme: Lexeme) -> None:
        self.write(lexeme, SPELLINGS.get(lexeme.text) or C23_SPELLINGS[lexeme.text])

    def _char(self, lexeme: Lexeme) -> None:
        """A plain `char` where it is unsigned."""
        words = {self.last(), self.peek()}
        words |= {self.last(2)} if self.last() in STORAGE_WORDS else set()
        words |= {self.peek(1)} if self.peek() in STORAGE_WORDS else set()
        if words.isdisjoint(("signed", "unsigned", "__signed__")):
            self.write(lexeme, "unsigned")
        self.out.append(lexeme)

    def _static_assert(self, lexeme: Lexeme) -> None:
        del lexeme
        self.group()
        if self.peek() == ";":
            self.at += 1

    def _types_compatible(self, lexeme: Lexeme) -> None:
        group = self._nested(self.group())
        self.write(lexeme, f"{lexeme.text} ( sizeof (")
        for inner in group[1:-1]:
            if inner.text == ",":
                self.write(inner, ") , sizeof (")
            else:
                self.out.append(inner)
        self.write(lexeme, ") )")

    def _part(self, lexeme: Lexeme) -> None:
        """`__real__ z[i].w` -> `( z[i].w ) . __real__`."""
        self.write(lexeme, "(")
        start = self.at
        while self.peek() in ("*", "&", "-", "+", "~", "!", "++", "--"):
            self.at += 1
        if self.peek() == "(":
            self.group()
        else:
            self.at += 1
        while self.peek() in ("(", "[", ".", "->", "++", "--"):
            if self.peek() == "(":
                self.group()
            elif self.peek() == "[":
                self.skip_to("]")
            else:
                self.at += 1 if self.peek() in ("++", "--") else 2
        self.out += self._nested(self.lexemes[start : self.at])
        self.write(lexeme, f") . {lexeme.text.rstrip('_')}__")

    def _local_labels(self, lexeme: Lexeme) -> None:
        del lexeme
        while self.at < len(self.lexemes) and self.peek() != ";":
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
        self.write(lexeme, "typeof (")
        self.out += self._nested(self.lexemes[self.at + 2 : at])
        self.write(lexeme, ")")

    def _goto(self, lexeme: Lexeme) -> None:
        if self.peek() != "*":
            self.out.append(lexeme)
            return
        self.at += 1
        self.write(lexeme, markers.COMPUTED_GOTO + " (")
        while self.at < len(self.lexemes) and self.peek() != ";":
            self.out.append(self.lexemes[self.at])
            self.at += 1
        self.write(lexeme, ")")

    # Operators.

    def _ellipsis(self, lexeme: Lexeme) -> None:
        """`case 1 ... 5:` and `[1 ... 5] =` -> a call of `markers.RANGE`; otherwise leave it alone."""
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
        self.write(lexeme, ",")
        while self.at < len(self.lexemes) and self.peek() != closing:
            self.out.append(self.lexemes[self.at])
            self.at += 1
        self.write(lexeme, ")")

    def _bracket(self, lexeme: Lexeme) -> None:
        """`a[*n]` -> `a[(*n)]`: in declarators pycparser takes `[*` for the beginning of `[*]`."""
        opening = self.at - 1
        is_attribute = self.peek() == "["
        self._layouts.standard_attribute(lexeme)
        if is_attribute:
            return
        while SPELLINGS.get(self.peek(), self.peek()) in _QUALIFIERS:
            self.write(self.lexemes[self.at], SPELLINGS.get(self.peek(), self.peek()))
            self.at += 1
        if self.peek() == "*" and self.peek(1) != "]":
            start = self.at
            self.at = opening
            self.skip_to("]")
            self.at -= 1
            self.write(self.lexemes[start], "(")
            self.out += self._nested(self.lexemes[start : self.at])
            self.write(self.lexemes[start], ")")

    def _label_address(self, lexeme: Lexeme) -> None:
        is_operand = self.out and (
            self.out[-1].kind in (NUMBER, STRING, CHAR)
            or self.out[-1].text in (")", "]", "}", "++", "--")
            or (self.out[-1].kind == NAME and self.out[-1].text not in ("return", "case"))
        )
        if is_operand or self.at >= len(self.lexemes) or self.lexemes[self.at].kind != NAME:
            self.out.append(lexeme)
            return
        self.write(lexeme, f'{markers.LABEL_ADDRESS} ( "{self.peek()}" )')
        self.at += 1

    def _conditional(self, lexeme: Lexeme) -> None:
        self.out.append(lexeme)
        if self.peek() == ":":
            self.write(lexeme, markers.OMITTED + " ( )")

    def _colon(self, lexeme: Lexeme) -> None:
        """`{ member: value }` in an initialiser -> `{ .member = value }`."""
        if self._layouts.in_data and self.last(2) in ("{", ",") and self.out[-1].kind == NAME:
            self.out[-1:-1] = like(self.out[-1], ".")
            self.write(lexeme, "=")
        else:
            self.out.append(lexeme)

    # Attributes, braces and pragmas.

    def _attribute(self, lexeme: Lexeme) -> None:
        aligned = self._layouts.attribute(lexeme)
        if aligned:
            self._handlers[aligned] = self._layouts.aligned_type

    def _close_brace(self, lexeme: Lexeme) -> None:
        self._complete_pragma(lexeme)
        self._layouts.close_brace(lexeme)

    def _complete_pragma(self, lexeme: Lexeme) -> None:
        """`label: #pragma omp barrier }`: pycparser requires a statement after the pragma."""
        at = len(self.out)
        while at > 0 and self.out[at - 1].kind == PRAGMA:
            at -= 1
        if at < len(self.out) and at > 0 and self.out[at - 1].text not in ("{", "}", ";"):
            self.write(lexeme, ";")

    def _pragma(self, lexeme: Lexeme) -> None:
        if _OPENMP.match(lexeme.text):
            self.out.append(lexeme)
        else:
            self._layouts.pragma(lexeme.text)

    # Assembly.

    def _assembly(self, lexeme: Lexeme) -> None:
        while self.peek() in ("volatile", "__volatile__", "__volatile", "goto", "inline", "__inline__"):
            self.at += 1
        group = self.group()
        if not group:
            self.out.append(lexeme)  # an ordinary identifier
        elif not self.out or (not self._layouts.braces and self.last() in (";", "}")):
            if self.peek() == ";":
                self.at += 1
        elif self.last() in (";", "{", "}", ":", "else", "do") or self._closes_condition():
            self.write(lexeme, markers.ASSEMBLY + " (")
            self.out += self._operands(group)
            self.write(lexeme, ")")

    def _closes_condition(self) -> bool:
        """Whether the bracket just written closes the head of an `if`, `while`, `for` or `switch`."""
        if self.last() != ")":
            return self.out[-1].kind == PRAGMA
        depth = 0
        for at in range(len(self.out) - 1, 0, -1):
            depth += {")": 1, "(": -1}.get(self.out[at].text, 0)
            if depth == 0:
                return self.out[at - 1].text in _STATEMENT_WORDS
        return False

    def _operands(self, group: list[Lexeme]) -> list[Lexeme]:
        """The arguments of the call that represents an asm statement."""
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
