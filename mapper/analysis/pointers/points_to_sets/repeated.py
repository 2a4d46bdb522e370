"""Which calls of a program may be made more than once while it runs."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.objects import Key, symbol_key
from mapper.analysis.whole_program.program import Whole
from mapper.ir.trees.nodes import LOOPS, children

_MAIN: Key = ("external", "main")
_FILE: Key = ()  # initial values at file scope, which are found once


class Repeated:
    """Answers for a program: what is in no loop of a function that is called once is done once at most.

    Functions with labels count as loops.  A function whose address is taken, or which code outside of the program
    may call, may be called again.
    """

    def __init__(self, whole: Whole) -> None:
        self._complete = whole.complete
        self._in_loops: set[int] = set()
        self._sites: dict[Key, list[tuple[Key, int]]] = {}
        self._named: set[Key] = set()
        self._known: dict[Key, bool] = {}
        for symbols in whole.units:
            for each in symbols.unit.declarations:
                if each.init is not None:
                    self._read(each.init, _FILE, symbols)
        for functions in whole.functions.values():
            for function in functions:
                self._read(function.definition.body, function.key, function.symbols)

    def call(self, call: c_ast.FuncCall, function: Key) -> bool:
        """Whether a call in a function may be made more than once."""
        return id(call) in self._in_loops or self._function(function)

    def _read(self, root: c_ast.Node, key: Key, symbols: Symbols) -> None:
        calls: list[int] = []
        labels = False
        stack: list[tuple[c_ast.Node, bool]] = [(root, False)]
        while stack:
            node, repeated = stack.pop()
            repeated |= isinstance(node, LOOPS)
            labels |= isinstance(node, c_ast.Label)
            below = children(node)
            if isinstance(node, c_ast.FuncCall):
                calls.append(id(node))
                if repeated:
                    self._in_loops.add(id(node))
                called = symbols.symbol(node.name)
                if called is not None and called.kind is Kind.FUNCTION:
                    self._sites.setdefault(symbol_key(called), []).append((key, id(node)))
                    below = [each for each in below if each is not node.name]
            elif isinstance(node, c_ast.ID):
                named = symbols.symbol(node)
                if named is not None and named.kind is Kind.FUNCTION:
                    self._named.add(symbol_key(named))
            stack.extend((each, repeated) for each in below)
        if labels:
            self._in_loops.update(calls)

    def _function(self, key: Key) -> bool:
        found = self._known.get(key)
        if found is None:
            self._known[key] = True  # of functions that call themselves
            found = self._known[key] = self._is_repeated(key)
        return found

    def _is_repeated(self, key: Key) -> bool:
        sites = self._sites.get(key, [])
        if key == _FILE:
            return False
        if key == _MAIN:
            return bool(sites) or key in self._named
        if key in self._named or len(sites) > 1 or (key[0] == "external" and not self._complete):
            return True
        return any(call in self._in_loops or self._function(caller) for caller, call in sites)
