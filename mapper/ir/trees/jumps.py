"""Jumps and returns: statements that lead away from the ones behind them, functions that only return a value."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import LOOPS, children, single, statements_in, walk

JUMPS = (c_ast.Break, c_ast.Continue, c_ast.Goto, c_ast.Return)

Kinds = tuple[type[c_ast.Node], ...]


def has_jump(root: c_ast.Node, *also: type[c_ast.Node]) -> bool:
    """Whether some code has a jump, wherever that leads, or a node of another kind."""
    kinds = (*JUMPS, *also)
    return any(isinstance(node, kinds) for node in walk(root))


def leaves(
    root: c_ast.Node,
    own: Kinds = (c_ast.Break, c_ast.Continue),
    always: Kinds = (c_ast.Goto, c_ast.Return),
) -> bool:
    """Whether a statement, or the body of a loop, may be left before its end.

    `own` are the jumps that leave it unless they belong to a loop or `switch` inside of it.  Those in `always`
    leave it from anywhere.
    """
    stack = [(root, own)]
    while stack:
        node, ways = stack.pop()
        if isinstance(node, (*ways, *always)):
            return True
        if isinstance(node, LOOPS):
            ways = ()
        elif isinstance(node, c_ast.Switch):
            ways = tuple(each for each in ways if each is not c_ast.Break)
        stack += [(child, ways) for child in children(node)]
    return False


def leaves_loop(body: c_ast.Node) -> bool:
    """Whether a loop's body may end the loop."""
    return leaves(body, (c_ast.Break,), (c_ast.Return,))


def returns(node: c_ast.Node) -> bool:
    """Whether code may return from its function."""
    return any(isinstance(part, c_ast.Return) for part in statements_in(node))


def ends_with_return(body: c_ast.Node) -> bool:
    """Whether the last statement of a body is a return."""
    items = (body.block_items or []) if isinstance(body, c_ast.Compound) else []
    return bool(items) and isinstance(items[-1], c_ast.Return)


def runs_states(loop: c_ast.Node) -> bool:
    """Whether a loop runs blocks of functions that call themselves: `do { switch (state) ... } while (more);`."""
    body = loop.stmt if isinstance(loop, c_ast.DoWhile) else None
    items = body.block_items or [] if isinstance(body, c_ast.Compound) else []
    return bool(items) and isinstance(items[0], c_ast.Switch) and isinstance(items[0].cond, c_ast.ID)


_NARROW = frozenset(["char", "short", "_Bool", "float", "double"])


def only_returned(body: c_ast.Node) -> c_ast.Node | None:
    """The expression whose value a function returns, by way of a variable or not; None where it does more."""
    value: c_ast.Node | None = None
    statement = single(body)
    match statement.block_items if isinstance(statement, c_ast.Compound) else [statement]:
        case [c_ast.Return(expr=value)]:
            pass
        case [c_ast.Decl(name=name) as decl, c_ast.Return(expr=result)]:
            value = decl.init if is_named(result, name) and _is_wide(decl) else None
        case [
            c_ast.Decl(name=name, init=None) as decl,
            c_ast.Assignment(op="=", lvalue=target, rvalue=given),
            c_ast.Return(expr=result),
        ]:
            value = given if is_named(target, name) and is_named(result, name) and _is_wide(decl) else None
    while isinstance(value, c_ast.Cast) and _is_wide(value.to_type):
        value = value.expr
    return value


def _is_wide(declared: c_ast.Decl | c_ast.Typename) -> bool:
    """Whether a type is not one of numbers that may hold less than an `int`."""
    of = declared.type
    plain = isinstance(of, c_ast.TypeDecl) and isinstance(of.type, c_ast.IdentifierType)
    automatic = not isinstance(declared, c_ast.Decl) or not declared.storage
    return plain and automatic and _NARROW.isdisjoint(of.type.names)
