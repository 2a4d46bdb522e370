"""Pointers of an iteration's own that functions move for their caller: `next(&at)`, and in `next` `(*at)++`.

Such a variable is a number, as pointers in structures of an iteration's own are
(`mapper.translate.lowering.pointer_values.own_pointers`), and the function gets the number's address: `ulong *at`.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.expression_types import is_callback
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import CType, PointerType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import addressed, arguments_of, walk
from mapper.translate.common.null_tests import EQUALITIES, tested
from mapper.translate.memory.memory import PRIVATE, Roots, is_position, points_to_variable
from mapper.translate.scope.frame import Frame, Local


def is_own_kind(ctype: CType) -> bool:
    """Whether memory of an iteration's own can hold pointers of a type: pointers to data that are no pointers."""
    pointer = isinstance(ctype, PointerType) and not is_callback(ctype)
    return pointer and not is_position(ctype) and not points_to_variable(ctype)


def cursors_in(body: c_ast.Node, frame: Frame) -> frozenset[Symbol]:
    """The pointers, variables of a body or parameters of its function, whose addresses it gives to functions.

    These are functions of the program.  There are no such pointers in functions that call themselves.
    """
    if any(each.recursive for each in frame.scope.active.values()):
        return frozenset()
    found: set[Symbol] = set()
    for call in walk(body):
        if not isinstance(call, c_ast.FuncCall) or frame.scope.context.called(call, frame.symbols) is None:
            continue
        for argument in arguments_of(call):
            variable = addressed(argument)
            symbol = frame.symbols.symbol(variable) if isinstance(variable, c_ast.ID) else None
            if symbol is not None and symbol.is_automatic and is_own_kind(symbol.type):
                found.add(symbol)
    return frozenset(found)


def leads_to_cursor(symbol: Symbol, roots: Roots, frame: Frame) -> bool:
    """Whether a parameter that points into some memories is the address of a cursor, or null, and stays that."""
    own = all(root.space == PRIVATE for root in roots)
    pointer = isinstance(symbol.type, PointerType) and is_own_kind(symbol.type.target)
    return own and pointer and not frame.scope.uses.changes(symbol)


def other_use(body: c_ast.Node, parameter: Symbol, symbols: Symbols) -> c_ast.Node | None:
    """The first use of a parameter that leads to a cursor that is neither `*p`, nor an argument, nor a test."""
    good: set[int] = set()
    for node in walk(body):
        parts = tested(node)
        match node:
            case c_ast.UnaryOp(op="*"):
                parts = [node.expr]
            case c_ast.FuncCall():
                parts = arguments_of(node)
            case c_ast.BinaryOp(left=left, right=right) if node.op in EQUALITIES:
                parts = [left, right] if is_null(left) or is_null(right) else []
        good |= set(map(id, parts))
    uses = (node for node in walk(body) if isinstance(node, c_ast.ID) and symbols.symbol(node) is parameter)
    return next((node for node in uses if id(node) not in good), None)


def cursor(node: c_ast.Node, frame: Frame) -> Local | None:
    """The cursor that an lvalue is, as a variable or behind a parameter; None for other lvalues."""
    through = isinstance(node, c_ast.UnaryOp) and node.op == "*"
    name = node.expr if isinstance(node, c_ast.UnaryOp) and through else node
    local = frame.local(name)
    return local if local is not None and local.cursor and local.given == through else None


def is_address(node: c_ast.Node, frame: Frame) -> bool:
    """Whether an argument is the address of a cursor."""
    place = addressed(node)
    if place is not None:
        return cursor(place, frame) is not None
    local = frame.local(node)
    return local is not None and local.cursor and local.given
