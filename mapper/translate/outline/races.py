"""Scalars whose value depends on how many threads there are.

Threads that race in `sum += a[i]`, without a reduction, `atomic` or `critical`, may come to the expected result,
since few of them are at the same place at the same time.  Thousands of work-items don't, so such a loop is kept.
So is one that stores a shared scalar under a condition on a reduction variable, as the place of a maximum: each
thread compares with the largest value of its own, and each work-item would find its first one larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import unqualified
from mapper.ir.program.region import Sharing
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.names import is_named, mentions, names_in
from mapper.ir.trees.nodes import INCREMENTS, Omp, called_name, children, walk
from mapper.translate.loops.counting import changed_in
from mapper.translate.merging.critical_updates import held
from mapper.translate.outline.outlining import Outlining
from mapper.translate.private.liveness import exposed

_ALIKE = {
    "+": ("+=", "-="),
    "-": ("+=", "-="),
    "*": ("*=", "/="),
    "&": ("&=",),
    "|": ("|=",),
    "^": ("^=",),
    "&&": ("&=",),
    "||": ("|=",),
    "max": (),
    "min": (),
}
"""The assignments that go with the operator of a reduction."""


def check_races(work: Outlining, sharing: Mapping[Symbol, Sharing], body: c_ast.Node) -> None:
    """Raise `Refused` with K014 where a shared scalar depends on its own value, or on values of a thread's own."""
    changed = changed_in(body, work.symbols)
    locked = {id(node) for each in held(body) for node in walk(each.body)}
    decided = dict(_decided(work, sharing, body))
    for symbol, kind in sharing.items():
        if (
            kind is Sharing.SHARED
            and symbol.number in changed
            and isinstance(unqualified(symbol.type), IntType | FloatType)
            and not symbol.type.volatile
            and symbol not in work.loop.accumulated
            and symbol not in work.loop.common
            and symbol not in work.taken
        ):
            update = next(_updates(work, symbol, body), None)
            if update is not None and id(update) not in locked and exposed(symbol, work.symbols, body):
                _refuse_locks(work, body)
                reason = f"iterations compute the shared `{symbol.name}` from its own value, which is a data race"
                work.frame.refuse("K014", reason, update, *_ways_out(update, symbol.name))
            for store in _stores(work, symbol, body):
                if id(store) in decided and id(store) not in locked:
                    own = f"each thread has its own `{decided[id(store)]}`"
                    reason = f"{own}, and stores the shared `{symbol.name}` by it, which is a data race"
                    work.frame.refuse("K014", reason, store, (_PLACE, None))


_PLACE = "what belongs to an extreme, as where it was found, can be kept with it in `critical`"


def _decided(work: Outlining, sharing: Mapping[Symbol, Sharing], body: c_ast.Node) -> Iterator[tuple[int, str]]:
    """The nodes in conditional statements whose conditions read a reduction variable, by `id`, with its name."""
    names = {symbol.name for symbol, kind in sharing.items() if kind is Sharing.REDUCTION}
    for node in walk(body) if names else ():
        if isinstance(node, c_ast.If):
            name = min(names & names_in(node.cond), default=None)
            arms = [each for each in (node.iftrue, node.iffalse) if each is not None and name is not None]
            yield from ((id(part), str(name)) for arm in arms for part in walk(arm))


def _stores(work: Outlining, symbol: Symbol, body: c_ast.Node) -> Iterator[c_ast.Assignment]:
    """The assignments to a variable, but those of a constant."""
    for node in _outside_constructs(body):
        match node:
            case c_ast.Assignment(lvalue=c_ast.ID() as name) if work.symbols.symbol(name) is symbol:
                if not isinstance(node.rvalue, c_ast.Constant):
                    yield node


def _refuse_locks(work: Outlining, body: c_ast.Node) -> None:
    """Raise `Refused` where a loop calls functions of locks: these may be what keeps threads from racing."""
    for node in walk(body):
        name = called_name(node)
        if name.startswith("omp_") and name.endswith("_lock"):
            reason = f"`{name}` is about a lock that only threads of the host can take"
            work.frame.refuse("K015", reason, node)


def _ways_out(update: c_ast.Node, name: str) -> Iterator[tuple[str, None]]:
    """The clause that gives each thread a variable of its own, where an update of a shared one can have one."""
    operator = ""
    if isinstance(update, c_ast.UnaryOp):
        operator = "+"
    elif isinstance(update, c_ast.Assignment) and update.op == "=":
        operator = _operator(update.rvalue, name)
    elif isinstance(update, c_ast.Assignment):
        operator = next((each for each, assignments in _ALIKE.items() if update.op in assignments), "")
    if operator == "max":
        yield f"with `reduction(max : {name})` (or `min`) on the directive, each thread has its own `{name}`", None
        yield _PLACE, None
    elif operator:
        yield f"with `reduction({operator} : {name})` on the directive, each thread has its own `{name}`", None


def _operator(value: c_ast.Node, name: str) -> str:
    """The operator of a reduction that gives a variable its new value, `max` for `min`, too; empty for others."""
    match value:
        case c_ast.BinaryOp(op="+" | "*" | "&" | "|" | "^" | "&&" | "||"):
            return str(value.op) if is_named(value.left, name) or is_named(value.right, name) else ""
        case c_ast.BinaryOp(op="-"):
            return "+" if is_named(value.left, name) else ""
        case c_ast.TernaryOp() if mentions(value.cond, name):
            return "max"
        case c_ast.FuncCall() if called_name(value).startswith(("fmax", "fmin")):
            return "max"
    return "" if mentions(value, name) else "max"  # a condition on the variable decides about the latter


def check_operators(work: Outlining, body: c_ast.Node) -> None:
    """Raise `Refused` with K019 where a reduction variable is changed by another operator than its own.

    Its value then depends on how many threads there are, and which iterations each has.
    """
    changes: dict[str, list[c_ast.Assignment]] = {}
    for node in _outside_constructs(body):
        if isinstance(node, c_ast.Assignment) and isinstance(node.lvalue, c_ast.ID) and node.op != "=":
            changes.setdefault(node.lvalue.name, []).append(node)
    for clause in work.loop.construct.directive.all("reduction"):
        if clause.modifier not in _ALIKE:
            continue
        for name in clause.variables:
            for change in changes.get(name, ()):
                if change.op not in _ALIKE[clause.modifier]:
                    reason = f"`{name}` is reduced by `{clause.modifier}`, but changed by `{change.op}`"
                    work.frame.refuse("K019", reason, change)


def _updates(work: Outlining, symbol: Symbol, body: c_ast.Node) -> Iterator[c_ast.Node]:
    """Where a variable gets a value that is computed from its own, but for what constructs inside say."""

    def named(node: c_ast.Node | None) -> bool:
        parts = _outside_constructs(node) if node is not None else ()
        return any(isinstance(each, c_ast.ID) and work.symbols.symbol(each) is symbol for each in parts)

    for node in _outside_constructs(body):
        match node:
            case c_ast.UnaryOp(expr=c_ast.ID()) if node.op in INCREMENTS and named(node.expr):
                yield node
            case c_ast.Assignment(lvalue=c_ast.ID()) if named(node.lvalue) and (
                node.op != "=" or named(node.rvalue)
            ):
                yield node
            case c_ast.If() if named(node.cond):
                for each in _outside_constructs(node):
                    match each:
                        case c_ast.Assignment(lvalue=c_ast.ID()) if not isinstance(each.rvalue, c_ast.Constant):
                            if named(each.lvalue):
                                yield each


def _outside_constructs(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """All nodes of a tree in source order, but those in OpenMP constructs that are no parallel regions."""
    stack = [root]
    while stack:
        node = stack.pop()
        if not isinstance(node, Omp) or "parallel" in node.directive.words:
            yield node
            stack.extend(reversed(children(node)))
