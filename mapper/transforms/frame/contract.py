"""What kernels may have that not every transformation is made for; each states which of it it accepts."""

from __future__ import annotations

from collections.abc import Callable, Set
from enum import Enum, auto

from pycparser import c_ast

from mapper.ir.forms.batched import Batched
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.collapsed import Collapsed
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.form import Form
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Kernel


class Trait(Enum):
    """What a kernel has.

    With `ORDER`, iterations count in the order of their thread, and the functions are made of the user's body.
    `STOPS` are error paths.  `UNIONS` are types whose members share their memory, `PACKED` structures whose
    members may be at any address, and `LARGE_ARRAYS` private arrays that are too large for private memory.
    """

    UNIONS = auto()
    PACKED = auto()
    LARGE_ARRAYS = auto()
    ORDER = auto()
    REDUCTIONS = auto()
    STOPS = auto()
    GANG = auto()
    BLOCKS = auto()
    COUNTERS = auto()
    REPLICAS = auto()
    COLLAPSED = auto()
    BATCHED = auto()


USUAL = frozenset(Trait) - {Trait.UNIONS, Trait.PACKED, Trait.LARGE_ARRAYS, Trait.ORDER}
"""What transformations accept that state nothing else."""

_TESTS: dict[Trait, Callable[[Kernel], bool]] = {
    Trait.UNIONS: lambda kernel: any(isinstance(each, c_ast.Union) for each in kernel.types),
    Trait.PACKED: lambda kernel: bool(kernel.packed),
    Trait.LARGE_ARRAYS: lambda kernel: bool(kernel.large),
    Trait.REDUCTIONS: lambda kernel: bool(kernel.reductions),
    Trait.STOPS: lambda kernel: kernel.stops,
}
_FORMS: dict[type[Form], Trait] = {
    Ordered: Trait.ORDER,
    Gang: Trait.GANG,
    Blocks: Trait.BLOCKS,
    Counters: Trait.COUNTERS,
    Replicated: Trait.REPLICAS,
    Collapsed: Trait.COLLAPSED,
    Batched: Trait.BATCHED,
}


def accepted(kernel: Kernel, accepts: Set[Trait]) -> bool:
    """Whether a kernel has nothing but what a transformation accepts."""
    if any(_FORMS[type(each)] not in accepts for each in kernel.forms):
        return False
    return not any(test(kernel) for trait, test in _TESTS.items() if trait not in accepts)
