"""How neighbouring work-items access memory together: the distance of their addresses for one access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.forms import Form
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop, Member


class Pattern(StrEnum):
    """What neighbours in one dimension access."""

    COALESCED = "coalesced"  # elements beside each other
    CONSTANT = "constant"  # the same element
    STRIDED = "strided"  # elements that are always as far apart
    IRREGULAR = "irregular"  # anything


@dataclass(frozen=True, slots=True)
class Coalescing:
    """A pattern; `stride` in elements of the accessed type where it is a number."""

    pattern: Pattern
    stride: int | None = None


IRREGULAR = Coalescing(Pattern.IRREGULAR)


@lru_cache(1 << 14)
def classify(found: Found, access: Access, variable: str) -> Coalescing:
    """What an access of global memory does for neighbours in the dimension (or loop) with symbol `variable`."""
    step = found.step_of(variable)
    placed = strides_of(found, access)
    if access.linear is not None and placed is None:
        return _counted(found, access.linear, variable, step)
    if access.root is None or not access.complete:
        return IRREGULAR
    total = 0
    strange = False  # a distance that is not a number of elements
    for each, size in zip(access.steps, _sizes(access) if placed is None else placed, strict=True):
        if not isinstance(each, Index):
            continue
        rate = _rate(found, each.value, variable)
        if rate is None:
            return IRREGULAR
        strange = strange or (rate != 0 and (size is None or step == 0))
        total += rate * step * (size or 0)
    return Coalescing(Pattern.STRIDED) if strange else _pattern(total)


@lru_cache(1 << 14)
def rates(found: Found, access: Access, variable: str) -> tuple[int | None, ...]:
    """How much each subscript of an access differs between neighbours in a dimension or loop; None: it varies."""
    step = found.step_of(variable)
    each_rate = (_rate(found, each.value, variable) for each in access.steps if isinstance(each, Index))
    return tuple(None if rate is None or (rate and not step) else rate * step for rate in each_rate)


def strides_of(found: Found, access: Access) -> Sequence[int] | None:
    """How many elements are between neighbours of each subscript of an array that has a layout."""
    for buffer in found.kernel.buffers:
        if access.root is not None and buffer.name == access.root.name and buffer.layout is not None:
            return buffer.layout.strides if len(access.steps) == len(buffer.layout.extents) else None
    return None


def starts_apart(found: Found, loop: Loop, along: Loop) -> bool:
    """Whether neighbours in a dimension begin a loop at other values of its counter."""
    if loop.lower is None:
        return True
    names = forms.symbols_of(loop.lower)
    return along.symbol in names or any(along.symbol in found.unknown.get(name, ()) for name in names)


def _pattern(distance: int) -> Coalescing:
    if distance == 0:
        return Coalescing(Pattern.CONSTANT, 0)
    return Coalescing(Pattern.COALESCED if abs(distance) == 1 else Pattern.STRIDED, distance)


def _counted(found: Found, offset: Form, variable: str, step: int) -> Coalescing:
    """By the number of elements from a buffer's beginning."""
    rates = {key: _rate(found, value, variable) for key, value in offset.terms.items()}
    if None in rates.values():
        return IRREGULAR
    if any(rate for key, rate in rates.items() if key) or (rates.get(()) and not step):
        return Coalescing(Pattern.STRIDED)
    return _pattern((rates.get(()) or 0) * step)


def _sizes(access: Access) -> list[int | None]:
    """How many accessed elements are between neighbours of each subscript; None where that is no constant."""
    sizes: list[int | None] = []
    rest: int | None = 1
    for each in reversed(access.steps):
        if isinstance(each, Member):
            sizes.append(None)
            rest = None
            continue
        sizes.append(rest if each.chain in ((), ("",)) else None)
        rest = None if rest is None or each.chain else rest * (each.extent or 1)
    return sizes[::-1]


def _rate(found: Found, value: isl.PwAff, variable: str) -> int | None:
    """How much a subscript grows when a counter grows by one; None where that is not always the same."""
    param = isl.dim_type.param
    if found.unknown and any(variable in found.unknown.get(name, ()) for name in forms.symbols_of(value)):
        return None
    position = value.find_dim_by_name(param, variable)
    if position < 0 or not value.involves_dims(param, position, 1):
        return 0
    rates = set()
    for _, piece in value.get_pieces():
        position = piece.find_dim_by_name(param, variable)
        if any(piece.involves_dims(isl.dim_type.div, number, 1) for number in range(piece.dim(isl.dim_type.div))):
            return None
        rate = piece.get_coefficient_val(param, position) if position >= 0 else isl.Val(0)
        rates.add(int(rate.to_python()) if rate.is_int() else None)
    return None if len(rates) != 1 or None in rates else rates.pop()
