"""The syntax of OpenMP directives: text -> the tree of a directive, by recursive descent.

All of OpenMP 3.1 is taken apart.  Directives and clauses of later versions are recognised by name and their
arguments kept as text.  Which clause fits which directive is a table in `rules.py`, so that the message can name
the clause; here any clause may be anywhere.  Clauses may be separated by commas or blanks, and may come more than
once.

Keywords are words only where they are expected: `private(single, parallel)` names two variables.  C expressions
are balanced tokens, which pycparser takes apart.
"""

from __future__ import annotations

from collections.abc import Callable

from mapper.openmp.tree import END, Branch, Token, describe, tokens

_NAMES = """
parallel; parallel for; parallel sections; for; sections; section; single; master; atomic; barrier; ordered; task;
taskwait; taskyield
"""
"""The directives of OpenMP 3.1 that are a name and clauses."""
_LATER_NAMES = """
simd; parallel master; parallel masked; parallel loop; parallel master taskloop; parallel masked taskloop;
parallel loop taskloop; master taskloop; masked taskloop; target; target simd; target loop; target data;
target enter data; target exit data; target update; taskloop; loop; masked; scope; scan; taskgroup;
cancel parallel; cancel for; cancel sections; cancel taskgroup; cancellation point parallel;
cancellation point for; cancellation point sections; cancellation point taskgroup; declare simd; declare reduction;
declare mapper; declare variant; declare target; declare induction; begin declare target; begin declare variant;
end declare target; end declare variant; end metadirective; begin assumes; end assumes; assume; assumes; allocate;
allocators; depobj; dispatch; error; flatten; fuse; groupprivate; interchange; interop; nothing; requires; reverse;
split; stripe; task_iteration; taskgraph; tile; unroll; workdistribute
"""
"""Directives of later versions (a final `simd` is read as a clause), apart from those that combine others."""
_PARALLEL = ("parallel", "parallel for", "parallel loop")
_DISTRIBUTE = ("distribute", *(f"distribute {each}" for each in _PARALLEL))
_TEAMS = ("teams", *(f"teams {each}" for each in (*_DISTRIBUTE, "loop", "workdistribute")))
_COMBINED = (*_DISTRIBUTE, *_TEAMS, *(f"target {each}" for each in (*_PARALLEL, *_TEAMS)))
_OWN = "critical; flush; threadprivate; metadirective; begin metadirective"
"""Directives with a syntax of their own."""


def _read(names: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(name.split()) for name in names.split(";"))


_OF_3_1 = _read(_NAMES)
_ALL = _OF_3_1 | _read(_LATER_NAMES) | _read("; ".join(_COMBINED)) | _read(_OWN)
_BEGINNINGS = frozenset(name[:length] for name in _ALL for length in range(1, len(name) + 1))

_OPERATIONS = frozenset(["+", "*", "-", "&&", "||", "&", "|", "^"])
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_SEPARATORS = frozenset([",", ":", "?", ";"])
_BRACKETS = frozenset("()[]{}")
_LISTS = frozenset(["private", "firstprivate", "lastprivate", "shared", "copyin", "copyprivate"])
_WORDS = {
    **dict.fromkeys(["nowait", "untied", "mergeable"], "word_clause"),
    **dict.fromkeys(["read", "write", "update", "capture"], "form_clause"),
    "simd": "simd_clause",
}


class DirectiveError(Exception):
    """A syntax error: a sentence that says what was expected, and the offset of what is there."""

    def __init__(self, message: str, start: int) -> None:
        super().__init__(message)
        self.start = start


def directive_tree(text: str) -> Branch:
    """The tree of a directive, the word `omp` included; raises `DirectiveError`.

    Its name is `directive`, with the head and `clauses`, or `unknown` where no version of OpenMP has the word.
    """
    return _Parser(text).directive()


class _Parser:
    """Reads the tokens of one pragma; each rule leaves `now` at the first token that is not its own."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0

    @property
    def now(self) -> Token:
        """The token that is next."""
        return self.tokens[self.at]

    # ---- tokens

    def take(self) -> Token:
        """The token that is next, which is one of the rule."""
        self.at += 1
        return self.tokens[self.at - 1]

    def fail(self, expected: str) -> DirectiveError:
        return DirectiveError(f"expected {expected} before {describe(self.now)}", self.now.start)

    def expect(self, word: str, otherwise: str = "") -> Token:
        """The token that must be next; `otherwise` says what else would have fitted better."""
        if self.now != word or self.now.kind == END:
            raise self.fail(otherwise or f"'{word}'")
        return self.take()

    def name(self) -> Token:
        """The identifier that must be next."""
        if self.now.kind != "name":
            raise self.fail("identifier")
        return self.take()

    def made(self, data: str, start: int, *children: Branch | Token) -> Branch:
        """The branch of all tokens from `start` on that were taken."""
        return Branch(data, children, start, self.tokens[self.at - 1].end)

    def listed(self, data: str, item: Callable[[], Branch | Token]) -> Branch:
        """Items with commas between them."""
        start = self.now.start
        items = [item()]
        while self.now == ",":
            self.take()
            items.append(item())
        return self.made(data, start, *items)

    def in_parentheses(self, part: Callable[[], Branch | Token]) -> Branch | Token:
        """What is between parentheses."""
        self.expect("(")
        inner = part()
        self.expect(")")
        return inner

    # ---- directives

    def directive(self) -> Branch:
        start = self.now.start
        self.expect("omp")
        words: list[Token] = []
        if (self.now,) not in _BEGINNINGS:
            return self.made("unknown", start)
        while (*words, self.now) in _BEGINNINGS:
            words.append(self.take())
        if tuple(words) not in _ALL:
            following = sorted(name[len(words)] for name in _BEGINNINGS if name[:-1] == tuple(words))
            raise self.fail(_alternatives([f"'{each}'" for each in following]))
        parts = self.head(words)
        if parts[0].data not in ("metadirective", "threadprivate"):
            parts.append(self.clauses())
        elif self.now.kind != END:
            raise self.fail(END)
        return self.made("directive", start, *parts)

    def head(self, words: list[Token]) -> list[Branch]:
        """A directive's name, with what is in its own parentheses."""
        kind, start = words[-1], words[0].start
        if kind == "metadirective" and words[0] != "end":
            self.anything()
            return [self.made("metadirective", start, *words)]
        if words == ["critical"] and self.now == "(":
            return [self.made("critical", start, self.in_parentheses(self.name))]
        if words == ["threadprivate"] or (words == ["flush"] and self.now == "("):
            return [self.made(kind, start, self.in_parentheses(self.names))]
        if kind in ("critical", "flush"):
            return [self.made(kind, start)]
        if tuple(words) in _OF_3_1:
            return [self.made("name", start, *words)]
        found = [self.made("later_name", start, *words)]
        return [*found, self.later_argument()] if self.now == "(" else found

    def names(self) -> Branch:
        return self.listed("names", self.name)

    def later_argument(self) -> Branch:
        start = self.expect("(").start
        self.anything()
        self.expect(")")
        return self.made("later_argument", start)

    # ---- clauses

    def clauses(self) -> Branch:
        start = self.now.start
        found = []
        while self.now.kind != END:
            if self.now == ",":
                self.take()
            if self.now.kind != "name":
                raise self.fail("'#pragma omp' clause")
            found.append(self.clause())
        return self.made("clauses", start, *found)

    def clause(self) -> Branch:
        word = self.take()
        start = word.start
        if word in _LISTS:
            kind = self.made("list_kind", start, word)
            self.expect("(")
            modifier = self.tokens[self.at + 1 : self.at + 2] == [":"] and self.now.kind == "name"
            parts: list[Branch | Token] = [self.take()] if modifier else []
            if modifier:
                self.take()
            parts.append(self.names())
            self.expect(")")
            return self.made("list_clause", start, kind, *parts)
        if word in _WORDS:
            return self.made(_WORDS[word], start, self.made("word", start, word))
        match str(word):
            case "if" | "final":
                return self.made(f"{word}_clause", start, *self.conditional(modified=word == "if"))
            case "num_threads" | "collapse":
                return self.made(f"{word}_clause", start, self.in_parentheses(self.expression))
            case "default":
                return self.made("default_clause", start, self.in_parentheses(self.name))
            case "schedule":
                return self.made("schedule_clause", start, *self.schedule())
            case "reduction":
                return self.made("reduction_clause", start, *self.reduction())
        argument = [self.later_argument()] if self.now == "(" else []
        if word == "ordered":
            return self.made("ordered_clause", start, *argument)
        return self.made("other_clause", start, word, *argument)

    def conditional(self, *, modified: bool) -> list[Branch]:
        """The conditions in parentheses, and what is before a colon."""
        self.expect("(")
        found = [self.conditions()]
        if modified and self.now == ":" and len(found[0].children) == 1:
            self.take()
            found.append(self.conditions())
        self.expect(")")
        return found

    def schedule(self) -> list[Branch | Token]:
        self.expect("(")
        ahead, found = self.at + 1, list[Branch | Token]()
        while self.tokens[ahead : ahead + 1] == [","] and self.tokens[ahead + 1].kind == "name":
            ahead += 2
        if self.now.kind == "name" and self.tokens[ahead] == ":":
            found.append(self.listed("schedule_modifiers", self.name))
            self.take()
        found.append(self.name())
        if self.now == ",":
            start = self.take().start
            found.append(self.made("chunk", start, self.expression()))
        self.expect(")")
        return found

    def reduction(self) -> list[Branch | Token]:
        self.expect("(")
        found: list[Branch | Token] = [self.operation()]
        if self.now == "," and found[0] not in _OPERATIONS:
            self.take()
            found.append(self.operation())
        self.expect(":")
        found.append(self.listed("items", self.item))
        self.expect(")")
        return found

    def operation(self) -> Token:
        if self.now.kind != "name" and self.now not in _OPERATIONS:
            raise self.fail("'+', '*', '-', '&', '^', '|', '&&', '||' or identifier")
        return self.take()

    def item(self) -> Branch:
        """A variable, or a part of an array."""
        start = self.now.start
        parts: list[Branch | Token] = [self.name()]
        while self.now == "[":
            begin = self.take().start
            self.anything()
            self.expect("]", "expression")
            parts.append(self.made("section", begin))
        return self.made("item", start, *parts)

    # ---- C expressions

    def conditions(self) -> Branch:
        return self.listed("conditions", self.expression)

    def expression(self) -> Branch:
        """Tokens with balanced brackets, one at least."""
        first, start = self.at, self.now.start
        while True:
            if self.now == "?":
                self.take()
                self.conditions()
                self.expect(":")
            elif self.now in _CLOSING:
                self.group()
            elif self.now in _SEPARATORS or self.now in _BRACKETS or self.now.kind in (END, "rest"):
                break
            else:
                self.take()
        if self.at == first:
            raise self.fail("expression")
        return self.made("expression", start)

    def anything(self) -> None:
        """Tokens with balanced brackets."""
        while self.now.kind not in (END, "rest") and self.now not in (")", "]", "}"):
            if self.now in _CLOSING:
                self.group()
            else:
                self.take()

    def group(self) -> None:
        """A bracket and all up to the one that closes it; there may be thousands in it."""
        closing: list[str] = []
        while True:
            if self.now in _CLOSING:
                closing.append(_CLOSING[self.take()])
            elif self.now == closing[-1]:
                self.take()
                closing.pop()
                if not closing:
                    return
            elif self.now.kind in (END, "rest") or self.now in _BRACKETS:
                raise self.fail("')'" if closing[-1] == ")" else "expression")
            else:
                self.take()


def _alternatives(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
