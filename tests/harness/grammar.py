"""Random programs by weighted grammars, the same for the same seed.

A grammar is a file of rules, in `tests/grammars`; `common.grammar` has rules for all.  A rule is a name with `=`,
and below it, further to the right, its text, or alternatives that begin with `|`:

    statement =
     3| $scalar += $value;
     2[<2]| for (int ${k:=k$#}$k = 0; $k < ${3..9}; $k++) { ${statement*1..3} }
      [lines]| $lines[$j] = $value;

The number is a weight, 1 where there is none.  Conditions are in brackets: `<2`, that the rule encloses itself
less than twice; `lines`, that this set is not empty; `!lines`, that it is; `type=int` and `type!=int`, that a name
is this text or is not.  A text is C, with

    $name, $(a_$b)      what a rule gives, or what was bound to the name; the second computes the name
    $#  $|              a number that is used nowhere else; the character, where it would separate alternatives
    ${3..9}             a number
    ${a|b|3:c|[x]:d}    one of these texts, perhaps with weight and conditions
    ${x:=text}          nothing, and binds `x` to the text; `${x=text}` also gives the text
    ${x+=text}          nothing, and adds the text to the set `x`, of which `$x` is any
    ${x@=set}           nothing, and `x` is the set; `${^x+=text}` and so on do it for the rule around this one,
                        `${^^x+=text}` for the one around that
    ${rule*2..4, }      the rule some times, with the text after the blank between, else on lines of their own
    ${set!2..4, }       some different members, in any order; `${set!}` all of them; `${set&}` in theirs
    ${pick set}         a member
    ${name<<text}       nothing, and puts the text where `${>>name}` is, once

    like = other        as the first rule: the rules of another grammar, those that this one replaces excepted

A set is a name, or `one - other`: the members of `one` that meet no member of `other` in memory.  Those meet that
are the same, or whose sets `roots_NAME` have members in common.  Names are bound from there on to the end of the
rule, in all that it expands to.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parents[1] / "grammars"

_RULE = re.compile(r"^([\w ]+?) =$")
_ALTERNATIVE = re.compile(r"^ *(\d*\.?\d*)(?:\[([^\]]*)\])?\| ?(.*)$")
_HOLE = re.compile(r"\$(?:(\w+|[#|])|([({]))")
_NUMBER = re.compile(r"(-?\d+)\.\.(-?\d+)")
_BIND = re.compile(r"(\^*)([a-z$(][\w$()]*)(:=|\+=|@=|=)(.*)", re.DOTALL)
_REPEAT = re.compile(r"([\w$()]+)([*!&])(?:(\d+)(?:\.\.(\d+))?)?(?: (.*))?", re.DOTALL)
_PUT = re.compile(r"([\w$()]+)<<(.*)", re.DOTALL)
_INLINE = re.compile(r"(\d*\.?\d*)(?:\[([^\]]*)\])?:(.*)", re.DOTALL)


class GrammarError(Exception):
    """A grammar says what can't be: a name that nothing binds, a choice of nothing, brackets without an end."""


Node = Callable[["Expansion"], str]


@dataclass(frozen=True)
class Alternative:
    """A text that a rule or a set may give."""

    text: Sequence[Node]
    weight: float = 1
    conditions: Sequence[str] = ()


Rules = dict[str, list[Alternative]]


class Expansion:
    """A program in the making: what its names are bound to, innermost last."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.random = Random(seed)
        self.scopes: list[Rules] = [rules, {}]
        self.nesting: Counter[str] = Counter()
        self.buffers: defaultdict[str, list[str]] = defaultdict(list)
        self.number = 0

    def program(self) -> str:
        """The text of the rule `program`."""
        text = self.rule("program")
        while match := re.search(r"\0(\w+)\0", text):
            text = text.replace(match[0], "\n".join(self.buffers[match[1]]))
        return indented(text)

    def text(self, nodes: Sequence[Node]) -> str:
        """What a sequence of nodes gives."""
        return "".join([node(self) for node in nodes])

    def rule(self, name: str) -> str:
        """One alternative of a rule or of a set."""
        return self.any_of(name, self.alternatives(name))

    def any_of(self, name: str, alternatives: Sequence[Alternative]) -> str:
        """One of these, in a scope of its own."""
        chosen = self.choice(name, alternatives)
        self.scopes.append({})
        self.nesting[name] += 1
        text = self.text(chosen.text)
        self.nesting[name] -= 1
        self.scopes.pop()
        return text

    def choice(self, name: str, alternatives: Sequence[Alternative]) -> Alternative:
        """One whose conditions hold.

        Raises:
            GrammarError: there is none.
        """
        possible = [each for each in alternatives if all(self.holds(part, name) for part in each.conditions)]
        if not possible:
            raise GrammarError(f"no alternative of {name} is possible")
        return self.random.choices(possible, [each.weight for each in possible])[0]

    def alternatives(self, name: str) -> list[Alternative]:
        """What a name is bound to."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        raise GrammarError(f"nothing is bound to {name}")

    def holds(self, condition: str, name: str) -> bool:
        """Whether a condition of an alternative of `name` holds."""
        if "$" in condition:
            condition = self.text(parse(condition))
        if condition.startswith("<"):
            return self.nesting[name] < int(condition[1:])
        if "=" in condition:
            left, right = condition.split("=")
            return (self.rule(left.removesuffix("!")) == right) is not left.endswith("!")
        return bool(self.members(condition.removeprefix("!"))) is not condition.startswith("!")

    def members(self, expression: str) -> list[Alternative]:
        """The set that an expression means; one that nothing has made is empty."""
        first, *others = expression.split(" - ")
        found = self._members(first)
        met = {root for other in others for each in self._members(other) for root in self._roots(each)}
        return [each for each in found if not met or not self._roots(each) & met]

    def _members(self, name: str) -> list[Alternative]:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), [])

    def _roots(self, member: Alternative) -> set[str]:
        name = self.text(member.text)
        return {self.text(each.text) for each in self._members(f"roots_{name}")} or {name}

    def sample(self, name: str, low: str | None, high: str | None) -> list[Alternative]:
        """Some different members of a set, in any order."""
        members = self.members(name)
        count = self.random.randint(int(low), int(high or low)) if low else len(members)
        return self.random.sample(members, min(count, len(members)))


@cache
def rules(kind: str) -> Rules:
    """The rules of a kind of programs, with those of the kind that it is like."""
    own = read((FOLDER / f"{kind}.grammar").read_text(encoding="utf-8"))
    if kind == "common":
        return own
    base = Expansion(own, 0).rule("like") if "like" in own else "common"
    return rules(base) | own


def program(kind: str, seed: int) -> str:
    """The program of a seed: one C file, which prints the same whatever runs its loops."""
    return Expansion(rules(kind), seed).program()


def read(text: str) -> Rules:
    """The rules of a file; lines that begin with `#` at the left are comments."""
    found: Rules = {}
    for block in re.split(r"\n(?=[\w])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)):
        head, *lines = block.strip("\n").split("\n")
        if not head:
            continue
        match = _RULE.match(head)
        if match is None:
            raise GrammarError(f"no rule: {head}")
        parts: list[tuple[str, str, list[str]]] = []
        for line in filter(str.strip, lines):
            if alternative := _ALTERNATIVE.match(line):
                parts.append((alternative[1], alternative[2], [alternative[3]]))
            elif parts:
                parts[-1][2].append(line.strip())
            else:
                parts.append(("", "", [line.strip()]))
        found[match[1]] = [_alternative(weight, conditions, "\n".join(body)) for weight, conditions, body in parts]
    return found


def _alternative(weight: str | None, conditions: str | None, text: str) -> Alternative:
    return Alternative(parse(text), float(weight or 1), tuple(conditions.split(", ")) if conditions else ())


def parse(text: str) -> list[Node]:
    """The nodes of a text."""
    nodes: list[Node] = []
    at = 0
    while match := _HOLE.search(text, at):
        nodes.append(_literal(text[at : match.start()]))
        at = match.end()
        if match[1] == "#":
            nodes.append(_number)
        elif match[1] == "|":
            nodes.append(_literal("|"))
        elif match[1]:
            nodes.append(_reference([_literal(match[1])]))
        else:
            inside = text[at : _end(text, at, match[2])]
            nodes.append(_reference(parse(inside)) if match[2] == "(" else _special(inside))
            at += len(inside) + 1
    return [*nodes, _literal(text[at:])]


def _end(text: str, at: int, opening: str) -> int:
    """Where the bracket that was opened before `at` is closed."""
    closing, depth = {"(": ")", "{": "}"}[opening], 1
    for position in range(at, len(text)):
        depth += (text[position] == opening) - (text[position] == closing)
        if depth == 0:
            return position
    raise GrammarError(f"no {closing} in {text[at:]}")


def _special(inside: str) -> Node:
    """The node of a text in `${}`."""
    if match := _NUMBER.fullmatch(inside):
        low, high = int(match[1]), int(match[2])
        return lambda made: str(made.random.randint(low, high))
    if match := _BIND.fullmatch(inside):
        return _binding(len(match[1]), parse(match[2]), match[3], match[4])
    if match := _REPEAT.fullmatch(inside):
        return _repetition(parse(match[1]), match[2], match[3], match[4], parse(match[5] or "\n"))
    if match := _PUT.fullmatch(inside):
        return _putting(parse(match[1]), parse(match[2]))
    if inside.startswith(">>"):
        buffer = parse(inside[2:])
        return lambda made: f"\0{made.text(buffer)}\0"
    if inside.startswith("pick "):
        expression = parse(inside[5:])
        return lambda made: made.any_of(inside, made.members(made.text(expression)))
    return _choice(inside)


def _choice(inside: str) -> Node:
    """One of the alternatives of a text, which may be a single one."""
    alternatives = [_inline(each) for each in _split(inside)]
    return lambda made: made.text(made.choice(inside, alternatives).text)


def _split(inside: str) -> list[str]:
    """The alternatives of a choice: parts between `|` outside of inner brackets."""
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"[{}]|(?<![|$])\|(?![|=])", inside):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "|" and depth == 0:
            parts.append(inside[start : match.start()])
            start = match.end()
    return [*parts, inside[start:]]


def _inline(text: str) -> Alternative:
    match = _INLINE.fullmatch(text)
    if match and (match[1] or match[2]):
        return _alternative(match[1], match[2], match[3])
    return _alternative(None, None, text)


def _literal(text: str) -> Node:
    return lambda made: text


def _number(made: Expansion) -> str:
    made.number += 1
    return str(made.number)


def _reference(name: Sequence[Node]) -> Node:
    return lambda made: made.rule(made.text(name))


def _binding(outer: int, name: Sequence[Node], operator: str, text: str) -> Node:
    value = _choice(text)

    def bind(made: Expansion) -> str:
        scope, key = made.scopes[-1 - outer], made.text(name)
        if operator == "@=":
            members, _, count = value(made).partition("!")
            low, _, high = count.partition("..")
            scope[key] = made.sample(members, low, high) if count else made.members(members)
            return ""
        found = value(made)
        before = made.members(key) if operator == "+=" else []
        scope[key] = [*before, Alternative([_literal(found)])]
        return found if operator == "=" else ""

    return bind


def _repetition(
    name: Sequence[Node], kind: str, low: str | None, high: str | None, between: Sequence[Node]
) -> Node:
    def repeat(made: Expansion) -> str:
        rule, separator = made.text(name), made.text(between)
        if kind in "!&":
            members = made.members(rule) if kind == "&" else made.sample(rule, low, high)
            return separator.join([made.any_of(rule, [each]) for each in members])
        times = made.random.randint(int(low or 0), int(high or low or 0))
        return separator.join([made.rule(rule) for _ in range(times)])

    return repeat


def _putting(buffer: Sequence[Node], text: Sequence[Node]) -> Node:
    def put(made: Expansion) -> str:
        texts, found = made.buffers[made.text(buffer)], made.text(text)
        if found not in texts:
            texts.append(found)
        return ""

    return put


def indented(text: str) -> str:
    """A C file with the depth of statements as indentation, without empty lines; directives are at the left."""
    lines, depth, below = [], 0, 0
    for bare in filter(None, map(str.strip, text.split("\n"))):
        if bare.startswith("#"):
            lines.append(bare)
            continue
        lines.append("  " * (depth + below - bare.startswith("}")) + bare)
        depth += bare.count("{") - bare.count("}")
        opens = bare.startswith(("for (", "if (", "while (", "else")) and bare[-1] not in ";{"
        below = below + 1 if opens else 0
    return "\n".join([*lines, ""])
