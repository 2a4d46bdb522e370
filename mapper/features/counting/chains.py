"""How long an iteration of a loop waits for the one before: the longest chain of operations between both.

Latencies are those of today's processors in cycles, after A. Fog, "Instruction tables".
"""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.features.counting.calls import CHEAP_CALLS
from mapper.features.counting.knowledge import assignments
from mapper.ir.trees.ctypes import CType, FloatType
from mapper.ir.trees.names import changed_places, declared_names
from mapper.ir.trees.nodes import INCREMENTS, arguments_of, called_name, children, text_of

ADD, MULTIPLY, DIVIDE = 1.0, 3.0, 25.0
FLOAT, FLOAT_DIVIDE, LOAD, CALL, SELECT = 4.0, 14.0, 5.0, 40.0, 1.0
"""Cycles between an operation's start and its result."""

Cycles = float | None
"""After the values of the iteration before are there; None: does not depend on these."""


def chain(
    node: c_ast.Node, ctype: Callable[[c_ast.Node], CType], stays: Callable[[c_ast.Node], bool], own: set[str]
) -> float:
    """Cycles that each iteration of a loop with the code `node` waits for the one before; 0: for nothing.

    `stays` says whether an element is the same one in all iterations: it is kept in a register.  Names in `own`
    are each iteration's own, as those that it declares are, or counters, which processors foresee.
    """
    private = own | declared_names(node)
    carried = set(assignments(node)) - private
    carried |= {text_of(place) for place in _changed_elements(node) if stays(place)}
    return _Follower(ctype, carried).longest(node)


def _changed_elements(node: c_ast.Node) -> list[c_ast.Node]:
    """The elements of arrays that some code changes."""
    return [place for place in changed_places(node) if not isinstance(place, c_ast.ID)]


class _Follower:
    """Follows the code of one iteration; `depth` says when the value of each name or element is there."""

    def __init__(self, ctype: Callable[[c_ast.Node], CType], carried: set[str]) -> None:
        self.ctype = ctype
        self.carried = carried
        self.depth: dict[str, Cycles] = dict.fromkeys(carried, 0.0)

    def longest(self, node: c_ast.Node) -> float:
        self.value(node)
        return max((self.depth.get(name) or 0.0 for name in self.carried), default=0.0)

    def value(self, node: c_ast.Node | None) -> Cycles:
        """When an expression's value is there; a statement is run."""
        match node:
            case None | c_ast.Constant():
                return None
            case c_ast.ID():
                return self.depth.get(node.name)
            case c_ast.Decl():
                return self._set(node.name, self.value(node.init)) if node.name else None
            case c_ast.BinaryOp():
                return self._operation(node.op, node, self.value(node.left), self.value(node.right))
            case c_ast.Assignment():
                found = self.value(node.rvalue)
                if node.op != "=":
                    found = self._operation(node.op[:-1], node.lvalue, self.value(node.lvalue), found)
                return self._store(node.lvalue, found)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                return self._store(node.expr, self._operation("+", node.expr, self.value(node.expr)))
            case c_ast.UnaryOp(op="*") | c_ast.ArrayRef() | c_ast.StructRef(type="->"):
                found = _later(LOAD, *(self.value(child) for child in children(node)))
                return self.depth[text_of(node)] if text_of(node) in self.carried else found
            case c_ast.FuncCall():
                parts = [self.value(each) for each in arguments_of(node)]
                return _later(FLOAT if called_name(node) in CHEAP_CALLS else CALL, *parts)
            case c_ast.If() | c_ast.TernaryOp():
                return self._branch(node)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():  # has a chain of its own
                for name in assignments(node):
                    self.depth[name] = None
                return None
        return _later(0.0, *[self.value(child) for child in children(node)])

    def _branch(self, node: c_ast.If | c_ast.TernaryOp) -> Cycles:
        """Processors foresee the condition; a name is there when either side's value is."""
        self.value(node.cond)
        before = dict(self.depth)
        yes = self.value(node.iftrue)
        taken, self.depth = self.depth, before
        no = self.value(node.iffalse)
        for name, cycles in taken.items():
            self.depth[name] = _later(0.0, cycles, self.depth.get(name))
        return _later(SELECT, yes, no)

    def _store(self, place: c_ast.Node, cycles: Cycles) -> Cycles:
        if isinstance(place, c_ast.ID):
            return self._set(place.name, cycles)
        for child in children(place):
            self.value(child)
        return self._set(text_of(place), cycles) if text_of(place) in self.carried else cycles

    def _set(self, name: str, cycles: Cycles) -> Cycles:
        self.depth[name] = cycles
        return cycles

    def _operation(self, op: str, node: c_ast.Node, *operands: Cycles) -> Cycles:
        real = isinstance(self.ctype(node), FloatType)
        if op in ("/", "%"):
            return _later(FLOAT_DIVIDE if real else DIVIDE, *operands)
        return _later(FLOAT if real else MULTIPLY if op == "*" else ADD, *operands)


def _later(cycles: float, *operands: Cycles) -> Cycles:
    known = [each for each in operands if each is not None]
    return max(known) + cycles if known else None
