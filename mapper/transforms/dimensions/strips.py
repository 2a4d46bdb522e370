"""Loops of a perfect nest that run over strips of others: what `untile` makes plain loops of.

A strip is the part [f(s), f(s + step)) of a range, where s counts the strips: `it` to `it + T`, `b * T` to
`(b + 1) * T`.  Bounds are compared as polynomials in what doesn't change while the kernel runs, and in counters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.choices import choice_of_call
from mapper.ir.expressions.polynomials import ONE, Monomial, Polynomial, atom_of, constant
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.names import mentions, names_in
from mapper.ir.trees.nodes import (
    clone,
    text_of,
    walk,
)
from mapper.transforms.dimensions.perfect_nests import UP, Level, Nest


@dataclass(frozen=True, eq=False, slots=True)
class Strip:
    """A loop over strips, and the loop over the elements of one.

    `start` is the first element of a strip, in terms of the outer counter.  `lowers` and `uppers` are other limits
    of the elements, in terms of the inner loop's relation.  `starts` and `ends` say whether the range of the
    strips limits them, too; it does not where the others do.  `exact` is true if the last strip ends where a strip
    would begin at the outer bound, which is `assumed` or certain.  `rises` is true if later strips certainly have
    later elements.
    """

    outer: Level
    inner: Level
    start: c_ast.Node
    lowers: tuple[c_ast.Node, ...]
    uppers: tuple[c_ast.Node, ...]
    starts: bool
    ends: bool
    exact: bool
    rises: bool
    assumed: bool = False

    @property
    def bounds(self) -> tuple[c_ast.Node, ...]:
        """What the body evaluates for the loop in the place of both."""
        return (*self.lowers, *self.uppers, *self.outer.bounds)

    def divided(self) -> Strip:
        """The same where the strips are taken to divide their range."""
        return replace(self, exact=True, assumed=True) if self.ends and not self.exact else self

    def end(self, first_at: Callable[[c_ast.Node], c_ast.Node]) -> c_ast.Node:
        """The end of all strips, for the inner relation; `first_at` is the first element where strips begin."""
        lower, bound = self.outer.lower, self.outer.behind
        runs = build.binary("<", clone(lower), clone(bound))
        if self.exact:
            end = first_at(bound)
            if not self.rises:
                end = c_ast.TernaryOp(runs, end, first_at(lower))
        else:
            distance = build.binary("-", host_cast("long", bound), clone(lower))
            whole = build.binary("/", build.shifted(distance, -1), clone(self.outer.step))
            strips = build.shifted(whole, 1)
            behind = build.binary("+", clone(lower), build.binary("*", strips, clone(self.outer.step)))
            end = first_at(c_ast.TernaryOp(runs, behind, clone(lower)))
        return end if self.inner.relation == "<" else build.shifted(end, -1)


def strips_of(kernel: Kernel, nest: Nest) -> list[Strip]:
    """The pairs of loops of a nest of which the one runs over strips of the other, each loop in one at most."""
    reader = _Polynomials(kernel, nest.counters)
    found: list[Strip] = []
    used: set[str] = set()
    for number_, outer in enumerate(nest.levels):
        for inner in nest.levels[number_ + 1 :]:
            strip = None if {outer.counter, inner.counter} & used else reader.strip(outer, inner)
            if strip is not None:
                found.append(strip)
                used |= {outer.counter, inner.counter}
    return found


class _Polynomials:
    """Compares expressions of the body, and of the host, as polynomials."""

    def __init__(self, kernel: Kernel, counters: set[str]) -> None:
        self.kernel = kernel
        self.counters = counters
        self.values = {each.name: each for each in kernel.values}
        self.functions = {each.decl.name: each for each in kernel.functions}
        self.signed = {text_of(each.expression) for each in kernel.values if _is_signed(each.type)}

    def strip(self, outer: Level, inner: Level) -> Strip | None:
        """The pair of loops, where the one runs over strips of the other."""
        counter = outer.counter
        if outer.relation not in UP or inner.node is None or constant_value(inner.step) != 1:
            return None
        if not self._holds(inner.counter, counter):
            return None
        lowers, uppers = self._choices(inner.lower, "max"), self._choices(inner.bound, "min")
        starts = [each for each in lowers if mentions(each, counter)]
        stops = [each for each in uppers if mentions(each, counter)]
        if len(starts) != 1 or len(stops) != 1:
            return None
        first, stop = self.of(starts[0]), self._behind(stops[0], inner.relation)
        step = self._of_level(outer, outer.step)
        if first is None or stop is None or step is None:
            return None
        slope = _slope(first, f"counter {counter}")
        if slope is None or first + slope * step - stop:
            return None
        by, steep = step.constant, slope.constant
        if (by is not None and by < 1) or (steep is not None and steep < 1) or (steep is None and by != 1):
            return None
        return self._strip(outer, inner, starts[0], (lowers, uppers), step)

    def _strip(
        self,
        outer: Level,
        inner: Level,
        start: c_ast.Node,
        limits: tuple[list[c_ast.Node], list[c_ast.Node]],
        step: Polynomial,
    ) -> Strip | None:
        """The pair with those limits that limit it."""
        first = self.of(start)
        low, bound = self._of_level(outer, outer.lower), self._of_level(outer, outer.bound)
        if first is None or low is None or bound is None:
            return None
        counter = f"counter {outer.counter}"
        slope = _slope(first, counter)
        assert slope is not None
        rises = slope.constant is not None
        behind = bound if outer.relation == "<" else bound + ONE
        begin, end = _at(first, counter, low), _at(first, counter, behind)
        lowers, uppers = ([each for each in trees if not mentions(each, outer.counter)] for trees in limits)
        signed = self._all_signed(outer, [*lowers, *uppers, start])
        starts = not any(_is_least(begin, self.of(each), signed) for each in lowers)
        lowers = [each for each in lowers if not _is_least(self.of(each), begin, signed)] if starts else lowers
        ends = not (rises and any(_is_least(self._behind(each, inner.relation), end, signed) for each in uppers))
        length = (behind - low).constant
        by = step.constant
        exact = by == 1 or (by is not None and length is not None and length % by == 0)
        if ends and not exact and slope.constant != 1:
            return None
        return Strip(outer, inner, start, tuple(lowers), tuple(uppers), starts, ends, exact, rises)

    def _holds(self, inner: str, outer: str) -> bool:
        """Whether a counter holds all values of another one."""
        one, other = self.kernel.symbols.get(inner), self.kernel.symbols.get(outer)
        if not isinstance(one, IntType) or not isinstance(other, IntType):
            return False
        return one.signed == other.signed and one.bits >= other.bits

    def _all_signed(self, outer: Level, trees: list[c_ast.Node]) -> bool:
        """Whether arithmetic in some expressions never wraps around."""
        names = {
            node.name for tree in (*trees, *outer.bounds) for node in walk(tree) if isinstance(node, c_ast.ID)
        }
        if not all(_is_signed(self._type_of(name)) for name in names if name not in self.functions):
            return False
        if outer.dimension is None:
            return True
        host = [node for tree in (outer.lower, outer.bound, outer.step) for node in walk(tree)]
        return all(text_of(node) in self.signed for node in host if isinstance(node, c_ast.ID))

    def _type_of(self, name: str) -> object:
        value = self.values.get(name)
        return self.kernel.symbols.get(name) if value is None else value.type

    # ---- expressions -------------------------------------------------------------------------------------------

    def of(self, tree: c_ast.Node) -> Polynomial | None:
        """An expression of the body."""
        match tree:
            case c_ast.ID(name=name) if name in self.counters:
                return atom_of(f"counter {name}")
            case c_ast.ID(name=name) if name in self.values:
                return self.of_host(self.values[name].expression)
            case c_ast.Constant() | c_ast.BinaryOp() | c_ast.UnaryOp() | c_ast.Cast():
                found = self._structure(tree, self.of)
                if found is None and names_in(tree) <= self.values.keys():
                    return atom_of(f"value {text_of(tree)}")
                return found
        return None

    def of_host(self, tree: c_ast.Node) -> Polynomial:
        """An expression of the host: what is no sum or product is taken as a whole."""
        found = self._structure(tree, self.of_host)
        return atom_of(f"host {text_of(tree)}") if found is None else found

    def _of_level(self, level: Level, tree: c_ast.Node) -> Polynomial | None:
        return self.of(tree) if level.dimension is None else self.of_host(tree)

    def _behind(self, tree: c_ast.Node, relation: str) -> Polynomial | None:
        found = self.of(tree)
        return found if found is None or relation == "<" else found + ONE

    @staticmethod
    def _structure(tree: c_ast.Node, part: Callable[[c_ast.Node], Polynomial | None]) -> Polynomial | None:
        match tree:
            case c_ast.Constant():
                value = constant_value(tree)
                return None if value is None else constant(value)
            case c_ast.Cast(
                to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=["long"])))
            ):
                return part(tree.expr)
        return arithmetic(tree, part)

    # ---- the lesser and the greater ----------------------------------------------------------------------------

    def _choices(self, tree: c_ast.Node, wanted: str) -> list[c_ast.Node]:
        """The expressions of which one is the least, or the greatest (`min` or `max`)."""
        match tree:
            case c_ast.BinaryOp(op="+" | "-", right=c_ast.Constant() as right):
                parts = self._choices(tree.left, wanted)
                return [tree] if len(parts) == 1 else [build.binary(tree.op, each, right) for each in parts]
        found = self._choice(tree)
        if found is None or found[0] != wanted:
            return [tree]
        return [each for part in found[1:] for each in self._choices(part, wanted)]

    def _choice(self, tree: c_ast.Node) -> tuple[str, c_ast.Node, c_ast.Node] | None:
        """`a < b ? a : b` and the like, also in functions."""
        match tree:
            case c_ast.TernaryOp(cond=c_ast.BinaryOp(op="<" | "<=" | ">" | ">=") as test):
                return self._compared(test, tree.iftrue, tree.iffalse)
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in self.functions and tree.args is not None:
                value = choice_of_call(self.functions[name], tree.args.exprs)
                return None if value is None else self._choice(value)
        return None

    def _compared(
        self, test: c_ast.BinaryOp, yes: c_ast.Node, no: c_ast.Node
    ) -> tuple[str, c_ast.Node, c_ast.Node] | None:
        """Which of two values a comparison chooses."""
        left, right = (test.left, test.right) if test.op in UP else (test.right, test.left)
        strict = test.op in ("<", ">")
        low, high, one, other = self.of(left), self.of(right), self.of(yes), self.of(no)
        if low is None or high is None or one is None or other is None:
            return None
        signed = all(
            _is_signed(self._type_of(node.name))
            for part in (test, yes, no)
            for node in walk(part)
            if isinstance(node, c_ast.ID)
        )
        for word, first, second in (("min", one, other), ("max", other, one)):
            if low == first and high == second:
                return word, yes, no
            away = (low - high + second - first).constant
            if signed and away in ((0, -1) if strict else (0, 1)):
                return word, yes, no
        return None


def _is_signed(of: object) -> bool:
    return isinstance(of, IntType) and of.signed


def _slope(poly: Polynomial, counter: str) -> Polynomial | None:
    """The factor of a counter in a polynomial that is linear in it, and does have it."""
    if any(key.count(counter) > 1 for key in poly.terms):
        return None
    found = {_without(key, counter): value for key, value in poly.terms.items() if counter in key}
    return Polynomial(found) if found else None


def _at(poly: Polynomial, counter: str, value: Polynomial) -> Polynomial:
    """A polynomial that is linear in a counter where that has some value."""
    slope = _slope(poly, counter)
    rest = Polynomial({key: factor for key, factor in poly.terms.items() if counter not in key})
    return rest if slope is None else rest + slope * value


def _without(key: Monomial, counter: str) -> Monomial:
    return tuple(each for each in key if each != counter)


def _is_least(one: Polynomial | None, other: Polynomial | None, signed: bool) -> bool:
    """Whether a value is certainly not greater than another one."""
    if one is None or other is None:
        return False
    by = (other - one).constant
    return by is not None and (by == 0 or (signed and by > 0))
