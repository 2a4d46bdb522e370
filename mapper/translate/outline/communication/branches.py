"""Branches on what other iterations have done, and the code of an iteration that runs only behind such ones.

    if (__sync_add_and_fetch(&done, 1) < n)    /* all but the last iteration end here */
      continue;
    for (j = 0; j < n; j++)                    /* this one reads what the others have stored */
      sum += part[j];

What a variable gets on one side of such a branch is like the branch.
An iteration that finds an object as it was before any other came (0, a negative number, what a compare and swap
expects) has learned of none.  Nor has one whose number, drawn from a counter that only goes up, is below a limit;
that of the last one may be -1, or what it has made 0 of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from enum import IntEnum

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.ir.trees.jumps import JUMPS, leaves
from mapper.ir.trees.nodes import INCREMENTS, AnyLoop, Omp, arguments_of, children, text_of, walk, without_casts
from mapper.translate.outline.communication.atomics import atomic_of
from mapper.translate.outline.communication.observed import Code, Observed, names, settings_in, variable
from mapper.translate.outline.communication.swaps import Swap, Swaps

Depends = Callable[[c_ast.Node, Code], bool]


class _Learned(IntEnum):
    """What the way to a statement says of other iterations; after a failed swap the loop around may try again."""

    NOTHING = 0
    FAILED = 1
    SOMETHING = 2


_Sides = tuple[_Learned, _Learned]
_NEITHER = (_Learned.NOTHING, _Learned.NOTHING)
_IF_TRUE = (_Learned.SOMETHING, _Learned.NOTHING)
_IF_FALSE = (_Learned.NOTHING, _Learned.SOMETHING)
_BOTH = (_Learned.SOMETHING, _Learned.SOMETHING)
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Branches:
    """The expressions behind such branches, in a loop's body and the functions that it calls: `behind`, by `id`.

    `inner` is what an iteration runs.  `led` is true if a value depends on what other iterations have made known,
    `drawn` also if it is a number that the iteration has drawn from a counter.
    """

    def __init__(self, observed: Observed, inner: c_ast.Node, led: Depends, drawn: Depends) -> None:
        self._observed = observed
        self._led = led
        self._drawn = drawn
        self.behind: set[int] = set()
        self._told = {symbol for code in observed.code for symbol in self._chosen(code)}
        self._codes = {id(each.definition.function): each for each in observed.code if each.definition is not None}
        self._called: list[Code] = []
        for code in observed.code:
            self._statement(inner if code.definition is None else code.body, code, _Learned.NOTHING)
        for code in self._called:  # which grows meanwhile
            self._statement(code.body, code, _Learned.SOMETHING)

    # ---- statements --------------------------------------------------------------------------------------------

    def _statement(self, node: c_ast.Node | None, code: Code, known: _Learned) -> _Learned:
        """What is known behind a statement."""
        match node:
            case None:
                return known
            case c_ast.Compound():
                for item in node.block_items or []:
                    known = self._statement(item, code, known)
                return known
            case c_ast.If():
                return self._if(node, code, known)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._loop(node, code, known)
            case c_ast.Switch():
                self._expression(node.cond, code, known)
                self._statement(node.stmt, code, max(known, *self._says(node.cond, code)))
                return known
            case c_ast.Case() | c_ast.Default():
                for item in node.stmts or []:
                    known = self._statement(item, code, known)
                return known
            case c_ast.Label():
                return self._statement(node.stmt, code, known)
            case Omp():
                return self._statement(node.body, code, known)
        self._expression(node, code, known)
        return known

    def _if(self, node: c_ast.If, code: Code, known: _Learned) -> _Learned:
        self._expression(node.cond, code, known)
        true, false = self._says(node.cond, code)
        then = self._statement(node.iftrue, code, max(known, true))
        other = self._statement(node.iffalse, code, max(known, false))
        ends = (_ends(node.iftrue), _ends(node.iffalse))
        if ends[0] != ends[1]:
            return other if ends[0] else then
        left = any(leaves(each) for each in (node.iftrue, node.iffalse) if each is not None)
        return max(then, other) if left else known

    def _loop(self, node: AnyLoop, code: Code, known: _Learned) -> _Learned:
        """A second pass knows what has been learned in the first."""
        true, false = self._says(node.cond, code) if node.cond is not None else _NEITHER
        begin = known if isinstance(node, c_ast.DoWhile) else max(known, true)
        if isinstance(node, c_ast.For):
            self._statement(node.init, code, known)
        while True:
            after = self._statement(node.stmt, code, begin)
            for part in (node.cond, getattr(node, "next", None)):
                self._expression(part, code, after)
            again = max(begin, *(each for each in (after, true) if each is not _Learned.FAILED))
            if again is begin:
                break
            begin = again
        return max(known, false)

    # ---- expressions -------------------------------------------------------------------------------------------

    def _expression(self, node: c_ast.Node | None, code: Code, known: _Learned) -> None:
        if node is None:
            return
        if known:
            self.behind.add(id(node))
            called = self._observed.context.called(node, code.symbols)
            inside = self._codes.get(id(called.function)) if called is not None else None
            if inside is not None and inside not in self._called:
                self._called.append(inside)
        parts = [(child, known) for child in children(node)]
        if isinstance(node, c_ast.TernaryOp):
            true, false = self._says(node.cond, code)
            parts = [(node.cond, known), (node.iftrue, max(known, true)), (node.iffalse, max(known, false))]
        elif isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
            true, false = self._says(node.left, code)
            parts = [(node.left, known), (node.right, max(known, true if node.op == "&&" else false))]
        for part, what in parts:
            self._expression(part, code, what)

    # ---- variables ---------------------------------------------------------------------------------------------

    def _chosen(self, code: Code) -> set[Symbol]:
        """The variables of some code whose values depend on which way such a branch has led."""
        found: set[Symbol] = set()
        before = -1
        while len(found) > before:
            before = len(found)
            for condition, scopes in _choices(code.body, None):
                if self._drawn(condition, code) or found & set(names(condition, code.symbols)):
                    for scope in scopes:
                        own = {code.symbols.symbol(part) for part in walk(scope) if isinstance(part, c_ast.Decl)}
                        found |= {each.symbol for each in settings_in(scope, code.symbols)} - own
        return found

    def _values(self, node: c_ast.Node, code: Code) -> list[c_ast.Node]:
        """An expression and those that its variables get their values from; nothing is known of a parameter's."""
        found, work, seen = [], [node], set[Symbol]()
        settings = list(settings_in(code.body, code.symbols))
        while work:
            value = work.pop()
            found.append(value)
            if atomic_of(without_casts(value)) is not None:
                continue  # its variables lead to the object
            for symbol in set(names(value, code.symbols)) - seen:
                seen.add(symbol)
                for setting in settings:
                    if setting.symbol is symbol and setting.step:
                        found.append(setting.node)
                    elif setting.symbol is symbol and setting.value is not None:
                        work.append(setting.value)
        return found

    # ---- conditions --------------------------------------------------------------------------------------------

    def _says(self, node: c_ast.Node, code: Code) -> _Sides:
        """What an iteration learns of others where a condition holds, and where it does not."""
        node = without_casts(node) or node
        match node:
            case c_ast.UnaryOp(op="!"):
                true, false = self._says(node.expr, code)
                return false, true
            case c_ast.BinaryOp(op="&&" | "||"):
                return self._together(node, code)
            case c_ast.BinaryOp(op="==" | "!=" | "<" | ">" | "<=" | ">="):
                return self._compared(node, code)
        swap = self._swap(node, code)
        if swap is not None and swap.truth:
            return _Learned.NOTHING, _Learned.FAILED
        if self._told & set(names(node, code.symbols)):
            return _BOTH
        if not self._drawn(node, code):
            return _NEITHER
        return _BOTH if self._is_moved(node, code) else _IF_TRUE

    def _together(self, node: c_ast.BinaryOp, code: Code) -> _Sides:
        left, right = self._says(node.left, code), self._says(node.right, code)
        swap = self._swap(node.right, code)
        if swap is not None and swap.truth and text_of(swap.target) in map(text_of, walk(node.left)):
            left = _NEITHER  # where it has swapped, it was as expected
        return max(left[0], right[0]), max(left[1], right[1])

    def _compared(self, node: c_ast.BinaryOp, code: Code) -> _Sides:
        one, other, operator = node.left, node.right, node.op
        if not self._drawn(one, code):
            one, other, operator = other, one, _TURNED.get(operator, operator)
        if self._told & set(names(node, code.symbols)):
            return _BOTH
        if not self._drawn(one, code):
            return _NEITHER
        swap = self._swap(one, code)
        if swap is not None and operator in ("==", "!="):
            expected = text_of(without_casts(swap.expected) or swap.expected)
            if not swap.truth and text_of(without_casts(other) or other) == expected:
                failed = (_Learned.NOTHING, _Learned.FAILED)
                return failed if operator == "==" else (failed[1], failed[0])
        if self._is_moved(one, code):
            return _BOTH
        number = code.symbols.constant(other)
        least = 0 if self._observed.claims and operator in ("==", "!=") else -math.inf
        if number is not None and least <= number <= (1 if operator in ("<", ">=") else 0):
            return _IF_FALSE if operator in ("==", "<", "<=") else _IF_TRUE
        if self._led(one, code):
            return _BOTH
        return _IF_FALSE if operator in ("!=", "<", "<=") else _IF_TRUE

    def _is_moved(self, node: c_ast.Node, code: Code) -> bool:
        """Whether 0, or a small number, may be what an iteration finds that comes after others."""
        values = self._values(node, code)
        return self._observed.ends_at_zero or any(self._computes(each, code) for each in values)

    def _computes(self, node: c_ast.Node, code: Code) -> bool:
        """Whether an expression gives something else than what it has found, or drawn."""
        if atomic_of(node) is not None:
            return False
        match node:
            case c_ast.BinaryOp() if node.op not in ("&", ">>"):
                return True
            case c_ast.UnaryOp(op="!" | "~" | "-") | c_ast.TernaryOp():
                return True
            case c_ast.UnaryOp(op=op) if op in INCREMENTS:
                return id(node) not in self._observed.claims
            case c_ast.Assignment(op=op) if op != "=":
                return id(node) not in self._observed.claims
            case c_ast.ArrayRef() if not self._observed.is_one(node, code.symbols):
                return self._drawn(node.subscript, code)
            case c_ast.FuncCall() if self._swap(node, code) is None:
                return any(self._drawn(each, code) for each in (node, *arguments_of(node)))
            case c_ast.ID() if (symbol := code.symbols.symbol(node)) is not None and code.definition is not None:
                return symbol.kind is Kind.PARAMETER and self._drawn(node, code)
        return any(self._computes(child, code) for child in children(node))

    def _swap(self, node: c_ast.Node, code: Code) -> Swap | None:
        """The compare and swap whose result an expression is, perhaps by a variable that holds nothing else."""
        node = without_casts(node) or node
        settings = list(settings_in(code.body, code.symbols))
        swaps = Swaps(code, self._observed, settings)
        if isinstance(node, c_ast.Assignment):
            node = node.rvalue
        symbol = variable(node, code.symbols) if isinstance(node, c_ast.ID) else None
        if symbol is None:
            return swaps.swap_of(node)
        values = [each.value for each in settings if each.symbol is symbol]
        found = [swaps.swap_of(each) for each in values if each is not None]
        return found[0] if len(values) == len(found) == 1 else None


def _choices(node: c_ast.Node, around: c_ast.Node | None) -> Iterator[tuple[c_ast.Node, list[c_ast.Node]]]:
    """The conditions in some code, with the code that is only run on one way; `around` is the loop around it.

    A jump leads past the rest of that loop.
    """
    parts: list[c_ast.Node | None] = []
    match node:
        case c_ast.If() | c_ast.TernaryOp():
            parts = [node.iftrue, node.iffalse]
        case c_ast.BinaryOp(op="&&" | "||"):
            parts = [node.right]
        case c_ast.Switch() | c_ast.While() | c_ast.DoWhile() | c_ast.For():
            parts = [node.stmt]
    condition = node.left if isinstance(node, c_ast.BinaryOp) else getattr(node, "cond", None)
    scopes = [each for each in parts if each is not None]
    if scopes and condition is not None:
        left = around is not None and any(isinstance(part, JUMPS) for each in scopes for part in walk(each))
        yield condition, [*scopes, around] if left and around is not None else scopes
    loops = isinstance(node, c_ast.Switch | c_ast.While | c_ast.DoWhile | c_ast.For)
    for child in children(node):
        yield from _choices(child, node if loops else around)


def _ends(node: c_ast.Node | None) -> bool:
    """Whether a statement surely leads away from the ones behind it."""
    while isinstance(node, c_ast.Compound) and node.block_items:
        node = node.block_items[-1]
    return isinstance(node, JUMPS)
