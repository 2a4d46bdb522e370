"""Symbolic integer values: piecewise affine functions of named symbols, times products of parameters.

A symbol is a counter of a loop, a parameter of the kernel, or an unknown value.  isl knows symbols as parameters,
so that functions and sets that mention different ones fit each other.  `Form({(): i + 1, ("n",): j})` is
i + 1 + n * j.  Arithmetic is that of unbounded integers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from typing import Generic, TypeVar

import islpy as isl

MOST_PIECES = 16
"""A function of more pieces is not worth the work that each use of it costs."""

MOST_DIVISIONS = 64
"""A condition with more divisions, counted in each of the sets whose union it is, is not worth the work: isl may
take hours, which it does not count among its steps."""

MOST_SYMBOLS = 64
"""Nor is one of more symbols: isl's work grows with their number for each of the steps that add one."""

SMALL = 256
"""A condition that leaves no larger value to a parameter is not what its author relies on."""

SOME_OPERATIONS = 5_000_000
FEW_OPERATIONS = 300_000
"""Steps of isl, half a million or more a second, in which it must answer: little code can take it hours."""

Key = tuple[str, ...]
"""A product of parameters' texts, sorted; the empty one is 1."""


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """sum(product(key) * function); no function is the constant 0."""

    terms: Mapping[Key, isl.PwAff]

    @property
    def affine(self) -> isl.PwAff | None:
        """The value as one function, where no product of parameters is in it."""
        if not self.terms:
            return constant(0)
        return self.terms.get(()) if len(self.terms) == 1 else None

    @property
    def is_useful(self) -> bool:
        """Whether the functions have so few pieces and symbols that each use is worth the work."""
        return all(
            value.n_piece() <= MOST_PIECES and value.dim(isl.dim_type.param) <= MOST_SYMBOLS
            for value in self.terms.values()
        )

    @property
    def number(self) -> int | None:
        """The value, where it is a constant."""
        if not self.terms:
            return 0
        value = self.affine
        return None if value is None else as_number(value)


def is_bounded() -> bool:
    """Whether what isl is asked now is asked within `bounded_work`."""
    return bool(isl.DEFAULT_CONTEXT.get_max_operations())


@contextmanager
def bounded_work(operations: int = SOME_OPERATIONS) -> Iterator[None]:
    """What isl is asked here it answers in so many steps, or gives up with an `isl.Error`."""
    context = isl.DEFAULT_CONTEXT
    before = context.get_max_operations()
    context.reset_operations()
    context.set_max_operations(operations)
    try:
        yield
    finally:
        context.set_max_operations(before)
        context.reset_operations()


@lru_cache(256)
def constant(value: int) -> isl.PwAff:
    """A constant function."""
    space = isl.Space.params_alloc(isl.DEFAULT_CONTEXT, 0)
    zero = isl.Aff.zero_on_domain(isl.LocalSpace.from_space(space))
    return isl.PwAff.from_aff(zero.add_constant_val(isl.Val(str(value))))


def _space(name: str) -> isl.Space:
    return isl.Space.params_alloc(isl.DEFAULT_CONTEXT, 1).set_dim_name(isl.dim_type.param, 0, name)


@lru_cache(4096)
def _identity(name: str) -> isl.Id:
    return _space(name).get_dim_id(isl.dim_type.param, 0)


@lru_cache(256)
def symbol(name: str) -> isl.PwAff:
    """The value of a symbol."""
    local = isl.LocalSpace.from_space(_space(name))
    return isl.PwAff.from_aff(isl.Aff.var_on_domain(local, isl.dim_type.param, 0))


@cache
def everywhere() -> isl.Set:
    """The condition that always holds."""
    return isl.Set.universe(isl.Space.params_alloc(isl.DEFAULT_CONTEXT, 0))


def as_number(value: isl.PwAff) -> int | None:
    """The value of a constant function that is defined everywhere."""
    if not value.is_cst() or not value.isa_aff():
        return None
    number = value.as_aff().get_constant_val()
    return int(number.to_str()) if number.is_int() else None


def times_in(value: isl.PwAff, part: isl.PwAff) -> int:
    """How often a function holds another one: 2 for 2 * n + i and n.  0 where that is not the same everywhere."""
    name = min(symbols_of(part), default=None)
    if name is None:
        return 0
    counts, by = _coefficients(value, name), _coefficients(part, name)
    return counts.pop() // by.pop() if len(counts) == 1 and len(by) == 1 and 0 not in by else 0


def _coefficients(value: isl.PwAff, name: str) -> set[int]:
    """The factors of a symbol in the pieces of a function, without those that are no integers."""
    position = value.find_dim_by_name(isl.dim_type.param, name)
    if position < 0:
        return {0}
    factors = [piece.get_coefficient_val(isl.dim_type.param, position) for _, piece in value.get_pieces()]
    return {int(each.to_python()) for each in factors if each.is_int()}


def divisions(condition: isl.Set) -> int:
    """How many divisions there are in the sets whose union a condition is."""
    return sum(each.dim(isl.dim_type.div) for each in condition.get_basic_sets())


def is_simple(condition: isl.Set) -> bool:
    """Whether a condition has so few divisions that each use is worth the work."""
    return condition.n_basic_set() <= 1 or divisions(condition) <= MOST_DIVISIONS


def names_of(thing: isl.PwAff | isl.Set) -> list[str]:
    """The symbols in the space of a function or condition, which need not depend on all of them."""
    return [str(thing.get_dim_name(isl.dim_type.param, each)) for each in range(thing.dim(isl.dim_type.param))]


def symbols_of(thing: isl.PwAff | isl.Set) -> set[str]:
    """The symbols that a function or condition really depends on."""
    param, involves = isl.dim_type.param, thing.involves_dims
    return {str(thing.get_dim_name(param, each)) for each in range(thing.dim(param)) if involves(param, each, 1)}


Thing = TypeVar("Thing", isl.Set, isl.PwAff)


class Alike(Generic[Thing]):
    """A condition or function as a key: equal to those that isl holds in the same form, which is quick to see.

    isl's own `==` asks whether two things mean the same.
    """

    __slots__ = ("thing",)

    def __init__(self, thing: Thing) -> None:
        self.thing: Thing = thing

    def __hash__(self) -> int:
        return hash(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike) and bool(self.thing.plain_is_equal(other.thing))


def renamed(thing: Thing, names: Callable[[str], str]) -> Thing:
    """A condition or function with other names for its symbols."""
    now = names_of(thing)
    new = tuple(map(names, now))
    if new == tuple(now):
        return thing
    made: Thing = _renamed(Alike(thing), new)
    return made


@lru_cache(1 << 14)
def _renamed(known: Alike[Thing], names: tuple[str, ...]) -> Thing:
    """A condition or function with these names for its symbols."""
    thing = known.thing
    for number, name in enumerate(names):
        thing = thing.set_dim_id(isl.dim_type.param, number, _identity(name))
    return thing


def values_of(condition: isl.Set, name: str) -> isl.Set | None:
    """The values of a symbol for which a condition holds, as a set of one dimension; None: it does not matter."""
    position = condition.find_dim_by_name(isl.dim_type.param, name)
    return None if position < 0 else condition.move_dims(isl.dim_type.set, 0, isl.dim_type.param, position, 1)


def is_limited(condition: isl.Set, name: str, limit: int) -> bool:
    """Whether a condition holds for no value of a symbol above a limit."""
    alone = without(condition, sorted(symbols_of(condition) - {name}))
    position = alone.find_dim_by_name(isl.dim_type.param, name)
    if position < 0:
        return False
    values = isl.Set.from_params(alone).move_dims(isl.dim_type.set, 0, isl.dim_type.param, position, 1)
    largest = values.dim_max_val(0)
    return largest.is_int() and int(largest.to_python()) <= limit


def may_be_meant(condition: isl.Set, reached: isl.Set, names: Collection[str]) -> bool:
    """Whether code that is `reached` may rely on a condition.

    It does not rely on one that is false wherever it is reached, or that leaves only small values to a symbol of
    `names`, as `n == 1`; one of too many pieces is not worth its evaluation.
    """
    within = reached.intersect(condition)
    if condition.n_basic_set() > MOST_PIECES or within.is_empty():
        return False
    limits = (each for each in sorted(names) if is_limited(within, each, SMALL))
    return all(is_limited(reached, each, SMALL) for each in limits)


def without(condition: isl.Set, names: Sequence[str]) -> isl.Set:
    """Where a condition holds for some values of the named symbols; isl's work depends on their order."""
    has = [name for name in names if condition.find_dim_by_name(isl.dim_type.param, name) >= 0]
    return _without(Alike(condition), tuple(has)) if has else condition


@lru_cache(1 << 14)
def _without(known: Alike[isl.Set], names: tuple[str, ...]) -> isl.Set:
    condition = known.thing
    for name in names:
        position = condition.find_dim_by_name(isl.dim_type.param, name)
        if position >= 0:
            condition = condition.project_out(isl.dim_type.param, position, 1)
    return condition


def greatest(value: isl.PwAff, reached: isl.Set, names: Sequence[str]) -> isl.PwAff | None:
    """The greatest value of a function where a condition holds, whatever the values of the named symbols.

    None where the values of the others set no bound.
    """
    values = without(isl.Set.from_pw_aff(value).intersect_params(reached), names)
    if not values.dim_has_upper_bound(isl.dim_type.set, 0):
        return None
    most = values.dim_max(0)
    return most.gist(most.domain())


def example(condition: isl.Set, names: Sequence[str]) -> isl.Set | None:
    """Values of some symbols for which a condition holds, for some values of the others; None: it never holds."""
    point = condition.sample_point()
    if point.is_void():
        return None
    found = everywhere()
    for name in names:
        position = condition.find_dim_by_name(isl.dim_type.param, name)
        coordinate = point.get_coordinate_val(isl.dim_type.param, position)
        found = found.intersect(symbol(name).eq_set(constant(0).add_constant_val(coordinate)))
    return found


def of(value: isl.PwAff) -> Form:
    """A function as a form."""
    return Form({} if as_number(value) == 0 else {(): value})


@lru_cache(256)
def number(value: int) -> Form:
    """A constant as a form."""
    return of(constant(value))


def plus(one: Form, other: Form) -> Form:
    """one + other."""
    sums = dict(one.terms)
    for key, value in other.terms.items():
        sums[key] = _sum(Alike(sums[key]), Alike(value)) if key in sums else value
    return Form({key: value for key, value in sums.items() if as_number(value) != 0})


@lru_cache(1 << 14)
def _sum(one: Alike[isl.PwAff], other: Alike[isl.PwAff]) -> isl.PwAff:
    return one.thing.add(other.thing).coalesce()


def scaled(form: Form, factor: int) -> Form:
    """form * factor."""
    by = isl.Val(str(factor))
    return Form({key: value.scale_val(by) for key, value in form.terms.items()} if factor else {})


def times(one: Form, other: Form, uniform: Callable[[str], bool]) -> Form | None:
    """one * other; None where neither side of some product is a parameter or takes a few constants only.

    `uniform` is true if a symbol counts as a parameter: it has the same value in all iterations of a loop.
    """
    total = Form({})
    for key, a in one.terms.items():
        for other_key, b in other.terms.items():
            term = _product(a, b, uniform)
            if term is None:
                return None
            keys, value = term
            total = plus(total, Form({tuple(sorted((*key, *other_key, *keys))): value}))
    return total


def _product(a: isl.PwAff, b: isl.PwAff, uniform: Callable[[str], bool]) -> tuple[Key, isl.PwAff] | None:
    """The product of two functions: parameters that become part of the key, and a function."""
    for one, other in ((a, b), (b, a)):
        if all(piece.is_cst() for _, piece in one.get_pieces()):
            return (), _by_pieces(one, other)
    known = [all(map(uniform, symbols_of(each))) for each in (a, b)]
    if not any(known):
        return None
    if not known[1]:
        a, b = b, a
    factor, b = primitive(b)
    if not all(known):
        return (str(b),), a.scale_val(factor)
    more, a = primitive(a)
    return (str(a), str(b)), constant(1).scale_val(factor.mul(more))


def single_piece(value: isl.PwAff) -> isl.Aff | None:
    """A function of one piece without divisions; None for others."""
    pieces = value.get_pieces()
    return None if len(pieces) != 1 or pieces[0][1].dim(isl.dim_type.div) else pieces[0][1]


def primitive(value: isl.PwAff) -> tuple[isl.Val, isl.PwAff]:
    """The greatest common divisor of a function's coefficients, and the function over it: 2 and n for 2 * n."""
    param = isl.dim_type.param
    function, whole = single_piece(value), isl.Val("1")
    if function is None:
        return whole, value
    factors = [function.get_coefficient_val(param, number) for number in range(function.dim(param))]
    found = [each for each in (*factors, function.get_constant_val()) if not each.is_zero()]
    if not found or not all(each.is_int() for each in found):
        return whole, value
    common = reduce(isl.Val.gcd, found).abs()
    return common, value.scale_down_val(common)


def _by_pieces(factor: isl.PwAff, other: isl.PwAff) -> isl.PwAff:
    """The product with a function of constant pieces."""
    total: isl.PwAff | None = None
    for domain, piece in factor.get_pieces():
        part = other.scale_val(piece.get_constant_val())
        if not domain.plain_is_universe():
            part = part.intersect_domain(domain)
        total = part if total is None else total.union_add(part)
    assert total is not None
    return total.coalesce()


def multiple(one: isl.PwAff, other: isl.PwAff) -> isl.PwAff | None:
    """The product where one of the two is a number."""
    return one.mul(other) if one.is_cst() or other.is_cst() else None


@lru_cache(1 << 14)
def both(one: Alike[isl.Set], other: Alike[isl.Set]) -> isl.Set:
    """Where two conditions hold."""
    return one.thing.intersect(other.thing).coalesce()


def chosen(condition: isl.Set, yes: isl.PwAff, no: isl.PwAff) -> isl.PwAff | None:
    """`condition ? yes : no`; None where that has too many pieces."""
    return _chosen(Alike(condition), Alike(yes), Alike(no))


@lru_cache(1 << 12)
def _chosen(on: Alike[isl.Set], one: Alike[isl.PwAff], other: Alike[isl.PwAff]) -> isl.PwAff | None:
    condition, yes, no = on.thing, one.thing, other.thing
    if condition.plain_is_universe():
        return yes
    if condition.is_empty():
        return no
    if yes.is_equal(no):
        return yes
    value = yes.intersect_domain(condition).union_add(no.intersect_domain(condition.complement())).coalesce()
    return value if value.n_piece() <= MOST_PIECES else None


def remainder(value: isl.PwAff, by: int, *, positive: bool) -> isl.PwAff | None:
    """C's `value % by`, which has the sign of the value; `positive` is true if that is not below 0."""
    number = isl.Val(str(by))
    above = value.mod_val(number)
    return above if positive else chosen(value.nonneg_set(), above, value.neg().mod_val(number).neg())
