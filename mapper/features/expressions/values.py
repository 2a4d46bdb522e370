"""What is known of a value inside a kernel: its size as a host expression, and how it differs between neighbours.

`Known.value` is the value when the region is entered (None: not known then); counters represent the middle of
their range, so that sums over them come out right for linear bounds.  `Known.stride` is by how much the value
grows from one work-item to the next in dimension 0: `ZERO` for equal values, None for irregular ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.features.expressions.expr import (
    ONE,
    ZERO,
    Expr,
    Number,
    add,
    divide,
    logarithm,
    multiply,
    positive,
    power,
    subtract,
)
from mapper.features.schema import BRANCH_SHARE
from mapper.ir.trees.headers import head_of, loop_start, step_of, test_of
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import exposed_place, is_named, names_in
from mapper.ir.trees.nodes import (
    INCREMENTS,
    LOOPS,
    AnyLoop,
    children,
    operands,
    optional_parts,
    statements_of,
    walk,
)

GLOBAL, PRIVATE, LOCAL = "global", "private", "local"
_NOTHING = c_ast.Constant("int", "0")


@dataclass(frozen=True, slots=True)
class Known:
    """A value in a kernel; for pointers, `space` is where they point and `stride` is in elements."""

    value: Expr | None = None
    stride: Expr | None = None
    space: str | None = None

    @property
    def uniform(self) -> bool:
        """Whether neighbouring work-items have the same value."""
        return self.stride == ZERO


UNKNOWN = Known()


def constant(value: float) -> Known:
    """A value known at compile time."""
    return Known(Number(value), ZERO)


def uniform(value: Expr | None = None) -> Known:
    """A value that all work-items share."""
    return Known(value, ZERO)


def combine(operator: str, left: Known, right: Known) -> Known:
    """What is known of `left operator right`."""
    space = left.space or right.space
    match operator:
        case "+":
            return Known(_both(add, left.value, right.value), _both(add, left.stride, right.stride), space)
        case "-":
            return Known(
                _both(subtract, left.value, right.value), _both(subtract, left.stride, right.stride), space
            )
        case "*":
            return Known(_both(multiply, left.value, right.value), _product_stride(left, right))
        case "/":
            return Known(_both(divide, left.value, right.value), _alike(left, right))
        case "<<" | ">>" if right.value is not None:
            by = right.value if operator == "<<" else subtract(ZERO, right.value)
            return combine("*", left, Known(power(by), _alike(right, right)))
        case "%" if right.value is not None:
            return Known(_middle(right.value), _alike(left, right))
        case _:
            return Known(None, _alike(left, right))


def extreme(operator: str, one: Known, other: Known) -> Known:
    """What is known of the lesser (`min`) or the greater (`max`) of two values."""
    distance = _both(subtract, one.value, other.value)
    if distance is None or one.value is None:
        return Known(None, _alike(one, other))
    above = positive(distance if operator == "min" else multiply(Number(-1.0), distance))
    return Known((subtract if operator == "min" else add)(one.value, above), _alike(one, other))


def mean(share: float, one: Expr | None, other: Expr | None) -> Expr | None:
    """The mean of two values, the first by this share; one that doesn't count need not be known."""
    if share in (0.0, 1.0):
        return one if share else other
    if one is other:
        return one
    return _both(lambda a, b: add(multiply(Number(share), a), multiply(Number(1.0 - share), b)), one, other)


def _middle(count: Expr) -> Expr:
    """The middle of 0 to count - 1; a whole number, as counters are, where the count is known."""
    if isinstance(count, Number):
        return Number(float((count.value - 1.0) // 2.0))
    return divide(subtract(count, ONE), Number(2.0))


def _alike(left: Known, right: Known) -> Expr | None:
    return ZERO if left.uniform and right.uniform else None


def _both(function: Callable[[Expr, Expr], Expr], left: Expr | None, right: Expr | None) -> Expr | None:
    return None if left is None or right is None else function(left, right)


def _product_stride(left: Known, right: Known) -> Expr | None:
    if left.uniform and right.uniform:
        return ZERO
    fixed, moving = (left, right) if left.uniform else (right, left)
    if not fixed.uniform or fixed.value is None or moving.stride is None:
        return None
    return multiply(fixed.value, moving.stride)


@dataclass(frozen=True, slots=True)
class Loop:
    """The header of a sequential loop; `guarded`: the bound is evaluated only if a test before it holds.

    `share` is that of the iterations which change the counter.
    """

    counter: str
    lower: c_ast.Node
    bound: c_ast.Node
    step: c_ast.Node
    inclusive: bool
    down: bool
    guarded: bool = False
    share: float = 1.0

    @property
    def parts(self) -> tuple[c_ast.Node, ...]:
        """The expressions whose values `trips` takes."""
        return self.lower, self.bound, self.step

    def trips(self, lower: Expr, bound: Expr, step: Expr) -> Expr:
        """How often the loop runs, with the values of its header's expressions."""
        low, high = (bound, lower) if self.down else (lower, bound)
        distance = subtract(high, low)
        changes = positive(divide(add(distance, step) if self.inclusive else distance, step))
        return divide(changes, Number(self.share))


@dataclass(frozen=True, slots=True)
class Scaling:
    """The header of a loop whose counter is multiplied by `factor` each time; `guarded` as for `Loop`."""

    counter: str
    lower: c_ast.Node
    bound: c_ast.Node
    inclusive: bool
    factor: float
    guarded: bool = False

    @property
    def parts(self) -> tuple[c_ast.Node, ...]:
        """The expressions whose values `trips` takes."""
        return self.lower, self.bound

    def trips(self, lower: Expr, bound: Expr) -> Expr:
        """How often the loop runs, with the values of its header's expressions; exact for whole numbers."""
        if self.factor > 1.0:
            return logarithm(divide(add(bound, ONE) if self.inclusive else bound, lower), self.factor)
        return logarithm(divide(add(lower, ONE), bound if self.inclusive else add(bound, ONE)), 1.0 / self.factor)


def read_scaling(node: c_ast.Node) -> Scaling | None:
    """The header of `for (i = a; i < b; i *= c)` and its like, c a constant; None for any other loop.

    A loop that sets no counter at first may change it in its head or by a statement of its block.  Of a test with
    `&&` the part that bounds the counter counts: such a loop runs at most as often.
    """
    if not isinstance(node, c_ast.For | c_ast.While):
        return None
    start = loop_start(node)
    changes = [getattr(node, "next", None), *(statements_of(node.stmt) if start is None else ())]
    for change in changes:
        counter, factor = scaled_by(change) or ("", 1.0)
        if factor in (0.0, 1.0) or (start is not None and start.name != counter):
            continue
        for number, test in enumerate(operands(node.cond, "&&")):
            found = (">", _NOTHING) if is_named(test, counter) else test_of(test, counter)
            relation, bound = found or ("", _NOTHING)
            if relation in (("<", "<=") if factor > 1.0 else (">", ">=")):
                lower = start.value if start is not None else change.lvalue
                return Scaling(counter, lower, bound, relation in ("<=", ">="), factor, number > 0)
    return None


def scaled_by(node: c_ast.Node | None) -> tuple[str, float] | None:
    """The variable and the constant of `x *= c`, `x = x / c`, `x <<= c`, `x += x` and their like."""
    if not (isinstance(node, c_ast.Assignment) and isinstance(node.lvalue, c_ast.ID)):
        return None
    name, operator, by = node.lvalue.name, node.op.removesuffix("="), node.rvalue
    if not operator and isinstance(by, c_ast.BinaryOp) and is_named(by.left, name):
        operator, by = by.op, by.right
    if operator == "+" and is_named(by, name):
        return name, 2.0
    number = integer_value(by)
    if number is None:
        return None
    match operator:
        case "*":
            return name, float(number)
        case "/" if number:
            return name, 1.0 / number
        case "<<":
            return name, 2.0**number
        case ">>":
            return name, 2.0**-number
    return None


def read_loop(node: c_ast.Node) -> Loop | None:
    """The header of a counting loop; None for other statements.

    Of a test with `&&` the part that bounds the counter counts: such a loop runs at most as often.
    """
    if not isinstance(node, c_ast.For):
        return None
    for number, test in enumerate(operands(node.cond, "&&")):
        if head := head_of(node, test):
            down, inclusive = head.relation in (">", ">="), head.relation in ("<=", ">=")
            start = head.start
            return Loop(start.name, start.value, head.bound, head.step.by, inclusive, down, number > 0)
    return None


def read_repeat(node: c_ast.Node, *, branches: bool = False) -> Loop | None:
    """The header of a loop whose counter has its first value from before: `while (n-- > 0)` and its like.

    The loop is a `while`, a `do`, or a `for` that sets nothing at first.  It changes the counter once each
    time: by the test itself, in the head of a `for`, or by a statement of its block.  For other loops, and
    where the bound changes, the answer is None.  Of a test with `&&` the first part counts that is of this kind:
    such a loop runs at most as often.  The header's `lower` is the counter's value before the loop, or one step
    beside it where the test takes it so.  With `branches` a part of a statement may change the counter, too
    (`b[k++] = a[i++]`), also one under a condition, as merging does: that is taken to hold half of the time.
    """
    if not isinstance(node, LOOPS) or (isinstance(node, c_ast.For) and node.init is not None):
        return None
    tests = enumerate(operands(node.cond, "&&"))
    found = (_repeat(node, test, number > 0, branches) for number, test in tests)
    return next((loop for loop in found if loop is not None), None)


def bounds_counter(node: AnyLoop, test: c_ast.Node) -> bool:
    """Whether a part of a loop's test compares a counter, which the loop changes once each time."""
    return head_of(node, test) is not None or _repeat(node, test, guarded=False, branches=True) is not None


def _repeat(node: AnyLoop, test: c_ast.Node, guarded: bool, branches: bool) -> Loop | None:
    """The header of a loop by one part of its test."""
    if not isinstance(test, c_ast.BinaryOp) or test.op not in ("<", "<=", ">", ">=", "!="):
        test = c_ast.BinaryOp("!=", test, _NOTHING)
    change = test.left if isinstance(test.left, c_ast.UnaryOp) and test.left.op in INCREMENTS else None
    place = test.left if change is None else change.expr
    if not isinstance(place, c_ast.ID):
        return None
    counter = place.name
    changes = [(each, 1.0) for each in (change or getattr(node, "next", None), *statements_of(node.stmt))]
    if branches and change is None:
        changes = [(getattr(node, "next", None), 1.0), *_parts(node.stmt, 1.0)]
    found = [(step, share) for each, share in changes if (step := step_of(each)) is not None]
    steps = [(step, share) for step, share in found if step.counter.name == counter]
    changed = Counter(part.name for part in map(exposed_place, walk(node)) if isinstance(part, c_ast.ID))
    if len(steps) != 1 or changed[counter] != 1 or changed.keys() & names_in(test.right):
        return None
    (step, share), *_ = steps
    by, down = step.by, step.sign < 0
    if counter in names_in(by):
        return None
    if test.op != "!=" and down != (test.op in (">", ">=")):
        return None
    ahead = change is not None and "p" not in change.op
    lower: c_ast.Node = place
    if isinstance(node, c_ast.DoWhile):
        if change is not None and not ahead:
            lower = c_ast.BinaryOp("+" if down else "-", place, by)
    elif ahead:
        lower = c_ast.BinaryOp("-" if down else "+", place, by)
    return Loop(counter, lower, test.right, by, test.op in ("<=", ">="), down, guarded, share)


def _parts(node: c_ast.Node, share: float) -> Iterator[tuple[c_ast.Node, float]]:
    """The parts of code outside of its loops, each with the share of the time that it runs."""
    yield node, share
    optional = optional_parts(node)
    if isinstance(node, c_ast.If):
        optional = (node.iftrue, node.iffalse)
    for child in children(node) if not isinstance(node, LOOPS) else ():
        yield from _parts(child, share * BRANCH_SHARE if child in optional else share)
