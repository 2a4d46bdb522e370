"""In which order the parts of an expression are evaluated, where that shows: as in programs that GCC compiles.

C leaves the order of arguments and operands open.  GCC evaluates arguments from right to left, compilers of
OpenCL C from left to right.  An assignment's value comes first with these compilers, but after the place with GCC
if it is only called or loaded, and not converted.  Of two operands the left one comes first with both, but for a
variable that the right one changes: GCC reads it last where the operator commutes.

    f(next(&s), next(&s))   ->   (second = next(&s), first = next(&s), f(first, second))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import integer_of, unqualified, usual
from mapper.analysis.pointers.effects import Effects
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.nodes import arguments_of, has_effects
from mapper.translate.memory.memory import PRIVATE, is_position, space_of
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions

_COMMUTE = frozenset(["+", "*", "&", "|", "^", "==", "!=", "<", ">", "<=", ">="])
_SEQUENCED = frozenset(["&&", "||"])
_PLACES = (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef)


class Order(Part):
    """Keeps the order of evaluation in the expressions of one frame.

    `held` are the names of variables that have the values of expressions already, by the `id` of these.
    """

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.held: dict[int, str] = {}
        self._changing: dict[int, tuple[c_ast.Node, bool]] = {}  # what is known of expressions, by their `id`
        self._touching: dict[int, tuple[c_ast.Node, Effects]] = {}

    @contextmanager
    def arguments(self, node: c_ast.FuncCall) -> Iterator[list[c_ast.Node]]:
        """What comes before a call: its arguments from right to left, where that shows."""
        parts = arguments_of(node)
        with self._first([each for each in reversed(parts) if self._meets_any(each, parts)], node) as before:
            yield before

    @contextmanager
    def operands(self, node: c_ast.BinaryOp) -> Iterator[list[c_ast.Node]]:
        """What comes before an operator: the operand that is evaluated first, where that shows."""
        first: list[c_ast.Node] = []
        if node.op not in _SEQUENCED and self._meet(node.left, node.right):
            if self._right_first(node):
                first = [node.right]
            elif self._hoists(node.right):
                first = [node.left]
        with self._first(first, node) as before:
            yield before

    @contextmanager
    def place(self, node: c_ast.Assignment) -> Iterator[list[c_ast.Node]]:
        """What comes before an assignment, where the order of its place and its value shows.

        If the value of `place op= value` has effects, it comes first with all compilers.
        """
        found, value = list(self._evaluated(node.lvalue)), node.rvalue
        as_is = node.op == "=" and self._is_stored_as_is(node)
        parts: list[c_ast.Node] = []
        if not any(self._meet(each, value) for each in found):
            pass
        elif as_is and isinstance(value, _PLACES):  # what is there is loaded last
            parts = [*self._evaluated(value), *found]
        elif (as_is and isinstance(value, c_ast.FuncCall)) or (node.op != "=" and not has_effects(value)):
            parts = [each for each in found if self._meet(each, value)]
        elif self._hoists(node.lvalue):
            parts = [value]
        with self._first(parts, node) as before:
            yield before

    @contextmanager
    def value(self, node: c_ast.Assignment) -> Iterator[list[c_ast.Node]]:
        """What comes before an update that the device does in steps: the value, where it may change the target."""
        with self._first([node.rvalue] if self._meet(node.lvalue, node.rvalue) else [], node) as before:
            yield before

    def check_list(self, items: Sequence[c_ast.Node]) -> None:
        """Refuse values of a list where one holds a call that comes before the statement, and so before others."""
        parts = [each.expr if isinstance(each, c_ast.NamedInitializer) else each for each in items]
        for number, part in enumerate(parts):
            if number and self._hoists(part) and any(self._meet(each, part) for each in parts[:number]):
                reason = "in a list a call that may print, end the program or recur is behind what it changes"
                advice = "a variable for the value of each call fixes the order"
                self.frame.refuse("K004", reason, part, (advice, None))

    # ---- what comes first --------------------------------------------------------------------------------------

    @contextmanager
    def _first(self, parts: Iterable[c_ast.Node], whole: c_ast.Node) -> Iterator[list[c_ast.Node]]:
        """Put parts of an expression into variables, in order, as long as the body of a `with` statement runs.

        Where a call in the expression comes before the statement, so do they.
        """
        parts = [each for each in parts if not self._any_time(each)]
        before: list[c_ast.Node] = []
        hoisted = self.frame.hoisted if parts and self._hoists(whole) else None
        for each in parts:
            assigned = self._hold(each)
            (before if hoisted is None else hoisted).append(assigned)
        yield before
        for each in parts:
            del self.held[id(each)]

    def _hold(self, node: c_ast.Node) -> c_ast.Node:
        """The assignment of a value to a variable that has it from now on."""
        frame, ctype, space = self.frame, unqualified(self.expressions.value_type(node)), PRIVATE
        if isinstance(ctype, PointerType):
            if is_position(ctype) or self.expressions.flat.is_flat(node):
                self.frame.refuse("K018", "a pointer depends on the order in which arguments are evaluated", node)
            space = space_of(self.expressions.pointers.roots(node), "a pointer", frame.where(node))
        name = frame.scope.local("first", ctype, frame.symbols, frame.where(node))
        value = self.expressions.value(node)
        frame.literals.append(build.declaration(name, ctype, space))
        self.held[id(node)] = name
        return build.assign(build.identifier(name), value)

    def _any_time(self, node: c_ast.Node) -> bool:
        """Whether GCC reads an operand when all others have been evaluated, or it is always the same."""
        if isinstance(node, c_ast.Constant) or id(node) in self.frame.scope.draws.drawn:
            return True
        ctype = self.expressions.type_of(node)
        if isinstance(ctype, PointerType) and isinstance(node, _PLACES):
            return True  # in memory it stays the same while the loop runs
        symbol = self._variable(node)
        return symbol is not None and self._in_register(symbol)

    def _right_first(self, node: c_ast.BinaryOp) -> bool:
        """Whether GCC evaluates the right one of two operands first."""
        left, common = node.left, usual(*map(self.expressions.value_type, (node.left, node.right)))
        while isinstance(left, c_ast.Cast) and _alike(self.expressions.value_type(left.expr), common):
            left = left.expr
        symbol = self._variable(left)
        if symbol is not None and self._in_register(symbol):
            return True
        if not _alike(self.expressions.value_type(left), common):
            return False
        negative = isinstance(left, c_ast.UnaryOp) and left.op == "-"
        return (symbol is not None and node.op in _COMMUTE) or (negative and node.op == "+")

    def _is_stored_as_is(self, node: c_ast.Assignment) -> bool:
        """Whether an assignment stores its value without a conversion."""
        target, given = self.expressions.type_of(node.lvalue), self.expressions.type_of(node.rvalue)
        return unqualified(target) == unqualified(given)

    def _evaluated(self, place: c_ast.Node) -> Iterator[c_ast.Node]:
        """The expressions whose values are needed to find an lvalue's place."""
        match place:
            case c_ast.StructRef(type="."):
                yield from self._evaluated(place.name)
            case c_ast.StructRef():
                yield place.name
            case c_ast.UnaryOp(op="*"):
                yield place.expr
            case c_ast.ArrayRef():
                if isinstance(self.expressions.type_of(place.name), ArrayType):
                    yield from self._evaluated(place.name)
                else:
                    yield place.name
                yield place.subscript

    # ---- whether the order shows -------------------------------------------------------------------------------

    def _meets_any(self, part: c_ast.Node, parts: Sequence[c_ast.Node]) -> bool:
        return any(self._meet(part, other) for other in parts if other is not part)

    def _meet(self, one: c_ast.Node, other: c_ast.Node) -> bool:
        """Whether one of two expressions may change what the other one reads or changes.

        The source of library functions has no such expressions.
        """
        own = self.frame.unit in self.frame.scope.context.units
        if not own or not (self._changes(one) or self._changes(other)):
            return False
        first, second = self._touches(one), self._touches(other)
        if (first.unknown and second.touches) or (second.unknown and first.touches):
            return True
        return bool(first.writes & second.touches or second.writes & first.touches)

    def _changes(self, node: c_ast.Node) -> bool:
        """Whether an expression may change something."""
        if id(node) not in self._changing:
            if isinstance(node, c_ast.BinaryOp):
                found = self._changes(node.left) or self._changes(node.right)
            else:
                found = has_effects(node) and bool(self._touches(node).writes or self._touches(node).unknown)
            self._changing[id(node)] = (node, found)
        return self._changing[id(node)][1]

    def _touches(self, node: c_ast.Node) -> Effects:
        """What an expression may read and change; that of long sums is put together from their terms."""
        if id(node) not in self._touching:
            if isinstance(node, c_ast.BinaryOp):
                found = self._touches(node.left) | self._touches(node.right)
            else:
                found = self.frame.scope.effects.of(node, self.frame.symbols)
            self._touching[id(node)] = (node, found)
        return self._touching[id(node)][1]

    def _variable(self, node: c_ast.Node) -> Symbol | None:
        """The scalar variable that an expression names."""
        symbol = self.frame.symbols.symbol(node) if isinstance(node, c_ast.ID) else None
        known = symbol is not None and symbol.kind in (Kind.VARIABLE, Kind.PARAMETER)
        return symbol if known and not isinstance(self.expressions.type_of(node), ArrayType) else None

    def _in_register(self, symbol: Symbol) -> bool:
        """Whether a variable is a function's own, and no pointer leads to it."""
        effects = self.frame.scope.effects
        return symbol.is_automatic and not effects.points.of_symbol(symbol) & ~effects.unaddressed

    def _hoists(self, node: c_ast.Node) -> bool:
        """Whether a call that may stop is put before the statement."""
        return self.frame.hoisted is not None and self.frame.scope.stops.may(node, self.frame.symbols)


def behind(before: list[c_ast.Node], lowered: c_ast.Node) -> c_ast.Node:
    """An expression, behind what is evaluated first."""
    return c_ast.ExprList([*before, lowered]) if before else lowered


def _alike(one: CType, other: CType) -> bool:
    """Whether two numbers have the same size and kind."""
    one, other = integer_of(one), integer_of(other)
    for kind in (IntType, FloatType):
        if isinstance(one, kind) and isinstance(other, kind):
            return one.bits == other.bits
    return False
