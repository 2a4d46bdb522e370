"""`critical` and `atomic` in code that all threads run: where threads merge what they have found, each its part.

On the device path one thread runs the region, so it runs the construct once, or once for each virtual thread.
That gives what any number of threads would give if a thread that had no iterations would change nothing there:
what a thread adds must be its accumulated value or a multiple of it, and all other stores must store the same
value again.  `count++` in `critical` counts threads, and so does `sum += mine + 1`.

`Merges.operators` are the accumulated variables with the operator of their updates, "" for variables that are
kept up to date in other ways.  Sums, products and exclusive ors count how often they are merged; all others don't.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.diagnostics import Location
from mapper.ir.expressions.updates import Update
from mapper.ir.trees.ctypes import INT, ArrayType, ComplexType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, Omp, arguments_of, called_name, parameters_of, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.refused import Refused, refuse
from mapper.translate.common.updates import (
    called_update,
    constant,
    in_order,
    is_copy,
    mentions,
    root_of,
    update_of,
)
from mapper.translate.common.uses import written_object

COUNTING = frozenset(["+", "*", "^"])
"""The operators for which merging a value twice is not the same as merging it once."""

_SCALAR_FORMS = (None, "update")


@dataclass(eq=False)
class Merges:
    """Checks constructs of one region or team function; `private` are the variables that each thread has."""

    unit: Unit
    symbols: Symbols
    context: Context
    effects: EffectsOf
    private: frozenset[Symbol]
    operators: dict[Symbol, str]
    _calls: list[c_ast.FuncDef] = field(default_factory=list)

    def check(self, construct: Omp) -> None:
        """Raise `Refused` where the number of threads matters to a `critical` or `atomic` construct."""
        where = construct.directive.where
        kind = construct.directive.kind
        if kind == "atomic" and construct.directive.form not in _SCALAR_FORMS:
            refuse("K013", f"every thread runs `atomic {construct.directive.form}`", where)
        assert construct.body is not None
        for inner in walk(construct.body):
            if not isinstance(inner, Omp) or (kind == "critical" and _updates(inner)):
                continue
            refuse("K001", f"`{inner.directive.kind}` inside `{kind}` is not translated", inner.directive.where)
        _Code(self, self.unit, self.symbols, self.operators, self.private).check(construct.body)

    def check_together(self, merges: Sequence[c_ast.Node]) -> None:
        """The same for merges with statements between them that compute what they merge."""
        for each in merges:
            if isinstance(each, Omp) and each.directive.form not in _SCALAR_FORMS:
                refuse("K013", f"every thread runs `atomic {each.directive.form}`", each.directive.where)
        bodies = [each.body if isinstance(each, Omp) else each for each in merges]
        _Code(self, self.unit, self.symbols, self.operators, self.private).check(c_ast.Compound(bodies))

    def linear(self, node: c_ast.Node, of: CType) -> bool:
        """Whether an expression is a multiple of an accumulated sum, and still is one in a type."""
        code = _Code(self, self.unit, self.symbols, self.operators, self.private)
        return code.linear(node) and code.adds_up(of, node)

    def called(self, definition: Definition, operators: Mapping[Symbol, str], where: Location) -> None:
        """Check a function that merges, called with accumulated values in some parameters."""
        if definition.function in self._calls:
            refuse("K013", f"`{definition.name}` merges threads' values, and calls itself", definition.where)
        own = frozenset(
            symbol for symbol in definition.symbols.of_function(definition.function) if symbol.is_automatic
        )
        self._calls.append(definition.function)
        try:
            _Code(self, definition.unit, definition.symbols, operators, own).check(definition.function.body)
        except Refused as refused:
            called = (f"`{definition.name}` is called here", where)
            raise Refused(replace(refused.kept, notes=(*refused.kept.notes, called))) from None
        finally:
            self._calls.pop()


def _updates(construct: Omp) -> bool:
    """Whether a construct is an atomic update."""
    return construct.directive.kind == "atomic" and construct.directive.form == "update"


class _Code:
    """The statements of one construct, or of a function that it calls."""

    def __init__(
        self, merges: Merges, unit: Unit, symbols: Symbols, operators: Mapping[Symbol, str], own: frozenset[Symbol]
    ) -> None:
        self.merges = merges
        self.unit = unit
        self.symbols = symbols
        self.operators = dict(operators)
        self.own = own
        self.written: frozenset[Symbol] = frozenset()

    def check(self, body: c_ast.Node) -> None:
        """Raise `Refused` for the first statement in which the number of threads matters."""
        inside = (self.symbols.symbol(node) for node in walk(body) if isinstance(node, c_ast.Decl))
        self.own |= {symbol for symbol in inside if symbol is not None and symbol.is_automatic}
        self.written = frozenset(symbol for node in walk(body) for symbol in self._changed(node))
        while copies := frozenset(symbol for node in walk(body) for symbol in self._copied(node)) - self.written:
            self.written |= copies
        self._statement(body, guarded=False)

    def _changed(self, node: c_ast.Node) -> Iterator[Symbol]:
        """The variables at the roots of what a node changes in shared memory."""
        targets: list[c_ast.Node] = []
        match node:
            case c_ast.Assignment():
                targets = [node.lvalue]
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                targets = [node.expr]
            case c_ast.FuncCall() if node.args is not None and not self._is_library(node):
                targets = [each for each in node.args.exprs if self._is_address(each)]
        for target in targets:
            root = root_of(target, self.symbols)
            if root is not None and (root not in self.own or self._is_behind(target)):
                yield root

    def _copied(self, node: c_ast.Node) -> Iterator[Symbol]:
        """The thread's own variable that a node gives a value from shared memory that threads change."""
        match node:
            case c_ast.Decl(init=value) if value is not None:
                symbol = self.symbols.symbol(node)
            case c_ast.Assignment(op="=", lvalue=c_ast.ID() as target, rvalue=value):
                symbol = self.symbols.symbol(target)
            case _:
                return
        if symbol in self.own and is_copy(value) and self._has(value, self.written):
            yield symbol

    def _is_address(self, node: c_ast.Node) -> bool:
        return isinstance(self.symbols.type_of(node), PointerType | ArrayType)

    # ---- questions about expressions ---------------------------------------------------------------------------

    def _of(self, *operators: str) -> frozenset[Symbol]:
        return frozenset(symbol for symbol, operator in self.operators.items() if operator in operators)

    @property
    def _counting(self) -> frozenset[Symbol]:
        return self._of(*COUNTING)

    def _has(self, node: c_ast.Node | None, symbols: frozenset[Symbol]) -> bool:
        return mentions(node, self.symbols, symbols)

    def _is_value(self, node: c_ast.Node, operator: str) -> bool:
        """Whether an expression is an accumulated value, or one of an accumulated array."""
        while isinstance(node, c_ast.Cast) and (
            operator not in COUNTING or self.adds_up(self.symbols.type_of(node), node.expr)
        ):
            node = node.expr
        subscripts = [part.subscript for part in walk(node) if isinstance(part, c_ast.ArrayRef)]
        plain = isinstance(node, c_ast.ID | c_ast.ArrayRef | c_ast.StructRef)
        plain = plain or (isinstance(node, c_ast.UnaryOp) and node.op == "*")
        if not plain or any(self._has(each, frozenset(self.operators)) for each in subscripts):
            return False
        root = root_of(node, self.symbols)
        return root is not None and self.operators.get(root) == operator

    def linear(self, node: c_ast.Node) -> bool:
        """Whether an expression is a multiple of an accumulated sum, or of several."""
        match node:
            case c_ast.Cast():
                return self.linear(node.expr) and self.adds_up(self.symbols.type_of(node), node.expr)
            case c_ast.UnaryOp(op="-" | "+"):
                return self.linear(node.expr)
            case c_ast.BinaryOp(op="+" | "-"):
                return self.linear(node.left) and self.linear(node.right)
            case c_ast.BinaryOp(op="*"):
                return (self.linear(node.left) and self._is_free(node.right)) or (
                    self.linear(node.right) and self._is_free(node.left)
                )
            case c_ast.BinaryOp(op="/"):
                return self.linear(node.left) and self._is_free(node.right) and not self._is_integer(node)
        return self._is_value(node, "+")

    def _is_integer(self, node: c_ast.BinaryOp) -> bool:
        """Whether a division rounds, so that parts of a sum can't be divided one by one."""
        of = self.symbols.type_of(node)
        return not isinstance(of.part if isinstance(of, ComplexType) else of, FloatType)

    def adds_up(self, of: CType, value: c_ast.Node) -> bool:
        """Whether parts of a sum may be converted to a type one by one: no fraction is cut off."""
        held, given = unqualified(of), unqualified(self.symbols.type_of(value))
        if not isinstance(held, IntType):
            return True
        return isinstance(given, IntType) and held.bits >= min(given.bits, INT.bits)

    def _is_free(self, node: c_ast.Node) -> bool:
        """Whether an expression depends neither on what was accumulated nor on what threads have merged."""
        return not self._has(node, frozenset(self.operators) | self.written)

    # ---- statements --------------------------------------------------------------------------------------------

    def _statement(self, node: c_ast.Node | None, *, guarded: bool) -> bool:
        """Check a statement; `guarded`: accumulated values decide whether it runs; the same for what follows."""
        match node:
            case None:
                return guarded
            case c_ast.Compound():
                for item in node.block_items or []:
                    guarded = self._statement(item, guarded=guarded)
                return guarded
            case c_ast.If():
                return self._if(node, guarded)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                self._statement(getattr(node, "init", None), guarded=guarded)
                inner = guarded
                if node.cond is not None:
                    inner = self._condition(node.cond) or guarded
                self._statement(node.stmt, guarded=inner)
                self._statement(getattr(node, "next", None), guarded=inner)
                return guarded
            case c_ast.DeclList():
                for each in node.decls:
                    self._declaration(each)
                return guarded
            case c_ast.Decl():
                self._declaration(node)
                return guarded
            case c_ast.ExprList():
                for each in node.exprs:
                    self._statement(each, guarded=guarded)
                return guarded
            case c_ast.Return():
                if node.expr is not None:
                    self._value(node.expr)
                return guarded
            case c_ast.EmptyStatement() | c_ast.Break() | c_ast.Continue():
                return guarded
            case Omp() if _updates(node):
                return self._statement(node.body, guarded=guarded)
            case c_ast.Assignment():
                self._change(node, node.lvalue, guarded)
                return guarded
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._change(node, node.expr, guarded)
                return guarded
            case c_ast.FuncCall():
                update = called_update(node, self.symbols)
                if update is None:
                    self._call(node)
                else:
                    self._check_update(update, node)
                return guarded
        self._refuse(node)

    def _if(self, node: c_ast.If, guarded: bool) -> bool:
        update = update_of(node, self.symbols)
        if update is not None:
            self._check_update(update, node)
            return guarded
        inner = self._condition(node.cond) or guarded
        self._statement(node.iftrue, guarded=inner)
        self._statement(node.iffalse, guarded=inner)
        leaves = any(isinstance(part, c_ast.Return | c_ast.Break | c_ast.Continue) for part in walk(node))
        return guarded or (inner and leaves)

    def _condition(self, node: c_ast.Node) -> bool:
        """Check a condition; true when accumulated values take part in it."""
        self._value(node)
        decided = self._has(node, frozenset(self.operators))
        if self._has(node, self.written) and not decided:
            self._refuse(node)
        return decided

    def _value(self, node: c_ast.Node) -> None:
        """An expression whose value is used: it changes nothing, and reads no sum."""
        if self._has(node, self._counting) and not self._is_zero_test(node):
            self._refuse(node)
        self._check_quiet(node)

    def _check_quiet(self, node: c_ast.Node) -> None:
        for part in walk(node):
            if changed_place(part) is not None:
                self._refuse(part)
            if isinstance(part, c_ast.FuncCall) and not self._is_library(part):
                found = self.merges.effects.of(part, self.symbols)
                if found.writes or found.unknown or found.flags:
                    self._refuse(part)

    def _is_zero_test(self, node: c_ast.Node) -> bool:
        """`mine`, `mine != 0` or `mine > 0`: a thread without a part is left out."""
        if isinstance(node, c_ast.BinaryOp) and node.op in ("!=", ">") and constant(node.right, self.symbols) == 0:
            node = node.left
        return self._is_value(node, "+")

    def _is_library(self, node: c_ast.FuncCall) -> bool:
        name = called_name(node)
        return self.symbols.device_function(name) is not None

    def _declaration(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.Decl) and node.init is not None:
            self._own(node, self.symbols.symbol(node), node.init)

    # ---- changes -----------------------------------------------------------------------------------------------

    def _change(self, node: c_ast.Node, target: c_ast.Node, guarded: bool) -> None:
        root = root_of(target, self.symbols)
        if root is None or any(self._has(part, self._counting) for part in _subscripts(target)):
            self._refuse(node)
        for part in _subscripts(target):
            self._check_quiet(part)
        update = update_of(node, self.symbols)
        if root in self.operators and root in self.own and not self._is_behind(target):
            if self.operators[root] != "+" or not self._stays_linear(node, target, update):
                self._refuse(node)
            return
        if root in self.operators:
            self._refuse(node)
        if root in self.own and not self._is_behind(target):
            if update is None and isinstance(node, c_ast.Assignment) and node.op == "=":
                self._own(node, root, node.rvalue)
            elif update is None or not self._is_free(update.operand):
                self._refuse(node)
            return
        if update is not None:
            self._check_update(update, node)
            return
        if not isinstance(node, c_ast.Assignment) or node.op != "=":
            self._refuse(node)
        self._store(node, guarded)

    def _stays_linear(self, node: c_ast.Node, target: c_ast.Node, update: Update | None) -> bool:
        """Whether an accumulated sum becomes a multiple of sums, or gets one added."""
        if update is not None:
            value = update.operand if update.operator == "+" else None
        else:
            value = node.rvalue if isinstance(node, c_ast.Assignment) and node.op == "=" else None
        return value is not None and self.linear(value) and self.adds_up(self.symbols.type_of(target), value)

    def _is_behind(self, target: c_ast.Node) -> bool:
        """Whether an lvalue is reached through a pointer."""
        return written_object(target, self.symbols) is None

    def _own(self, node: c_ast.Node, symbol: Symbol | None, value: c_ast.Node) -> None:
        """A thread's own variable gets a value; it may represent a sum then."""
        self._check_quiet(value)
        if self._has(value, self._counting):
            if symbol is None or not self.linear(value) or self.operators.get(symbol, "+") != "+":
                self._refuse(node)
            if not self.adds_up(symbol.type, value):
                self._refuse(node)
            self.operators[symbol] = "+"
        elif self._has(value, frozenset(self.operators)):
            if symbol is not None:
                self.operators.setdefault(symbol, "")
        elif self._has(value, self.written) and not is_copy(value):
            self._refuse(node)

    def _check_update(self, update: Update, node: c_ast.Node) -> None:
        """Every thread updates shared memory."""
        self._check_quiet(update.operand)
        if update.operator in COUNTING:
            fits = self._is_value(update.operand, update.operator)
            if not fits and not (update.operator == "+" and self.linear(update.operand)):
                self._refuse(node)
            if in_order(update.target, update.operator, update.operand, self.symbols.type_of):
                self._refuse(node)
        elif self._has(update.operand, self._counting | self.written):
            self._refuse(node)

    def _store(self, node: c_ast.Assignment, guarded: bool) -> None:
        """Every thread stores something in shared memory."""
        value = node.rvalue
        self._check_quiet(value)
        if self._has(value, self._counting):
            self._refuse(node)
        if self._has(value, frozenset(self.operators)) and not guarded:
            self._refuse(node)
        if self._has(value, self.written) and not (is_copy(value) and guarded):
            self._refuse(node)

    def _call(self, node: c_ast.FuncCall) -> None:
        """A call as a statement: a function that merges."""
        definition = self.merges.context.called(node, self.symbols)
        found = self.merges.effects.of(node, self.symbols)
        if definition is None or found.unknown or found.flags:
            self._refuse(node)
        names = [definition.symbols.symbol(each) for each in parameters_of(definition.function)]
        arguments = arguments_of(node)
        given: dict[Symbol, str] = {}
        for name, argument in zip(names, arguments, strict=False):
            self._check_quiet(argument)
            operators = {self.operators[each] for each in self._symbols(argument) if each in self.operators}
            if name is None or not operators:
                continue
            if operators & COUNTING and not self._is_passed(argument):
                self._refuse(node)
            given[name] = next(iter(operators)) if len(operators) == 1 else ""
        self.merges.called(definition, given, self.unit.location(node))

    def _is_passed(self, argument: c_ast.Node) -> bool:
        """Whether an argument is an accumulated sum itself, or an array of such."""
        return self.linear(argument) or any(self._is_value(argument, operator) for operator in COUNTING)

    def _symbols(self, node: c_ast.Node) -> list[Symbol]:
        found = (self.symbols.symbol(part) for part in walk(node) if isinstance(part, c_ast.ID))
        return [symbol for symbol in found if symbol is not None]

    def _refuse(self, node: c_ast.Node) -> NoReturn:
        refuse("K013", "what every thread does here depends on the number of threads", self.unit.location(node))


def _subscripts(target: c_ast.Node) -> list[c_ast.Node]:
    return [part.subscript for part in walk(target) if isinstance(part, c_ast.ArrayRef)]
