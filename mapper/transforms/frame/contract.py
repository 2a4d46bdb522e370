"""What kernels may have that not every transformation is made for; each states which of it it accepts."""

from __future__ import annotations

from collections.abc import Callable, Set
from enum import Enum, auto

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel


class Trait(Enum):
    """What a kernel has.

    With `ORDER`, iterations count in the order of their thread, and the functions are made of the user's body.
    `STOPS` are error paths.  `UNIONS` are types whose members share their memory, and `LARGE_ARRAYS` private
    arrays for which private memory has no room.
    """

    UNIONS = auto()
    LARGE_ARRAYS = auto()
    ORDER = auto()
    REDUCTIONS = auto()
    STOPS = auto()
    GANG = auto()
    BLOCKS = auto()
    COUNTERS = auto()
    COLLAPSED = auto()


USUAL = frozenset(Trait) - {Trait.UNIONS, Trait.LARGE_ARRAYS, Trait.ORDER}
"""What transformations accept that state nothing else."""

_TESTS: dict[Trait, Callable[[Kernel], bool]] = {
    Trait.UNIONS: lambda kernel: any(isinstance(each, c_ast.Union) for each in kernel.types),
    Trait.LARGE_ARRAYS: lambda kernel: bool(kernel.large),
    Trait.ORDER: lambda kernel: kernel.ordered is not None,
    Trait.REDUCTIONS: lambda kernel: bool(kernel.reductions),
    Trait.STOPS: lambda kernel: kernel.stops,
    Trait.GANG: lambda kernel: kernel.gang is not None,
    Trait.BLOCKS: lambda kernel: kernel.blocks is not None,
    Trait.COUNTERS: lambda kernel: kernel.counters is not None,
    Trait.COLLAPSED: lambda kernel: kernel.collapsed is not None,
}


def accepted(kernel: Kernel, accepts: Set[Trait]) -> bool:
    """Whether a kernel has nothing but what a transformation accepts."""
    return not any(test(kernel) for trait, test in _TESTS.items() if trait not in accepts)
