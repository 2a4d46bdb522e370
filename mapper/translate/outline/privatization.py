"""Scalar privatization: shared variables that each iteration assigns before it reads them.

Such a variable brings no value to another iteration.  Threads that share it race, so a program with it
relies on a compiler that keeps it in a register.  Its value behind the loop is defined only where one thread runs
all iterations: it is that of the last one.  A copy in each iteration, of which the last one's goes back, is right
in both cases.  It need not go back where nothing reads it, and then iterations need not assign it either; pointers
can't go back, since they lead to the device's memory.

The analysis is the scalar part of: P. Tu and D. Padua, Automatic Array Privatization, LCPC 1993.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.analysis.kernels.assigned import assigned, may_leave
from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.types import unqualified
from mapper.ir.program.region import Sharing
from mapper.ir.trees.ctypes import FloatType, IntType, PointerType
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.uses import uses_of
from mapper.translate.loops.counting import changed_in
from mapper.translate.outline.outlining import Outlining
from mapper.translate.private.last_values import is_read_behind
from mapper.translate.private.liveness import exposed

_STORAGE = (StorageClass.STATIC, StorageClass.GLOBAL, StorageClass.AUTOMATIC)


def privatized(work: Outlining, sharing: Mapping[Symbol, Sharing], body: c_ast.Node) -> dict[Symbol, Sharing]:
    """The attributes of a loop's variables; shared variables that each iteration assigns first become private."""
    if work.loop.state or work.loop.shares.symbols:
        return dict(sharing)
    changed = changed_in(body, work.symbols)
    found = dict(sharing)
    for symbol, kind in sharing.items():
        if kind is Sharing.SHARED and symbol.number in changed and _is_scratch(work, symbol, body):
            copied = _attribute(work, symbol, body)
            if copied is not None:
                found[symbol] = copied
    return found


def _attribute(work: Outlining, symbol: Symbol, body: c_ast.Node) -> Sharing | None:
    """The attribute of a scratch variable; None if code behind the loop reads what can't go back."""
    if not is_read_behind(symbol, work.loop.construct, work.symbols, work.context, work.effects):
        return Sharing.PRIVATE
    goes_back = not isinstance(unqualified(symbol.type), PointerType) and not may_leave(body)
    if not goes_back or not _assigns(work, symbol, body, in_loops=True):
        return None
    return Sharing.LASTPRIVATE if _assigns(work, symbol, body, in_loops=False) else Sharing.FIRSTLASTPRIVATE


def _is_scratch(work: Outlining, symbol: Symbol, body: c_ast.Node) -> bool:
    """Whether no iteration needs what another one stored in a shared variable, nor can see it in another way."""
    ctype = unqualified(symbol.type)
    plain = isinstance(ctype, PointerType) or (isinstance(ctype, IntType | FloatType) and ctype.bits <= 64)
    if (
        not plain
        or symbol.type.volatile
        or symbol.storage not in _STORAGE
        or symbol in work.loop.accumulated
        or symbol in work.loop.common
    ):
        return False
    key = key_of(symbol)
    named = any(key in uses_of(node, work.symbols).mentioned for node in walk(body) if isinstance(node, Omp))
    called = any(
        key in uses_of(callee.function, callee.symbols).mentioned
        for callee in work.context.callees(body, work.symbols)
    )
    units = [each for each in work.context.units if symbol.external or each.path == symbol.unit]
    addressed = any(key in uses_of(unit.tree, work.context.symbols[unit.path]).addressed for unit in units)
    return not (named or called or addressed) and not exposed(symbol, work.symbols, body)


def _assigns(work: Outlining, symbol: Symbol, body: c_ast.Node, *, in_loops: bool) -> bool:
    """Whether each iteration assigns the variable; with `in_loops` by loops that run alike in all."""
    return assigned(
        body,
        lambda target: isinstance(target, c_ast.ID) and work.symbols.symbol(target) is symbol,
        lambda header: in_loops and work.stable(header.lower) and work.stable(header.bound),
    )
