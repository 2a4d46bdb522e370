"""`simd` and `parallel for` loops inside kernels: their iterations run in order, with variables of the loop's own.

A parallel region inside another one has a team of one thread unless the program asks for more, so one work-item
does what the program says.  That loop may become a dimension of the kernel like any other (`nest`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import clause_symbol, leaving_counters, nested_counters
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.nodes import Omp, called_name, walk
from mapper.translate.common.refused import refuse
from mapper.translate.private.private_arrays import declare_private
from mapper.translate.scope.frame import Frame, Local

if TYPE_CHECKING:
    from mapper.translate.lowering.statements import Statements

_DATA = frozenset("private firstprivate lastprivate shared default reduction collapse if num_threads".split())
_ADVICE = frozenset("simd safelen simdlen aligned nontemporal order proc_bind schedule nowait allocate".split())


def in_order(statements: Statements, construct: Omp) -> c_ast.Node | None:
    """The loop of a `simd` or `parallel for` as a plain one; None where nothing is left of it.

    `private` variables keep outside what they held before.  What `linear`, `lastprivate` and `reduction` ask for
    is what a loop does that runs in order.  Counters and `lastprivate` variables that threads share are the loop's
    own, too, and get their last value behind it.  Raises `Refused` for pointers, for `firstprivate` arrays, and
    for a `parallel for` that asks for its threads.
    """
    frame = statements.frame
    if "parallel" in construct.directive.words:
        _check(construct, frame)
    before: dict[Symbol, Local | None] = {}
    declared: list[c_ast.Node] = []
    shared: list[tuple[c_ast.ID, Local]] = []
    first = _named("firstprivate", construct, frame)
    for symbol, private in _own(construct, frame):
        use = None if private else _use(construct, symbol, frame)
        if symbol in before or (not private and (symbol in frame.locals or use is None)):
            continue
        if isinstance(innermost(unqualified(symbol.type)), PointerType):
            kind = construct.directive.kind
            reason = f"a `{kind}` loop with the pointer `{symbol.name}` as a variable of its own is not translated"
            refuse("K002", reason, construct.directive.where)
        init = _initial(statements, construct, symbol) if symbol in first else None
        before[symbol] = frame.locals.get(symbol)
        local = declare_private(frame, symbol, construct)
        if local.name not in frame.scope.large:
            declared.append(statements.declared(local, construct, init))
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
    """The variables of which a loop has its own; true for those whose values don't leave it."""
    last = _named("lastprivate", construct, frame)
    yield from ((symbol, True) for symbol in _named("private", construct, frame))
    yield from ((symbol, symbol not in last) for symbol in _named("firstprivate", construct, frame))
    yield from ((symbol, False) for symbol in last)
    parallel = "parallel" in construct.directive.words
    leaving = [*last, *leaving_counters(construct, frame.symbols)] if parallel else []
    for symbol in nested_counters(construct, frame.symbols):
        if not _declares(construct, symbol, frame):
            yield symbol, parallel and symbol not in leaving


def _named(kind: str, construct: Omp, frame: Frame) -> list[Symbol]:
    """The variables that clauses of a kind name."""
    names = (name for clause in construct.directive.all(kind) for name in clause.variables)
    found = (clause_symbol(name, construct, frame.symbols) for name in names)
    return [symbol for symbol in found if symbol is not None]


def _initial(statements: Statements, construct: Omp, symbol: Symbol) -> c_ast.Node | None:
    """What a `firstprivate` variable starts with: its value outside."""
    use = _use(construct, symbol, statements.frame)
    if use is None:
        return None
    if isinstance(unqualified(symbol.type), ArrayType):
        reason = f"a loop inside with the array `{symbol.name}` as firstprivate is not translated"
        refuse("K002", reason, construct.directive.where)
    return statements.expressions.value(use)


def _check(construct: Omp, frame: Frame) -> None:
    """Refuse a parallel loop inside that has unknown clauses, or asks OpenMP about its threads."""
    for clause in construct.directive.clauses:
        if clause.kind not in _ADVICE and (clause.kind not in _DATA or clause.later):
            refuse("K002", f"the clause `{clause.kind}` is not translated", clause.where)
    called = frame.scope.context.callees(construct, frame.symbols)
    for code in (construct, *(callee.function.body for callee in called)):
        for name in (called_name(node) for node in walk(code)):
            if name.startswith("omp_"):
                reason = f"`{name}` is called in a parallel region inside another one"
                refuse("K022", reason, construct.directive.where)


def _declares(construct: Omp, symbol: Symbol, frame: Frame) -> bool:
    """Whether a variable is declared in a construct."""
    nodes = (node for node in walk(construct) if isinstance(node, c_ast.Decl))
    return any(frame.symbols.symbol(node) is symbol for node in nodes)


def _use(construct: Omp, symbol: Symbol, frame: Frame) -> c_ast.ID | None:
    """A place in the loop that names a variable; None where it is not used."""
    nodes = (node for node in walk(construct) if isinstance(node, c_ast.ID))
    return next((node for node in nodes if frame.symbols.symbol(node) is symbol), None)
