"""Where in a unit's text something can be put: before statements, around them, before expressions in heads."""

from __future__ import annotations

from pycparser import c_ast

from mapper.frontend.tokens.ranges import insertion_offset, text_range
from mapper.ir.trees.unit import Unit

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class Positions:
    """Token numbers (from 1) of places in one unit; None where the text can't be changed there."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    def before(self, statement: c_ast.Node) -> int | None:
        """The first token of a statement or declaration."""
        extent = self._unit.extents.get(id(statement))
        return None if extent is None else self._usable(extent[0])

    def around(self, statement: c_ast.Node) -> int | None:
        """The first token of a statement that can be put in braces."""
        extent = self._unit.extents.get(id(statement))
        if extent is None or isinstance(text_range(self._unit, *extent), str):
            return None
        return self._usable(extent[0])

    def expression(self, statement: c_ast.Node, part: str) -> int | None:
        """The first token of the full expression in the head of a statement, or that is the statement.

        `part` is the name of the statement's field (`cond`, `next`, `init`), or empty for the statement's own.
        """
        extent = self._unit.extents.get(id(statement))
        if extent is None:
            return None
        first, last = extent
        while self._unit.tokens[first - 1].kind == "pragma":  # one that only advises
            first += 1
        match statement:
            case c_ast.If() | c_ast.While() | c_ast.Switch():
                return self._usable(first + 2)
            case c_ast.Return():
                return self._usable(first + 1)
            case c_ast.DoWhile():
                return self._usable(self._opening(last - 1) + 1)
            case c_ast.For():
                start = first + 2
                for _ in range(("init", "cond", "next").index(part)):
                    start = self._semicolon(start) + 1
                return self._usable(start)
        return self._usable(first)

    def call(self, call: c_ast.FuncCall) -> tuple[int, int] | None:
        """The first and the last token of a call of a function by its name."""
        first = call.name.coord.line if isinstance(call.name, c_ast.ID) and call.name.coord is not None else 0
        if not 1 <= first < len(self._unit.tokens) or self._text(first + 1) != "(":
            return None
        last, depth = first + 1, 1
        while depth:
            last += 1
            depth += (self._text(last) in _OPENING) - (self._text(last) in _CLOSING)
        if self._text(first) != call.name.name or self._usable(first) is None:
            return None
        return None if isinstance(text_range(self._unit, last, last), str) else (first, last)

    def _usable(self, token: int) -> int | None:
        return None if isinstance(insertion_offset(self._unit, token), str) else token

    def _text(self, token: int) -> str:
        return self._unit.tokens[token - 1].text

    def _opening(self, token: int) -> int:
        """The bracket that the closing one at `token` belongs to."""
        depth = 0
        while True:
            text = self._text(token)
            depth += (text in _CLOSING) - (text in _OPENING)
            if depth == 0:
                return token
            token -= 1

    def _semicolon(self, token: int) -> int:
        """The next semicolon outside of brackets."""
        depth = 0
        while depth or self._text(token) != ";":
            text = self._text(token)
            depth += (text in _OPENING) - (text in _CLOSING)
            token += 1
        return token
