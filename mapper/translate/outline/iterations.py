"""The iteration space of an outlined loop: dimensions of the ND-range, or virtual threads with a part each."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import unqualified
from mapper.ir.program.kernel import Access, Dimension, Storage, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    ULONG,
    ArrayType,
    PointerType,
)
from mapper.ir.trees.literals import is_literal, is_number
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import walk
from mapper.translate.common.refused import refuse
from mapper.translate.loops.canonical import CanonicalLoop, constant_or, trip_count
from mapper.translate.memory.memory import is_position, is_variable
from mapper.translate.outline.outlining import Outlining, Share
from mapper.translate.private.elementwise import copied
from mapper.translate.private.own_variables import initial_value
from mapper.translate.private.private_arrays import declare_private

LARGEST_ND_RANGE = 3
TEAM_SIZE = "__mrt_team_size"
"""The run-time library's function that gives the number of virtual threads."""


def check_header(work: Outlining, loop: CanonicalLoop, counters: Iterable[Symbol]) -> None:
    """The number of iterations must be known when the loop starts; `counters` are those of all collapsed loops.

    By OpenMP's rules bounds and steps don't change while the loop runs, whatever the body seems to store: they are
    read once, before it.  What a reduction's variable is there depends on the compiler: for gcc it is the thread's
    own, with the reduction's initial value.
    """
    reduced = {name for clause in work.loop.construct.directive.all("reduction") for name in clause.variables}
    for part in loop.parts:
        for name in sorted(reduced & {each.name for each in objects_in(part)}):
            reason = f"the loop's bounds or step depend on `{name}`, which the loop reduces into"
            advice = ("another variable, set before the loop, can hold the value", None)
            refuse("K003", reason, work.frame.where(part if part.coord else loop.node), advice)
        if is_literal(part) or work.stable(part):
            continue
        where = work.frame.where(part if part.coord else loop.node)
        for node in walk(part):
            symbol = work.symbols.symbol(node) if isinstance(node, c_ast.ID) else None
            if symbol is not None and symbol in counters:
                reason = f"the loop's bounds or step depend on `{symbol.name}`, the counter of a loop around it"
                refuse("K003", reason, where)
            if isinstance(node, c_ast.FuncCall) and not work.stable(node):
                name = node.name.name if isinstance(node.name, c_ast.ID) else "a function"
                reason = f"the loop's bounds or step call `{name}`, whose value may change while the loop runs"
                refuse("K003", reason, where, ("a local variable, set before the loop, can hold the value", None))


def dimensions_of(work: Outlining, loops: list[CanonicalLoop]) -> tuple[Dimension, ...]:
    """The dimensions, innermost loop first; more loops than the ND-range has dimensions share the last one."""
    dimensions = [
        Dimension(_index(work, each), each.type, each.lower, each.relation, each.bound, each.step)
        for each in loops
    ]
    if len(dimensions) > LARGEST_ND_RANGE:
        _check_numbers(work, loops)
        return _linear(work, loops, dimensions)
    for dimension in dimensions:
        _step_values(work, dimension)
    return tuple(reversed(dimensions))


def _index(work: Outlining, loop: CanonicalLoop) -> str:
    """The name of what counts a loop's iterations: its counter, or a number that gives that pointer."""
    local = work.frame.declare(loop.counter, loop.node)
    if loop.start is None:
        return local.name
    index = work.scope.fresh(f"{loop.counter.name}_at", loop.type)
    local.roots = work.statements.pointers.roots(loop.start)
    if local.flat or is_position(local.type) or not local.roots:
        refuse("K003", f"the loop's counter `{loop.counter.name}` is a pointer to pointers", work.loop.where)
    start = work.statements.expressions.value(loop.start)
    work.parts.before.append((local, build.binary("+", start, build.identifier(index))))
    return index


def _check_numbers(work: Outlining, loops: list[CanonicalLoop]) -> None:
    """All counters must be numbers."""
    for each in loops:
        if each.start is not None:
            reason = f"the loop's counter `{each.counter.name}` is not of an integer type"
            work.frame.refuse("K003", reason, each.node)


def _step_values(work: Outlining, dimension: Dimension) -> None:
    for name, expression in ((dimension.lower_name, dimension.lower), (dimension.step_name, dimension.step)):
        if not is_literal(expression):
            work.scope.parameters[name] = Value(name, dimension.type, expression)
            work.scope.symbol_types[name] = dimension.type


def _linear(work: Outlining, loops: list[CanonicalLoop], dimensions: list[Dimension]) -> tuple[Dimension, ...]:
    """One dimension for all loops: the body finds the counters by division."""
    flat = work.scope.fresh("flat", ULONG)
    total = _flat(work, flat, loops, dimensions)
    return (Dimension(flat, ULONG, build.integer(0), "<", total, build.integer(1), tuple(dimensions)),)


def _flat(work: Outlining, flat: str, loops: list[CanonicalLoop], dimensions: list[Dimension]) -> c_ast.Node:
    """Set the counters of all loops from the index of the iteration; the number of iterations."""
    total: c_ast.Node | None = None
    rest: c_ast.Node = build.identifier(flat)
    for loop, dimension in reversed(list(zip(loops, dimensions, strict=True))):
        _step_values(work, dimension)
        count = work.scope.value(f"{dimension.variable}_count", ULONG, trip_count(loop))
        index = build.cast(dimension.type, build.binary("%", rest, build.identifier(count.name)))
        rest = build.binary("/", rest, build.identifier(count.name))
        lower = constant_or(dimension.lower, dimension.lower_name)
        step = constant_or(dimension.step, dimension.step_name)
        value = _counter(lower, index, step)
        work.parts.before.append((work.frame.locals[loop.counter], value))
        total = count.expression if total is None else build.binary("*", total, count.expression)
    assert total is not None
    return total


def virtual_threads(work: Outlining, loops: list[CanonicalLoop]) -> tuple[Dimension, ...]:
    """One work-item a virtual thread, which runs a part of the iterations in order."""
    _check_numbers(work, loops)
    locals_ = [work.frame.declare(each.counter, each.node) for each in loops]
    headers = [
        Dimension(local.name, each.type, each.lower, each.relation, each.bound, each.step)
        for each, local in zip(loops, locals_, strict=True)
    ]
    flat = work.scope.fresh("flat", ULONG)
    total = _flat(work, flat, loops, headers)
    iterations = work.scope.value("iterations", ULONG, total)
    work.scope.members.valued += [symbol.type for symbol in work.loop.state]
    for symbol in work.loop.state:
        _carry(work, symbol)
    work.share = Share(flat, iterations.name)
    sizes = [c_ast.UnaryOp("sizeof", build.identifier(symbol.name)) for symbol in work.loop.state]
    size: c_ast.Node = sizes[0]
    for each in sizes[1:]:
        size = build.binary("+", size, each)
    bound = build.call(TEAM_SIZE, total, size)
    thread = work.scope.fresh("thread", ULONG)
    return (Dimension(thread, ULONG, build.integer(0), "<", bound, build.integer(1), tuple(headers)),)


def _carry(work: Outlining, symbol: Symbol) -> None:
    """A variable of a virtual thread's state: it begins as the initial thread's, and goes back to the host."""
    construct = work.loop.construct
    ctype = unqualified(symbol.type)
    local = declare_private(work.frame, symbol, construct, on_host=True)
    if is_variable(ctype):
        refuse("K017", f"the private array `{symbol.name}` has a variable size", work.loop.where)
    copies = len(work.parts.copies)
    work.parts.carried.append((local, initial_value(work, symbol, local)))
    work.parts.entry += work.parts.copies[copies:]
    del work.parts.copies[copies:]
    host = build.identifier(symbol.name)
    slot = work.scope.slot(host, PointerType(ctype), f"{symbol.name}_state", Storage.STATE)
    slot.bytes = c_ast.UnaryOp("sizeof", host)
    slot.eager = True
    slot.root.access |= Access.WRITE
    own = c_ast.ArrayRef(build.identifier(slot.name), build.identifier("mrt_id0"))
    if isinstance(ctype, ArrayType):
        work.parts.leaving.append(copied(work.scope, own, build.identifier(local.name), ctype))
    else:
        work.parts.leaving.append(build.assign(own, build.identifier(local.name)))


def shared_out(work: Outlining, items: list[c_ast.Node], share: Share) -> c_ast.Compound:
    """The iterations of one virtual thread between the beginning and the end of its state."""
    carried: list[c_ast.Node] = [
        work.statements.declared(local, work.loop.construct, init) for local, init in work.parts.carried
    ]
    thread = build.identifier("mrt_id0")
    total, threads = build.identifier(share.iterations), build.identifier("mrt_count0")
    end = work.scope.fresh("end", ULONG)
    first = build.binary("/", build.binary("*", thread, total), threads)
    after = build.binary("/", build.binary("*", build.shifted(thread, 1), total), threads)
    if work.parts.after:
        last = build.binary("==", build.identifier(share.flat), build.binary("-", total, build.integer(1)))
        items = [*items, c_ast.If(last, c_ast.Compound(list(work.parts.after)), None)]
    counter = build.declaration(share.flat, ULONG, init=first)
    loop = build.counting_loop(counter, build.identifier(end), c_ast.Compound(items))
    ends = build.declaration(end, ULONG, init=after)
    return c_ast.Compound([*carried, *work.parts.entry, ends, loop, *work.parts.leaving])


def _counter(lower: c_ast.Node, index: c_ast.Node, step: c_ast.Node) -> c_ast.Node:
    """`lower + index * step`, without what changes nothing."""
    scaled = index if is_number(step, 1) else build.binary("*", index, step)
    return scaled if is_number(lower, 0) else build.binary("+", lower, scaled)
