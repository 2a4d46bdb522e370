"""Callers and callees, over all units: direct calls, calls through pointers, and calls that libraries make back.

A node of the graph is a function's key (`mapper.analysis.whole_program.objects.symbol_key`): static functions of
one name in several files are different, functions with external linkage are one.  Those that no unit defines are
nodes too.  An unknown library function may call back every function whose address it was ever given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.constants import OFFSETS
from mapper.analysis.names.scopes import Kind as SymbolKind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.points_to_sets.points_to import PointsTo
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.library import Flags, Length
from mapper.analysis.whole_program.objects import Key, Kind, symbol_key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.analysis.whole_program.scc import components
from mapper.ir.trees.nodes import arguments_of, called_name

_SHARING = ("chdir", "clearenv", "fchdir", "putenv", "setenv", "setlocale", "unsetenv")
_FORKING = ("_Fork", "clone", "daemon", "fork", "forkpty")
_THREADING = ("pthread_create", "thrd_create")


@dataclass(frozen=True, slots=True)
class Targets:
    """What one call may call: `functions` directly, `callbacks` out of a library function that it calls.

    `unknown` is true when code outside of the program may run that is not a known library function.
    """

    functions: tuple[Key, ...]
    callbacks: tuple[Key, ...] = ()
    unknown: bool = False

    @property
    def all(self) -> tuple[Key, ...]:
        """All functions that may run."""
        return (*self.functions, *self.callbacks)


class CallGraph:
    """The calls of a whole program; `escaped` are the functions that code outside of it may call."""

    def __init__(self, whole: Whole, points: PointsTo) -> None:
        self.whole = whole
        self._points = points
        self.escaped = tuple(sorted(points.functions(points.escaped)))
        self._known: dict[int, tuple[c_ast.FuncCall, Targets]] = {}
        self._callees: dict[Key, dict[Key, None]] = {}
        self._callers: dict[Key, list[Key]] = {}
        for functions in whole.functions.values():
            for function in functions:
                callees = self._callees.setdefault(function.key, {})
                for call in in_body(function.definition, c_ast.FuncCall):
                    callees.update(dict.fromkeys(self.targets(call, function.symbols).all))
                for target in callees:
                    self._callees.setdefault(target, {})
                    self._callers.setdefault(target, []).append(function.key)
        self._recursive: set[Key] = set()
        self._order: list[list[Key]] = []
        self._sort()

    def targets(self, call: c_ast.FuncCall, symbols: Symbols) -> Targets:
        """What a call may call."""
        known = self._known.get(id(call))
        if known is None:  # the node is kept too, so that its id stays its own
            known = self._known[id(call)] = (call, self._targets(call, symbols))
        return known[1]

    def lengths(self, call: c_ast.FuncCall, symbols: Symbols) -> tuple[tuple[int, Length], ...]:
        """How much a call of a library function touches behind its pointer arguments, by their positions."""
        targets = self.targets(call, symbols)
        known = self.whole.library(targets.functions[0]) if len(targets.functions) == 1 else None
        if known is None or targets.unknown or call.args is None:
            return ()
        given = len(call.args.exprs)
        return tuple((at, length) for at, length in known.lengths if max(at, *length.positions) < given)

    def _targets(self, call: c_ast.FuncCall, symbols: Symbols) -> Targets:
        symbol = symbols.symbol(call.name)
        if symbol is not None and symbol.kind is SymbolKind.FUNCTION:
            functions, unknown = [symbol_key(symbol)], False
        elif symbol is None and called_name(call) in OFFSETS:
            return Targets(())  # a number
        else:
            objects = self._points.memory.listed(self._points.pointed(call.name, symbols))
            functions = sorted(each.key for each in objects if each.kind is Kind.FUNCTION)
            unknown = not functions or any(each.kind is Kind.UNKNOWN for each in objects)
        callbacks: set[Key] = set()
        arguments = arguments_of(call)
        for key in functions:
            if key in self.whole.functions:
                continue
            known = self.whole.library(key)
            unknown = unknown or known is None
            for place in known.calls if known is not None else ():
                for position in place.positions(len(arguments)):
                    callbacks.update(self._points.functions(self._points.pointed(arguments[position], symbols)))
        if unknown:
            callbacks.update(self.escaped)
        return Targets(tuple(functions), tuple(sorted(callbacks)), unknown)

    @property
    def forks(self) -> bool:
        """Whether the program's own code may start child processes that go on with its memory."""
        return any(self._calls_library(name) for name in _FORKING)

    @property
    def threading(self) -> str:
        """The function by which the program's own code starts threads; empty where it starts none."""
        return next((name for name in _THREADING if self._calls_library(name)), "")

    @property
    def handles_signals(self) -> bool:
        """Whether the program's own code may install a signal handler."""
        known = (self.whole.library(key) for key in self._callees)
        return any(Flags.SIGNALS in each.flags for each in known if each is not None)

    @property
    def shares(self) -> bool:
        """Whether the program's own code may change what its threads share: the environment, signal handlers."""
        return self.handles_signals or any(self._calls_library(name) for name in _SHARING)

    def _calls_library(self, name: str) -> bool:
        """Whether the program's own code may call a function of this name that it does not define itself."""
        key = ("external", name)
        return key in self._callees and key not in self.whole.functions

    def leads_to(self, functions: Iterable[Key]) -> frozenset[Key]:
        """The functions given, and all that may call them, directly or not."""
        found = {key for key in functions if key in self._callees}
        work = list(found)
        while work:
            for caller in self._callers.get(work.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    work.append(caller)
        return frozenset(found)

    def way(self, start: Key, end: Key) -> list[Key] | None:
        """The functions on a shortest way of calls from one function to another; None where there is none."""
        before: dict[Key, Key] = {start: start}
        work = [start]
        for key in work:
            for callee in self._callees.get(key, ()):
                if callee not in before:
                    before[callee] = key
                    work.append(callee)
        if end not in before:
            return None
        found = [end]
        while found[-1] != start:
            found.append(before[found[-1]])
        return found[::-1]

    def recursive(self, function: Key) -> bool:
        """Whether a function may call itself, directly or through others."""
        return function in self._recursive

    def walkable(self, targets: Targets) -> Function | None:
        """The one function of the program that a call runs; None where it may be another one, or calls itself."""
        if targets.unknown or targets.callbacks or len(targets.functions) != 1:
            return None
        functions = self.whole.functions.get(targets.functions[0], ())
        return functions[0] if len(functions) == 1 and not self.recursive(targets.functions[0]) else None

    @property
    def bottom_up(self) -> list[list[Key]]:
        """The functions in groups that call each other, callees before callers."""
        return self._order

    def callees(self, function: Key) -> tuple[Key, ...]:
        """What a function calls, sorted."""
        return tuple(sorted(self._callees[function]))

    def _sort(self) -> None:
        for group in components(self._callees):
            self._order.append(sorted(group))
            if len(group) > 1 or group[0] in self._callees[group[0]]:
                self._recursive.update(group)
