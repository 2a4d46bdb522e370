"""What the pointers of a body represent on the host.

    static void gather(const struct domain *d, int k, double *x)
    {
      const int *nodes = d->nodes[k];
      struct mesh *m = d->mesh;
      ...

If each call hands down the same `domain`, then `d->nodes` is `domain->nodes` and `m->rows` is
`domain->mesh->rows`: what the host can load before the loop.  So it is with a copy of the structure,
`struct domain d`, that is not changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, is_integer, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.ir.trees.nodes import changed, clone

if TYPE_CHECKING:
    from mapper.translate.scope.frame import Frame


def host_path(node: c_ast.Node, frame: Frame) -> c_ast.Node | None:
    """An expression in names that are visible at the loop; None where it may depend on the iteration."""
    match node:
        case c_ast.ID():
            return _named(node, frame)
        case c_ast.Constant():
            return c_ast.Constant(node.type, node.value)
        case c_ast.StructRef():
            owner = host_path(node.name, frame)
            return None if owner is None else c_ast.StructRef(owner, node.type, c_ast.ID(node.field.name))
        case c_ast.ArrayRef() | c_ast.UnaryOp(op="&" | "*" | "-") | c_ast.BinaryOp(op="+" | "-" | "*"):
            return changed(node, lambda part: host_path(part, frame))
        case c_ast.Cast():
            return host_path(node.expr, frame) if _is_idle(node, frame) else None
    return None


def stands_for(ctype: CType, value: c_ast.Node | None, frame: Frame, *, sizes: bool = False) -> c_ast.Node | None:
    """What a variable represents that has this value from the beginning to the end.

    It is a pointer to a structure or to structures, or a structure, with pointers in it.  With `sizes`, where
    arrays of variable size may ask for integers, it is any structure, or a pointer to structures or integers.
    """
    pointed = _pointed(ctype)
    holds_sizes = sizes and (
        isinstance(pointed, StructType) or (isinstance(ctype, PointerType) and is_integer(pointed))
    )
    if value is None or not (holds_sizes or leads_on(pointed, frame.symbols)):
        return None
    host = host_path(value, frame)
    if host is None or not frame.scope.stable(host):
        return None
    there = decay(frame.scope.names_there.type_of(host))
    same = isinstance(there, PointerType) == isinstance(ctype, PointerType)
    return host if same and _pointed(there) == _pointed(ctype) else None


def _pointed(ctype: CType) -> CType:
    """What a pointer points to; otherwise the type itself."""
    return unqualified(ctype.target if isinstance(ctype, PointerType) else ctype)


def _named(node: c_ast.ID, frame: Frame) -> c_ast.Node | None:
    symbol = frame.symbols.symbol(node)
    if symbol is None:
        return None
    if symbol in frame.stands:
        return clone(frame.stands[symbol])
    if symbol.kind is Kind.ENUM_CONSTANT:
        return None if symbol.value is None else build.integer(symbol.value)
    return variable_there(symbol, frame)


def variable_there(symbol: Symbol, frame: Frame) -> c_ast.ID | None:
    """A variable as the host reads it at the loop; None for one of an iteration, and for other symbols."""
    if symbol in frame.locals or symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER):
        return None
    if not frame.outer and not symbol.file_scope:
        return None
    name = name_there(symbol, frame)
    return None if name is None else build.identifier(name)


def name_there(symbol: Symbol, frame: Frame) -> str | None:
    """The name of a variable or function where the loop is; None where it means another one there."""
    scope = frame.scope
    seen = scope.symbols.lookup(symbol.name, scope.construct)
    copied = not frame.outer and scope.has_copies(symbol)
    if seen is not None and seen.is_same(symbol) and not copied:
        return symbol.name
    return None


def _is_idle(cast: c_ast.Cast, frame: Frame) -> bool:
    """Whether a cast changes nothing."""
    one, other = decay(frame.symbols.type_of(cast)), decay(frame.symbols.type_of(cast.expr))
    if not isinstance(one, PointerType) or not isinstance(other, PointerType):
        return False
    return unqualified(one.target) == unqualified(other.target)


def leads_on(ctype: CType, symbols: Symbols) -> bool:
    """Whether there are pointers in a structure or its parts."""
    return _leads_on(ctype, symbols, set())


def _leads_on(ctype: CType, symbols: Symbols, seen: set[str]) -> bool:
    while isinstance(ctype, ArrayType):
        ctype = unqualified(ctype.element)
    if not isinstance(ctype, StructType) or ctype.tag in seen:
        return False
    seen.add(ctype.tag)
    members = [unqualified(member.type) for member in symbols.members(ctype) or ()]
    return any(isinstance(each, PointerType) or _leads_on(each, symbols, seen) for each in members)
