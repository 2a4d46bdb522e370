"""Integers of 128 bits, which OpenCL C does not have: two halves of 64 bits.

    unsigned __int128 t = (unsigned __int128)a * b;     ulong t_low = a * b, t_high = mul_hi(a, b);
    c = (unsigned long)(t >> 64);                       c = t_high;
    d = (unsigned long)((unsigned __int128)a * b % m);  d = mapper_wide_rest(mul_hi(a, b), a * b, m);

They are values that become smaller ones or are compared, and variables of the iteration's own.  Unsigned numbers
are divided by numbers of 64 bits (Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D, with two
digits).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import unqualified, usual
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, CType, EnumType, IntType
from mapper.ir.trees.literals import is_number
from mapper.ir.trees.nodes import clone, has_effects, walk
from mapper.translate.lowering.numbers.booleans import is_bool
from mapper.translate.memory.memory import PRIVATE, Root
from mapper.translate.scope.frame import Local
from mapper.translate.scope.functions import parsed_function
from mapper.translate.scope.part import Part

BITS: Final = 128
_HALF: Final = 64
_MOST_NODES: Final = 400
_DIVIDE: Final = """
unsigned long mapper_wide_{name}(unsigned long high, unsigned long low, unsigned long by)
{{
  unsigned long quotient = 0, rest = high % by;
  if (rest == 0) return {whole};
  int shift = (int)clz(by);
  unsigned long digit = 1ul << 32, whole = by << shift, first = whole >> 32, second = whole & (digit - 1);
  unsigned long above = shift ? rest << shift | low >> (64 - shift) : rest, below = low << shift;
  for (int k = 0; k < 2; k++) {{
    unsigned long next = k ? below & (digit - 1) : below >> 32;
    unsigned long guess = above / first, over = above - guess * first;
    while (over < digit && (guess >= digit || guess * second > (over << 32 | next))) {{
      guess--;
      over += first;
    }}
    above = (above << 32 | next) - guess * whole;
    quotient = quotient << 32 | guess;
  }}
  rest = above >> shift;
  return {result};
}}
"""
_SOURCES: Final = {
    "quotient": _DIVIDE.format(name="quotient", whole="low / by", result="quotient"),
    "rest": _DIVIDE.format(name="rest", whole="low % by", result="rest"),
}


def is_zero(node: c_ast.Node) -> bool:
    """Whether an upper half is the constant 0."""
    return is_number(node, 0)


def is_wide(ctype: CType) -> bool:
    """Whether a type is one of these."""
    return isinstance(ctype, IntType) and ctype.bits == BITS


@dataclass(frozen=True, eq=False, slots=True)
class Halves:
    """The lower and the upper half of a value, as expressions of the kernel without effects."""

    low: c_ast.Node
    high: c_ast.Node

    @property
    def is_short(self) -> bool:
        """Whether the upper half is surely 0."""
        return is_zero(self.high)


class WideIntegers(Part):
    """Lowers what one frame does with them."""

    def is_one(self, *nodes: c_ast.Node) -> bool:
        """Whether one of some expressions has such a value."""
        return any(is_wide(self.expressions.value_type(node)) for node in nodes)

    def narrowed(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """The value of an expression as a smaller integer."""
        if is_bool(target):
            return self.truth(node)
        if not isinstance(target, IntType | EnumType) or is_wide(target):
            self._refuse("an integer of 128 bits is made something else than a smaller one", node)
        low = self._checked(node).low
        return low if unqualified(target) == ULONG else build.cast(target, low)

    def truth(self, node: c_ast.Node) -> c_ast.Node:
        """Whether a value is not 0."""
        whole = self._checked(node)
        return build.binary("!=", build.binary("|", whole.low, whole.high), build.integer(0))

    def compared(self, node: c_ast.BinaryOp) -> c_ast.Node:
        """A comparison of two values, of which one is wide; other operators are refused, where they come here."""
        if node.op not in ("==", "!=", "<", ">", "<=", ">="):
            self._refuse("an integer of 128 bits is used where no smaller one is made of it", node)
        common = usual(*map(self.expressions.value_type, (node.left, node.right)))
        if not isinstance(common, IntType) or not is_wide(common):
            self._refuse("an integer of 128 bits and another type are operands", node)
        one, other = self._checked(node.left), self._checked(node.right)
        if node.op in ("==", "!="):
            differs = [build.binary("^", *pair) for pair in ((one.low, other.low), (one.high, other.high))]
            return build.binary(node.op, build.binary("|", *differs), build.integer(0))
        if node.op in (">", "<="):
            one, other = other, one
        tops = [build.cast(LONG, clone(each.high)) if common.signed else clone(each.high) for each in (one, other)]
        less = build.binary("<", *tops)
        same = build.binary("==", clone(one.high), clone(other.high))
        below = build.binary("&&", same, build.binary("<", one.low, other.low))
        result = build.binary("||", less, below)
        return result if node.op in ("<", ">") else c_ast.UnaryOp("!", result)

    # ---- variables ---------------------------------------------------------------------------------------------

    def declare(self, symbol: Symbol) -> bool:
        """Make two variables of one of a body, if it is such a number; gives whether it is."""
        of = symbol.type
        if not is_wide(of) or of.volatile or of.atomic or not symbol.is_automatic:
            return False
        scope = self.frame.scope
        low, high = (scope.fresh(f"{symbol.name}_{half}", ULONG) for half in ("low", "high"))
        self.frame.locals[symbol] = Local(symbol.name, of, Root(PRIVATE, symbol.name), halves=(low, high))
        return True

    def declared(self, local: Local, init: c_ast.Node | None) -> c_ast.Node:
        """The declaration of a variable."""
        assert local.halves is not None
        low, high = local.halves
        whole = None if init is None else self._checked(init)
        parts = (None, None) if whole is None else (whole.low, whole.high)
        names = zip((low, high), parts, strict=True)
        return c_ast.DeclList([build.declaration(name, ULONG, init=part) for name, part in names])

    def assigned(self, local: Local, node: c_ast.Assignment) -> c_ast.Node:
        """The statement for an assignment; its value is not used."""
        assert local.halves is not None
        low, high = local.halves
        value = node.rvalue
        if node.op != "=":
            value = c_ast.BinaryOp(node.op[:-1], node.lvalue, node.rvalue, node.coord)
        whole = self._checked(value)
        first = self.frame.scope.fresh("low", ULONG)
        return c_ast.Compound(
            [
                build.declaration(first, ULONG, init=whole.low),
                build.assign(build.identifier(high), whole.high),
                build.assign(build.identifier(low), build.identifier(first)),
            ]
        )

    # ---- halves ------------------------------------------------------------------------------------------------

    def _checked(self, node: c_ast.Node) -> Halves:
        """The halves of an expression that changes nothing: parts of it are evaluated several times."""
        if has_effects(node):
            self._refuse("an integer of 128 bits is computed by calls or assignments", node)
        return self._whole(node)

    def _whole(self, node: c_ast.Node) -> Halves:
        found = self._halves(node)
        if sum(1 for half in (found.low, found.high) for _ in walk(half)) > _MOST_NODES:
            self._refuse("an integer of 128 bits is computed in an expression that is too long", node)
        return found

    def _halves(self, node: c_ast.Node) -> Halves:
        of = self.expressions.value_type(node)
        if not isinstance(of, IntType | EnumType):
            self._refuse("an integer of 128 bits is made of another type", node)
        if not is_wide(of):
            value = self.expressions.value(node)
            low = value if unqualified(of) == ULONG else build.cast(ULONG, value)
            sign = build.binary(">>", build.cast(LONG, clone(value)), build.integer(_HALF - 1))
            known = self.frame.symbols.constant(node)
            may_be_negative = of.signed and (known is None or known < 0)
            return Halves(low, build.cast(ULONG, sign) if may_be_negative else build.integer(0))
        assert isinstance(of, IntType)
        match node:
            case c_ast.ID() if (local := self.frame.local(node)) is not None and local.halves is not None:
                low, high = map(build.identifier, local.halves)
                return Halves(low, high)
            case c_ast.Cast():
                return self._converted(self._whole(node.expr), self.expressions.value_type(node.expr), node)
            case c_ast.UnaryOp(op="+"):
                return self._whole(node.expr)
            case c_ast.UnaryOp(op="~"):
                whole = self._whole(node.expr)
                return Halves(c_ast.UnaryOp("~", whole.low), c_ast.UnaryOp("~", build.cast(ULONG, whole.high)))
            case c_ast.UnaryOp(op="-"):
                return _difference(Halves(build.integer(0, "UL"), build.integer(0)), self._whole(node.expr))
            case c_ast.BinaryOp(op="<<" | ">>"):
                return self._shifted(self._whole(node.left), of, node)
            case c_ast.BinaryOp(op="/" | "%"):
                return self._divided(of, node)
            case c_ast.BinaryOp(op=op) if op in _OPERATORS:
                return _OPERATORS[op](self._whole(node.left), self._whole(node.right))
        self._refuse("an integer of 128 bits is more than a variable of the loop's own and arithmetic", node)

    def _converted(self, whole: Halves, given: CType, node: c_ast.Node) -> Halves:
        if not isinstance(given, IntType | EnumType):
            self._refuse("an integer of 128 bits is made of another type", node)
        return whole

    def _shifted(self, whole: Halves, of: IntType, node: c_ast.BinaryOp) -> Halves:
        count = self.frame.symbols.constant(node.right)
        if count is None or not 0 <= count < BITS:
            self._refuse("an integer of 128 bits is shifted by a number that is not constant", node)
        low, high, zero = whole.low, whole.high, build.integer(0)
        if count == 0:
            return whole
        if node.op == "<<":
            if count >= _HALF:
                return Halves(build.integer(0, "UL"), _by("<<", low, count - _HALF))
            carried = _by(">>", clone(low), _HALF - count)
            return Halves(_by("<<", low, count), build.binary("|", _by("<<", high, count), carried))

        def above(shift: int) -> c_ast.Node:
            if not of.signed:
                return _by(">>", clone(high), shift)
            return build.cast(ULONG, _by(">>", build.cast(LONG, clone(high)), shift))

        sign = above(_HALF - 1) if of.signed else zero
        if whole.is_short:
            return Halves(_by(">>", low, count) if count < _HALF else build.integer(0, "UL"), zero)
        if count >= _HALF:
            return Halves(above(count - _HALF), sign)
        carried = _by("<<", clone(high), _HALF - count)
        return Halves(build.binary("|", _by(">>", low, count), carried), above(count))

    def _divided(self, of: IntType, node: c_ast.BinaryOp) -> Halves:
        one, other = self._whole(node.left), self._whole(node.right)
        if of.signed or not other.is_short:
            self._refuse("an integer of 128 bits is divided by another one, or has a sign", node)
        name = "quotient" if node.op == "/" else "rest"
        helper = f"mapper_wide_{name}"
        self.frame.scope.helpers.setdefault(helper, parsed_function(_SOURCES[name]))
        low = build.call(helper, one.high, one.low, other.low)
        if node.op == "%":
            return Halves(low, build.integer(0))
        return Halves(low, build.binary("/", clone(one.high), clone(other.low)))

    def _refuse(self, reason: str, node: c_ast.Node) -> NoReturn:
        self.frame.refuse("K007", reason, node)


def _by(operator: str, value: c_ast.Node, count: int) -> c_ast.Node:
    return build.binary(operator, value, build.integer(count)) if count else value


def _sum(one: Halves, other: Halves) -> Halves:
    low = build.binary("+", one.low, other.low)
    carry = build.cast(ULONG, build.binary("<", clone(low), clone(one.low)))
    return Halves(low, _added(_added(one.high, other.high), carry))


def _added(one: c_ast.Node, other: c_ast.Node) -> c_ast.Node:
    return other if is_zero(one) else one if is_zero(other) else build.binary("+", one, other)


def _difference(one: Halves, other: Halves) -> Halves:
    borrow = build.cast(ULONG, build.binary("<", clone(one.low), clone(other.low)))
    low = build.binary("-", one.low, other.low)
    return Halves(low, build.binary("-", build.binary("-", build.cast(ULONG, one.high), other.high), borrow))


def _product(one: Halves, other: Halves) -> Halves:
    high: c_ast.Node = build.call("mul_hi", one.low, other.low)
    for part, whole in ((one.high, other.low), (other.high, one.low)):
        if not is_zero(part):
            high = build.binary("+", high, build.binary("*", part, clone(whole)))
    return Halves(build.binary("*", clone(one.low), clone(other.low)), high)


def _bitwise(operator: str) -> Callable[[Halves, Halves], Halves]:
    def each(one: Halves, other: Halves) -> Halves:
        high = build.binary(operator, build.cast(ULONG, one.high), other.high)
        return Halves(build.binary(operator, one.low, other.low), high)

    return each


_OPERATORS: Final[dict[str, Callable[[Halves, Halves], Halves]]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    **{operator: _bitwise(operator) for operator in "&|^"},
}
