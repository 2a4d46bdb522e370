"""Finds the first and last token of every statement and declaration.

pycparser says where a node starts, and for some expressions not even that.  So the tree is walked together
with the tokens: a statement begins where the one before it ended, and its kind says where it ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.diagnostics import InternalError
from mapper.ir.trees.unit import Token

_OPENING = {"(": ")", "[": "]", "{": "}"}


def find_extents(tree: c_ast.FileAST, tokens: Sequence[Token]) -> dict[int, tuple[int, int]]:
    """For the `id` of each statement, declaration and function definition: its first and last token, from 1."""
    return _Finder(tokens).find(tree)


class _Finder:
    """Positions are token numbers from 1, as in `coord.line`."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.texts = ["", *(token.text for token in tokens), ""]
        self.extents: dict[int, tuple[int, int]] = {}
        self.closing = self._match_brackets()

    def find(self, tree: c_ast.FileAST) -> dict[int, tuple[int, int]]:
        at = 1
        nodes = list(tree.ext)
        index = 0
        while index < len(nodes):
            while self.texts[at] == ";":
                at += 1
            index, at = self._external(nodes, index, at)
        return self.extents

    def _match_brackets(self) -> dict[int, int]:
        closing: dict[int, int] = {}
        stack: list[int] = []
        for number, text in enumerate(self.texts):
            if text in _OPENING:
                stack.append(number)
            elif stack and _OPENING[self.texts[stack[-1]]] == text:
                closing[stack.pop()] = number
        return closing

    def _semicolon(self, at: int) -> int:
        """The place of the next semicolon outside brackets."""
        while self.texts[at] != ";":
            at = self.closing.get(at, at) + 1
            if at >= len(self.texts):
                raise InternalError("frontend", "no ';' ends the statement", self.tokens[-1].where)
        return at

    def _note(self, node: c_ast.Node, first: int, last: int) -> int:
        self.extents[id(node)] = (first, last)
        return last + 1

    def _external(self, nodes: list[c_ast.Node], index: int, at: int) -> tuple[int, int]:
        node = nodes[index]
        if not isinstance(node, c_ast.FuncDef):
            return self._declaration(nodes, index, at)
        opening = _line(node.body) or at
        self._compound(node.body, opening)
        return index + 1, self._note(node, at, self.closing[opening])

    def _declaration(self, nodes: list[c_ast.Node], index: int, at: int) -> tuple[int, int]:
        """One declaration, which may be several nodes; returns the next node and position."""
        if isinstance(nodes[index], c_ast.Pragma):
            return index + 1, self._note(nodes[index], at, at)
        end = self._semicolon(at)
        while index < len(nodes) and isinstance(nodes[index], (c_ast.Decl, c_ast.Typedef)):
            if (_line(nodes[index]) or at) > end:
                break
            self._note(nodes[index], at, end)
            index += 1
        return index, end + 1

    def _items(self, nodes: list[c_ast.Node], at: int) -> int:
        """The items of a block in order; returns the position after the last one."""
        index = 0
        while index < len(nodes):
            if isinstance(nodes[index], (c_ast.Decl, c_ast.Typedef)):
                index, at = self._declaration(nodes, index, at)
            else:
                at = self._statement(nodes[index], at)
                index += 1
        return at

    def _compound(self, node: c_ast.Compound, at: int) -> int:
        if self.texts[at] != "{":  # pycparser's own, around pragmas and a statement
            return self._note(node, at, self._items(node.block_items, at) - 1)
        self._items(node.block_items or [], at + 1)
        return self._note(node, at, self.closing[at])

    def _statement(self, node: c_ast.Node, at: int) -> int:
        """A statement that begins at `at`; returns the position after it."""
        match node:
            case c_ast.Compound() if self.texts[at] == "{" or self.tokens[at - 1].kind == "pragma":
                return self._compound(node, at)
            case c_ast.Pragma():
                return self._note(node, at, at)
            case c_ast.EmptyStatement() if (_line(node) or at) < at:  # pycparser's own, after a last label
                self._note(node, at - 1, at - 1)
                return at
            case c_ast.Label():
                return self._note(node, at, self._statement(node.stmt, at + 2) - 1)
            case c_ast.Case() | c_ast.Default():
                end = self._items(node.stmts or [], self._after_case(at))
                return self._note(node, at, end - 1)
            case c_ast.If():
                end = self._statement(node.iftrue, self.closing[at + 1] + 1)
                if node.iffalse is not None:
                    end = self._statement(node.iffalse, end + 1)
                return self._note(node, at, end - 1)
            case c_ast.DoWhile():
                end = self._statement(node.stmt, at + 1)
                return self._note(node, at, self.closing[end + 1] + 1)
            case c_ast.For():
                if isinstance(node.init, c_ast.DeclList):
                    _, end = self._declaration(node.init.decls, 0, at + 2)
                    self._note(node.init, at + 2, end - 1)
                return self._note(node, at, self._statement(node.stmt, self.closing[at + 1] + 1) - 1)
            case c_ast.While() | c_ast.Switch():
                return self._note(node, at, self._statement(node.stmt, self.closing[at + 1] + 1) - 1)
        return self._note(node, at, self._semicolon(at))

    def _after_case(self, at: int) -> int:
        """The position after the colon of a case label."""
        open_conditions = 0
        while True:
            at = self.closing.get(at, at) + 1
            if self.texts[at] == "?":
                open_conditions += 1
            elif self.texts[at] == ":":
                if open_conditions == 0:
                    return at + 1
                open_conditions -= 1


def _line(node: c_ast.Node) -> int | None:
    """The number of a node's first token as pycparser gives it."""
    return node.coord.line if node.coord is not None else None
