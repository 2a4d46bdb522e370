"""Bounds of loops as functions of the thread's number: do the parts of all threads make one range?

Parts [low(t), high(t)) make one range from low(0) on, each iteration once, where high(t) is low(t + 1) for all t,
and the lengths of all parts have one sign.  What cuts all parts at a common end, or gives the last thread the
rest, is taken off first.
"""

from __future__ import annotations

from itertools import product

from mapper.ir.expressions.polynomials import ONE, ZERO, Polynomial, atom_of, constant, divided
from mapper.openmp.idioms.shares.cases import (
    ME,
    NUMBER,
    THREADS,
    Case,
    Cases,
    Condition,
    contradict,
    for_thread,
    negated,
    one_case,
)

Range = tuple[Cases, Cases, Cases]
"""From where, to where, and by which steps a loop over all parts goes; as its relation says."""


def cyclic(low: Cases, bound: Cases, step: Cases) -> Range | None:
    """The loop that takes the iterations of all threads, which each takes from its number on by their count."""
    first, end, stride = low.single, bound.single, step.single
    if first is None or end is None or stride is None or NUMBER in end.atoms or NUMBER in stride.atoms:
        return None
    between = for_thread(first, ME + ONE) - first
    if not between or NUMBER in between.atoms or (between * THREADS) != stride:
        return None
    return one_case(for_thread(first, ZERO)), bound, one_case(between)


def parts(low: Cases, high: Cases, *, inclusive: bool) -> Range | None:
    """The loop that takes the iterations of all threads, which each takes from `low` to `high`."""
    low, high, end, last = _uncut(low, high, inclusive=inclusive)
    if not _follow(low, high) or not _are_alike(low, high):
        return None
    first = low.mapped(lambda poly: for_thread(poly, ZERO))
    behind = low.mapped(lambda poly: for_thread(poly, THREADS))
    if behind.single is None:
        return (first, behind, one_case(ONE)) if end is None else None
    whole = _simplified(behind.single)
    if end is None:
        return _from_zero(first, whole), one_case(whole), one_case(ONE)
    begin = first.single
    if begin is None:
        return None
    if last:
        evenly = whole in (end, end - _rest(end - begin))
        return (first, one_case(end), one_case(ONE)) if evenly else None
    if _reaches(whole - begin, end - begin):
        return first, one_case(end), one_case(ONE)
    return first, _least(whole, end), one_case(ONE)


def _from_zero(first: Cases, end: Polynomial) -> Cases:
    """Where a loop begins that ends before `end`: `end % threads` is 0 in cases where it is no more than that.

    If the end is negative there are no iterations, from that remainder on as from 0.
    """
    made = []
    for case in first.all:
        rest = divided("%", end, THREADS)
        none = case.value == rest and (">=", -rest) in case.conditions
        made.append(Case(case.conditions, ZERO if none else case.value))
    return one_case(ZERO) if all(case.value == ZERO for case in made) else Cases(tuple(made))


def unproved(low: Cases, high: Cases) -> Range:
    """The loop over all parts where these make one range, which a test must find out; none is run with `high`."""
    bound = high.mapped(lambda poly: for_thread(poly, THREADS - ONE))
    return low.mapped(lambda poly: for_thread(poly, ZERO)), bound, one_case(ONE)


def beginnings(low: Cases, high: Cases, *, inclusive: bool) -> Cases:
    """Where each thread's part would begin if none were cut at the common end."""
    return _uncut(low, high, inclusive=inclusive)[0]


def _uncut(low: Cases, high: Cases, *, inclusive: bool) -> tuple[Cases, Cases, Polynomial | None, bool]:
    """The parts without a common end, that end if there is one, and whether the last thread alone has it."""
    if inclusive:
        high = high.plus(ONE)
    cut = _cut(high)
    if cut is None:
        return low, high, None, False
    high, end, last = cut
    cut_low = _cut(low)
    if cut_low is not None and cut_low[1] == end and not cut_low[2]:
        low = cut_low[0]
    return low, high, end, last


def _least(one: Polynomial, other: Polynomial) -> Cases:
    """The least of two values."""
    below: Condition = (">=", other - one - ONE)
    return Cases((Case(frozenset([below]), one), Case(frozenset([negated(below)]), other))).possible


def _cut(high: Cases) -> tuple[Cases, Polynomial, bool] | None:
    """The cases without those that cut all at one end, the end, and whether the last thread alone has it."""
    for end in {each.value for each in high.all if NUMBER not in each.value.atoms}:
        ends = [each for each in high.all if each.value == end]
        others = [each for each in high.all if each.value != end]
        whole: list[Case] = []
        kinds: set[bool] = set()
        for case in ends:
            for other in others:
                mine, its = case.conditions - other.conditions, other.conditions - case.conditions
                if len(mine) != 1 or len(its) != 1:
                    continue
                (condition,) = mine
                if negated(condition) not in its:
                    continue
                over = other.value - end
                last = ME - THREADS + ONE
                if condition in ((">=", over), (">=", over + constant(-1))):
                    kinds.add(False)
                elif condition in (("==", last), ("==", -last), (">=", last)):
                    kinds.add(True)
                else:
                    continue
                whole.append(Case(other.conditions - its, other.value))
        if len(whole) == len(ends) == len(others) and len(kinds) == 1:
            return Cases(tuple(whole)), end, kinds.pop()
    return None


def _follow(low: Cases, high: Cases) -> bool:
    """Whether each thread's part ends where the next one's begins."""
    following = low.mapped(lambda poly: for_thread(poly, ME + ONE))
    for one, other in product(high.all, following.all):
        conditions = list(one.conditions | other.conditions)
        if contradict(conditions):
            continue
        difference = one.value - other.value
        zeros = _zeros(conditions)
        if difference and difference not in zeros and (-difference) not in zeros:
            return False
    return True


def _zeros(conditions: list[Condition]) -> set[Polynomial]:
    """What conditions leave no value but 0."""
    signs = {poly for operator, poly in conditions if operator == ">="}
    found = {poly for poly in signs if (-poly) in signs}
    return found | {poly for operator, poly in conditions if operator == "=="}


def _are_alike(low: Cases, high: Cases) -> bool:
    """Whether the lengths of parts have one sign for all threads."""
    lengths = [
        one.value - other.value
        for one, other in product(high.all, low.all)
        if not contradict(list(one.conditions | other.conditions))
    ]
    if all(NUMBER not in length.atoms for length in lengths):
        apart = [(one - other).constant for one in lengths for other in lengths]
        return all(value is not None and abs(value) <= 1 for value in apart)
    start = low.single
    if start is None or len(high.all) != 1:
        return False
    moving = [(key, factor) for key, factor in start if any(NUMBER in atom_of(atom).atoms for atom in key)]
    if len(moving) != 1 or len(moving[0][0]) != 1 or not isinstance(moving[0][0][0], tuple):
        return False
    operator, of, by = moving[0][0][0]
    step = for_thread(of, ME + ONE) - of
    return operator == "/" and NUMBER not in step.atoms and NUMBER not in by.atoms


def _simplified(poly: Polynomial) -> Polynomial:
    """`x / threads * threads + x % threads` is x."""
    for key, factor in poly:
        for atom in key:
            if isinstance(atom, tuple) and atom[0] == "%" and len(key) == 1:
                _, of, by = atom
                whole = atom_of(("/", of, by)) * by
                rest = poly - Polynomial({key: factor}) - constant(factor) * whole
                if len(rest.terms) < len(poly.terms):
                    return _simplified(rest + constant(factor) * of)
    return poly


def _rest(count: Polynomial) -> Polynomial:
    """`count % threads`, as what `count / threads` for each thread leaves over."""
    return count - divided("/", count, THREADS) * THREADS


def _reaches(whole: Polynomial, count: Polynomial) -> bool:
    """Whether so many iterations for all threads are at least the count: a quotient that is rounded up."""
    up = divided("/", count + (THREADS - ONE), THREADS) * THREADS
    also = divided("/", count - ONE, THREADS) * THREADS + THREADS
    return whole in (up, also)
