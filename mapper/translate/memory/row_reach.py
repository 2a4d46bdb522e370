"""How far a kernel reaches from the pointers in its tables: what the subscripts in its finished code say.

`mapper.translate.memory.reach` reads the source of the loop, and knows nothing where a function gets the table.
This one walks the kernel, device functions included.  Of other pointers it says if the kernel goes below them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

import islpy as isl
from pycparser import c_ast

from mapper.analysis.footprints.host_values import host_value
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Access, Found, Index
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.literals import is_zero
from mapper.translate.memory.memory import POINTER

_REACHED = "mrt reached"
_NEAR = range(-2, 3)  # (i + j) % 2 is -1, 0 or 1


def with_row_reach(kernel: Kernel, symbols: Symbols) -> Kernel:
    """The kernel, with the bytes that it reaches from pointers out of tables, where these weren't known.

    Of other pointers it says which the kernel reaches no memory before.
    """
    if not kernel.chains and not any(each.below or each.shifted for each in kernel.buffers):
        return kernel
    found = collect(kernel, symbols, rows=True)
    if not found.placed:
        return kernel
    known: dict[str, Buffer] = {}
    levels = kernel.levels
    for chain in kernel.chains:
        for buffer in chain:
            level = levels[buffer.name]
            accesses = [each for each in found.accesses if each.root and each.root.name == buffer.name]
            for table in kernel.buffers:
                if table.within == buffer.name:
                    accesses += _owners(found, table)
            made = buffer if buffer.bytes is not None else _reached(buffer, accesses, level, found)
            if made.bytes is None and buffer.table and not (buffer.stride or buffer.within or buffer.whole):
                made = _reached(buffer, accesses, level, found, loose=True)
            known[buffer.name] = replace(made, box=all(_is_box(access, level) for access in accesses))
    for buffer in kernel.buffers:
        if buffer.of or buffer.table:
            continue
        if buffer.below and not _goes_below(buffer, found):
            known[buffer.name] = replace(buffer, below=False)
        if buffer.shifted and buffer.bytes is None:
            accesses = [each for each in found.accesses if each.root and each.root.name == buffer.name]
            known[buffer.name] = _around(known.get(buffer.name, buffer), accesses, found)
    parameters = tuple(known.get(each.name, each) for each in kernel.parameters)
    return replace(kernel, parameters=parameters)


def _goes_below(buffer: Buffer, found: Found) -> bool:
    """Whether the kernel may reach elements before the one that a pointer leads to."""
    unknown = set(found.unknown)
    for access in found.accesses:
        if access.root is None or access.root.name != buffer.name:
            continue
        step = access.steps[0] if access.steps else None
        if not isinstance(step, Index) or forms.symbols_of(step.value) & unknown:
            return True
        if not access.domain.intersect(step.value.lt_set(forms.constant(0))).is_empty():
            return True
    return False


def _owners(found: Found, table: Buffer) -> Iterator[Access]:
    """The accesses to entries of a table, as accesses to the structures that these are members of."""
    width = isl.Val(table.span * table.times // POINTER)
    for access in found.accesses:
        if access.root is not None and access.root.name == table.name:
            steps = (
                replace(step, value=step.value.scale_down_val(width).floor()) if isinstance(step, Index) else step
                for step in access.steps
            )
            yield replace(access, steps=tuple(steps))


def _is_box(access: Access, level: int) -> bool:
    """Whether an access goes as far in each row as in the others, or by colours, which differ by few elements."""
    steps = [step for step in access.steps[: level + 1] if isinstance(step, Index)]
    if len(steps) <= level:
        return False
    outer = {name for step in steps[:level] for name in forms.symbols_of(step.value)}
    inner = [loop.symbol for loop in access.loops if loop.symbol not in outer]
    around = {loop.symbol for loop in access.loops} & outer
    at = forms.symbol(_REACHED)

    def reached(ahead: int) -> isl.Set:
        place = steps[level].value.add(forms.constant(ahead))
        return forms.without(access.domain.intersect(at.eq_set(place)), inner)

    here = reached(0)
    anywhere = forms.without(here, sorted(around)).intersect(forms.without(here, [_REACHED]))
    return bool(anywhere.is_subset(here)) or bool(anywhere.is_subset(reduce(isl.Set.union, map(reached, _NEAR))))


def _reached(buffer: Buffer, accesses: list[Access], level: int, found: Found, *, loose: bool = False) -> Buffer:
    try:
        with forms.bounded_work(forms.FEW_OPERATIONS):
            low, end = _extremes(accesses, level, found, exactly=buffer.table and not loose)
    except isl.Error:
        return buffer
    if low is None or end is None:
        return buffer
    size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", buffer.pointer))
    lowest = None if is_zero(low) else build.binary("*", low, host_cast("long", size))
    return replace(buffer, bytes=build.binary("*", end, size), low=lowest, loose=loose)


def _around(buffer: Buffer, accesses: list[Access], found: Found) -> Buffer:
    """The buffer, with what all accesses to bytes around its pointer are in, if that is known."""
    made = _reached(buffer, accesses, 0, found, loose=True)
    if made.bytes is None:
        return buffer
    return replace(buffer, first=made.low or build.integer(0, "L"), end=made.bytes)


def _extremes(
    accesses: Iterable[Access], level: int, found: Found, *, exactly: bool
) -> tuple[c_ast.Node | None, c_ast.Node | None]:
    """The least element, and the one behind the greatest, as host expressions; 0 where there are none.

    `exactly` asks for no element that the loop may not reach.
    """
    origin = forms.symbol(_REACHED).eq_set(forms.constant(0))
    lows, ends = None, origin
    for access in accesses:
        step = access.steps[level] if len(access.steps) > level else None
        if not isinstance(step, Index) or (exactly and not access.certain):
            return None, None
        unknown = set(found.unknown)
        if forms.symbols_of(step.value) & unknown or (exactly and forms.symbols_of(access.domain) & unknown):
            return None, None
        inner = [loop.symbol for loop in access.loops] + sorted(forms.symbols_of(access.domain) & unknown)
        at = forms.symbol(_REACHED)
        reached = forms.without(access.domain.intersect(at.eq_set(step.value)), inner)
        lows = reached if lows is None else lows.union(reached)
        beyond = step.value.add(forms.constant(1))
        ends = ends.union(forms.without(access.domain.intersect(at.eq_set(beyond)), inner))
    if lows is None:
        return None, None
    lows = lows.union(origin.subtract(forms.without(lows, [_REACHED])))
    return _extreme(lows, found, least=True), _extreme(ends, found, least=False)


def _extreme(values: isl.Set, found: Found, *, least: bool) -> c_ast.Node | None:
    param = isl.dim_type.param
    moved = values.move_dims(isl.dim_type.set, 0, param, values.find_dim_by_name(param, _REACHED), 1).coalesce()
    bounded = moved.dim_has_lower_bound if least else moved.dim_has_upper_bound
    if not bounded(isl.dim_type.set, 0):
        return None
    extreme: isl.PwAff = (moved.dim_min(0) if least else moved.dim_max(0)).coalesce()
    return host_value(extreme, found) if extreme.n_piece() <= forms.MOST_PIECES else None
