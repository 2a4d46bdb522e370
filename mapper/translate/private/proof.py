"""What is to be proved of a kernel's work-items, by `analysis.kernels.dependences`, device functions included.

They write what they read of a private variable, element by element.  Where a program may know that one thread runs
neighbouring iterations in their order, none of them certainly uses what another one stores.  Where nothing
promises that iterations are independent, no access of one touches what another one writes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import islpy as isl

from mapper.analysis.footprints.host_values import host_condition
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Memory, Root
from mapper.analysis.kernels.relations.dependences import (
    carried_where_distinct,
    crosses,
    exposed_instances,
    exposed_reads,
    private_roots,
)
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.assumptions import Written
from mapper.ir.program.kernel import Kernel


@dataclass(frozen=True, eq=False, slots=True)
class Independence:
    """A kernel no iteration of which depends on another one, as far as need be for different memory.

    Else it is None, and `reason` the end of a sentence that says why; `through` is the name of the memory through
    which iterations may depend on each other, where that is known.
    """

    kernel: Kernel | None
    reason: str = ""
    through: str | None = None


def independent(kernel: Kernel, symbols: Symbols, apart: Collection[str] = ()) -> Independence:
    """Whether a kernel's iterations are proved independent, but for what they do in the buffers in `apart`."""
    if len(kernel.boxes) < len(kernel.chains):
        return Independence(None, "rows that pointers lead to may overlap")
    try:
        found = collect(kernel, symbols)
        if not found.complete:
            return Independence(None, "the body is too large to be analysed")
        own = (root for name, root in found.roots().items() if name in apart)
        ignored = (*private_roots(found).values(), *own)
        for loop in found.dimensions:
            with forms.bounded_work():
                found, dependence = carried_where_distinct(found, loop, ignored)
            if dependence is not None:
                reason = f"iterations may depend on each other through {dependence.through}"
                return Independence(None, reason, dependence.root)
    except isl.Error:
        return Independence(None, "the subscripts are too intricate to be analysed")
    return Independence(replace(kernel, assumed=found.kernel.assumed).with_rows_apart())


def first_exposed(kernel: Kernel, names: Sequence[str], symbols: Symbols) -> str | None:
    """The first of some private variables that a work-item may read before it writes it; None: there is none.

    One for which the proof takes too long counts as such.
    """
    if not names:
        return None
    found = collect(kernel, symbols, lists=True)
    roots = private_roots(found)
    for name in names:
        root = roots.get(name)
        if not found.complete or root is None or _may_be_exposed(found, root):
            return name
    return None


def where_unexposed(kernel: Kernel, names: Sequence[str], symbols: Symbols) -> Kernel | None:
    """The kernel with a condition of the host under which no work-item reads any of `names` before it writes it.

    The condition is the complement of the projection of what is read too soon on the host's parameters.  None
    where there is none that the host can evaluate, or that a program may rely on.
    """
    found = collect(kernel, symbols, lists=True)
    roots = private_roots(found)
    if not found.complete or any(name not in roots for name in names):
        return None
    try:
        with forms.bounded_work():
            condition = _never_exposed(found, [roots[name] for name in names])
    except isl.Error:
        return None
    known = None if condition is None else host_condition(condition, found)
    if known is None:
        return None
    return replace(kernel, assumed=replace(kernel.assumed, written=(Written(frozenset(names), known),)))


def _never_exposed(found: Found, roots: Sequence[Root]) -> isl.Set | None:
    """What the host's parameters must be so that no read of some private variables is exposed."""
    result = forms.everywhere()
    for root in roots:
        exposed = exposed_instances(found, root)
        if exposed is None:
            return None
        for access, where in exposed:
            inner = sorted((forms.symbols_of(access.domain) | forms.symbols_of(where)) - found.parameters.keys())
            reached = forms.without(access.domain, inner)
            condition = forms.without(where, inner).complement().gist(reached).coalesce()
            if not forms.may_be_meant(condition, reached, forms.symbols_of(condition)):
                return None
            result = result.intersect(condition).coalesce()
    return result


def _may_be_exposed(found: Found, root: Root) -> bool:
    try:
        with forms.bounded_work():
            return bool(exposed_reads(found, root))
    except isl.Error:
        return True


def first_crossing(kernel: Kernel, symbols: Symbols) -> Access | None:
    """The first access that uses, or overwrites, what another iteration certainly stores in the same array.

    Where it takes too long to find out, any access counts as one.
    """
    found = collect(kernel, symbols)
    known = [access for access in found.accesses if _is_known(found, access)]
    if not found.complete and known:
        return known[0]
    for write in (access for access in known if access.write):
        for access in known:
            updates = write.atomic and access.atomic == write.atomic  # their order does not matter
            if not updates and _root(access) == _root(write) and _may_cross(found, write, access):
                return access
    return None


def _may_cross(found: Found, write: Access, access: Access) -> bool:
    try:
        with forms.bounded_work():
            return crosses(found, write, access)
    except isl.Error:
        return True


def _root(access: Access) -> str:
    return access.root.name if access.root is not None else ""


def _is_known(found: Found, access: Access) -> bool:
    """Whether it is known where in a buffer an access is, and when."""
    if access.root is None or access.root.memory is not Memory.BUFFER or not access.complete or not access.certain:
        return False
    subscripts = [step for step in access.steps if isinstance(step, Index)]
    symbols = forms.symbols_of(access.domain).union(*(forms.symbols_of(step.value) for step in subscripts))
    return symbols.isdisjoint(found.unknown) and not any(step.chain for step in subscripts)
