"""What virtual threads' state may do inside a work-shared loop, so that iterations may be shared out in any way.

A team phase gives each of many virtual threads a copy of the threads' own variables that a loop carries along (the
ten largest values so far, a histogram, a smallest value with its place).  Nothing can prove that such a program
means the same for all numbers of threads; but what is known not to is refused: values of the state that reach
other memory, sums of different kinds in one variable, a variable that just has the value of the last iteration.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, AnyLoop, Omp, arguments_of, children, parameters_of, walk
from mapper.translate.common.context import Context
from mapper.translate.common.updates import (
    constant,
    in_order,
    is_copy,
    is_pure,
    mentions,
    root_of,
    statements_in,
    update_of,
)
from mapper.translate.common.uses import written_object
from mapper.translate.merging.confined import confined
from mapper.translate.merging.merges import COUNTING

_JUMPS = (c_ast.Break, c_ast.Continue)


class _Leaves(Exception):  # noqa: N818 - not an error: the answer "no" from deep inside a walk
    """A value of the state may matter outside of it."""


def state_operators(
    body: c_ast.Node,
    state: frozenset[Symbol],
    private: frozenset[Symbol],
    symbols: Symbols,
    context: Context,
    effects: EffectsOf,
) -> Mapping[Symbol, str] | None:
    """The operator with which a loop's body updates each variable of the state, "" for other ways.

    `private` are all variables that each thread has of its own.
    None where a thread's state may matter to anything but itself, or depends on the order of iterations.
    """
    inside = {symbol for node in walk(body) if isinstance(node, c_ast.Decl) and (symbol := symbols.symbol(node))}
    follow = _Follow(state, private | inside, symbols, context, effects)
    try:
        while True:
            known = len(follow.tainted)
            follow.skipped = False
            follow.visit(body, decided=False)
            if len(follow.tainted) == known:
                break
    except _Leaves:
        return None
    return follow.found()


class _Follow:
    """Follows the state's values; `tainted` are all variables that may hold such.

    `skipped` is true behind a `continue` of the work-shared loop that they decide on: they decide on all that
    follows.
    """

    def __init__(
        self,
        state: frozenset[Symbol],
        private: frozenset[Symbol],
        symbols: Symbols,
        context: Context,
        effects: EffectsOf,
    ) -> None:
        self.state = state
        self.private = private
        self.symbols = symbols
        self.context = context
        self.effects = effects
        self.tainted = set(state)
        self.operators: dict[Symbol, set[str]] = {symbol: set() for symbol in state}
        self.deciding: set[Symbol] = set()
        self.skipped = False
        self.own = 0
        for symbol in state:
            self.own |= effects.points.of_symbol(symbol)

    def found(self) -> Mapping[Symbol, str] | None:
        """The operators, once all is followed."""
        result: dict[Symbol, str] = {}
        for symbol, operators in self.operators.items():
            if len(operators & COUNTING) > (symbol not in self.deciding):
                return None
            result[symbol] = next(iter(operators)) if len(operators) == 1 else ""
        return result

    def _has(self, node: c_ast.Node | None) -> bool:
        return mentions(node, self.symbols, self.tainted)

    # ---- statements --------------------------------------------------------------------------------------------

    def visit(self, node: c_ast.Node | None, *, decided: bool) -> None:
        """A statement or expression; `decided`: the state's values decide whether it runs."""
        decided |= self.skipped
        match node:
            case None:
                return
            case Omp():
                if self._has(node) or decided:
                    raise _Leaves
            case c_ast.If():
                update = update_of(node, self.symbols)
                if update is not None and self._target(update.target) in self.state:
                    self._update(update.target, update.operator, update.operand)
                    return
                inner = decided or self._condition(node.cond)
                self.visit(node.iftrue, decided=inner)
                self.visit(node.iffalse, decided=inner)
                return
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                self._loop(node, decided)
                return
            case c_ast.Switch() | c_ast.TernaryOp() | c_ast.Goto() | c_ast.Label():
                pure = isinstance(node, c_ast.TernaryOp) and is_pure(node, self.symbols)
                if not pure and (decided or self._has(node)):
                    raise _Leaves
            case c_ast.Continue():
                self.skipped |= decided  # those of inner loops are seen to there
                return
            case c_ast.Break() | c_ast.Return():
                if decided:
                    raise _Leaves
                return
            case c_ast.Decl():
                self._declaration(node, decided)
            case c_ast.Assignment():
                self._change(node, node.lvalue, decided)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._change(node, node.expr, decided)
            case c_ast.UnaryOp(op="&"):
                if self._has(node):
                    raise _Leaves  # as an argument of a call it is seen to there
            case c_ast.BinaryOp(op="&&" | "||"):
                if self._has(node.left) and not is_pure(node.right, self.symbols):
                    raise _Leaves
            case c_ast.FuncCall():
                self._call(node, decided)
                return
        for child in children(node):
            self.visit(child, decided=decided)

    def _condition(self, node: c_ast.Node) -> bool:
        """Whether the state's values decide; how much is counted so far must not."""
        self.deciding |= {symbol for symbol in self.state if mentions(node, self.symbols, {symbol})}
        self.visit(node, decided=False)
        return self._has(node)

    def _loop(self, node: AnyLoop, decided: bool) -> None:
        """An inner loop, which may also be left when the state's values say so."""
        inner = decided
        if isinstance(node, c_ast.For):
            self.visit(node.init, decided=decided)
        if node.cond is not None:
            inner |= self._condition(node.cond)
        for part in walk(node.stmt):
            if isinstance(part, c_ast.If) and self._condition(part.cond):
                inner |= any(isinstance(each, c_ast.Break | c_ast.Continue) for each in walk(part))
        if any(isinstance(part, c_ast.Return | c_ast.Goto) for part in walk(node.stmt)):
            raise _Leaves
        if isinstance(node, c_ast.For):
            self.visit(node.next, decided=inner)
        if not inner:
            self.visit(node.stmt, decided=False)
            return
        for statement in statements_in(node.stmt):
            if isinstance(statement, LOOPS):
                self._condition(statement.cond or c_ast.EmptyStatement())
            elif not isinstance(statement, (*_JUMPS, c_ast.Compound, c_ast.If)):
                self.visit(statement, decided=True)

    def _declaration(self, node: c_ast.Decl, decided: bool) -> None:
        symbol = self.symbols.symbol(node)
        if symbol is not None and node.init is not None and (decided or self._has(node.init)):
            self.tainted.add(symbol)

    # ---- changes -----------------------------------------------------------------------------------------------

    def _target(self, node: c_ast.Node) -> Symbol | None:
        name = written_object(node, self.symbols)
        return self.symbols.symbol(name) if name is not None else None

    def _change(self, node: c_ast.Node, target: c_ast.Node, decided: bool) -> None:
        symbol = self._target(target)
        value = node.rvalue if isinstance(node, c_ast.Assignment) else None
        if symbol not in self.state:
            if decided or self._has(value) or self._has(target):
                if symbol is None or symbol not in self.private or symbol.storage is StorageClass.STATIC:
                    raise _Leaves
                self.tainted.add(symbol)
            return
        update = update_of(node, self.symbols)
        if update is not None:
            self._update(target, update.operator, update.operand)
            return
        assert symbol is not None
        self.operators[symbol].add("")
        if not isinstance(node, c_ast.Assignment) or node.op != "=":
            raise _Leaves
        if self._has(value) and not is_copy(node.rvalue):
            raise _Leaves
        if not decided and constant(node.rvalue, self.symbols) is None:
            raise _Leaves  # the value of the last iteration

    def _update(self, target: c_ast.Node, operator: str, operand: c_ast.Node) -> None:
        symbol = self._target(target)
        assert symbol is not None
        self.operators[symbol].add(operator)
        if self._has(operand) or in_order(target, operator, operand, self.symbols.type_of):
            raise _Leaves
        self.visit(operand, decided=False)

    # ---- calls -------------------------------------------------------------------------------------------------

    def _call(self, node: c_ast.FuncCall, decided: bool) -> None:
        arguments = arguments_of(node)
        touched = decided or self._has(node.args)
        if not touched:
            if self.effects.of(node, self.symbols).writes & self.own:
                raise _Leaves
            for argument in arguments:
                self.visit(argument, decided=False)
            return
        if is_pure(node, self.symbols):
            return
        found = self.effects.of(node, self.symbols)
        if found.unknown or found.flags or not confined(node, self.symbols, self.context, self.state):
            raise _Leaves
        if found.writes:
            self._check_callee(node, arguments)

    def _check_callee(self, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> None:
        """A function that changes the state: it may store and copy, but computes nothing from it but updates."""
        definition = self.context.called(node, self.symbols)
        if definition is None:
            raise _Leaves
        names = definition.symbols
        given: set[Symbol | None] = set()
        for parameter, argument in zip(parameters_of(definition.function), arguments, strict=False):
            root = root_of(argument, self.symbols)
            if root in self.state:
                given.add(names.symbol(parameter))
                self.operators[root].add("")
            elif self._has(argument):
                raise _Leaves
        for part in walk(definition.function.body):
            if isinstance(part, c_ast.FuncCall) and not is_pure(part, names):
                raise _Leaves
            target = changed_place(part)
            if target is None or root_of(target, names) not in given:
                continue
            if not isinstance(part, c_ast.Assignment) or part.op != "=":
                raise _Leaves
            if mentions(part.rvalue, names, given) and not is_copy(part.rvalue):
                raise _Leaves
