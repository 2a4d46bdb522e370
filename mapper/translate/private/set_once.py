"""Variables that one statement sets before all that reads them: `t = malloc(n); ...; free(t); t = NULL;`.

The statement is in a block of statements, and what reads the variable is behind it there; so whatever the way, it
was set in the same execution of that block.  It may be null before, and when it is done with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import INCREMENTS, Omp, arguments_of, has_effects, walk, without_casts


@dataclass(frozen=True, eq=False, slots=True)
class Setting:
    """The block of statements whose statement sets a variable, and the value."""

    block: c_ast.Compound
    value: c_ast.Node


def settings(
    symbol: Symbol, body: c_ast.Node, symbols: Symbols, accepts: Callable[[c_ast.Node | None], bool]
) -> Setting | None:
    """The only statement that sets a variable to a value that is accepted; None where something may read another.

    The variable's address must not be taken.
    """
    found = [
        (node, at)
        for node in walk(body)
        if isinstance(node, c_ast.Compound)
        for at, item in enumerate(node.block_items or [])
        if accepts(_value(item, symbol, symbols))
    ]
    if len(found) != 1:
        return None
    ((block, at),) = found
    items = block.block_items
    value = _value(items[at], symbol, symbols)
    labels = any(isinstance(item, c_ast.Case | c_ast.Default | c_ast.Label) for item in items)
    if value is None or labels or _is_named_in_clauses(symbol, body):
        return None
    inside = frozenset(id(node) for item in items[at:] for node in walk(item))
    if not _Search(symbol, symbols, inside).quiet(body):
        return None
    search = _Search(symbol, symbols)
    behind = items[at + 1 :]
    first = next((number for number, item in enumerate(behind) if search.changes(item)), len(behind))
    return Setting(block, value) if all(map(search.quiet, behind[first:])) else None


def _value(item: c_ast.Node, symbol: Symbol, symbols: Symbols) -> c_ast.Node | None:
    """What a declaration or a statement sets the pointer to; None if it doesn't."""
    value: c_ast.Node | None = None
    match item:
        case c_ast.Decl() if symbols.symbol(item) is symbol:
            value = item.init
        case c_ast.Assignment(op="=", lvalue=c_ast.ID()) if symbols.symbol(item.lvalue) is symbol:
            value = item.rvalue
    return value


def _is_named_in_clauses(symbol: Symbol, body: c_ast.Node) -> bool:
    """Whether a construct inside may have copies of the pointer."""
    directives = [node.directive for node in walk(body) if isinstance(node, Omp)]
    return any(symbol.name in clause.variables for each in directives for clause in each.clauses)


@dataclass(frozen=True, eq=False, slots=True)
class _Search:
    """What statements do with a pointer; nodes in `ignored`, by their ids, don't count."""

    symbol: Symbol
    symbols: Symbols
    ignored: frozenset[int] = frozenset()

    def mentions(self, node: c_ast.Node | None) -> bool:
        """Whether some code names the pointer, or its declaration gives it a value that is not null."""
        return node is not None and any(
            (isinstance(part, c_ast.ID) or (isinstance(part, c_ast.Decl) and not self._is_plain(part)))
            and id(part) not in self.ignored
            and self.symbols.symbol(part) is self.symbol
            for part in walk(node)
        )

    def changes(self, node: c_ast.Node) -> bool:
        """Whether some code changes the pointer."""
        targets = [part.lvalue for part in walk(node) if isinstance(part, c_ast.Assignment)]
        targets += [part.expr for part in walk(node) if isinstance(part, c_ast.UnaryOp) and part.op in INCREMENTS]
        return any(isinstance(each, c_ast.ID) and self.symbols.symbol(each) is self.symbol for each in targets)

    def quiet(self, node: c_ast.Node | None) -> bool:
        """Whether a statement does nothing with the pointer but what is needed before and behind its use.

        It frees the block, sets the pointer to null, or does so where the pointer is not null.
        """
        if not self.mentions(node):
            return True
        match node:
            case c_ast.Compound():
                return all(map(self.quiet, node.block_items or []))
            case c_ast.If() if not self.mentions(node.cond):
                return self.quiet(node.iftrue) and self.quiet(node.iffalse)
            case c_ast.For():
                heads = (node.init, node.cond, node.next)
                return not any(map(self.mentions, heads)) and self.quiet(node.stmt)
            case c_ast.While() | c_ast.DoWhile():
                return not self.mentions(node.cond) and self.quiet(node.stmt)
        return self._idle(node)

    def _idle(self, node: c_ast.Node | None) -> bool:
        """Whether a statement does nothing else, so that it need not be executed."""
        match node:
            case None | c_ast.EmptyStatement():
                return True
            case c_ast.Compound():
                return all(map(self._idle, node.block_items or []))
            case c_ast.If():
                return not has_effects(node.cond) and self._idle(node.iftrue) and self._idle(node.iffalse)
            case c_ast.FuncCall(name=c_ast.ID(name="free")):
                given = arguments_of(node)
                return len(given) == 1 and self._is_pointer(without_casts(given[0]))
            case c_ast.Assignment(op="="):
                return self._is_pointer(node.lvalue) and is_null(node.rvalue)
        return False

    def _is_pointer(self, node: c_ast.Node | None) -> bool:
        return isinstance(node, c_ast.ID) and self.symbols.symbol(node) is self.symbol

    def _is_plain(self, decl: c_ast.Decl) -> bool:
        return decl.init is None or is_null(decl.init)
