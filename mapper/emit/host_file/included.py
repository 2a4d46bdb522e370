"""Which `#include` lines give way to the text of what they include, so that it can get pieces.

In text that is put into the main file, other `#include` lines may mean another file than before, and a file that
may be read only once has not been read where its text is.  So more lines give way: to text, or to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import PurePath

from mapper.emit.text.splice import Inlined
from mapper.frontend.tokens.include_lines import include_lines, is_system_header, once_lines
from mapper.frontend.tokens.ranges import include_range
from mapper.ir.trees.unit import Unit


def includes(unit: Unit, reading: int) -> list[Inlined] | str:
    """The `#include` lines that lead from the unit's main file to a reading, or why they can't be replaced."""
    way: list[Inlined] = []
    while reading:
        where = include_range(unit, reading)
        if isinstance(where, str):
            return where
        if is_system_header(unit, reading):
            return f"'{unit.readings[reading].file}' calls itself a system header"
        way.append(Inlined(where, reading))
        reading = where.reading
    return way


def inlined(unit: Unit, readings: Iterable[int]) -> tuple[Inlined, ...]:
    """All lines that give way to text or to nothing, for readings that pieces are put into."""
    found = _Inlining(unit)
    for reading in sorted(readings):
        found.add(reading)
    return tuple(found.lines.values())


class _Inlining:
    """The lines that give way, by the places where they begin."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._done = {0}
        self.lines: dict[tuple[int, int], Inlined] = {}

    def add(self, reading: int) -> None:
        """Let the lines give way that lead to a reading, and those that mean something else in its new place."""
        way = includes(self._unit, reading)
        assert not isinstance(way, str), "a reading without a way has no pieces"
        for line in way:
            if line.reading not in self._done:
                self._done.add(line.reading)
                self._give_way(line)
                self._keep_headers(line.reading)
                self._keep_once(line.reading)

    def _add_if_possible(self, reading: int) -> None:
        """Where it isn't, the text that is emitted differs, which `verify.py` notices."""
        if not isinstance(includes(self._unit, reading), str):
            self.add(reading)

    def _give_way(self, line: Inlined) -> None:
        self.lines[line.where.reading, line.where.start] = line

    def _keep_headers(self, reading: int) -> None:
        """What a file in another folder than the main file includes is looked for there first."""
        if _folder(self._unit.readings[reading].file) == _folder(self._unit.path):
            return
        for line in include_lines(self._unit, reading):
            if not line.reading:
                self._give_way(Inlined(line.where))
            elif self._unit.readings[line.reading].file in self._unit.files:
                self._add_if_possible(line.reading)

    def _keep_once(self, reading: int) -> None:
        """Later lines that name a file with `#pragma once` include nothing."""
        lines = once_lines(self._unit, reading)
        for where in lines:
            self._give_way(Inlined(where))
        name = PurePath(self._unit.readings[reading].file).name
        for number, other in enumerate(self._unit.readings) if lines else ():
            if other.file not in self._unit.files or isinstance(includes(self._unit, number), str):
                continue
            for line in include_lines(self._unit, number):
                if not line.reading and PurePath(line.header).name == name:
                    self._give_way(Inlined(line.where))
                    self.add(number)


def _folder(path: str) -> str:
    return os.path.normpath(os.path.dirname(path))
