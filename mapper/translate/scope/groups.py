"""The work-group's shape of kernels whose work-items have large private arrays.

On a CPU all work-items of a group have their arrays on one stack, so groups of many large ones must be small.
"""

from __future__ import annotations

from collections.abc import Iterable

from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.trees.ctypes import ArrayType, CType
from mapper.translate.common.refused import refuse

LARGEST_PRIVATE = 64 * 1024  # bytes of one private array: more would not fit beside those of other work-items
LARGEST_IN_REDUCTION = 16 * 1024  # bytes of one private array, where the group's size is the reduction's
LARGEST_GROUP = 2 * 1024 * 1024  # bytes of the private arrays of a work-group
USUAL_ITEMS = 256


def group_shape(types: Iterable[CType], symbols: Symbols, reduces: bool, where: Location) -> tuple[int, ...]:
    """The shape that a kernel with variables of some types should have; empty where any will do."""
    sizes = [symbols.constant_sizeof(each) or 0 for each in types if isinstance(each, ArrayType)]
    if reduces and max(sizes, default=0) > LARGEST_IN_REDUCTION:
        refuse("K017", f"a private array of a loop with a reduction is {max(sizes)} bytes large", where)
    items = USUAL_ITEMS
    while items > 1 and items * sum(sizes) > LARGEST_GROUP:
        items //= 2
    return () if reduces or items == USUAL_ITEMS else (items,)
