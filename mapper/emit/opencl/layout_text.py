"""The macros that find an element of an array whose order on devices may be another than on the host.

/* residual[12][13][13][5] is [5][12][13][13] where MRT_LAYOUT is not 0 */
#if MRT_LAYOUT
#define mrt_residual(p, a, b, c, d) ((__global double (*)[12][13][13])(p))[d][a][b][c]
#else
#define mrt_residual(p, a, b, c, d) (p)[a][b][c][d]
#endif

The pointers keep the type of the user's array; in kernels `mrt_residual(residual, k, j, i, 0)` represents
`residual[k][j][i][0]`.  `mrt_launch` builds with MRT_LAYOUT=1 for devices with memory of their own, and
sees to it that the copies there have this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mapper.ir.builtins.layout import Layout, brackets
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.build import device_name

_NAMES = "abcdefgh"


def macro(layout: Layout) -> str:
    """The name of the macro that finds an element."""
    return f"mrt_{layout.name}"


def definitions(kernels: Iterable[Kernel]) -> list[str]:
    """The macros for all layouts of some kernels, in the order of their names."""
    found = {buffer.layout.name: buffer.layout for kernel in kernels for buffer in kernel.buffers if buffer.layout}
    return [_definition(layout) for _, layout in sorted(found.items())]


def transposition(layout: Layout) -> str:
    """The argument's member that holds the order for the run-time library."""
    return f"&{as_struct(layout)}"


def as_struct(layout: Layout) -> str:
    """The order as the run-time library's struct; a number that follows from an unknown extent is 0."""
    matrices, rows, columns = layout.transposition
    return f"(const struct __mrt_transposition){{sizeof({layout.element.name}), {matrices}, {rows}, {columns}}}"


def _definition(layout: Layout) -> str:
    if layout.copy:
        return _copy_definition(layout)
    names = _NAMES[: len(layout.extents)]
    head = f"#define {macro(layout)}(p, {', '.join(names)})"
    return (
        f"/* {layout.name}{brackets(layout.extents)} is {brackets(layout.placed)} where MRT_LAYOUT is not 0 */\n"
        f"#if MRT_LAYOUT\n{head} {_found(layout, names)}\n#else\n{head} (p){brackets(names)}\n#endif\n"
    )


def _copy_definition(layout: Layout) -> str:
    """The macro for a copy, whose elements are where one kernel expects them."""
    names = _NAMES[: len(layout.extents)]
    return (
        f"/* {layout.name}{brackets(layout.extents)} is a copy {brackets(layout.placed)} */\n"
        f"#define {macro(layout)}(p, {', '.join(names)}) {_found(layout, names)}\n"
    )


def _found(layout: Layout, names: str) -> str:
    """The element that some subscripts name."""
    element = device_name(layout.element)
    if not layout.rows:
        row = brackets(layout.placed[1:])
        return f"((__global {element} (*){row})(p)){brackets(names[at] for at in layout.order)}"
    column = _linear(names[layout.split :], layout.extents[layout.split :])
    row = _linear(names[: layout.split], layout.extents[: layout.split])
    return f"((__global {element} *)(p))[({column}) * {layout.rows} + ({row})]"


def _linear(names: Sequence[str], extents: Sequence[int]) -> str:
    """The number of an element in an array of some extents."""
    text = f"(ulong)({names[0]})"
    for name, extent in zip(names[1:], extents[1:], strict=True):
        text = f"({text}) * {extent} + ({name})"
    return text
