"""Loops whose body asks for the thread's number: each iteration finds out which thread it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import unqualified
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.region import Sharing
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    INT,
    IntType,
)
from mapper.ir.trees.nodes import clone, walk
from mapper.translate.common.refused import refuse
from mapper.translate.loops.canonical import CanonicalLoop
from mapper.translate.memory.memory import PRIVATE, Root
from mapper.translate.outline.outlining import Outlining
from mapper.translate.outline.thread_blocks import Blocks, thread_blocks
from mapper.translate.scope.frame import Local
from mapper.translate.threads.numbers import asked, numbered
from mapper.translate.threads.ordered_counters import ordered_counter, replaced
from mapper.translate.threads.shares import changes
from mapper.translate.threads.thread_index import is_plain_static, number_of_thread
from mapper.translate.threads.thread_state import ThreadState


def thread_numbers(work: Outlining, sharing: Mapping[Symbol, Sharing], loops: list[CanonicalLoop]) -> None:
    """Where the body asks for the thread's number, each iteration finds out which thread it belongs to."""
    loop, body = work.loop, loops[-1].node.stmt
    computed = loop.shares.used_in(body, work.symbols)
    if not computed and not numbered(body, work.symbols, loop.numbers, work.scope.context):
        return
    if loop.accumulated or loop.state:
        refuse("K013", "threads merge values, and ask for their numbers", loop.where)
    own = {symbol for symbol, kind in sharing.items() if kind not in (Sharing.SHARED, Sharing.THREADPRIVATE)}
    own |= {each.counter for each in loops}
    context, numbers = work.scope.context, loop.numbers
    state = ThreadState(loop.unit, work.symbols, context, work.effects, body, numbers, frozenset(own), loop.shares)
    blocks = thread_blocks(work, state, loops)
    if loop.construct.directive.dealt:
        _compute_blocks(work, state, blocks, computed)
        return
    state = replace(state, blocks=blocks.pointers) if blocks.pointers else state
    reduces = loop.construct.directive.first("reduction") is not None
    keeps_last = {Sharing.LASTPRIVATE, Sharing.FIRSTLASTPRIVATE} & set(sharing.values())
    if len(loops) == 1 and not reduces and not keeps_last and is_plain_static(loop.construct):
        work.counter = ordered_counter(state)
    if work.counter is not None:
        work.scope.counted = id(work.counter.use)
    elif blocks.needs_number:
        work.scope.updated |= state.updates()
        work.suspects += state.suspects
    value = number_of_thread(loop.construct, loops, work.frame, work.stable)
    number = work.scope.number = work.scope.fresh("thread", INT)
    work.parts.before.append((Local(number, INT, Root(PRIVATE, number)), value))
    wanted = loop.numbers if computed else loop.numbers & sharing.keys()
    for symbol in sorted(wanted, key=lambda each: each.number):
        local = work.frame.declare(symbol, loop.construct)
        work.parts.before.append((local, build.identifier(number)))
    _compute(work, computed, loop.shares.symbols)


def _compute_blocks(work: Outlining, state: ThreadState, blocks: Blocks, statements: Sequence[c_ast.Node]) -> None:
    """What the threads compute of pointers to blocks, and into them, where no iteration needs their number.

    Raises `Refused` (K013) where one does: threads deal out the iterations by hand, whatever a schedule says.
    """
    setting = [
        each for each in statements if any(symbol in blocks.pointers for symbol, _ in changes(each, work.symbols))
    ]
    into = [
        part
        for each in setting
        if not any(_is_block(work, symbol) for symbol, _ in changes(each, work.symbols))
        for part in walk(each)
    ]
    others = (state.numbers | state.shares.symbols) - blocks.pointers
    if blocks.needs_number or any(
        (isinstance(part, c_ast.ID) and work.symbols.symbol(part) in others)
        or asked(part, work.symbols, work.context)
        for part in into
    ):
        reason = "iterations that threads deal out by hand use the thread's number"
        refuse("K013", reason, work.loop.where)
    _compute(work, setting, state.shares.symbols & blocks.pointers)


def _compute(work: Outlining, statements: Sequence[c_ast.Node], symbols: frozenset[Symbol]) -> None:
    """What the threads compute from their numbers, in `symbols`, as each iteration does it for its thread."""
    if statements:
        for symbol in sorted(symbols, key=lambda each: each.number):
            local = work.frame.locals.get(symbol) or work.frame.declare(symbol, work.loop.construct)
            work.parts.before.append((local, None))
        work.statements.pointers.solve(c_ast.Compound(list(statements)))
    for statement in statements:
        declared = work.symbols.symbol(statement) if isinstance(statement, c_ast.Decl) else None
        if any(_is_block(work, symbol) for symbol, _ in changes(statement, work.symbols)):
            continue
        if isinstance(statement, c_ast.Decl) and declared is not None:
            local = work.frame.locals[declared]
            value = work.statements.expressions.literals.initializer(statement.init, unqualified(local.type))
            work.parts.copies.append(build.assign(build.identifier(local.name), value))
        elif (lowered := work.statements.statement(statement)) is not None:
            work.parts.copies.append(lowered)


def _is_block(work: Outlining, symbol: Symbol) -> bool:
    """Whether a pointer represents an array of the iteration's own."""
    local = work.frame.locals.get(symbol)
    return local is not None and local.block


def ordered(work: Outlining, body: c_ast.Compound) -> Ordered | None:
    """What work-groups must know of the counters that a thread's iterations use in order."""
    if work.counter is None:
        return None
    where = work.loop.where
    last = (body.block_items or [])[-1]
    calls = (node for node in walk(last) if isinstance(node, c_ast.FuncCall) and parse_atomic(node.name.name))
    match [call.args.exprs[0].expr for call in calls]:
        case [c_ast.ArrayRef(name=c_ast.ArrayRef(name=c_ast.ID() as base), subscript=slot)]:
            pass
        case _:
            refuse("K013", "a thread's counters are not found by two subscripts", where)
    place: c_ast.Node | None = None
    if work.counter.place is not None:
        lowered = clone(work.statements.expressions.value(work.counter.place))
        place = replaced(lowered, build.identifier("mrt_slot"), slot)
        known = {"mrt_slot", *work.scope.parameters}
        if any(isinstance(part, c_ast.ID) and part.name not in known for part in walk(place)):
            refuse("K013", "where a thread's iterations store depends on more than what they count", where)
    ctype = unqualified(work.symbols.type_of(work.counter.use.expr))
    assert isinstance(ctype, IntType)
    counter = work.counter
    number, shares = work.scope.number, work.scope.shares
    return Ordered(base.name, ctype, counter.row, counter.first, number, shares, slot, place)
