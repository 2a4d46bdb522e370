"""Where symbolic integer values are in ranges, and compare as they are asked to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.forms import Alike
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.nodes import ORDER


def relation(operator: str, left: isl.PwAff, right: isl.PwAff) -> isl.Set:
    """Where a comparison of two functions holds."""
    return _relation(operator, Alike(left), Alike(right))


@lru_cache(1 << 14)
def _relation(operator: str, one: Alike[isl.PwAff], other: Alike[isl.PwAff]) -> isl.Set:
    left, right = one.thing, other.thing
    tests: Mapping[str, str] = {
        "<": "lt_set", "<=": "le_set", ">": "gt_set", ">=": "ge_set", "==": "eq_set", "!=": "ne_set",
    }  # fmt: skip
    if operator in ORDER and (left.n_piece() > 1 or right.n_piece() > 1):
        more, less = (left, right) if operator[0] == ">" else (right, left)
        return _is_positive(Alike(more.sub(less)), strictly=len(operator) == 1)
    found: isl.Set = getattr(left, tests[operator])(right)
    return found


@lru_cache(1 << 10)
def _is_positive(value: Alike[isl.PwAff], *, strictly: bool) -> isl.Set:
    """Where a value is more than 0, or at least 0.

    Where it is the least of several functions, all of them are: one basic set, and not one for each function.
    """
    whole: isl.PwAff = value.thing.coalesce()
    pieces = whole.get_pieces()
    if 1 < len(pieces) <= forms.MOST_PIECES and _is_least(pieces):
        domain = whole.domain()
        found = forms.everywhere() if forms.everywhere().is_subset(domain) else domain
        for _, piece in pieces:
            one = isl.PwAff.from_aff(piece)
            found = found.intersect(one.pos_set() if strictly else one.nonneg_set())
        return found.coalesce()
    return (whole.pos_set() if strictly else whole.nonneg_set()).coalesce()


def _is_least(pieces: Sequence[tuple[isl.Set, isl.Aff]]) -> bool:
    """Whether each piece of a function is the least of all in its own domain."""
    return all(
        domain.is_subset(isl.PwAff.from_aff(other.sub(piece)).nonneg_set())
        for domain, piece in pieces
        for _, other in pieces
        if other is not piece
    )


@lru_cache(1 << 14)
def is_within(
    value: Alike[isl.PwAff],
    low: int | None,
    high: int | None,
    domain: Alike[isl.Set],
    ranges: tuple[tuple[str, int, int], ...],
) -> bool:
    """Whether a value is in a range all over a domain; `ranges` are those of symbols."""
    outside = forms.everywhere().complement()
    if low is not None:
        outside = outside.union(value.thing.lt_set(forms.constant(low)))
    if high is not None:
        outside = outside.union(value.thing.gt_set(forms.constant(high)))
    outside = outside.intersect(domain.thing)
    return bool(outside.is_empty() or outside.intersect(_all_in(ranges)).is_empty())


@lru_cache(1 << 14)
def is_in_row(value: Alike[isl.PwAff], width: Alike[isl.PwAff], domain: Alike[isl.Set]) -> bool:
    """Whether a subscript is in a row of some width all over a domain."""
    return bool(beyond_row(value.thing, width.thing, domain.thing).is_empty())


def beyond_row(value: isl.PwAff, width: isl.PwAff, domain: isl.Set) -> isl.Set:
    """Where in a domain a subscript is not in a row of some width."""
    outside: isl.Set = value.lt_set(forms.constant(0)).union(value.ge_set(width))
    return outside.intersect(domain)


@lru_cache(1 << 10)
def _all_in(ranges: tuple[tuple[str, int, int], ...]) -> isl.Set:
    """Where symbols are in their ranges."""
    found = forms.everywhere()
    for name, least, greatest in ranges:
        at = forms.symbol(name)
        found = found.intersect(at.ge_set(forms.constant(least))).intersect(at.le_set(forms.constant(greatest)))
    return found


@lru_cache(1 << 14)
def somewhere_inside(
    value: Alike[isl.PwAff], extent: int, domain: Alike[isl.Set], counters: tuple[str, ...]
) -> bool:
    """Whether a subscript is in its range for some counters, wherever it is for some parameters."""
    inside = value.thing.ge_set(forms.constant(0)).intersect(value.thing.lt_set(forms.constant(extent)))
    outside = inside.complement().intersect(domain.thing)
    inside = inside.intersect(domain.thing)
    parameters = forms.symbols_of(domain.thing).difference(counters)
    example = forms.example(inside, sorted(parameters & forms.symbols_of(inside)))
    if example is None or outside.intersect(example).is_empty():
        return example is not None
    return not forms.without(domain.thing, counters).is_subset(forms.without(outside, counters))


def type_range(of: IntType) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    return (-(1 << (of.bits - 1)), (1 << (of.bits - 1)) - 1) if of.signed else (0, (1 << of.bits) - 1)


def holds_all(counter: IntType, step: IntType) -> bool:
    """Whether a counter's type has all positive values that a step may have."""
    return step.bits - step.signed <= counter.bits - counter.signed
