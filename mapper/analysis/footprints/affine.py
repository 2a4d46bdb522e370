"""Affine forms: integer expressions as sums over loop counters, with coefficients that the loops do not change.

`A[(i * n + j) * 3 + k - 1]` with counters i, j, k has the form i * (3 n) + j * 3 + k * 1 + (-1).  Coefficients
and the constant part are polynomials in parameters; a parameter is any invariant expression without
side effects, named by its printed text.  Arithmetic is that of unbounded integers: what could wrap around (32-bit
unsigned arithmetic, narrowing conversions) is taken as a whole where it is invariant, and is not affine where it
is not.  64-bit unsigned arithmetic wraps as addresses do and is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.names.constants import ConstantContext, evaluate
from mapper.analysis.names.types import integer_of, promote
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.polynomials import ONE, ZERO, Polynomial, atom_of, constant
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import INCREMENTS, walk

_PRINTER = c_generator.CGenerator()
_EFFECTS = (c_ast.Assignment, c_ast.FuncCall, c_ast.Decl, c_ast.CompoundLiteral)


@dataclass(frozen=True, slots=True)
class AffineForm:
    """sum(coefficients[c] * c) + rest; `trees` gives the expression of each parameter."""

    coefficients: Mapping[str, Polynomial]
    rest: Polynomial
    trees: Mapping[str, c_ast.Node]

    def __add__(self, other: AffineForm) -> AffineForm:
        names = dict.fromkeys([*self.coefficients, *other.coefficients])
        sums = {name: self.coefficients.get(name, ZERO) + other.coefficients.get(name, ZERO) for name in names}
        kept = {name: coefficient for name, coefficient in sums.items() if coefficient}
        return AffineForm(kept, self.rest + other.rest, {**self.trees, **other.trees})

    def __neg__(self) -> AffineForm:
        return AffineForm({name: -each for name, each in self.coefficients.items()}, -self.rest, self.trees)

    def __sub__(self, other: AffineForm) -> AffineForm:
        return self + -other

    def times(self, other: AffineForm) -> AffineForm | None:
        """The product; None where both hold counters."""
        if not other.invariant:
            return other.times(self) if self.invariant else None
        by = other.rest
        scaled = {name: coefficient * by for name, coefficient in self.coefficients.items()}
        kept = {name: coefficient for name, coefficient in scaled.items() if coefficient}
        return AffineForm(kept, self.rest * by, {**self.trees, **other.trees})

    @property
    def constant(self) -> int | None:
        """The value, if neither a counter nor a parameter is in it."""
        return None if self.coefficients else self.rest.constant

    @property
    def invariant(self) -> bool:
        """Whether no counter is in it."""
        return not self.coefficients

    @property
    def linear(self) -> bool:
        """Whether all coefficients of counters are numbers."""
        return all(coefficient.constant is not None for coefficient in self.coefficients.values())


@dataclass(frozen=True, slots=True)
class Setting:
    """What the reading of forms asks: types and constants, which identifiers are counters, and what is invariant.

    `counter` gives the unique name of the counter that an identifier means, or None.  `invariant` is true if
    an expression without counters, of identifiers, members, elements and indirections, has the same value before
    the outermost loop and everywhere in it.
    """

    context: ConstantContext
    counter: Callable[[c_ast.ID], str | None]
    invariant: Callable[[c_ast.Node], bool]


def number(value: int) -> AffineForm:
    """The form of a number."""
    return AffineForm({}, constant(value), {})


def affine(expr: c_ast.Node, setting: Setting) -> AffineForm | None:
    """The affine form of an integer expression, None where it has none."""
    of = integer_of(setting.context.type_of(expr))
    if not isinstance(of, IntType) or of.bits > 64:
        return None
    value = evaluate(expr, setting.context)
    if value is not None:
        return number(value)
    if isinstance(expr, c_ast.ID):
        counter = setting.counter(expr)
        if counter is not None:
            return AffineForm({counter: ONE}, ZERO, {})
    form = _structure(expr, setting) if _exact(promote(of)) else None
    return _parameter(expr, setting) if form is None else form


def _exact(of: CType) -> bool:
    """Whether arithmetic in this promoted type can be taken as that of unbounded integers."""
    return isinstance(of, IntType) and (of.signed or of.bits == 64)


def _structure(expr: c_ast.Node, setting: Setting) -> AffineForm | None:
    match expr:
        case c_ast.Cast():
            return _cast(expr, setting)
        case c_ast.BinaryOp(op="<<"):
            left, shift = affine(expr.left, setting), evaluate(expr.right, setting.context)
            if left is None or shift is None or not 0 <= shift < 63:
                return None
            return left.times(number(1 << shift))
    return arithmetic(expr, lambda operand: affine(operand, setting), AffineForm.times)


def _cast(expr: c_ast.Cast, setting: Setting) -> AffineForm | None:
    """A conversion that keeps every value, modulo the size of an address."""
    to = integer_of(setting.context.declared_type(expr.to_type))
    source = integer_of(setting.context.type_of(expr.expr))
    if not isinstance(to, IntType) or not isinstance(source, IntType) or to.name == "_Bool":
        return None
    widens = to.bits > source.bits and (to.signed or not source.signed)
    same = to.bits == source.bits and to.signed == source.signed
    return affine(expr.expr, setting) if widens or same or to.bits == 64 else None


def _parameter(expr: c_ast.Node, setting: Setting) -> AffineForm | None:
    """The whole expression as one parameter, where it is invariant and may be evaluated before the loop."""
    for node in walk(expr):
        if isinstance(node, _EFFECTS) or (isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS):
            return None
    if any(setting.counter(name) is not None for name in objects_in(expr)) or not setting.invariant(expr):
        return None
    text = _PRINTER.visit(expr)
    return AffineForm({}, atom_of(text), {text: expr})
