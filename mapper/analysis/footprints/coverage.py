"""How much of a buffer a kernel writes for certain: the elements from its beginning up to the first gap."""

from __future__ import annotations

from collections.abc import Iterator

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Member, Root, Step
from mapper.analysis.kernels.relations.dependences import exposed_reads
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import IMAGINARY_PART, REAL_PART, ArrayType, ComplexType, CType, StructType

MOST_ACCESSES = 200
"""Buffers with more accesses are not looked at: each costs isl some work."""
MOST_LEAVES = 16


def written_from_start(found: Found, root: Root, symbols: Symbols) -> isl.PwAff | None:
    """The number of a buffer's elements, from its first one on, that the kernel is certain to write.

    It is a function of the kernel's parameters.  None: that is not known, some work-item may read an element
    before it has written it itself, or an access may be behind these elements.
    """
    own = found.of(root)
    if not found.complete or len(own) > MOST_ACCESSES or exposed_reads(found, root):
        return None  # gaps between what the tiles of a pipeline write take isl long
    end = _first_gap(found, [access for access in own if access.root is not None], root, symbols)
    return None if end is None or any(not _lies_below(access, end) for access in own) else end


def _first_gap(found: Found, own: list[Access], root: Root, symbols: Symbols) -> isl.PwAff | None:
    """The least first subscript at which something is not written for certain."""
    leaves = list(_leaves(root.type, symbols))
    if len(leaves) > MOST_LEAVES or None in leaves:
        return None
    writes = [access for access in own if _is_certain(found, access)]
    gaps = forms.everywhere().complement()
    for leaf in leaves:
        assert leaf is not None
        gaps = gaps.union(_gaps(writes, leaf))
    return _least(gaps.coalesce())


def _is_certain(found: Found, access: Access) -> bool:
    """Whether an access is a write that happens exactly in its domain, at places that the parameters show."""
    if not access.write or not access.certain or not access.complete or access.atomic:
        return False
    return not access.symbols & found.unknown.keys()


def _leaves(of: CType, symbols: Symbols) -> Iterator[tuple[Step, ...] | None]:
    """The ways to the scalars in an element; the values of subscripts mean nothing.  None: there are others."""
    if isinstance(of, ArrayType):
        if of.length is None:
            yield None
            return
        for leaf in _leaves(of.element, symbols):
            yield None if leaf is None else (Index(forms.constant(0), of.length), *leaf)
    elif isinstance(of, ComplexType):
        yield from ((Member(part),) for part in (REAL_PART, IMAGINARY_PART))
    elif isinstance(of, StructType):
        members = symbols.members(of)
        if members is None or of.union:
            yield None
            return
        for member in members:
            for leaf in _leaves(member.type, symbols):
                yield None if leaf is None or not member.name else (Member(member.name), *leaf)
    else:
        yield ()


def _gaps(writes: list[Access], leaf: tuple[Step, ...]) -> isl.Set:
    """The first subscripts at which one of a leaf's scalars is not written, as values of `_place(0)`."""
    steps = (Index(forms.constant(0)), *leaf)
    box = _place(0).ge_set(forms.constant(0))
    inner: list[str] = []
    for number, step in enumerate(steps):
        if number and isinstance(step, Index):
            assert step.extent is not None
            at = _place(number)
            box = box.intersect(at.ge_set(forms.constant(0))).intersect(at.lt_set(forms.constant(step.extent)))
            inner.append(_name(number))
    written = forms.everywhere().complement()
    for write in writes:
        written = written.union(_written(write, steps))
    return forms.without(box.subtract(written).coalesce(), inner)


def _written(write: Access, steps: tuple[Step, ...]) -> isl.Set:
    """The places of some scalars that a write reaches: those of a whole aggregate where it has fewer steps."""
    nothing = forms.everywhere().complement()
    places = write.domain
    if not write.steps:
        return nothing
    for number, (mine, its) in enumerate(zip(write.steps, steps, strict=False)):
        if isinstance(mine, Member) and isinstance(its, Member):
            if mine.name != its.name or mine.union:
                return nothing
        elif isinstance(mine, Index) and isinstance(its, Index):
            if mine.chain or mine.extent != its.extent:
                return nothing
            places = places.intersect(_place(number).eq_set(mine.value))
        else:
            return nothing
    return forms.without(places, [loop.symbol for loop in write.loops])


def _lies_below(access: Access, end: isl.PwAff) -> bool:
    """Whether an access touches nothing behind the first `end` elements, nor before them."""
    if access.root is None:
        return not access.write  # a read of what is not known is an exposed read
    first = access.steps[0] if access.steps else None
    if not isinstance(first, Index) or first.chain:
        return False
    outside = first.value.lt_set(forms.constant(0)).union(first.value.ge_set(end))
    return bool(outside.intersect(access.domain).is_empty())


def _least(places: isl.Set) -> isl.PwAff | None:
    """The least value of `_place(0)` in a set, as a function of the other symbols."""
    values = forms.values_of(places, _name(0))
    if values is None or values.is_empty() or not values.dim_has_lower_bound(isl.dim_type.set, 0):
        return None
    least: isl.PwAff = values.dim_min(0)
    return least.coalesce()


def _name(number: int) -> str:
    return f"mrt place {number}"


def _place(number: int) -> isl.PwAff:
    return forms.symbol(_name(number))
