"""`simd` loops inside kernels: their iterations run in order, with private variables of the loop's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import clause_symbol, nested_counters
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.refused import refuse
from mapper.translate.private.private_arrays import declare_private
from mapper.translate.scope.frame import Frame, Local

if TYPE_CHECKING:
    from mapper.translate.lowering.statements import Statements


def in_order(statements: Statements, construct: Omp) -> c_ast.Node | None:
    """The loop of a `simd` construct as a plain one; None where nothing is left of it.

    `private` variables keep outside what they held before.  What `linear`, `lastprivate` and `reduction` ask for
    is what a loop does that runs in order.  Counters and `lastprivate` variables that threads share are the loop's
    own, too, and get their last value behind it.  Raises `Refused` for pointers.
    """
    frame = statements.frame
    before: dict[Symbol, Local | None] = {}
    declared: list[c_ast.Node] = []
    shared: list[tuple[c_ast.ID, Local]] = []
    for symbol, private in _own(construct, frame):
        use = None if private else _use(construct, symbol, frame)
        if symbol in before or (not private and (symbol in frame.locals or use is None)):
            continue
        if isinstance(innermost(unqualified(symbol.type)), PointerType):
            reason = f"a `simd` loop with the pointer `{symbol.name}` as a variable of its own is not translated"
            refuse("K002", reason, construct.directive.where)
        before[symbol] = frame.locals.get(symbol)
        local = declare_private(frame, symbol, construct)
        if local.name not in frame.scope.large:
            declared.append(statements.declared(local, construct))
        if use is not None:
            shared.append((use, local))
    body = statements.statement(construct.body)
    for symbol, outside in before.items():
        del frame.locals[symbol]
        if outside is not None:
            frame.locals[symbol] = outside
    stored = [
        build.assign(statements.expressions.object(use, Access.WRITE), build.identifier(local.name))
        for use, local in shared
    ]
    if not declared and not stored:
        return body
    return c_ast.Compound([*declared, *([body] if body is not None else []), *stored])


def _own(construct: Omp, frame: Frame) -> Iterator[tuple[Symbol, bool]]:
    """The variables of which a `simd` loop has its own; true for those whose values don't leave it."""
    for kind in ("private", "lastprivate"):
        for clause in construct.directive.all(kind):
            for name in clause.variables:
                symbol = clause_symbol(name, construct, frame.symbols)
                if symbol is not None:
                    yield symbol, kind == "private"
    for symbol in nested_counters(construct, frame.symbols):
        if not _declares(construct, symbol, frame):
            yield symbol, False


def _declares(construct: Omp, symbol: Symbol, frame: Frame) -> bool:
    """Whether a variable is declared in a construct."""
    nodes = (node for node in walk(construct) if isinstance(node, c_ast.Decl))
    return any(frame.symbols.symbol(node) is symbol for node in nodes)


def _use(construct: Omp, symbol: Symbol, frame: Frame) -> c_ast.ID | None:
    """A place in the loop that names a variable; None where it is not used."""
    nodes = (node for node in walk(construct) if isinstance(node, c_ast.ID))
    return next((node for node in nodes if frame.symbols.symbol(node) is symbol), None)
