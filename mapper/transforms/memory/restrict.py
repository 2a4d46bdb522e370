"""`restrict`: declares which of a kernel's pointers lead to memory that no other one leads to.

It may then keep loads across stores to other arrays, and read what is never written through read-only caches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapper.analysis.kernels.relations.access_pairs import pair_of
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform, listed
from mapper.transforms.frame.contract import Trait


def restrict(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the buffers that are known to be apart marked so."""
    buffers = kernel.buffers
    near = _near(buffers)
    apart = {each.name for each in buffers if all(_harmless(each, other, kernel) for other in near[each.name])}
    if not apart:
        return Refusal("any of the arrays may be the same memory") if len(buffers) > 1 else None
    parameters = tuple(
        replace(each, apart=True) if isinstance(each, Buffer) and each.name in apart else each
        for each in kernel.parameters
    )
    which = "its arrays" if len(apart) == len(buffers) else listed(sorted(apart))
    return Changed(replace(kernel, parameters=parameters), f"no other pointer of the loop leads to {which}")


TRANSFORM = Transform(
    "restrict", "pointers that lead to memory of their own are declared so", restrict, accepts=frozenset(Trait)
)


def _near(buffers: Sequence[Buffer]) -> dict[str, list[Buffer]]:
    """For each buffer those that it may overlap."""
    known = {each.name: each for each in buffers}
    near: dict[str, dict[str, Buffer]] = {name: {} for name in known}
    for each in buffers:
        for name in known.keys() if each.overlaps is None else known.keys() & each.overlaps:
            near[each.name][name] = known[name]
            near[name][each.name] = each
    return {name: list(found.values()) for name, found in near.items()}


def _harmless(one: Buffer, other: Buffer, kernel: Kernel) -> bool:
    """Whether what is done through one of two pointers to the same memory isn't seen through the other.

    See C11, 6.7.3.1.
    """
    if one is other or not (_is_written(one) or _is_written(other)):
        return True
    return pair_of(one.name, other.name) in kernel.assumed.distinct or _have_other_rows(one, other, kernel)


def _have_other_rows(one: Buffer, other: Buffer, kernel: Kernel) -> bool:
    """Whether two tables are certain to be different, so that their rows are: launches with others are refused."""
    tables = {chain[-1].name: chain[0] for chain in kernel.boxes} if kernel.assumed.rows_apart else {}
    if one.name not in tables or other.name not in tables:
        return False
    return not tables[one.name].may_overlap(tables[other.name])


def _is_written(buffer: Buffer) -> bool:
    return Access.WRITE in buffer.access
