"""How neighbouring work-items access a kernel's arrays together, as GPUs run it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mapper.analysis.kernels.relations.accesses import Access, Memory
from mapper.analysis.kernels.relations.coalescing import Coalescing, Pattern, classify, starts_apart
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel

_SAME = Coalescing(Pattern.CONSTANT, 0)


@dataclass(frozen=True, slots=True)
class Use:
    """So many `accesses` in a kernel's text that read or write one array in one way."""

    array: str
    write: bool
    found: Coalescing
    accesses: int


class Neighbours:
    """The accesses of a kernel; of its gang where there is one, whose lanes are then neighbours."""

    def __init__(self, kernel: Kernel, symbols: Symbols | None) -> None:
        gang = kernel.form(Gang)
        self.found = collect(kernel if gang is None else replace(kernel, body=gang.whole), symbols)
        self._gang = gang
        self._shared = [self.found.loop_of(node) for node in gang.loops] if gang is not None else []

    def accesses(self) -> Iterator[tuple[Access, tuple[Coalescing, ...]]]:
        """Each access of global memory with what it is for neighbours; the best of several counts.

        Lanes that do the same have the same place; nothing is reported of loops that neighbours begin at different
        places, nor of a kernel that is too large.
        """
        along = self.found.dimensions[-1]
        for access in self.found.accesses if self.found.complete else ():
            if access.root is not None and access.root.memory is not Memory.BUFFER:
                continue
            spread = along
            if self._gang is not None:
                shared = next((each for each in self._shared if each is not None and access.inside(each)), None)
                if shared is None:
                    yield access, (_SAME,)
                    continue
                spread = shared
            if any(starts_apart(self.found, loop, spread) for loop in access.loops if loop.node is not None):
                yield access, ()
                continue
            both = [spread, along] if self._gang is not None and self._gang.interleaved else [spread]
            yield access, tuple(classify(self.found, access, each.symbol) for each in both)


def uses(kernel: Kernel, symbols: Symbols) -> tuple[Use, ...]:
    """What a kernel does with its arrays, sorted; memory that isn't known has no name."""
    counted: Counter[tuple[str, bool, Coalescing]] = Counter()
    gang = kernel.form(Gang)
    local = {name for name, _ in gang.shared} if gang is not None else set()
    for access, patterns in Neighbours(kernel, symbols).accesses():
        name = access.root.name if access.root is not None else ""
        if name not in local:
            counted[name, access.write, min(patterns, key=_rank, default=Coalescing(Pattern.IRREGULAR))] += 1
    made = (Use(name, write, pattern, number) for (name, write, pattern), number in counted.items())
    return tuple(sorted(made, key=lambda each: (each.array, each.write, _rank(each.found))))


def _rank(found: Coalescing) -> tuple[int, int]:
    order = (Pattern.COALESCED, Pattern.CONSTANT, Pattern.STRIDED, Pattern.IRREGULAR)
    return order.index(found.pattern), found.stride or 0
