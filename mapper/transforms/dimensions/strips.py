"""Perfect nests of loops some of which run over strips of others: what `untile` reads of a kernel.

A strip is the part [f(s), f(s + step)) of a range, where s counts the strips: `it` to `it + T`, `b * T` to
`(b + 1) * T`.  Bounds are test_of as polynomials in what doesn't change while the kernel runs, and in counters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.types import unqualified
from mapper.ir.program.kernel import Dimension, Kernel, unwritten_buffers
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import INT, CType, IntType
from mapper.ir.trees.headers import loop_start, step_of, test_of
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, mentions, names_in, settings
from mapper.ir.trees.nodes import (
    assigns,
    base_of,
    clone,
    flattened,
    single,
    text_of,
    walk,
)
from mapper.ir.trees.polynomials import ONE, Monomial, Polynomial, atom_of, constant
from mapper.ir.trees.substitution import substituted

_UP = ("<", "<=")
_ARITHMETIC = frozenset(["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "<<", ">>"])


@dataclass(frozen=True, eq=False, slots=True)
class Level:
    """A loop: `for (counter = lower; counter relation bound; counter += step)`.

    It is a dimension of the kernel, of which the trees are the host's, or a loop of the body, `node`; such a one
    counts up.
    """

    counter: str
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: c_ast.Node
    node: c_ast.For | None = None
    dimension: Dimension | None = None

    @property
    def bounds(self) -> tuple[c_ast.Node, ...]:
        """What the kernel's body evaluates for the loop."""
        return (self.lower, self.bound, self.step) if self.dimension is None else ()

    @property
    def behind(self) -> c_ast.Node:
        """The first value behind the bound of a loop that counts up."""
        return self.bound if self.relation == "<" else build.binary("+", self.bound, build.integer(1))


@dataclass(frozen=True, eq=False, slots=True)
class Nest:
    """The loops of a kernel, outermost first, each all that the one before does, and what the last one does.

    `declarations` are those of variables without a value between the loops.
    """

    levels: tuple[Level, ...]
    declarations: tuple[c_ast.Decl, ...]
    core: list[c_ast.Node]

    @property
    def counters(self) -> set[str]:
        """The counters of all loops."""
        return {each.counter for each in self.levels}


@dataclass(frozen=True, eq=False, slots=True)
class Strip:
    """A loop over strips, and the loop over the elements of one.

    `start` is the first element of a strip, in terms of the outer counter.  `lowers` and `uppers` are other limits
    of the elements, in terms of the inner loop's relation.  `starts` and `ends` tell whether the range of the
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
            whole = build.binary("/", build.binary("-", distance, build.integer(1)), clone(self.outer.step))
            strips = build.binary("+", whole, build.integer(1))
            behind = build.binary("+", clone(lower), build.binary("*", strips, clone(self.outer.step)))
            end = first_at(c_ast.TernaryOp(runs, behind, clone(lower)))
        return end if self.inner.relation == "<" else build.binary("-", end, build.integer(1))


def nest_of(kernel: Kernel) -> Nest | None:
    """The perfect nest that a kernel's loops are; None where no loop is in them, or they can't be changed."""
    return _Reading(kernel).nest()


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


# ---- reading the nest ------------------------------------------------------------------------------------------


class _Reading:
    """Goes down into a kernel's loops as long as each is all that the one around it does.

    Between them variables may be declared, and set once to what memory that the kernel writes does not decide.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.types: dict[str, CType] = {**kernel.symbols, **{each.name: each.type for each in kernel.values}}
        self.changes = settings(kernel.body)
        self.unwritten = unwritten_buffers(kernel)
        self.levels: list[Level] = []
        self.declarations: list[c_ast.Decl] = []
        self.between: list[c_ast.Node] = []
        self.integers: dict[str, c_ast.Node] = {}

    def nest(self) -> Nest | None:
        """The nest, down to the first loop that is not understood."""
        if any(name.startswith(("mrt_id", "mrt_count")) for name in names_in(self.kernel.body)):
            return None
        for each in reversed(self.kernel.dimensions):
            if each.counted:
                return None
            self.levels.append(
                Level(each.variable, each.lower, each.relation, each.bound, each.step, dimension=each)
            )
        items = _statements(self.kernel.body)
        while (inner := self._deeper(items)) is not None:
            items = inner
        if self.levels[-1].node is None or any(leaves(item, (c_ast.Break,)) for item in items):
            return None
        used = names_in(*items)
        wanted = [item for item in self.between if _name_set(item) in used]
        return Nest(tuple(self.levels), tuple(self.declarations), [*wanted, *items])

    def _deeper(self, items: list[c_ast.Node]) -> list[c_ast.Node] | None:
        """The statements of the loop at the end of some; None where the nest ends with these."""
        if not items or not isinstance(loop := items[-1], c_ast.For):
            return None
        declarations, between, integers = [], [], dict(self.integers)
        for item in items[:-1]:
            if isinstance(item, c_ast.Decl) and item.init is None:
                declarations.append(item)
            elif self._is_movable(item):
                between.append(item)
                name, value = _name_set(item), _value_set(item)
                if self._is_integer(name, value):
                    integers[name] = substituted(value, integers)
            else:
                return None
        level = self._level(loop, integers)
        if level is None:
            return None
        self.levels.append(level)
        self.declarations += declarations
        self.between += between
        self.integers = integers
        return _statements(loop.stmt)

    def _is_movable(self, item: c_ast.Node) -> bool:
        """Whether a statement sets a variable once, to what counters, parameters and fixed memory give it."""
        name = _name_set(item)
        if not name or self.changes[name] != 1:
            return False
        known = {each.counter for each in self.levels} | set(map(_name_set, self.between))
        value = _value_set(item)
        reads = (c_ast.StructRef, c_ast.FuncCall)
        if assigns(value) or any(isinstance(node, reads) or _is_indirect(node) for node in walk(value)):
            return False
        bases = [base_of(node) for node in walk(value) if isinstance(node, c_ast.ArrayRef)]
        if any(base is None or base.name not in self.unwritten for base in bases):
            return False
        return all(other in known or not self.changes[other] for other in names_in(value))

    def _is_integer(self, name: str, value: c_ast.Node) -> bool:
        """Whether a variable is as good as the expression that it is set to: neither changes the other's type."""
        held = self.kernel.symbols.get(name)
        if not isinstance(held, IntType) or held.bits < INT.bits:
            return False
        for node in walk(value):
            match node:
                case c_ast.ID():
                    of = self.types.get(node.name)
                    if not isinstance(of, IntType):
                        return False
                    if unqualified(of) != unqualified(held) and not (
                        of.signed and held.signed and of.bits <= held.bits
                    ):
                        return False
                case c_ast.Constant(type="int") | c_ast.TernaryOp():
                    pass
                case c_ast.BinaryOp(op=operator) | c_ast.UnaryOp(op=operator) if operator in _ARITHMETIC:
                    pass
                case _:
                    return False
        return True

    def _level(self, node: c_ast.For, integers: Mapping[str, c_ast.Node]) -> Level | None:
        """A loop that counts up between bounds that neither memory nor its own body decides."""
        start, step = loop_start(node), step_of(node.next)
        if start is None or step is None or step.counter.name != start.name or step.sign < 0:
            return None
        name, lower, _ = start
        test = _test(node.cond, name)
        if test is None:
            return None
        relation, bound = test
        parts = tuple(substituted(each, integers) for each in (lower, bound, step.by))
        around = {each.counter for each in self.levels}
        for part in parts:
            if assigns(part) or mentions(part, name):
                return None
            for inner in walk(part):
                if isinstance(inner, c_ast.ArrayRef | c_ast.StructRef) or _is_indirect(inner):
                    return None
                if isinstance(inner, c_ast.ID) and self.changes[inner.name] and inner.name not in around:
                    return None
        if name in around or name in assigned_names(node.stmt):
            return None
        return Level(name, parts[0], relation, parts[1], parts[2], node=node)


def _statements(body: c_ast.Node) -> list[c_ast.Node]:
    items = flattened(body) if isinstance(body, c_ast.Compound) else [body]
    return [item for item in items if not isinstance(item, c_ast.EmptyStatement)]


def _name_set(item: c_ast.Node) -> str:
    """The variable that a statement sets, or an empty string."""
    match item:
        case c_ast.Decl(name=name, init=value) if value is not None:
            return str(name)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)):
            return str(name)
    return ""


def _value_set(item: c_ast.Node) -> c_ast.Node:
    """What a statement sets a variable to."""
    assert isinstance(item, c_ast.Decl | c_ast.Assignment)
    value: c_ast.Node = item.init if isinstance(item, c_ast.Decl) else item.rvalue
    return value


def _is_indirect(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.UnaryOp) and node.op == "*"


def _test(test: c_ast.Node | None, name: str) -> tuple[str, c_ast.Node] | None:
    """The relation to a bound that a loop's condition asks for; `i < a && i < b` has the lesser one."""
    if isinstance(test, c_ast.BinaryOp) and test.op == "&&":
        one, other = _test(test.left, name), _test(test.right, name)
        if one is None or other is None or one[0] != other[0]:
            return None
        return one[0], c_ast.TernaryOp(build.binary("<", one[1], other[1]), clone(one[1]), clone(other[1]))
    found = test_of(test, name)
    return found if found is not None and found[0] in _UP else None


# ---- strips ----------------------------------------------------------------------------------------------------


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
        if outer.relation not in _UP or inner.node is None or constant_value(inner.step) != 1:
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
            case c_ast.UnaryOp(op="-"):
                operand = part(tree.expr)
                return None if operand is None else -operand
            case c_ast.Cast(
                to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=["long"])))
            ):
                return part(tree.expr)
            case c_ast.BinaryOp(op="+" | "-" | "*"):
                left, right = part(tree.left), part(tree.right)
                if left is None or right is None:
                    return None
                return left * right if tree.op == "*" else left + right if tree.op == "+" else left - right
        return None

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
                return self._called(self.functions[name], list(tree.args.exprs))
        return None

    def _called(
        self, function: c_ast.FuncDef, arguments: list[c_ast.Node]
    ) -> tuple[str, c_ast.Node, c_ast.Node] | None:
        """What a function of nothing but such a choice gives."""
        declared = function.decl.type.args
        names = [each.name for each in declared.params] if declared is not None else []
        if len(names) != len(arguments):
            return None
        given = dict(zip(names, arguments, strict=True))
        match [single(item) for item in _statements(function.body)]:
            case [c_ast.Return(expr=c_ast.TernaryOp() as value)]:
                return self._choice(substituted(value, given))
            case [c_ast.If(iftrue=yes, iffalse=None) as test, c_ast.Return(expr=other)] if isinstance(
                one := single(yes), c_ast.Return
            ):
                return self._choice(substituted(c_ast.TernaryOp(test.cond, one.expr, other), given))
            case [c_ast.If(iftrue=yes, iffalse=no) as test] if isinstance(
                one := single(yes), c_ast.Return
            ) and isinstance(two := single(no), c_ast.Return):
                return self._choice(substituted(c_ast.TernaryOp(test.cond, one.expr, two.expr), given))
        return None

    def _compared(
        self, test: c_ast.BinaryOp, yes: c_ast.Node, no: c_ast.Node
    ) -> tuple[str, c_ast.Node, c_ast.Node] | None:
        """Which of two values a comparison chooses."""
        left, right = (test.left, test.right) if test.op in _UP else (test.right, test.left)
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
