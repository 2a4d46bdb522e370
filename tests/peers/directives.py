"""What the DejaGnu directives of a test ask for: options, files, variables, a kind of machine."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

TARGET = "x86_64-pc-linux-gnu"
HAS = frozenset(
    "c lto fpic shared tls tls_runtime pthread size32plus sync_int_long sync_char_short cas_int int128 lp64 "
    "__float128 sse2_runtime avx_runtime vect_simd_clones large_long_double".split()
)
"""The effective targets of an ordinary machine; none of them is a device that gcc offloads to."""

_WORD = re.compile(r'\{|\}|"(?:\\.|[^"\\])*"|[^\s{}]+')
Words = list["str | Words"]


@dataclass(frozen=True)
class Wanted:
    """How a test is built and run; `left_out` says why it isn't, if it isn't."""

    options: tuple[str, ...] = ("-O2",)
    sources: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)
    left_out: str | None = None


def wanted(program: Path) -> Wanted:
    """What the directives of a program's comments ask for; without any, it is built with `-O2` and run."""
    found = Wanted()
    for line in program.read_text(encoding="utf-8", errors="replace").splitlines():
        start = line.find("{ dg-")
        if start >= 0 and found.left_out is None:
            found = _with(found, _parsed(line[start:]))
    return found


def _with(found: Wanted, words: Words) -> Wanted:
    name, *rest = words
    selector = next((each for each in rest if isinstance(each, list) and each and each[0] == "target"), None)
    first = _text(rest[0]) if rest else ""
    holds = selector is None or _holds(selector[1:])
    match name:
        case "dg-do" if first != "run":
            return replace(found, left_out=f"dg-do {first}")
        case "dg-do" if selector is not None and not holds:
            return replace(found, left_out=f"for {_flat(selector[1:])}")
        case "dg-require-effective-target" if not _holds([first]):
            return replace(found, left_out=f"for {first}")
        case "dg-skip-if" if len(rest) > 1 and _holds(_list(rest[1])):
            return replace(found, left_out="dg-skip-if")
        case "dg-options" if holds:
            return replace(found, options=tuple(shlex.split(first)))
        case "dg-additional-options" if holds:
            return replace(found, options=(*found.options, *shlex.split(first)))
        case "dg-additional-sources":
            return replace(found, sources=(*found.sources, *first.split()))
        case "dg-set-target-env-var":
            return replace(found, variables={**found.variables, first: _text(rest[1])})
    return found


def _parsed(text: str) -> Words:
    """The words of the first Tcl list of a text, lists in it being lists."""
    stack: list[Words] = [[]]
    for match in _WORD.finditer(text):
        word = match.group()
        if word == "{":
            stack.append([])
        elif word == "}" and len(stack) > 1:
            inner = stack.pop()
            stack[-1].append(inner)
            if len(stack) == 1:
                return inner
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", word[1:-1]) if word[0] == '"' else word)
    return stack[-1]


def _holds(selector: Words) -> bool:
    """Whether a selector of targets, such as `{ ! avx_runtime } || x86_64-*-*`, holds here."""
    for operator, combine in (("||", any), ("&&", all)):
        if operator in selector:
            place = selector.index(operator)
            return combine((_holds(selector[:place]), _holds(selector[place + 1 :])))
    if selector[:1] == ["!"]:
        return not _holds(selector[1:])
    return any(_holds(each) if isinstance(each, list) else _has(each) for each in selector)


def _has(name: str) -> bool:
    if name.startswith("!"):
        return not _has(name[1:])
    return name in HAS or ("-" in name and fnmatchcase(TARGET, name))


def _list(word: str | Words) -> Words:
    return [word] if isinstance(word, str) else word


def _text(word: str | Words) -> str:
    return word if isinstance(word, str) else _flat(word)


def _flat(words: Words) -> str:
    return " ".join(_text(word) for word in words)
