"""The host's text for cells: scalars that are in the device's memory while a chain of kernels runs."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.ir.program.cells import CELLS, Cells
from mapper.ir.trees.quote import declarations

FENCE = """\
/* What a work-item has written is seen by all before what it writes next. */
#ifdef MRT_NVIDIA
#define MRT_FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define MRT_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
"""


def parameters() -> tuple[c_ast.Decl, ...]:
    """The kernel's parameters for cells."""
    return declarations("__global double *$base; long $offset;", base=f"{CELLS}_base", offset=f"{CELLS}_offset")


def begin(cells: Cells) -> list[str]:
    """On the host: the array, and what it holds when a chain begins."""
    return [
        f"static double {CELLS}[{len(cells.names)}] __attribute__((aligned(128)));",
        f"__MRT_HOST({CELLS}, __MRT_WRITE);",
        *(f"__MRT_HOST(&{name}, __MRT_READ);" for name in sorted(cells.static)),
        _stored(cells, cells.names),
    ]


def fetched(cells: Cells) -> list[str]:
    """On the host: it goes on with the values, in the user's variables."""
    return [f"__MRT_HOST({CELLS}, __MRT_READ | __MRT_WRITE);", *_read(cells)]


def stored(cells: Cells) -> list[str]:
    """On the host: it hands the values back to the chain."""
    return [_stored(cells, sorted(cells.changed))]


def end(cells: Cells) -> list[str]:
    """On the host: a chain has ended."""
    return [f"__MRT_HOST({CELLS}, __MRT_READ);", *_read(cells)]


def _stored(cells: Cells, names: Sequence[str]) -> str:
    return ", ".join(f"{cells.place(name)} = {name}" for name in names) + ";"


def _read(cells: Cells) -> list[str]:
    announced = [f"__MRT_HOST(&{name}, __MRT_WRITE);" for name in sorted(cells.static & cells.changed)]
    return [*announced, ", ".join(f"{name} = {cells.place(name)}" for name in sorted(cells.changed)) + ";"]
