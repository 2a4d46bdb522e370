"""The macros that find an element of an array whose order on devices may be another than on the host.

/* residual[12][13][13][5] is [5][12][13][13] where MRT_LAYOUT is not 0 */
#if MRT_LAYOUT
#define mrt_residual(p, a, b, c, d) ((__global double (*)[12][13][13])(p))[d][a][b][c]
#else
#define mrt_residual(p, a, b, c, d) (p)[a][b][c][d]
#endif

The pointers keep the type of the user's array; in kernels `mrt_residual(residual, k, j, i, 0)` stands for
`residual[k][j][i][0]`.  `mrt_launch` builds with MRT_LAYOUT=1 for devices with memory of their own, and
sees to it that the copies there have this order.
"""

from __future__ import annotations

from collections.abc import Iterable

from mapper.ir.build import device_name
from mapper.ir.kernel import Kernel
from mapper.ir.layout import Layout

_NAMES = "abcdefgh"
LARGEST_RANK = len(_NAMES)


def macro(layout: Layout) -> str:
    """The name of the macro that finds an element."""
    return f"mrt_{layout.name}"


def definitions(kernels: Iterable[Kernel]) -> list[str]:
    """The macros for all layouts of some kernels, in the order of their names."""
    found = {buffer.layout.name: buffer.layout for kernel in kernels for buffer in kernel.buffers if buffer.layout}
    return [_definition(layout) for _, layout in sorted(found.items())]


def transposition(layout: Layout) -> str:
    """The argument's member that tells the run-time library the order."""
    matrices, rows, columns = layout.transposition
    size = f"sizeof({layout.element.name})"
    return f"&(const struct mrt_transposition){{{size}, {matrices}, {rows}, {columns}}}"


def _definition(layout: Layout) -> str:
    names = _NAMES[: len(layout.extents)]
    head = f"#define {macro(layout)}(p, {', '.join(names)})"
    row = _brackets(layout.placed[1:])
    found = f"((__global {device_name(layout.element)} (*){row})(p)){_brackets(names[at] for at in layout.order)}"
    return (
        f"/* {layout.name}{_brackets(layout.extents)} is {_brackets(layout.placed)} where MRT_LAYOUT is not 0 */\n"
        f"#if MRT_LAYOUT\n{head} {found}\n#else\n{head} (p){_brackets(names)}\n#endif\n"
    )


def _brackets(items: Iterable[object]) -> str:
    return "".join(f"[{item}]" for item in items)
