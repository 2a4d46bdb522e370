"""Compare and swap in loops: which object, what is expected of it, and whether that was found there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.ir.builtins.atomic_names import EXPECTS, AtomicCall
from mapper.ir.trees.build import pointee
from mapper.ir.trees.nodes import arguments_of, sole_statement, text_of, walk, without_casts
from mapper.translate.outline.communication.atomics import atomic_of
from mapper.translate.outline.communication.observed import (
    Code,
    Observed,
    Setting,
    settings_in,
    variable,
)
from mapper.translate.scope.functions import parameters_of


@dataclass(frozen=True, slots=True)
class Swap:
    """A compare and swap: its object, what it expects, and whether it gives if it has swapped."""

    target: c_ast.Node
    expected: c_ast.Node
    truth: bool


class Swaps:
    """Those of one loop in some code; `settings` are what the loop sets."""

    def __init__(self, code: Code, observed: Observed, settings: Sequence[Setting]) -> None:
        self.code = code
        self.symbols = code.symbols
        self.observed = observed
        self.settings = settings

    def swap_of(self, node: c_ast.Node | None) -> Swap | None:
        """The compare and swap that an expression is, itself or as a function that does nothing but that."""
        node = without_casts(node)
        found = atomic_of(node)
        if found is not None and found.compares and node is not None:
            return _as_swap(found, arguments_of(node))
        called = self.observed.context.called(node, self.symbols)
        inner = sole_statement(called.function.body) if called is not None else None
        call = without_casts(inner.expr) if isinstance(inner, c_ast.Return) else None
        found = atomic_of(call)
        if called is None or call is None or node is None or found is None or not found.compares:
            return None
        own = [called.symbols.symbol(each) for each in parameters_of(called)]
        passed: list[c_ast.Node] = []
        for argument in arguments_of(call)[:3]:
            plain = without_casts(argument)
            symbol = called.symbols.symbol(plain) if isinstance(plain, c_ast.ID) else None
            symbol = variable(argument, called.symbols) if symbol is None else symbol
            if symbol not in own or own.index(symbol) >= len(arguments_of(node)):
                return None
            passed.append(arguments_of(node)[own.index(symbol)])
        return _as_swap(found, passed)

    def is_fresh(self, swap: Swap, found_before: Collection[tuple[Symbol, str]] = ()) -> bool:
        """Whether a pass expects nothing but what it, or the last one, has found in the object.

        `found_before` are variables that hold what this pass has found so far, with the texts of their objects.
        """
        target = self._place(swap.target)
        if self._place(swap.expected) == target:
            return True
        first = self.same_bits(swap.expected)
        if first is None:
            return False
        if (first, target) in found_before:
            return True
        found, work, base = {first}, [first], False
        while work:
            symbol = work.pop()
            for setting in self.settings:
                if setting.symbol is not symbol:
                    continue
                if self.place_of(setting) == target:
                    base = True
                    continue
                source = None if setting.step else self.same_bits(setting.value)
                if source is None:
                    return False
                if source not in found:
                    found.add(source)
                    work.append(source)
        return base

    def place_of(self, setting: Setting) -> str | None:
        """The object of which a setting stores the value; None where the value is none of an object in memory."""
        if setting.exchanged is not None:
            return self._place(pointee(arguments_of(setting.exchanged)[0]))
        value = without_casts(setting.value)
        if setting.step or value is None:
            return None
        swap, found = self.swap_of(value), atomic_of(value)
        if swap is not None:
            return None if swap.truth else self._place(swap.target)
        if found is not None:
            return self._place(pointee(arguments_of(value)[0])) if found.operation == "read" else None
        return self._place(value) if self.observed.is_one(value, self.symbols) else None

    def same_bits(self, value: c_ast.Node | None) -> Symbol | None:
        """The variable whose value another gets as it is, or as the same bits of another type."""
        value = without_casts(value)
        if not isinstance(value, c_ast.FuncCall):
            return variable(value, self.symbols) if value is not None else None
        called = self.observed.context.called(value, self.symbols)
        arguments = arguments_of(value)
        if called is None or len(arguments) != 1:
            return None
        parts = walk(called.function.body)
        computes = any(isinstance(part, c_ast.BinaryOp | c_ast.TernaryOp | c_ast.If) for part in parts)
        return None if computes else variable(arguments[0], self.symbols)

    def _place(self, node: c_ast.Node) -> str:
        """A text that is the same for the same object: without conversions, and without names for pointers."""
        match node:
            case c_ast.UnaryOp(op="*"):
                pointer = self._pointer(node.expr)
                return text_of(pointee(pointer))
            case c_ast.ArrayRef(subscript=c_ast.Constant(value="0")):
                return self._place(c_ast.UnaryOp("*", node.name))
        return text_of(node)

    def _pointer(self, node: c_ast.Node) -> c_ast.Node:
        """A pointer without its conversions, and behind variables that are set only once."""
        seen: set[Symbol] = set()
        while True:
            node = without_casts(node) or node
            symbol = variable(node, self.symbols) if isinstance(node, c_ast.ID) else None
            if symbol is None or symbol in seen:
                return node
            seen.add(symbol)
            found = [each for each in settings_in(self.code.body, self.symbols) if each.symbol is symbol]
            if len(found) != 1 or found[0].value is None or not isinstance(found[0].node, c_ast.Decl):
                return node
            node = found[0].value


def _as_swap(found: AtomicCall, arguments: list[c_ast.Node]) -> Swap:
    expected = arguments[1]
    if found.operation == EXPECTS:
        expected = pointee(without_casts(expected) or expected)
    return Swap(pointee(arguments[0]), expected, found.gives == "truth")
