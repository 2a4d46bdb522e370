"""`overwrite`: says which bytes of buffers a launch writes before it reads any, so that none is uploaded.

for i (parallel)             x is not copied to the device if it has no more
  x[i] = 0.0;          ->    than n elements

for i, j (parallel, 0 < i, j < n - 1)       only that part of x is copied, and only back; the border
  x[i][j] = 0.0;                      ->    stays what it is on the host
"""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.footprints.areas import written_area
from mapper.analysis.footprints.coverage import written_from_start
from mapper.analysis.footprints.host_values import host_value
from mapper.analysis.kernels.forms import FEW_OPERATIONS, bounded_work
from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage, Value
from mapper.ir.trees import build
from mapper.transforms.frame.base import Changed, Outcome, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait


def overwrite(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the sizes of what it overwrites."""
    if not any(_may_be(buffer) for buffer in kernel.buffers):
        return None
    found = collect(kernel, symbols)
    with bounded_work(FEW_OPERATIONS):
        changed = [_judged(each, found, symbols) for each in kernel.parameters]
    names = [each.name for each in changed if isinstance(each, Buffer) and _is_written(each)]
    if not names:
        return None
    return Changed(replace(kernel, parameters=tuple(changed)), _told(names))


def _told(names: list[str]) -> str:
    which = "is overwritten, and" if len(names) == 1 else "are overwritten, and"
    return f"{listed(names)} {which} need not be uploaded"


TRANSFORM = Transform(
    "overwrite",
    "arrays that a launch only writes are not uploaded",
    overwrite,
    accepts=USUAL | {Trait.LARGE_ARRAYS},
)


def _is_written(buffer: Buffer) -> bool:
    return buffer.overwrites is not None or buffer.area is not None


def _may_be(buffer: Buffer) -> bool:
    plain = not buffer.table and not buffer.of and buffer.storage is not Storage.STATE
    return plain and Access.WRITE in buffer.access


def _judged(each: Buffer | Value, found: Found, symbols: Symbols) -> Buffer | Value:
    """A parameter, marked where the kernel overwrites it."""
    root = found.roots().get(each.name)
    if not isinstance(each, Buffer) or root is None or not _may_be(each):
        return each
    end = written_from_start(found, root, symbols) if each.low is None else None
    count = None if end is None else host_value(end, found)
    size = symbols.constant_sizeof(each.element)
    if count is not None and size is not None:
        return replace(each, overwrites=build.binary("*", count, build.integer(size, "L")), area=None)
    return each if each.overwrites is not None else replace(each, area=written_area(found, root, symbols))
