"""Scalars that begin with a value, which iterations either read or replace.

    double v = 1;
    #pragma omp for
    for (...) {
      if (measured)
        v = a[i];
      b[i] = v;
    }

If conditions like `measured` are the same for all iterations, none of these leaves a value to another one.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.nodes import INCREMENTS, AnyLoop, children, rebuilt, walk

_State = tuple[bool, bool]
"""Whether the first value has been read so far, and whether another one has been stored."""
_States = frozenset[_State]


def one_sided(body: c_ast.Node, name: str) -> bool:
    """Whether no way through a kernel's body reads a variable's first value and also stores into it."""
    ways = _Ways(name)
    return (True, True) not in ways.through(body, frozenset([(False, False)])) | ways.jumped


def unbegun(kernel: Kernel, name: str) -> Kernel:
    """The kernel whose variable begins without a value."""
    first: set[str] = set()

    def plain(node: c_ast.Node) -> c_ast.Node:
        if isinstance(node, c_ast.Decl) and node.name == name:
            first.update(_names(node.init))
            return build.declaration(name, kernel.symbols[name])
        return rebuilt(node, plain)

    body = rebuilt(kernel.body, plain)
    unused = first - set(_names(body))
    parameters = tuple(each for each in kernel.parameters if each.name not in unused)
    return replace(kernel, body=body, parameters=parameters)


def _names(node: c_ast.Node | None) -> list[str]:
    return [part.name for part in walk(node) if isinstance(part, c_ast.ID)] if node is not None else []


class _Ways:
    """Walks all ways at once; `jumped` are the states at jumps, whose ways go on at some place behind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.jumped: _States = frozenset()

    def through(self, node: c_ast.Node | None, states: _States) -> _States:
        """The states behind some code, for those before it."""
        match node:
            case None:
                return states
            case c_ast.ID():
                return self._read(states) if node.name == self.name else states
            case c_ast.Decl():
                return states if node.name == self.name else self.through(node.init, states)
            case c_ast.UnaryOp(op="&", expr=c_ast.ID(name=self.name)):
                return frozenset([(True, True)])
            case c_ast.UnaryOp(expr=c_ast.ID(name=self.name)) if node.op in INCREMENTS:
                return _stored(self._read(states))
            case c_ast.Assignment(lvalue=c_ast.ID(name=self.name)):
                before = states if node.op == "=" else self._read(states)
                return _stored(self.through(node.rvalue, before))
            case c_ast.If() | c_ast.TernaryOp():
                begin = self.through(node.cond, states)
                return self.through(node.iftrue, begin) | self.through(node.iffalse, begin)
            case c_ast.BinaryOp(op="&&" | "||"):
                left = self.through(node.left, states)
                return left | self.through(node.right, left)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._loop(node, states)
            case c_ast.Switch():
                return self._switch(node, states)
            case c_ast.Goto():  # nothing is known of what it leads to
                self.jumped = frozenset([(True, True)])
                return frozenset()
            case c_ast.Break() | c_ast.Continue() | c_ast.Return():
                self.jumped |= self.through(getattr(node, "expr", None), states)
                return frozenset()
        for child in children(node):
            states = self.through(child, states)
        return states

    @staticmethod
    def _read(states: _States) -> _States:
        return frozenset((first or not stored, stored) for first, stored in states)

    def _loop(self, node: AnyLoop, states: _States) -> _States:
        states = self.through(getattr(node, "init", None), states)
        known: _States = frozenset()
        while not states <= known:
            known |= states
            again = known if isinstance(node, c_ast.DoWhile) else self.through(node.cond, known)
            again = self.through(node.stmt, again) | self.jumped
            again = self.through(getattr(node, "next", None), again)
            states = again | (self.through(node.cond, again) if isinstance(node, c_ast.DoWhile) else again)
        return known | self.through(node.cond, known)

    def _switch(self, node: c_ast.Switch, states: _States) -> _States:
        states = self.through(node.cond, states)
        found = states
        for item in children(node.stmt):
            found = states | self.through(item, found | states)
        return found | self.jumped


def _stored(states: _States) -> _States:
    return frozenset((first, True) for first, _ in states)
