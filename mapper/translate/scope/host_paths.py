"""What the pointers of a body represent on the host.

    static void gather(const struct domain *d, int k, double *x)
    {
      const int *nodes = d->nodes[k];
      struct mesh *m = d->mesh;
      ...

If each call hands down the same `domain`, then `d->nodes` is `domain->nodes` and `m->rows` is
`domain->mesh->rows`: what the host can load before the loop.  So it is with a copy of the structure,
`struct domain d`, that is not changed, and with a structure that comes as a `void *`, as contexts of callbacks do:

    static double value(double x, const void *context)
    {
      const struct curve *c = context;   // ((struct curve *)context)->y on the host
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, innermost, is_integer, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, PointerType, StructType, VoidType
from mapper.ir.trees.nodes import changed, clone, walk

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
        case c_ast.BinaryOp() if any(
            is_void_pointer(frame.symbols.type_of(side)) for side in (node.left, node.right)
        ):
            return None  # what stands for it may be a pointer to larger objects
        case c_ast.ArrayRef() | c_ast.UnaryOp(op="&" | "*" | "-") | c_ast.BinaryOp(op="+" | "-" | "*"):
            return changed(node, lambda part: host_path(part, frame))
        case c_ast.Cast():
            owner = host_path(node.expr, frame)
            return None if owner is None else _converted(owner, frame.symbols.type_of(node), frame)
    return None


def stands_for(ctype: CType, value: c_ast.Node | None, frame: Frame, *, sizes: bool) -> c_ast.Node | None:
    """What a variable represents that has this value from the beginning to the end.

    It is a pointer to a structure or to structures, or a structure, with pointers in it, or a pointer to void,
    which may be converted to one.  With `sizes`, where arrays of variable size may ask for integers, it is any
    structure, or a pointer to structures or integers.
    """
    pointed = _pointed(ctype)
    void = is_void_pointer(ctype)
    holds_sizes = sizes and (
        isinstance(pointed, StructType) or (isinstance(ctype, PointerType) and is_integer(pointed))
    )
    if value is None or not (void or holds_sizes or leads_on(pointed, frame.symbols)):
        return None
    host = host_path(value, frame)
    if host is not None and isinstance(ctype, PointerType):
        host = _converted(host, ctype, frame)
    if host is None or not frame.scope.stable(host):
        return None
    there = decay(frame.scope.names_there.type_of(host))
    if void:
        return host if isinstance(there, PointerType) else None
    same = isinstance(there, PointerType) == isinstance(ctype, PointerType)
    return host if same and _pointed(there) == pointed else None


def is_void_pointer(ctype: CType) -> bool:
    """Whether a type is that of pointers to void."""
    return isinstance(ctype, PointerType) and isinstance(_pointed(ctype), VoidType)


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


def _converted(host: c_ast.Node, ctype: CType, frame: Frame) -> c_ast.Node | None:
    """A pointer on the host as one of another type; None where that changes what it leads to.

    To void, nothing is converted: what it points to is what it was made from.
    """
    there = decay(frame.scope.names_there.type_of(host))
    if not isinstance(decay(ctype), PointerType) or not isinstance(there, PointerType):
        return None
    pointed = _pointed(decay(ctype))
    if pointed == _pointed(there) or isinstance(pointed, VoidType):
        return host
    if not is_void_pointer(there) or not isinstance(pointed, StructType):
        return None
    specifier = _specifier_there(pointed, frame)
    if specifier is None:
        return None
    return c_ast.Cast(
        c_ast.Typename(None, [], None, c_ast.PtrDecl([], c_ast.TypeDecl(None, [], None, specifier))), host
    )


def _specifier_there(of: StructType, frame: Frame) -> c_ast.Node | None:
    """The name of a structure at the loop.

    None where the file scope doesn't define it before the loop, or a block hides it.
    """
    scope = frame.scope
    before = list(takewhile(lambda each: not _holds(each, scope.construct), scope.unit.tree.ext))
    if not of.tag.isidentifier():
        name = of.tag.strip("<>")
        seen = scope.symbols.lookup(name, scope.construct)
        declared = any(isinstance(each, c_ast.Typedef) and each.name == name for each in before)
        named = seen is not None and seen.kind is Kind.TYPEDEF and unqualified(seen.type) == of
        return c_ast.IdentifierType([name]) if declared and named else None
    enclosing = scope.unit.tree.ext[len(before) : len(before) + 1]
    declarations = [each for each in before if not isinstance(each, c_ast.FuncDef)]
    if not any(_defines(each, of.tag) for each in declarations) or any(
        _defines(each, of.tag) for each in enclosing
    ):
        return None
    return (c_ast.Union if of.union else c_ast.Struct)(of.tag, None)


def _holds(node: c_ast.Node, part: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncDef) and any(each is part for each in walk(node.body))


def _defines(node: c_ast.Node, tag: str) -> bool:
    """Whether a structure or union of this name is defined in a tree."""
    records = (part for part in walk(node) if isinstance(part, c_ast.Struct | c_ast.Union))
    return any(record.name == tag and record.decls is not None for record in records)


def leads_on(ctype: CType, symbols: Symbols) -> bool:
    """Whether there are pointers in a structure or its parts."""
    return _leads_on(ctype, symbols, set())


def _leads_on(ctype: CType, symbols: Symbols, seen: set[str]) -> bool:
    ctype = unqualified(innermost(ctype))
    if not isinstance(ctype, StructType) or ctype.tag in seen:
        return False
    seen.add(ctype.tag)
    members = [unqualified(innermost(member.type)) for member in symbols.members(ctype) or ()]
    return any(isinstance(each, PointerType) or _leads_on(each, symbols, seen) for each in members)
