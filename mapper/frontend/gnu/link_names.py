"""What a unit says to the assembler and the linker of its names: labels, aliases, sections, file-scope assembly.

By these one object has several names, or is reached by code that is no C.  Sources: GCC's manual (Asm Labels,
Common Variable Attributes, Symbol-Renaming Pragmas, Weak Pragmas), that of the GNU assembler (Pseudo Ops).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mapper.frontend.tokens.lexer import NAME, PRAGMA, STRING, Lexeme
from mapper.ir.trees.unit import LinkNames

_ASM_WORDS = frozenset(("asm", "__asm", "__asm__"))
_QUALIFIERS = frozenset("volatile __volatile__ __volatile goto inline __inline__".split())
_HEADS = frozenset("if while for switch".split())
_OPENING = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _OPENING.items()}
_WEAK = re.compile(r"#pragma weak\s+([\w$]+)\s*=\s*([\w$]+)\s*$")
_RENAMED = re.compile(r"#pragma redefine_extname\s+([\w$]+)\s+([\w$]+)\s*$")
_BOUND = re.compile(r"__(?:start|stop)_(\w+)")
_WORD = re.compile(r"[A-Za-z_.$][\w.$]*")
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]+|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b"}

_SYMBOL = r"[A-Za-z_.$][\w.$]*"
_ASSIGNED = re.compile(
    rf"(?:\.(?:set|equ|equiv|weakref)\s+({_SYMBOL})\s*,|({_SYMBOL})\s*==?)\s*({_SYMBOL})\s*", re.ASCII
)
_PLAIN_LINE = re.compile(
    r"\.(?:globl|global|weak|hidden|internal|protected|local|type|size|ident|file|text|data|bss|section|previous|"
    r"pushsection|popsection|subsection|p2align|align|balign|comm|lcomm)\b.*",
    re.ASCII | re.DOTALL,
)
_DATA_LINE = re.compile(
    r"\.(?:byte|short|hword|word|2byte|4byte|8byte|long|int|quad|octa|float|single|double|zero|skip|space|fill|org)\b"
    r"(?:[\s,+\-*/()]|(?<![\w.$])\d[\w.]*)*",
    re.ASCII,
)
_TEXT_LINE = re.compile(r'\.(?:ascii|asciz|string|incbin)\s+"(?:[^"\\]|\\.)*+"[\s0-9,xXa-fA-F]*', re.ASCII)
_LABEL = re.compile(rf"(?:{_SYMBOL}|\d+)\s*:\s*", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/|(?://|#)[^\n]*", re.DOTALL)


def link_names(lexemes: Sequence[Lexeme]) -> LinkNames:
    """What the user's own text says: labels in system headers say what a function is called in the library."""
    reader = _Reader(lexemes)
    reader.run()
    return reader.found()


_ENDS = frozenset((";", "{", "}"))


class _Reader:
    """Reads the lexemes once, declaration by declaration."""

    def __init__(self, lexemes: Sequence[Lexeme]) -> None:
        self._lexemes = lexemes
        self._labels: dict[str, str] = {}
        self._aliases: dict[tuple[str, str], None] = {}
        self._sections: dict[str, str] = {}
        self._mentioned: set[str] = set()
        self._walked: set[str] = set()
        self._opaque = ""
        self._depth = 0  # of braces

    def found(self) -> LinkNames:
        """What was read."""
        for name in (*self._labels.values(), *self._mentioned):
            self._walked.update(_BOUND.findall(name))
        return LinkNames(
            dict(sorted(self._labels.items())),
            tuple(self._aliases),
            dict(sorted(self._sections.items())),
            frozenset(self._mentioned),
            frozenset(self._walked),
            self._opaque,
        )

    def run(self) -> None:
        """All of them."""
        start, at = 0, 0
        while at < len(self._lexemes):
            lexeme = self._lexemes[at]
            text = lexeme.text
            if lexeme.system and text not in _ENDS and lexeme.kind != PRAGMA:
                at += 1
                continue
            self._depth += (text == "{") - (text == "}")
            if lexeme.kind == PRAGMA:
                self._pragma(text)
                start = start if at > start else at + 1
            elif lexeme.kind == NAME and not lexeme.system:
                if text.startswith("__st"):
                    self._walked.update(_BOUND.findall(text))
                elif text in _ASM_WORDS:
                    at = self._assembly(start, at)
                elif text in ("__attribute__", "__attribute"):
                    at = self._attributes(start, at + 1)
            elif text == "[" and not lexeme.system and self._text(at + 1) == "[":
                at = self._attributes(start, at)
            elif text in _ENDS and not self._is_in_initialiser(start, at):
                start = at + 1
            at += 1

    def _text(self, at: int) -> str:
        return self._lexemes[at].text if at < len(self._lexemes) else ""

    def _is_in_initialiser(self, start: int, at: int) -> bool:
        """Whether a brace belongs to a value or to a structure's members, so that the declaration goes on."""
        text = self._lexemes[at].text
        if text == "{":
            return at > start and self._text(at - 1) in ("=", ",", "{", "(")
        return text == "}" and self._text(at + 1) in (",", ";", "}")

    # ---- pragmas -------------------------------------------------------------------------------------------

    def _pragma(self, text: str) -> None:
        if weak := _WEAK.match(text):
            self._aliases[weak[1], weak[2]] = None
        elif renamed := _RENAMED.match(text):
            self._label(renamed[1], renamed[2])

    def _label(self, name: str, label: str) -> None:
        label = label.removeprefix("*")
        if self._labels.setdefault(name, label) != label:
            self._opaque = "two assembler names for one object"

    # ---- assembly ------------------------------------------------------------------------------------------

    def _assembly(self, start: int, at: int) -> int:
        """A label behind a declarator, or assembly; the place of its last lexeme."""
        opening = at + 1
        while self._text(opening) in _QUALIFIERS:
            opening += 1
        if self._text(opening) != "(":
            return at  # an ordinary identifier
        end = self._closing(opening)
        text = self._template(opening, end)
        before = self._lexemes[at - 1] if at > start else None
        if before is not None and opening == at + 1 and self._ends_declarator(at):
            named = self._declared(start, at)
            if "register" in (each.text for each in self._lexemes[start:at]):
                self._opaque = self._opaque if self._depth else "a global register variable"
            elif named is None:
                self._opaque = "an assembler name"
            else:
                self._label(self._text(named), text)
        else:
            self._mentioned.update(_WORD.findall(text))
            if before is None and self._depth == 0:
                self._read(text)
        return end

    def _ends_declarator(self, at: int) -> bool:
        """Whether what is before an `asm` is a declarator, rather than the head of a statement."""
        before = self._lexemes[at - 1]
        if before.text == "]":
            return True
        if before.text == ")":
            head = self._lexemes[self._opened(at - 1) - 1]
            return head.text not in _HEADS
        return before.kind == NAME and before.text not in ("else", "do")

    def _template(self, opening: int, end: int) -> str:
        """The text of an assembly, without its operands."""
        parts = []
        for lexeme in self._lexemes[opening + 1 : end]:
            if lexeme.kind != STRING:
                break
            parts.append(_unquoted(lexeme.text))
        return "".join(parts)

    def _read(self, text: str) -> None:
        """Assembly at file scope, line by line."""
        for line in _lines(text):
            assigned = _ASSIGNED.fullmatch(line)
            if assigned is not None:
                self._aliases[assigned[1] or assigned[2], assigned[3]] = None
            elif not any(known.fullmatch(line) for known in (_PLAIN_LINE, _DATA_LINE, _TEXT_LINE)):
                self._opaque = "assembly at file scope"

    # ---- attributes ----------------------------------------------------------------------------------------

    def _attributes(self, start: int, opening: int) -> int:
        """What a group of attributes says of the declaration around it; the place of its last lexeme."""
        if self._text(opening) not in _CLOSING:
            return opening - 1
        end = self._closing(opening)
        for at in range(opening, end):
            word = self._lexemes[at].text.strip("_")
            if word in ("alias", "weakref", "section") and self._text(at + 1) == "(":
                value = "".join(
                    _unquoted(each.text)
                    for each in self._lexemes[at + 2 : self._closing(at + 1)]
                    if each.kind == STRING
                )
                self._give(word, value, self._names(start, opening))
        return end

    def _give(self, word: str, value: str, names: Sequence[str]) -> None:
        if not names or not value:
            self._opaque = f"the attribute '{word}'"
        for name in names:
            if word == "section":
                self._sections[name] = value
            else:
                self._aliases[self._labels.get(name, name), value] = None

    def _names(self, start: int, attribute: int) -> list[str]:
        """The names in the declaration around an attribute that the attribute means."""
        names: list[str] = []
        part = at = start
        while at < len(self._lexemes):
            text = self._text(at)
            if text in (",", ";", "=") or (text == "{" and self._begins_body(at)):
                named = self._declared(part, at)
                if named is not None and named < attribute < at and part <= attribute:
                    return [self._text(named)]
                names += [] if named is None else [self._text(named)]
                if text == "=":
                    at = self._after_value(at)
                if self._text(at) != ",":
                    break
                part = at = at + 1
            elif text in _CLOSING:
                at = self._closing(at) + 1
            else:
                at += 1
        return names

    def _begins_body(self, at: int) -> bool:
        """Whether a brace begins the body of a function."""
        if self._text(at - 1) != ")":
            return False
        return self._text(self._opened(at - 1) - 1) not in ("__attribute__", "__attribute")

    def _after_value(self, at: int) -> int:
        while at < len(self._lexemes) and self._text(at) not in (",", ";"):
            at = self._closing(at) + 1 if self._text(at) in _CLOSING else at + 1
        return at

    def _declared(self, start: int, end: int) -> int | None:
        """Where the name is that a declarator declares which ends before `end`; None where there is none."""
        at = end - 1
        while at >= start:
            text = self._lexemes[at].text
            if text in (")", "]"):
                opening = self._opened(at)
                if self._text(opening - 1) in ("__attribute__", "__attribute", *_ASM_WORDS):
                    at = opening - 2
                elif text == ")" and self._text(opening + 1) in ("*", "("):
                    start, at = opening + 1, at - 1
                else:
                    at = opening - 1
            else:
                return at if self._lexemes[at].kind == NAME else None
        return None

    def _closing(self, at: int) -> int:
        """Where the bracket closes that opens at a place."""
        depth = 0
        for place in range(at, len(self._lexemes)):
            text = self._lexemes[place].text
            depth += (text in _CLOSING) - (text in _OPENING)
            if depth == 0:
                return place
        return len(self._lexemes) - 1

    def _opened(self, at: int) -> int:
        """Where the bracket opens that closes at a place."""
        depth = 0
        for place in range(at, 0, -1):
            text = self._lexemes[place].text
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth == 0:
                return place
        return 0


def _unquoted(literal: str) -> str:
    """The characters of a string literal."""

    def plain(match: re.Match[str]) -> str:
        code = match[1]
        if code[0].isdigit():
            return chr(int(code, 8))
        if code[0] == "x":
            return chr(int(code[1:], 16) & 0xFF)
        return _LETTERS.get(code, code)

    return _ESCAPE.sub(plain, literal[literal.index('"') + 1 : -1])


def _lines(text: str) -> Iterator[str]:
    """The statements of assembly, without comments and labels."""
    for line in re.split(r"[\n;]", _COMMENT.sub(" ", text)):
        line = line.strip()
        while label := _LABEL.match(line):
            line = line[label.end() :]
        if line:
            yield line
