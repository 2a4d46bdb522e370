"""Functions that one thread of a region calls between loops, and that touch single elements of arrays.

Announced as a whole, such a call would bring whole arrays to the host for a few numbers.  They get a second
version for the device path, as functions with work-sharing do, in which each statement is announced for itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.sharing import PREDEFINED
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.frontend.gnu.markers import IMAGINARY, is_stand_in
from mapper.ir.trees.ctypes import FunctionType
from mapper.ir.trees.headers import head_of
from mapper.ir.trees.nodes import LOOPS, Omp, walk
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.updates import statements_in

_FOR_ONE = frozenset(["single", "master"])
_MOST_NODES = 400
MOST_TRIPS = 16
"""A loop that runs at most so often may be announced element by element."""


def hosted_calls(
    body: c_ast.Node, symbols: Symbols, context: Context
) -> Iterator[tuple[c_ast.FuncCall, Definition]]:
    """The calls that are statements of blocks for one thread, with functions that may have second versions."""
    for construct, _ in constructs(body):
        if construct.directive.kind not in _FOR_ONE or construct.body is None:
            continue
        for statement in statements_in(construct.body):
            if not isinstance(statement, c_ast.FuncCall):
                continue
            definition, name = context.called(statement, symbols), statement.name
            if definition is None or symbols.lookup(name.name, body) is not symbols.symbol(name):
                continue
            if _can_be_copied(definition, context) and _touches_elements(definition):
                yield statement, definition


def _can_be_copied(definition: Definition, context: Context) -> bool:
    """Whether a function may exist twice, and its copy be printed."""
    function = definition.function
    ctype = definition.symbols.declared_type(function.decl)
    if function.param_decls or not isinstance(ctype, FunctionType) or ctype.variadic:
        return False
    if not definition.unit.in_user_code(function) or definition.unit.has_attributes(function):
        return False
    if any(
        isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None for node in walk(function.decl)
    ):
        return False
    for number, node in enumerate(walk(function.body)):
        match node:
            case c_ast.ID() if node.name in PREDEFINED or (is_stand_in(node.name) or node.name == IMAGINARY):
                return False
            case c_ast.Decl() if "static" in (node.storage or []):
                return False
            case c_ast.Label() | c_ast.Goto() | Omp():
                return False
        if number > _MOST_NODES:
            return False
    return not any(
        isinstance(node, Omp)
        for callee in context.callees(function.body, definition.symbols)
        for node in walk(callee.function.body)
    )


def _touches_elements(definition: Definition) -> bool:
    """Whether elements of arrays are used outside of loops that may run often."""
    often = {
        id(part)
        for node in walk(definition.function.body)
        if isinstance(node, LOOPS) and not is_short(node, definition.symbols)
        for part in walk(node)
    }
    return any(
        isinstance(node, c_ast.ArrayRef) and id(node) not in often for node in walk(definition.function.body)
    )


def is_short(loop: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a loop counts by one from a constant to a constant that is near."""
    times = known_times(loop, symbols)
    return times is not None and times <= MOST_TRIPS


def known_times(loop: c_ast.Node, symbols: Symbols) -> int | None:
    """How often at most a loop runs that counts by one from a constant to a constant; None for others."""
    head = head_of(loop)
    if head is None or not head.rises or symbols.constant(head.step.by) != 1:
        return None
    low, high = symbols.constant(head.start.value), symbols.constant(head.bound)
    return None if low is None or high is None else max(high - low + (head.relation == "<="), 0)
