"""Functions that only return a value: `int me(void) { int own; own = omp_get_thread_num(); return own; }`."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import single

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
