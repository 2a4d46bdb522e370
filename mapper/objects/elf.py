"""Reads ELF objects and shared libraries: the contents of a section, and the names in the symbol table.

Source: System V Application Binary Interface, chapters 4 and 5.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

_MAGIC = b"\x7fELF"
_SYMTAB, _DYNSYM, _NOBITS = 2, 11, 8
_LOCAL_BINDING = 0
_UNDEFINED = 0
_SHARED = 3
_LTO_SYMBOLS = ".gnu.lto_.symtab"
_LTO_UNDEFINED = (2, 3)  # strongly, weakly
_LTO_FIXED = 14  # the bytes of a symbol behind its names


class NotElfError(ValueError):
    """The bytes are no ELF file that can be read."""


class Names(NamedTuple):
    """The names that a file shares with others: those it defines, and those it needs from elsewhere."""

    defined: frozenset[str]
    undefined: frozenset[str]


class _Section(NamedTuple):
    name: int
    type: int
    offset: int
    size: int
    link: int


class Elf:
    """An ELF file's bytes."""

    def __init__(self, data: bytes) -> None:
        if not is_elf(data) or len(data) < 52 or data[4] not in (1, 2) or data[5] not in (1, 2):
            raise NotElfError("no ELF file")
        self._data = data
        self._wide = data[4] == 2
        self._order = "<" if data[5] == 1 else ">"
        try:
            (self._type,) = struct.unpack_from(self._order + "H", data, 16)
            self._sections, self._string_index = self._read_sections()
        except struct.error as error:
            raise NotElfError(f"damaged: {error}") from error

    @property
    def shared(self) -> bool:
        """Whether it is a shared library (or an executable that can be loaded anywhere)."""
        return bool(self._type == _SHARED)

    def section(self, name: str) -> bytes | None:
        """The contents of the first section of this name."""
        return next((self._contents(each) for each, found in self._named() if found == name), None)

    def has_section(self, prefix: str) -> bool:
        """Whether there is a section whose name begins like this."""
        return any(name.startswith(prefix) for _, name in self._named())

    def names(self) -> Names:
        """The names of the symbol table, or of the dynamic one in shared libraries, that are not local."""
        wanted = _DYNSYM if self.shared else _SYMTAB
        defined: set[str] = set()
        undefined: set[str] = set()
        for section in self._sections:
            if section.type == wanted:
                strings = self._contents(self._sections[section.link])
                for name, info, index in self._symbols(section):
                    if info >> 4 != _LOCAL_BINDING and name:
                        (undefined if index == _UNDEFINED else defined).add(_string(strings, name))
        return Names(frozenset(defined), frozenset(undefined))

    def lto_names(self) -> frozenset[str]:
        """The names that GCC's intermediate code in an object defines, and that are not local.

        Its table has for each symbol the name and that of its group, both with a zero behind, then a byte each for
        the kind and the visibility, eight for the size and four for a number (GCC's `write_symbol`).
        """
        found: set[str] = set()
        for each, name in self._named():
            if name.startswith(_LTO_SYMBOLS):
                table = self._contents(each)
                position = 0
                while (end := table.find(b"\0", position)) >= 0:
                    kind = table.find(b"\0", end + 1) + 1
                    if 0 < kind < len(table) and table[kind] not in _LTO_UNDEFINED:
                        found.add(_string(table, position))
                    position = kind + _LTO_FIXED if kind else len(table)
        return frozenset(found)

    def _read_sections(self) -> tuple[list[_Section], int]:
        if self._wide:
            (start,) = struct.unpack_from(self._order + "Q", self._data, 40)
            size, count, strings = struct.unpack_from(self._order + "3H", self._data, 58)
        else:
            (start,) = struct.unpack_from(self._order + "I", self._data, 32)
            size, count, strings = struct.unpack_from(self._order + "3H", self._data, 46)
        if not start:
            return [], 0
        first = self._section_at(start)
        count = count or first.size  # many sections: the numbers are in the first one
        strings = first.link if strings == 0xFFFF else strings
        return [self._section_at(start + number * size) for number in range(count)], strings

    def _section_at(self, offset: int) -> _Section:
        layout = "IIQQQQI" if self._wide else "7I"
        name, kind, _, _, start, size, link = struct.unpack_from(self._order + layout, self._data, offset)
        return _Section(name, kind, start, size, link)

    def _named(self) -> Iterator[tuple[_Section, str]]:
        if self._string_index < len(self._sections):
            strings = self._contents(self._sections[self._string_index])
            for each in self._sections:
                yield each, _string(strings, each.name)

    def _contents(self, section: _Section) -> bytes:
        return b"" if section.type == _NOBITS else self._data[section.offset : section.offset + section.size]

    def _symbols(self, section: _Section) -> Iterator[tuple[int, int, int]]:
        """Name, information and section of each symbol."""
        table = self._contents(section)
        if self._wide:
            for name, info, _, index, _, _ in struct.iter_unpack(self._order + "IBBHQQ", table):
                yield name, info, index
        else:
            for name, _, _, info, _, index in struct.iter_unpack(self._order + "IIIBBH", table):
                yield name, info, index


def is_elf(data: bytes) -> bool:
    """Whether these are the first bytes of an ELF file."""
    return data.startswith(_MAGIC)


def _string(strings: bytes, start: int) -> str:
    return strings[start : strings.find(b"\0", start)].decode("utf-8", "surrogateescape")
