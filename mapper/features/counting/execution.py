"""What one iteration of a kernel executes, and how neighbouring work-items access memory together meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mapper.analysis.kernels.relations.accesses import Access
from mapper.analysis.kernels.relations.coalescing import Pattern
from mapper.analysis.names.symbols import Symbols
from mapper.features.counting.neighbours import Neighbours
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.gang import LANES, Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import changed_place, names_in

TOGETHER = (Pattern.COALESCED, Pattern.CONSTANT)
"""Equal or adjacent elements: neighbours need one transaction of memory."""

GROUP_START = "mrt_start"
"""The first item of a work-group in a dimension, by its number.

That the place in a group, an item less that, is adjacent for neighbours, the analysis of accesses does not know.
"""


@dataclass(frozen=True, eq=False, slots=True)
class Execution:
    """The code of an iteration and what is known of it.

    `lanes` work-items share the iteration, or one does 1 / `lanes` of them; arrays named in `local` are in their
    local memory.  `coalesced` gives, for the id of an access' lvalue, the share of the ways to it on which the
    access is coalesced; it lacks what the analysis of accesses does not know.  `staged` gives for a buffer how
    many loads of global and of local memory an access represents.  `waiting` are the ids of loops whose iterations
    are shared out, and use what those of the loop's execution before have written.
    """

    kernel: Kernel
    lanes: float = 1.0
    local: frozenset[str] = frozenset()
    coalesced: Mapping[int, float] = field(default_factory=dict)
    staged: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    waiting: frozenset[int] = frozenset()

    @property
    def launches(self) -> int:
        """Kernel launches for all iterations; the read of a reduction's results counts as one."""
        ordered = self.kernel.form(Ordered)
        if ordered is not None:
            return 3 + (ordered.place is not None)
        return 2 if self.kernel.reductions and not self.kernel.folds else 1


def execution(kernel: Kernel, symbols: Symbols | None, local: frozenset[str] = frozenset()) -> Execution:
    """A kernel as GPUs run it: with its gang, if there is one; `local` names what else is in local memory."""
    gang, near = kernel.form(Gang), Neighbours(kernel, symbols)
    if gang is not None:
        kernel = replace(kernel, body=gang.whole)
    met: dict[int, list[bool]] = defaultdict(list)
    in_groups = any(name.startswith(GROUP_START) for name in names_in(kernel.body))
    for access, patterns in near.accesses():
        unknown = in_groups and all(each.pattern is Pattern.IRREGULAR for each in patterns)
        if patterns and not unknown:
            met[_lvalue(access)].append(any(each.pattern in TOGETHER for each in patterns))
    shares = {key: sum(each) / len(each) for key, each in met.items()}
    if gang is not None:
        waiting = frozenset(map(id, gang.loops)) if gang.few else frozenset()
        return Execution(kernel, float(LANES), frozenset(name for name, _ in gang.shared), shares, waiting=waiting)
    blocks = kernel.form(Blocks)
    if blocks is not None:
        return Execution(kernel, blocks.lanes, local, shares, blocks.staged)
    return Execution(kernel, local=local, coalesced=shares)


def _lvalue(access: Access) -> int:
    return id(changed_place(access.node) or access.node)
