"""What the C library's functions do to the caller's memory, as far as pointers and effects are concerned.

A row of the table (`library_rows.py`) holds words about places.  A place is an argument by its position, `1`; with
`+`, this argument and all later ones; with `*` behind it, what the argument's target holds, and so on: `0*` is the
pointer that `getline` finds through its first argument, `1**` are those that `vprintf` finds in a `va_list`.
The words, for places P and Q:

- `rP` reads what P points to, `wP` writes it;
- `=P` returns P itself, `>P` a pointer into the memory that P points into; `=new` returns memory that the call
  allocates, `=out` memory of the library's own, `=kept` whatever the library was ever given to keep,
  `=text` a number that may be a pointer which was made text, `=file` one that may be part of a file;
- `cP,Q` copies the contents of what Q points to, pointers included, to what P points to; `sP,Q` stores a pointer
  into the memory that Q points into through P; `nP` stores new memory through P;
- `tP` makes text of the pointer P, or of a number that may be one; `uP` stores a pointer through P that has been
  made text;
- `oP` puts the bytes that P points to, pointers included, into a file, a pipe or a socket; `iP` stores such bytes
  through P; `pP` puts the number P there;
- `kP` keeps P: later calls may touch what it points to, and may free or move it; `fP` calls P;
- `b0=2`: of what argument 0 points to as many bytes are touched as argument 2 says; `b0=1*2`: as the product
  of two arguments; with `<` for `=` no more than that; `b0<1@2`: argument 1 elements of the MPI data type that
  argument 2 is;
- `%1` says that argument 1 is a format, and `:n` behind a place that the word holds only where a format has the
  conversion `%n` or may have it (`:m`: the modifier `m`; `:a`: the conversion `%p`, or one of integers as wide as
  pointers, and of the arguments to print those that have it);
- all others are names of `Flags`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.types import decay
from mapper.analysis.whole_program.library_rows import (
    BUILTIN_MATH,
    BUILTIN_PURE,
    BUILTIN_TABLE,
    MATH,
    OTHERS,
    PURE,
    TABLE,
)
from mapper.analysis.whole_program.objects import Kind, MemoryObject
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.trees.ctypes import FunctionType, PointerType
from mapper.ir.trees.literals import string_units


class Flags(Flag):
    """What else a call may do."""

    NONE = 0
    ALLOCATES = auto()
    FREES = auto()
    NO_RETURN = auto()  # the call may not come back
    THREADS = auto()  # starts threads or processes
    SIGNALS = auto()  # installs a signal handler
    JUMPS = auto()  # setjmp, longjmp and their like
    AT_EXIT = auto()  # registers a function that runs after main
    IO = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """An argument (`rest`: and all later ones), or what is found by loading from it `depth` times.

    With a `conversion`, the word holds only where the call's format may have it.
    """

    position: int
    depth: int = 0
    rest: bool = False
    conversion: str = ""

    def positions(self, count: int) -> range:
        """Of `count` arguments, those that are meant."""
        return range(self.position, count if self.rest else min(self.position + 1, count))


@dataclass(frozen=True, slots=True)
class Length:
    """How many bytes a call touches: the product of some arguments; `data_type`: or elements of an MPI data type.

    Where it is not `exact`, it may be less.
    """

    factors: tuple[int, ...]
    exact: bool
    data_type: int | None = None

    @property
    def positions(self) -> tuple[int, ...]:
        """All arguments that the length depends on."""
        return self.factors if self.data_type is None else (*self.factors, self.data_type)


@dataclass(frozen=True, slots=True)
class Library:
    """The effects of one library function."""

    reads: tuple[Place, ...] = ()
    writes: tuple[Place, ...] = ()
    returns: tuple[Place, ...] = ()
    returns_into: tuple[Place, ...] = ()
    fresh: bool = False
    outside: bool = False
    kept: bool = False
    parsed: bool = False
    received: bool = False
    copies: tuple[tuple[Place, Place], ...] = ()
    stores: tuple[tuple[Place, Place], ...] = ()
    fresh_through: tuple[Place, ...] = ()
    texts: tuple[Place, ...] = ()
    from_text: tuple[Place, ...] = ()
    outputs: tuple[Place, ...] = ()
    inputs: tuple[Place, ...] = ()
    bytes_put: tuple[Place, ...] = ()
    keeps: tuple[Place, ...] = ()
    calls: tuple[Place, ...] = ()
    format: int | None = None
    flags: Flags = Flags.NONE
    lengths: tuple[tuple[int, Length], ...] = ()

    @property
    def allocates(self) -> bool:
        """Whether it returns nothing but new memory (or a null pointer)."""
        return self.fresh and not self.returns

    @property
    def touches_kept(self) -> bool:
        """Whether it may touch what earlier calls were given to keep, such as the buffer of a stream."""
        return self.kept or Flags.IO in self.flags

    def touched(self, count: int) -> Mapping[tuple[int, int, str], tuple[bool, bool]]:
        """Whether memory is read and written, by position, depth and conversion; `count` is that of arguments."""
        found: dict[tuple[int, int, str], tuple[bool, bool]] = {}
        for places, reads, writes in ((self.reads, True, False), (self.writes, False, True)):
            for place in places:
                for position in place.positions(count):
                    key = (position, place.depth, place.conversion)
                    read, write = found.get(key, (False, False))
                    found[key] = (read or reads, write or writes)
        return found

    def fits(self, declared: FunctionType) -> bool:
        """Whether a function that is declared like this can be the library's: pointers are where they belong.

        So a function of the user's in another library, with the same name but other parameters, is distinguished.
        """
        if declared.parameters is None:
            return True
        pointers = {
            number for number, each in enumerate(declared.parameters) if isinstance(decay(each), PointerType)
        }
        pairs = (place for pair in (*self.copies, *self.stores) for place in pair)
        places = (*self.reads, *self.writes, *self.returns, *self.returns_into, *self.fresh_through, *self.keeps)
        used = {place.position for place in (*places, *pairs, *self.calls) if not place.rest}
        if declared.variadic:
            used = {position for position in used if position < len(declared.parameters)}
        gives = self.fresh or self.outside or self.kept or bool(self.returns or self.returns_into)
        if self == Library():  # a function of numbers alone
            return not pointers and not isinstance(decay(declared.result), PointerType)
        return used <= pointers and (not gives or isinstance(decay(declared.result), PointerType))


_FLAG_WORDS: Final = {
    "alloc": Flags.ALLOCATES,
    "free": Flags.FREES,
    "noreturn": Flags.NO_RETURN,
    "threads": Flags.THREADS,
    "signals": Flags.SIGNALS,
    "jumps": Flags.JUMPS,
    "atexit": Flags.AT_EXIT,
    "io": Flags.IO,
}
_RESULTS: Final = ("new", "out", "kept", "text", "file")
_PLACE: Final = re.compile(r"(?P<position>\d+)(?P<rest>\+?)(?P<stars>\**)(?::(?P<conversion>[nma]))?")

_LENGTH: Final = re.compile(r"(?P<position>\d+)(?P<relation>[=<])(?P<factors>\d+(?:\*\d+)*)(?:@(?P<type>\d+))?")


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    assert found is not None, text
    return Place(int(found["position"]), len(found["stars"]), bool(found["rest"]), found["conversion"] or "")


def _length(text: str) -> tuple[int, Length]:
    found = _LENGTH.fullmatch(text)
    assert found is not None, text
    factors = tuple(int(each) for each in found["factors"].split("*"))
    data_type = int(found["type"]) if found["type"] else None
    return int(found["position"]), Length(factors, found["relation"] == "=", data_type)


def _parse(words: Iterable[str]) -> Library:
    single: dict[str, list[Place]] = {kind: [] for kind in "rw=>ntuoipkf"}
    pairs: dict[str, list[tuple[Place, Place]]] = {"c": [], "s": []}
    results: set[str] = set()
    form, flags = None, Flags.NONE
    lengths: list[tuple[int, Length]] = []
    for word in words:
        kind, rest = word[0], word[1:]
        if word in _FLAG_WORDS:
            flags |= _FLAG_WORDS[word]
        elif kind == "=" and rest in _RESULTS:
            results.add(rest)
        elif kind == "%":
            form = int(rest)
        elif kind == "b":
            lengths.append(_length(rest))
        elif kind in pairs:
            target, _, source = rest.partition(",")
            pairs[kind].append((_place(target), _place(source)))
        else:
            single[kind].append(_place(rest))
    return Library(
        reads=tuple(single["r"]),
        writes=tuple(single["w"]),
        returns=tuple(single["="]),
        returns_into=tuple(single[">"]),
        fresh="new" in results,
        outside="out" in results,
        kept="kept" in results,
        parsed="text" in results,
        received="file" in results,
        copies=tuple(pairs["c"]),
        stores=tuple(pairs["s"]),
        fresh_through=tuple(single["n"]),
        texts=tuple(single["t"]),
        from_text=tuple(single["u"]),
        outputs=tuple(single["o"]),
        inputs=tuple(single["i"]),
        bytes_put=tuple(single["p"]),
        keeps=tuple(single["k"]),
        calls=tuple(single["f"]),
        format=form,
        flags=flags,
        lengths=tuple(lengths),
    )


def _rows(pure: str, math: str, table: str) -> dict[str, Library]:
    nothing = Library()
    found = dict.fromkeys(pure.split(), nothing)
    for name in math.split():
        for suffix in ("", "f", "l"):
            found[name + suffix] = nothing
    for line in table.strip().splitlines():
        name, _, words = line.partition(":")
        found[name] = _parse(words.split())
    return found


@cache
def _table() -> Mapping[str, Library]:
    others = "\n".join(rows for _, rows in OTHERS)
    return _rows(PURE, MATH, TABLE + others)


@cache
def _told() -> Mapping[str, tuple[str, ...]]:
    return {line.partition(":")[0]: told for told, rows in OTHERS for line in rows.strip().splitlines()}


def told_by(name: str) -> tuple[str, ...]:
    """The names by which a library is told that a function of the table belongs to; none of the C library's."""
    return _told().get(name, ())


@cache
def _builtins() -> Mapping[str, Library]:
    return _rows(BUILTIN_PURE, BUILTIN_MATH, BUILTIN_TABLE)


@cache
def builtin(name: str) -> Library | None:
    """The effects of what the compiler itself knows by a reserved name, whatever is linked; None otherwise."""
    atomic = atomic_call(name)
    if atomic is not None:
        return _parse(atomic.effects.split())
    if not name.startswith("__builtin_"):
        return None
    plain = name.removeprefix("__builtin_")
    return _builtins().get(plain) or _table().get(plain)


@cache
def library(name: str) -> Library | None:
    """The effects of a function of the C library, or of GCC's, by name; None where it is not known.

    It says nothing about where the function is defined: see `mapper.analysis.whole_program.program.Whole.library`.
    """
    plain = name.removeprefix("__isoc99_").removeprefix("__isoc23_")
    return builtin(name) or _table().get(plain)


_FLAGS = r"%[-+ #0-9'*.$I]*"
_MODIFIERS = r"(?:hh?|ll?|[qjztZL]|wf?[0-9]+)*"
_WIDE = r"(?:ll?|[qjztL]|wf?64)"
_CONVERSIONS = {each: re.compile(_FLAGS + _MODIFIERS + each) for each in "nm"}
_CONVERSIONS["a"] = re.compile(f"{_FLAGS}(?:{_MODIFIERS}p|{_WIDE}[diouxX])")
_PRINTED = re.compile(
    r"%[-+ #0'I]*(?P<width>\*|[0-9]*)(?:\.(?P<precision>\*|-?[0-9]*))?"
    rf"(?:(?P<address>p|{_WIDE}[diouxX])|{_MODIFIERS}(?P<other>[a-zA-Z]))"
)
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)


def _text(of: MemoryObject) -> str | None:
    """The text of a literal, without `%%`; None for other objects."""
    if of.kind is not Kind.LITERAL or not isinstance(of.node, c_ast.Constant):
        return None
    text = "".join(chr(unit) for part in _TEXT.findall(of.node.value) for unit in string_units(part, wide=False))
    return text.replace("%%", "")


def may_convert(conversion: str, of: MemoryObject) -> bool:
    """Whether a format that is in an object may have a conversion; only literals are read."""
    text = _text(of)
    return text is None or _CONVERSIONS[conversion].search(text) is not None


def printed_addresses(of: MemoryObject) -> frozenset[int] | None:
    """Which of the arguments behind a format, from 0, it may print as addresses; None: any, it is not known."""
    text = _text(of)
    if text is None or "$" in text:
        return None
    found, number = set(), 0
    for each in _PRINTED.finditer(text):
        number += (each["width"] == "*") + (each["precision"] == "*")
        if each["address"]:
            found.add(number)
        number += each["other"] != "m"
    return frozenset(found)
