"""How far a loop nest's accesses reach: the smallest and largest element offset, as expressions before the loop.

Offsets must be exact: memory beyond what the loops touch may belong to other objects.  So an access counts
with the loops around it (which may be empty) and the conditions that guard it; where a condition or an offset is
not affine, there is no footprint.  The hull always includes offset 0, which is inside the object that the
pointer points to or one past its end, as C demands of the pointer itself.

The expressions are safe to evaluate before the loop, also when the loop would not run: what may fault (a
division, an indirection) is in them only where the outermost loop's own bounds evaluate it too, or where each of
its iterations does, in the head of the next loop: then it is evaluated only if the outermost loop runs.  They call
`__mrt_least` and `__mrt_greatest` of the run-time library's header.

Where more than what is touched may be in the footprint, as in a block that an iteration gets for itself, loops and
conditions that are not affine are left out, as long as no offset depends on their counters.

Two ways lead to it.  Where all coefficients are numbers, isl finds the extremes of the exact set of offsets,
triangular nests, strides and guards included.  Where a coefficient is an expression (`a[i * n + j]`), the loops
must form a box with unit steps or numbers as steps: an affine form has its extremes at corners of the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce

import islpy as isl
from pycparser import c_ast, c_generator, c_parser

from mapper.analysis.footprints.affine import AffineForm, Setting, affine, number
from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.types import integer_of, unqualified, usual
from mapper.ir.expressions.polynomials import Monomial, Polynomial
from mapper.ir.program.kernel import Dimension
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, IntType
from mapper.ir.trees.nodes import NEGATED, changed, walk

LONGEST = 4000
"""A bound of more characters than this is not worth computing at run time."""


@dataclass(frozen=True, eq=False, slots=True)
class ElementAccess:
    """One access: its offset in elements, the loops around it, outermost first, and the conditions on its way.

    The variables of the loops are unique names, as `Setting.counter` gives them.  A guard is a condition and
    whether it held.  `certain` is false where the access may not run in every iteration for another reason (behind
    a `break`, in a `while`).
    """

    offset: c_ast.Node
    loops: tuple[Dimension, ...]
    guards: tuple[tuple[c_ast.Node, bool], ...] = field(default=())
    certain: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class Footprint:
    """The elements [low, end) around a pointer, as expressions of type long; both are 0 where there are none."""

    low: c_ast.Node
    end: c_ast.Node


def footprint(
    accesses: Iterable[ElementAccess], setting: Setting, *, origin: bool = True, exact: bool = True
) -> Footprint | None:
    """The hull of all accesses, and of offset 0 if that is the `origin`; None where it is not known.

    If it need not be `exact`, it may hold elements that no access touches.
    """
    lows: dict[str, c_ast.Node] = {}
    ends: dict[str, c_ast.Node] = {}
    for access in accesses:
        nest = _read(access, setting, exact=exact)
        reach = None if nest is None else _reach(nest, origin=origin)
        if nest is None or reach is None:
            return None
        if nest.delayed:
            reach = _if_run(nest, reach)
        for table, tree in ((lows, reach.low), (ends, reach.end)):
            table.setdefault(_PRINTER.visit(tree), tree)
    if sum(map(len, lows)) + sum(map(len, ends)) > LONGEST:
        return None
    return Footprint(_folded("__mrt_least", lows, origin=origin), _folded("__mrt_greatest", ends, origin=True))


_PRINTER = c_generator.CGenerator()


def _folded(function: str, trees: dict[str, c_ast.Node], *, origin: bool) -> c_ast.Node:
    rest = [tree for text, tree in trees.items() if not origin or text != "0"]
    return reduce(lambda one, other: build.call(function, one, other), rest) if rest else build.integer(0)


# ---- reading loops and accesses ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Range:
    """A loop with affine bounds and a number as step; runs while `counter relation bound`."""

    counter: str
    lower: AffineForm
    relation: str
    bound: AffineForm
    step: int


@dataclass(frozen=True, slots=True)
class _Nest:
    """An access with everything in affine form; a guard is a form that must be >= 0.

    It is `delayed` if its expressions may only be evaluated where the outermost loop runs.
    """

    offset: AffineForm
    ranges: tuple[_Range, ...]
    guards: tuple[AffineForm, ...]
    delayed: bool = False

    @property
    def forms(self) -> list[AffineForm]:
        bounds = [form for r in self.ranges for form in (r.lower, r.bound)]
        return [self.offset, *bounds, *self.guards]

    @property
    def trees(self) -> dict[str, c_ast.Node]:
        """The expressions of all parameters."""
        return {name: tree for form in self.forms for name, tree in form.trees.items()}


def _read(access: ElementAccess, setting: Setting, *, exact: bool) -> _Nest | None:
    offset = affine(access.offset, setting)
    names = [loop.variable for loop in access.loops]
    if offset is None or (exact and not access.certain) or len(set(names)) < len(names):
        return None
    ranges: list[_Range] = []
    for loop in access.loops:
        read = _range(loop, setting)
        if read is not None and all(
            _is_of(form, [r.counter for r in ranges]) for form in (read.lower, read.bound)
        ):
            ranges.append(read)
        elif exact:
            return None
    names = [r.counter for r in ranges]
    guards: list[AffineForm] = []
    for condition, held in access.guards:
        parts = _guard(condition, held, setting)
        if parts is not None and (exact or all(_is_of(form, names) for form in parts)):
            guards += parts
        elif exact:
            return None
    nest = _Nest(offset, tuple(ranges), tuple(guards))
    if not exact and not all(form.linear for form in nest.forms):
        nest = replace(nest, guards=())
    if not all(_is_of(form, names) for form in nest.forms):
        return None
    faults = {key for tree in nest.trees.values() for key in _faults(tree, setting)}
    if faults <= _evaluated(access.loops[:1], setting):
        return nest
    certain = exact and access.loops[:1] and not access.guards
    return replace(nest, delayed=True) if certain and faults <= _evaluated(access.loops[:2], setting) else None


def _evaluated(loops: Sequence[Dimension], setting: Setting) -> set[str]:
    """What may fault in the heads of loops."""
    return {key for loop in loops for part in (loop.lower, loop.bound) for key in _faults(part, setting)}


def _is_of(form: AffineForm, counters: Sequence[str]) -> bool:
    """Whether a form depends on no counters but some."""
    return set(form.coefficients) <= set(counters)


def _faults(expr: c_ast.Node, setting: Setting) -> set[str]:
    """The parts of an expression that may fault where the program would not have evaluated them, as text."""
    found: set[str] = set()
    for node in walk(expr):
        match node:
            case c_ast.StructRef(type="->"):
                found.add(f"*{_PRINTER.visit(node.name)}")
            case c_ast.UnaryOp(op="*"):
                found.add(f"*{_PRINTER.visit(node.expr)}")
            case c_ast.ArrayRef() if not _in_range(node, setting):
                found.add(_PRINTER.visit(node))
            case c_ast.BinaryOp(op="/" | "%") if not evaluate(node.right, setting.context):
                found.add(_PRINTER.visit(node))
    return found


def _in_range(node: c_ast.ArrayRef, setting: Setting) -> bool:
    of, index = setting.context.type_of(node.name), evaluate(node.subscript, setting.context)
    return isinstance(of, ArrayType) and of.length is not None and index is not None and 0 <= index < of.length


def _range(loop: Dimension, setting: Setting) -> _Range | None:
    common, counter = usual(loop.type, setting.context.type_of(loop.bound)), unqualified(loop.type)
    if not isinstance(common, IntType) or not isinstance(counter, IntType):
        return None
    lower, bound = (
        affine(_converted(loop.lower, counter, setting), setting),
        affine(_converted(loop.bound, common, setting), setting),
    )
    step = affine(loop.step, setting)
    if lower is None or bound is None or step is None or not step.constant:
        return None
    relation = loop.relation
    if relation == "!=":
        least = lower if step.constant > 0 else bound
        if abs(step.constant) != 1 or (not loop.type.signed and least.constant != 0):  # it may wrap round
            return None
        relation = "<" if step.constant > 0 else ">"
    if (relation in ("<", "<=")) != (step.constant > 0):
        return None
    positive = step.constant > 0 and lower.constant is not None and lower.constant >= 0
    if loop.type.signed and not common.signed and not positive:
        return None  # a negative counter would be compared as a large number
    return _Range(loop.variable, lower, relation, bound, step.constant)


def _converted(expr: c_ast.Node, to: IntType, setting: Setting) -> c_ast.Node:
    """`(to)expr`, as an assignment or comparison converts it."""
    if integer_of(setting.context.type_of(expr)) == to:
        return expr
    return build.host_cast(to.name, expr)


def _guard(condition: c_ast.Node, held: bool, setting: Setting) -> list[AffineForm] | None:
    """A condition as forms that must all be >= 0; None where it is not a conjunction of affine comparisons."""
    if isinstance(condition, c_ast.UnaryOp) and condition.op == "!":
        return _guard(condition.expr, not held, setting)
    if not isinstance(condition, c_ast.BinaryOp):
        return None
    if condition.op == ("&&" if held else "||"):
        left, right = _guard(condition.left, held, setting), _guard(condition.right, held, setting)
        return None if left is None or right is None else left + right
    relation = condition.op if held else NEGATED.get(condition.op)
    left_form, right_form = affine(condition.left, setting), affine(condition.right, setting)
    if left_form is None or right_form is None or not _same_comparison(condition, setting):
        return None
    more, less, one = left_form - right_form, right_form - left_form, number(1)
    table = {">=": [more], "<=": [less], ">": [more - one], "<": [less - one], "==": [more, less]}
    return table.get(relation or "")


def _same_comparison(condition: c_ast.BinaryOp, setting: Setting) -> bool:
    """Whether the comparison is that of the values, so that no negative value is converted to unsigned."""
    common = setting.context.type_of(c_ast.BinaryOp("+", condition.left, condition.right))
    return bool(getattr(common, "signed", False))


# ---- the extremes ------------------------------------------------------------------------------------------


def _reach(nest: _Nest, *, origin: bool) -> Footprint | None:
    if all(form.linear for form in nest.forms):
        return _exact_reach(nest, origin=origin)
    return _box_reach(nest, origin=origin)


def _if_run(nest: _Nest, reach: Footprint) -> Footprint:
    """The same, nothing where the outermost loop does not run."""
    outer = nest.ranges[0]
    lower, bound = _value(outer.lower.rest, nest.trees), _value(outer.bound.rest, nest.trees)
    runs, zero = build.binary(outer.relation, lower, bound), build.integer(0, "L")
    return Footprint(c_ast.TernaryOp(runs, reach.low, zero), c_ast.TernaryOp(runs, reach.end, zero))


def _exact_reach(nest: _Nest, *, origin: bool) -> Footprint | None:
    """By isl, from the set of all offsets; products of parameters are parameters of their own."""
    monomials = sorted({key for form in nest.forms for p in _polynomials(form) for key in p.terms if key})
    parameters = {key: f"p{position}" for position, key in enumerate(monomials)}
    counters = {r.counter: f"c{position}" for position, r in enumerate(nest.ranges)}

    def text(form: AffineForm) -> str:
        terms = [f"{p.terms[()]}*{counters[name]}" for name, p in form.coefficients.items()]
        terms += [f"{value}*{parameters[key]}" if key else str(value) for key, value in form.rest.terms.items()]
        return " + ".join(terms) or "0"

    conditions = [f"({text(guard)}) >= 0" for guard in nest.guards]
    for position, r in enumerate(nest.ranges):
        counter, trips = counters[r.counter], f"t{position}"
        conditions.append(f"{trips} >= 0 and {counter} = {text(r.lower)} + {r.step}*{trips}")
        conditions.append(f"{counter} {r.relation} {text(r.bound)}")
    inner = [*counters.values(), *(f"t{position}" for position in range(len(nest.ranges)))]
    exists = f"exists {', '.join(inner)} : " if inner else ""
    heading = f"[{', '.join(parameters.values())}] -> "

    try:
        low, end = _extremes(heading, exists, " and ".join(conditions), text(nest.offset), origin=origin)
    except isl.Error:
        return None
    values = {name: _product(key, nest.trees) for key, name in parameters.items()}
    low_tree, end_tree = parsed(low, values), parsed(end, values)
    return None if low_tree is None or end_tree is None else Footprint(low_tree, end_tree)


@lru_cache(1 << 10)
def _extremes(heading: str, exists: str, conditions: str, offset: str, *, origin: bool) -> tuple[str, str]:
    """The smallest offset and the one behind the largest, as C text; arrays often have the same accesses."""

    def hull(value: str) -> isl.Set:
        body = f"{conditions} and o = {value}" if conditions else f"o = {value}"
        found = isl.Set(f"{heading}{{ [o] : {exists}{body} }}")
        zero = isl.Set(f"{heading}{{ [0] }}")
        return found.union(zero if origin else zero.intersect_params(found.params().complement())).coalesce()

    printer = isl.AstBuild.from_context(isl.Set(f"{heading}{{ : }}"))
    low = printer.expr_from_pw_aff(hull(offset).dim_min(0)).to_C_str()
    return low, printer.expr_from_pw_aff(hull(f"1 + {offset}").dim_max(0)).to_C_str()


def _polynomials(form: AffineForm) -> list[Polynomial]:
    return [*form.coefficients.values(), form.rest]


EXTREMES = frozenset(("__mrt_least", "__mrt_greatest"))
"""Functions that host expressions may call; they only compare numbers."""

_FUNCTIONS = {"min": "__mrt_least", "max": "__mrt_greatest"}


def parsed(text: str, values: dict[str, c_ast.Node]) -> c_ast.Node | None:
    """The tree of an expression that isl printed, with the parameters put in."""
    if len(text) > LONGEST:
        return None
    return _substituted(_tree(text), values)


@lru_cache(1 << 10)
def _tree(text: str) -> c_ast.Node:
    """The tree of a text, which must not be changed; footprints often differ in their parameters alone."""
    function = c_parser.CParser().parse(f"long f(void) {{ return {text}; }}").ext[0]
    tree: c_ast.Node = function.body.block_items[0].expr
    return tree


def _substituted(node: c_ast.Node, values: dict[str, c_ast.Node]) -> c_ast.Node | None:
    match node:
        case c_ast.ID():
            return values[node.name]
        case c_ast.Constant():
            return build.integer(int(node.value), "L")
        case c_ast.UnaryOp() | c_ast.BinaryOp() | c_ast.TernaryOp():
            return changed(node, lambda part: _substituted(part, values))
        case c_ast.FuncCall() if node.name.name in _FUNCTIONS:
            arguments = [_substituted(argument, values) for argument in node.args.exprs]
            known = [argument for argument in arguments if argument is not None]
            if len(known) < len(arguments):
                return None
            return reduce(lambda a, b: build.call(_FUNCTIONS[node.name.name], a, b), known)
        case c_ast.FuncCall(name=c_ast.ID(name="floord")):
            dividend = _substituted(node.args.exprs[0], values)
            return None if dividend is None else _floor(dividend, int(node.args.exprs[1].value))
    return None


def _floor(dividend: c_ast.Node, divisor: int) -> c_ast.Node:
    """`dividend / divisor`, rounded down, for a positive divisor."""
    by = build.integer(divisor, "L")
    above = build.binary("-", build.integer(divisor - 1, "L"), dividend)
    negative = c_ast.UnaryOp("-", build.binary("/", above, by))
    positive = build.binary("/", dividend, by)
    return c_ast.TernaryOp(build.binary(">=", dividend, build.integer(0, "L")), positive, negative)


def _box_reach(nest: _Nest, *, origin: bool) -> Footprint | None:
    """By the corners of a box: each counter's term is least and greatest at its first or last value."""
    if nest.guards or any(not (r.lower.invariant and r.bound.invariant) for r in nest.ranges):
        return None
    trees = nest.trees
    low: c_ast.Node = _value(nest.offset.rest, trees)
    high = low
    tests: list[c_ast.Node] = []
    for r in nest.ranges:
        lower, bound = _value(r.lower.rest, trees), _value(r.bound.rest, trees)
        tests.append(build.binary(r.relation, lower, bound))
        factor = nest.offset.coefficients.get(r.counter)
        if factor is None:
            continue
        corners = [_times(_value(factor, trees), corner) for corner in (lower, _last(r, lower, bound))]
        low = build.binary("+", low, build.call("__mrt_least", *corners))
        high = build.binary("+", high, build.call("__mrt_greatest", *corners))
    end = build.binary("+", high, build.integer(1, "L"))
    zero = build.integer(0, "L")
    least, greatest = (
        build.call("__mrt_least", low, zero) if origin else low,
        build.call("__mrt_greatest", end, zero) if origin else end,
    )
    if not tests:
        return Footprint(least, greatest)
    runs = build.joined("&&", tests)
    return Footprint(c_ast.TernaryOp(runs, least, zero), c_ast.TernaryOp(runs, greatest, zero))


def _last(r: _Range, lower: c_ast.Node, bound: c_ast.Node) -> c_ast.Node:
    """The last value of a counter whose loop runs at least once."""
    up = r.step > 0
    if r.relation in ("<", ">"):
        bound = build.binary("-" if up else "+", bound, build.integer(1, "L"))
    if abs(r.step) == 1:
        return bound
    step = build.integer(abs(r.step), "L")
    distance = build.binary("-", bound, lower) if up else build.binary("-", lower, bound)
    whole = build.binary("*", build.binary("/", distance, step), step)
    return build.binary("+" if up else "-", lower, whole)


def _times(one: c_ast.Node, other: c_ast.Node) -> c_ast.Node:
    return build.binary("*", one, other)


def _product(monomial: Monomial, trees: dict[str, c_ast.Node]) -> c_ast.Node:
    """The product of parameters, in `long`."""
    return reduce(_times, [build.host_cast("long", trees[str(name)]) for name in monomial])


def _value(polynomial: Polynomial, trees: dict[str, c_ast.Node]) -> c_ast.Node:
    """A polynomial as an expression of type long."""
    total: c_ast.Node | None = None
    for monomial, factor in polynomial.terms.items():
        term = _product(monomial, trees) if monomial else build.integer(abs(factor), "L")
        if monomial and abs(factor) != 1:
            term = _times(build.integer(abs(factor), "L"), term)
        total = build.total(total, term, negative=factor < 0)
    return total if total is not None else build.integer(0, "L")
