"""`expand`: private arrays that are too large for private memory are in global memory, element beside element.

    double t[9000];                            t points to element 0 of the work-item's own
    for (i = 1; i < 9000; i++)           ->    for (i = 1; i < 9000; i++)
      t[i] = t[i - 1] + 1;                       t[i * mrt_stride] = t[(i - 1) * mrt_stride] + 1;

Element e of work-item w is at `e * W + w`, so that neighbours access neighbours.  There are no more work-items
than keep the device busy, and than there is memory for; each runs several iterations.  Where MRT_LANES is one,
or pointers lead into elements or see them as another type, the arrays of work-items lie one behind the other.

What can't be moved is refused when the loop is translated (`analysis/footprints/large_arrays.py`): then the loop
is kept.  Kernels keep the user's code until they are lowered: the arrays are private ones to all analyses.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from pycparser import c_ast

from mapper.analysis.footprints.large_arrays import in_global_memory, is_apart
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, unqualified
from mapper.diagnostics import InternalError
from mapper.ir.forms.expanded import Expanded
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.transforms.frame.base import Changed, Lowering, Outcome, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.names import EXPAND as NAME


def expand(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with a place for each of its large arrays."""
    if not kernel.large:
        return None
    apart = is_apart(kernel)
    made = tuple(expansion(name, kernel, symbols, apart=apart) for name in kernel.large)
    verb = "lies" if len(made) == 1 else "lie"
    piece = "" if apart else ", in one piece for each work-item"
    return Changed(replace(kernel, expanded=made), f"{listed(kernel.large)} {verb} in global memory{piece}")


def expansion(name: str, kernel: Kernel, symbols: Symbols, *, apart: bool) -> Expanded:
    """The place in global memory of a large array."""
    ctype = kernel.symbols[name]
    hosts = {each.name: each.expression for each in kernel.values}
    factors = [hosts[each.extent.name] for each in dimensions(ctype) if isinstance(each.extent, c_ast.ID)]
    count = prod(1 if each.length is None else each.length for each in dimensions(ctype))
    element = innermost(ctype)
    size = symbols.constant_sizeof(element)
    if size is None:
        raise InternalError(f"the transformation {NAME}", f"the size of `{name}` is not known")
    whole = build.joined("*", [build.integer(count * size, "UL"), *factors])
    return Expanded(name, unqualified(element), size, whole, apart)


TRANSFORM = Transform(
    NAME,
    "private arrays that are too large for private memory lie in global memory",
    expand,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.PACKED, Trait.UNIONS},
)


def _lowered(kernel: Kernel) -> Kernel:
    """The kernel with its code in terms of pointers into global memory."""
    if not kernel.expanded or not kernel.large:
        return kernel
    return replace(in_global_memory(kernel, apart=kernel.expanded[0].apart), large=())


LOWERING = Lowering(NAME, _lowered)
