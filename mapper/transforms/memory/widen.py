"""`widen`: subscripts that are computed in 32-bit unsigned arithmetic are computed in 64 bits.

    for (unsigned i = 0; i < m; i++) (parallel)             i (parallel)
      for (unsigned j = 0; j < n; j++)              ->        for (unsigned j = 0; j < n; j++)
        a[i * n + j] += b[j]                                    a[(long)i * (long)n + (long)j] += b[j]

Arithmetic in `unsigned int` may wrap around, so that nothing is known of where `a[i * n + j]` is.  It gives the
same in 64 bits where the value is in the range of `unsigned int`; parts of it may wrap around, as all of it counts
modulo 2^32.  The ranges of counters and parameters give one for each subscript, an expression of the host, which
the program compares before each launch (`Assumptions.true`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import constant_value, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.build import HOST_NAMES, host_cast
from mapper.ir.trees.ctypes import INT, LLONG, LONG, UINT, ULLONG, ULONG, ArrayType, CType, IntType, PointerType
from mapper.ir.trees.names import assigned_names, settings
from mapper.ir.trees.nodes import LOOPS, clone, rebuilt, text_of, walk
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait

_MOST = (1 << 32) - 1
_MOST_COUNTED = (1 << 31) - 1  # so that a counter comes to its bound without wrapping around
_OPERATORS = ("+", "-", "*")
_UP, _EXACT = ("<", "<="), ("<=", ">=")
_WIDE = (LONG, ULONG, LLONG, ULLONG)


def widen(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with subscripts of 64 bits, under the condition that these are the same."""
    if not any(isinstance(node, LOOPS) for node in walk(kernel.body)):
        return None  # a condition is in the way of what makes one kernel of several
    widening = _Widening(kernel, symbols)
    body = rebuilt(kernel.body, widening.change)
    if not widening.widened:
        return Refusal("the host can't compute the range of what may wrap around") if widening.left else None
    if kernel.steps is not None:
        return Refusal("the kernel is one of a chain")
    assumed = kernel.assumed
    if widening.conditions:
        assumed = assumed.with_true(build.joined("&&", widening.conditions.values()))
    did = "a subscript" if len(widening.widened) == 1 else f"{len(widening.widened)} subscripts"
    return Changed(
        replace(kernel, body=body, assumed=assumed), f"32-bit unsigned arithmetic in {did} is in 64 bits"
    )


TRANSFORM = Transform(
    "widen",
    "subscripts in 32-bit unsigned arithmetic are computed in 64 bits",
    widen,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.UNIONS},
)

_Bound = int | c_ast.Node
"""An integer, or an expression of the host, of type double."""


@dataclass(frozen=True, eq=False, slots=True)
class _Range:
    """The values of an integer expression, in unbounded arithmetic, lie between two bounds."""

    low: _Bound
    high: _Bound


class _UnknownError(Exception):
    """Nothing is known of the range of an expression."""


class _Widening:
    """One kernel's subscripts: `widened` and `left` are their texts, `conditions` the host's, by theirs."""

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self.types = KernelTypes(kernel, symbols)
        self.values = {each.name: each for each in kernel.values}
        self.dimensions = {each.variable: each for each in kernel.dimensions if not each.counted}
        self.assigned = assigned_names(kernel.body)
        self.settings = settings(kernel.body)
        self.loops: dict[str, c_ast.For] = {}  # those around, by their counters
        self.locals: dict[str, c_ast.Node] = {}  # what variables are set to that nothing else sets
        self.unsigned: set[str] = set()  # texts of bounds that are not negative
        self.differs = False  # whether something is subtracted in the subscript in hand
        self.conditions: dict[str, c_ast.Node] = {}
        self.needed: dict[str, c_ast.Node] = {}  # conditions of the subscript in hand
        self.widened: set[str] = set()
        self.left: set[str] = set()

    # ---- code --------------------------------------------------------------------------------------------------

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of code with wider subscripts."""
        match node:
            case c_ast.For() if (header := loop_header(node)) is not None:
                self.loops[header.variable] = node
                made = rebuilt(node, self.change)
                del self.loops[header.variable]
                return made
            case c_ast.Decl(init=value) if value is not None:
                of = self._type(node)
                if of in _WIDE:
                    return rebuilt(node, lambda part: self._wider(part) if part is value else self.change(part))
                if of in (INT, UINT) and self.settings[node.name] == 1:
                    self.locals[node.name] = value
            case c_ast.ArrayRef():
                return rebuilt(
                    node, lambda part: self._wider(part) if part is node.subscript else self.change(part)
                )
            case c_ast.BinaryOp(op="+" | "-") if isinstance(self._type(node.left), PointerType | ArrayType):
                return rebuilt(node, lambda part: self._wider(part) if part is node.right else self.change(part))
        return rebuilt(node, self.change)

    def _wider(self, node: c_ast.Node) -> c_ast.Node:
        """An integer expression whose value is converted to 64 bits, or counts elements."""
        of = self._type(node)
        match node:
            case c_ast.ID(name=name) if name in self.locals and of in (INT, UINT):
                value = self.locals[name]
                if isinstance(value, c_ast.BinaryOp) and self._type(value) == UINT:
                    return self._widened(value, _MOST if of == UINT else _MOST_COUNTED) or clone(node)
            case c_ast.BinaryOp() if node.op in _OPERATORS and of == UINT:
                return self._widened(node, _MOST) or self.change(node)
            case c_ast.BinaryOp() if node.op in _OPERATORS and of in _WIDE:
                return rebuilt(node, self._wider)
            case c_ast.Cast() if of == UINT and self._type(node.expr) == UINT:
                return self._wider(node.expr)
            case c_ast.Cast() if of in _WIDE:
                return rebuilt(node, lambda part: self._wider(part) if part is node.expr else clone(part))
        return self.change(node)

    def _widened(self, node: c_ast.Node, most: int) -> c_ast.Node | None:
        """An expression in 64 bits, if its value is in the range of its type; None where that is not known."""
        if not self._multiplies(node):
            return None  # the analysis follows sums
        self.needed = {}
        self.differs = any(part.op == "-" for part in walk(node) if isinstance(part, c_ast.BinaryOp))
        try:
            found = self._range(node)
            self._need(found.low, ">=", 0)
            self._need(found.high, "<=", most)
        except _UnknownError:
            self.left.add(text_of(node))
            return None
        self.conditions |= self.needed
        self.widened.add(text_of(node))
        return self._long(node)

    def _multiplies(self, node: c_ast.Node) -> bool:
        parts = list(walk(node))
        names = {part.name for part in parts if isinstance(part, c_ast.ID)} & self.locals.keys()
        return any(isinstance(part, c_ast.BinaryOp) and part.op == "*" for part in parts) or any(
            self._multiplies(self.locals[name]) for name in names
        )

    def _long(self, node: c_ast.Node) -> c_ast.Node:
        """An expression whose range is known, in 64 bits."""
        match node:
            case c_ast.Constant():
                value = constant_value(node)
                assert value is not None
                return build.integer(value, "L")
            case c_ast.ID(name=name) if name in self.locals:
                return self._long(self.locals[name])
            case c_ast.BinaryOp():
                return build.binary(node.op, self._long(node.left), self._long(node.right))
            case c_ast.Cast():
                return self._long(node.expr)
        return build.cast(LONG, clone(node))

    # ---- types -------------------------------------------------------------------------------------------------

    def _type(self, node: c_ast.Node) -> CType:
        """The type of an expression's value; enumerations are integers, and void is a type that is not known."""
        return integer_of(self.types.type_of(node))

    def _is_signed(self, node: c_ast.Node) -> bool:
        """Whether nothing in an expression is known to be, or may be, unsigned."""
        operands = (part for part in walk(node) if isinstance(part, c_ast.ID | c_ast.Constant | c_ast.Cast))
        return all(isinstance(of := self._type(part), IntType) and of.signed for part in operands)

    # ---- ranges ------------------------------------------------------------------------------------------------

    def _range(self, node: c_ast.Node) -> _Range:
        """The range of an expression, modulo 2^32; raises `_UnknownError`."""
        match node:
            case c_ast.Constant():
                value = constant_value(node)
                if value is not None:
                    return _Range(value, value)
            case c_ast.Cast() if self._type(node) in (INT, UINT, *_WIDE):
                return self._range(node.expr)
            case c_ast.ID(name=name):
                return self._of_name(name)
            case c_ast.BinaryOp(op="+"):
                left, right = self._range(node.left), self._range(node.right)
                return _Range(_sum(left.low, right.low), _sum(left.high, right.high))
            case c_ast.BinaryOp(op="-"):
                left, right = self._range(node.left), self._range(node.right)
                return _Range(_difference(left.low, right.high), _difference(left.high, right.low))
            case c_ast.BinaryOp(op="*"):
                left, right = self._range(node.left), self._range(node.right)
                self._need(left.low, ">=", 0)
                self._need(right.low, ">=", 0)
                high = _product(left.high, right.high)
                if self.differs:  # otherwise the sum is no less
                    self._need(high, "<=", _MOST)
                return _Range(_product(left.low, right.low), high)
        raise _UnknownError

    def _of_name(self, name: str) -> _Range:
        if name in self.loops:
            return self._of_loop(self.loops[name])
        if name in self.locals:
            found = self._range(self.locals[name])
            if not self._is_signed(self.locals[name]):
                self._need(found.low, ">=", 0)
                unsigned = self._type(build.identifier(name)) == UINT
                self._need(found.high, "<=", _MOST if unsigned else _MOST_COUNTED)
            return found
        if name in self.dimensions and name not in self.assigned:
            return self._of_dimension(self.dimensions[name])
        if name in self.values and name not in self.assigned:
            value = self.values[name]
            of = integer_of(value.type)
            if isinstance(of, IntType):
                known = self._host(value.expression, of)
                if of.bits > UINT.bits:
                    self._need(known, "<=", _MOST)
                    self._need(known, ">=", -_MOST)
                return _Range(known, known)
        raise _UnknownError

    def _of_loop(self, node: c_ast.For) -> _Range:
        header = loop_header(node)
        assert header is not None
        counter = self._type(build.identifier(header.variable))
        limits = header.lower, header.bound
        signed = isinstance(counter, IntType) and counter.signed and all(map(self._is_signed, limits))
        return self._counted(self._range(header.lower), header.relation, self._range(header.bound), signed=signed)

    def _of_dimension(self, dimension: Dimension) -> _Range:
        step = constant_value(dimension.step)
        if step is None or (dimension.relation == "!=" and step not in (1, -1)):
            raise _UnknownError
        relation = dimension.relation
        if relation == "!=":
            relation = "<" if step > 0 else ">"
        known = [self._host(each) for each in (dimension.lower, dimension.bound)]
        lower, bound = (_Range(each, each) for each in known)
        return self._counted(lower, relation, bound, signed=dimension.type.signed)

    def _counted(self, lower: _Range, relation: str, bound: _Range, *, signed: bool) -> _Range:
        """The range of a counter.  Where something is not signed, its limits must stay the same in other types."""
        if not signed:
            for each in (lower, bound):
                self._need(each.low, ">=", 0)
                self._need(each.high, "<=", _MOST_COUNTED)
        away = 0 if relation in _EXACT else 1
        if relation in _UP:
            return _Range(lower.low, _difference(bound.high, away))
        return _Range(_sum(bound.low, away), lower.high)

    def _need(self, one: _Bound, relation: str, other: int) -> None:
        """A condition of the host; raises `_UnknownError` where it is certainly wrong."""
        if isinstance(one, int):
            if not (one >= other if relation == ">=" else one <= other):
                raise _UnknownError
            return
        if relation == ">=" and other <= 0 and text_of(one) in self.unsigned:
            return
        condition = build.binary(relation, clone(one), _tree(other))
        self.needed[text_of(condition)] = condition

    def _host(self, expression: c_ast.Node, of: IntType | None = None) -> _Bound:
        """A host expression as a bound; `of` is the type that it is converted to."""
        known = constant_value(expression)
        if known is not None:
            return known
        tree = clone(expression)
        if of is not None and not isinstance(tree, c_ast.ID):
            tree = host_cast(HOST_NAMES.get(of.name, of.name), tree)
        tree = host_cast("double", tree)
        if of is not None and not of.signed:
            self.unsigned.add(text_of(tree))
        return tree


def _tree(bound: _Bound) -> c_ast.Node:
    if not isinstance(bound, int):
        return clone(bound)
    constant = c_ast.Constant("double", f"{abs(bound)}.0")
    return constant if bound >= 0 else c_ast.UnaryOp("-", constant)


def _sum(one: _Bound, other: _Bound) -> _Bound:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if 0 in (one, other):
        return other if one == 0 else one
    return build.binary("+", _tree(one), _tree(other))


def _difference(one: _Bound, other: _Bound) -> _Bound:
    if isinstance(one, int) and isinstance(other, int):
        return one - other
    return one if other == 0 else build.binary("-", _tree(one), _tree(other))


def _product(one: _Bound, other: _Bound) -> _Bound:
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    if 0 in (one, other):
        return 0
    if 1 in (one, other):
        return other if one == 1 else one
    return build.binary("*", _tree(one), _tree(other))
