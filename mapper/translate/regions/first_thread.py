"""Code for the thread with number 0: `if (omp_get_thread_num() == 0)` means what `master` does.

The number may also be in a variable of the thread's own, as long as nothing else is done with it.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.nodes import INCREMENTS, Omp, children, ids, once, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.common.refused import refuse
from mapper.translate.common.uses import written_object
from mapper.translate.threads.numbers import NUMBER, asked

_ALONE = frozenset(["single", "master", "sections", "critical"])
_LEAST_BITS = 32


@dataclass(frozen=True, slots=True)
class FirstThread:
    """What some code does with the thread's number.

    `blocks` are the `if` statements for thread 0, `asking` the `id`s of the calls whose value goes nowhere else.
    """

    blocks: tuple[c_ast.If, ...] = ()
    asking: frozenset[int] = frozenset()
    numbers: frozenset[Symbol] = field(default=frozenset())


def first_thread(
    body: c_ast.Node,
    symbols: Symbols,
    private: frozenset[Symbol],
    context: Context,
    given: frozenset[Symbol],
) -> FirstThread:
    """Find it; `private` are the variables that each thread has of its own, `given` those that hold its number."""
    if not given and not any(asked(call, symbols, context) == NUMBER for call in _calls(body)):
        return FirstThread()
    sources = _sources(body, symbols, private, context)
    for symbol in given:
        sources.setdefault(symbol, [])
    numbers = frozenset(symbol for symbol, calls in sources.items() if all(call is not None for call in calls))
    asking = {id(call) for symbol in numbers for call in sources[symbol] if call is not None}
    blocks = []
    for node in walk(body):
        if isinstance(node, c_ast.If) and node.iffalse is None and _is_first(node.cond, symbols, numbers, context):
            blocks.append(node)
            asking |= ids(node.cond)
    return FirstThread(tuple(blocks), frozenset(asking), numbers)


@once
def _calls(body: c_ast.Node) -> tuple[c_ast.FuncCall, ...]:
    return tuple(node for node in walk(body) if isinstance(node, c_ast.FuncCall))


def check_numbers(
    found: FirstThread,
    body: c_ast.Node,
    unit: Unit,
    symbols: Symbols,
    apart: frozenset[str],
    own: Container[int],
    computed: Container[Symbol | None],
) -> None:
    """Raise `Refused` where a thread's number goes elsewhere.

    It may be used in constructs of the kinds `apart`, and in the statements and calls whose `id` is in `own`.
    `computed` are variables that were computed from it.
    """
    inside = {id(block): block for block in found.blocks}
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, Omp) and node.directive.kind in apart:
            continue
        if isinstance(node, Omp) and "for" in node.directive.words:
            continue  # judged by itself
        if id(node) in inside or id(node) in own:
            continue
        if isinstance(node, c_ast.Assignment) and id(node.rvalue) in found.asking:
            continue
        if isinstance(node, c_ast.ID) and symbols.symbol(node) in found.numbers:
            refuse("K013", f"`{node.name}` is the number of the thread that runs it", unit.location(node))
        if isinstance(node, c_ast.ID) and symbols.symbol(node) in computed:
            refuse("K013", f"`{node.name}` is computed from the number of a thread", unit.location(node))
        stack.extend(reversed(children(node)))


def _sources(
    body: c_ast.Node, symbols: Symbols, private: frozenset[Symbol], context: Context
) -> dict[Symbol, list[c_ast.FuncCall | None]]:
    """The thread's own variables that get its number, with what is stored in them.

    That is a call, or None for anything else, and for what is stored by some threads only.
    """
    found: dict[Symbol, list[c_ast.FuncCall | None]] = {}
    stack = [(body, True)]
    while stack:
        node, together = stack.pop()
        if isinstance(node, Omp) and ("for" in node.directive.words or node.directive.kind in _ALONE):
            together = False
        stack.extend((child, together) for child in children(node))
        value: c_ast.Node | None = None
        target: Symbol | None = None
        if isinstance(node, c_ast.Assignment):
            name = written_object(node.lvalue, symbols)
            target = symbols.symbol(name) if name is not None else None
            value = node.rvalue if node.op == "=" and name is node.lvalue else None
        elif isinstance(node, c_ast.UnaryOp) and node.op in (*INCREMENTS, "&"):
            name = written_object(node.expr, symbols)
            target = symbols.symbol(name) if name is not None else None
        elif isinstance(node, c_ast.Decl) and node.init is not None:
            target, value = symbols.symbol(node), node.init
        if target is not None and target in private:
            number = _call_for_number(value, symbols, context) if together and _is_wide(target) else None
            found.setdefault(target, []).append(number)
    return {symbol: calls for symbol, calls in found.items() if any(call is not None for call in calls)}


def _is_wide(symbol: Symbol) -> bool:
    return isinstance(symbol.type, IntType) and symbol.type.bits >= _LEAST_BITS


def _call_for_number(node: c_ast.Node | None, symbols: Symbols, context: Context) -> c_ast.FuncCall | None:
    if isinstance(node, c_ast.FuncCall) and asked(node, symbols, context) == NUMBER:
        return node
    return None


def _is_first(cond: c_ast.Node, symbols: Symbols, numbers: frozenset[Symbol], context: Context) -> bool:
    """Whether a condition holds for thread 0 alone."""

    def number(node: c_ast.Node) -> bool:
        return _call_for_number(node, symbols, context) is not None or (
            isinstance(node, c_ast.ID) and symbols.symbol(node) in numbers
        )

    match cond:
        case c_ast.BinaryOp(op="=="):
            pairs = ((cond.left, cond.right), (cond.right, cond.left))
            return any(number(one) and symbols.constant(other) == 0 for one, other in pairs)
        case c_ast.UnaryOp(op="!"):
            return number(cond.expr)
    return False
