"""Pointers through which a function has certainly loaded or stored before it comes to a statement.

m->n = 4; for (i = 0; i < 2; i++) { double *p = i ? m->a : m->b; p[0] = 0; }       m->a may be loaded before it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pycparser import c_ast

from mapper.analysis.host.touched.changes import changed
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.library import Flags
from mapper.analysis.whole_program.program import Function
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, Omp, children, optional_parts, path_to, walk

_EXPRESSIONS = (
    c_ast.Assignment,
    c_ast.BinaryOp,
    c_ast.UnaryOp,
    c_ast.FuncCall,
    c_ast.Decl,
    c_ast.DeclList,
    c_ast.ExprList,
    c_ast.TernaryOp,
    c_ast.Cast,
)

_JUMPS = (c_ast.Return, c_ast.Goto, c_ast.Break, c_ast.Continue)
_EVALUATING = ("-", "+", "!", "~", "*", *INCREMENTS)
"""Operators whose operand is loaded, or what it leads to is."""


class Accessed:
    """Finds them: variables of a function that keep their first value, and lead to memory that is not freed."""

    def __init__(self, effects: EffectsOf) -> None:
        self._effects = effects
        self._changed: dict[int, set[Symbol]] = {}

    def before(self, function: Function, at: c_ast.Node) -> frozenset[Symbol]:
        """The variables that lead to memory which the function has accessed whenever it comes to `at`."""
        symbols = function.symbols
        found: set[Symbol] = set()
        selected: set[Symbol] = set()  # those that are found before the statement of the `switch` around
        path = path_to(function.definition.body, at)
        for node, inner in pairwise(path):
            if isinstance(node, c_ast.Label) or (isinstance(node, LOOPS) and _is_entered(node)):
                found.clear()
                selected.clear()
            elif isinstance(node, c_ast.Case | c_ast.Default):
                found &= selected
            if isinstance(node, (*LOOPS, c_ast.Switch)) and self._frees([node], symbols):
                found.clear()
            for item in _run_before(node, inner):
                if isinstance(item, c_ast.Case | c_ast.Default):
                    found &= selected
                elif _is_entered(item) or self._frees([item], symbols):
                    found.clear()
                else:
                    found |= set(_pointers(_evaluated(item), symbols))
            if isinstance(node, c_ast.Switch):
                selected = set(found)
        return frozenset(found - self._changes(function)) if found else frozenset()

    def _frees(self, nodes: Iterable[c_ast.Node], symbols: Symbols) -> bool:
        effects = [self._effects.of(node, symbols) for node in nodes]
        return any(each.unknown or Flags.FREES in each.flags for each in effects)

    def _changes(self, function: Function) -> set[Symbol]:
        known = self._changed.get(id(function.definition))
        if known is None:
            known = self._changed[id(function.definition)] = changed(function)
        return known


def _is_entered(node: c_ast.Node) -> bool:
    """Whether a label in a statement, or of a switch around it, may let control come into its midst."""
    stack = [node]
    while stack:
        inner = stack.pop()
        if isinstance(inner, c_ast.Case | c_ast.Default):
            return True
        stack += () if isinstance(inner, c_ast.Switch) else children(inner)
    return any(isinstance(inner, c_ast.Label) for inner in walk(node))


def _run_before(node: c_ast.Node, inner: c_ast.Node) -> Iterator[c_ast.Node]:
    """The parts of a statement that have run whenever control comes to one of its parts, in their order."""
    match node:
        case c_ast.Compound() | c_ast.Case() | c_ast.Default():
            for item in (node.block_items if isinstance(node, c_ast.Compound) else node.stmts) or []:
                if item is inner:
                    return
                yield item
        case c_ast.If() | c_ast.Switch() | c_ast.While() if inner is not node.cond:
            yield node.cond
        case c_ast.For():
            order = [each for each in (node.init, node.cond) if each is not None]
            yield from order[: order.index(inner)] if inner in order else order


def _evaluated(node: c_ast.Node | None) -> Iterator[c_ast.Node]:
    """The expressions that are evaluated whenever a statement runs."""
    match node:
        case None:
            return
        case c_ast.Compound():
            for item in node.block_items or []:
                yield from _evaluated(item)
                if any(isinstance(each, _JUMPS) for each in walk(item)):
                    return
        case c_ast.If() | c_ast.Switch() | c_ast.While():
            yield node.cond
        case c_ast.For():
            yield from (each for each in (node.init, node.cond) if each is not None)
        case Omp():
            if "for" in node.directive.words:
                yield from _evaluated(node.body)
        case _ if isinstance(node, _EXPRESSIONS):
            yield node


def _is_builtin(node: c_ast.Node) -> bool:
    """Whether a call may leave its arguments unevaluated, as `__builtin_constant_p` does."""
    name = node.name if isinstance(node, c_ast.FuncCall) else None
    return isinstance(name, c_ast.ID) and name.name.startswith("__builtin_")


def _pointers(nodes: Iterable[c_ast.Node], symbols: Symbols) -> Iterator[Symbol]:
    """The variables through which expressions load or store, or read or write a member, in any case."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.UnaryOp) and node.op not in _EVALUATING:
            continue
        if isinstance(node, c_ast.Compound | c_ast.Typename) or _is_builtin(node):
            continue
        pointer: c_ast.Node | None = None
        if isinstance(node, c_ast.StructRef) and node.type == "->":
            pointer = node.name
        elif isinstance(node, c_ast.UnaryOp) and node.op == "*":
            pointer = node.expr
        if isinstance(pointer, c_ast.ID) and not isinstance(symbols.type_of(node), ArrayType):
            symbol = symbols.symbol(pointer)
            if symbol is not None and symbol.is_automatic and isinstance(symbol.type, PointerType):
                yield symbol
        left_out = optional_parts(node)
        stack += [child for child in _operands(node) if all(child is not each for each in left_out)]


def _operands(node: c_ast.Node) -> Sequence[c_ast.Node]:
    """The parts of an expression or declaration that are evaluated, but for those of types and selections."""
    match node:
        case c_ast.Decl():
            return [node.init] if node.init is not None else []
        case c_ast.Cast():
            return [node.expr]
        case c_ast.CompoundLiteral():
            return [node.init]
        case c_ast.GenericSelection():
            return []
    return children(node)
