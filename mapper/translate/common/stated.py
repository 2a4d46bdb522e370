"""What `#pragma mapper` states of constructs: memory that pointers do not share, and loops for the CPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mapper.analysis.names.scopes import Symbol
from mapper.diagnostics import Location
from mapper.ir.program.region import Kept


@dataclass(frozen=True, slots=True)
class NoAlias:
    """Which variables lead to different memory: `pairs` of them, or with `all` each two pointers or arrays."""

    pairs: frozenset[frozenset[Symbol]] = frozenset()
    all: bool = False

    def __or__(self, other: NoAlias) -> NoAlias:
        return NoAlias(self.pairs | other.pairs, self.all or other.all)

    def __bool__(self) -> bool:
        return bool(self.pairs) or self.all


@dataclass(frozen=True, slots=True)
class Stated:
    """What the source states, by the ids of constructs.

    `noalias` is believed.  `on_cpu` are constructs that are to run on the CPU, each with the place that says so.
    """

    noalias: Mapping[int, NoAlias] = field(default_factory=dict)
    on_cpu: Mapping[int, Location] = field(default_factory=dict)


def wanted_on_cpu(where: Location, asked: Location) -> Kept:
    """The verdict on a region or loop at `where`, of which the source says at `asked` that it runs on the CPU."""
    return Kept("K029", "`target(openmp)` wants it there", where, (("as it says here", asked),))
