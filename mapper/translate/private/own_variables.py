"""Variables that each iteration of an outlined loop, or each thread, has of its own: how they begin and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.expression_types import is_callback
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import unqualified
from mapper.diagnostics import Location
from mapper.frontend.gnu.markers import PARTS
from mapper.ir.program.kernel import Access, Reduction, Storage, step_name
from mapper.ir.program.region import Sharing
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    BOOL,
    IMAGINARY_PART,
    REAL_PART,
    ArrayType,
    ComplexType,
    FloatType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.names import exposed_place, is_named
from mapper.ir.trees.nodes import arguments_of, base_of, text_of, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.refused import may_carry, refuse
from mapper.translate.loops.canonical import CanonicalLoop, constant_or
from mapper.translate.loops.schedule import in_blocks
from mapper.translate.memory.memory import is_variable
from mapper.translate.merging.accumulators import in_parts
from mapper.translate.merging.array_reductions import array_updates
from mapper.translate.merging.critical_updates import NO_CRITICALS, criticals
from mapper.translate.outline.outlining import Outlining
from mapper.translate.private.elementwise import copied
from mapper.translate.private.linear_variables import linear_clause, needed_behind, value_at_start
from mapper.translate.private.liveness import carried, exposed
from mapper.translate.private.own_blocks import set_block
from mapper.translate.private.private_arrays import declare_private
from mapper.translate.private.restored import is_restored
from mapper.translate.scope.frame import Local
from mapper.translate.scope.host_paths import leads_on
from mapper.translate.scope.scope import check_address

_FIRST = (Sharing.FIRSTPRIVATE, Sharing.FIRSTLASTPRIVATE)
_OF_TRUTH = frozenset(["&&", "||", "&", "|", "^"])  # leave a truth value one
_LAST = (Sharing.LASTPRIVATE, Sharing.FIRSTLASTPRIVATE)
_OWN = (Sharing.PRIVATE, Sharing.LASTPRIVATE, *_FIRST)


def reductions(work: Outlining, sharing: Mapping[Symbol, Sharing], body: c_ast.Node) -> None:
    """The variables that the iterations reduce into; arrays where they are, by atomic updates."""
    for symbol, reduced in work.arrays.items():
        own = symbol in work.loop.inherited and symbol not in work.loop.accumulated
        if own and isinstance(unqualified(symbol.type), ArrayType):
            refuse("K019", f"each thread has its own `{symbol.name}` to reduce into", reduced.where)
    if work.arrays:
        updated, suspects = array_updates(work.arrays, body, work.loop.unit, work.symbols, work.effects)
        work.scope.updated |= updated
        work.suspects += suspects
    taken = NO_CRITICALS
    if not work.loop.state and not work.loop.numbers and not work.loop.shares.symbols:
        taken = criticals(work.loop.construct, body, sharing, work.symbols, work.effects, work.context)
    work.scope.criticals = taken.constructs
    work.scope.draws = taken.draws
    work.taken = frozenset(taken.scalars)
    work.scope.updated |= taken.updated
    for symbol, kind in sharing.items():
        if symbol in taken.scalars:
            _reduction(work, symbol, taken.scalars[symbol], work.loop.where)
        if symbol in work.arrays or symbol in taken.scalars:
            continue
        if symbol in work.loop.accumulated:
            _reduction(work, symbol, work.loop.accumulated[symbol], work.loop.where)
        elif kind is Sharing.REDUCTION:
            clause = _reduction_clause(work, symbol)
            _reduction(work, symbol, str(clause.modifier), clause.where)


def _reduction(work: Outlining, symbol: Symbol, operator: str, where: Location) -> None:
    of = unqualified(symbol.type)
    if isinstance(of, ComplexType) and in_parts(of, operator):
        _complex_sum(work, symbol, of, where)
        return
    _check_reduction(symbol, operator, where)
    local = work.frame.declare(symbol, work.loop.construct)
    target = build.identifier(symbol.name)
    work.parts.reductions.append(Reduction(local.name, unqualified(symbol.type), operator, target))


def _complex_sum(work: Outlining, symbol: Symbol, of: ComplexType, where: Location) -> None:
    """Each iteration adds up a complex number from 0, and both parts of it to those of the variable."""
    assert isinstance(of.part, FloatType)
    local = work.frame.declare(symbol, work.loop.construct)
    zero = c_ast.InitList([build.integer(0), build.integer(0)])
    work.parts.before.append((local, zero))
    for part, operator in zip((REAL_PART, IMAGINARY_PART), PARTS, strict=True):
        name = work.scope.local(f"{symbol.name}_{part}", of.part, work.symbols, where)
        target = c_ast.StructRef(build.identifier(symbol.name), ".", build.identifier(operator))
        work.parts.reductions.append(Reduction(name, of.part, "+", target))
        own = c_ast.StructRef(build.identifier(local.name), ".", build.identifier(part))
        work.parts.ends.append(c_ast.Assignment("+=", build.identifier(name), own))


def _reduction_clause(work: Outlining, symbol: Symbol) -> Clause:
    for construct in (work.loop.construct, *reversed(work.loop.enclosing)):
        for clause in construct.directive.all("reduction"):
            if symbol.name in clause.variables:
                return clause
    raise AssertionError("a reduction variable is in a clause")


def _check_reduction(symbol: Symbol, operator: str, where: Location) -> None:
    ctype = unqualified(symbol.type)
    plain = isinstance(ctype, IntType | FloatType) and ctype.bits <= 64
    if ctype == BOOL and operator not in _OF_TRUTH:
        plain = False
    if not plain:
        refuse("K019", f"the reduction variable `{symbol.name}` is of a type that is not reduced", where)


def privates(work: Outlining, sharing: Mapping[Symbol, Sharing], loops: list[CanonicalLoop]) -> None:
    """The private variables that the body changes, and what becomes of last values."""
    counters = {loop.counter: loop for loop in loops}
    declared = {id(node) for node in walk(loops[-1].node.stmt) if isinstance(node, c_ast.Decl)}
    for symbol, kind in sharing.items():
        if symbol in work.loop.accumulated or symbol in work.loop.state or id(symbol.decl) in declared:
            continue  # the last are counters of loops that `collapse` names, and that make no rectangle
        if symbol in counters:
            if kind in _LAST and counters[symbol].start is not None:
                refuse("K009", f"the last value of the pointer `{symbol.name}` is needed", work.loop.where)
            if kind in _LAST:
                step = constant_or(counters[symbol].step, step_name(work.frame.locals[symbol].name))
                _last(work, symbol, build.binary("+", build.identifier(work.frame.locals[symbol].name), step))
            continue
        if kind in _OWN and (kind in _LAST or _may_change(work, symbol, kind) or work.writes(symbol)):
            _private(work, symbol, kind, loops)


def _may_change(work: Outlining, symbol: Symbol, kind: Sharing) -> bool:
    """Whether the body assigns to a variable, or takes its address.

    A `firstprivate` structure with pointers in it is the same in all iterations where its address is for reads.
    """
    if (
        kind is Sharing.FIRSTPRIVATE
        and isinstance(symbol.type, StructType)
        and leads_on(symbol.type, work.symbols)
    ):
        return key_of(symbol) in work.scope.uses.written
    return work.scope.uses.changes(symbol)


def _private(work: Outlining, symbol: Symbol, kind: Sharing, loops: list[CanonicalLoop]) -> None:
    """A private variable that the body changes: each iteration has its own."""
    construct = work.loop.construct
    block = set_block(work.frame, symbol, loops[-1].node.stmt, construct) if kind is Sharing.PRIVATE else None
    if block is not None:
        work.parts.before.append((block, None))
        return
    local = declare_private(work.frame, symbol, construct, on_host=True)
    if is_variable(local.type) and kind in _LAST:
        refuse(
            "K017",
            f"the private array `{symbol.name}` has a variable size, and values to be copied",
            work.loop.where,
        )
    copied_in = kind in _FIRST
    if copied_in or kind in _LAST:
        work.scope.members.valued.append(local.type)
    clause = linear_clause(work, symbol)
    if clause is not None:
        _linear(work, symbol, local, clause, loops)
        return
    if _may_carry(work, symbol, kind, loops[-1].node.stmt) or (copied_in and is_variable(local.type)):
        of = unqualified(local.type)
        dealt = symbol in work.loop.numbers or symbol in work.loop.shares.symbols
        if isinstance(of, IntType | FloatType) and not dealt and (copied_in or symbol in work.loop.defined):
            work.begun[local.name] = symbol.name
            copied_in = True
        elif copied_in and (kind in _LAST or not isinstance(of, ArrayType)):
            refuse_carried(work, symbol.name)
        else:
            work.unproven[local.name] = symbol.name
            if copied_in or symbol in work.loop.defined:
                work.valued.add(local.name)
            copied_in = False  # each iteration writes what it reads, or the loop is kept
    initial = initial_value(work, symbol, local) if copied_in else None
    work.parts.before.append((local, initial))
    if kind in _LAST:
        if isinstance(local.type, PointerType) or is_callback(symbol.type):
            refuse("K009", f"the last value of the pointer `{symbol.name}` is needed", work.loop.where)
        _last(work, symbol, build.identifier(local.name))


def _linear(work: Outlining, symbol: Symbol, local: Local, clause: Clause, loops: Sequence[CanonicalLoop]) -> None:
    """A `linear` variable: its value depends on the iteration, and the last one leaves it for the host."""
    first = initial_value(work, symbol, local)
    assert first is not None, "only arrays are copied by statements"
    work.parts.before.append((local, value_at_start(work, symbol, clause, first, loops)))
    if not isinstance(local.type, PointerType):
        _last(work, symbol, build.identifier(local.name))
    elif needed_behind(work, symbol):
        refuse("K009", f"the last value of the pointer `{symbol.name}` is needed", work.loop.where)


def refuse_carried(work: Outlining, name: str) -> NoReturn:
    """The loop is kept, since iterations may depend on each other through a private variable."""
    reason = may_carry(name)
    if name in work.thread_blocks:
        reason = f"an iteration may read what another one left in the block `{name}` of their thread"
    advice = f"if each iteration writes all that it reads of `{name}` before, on all ways, nothing is carried"
    refuse("K014", reason, work.loop.where, *_written(work, name), (advice, None))


def _written(work: Outlining, name: str) -> Iterator[tuple[str, Location]]:
    """The first place in a loop that writes a variable, or hands it on to a function."""
    for node in walk(work.loop.construct):
        place = exposed_place(node)
        base = None if place is None else base_of(place)
        if base is not None and is_named(base, name):
            yield "it is written here", work.loop.unit.location(node)
            return
        if isinstance(node, c_ast.FuncCall) and any(is_named(each, name) for each in arguments_of(node)):
            yield f"`{text_of(node.name)}` gets it here", work.loop.unit.location(node)
            return


def _may_carry(work: Outlining, symbol: Symbol, kind: Sharing, body: c_ast.Node) -> bool:
    """Whether an iteration may see what another one stored in a thread's own variable.

    Where private variables are assumed to begin anew, only those are looked at of which a program may know better:
    they have a value before the loop, or it is known which neighbouring iterations one thread runs.
    """
    if kind in _FIRST:
        written = key_of(symbol) in work.scope.uses.written or work.writes(symbol)
        may = written and carried(symbol, work.symbols, body)
        return may and not is_restored(symbol, work.loop.construct, body, work.symbols)
    known = symbol in work.loop.defined or in_blocks(work.loop.construct, work.loop.enclosing)
    return (known or not work.context.assume_private) and exposed(symbol, work.symbols, body)


def initial_value(work: Outlining, symbol: Symbol, local: Local) -> c_ast.Node | None:
    """The value that a firstprivate variable starts with; arrays are copied by statements."""
    ctype = unqualified(local.type)
    host = build.identifier(symbol.name)
    wish = f"{symbol.name}_first"
    if isinstance(ctype, PointerType):
        slot = work.scope.slot(host, ctype, wish, Storage.HEAP)
        local.roots = frozenset([slot.root])
        return build.identifier(slot.name) if slot.below is None else build.integer(0, "L")
    if isinstance(ctype, ArrayType):
        slot = work.scope.slot(host, ctype, wish, Storage.STACK)
        slot.eager = True
        slot.root.access |= Access.READ
        to, of = build.identifier(local.name), build.identifier(slot.name)
        work.parts.copies.append(copied(work.scope, to, of, ctype))
        return None
    return build.identifier(work.scope.value(wish, ctype, host).name)


def _last(work: Outlining, symbol: Symbol, value: c_ast.Node) -> None:
    """The work-item of the last iteration leaves its value in a buffer that goes back to the host."""
    check_address(symbol, work.loop.where)
    ctype = unqualified(symbol.type)
    host = build.identifier(symbol.name)
    storage = Storage.STATIC if symbol.is_static else Storage.STACK
    wish = f"{symbol.name}_last"
    if isinstance(ctype, ArrayType):
        slot = work.scope.slot(host, ctype, wish, storage)
        to, of = build.identifier(slot.name), build.identifier(work.frame.locals[symbol].name)
        work.parts.after.append(copied(work.scope, to, of, ctype))
    else:
        slot = work.scope.slot(c_ast.UnaryOp("&", host), PointerType(ctype), wish, storage)
        slot.bytes = c_ast.UnaryOp("sizeof", host)
        slot.symbol = symbol
        work.parts.after.append(build.assign(c_ast.UnaryOp("*", build.identifier(slot.name)), value))
    slot.eager = True
    slot.root.access |= Access.WRITE
