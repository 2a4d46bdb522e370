"""`privatize`: work-groups count in local memory, and add what they counted to global memory at the end.

Where a loop's iterations meet in few counters (a histogram, a row of one for each thread, a reduction of an
array), atomic updates of global memory wait for each other.  So a work-group takes a range of neighbouring
iterations, and keeps copies of the rows of counters that it meets first, two at most; it changes others in place,
as before.  Which rows these are is found out by the work-items themselves (`counting.py`), so
that it need not be known which counters an iteration changes, but only that its group is likely to stay within two
rows: the whole array is no longer than that, or what comes before the last subscript is a thread's number or the
same for all.

Additions and subtractions of integers give the same in any order, those of floating-point numbers the same
but for the last digits, and no code reads the counters before the launch has ended: the loop touches them in no
other way.

Other arrays that a loop only adds to, several beside each other, of unknown length, or in structures, get replicas
where they turn out to be short (`replicas.py`), and so do few floating-point numbers.  CPUs use replicas alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from pycparser import c_ast

from mapper.analysis.kernels.relations.access_pairs import pair_of
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions
from mapper.ir.builtins.atomics import Atomic, parse_atomic
from mapper.ir.builtins.counting import TYPES
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.entry import Lanes
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.ctypes import FloatType
from mapper.ir.trees.names import assigned_names, occurrences
from mapper.ir.trees.nodes import addressed, children, walk
from mapper.transforms.frame.base import Changed, Lowering, Outcome, Refusal, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.histograms.counting import counting_entry
from mapper.transforms.histograms.local_rows import in_local, own_row
from mapper.transforms.histograms.replicas import replicas
from mapper.transforms.histograms.replicated_entry import replicated_entry
from mapper.translate.common.updates import statements_in
from mapper.translate.threads.thread_index import STATIC

MANY = 256
"""Floating-point numbers in which the work-items of a group seldom meet."""
MOST_BYTES = 4 * 4096
"""Bytes of a row that is copied: local memory holds two rows, and several work-groups share it."""
_BYTES = {"int": 4, "uint": 4, "long": 8, "ulong": 8, "float": 4, "double": 8}
_UPDATES = [Atomic(operation, name, name).name for operation in ("add", "sub") for name in _BYTES]


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is not None:
        return _in_gang(kernel, gang, symbols)
    rows, form = _rows(kernel), replicas(kernel, _is_alone)
    if form is None:
        return rows
    if len(form.sums) == 1 and isinstance(rows, Changed) and not _meet_often(rows.kernel):
        return replace(rows, kernel=rows.kernel.with_form(form))
    arrays = listed(sorted({each.buffer for each in form.sums}))
    return Changed(kernel.with_form(form), f"work-groups add to replicas of {arrays} where these are short")


def _meet_often(kernel: Kernel) -> bool:
    """Whether the work-items of a group meet in few floating-point numbers, which they add to in turn."""
    counters = kernel.form(Counters)
    real = counters is not None and isinstance(TYPES[counters.type], FloatType)
    return counters is not None and real and counters.row < MANY


def _rows(kernel: Kernel) -> Outcome:
    """The kernel whose work-groups count in copies of rows of one array."""
    updates = list(_updates(kernel))
    if not updates:
        return None
    if kernel.reductions or kernel.stops:
        return Refusal("the loop has reductions or error paths")
    buffer = updates[0].buffer
    mine = [update for update in updates if update.buffer is buffer]
    if not _is_alone(buffer, kernel):
        return Refusal(f"`{buffer.name}` may be reached through other pointers, too")
    uses = occurrences(kernel.body, buffer.name)
    if uses != len(mine) or len({update.type for update in mine}) > 1:
        return Refusal(f"`{buffer.name}` is used in other ways, too")
    rows = {_row(update, kernel) for update in mine}
    row = rows.pop()
    if row is None or rows:
        return Refusal(
            f"the analysis can't show that neighbouring iterations meet in few elements of `{buffer.name}`"
        )
    did = f"work-groups count in copies of {row} elements of `{buffer.name}`"
    counters = Counters(buffer.name, updates[0].type, row, all(_is_steady(update, row, kernel) for update in mine))
    return Changed(kernel.with_form(counters), did)


def _in_gang(kernel: Kernel, gang: Gang, symbols: Symbols) -> Outcome:
    row = own_row(kernel, gang, symbols)
    if row is None or isinstance(row, str):
        return None if row is None else Refusal(row)
    if not any(buffer.name == row.buffer and _is_alone(buffer, kernel) for buffer in kernel.buffers):
        return Refusal(f"`{row.buffer}` may be reached through other pointers, too")
    did = f"an iteration counts in local memory, in {row.length} elements of `{row.buffer}`"
    return Changed(kernel.with_form(replace(gang, own=row)), did)


@dataclass(frozen=True, eq=False, slots=True)
class _Update:
    """One atomic update: the counter's type, and its subscripts in its buffer."""

    buffer: Buffer
    type: str
    subscripts: tuple[c_ast.Node, ...]


def _updates(kernel: Kernel) -> Iterator[_Update]:
    """The updates of counters whose values are not used."""
    buffers = {buffer.name: buffer for buffer in kernel.buffers if not buffer.table and not buffer.of}
    for call in statements_in(kernel.body):
        if not isinstance(call, c_ast.FuncCall) or call.name.name not in _UPDATES:
            continue
        place, atomic = call.args.exprs[0], parse_atomic(call.name.name)
        target = addressed(place)
        found = element_of(target) if target is not None else None
        if found is not None and found[0] in buffers and atomic is not None:
            yield _Update(buffers[found[0]], atomic.object, tuple(found[1]))


def _is_alone(buffer: Buffer, kernel: Kernel) -> bool:
    """Whether the kernel reaches a buffer's memory through this one alone."""
    others = [other for other in kernel.buffers if other is not buffer]
    return all(
        pair_of(buffer.name, other.name) in kernel.assumed.distinct or not buffer.may_overlap(other)
        for other in others
    )


def _row(update: _Update, kernel: Kernel) -> int | None:
    """How many elements of a buffer a copy should have; None where neighbours may need many copies."""
    lengths = _lengths(update.buffer)
    if len(lengths) != len(update.subscripts) or None in lengths[1:]:
        return None
    for number, length in enumerate(lengths):
        rest, most = prod(each for each in lengths[number:] if each is not None), MOST_BYTES // _BYTES[update.type]
        if length is not None and rest <= Counters.ROWS * most:
            return min(rest, most)
        if not _is_common(update.subscripts[number], kernel):
            return None
    return None


def _is_steady(update: _Update, row: int, kernel: Kernel) -> bool:
    """Whether a thread's iterations change one row: the only one, or the one that other subscripts give."""
    lengths = _lengths(update.buffer)
    if None not in lengths and prod(each for each in lengths if each is not None) <= row:
        return True
    return lengths[-1] == row and all(_is_common(each, kernel) for each in update.subscripts[:-1])


def _lengths(buffer: Buffer) -> list[int | None]:
    """How many elements the dimensions of a buffer have, as far as that is known."""
    return [buffer.length, *(each.length for each in dimensions(buffer.element))]


def _is_common(node: c_ast.Node, kernel: Kernel) -> bool:
    """Whether an expression is the same in neighbouring iterations, or a thread's number."""
    values = {value.name for value in kernel.values}
    changed = assigned_names(
        *(node for node in walk(kernel.body) if isinstance(node, c_ast.Assignment | c_ast.UnaryOp))
    )
    known = {each.name: each.init for each in walk(kernel.body) if isinstance(each, c_ast.Decl)}

    def common(part: c_ast.Node) -> bool:
        match part:
            case c_ast.Constant():
                return True
            case c_ast.ID():
                init = known.get(part.name)
                return part.name not in changed and (part.name in values or (init is not None and common(init)))
            case c_ast.FuncCall():
                return isinstance(part.name, c_ast.ID) and part.name.name == STATIC
            case c_ast.Cast():
                return common(part.expr)
            case c_ast.BinaryOp() | c_ast.UnaryOp():
                return all(common(child) for child in children(part))
        return False

    return common(node)


TRANSFORM = Transform(
    "privatize",
    "work-groups count in local memory before they add to global memory",
    _apply,
    accepts=USUAL - {Trait.BLOCKS},
)


def _lowered(kernel: Kernel) -> Kernel:
    """The kernel with the code of work-groups that count in local memory."""
    gang, counters = kernel.form(Gang), kernel.form(Counters)
    if counters is not None:
        kernel = replace(kernel, entries=(*kernel.entries, counting_entry(kernel, counters)))
    replicated = kernel.form(Replicated)
    if replicated is not None:
        lanes = Lanes.ANY if counters is None else Lanes.ONE
        kernel = replace(kernel, entries=(*kernel.entries, replicated_entry(kernel, replicated, lanes)))
    if gang is None or gang.own is None:
        return kernel
    return kernel.with_form(replace(gang, own=replace(gang.own, body=in_local(gang, gang.own))))


LOWERING = Lowering(TRANSFORM.name, _lowered)
