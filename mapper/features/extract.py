"""Region -> features: the raw features of `schema.RAW`, as C expressions for the place where the region begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.diagnostics import Location
from mapper.features import schema
from mapper.features.counting.chosen import share_of_runs
from mapper.features.counting.counts import count_run
from mapper.features.counting.execution import execution
from mapper.features.counting.sequential import count_loop
from mapper.features.counting.shared_lines import shared_writes
from mapper.features.counting.totals import Counts, plus, times
from mapper.features.expressions.entry import Context, Entry
from mapper.features.expressions.expr import ONE, ZERO, Expr, Host, Number, add, host, multiply, to_tree
from mapper.features.expressions.extents import ROWS_BYTES, ROWS_PIECES, buffer_bytes
from mapper.features.frequencies.crossings import Use
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.batched import Batched
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.nodes import Omp, clone, walk

_UPDATING = ("atomic", "critical")
_CPU = frozenset(("updates", "contended", *(name for name in schema.RAW_NAMES if name.startswith("cpu_"))))
_ATOMICS = ("int_atomics", "float_atomics", "local_int_atomics", "local_float_atomics")


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """The raw features of one region in schema order; `values` evaluate without side effects on the host.

    `arrays` are pointers into the memory that its kernels use, as far as they are known where the region begins,
    `levels` through how many levels of tables each leads to it.
    `estimated` are the places of loops whose length is not known there: they count `schema.UNKNOWN_TRIPS` times.
    """

    values: tuple[Expr, ...]
    arrays: tuple[c_ast.Node, ...] = ()
    levels: tuple[int, ...] = ()
    estimated: tuple[Location, ...] = ()

    def trees(self) -> tuple[c_ast.Node, ...]:
        """C expressions of type double, in schema order."""
        return tuple(to_tree(value) for value in self.values)


@dataclass(frozen=True, eq=False, slots=True)
class Sized:
    """An array of a region: its size, how its kernels use it, and the objects that it may be in.

    `blocks` is the number of blocks that a table of pointers leads to; 0 of an array that is one block.  `buffers`
    are the kernels' names of it.
    """

    bytes: Expr
    blocks: Expr
    access: Access
    memory: int
    buffers: frozenset[str] = frozenset()


def extract(
    region: ParallelRegion,
    written: ParallelRegion,
    units: Mapping[str, Symbols] | None = None,
    between: Sequence[Use] = (),
) -> Features:
    """The features of all loops of a region that have a kernel, together; `units` are the symbols by path.

    `written` is the region before all transformations, as the CPU executes it.  `between` is what serial code does
    before the region is executed again.
    """
    units = units or {}
    entry = Entry(region, units)
    total = _on_cpu(written, units)
    sizes: dict[str, Sized] = {}
    arrays: dict[str, tuple[c_ast.Node, int]] = {}
    estimated: set[Location] = set()
    parts = Counter(each.part.of for each in region.loops if each.part is not None and each.is_further_part)
    for loop in region.loops:
        if loop.kernel is None:
            continue
        around = units.get(loop.team.unit.path if loop.team is not None else region.unit.path)
        run = execution(loop.kernel, around)
        ways = entry.contexts(loop)
        if not ways:
            continue
        for way in ways:
            value_of = partial(entry.value, context=way)
            taken = share_of_runs(loop, parts[loop.part.of] if loop.part is not None else 1, value_of, around)
            if taken == ZERO:
                continue
            unknown: list[c_ast.Node] = []
            once = count_run(run, value_of, around, unknown)
            estimated |= {each.coord if isinstance(each.coord, Location) else loop.where for each in unknown}
            once["launches"] = Number(float(run.launches))
            batched = loop.kernel.form(Batched)
            steps = run.launches if batched is not None and not batched.repeated else 0
            once["steps"] = Number(float(steps))
            once["shuttled"] = _copied_around(loop.kernel, value_of)
            total = plus(total, times(multiply(taken, way.often), once))
        if loop.part is None or not loop.part.whole or loop.is_further_part:  # the whole uses the parts' arrays
            _add_buffers(sizes, arrays, loop.kernel, partial(entry.tree, context=ways[0]))
    for chain in region.chains:  # the scalars are read at its end
        total = plus(total, {"launches": entry.often(chain.team, chain.statements[0])})
    for each in sizes.values():
        sides = (Access.READ in each.access) + (Access.WRITE in each.access)
        for name, size in (("transfer", each.bytes), ("pieces", each.blocks)):
            total[name] = add(total.get(name, ZERO), multiply(Number(float(sides)), size))
    apart = add(_shuttled(region, entry, sizes), _moved(between, entry, sizes))
    total["shuttled"] = add(total.get("shuttled", ZERO), apart)
    return Features(
        tuple(total.get(name, ZERO) for name in schema.RAW_NAMES),
        tuple(pointer for pointer, _ in arrays.values()),
        tuple(levels for _, levels in arrays.values()),
        tuple(sorted(estimated | entry.unknown)),
    )


def _on_cpu(region: ParallelRegion, units: Mapping[str, Symbols]) -> Counts:
    """What threads of the CPU do in the loops of a region that was not transformed."""
    entry = Entry(region, units)
    total: Counts = {}
    for loop in region.loops:
        if loop.kernel is None:
            continue
        around = units.get(loop.team.unit.path if loop.team is not None else region.unit.path)
        written = shared_writes(loop, around)
        for way in entry.contexts(loop):
            once = count_loop(loop, partial(entry.value, context=way), around, written)
            asked = _asks_for_updates(loop)
            once["updates"] = add(_updates(once) if asked else ZERO, once.get("shared", ZERO))
            once["contended"] = once.get("contended", ZERO) if asked else ZERO
            total = plus(total, times(way.often, {name: once[name] for name in once.keys() & _CPU}))
    return total


def _updates(counts: Counts) -> Expr:
    """Atomic updates of all kinds."""
    total: Expr = ZERO
    for kind in _ATOMICS:
        total = add(total, counts.get(kind, ZERO))
    return total


def _asks_for_updates(loop: WorkLoop) -> bool:
    """Whether atomic updates are the program's own, not how the kernel merges what threads keep apart."""
    assert loop.kernel is not None
    called = (node for function in loop.kernel.functions for node in walk(function))
    return any(isinstance(node, Omp) and node.directive.kind in _UPDATING for node in walk(loop.construct)) or any(
        isinstance(node, c_ast.ID) and parse_atomic(node.name) is not None for node in called
    )


def _shuttled(region: ParallelRegion, entry: Entry, sizes: Mapping[str, Sized]) -> Expr:
    """The bytes that go to and fro because the threads of the CPU use the same arrays between kernels."""
    total: Expr = ZERO
    for team in (None, *region.teams):
        for touched in (region if team is None else team).apart.touched:
            size: Expr = ZERO
            for each in sizes.values():
                down = Access.WRITE in each.access and touched.reads & each.memory
                up = Access.READ in each.access and touched.writes & each.memory
                size = add(size, multiply(Number(float(bool(down)) + float(bool(up))), each.bytes))
            if size != ZERO:
                total = add(total, multiply(entry.often(team, touched.statement), size))
    return total


def _copied_around(kernel: Kernel, value_of: Callable[[c_ast.Node], Expr | None]) -> Expr:
    """The bytes of arrays that are copied in before and out behind each launch."""
    total: Expr = ZERO
    for buffer in kernel.buffers:
        if buffer.eager:
            sides = (Access.READ in buffer.access) + (Access.WRITE in buffer.access)
            size = buffer_bytes(buffer, value_of) or ZERO
            total = add(total, multiply(Number(float(sides)), size))
    return total


def _moved(between: Sequence[Use], entry: Entry, sizes: Mapping[str, Sized]) -> Expr:
    """The bytes that serial code has moved between two executions of the region.

    Where only a number of bytes is moved that isn't known where the region begins, it is taken for small.
    """
    total: Expr = ZERO
    for each in sizes.values():
        down = Access.WRITE in each.access and _used(between, Access.READ, each, entry)
        up = Access.READ in each.access and _used(between, Access.WRITE, each, entry)
        for size in (down, up):
            total = add(total, size or ZERO)
    return total


def _used(between: Sequence[Use], access: Access, array: Sized, entry: Entry) -> Expr:
    """How many bytes of an array serial code reads, or writes: the whole array once, or the sum of its parts."""
    mine = [use for use in between if access in use.access and use.memory & array.memory]
    mine = [use for use in mine if not use.buffer or use.buffer in array.buffers]
    if any(use.bytes is None and use.share is ONE for use in mine):
        return array.bytes
    total: Expr = ZERO
    for use in mine:
        size = array.bytes if use.bytes is None else entry.value(use.bytes, Context(None, {}, ONE))
        total = add(total, multiply(use.share, size or ZERO))
    return total


def _add_buffers(
    sizes: dict[str, Sized],
    arrays: dict[str, tuple[c_ast.Node, int]],
    kernel: Kernel,
    known: Callable[[c_ast.Node], c_ast.Node | None],
) -> None:
    """Each array counts once in a region, by the text of its address."""
    for buffer in kernel.buffers:
        top, levels = _table_of(buffer, kernel)
        if buffer.table or buffer.storage is Storage.KEPT:
            continue  # the positions are moved only where the host has changed the table
        pointer = None if top.within else known(top.pointer)
        key = pointer.name if isinstance(pointer, c_ast.ID) else buffer.name
        if pointer is not None:
            arrays.setdefault(key, (pointer, levels))
        if key not in sizes:
            size = (
                _rows(ROWS_BYTES, pointer, levels)
                if levels
                else buffer_bytes(buffer, partial(_value, known)) or ZERO
            )
            blocks = _rows(ROWS_PIECES, pointer, levels) if levels else ZERO
            sizes[key] = Sized(size, blocks, buffer.access, 0)
        known_as = sizes[key]
        access, memory = known_as.access | buffer.access, known_as.memory | (buffer.memory or 0)
        memory &= ~(MOVED_BIT | UNKNOWN_BIT)
        sizes[key] = replace(known_as, access=access, memory=memory, buffers=known_as.buffers | {buffer.name})


def _value(known: Callable[[c_ast.Node], c_ast.Node | None], tree: c_ast.Node) -> Expr | None:
    found = known(tree)
    return None if found is None else host(found)


def _table_of(buffer: Buffer, kernel: Kernel) -> tuple[Buffer, int]:
    """The table of pointers that leads to a buffer, or itself, and through how many levels."""
    by_name, levels = {each.name: each for each in kernel.buffers}, 0
    while buffer.of:
        buffer, levels = by_name[buffer.of], levels + 1
    return buffer, levels


def _rows(ask: str, pointer: c_ast.Node | None, levels: int) -> Expr:
    """What a function of the run-time library says of all that a table of pointers leads to."""
    if pointer is None:
        return ZERO
    arguments = [clone(pointer), c_ast.Constant("int", str(levels))]
    return Host(c_ast.FuncCall(c_ast.ID(ask), c_ast.ExprList(arguments)))
