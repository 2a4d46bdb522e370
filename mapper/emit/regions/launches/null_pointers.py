"""Pointers of a launch that are loaded through others, which may be null where the loop leaves them alone.

    if (g->mask) a[i] *= g->mask->weight[i];    the argument is g && g->mask ? g->mask->weight : 0

The loop's bounds are evaluated in any case, so what they load through is not null.

Elements of tables are loaded only where they are in the table's memory, as subscripts may lead elsewhere where the
loop leaves them alone:

    if (k < g->count) a[i] += g->rows[k][i];    !__mrt_readable(g->rows, 1) || __mrt_readable(&g->rows[k], 8)

Of memory that the run-time library does not know it is assumed that the element is in it.

Where a pointer to void is taken for one to a structure, it may lead to something else that the loop knows how
to use, as the contexts of callbacks do:

    y[i] = f(x[i], c);   c ? __mrt_readable(&((struct curve *)c)->y, 8) ? ((struct curve *)c)->y : (void *)1 : 0

Memory that can't be read is not loaded from.  Then the pointer leads nowhere, and the launch is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.types import decay, unqualified
from mapper.features.expressions.reads import READABLE, readable, readable_place
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, PointerType, StructType, VoidType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.nodes import addressed, children, clone, evaluated, text_of

_NOWHERE = c_ast.Cast(
    c_ast.Typename(
        None, [], None, c_ast.PtrDecl([], c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"])))
    ),
    build.integer(1),
)
"""An address that no memory has."""


def null_or(pointer: c_ast.Node, kernel: Kernel, names: NamesAt) -> c_ast.Node:
    """A pointer to a kernel's memory, or a number for it, or 0 where a pointer that it is loaded through is null.

    `names` gives types to host expressions.
    """
    taken = _context(pointer, names)
    if taken is not None:
        otherwise = _NOWHERE if isinstance(decay(names.type_of(pointer)), PointerType) else build.integer(0)
        checked = c_ast.TernaryOp(_may_be_read(pointer, names), pointer, otherwise)
        return c_ast.TernaryOp(taken.expr, checked, build.integer(0))
    parts = [part for each in kernel.dimensions for part in each.parts]
    safe = {text_of(base) for part in parts for base in _bases(part)}
    inside = {text_of(element) for part in parts for element, _ in _elements(part, names)}
    conditions: list[c_ast.Node] = []
    for loaded in [*reversed(list(_bases(pointer))), pointer]:  # those first that others are loaded through
        for element, table in _elements(loaded, names):
            if text_of(element) not in inside:
                inside.add(text_of(element))
                conditions.append(_is_inside(element, table, names))
        base = _origin(loaded, names)
        address = addressed(base) is not None
        if loaded is pointer or address or isinstance(names.type_of(base), ArrayType):
            continue
        if text_of(base) not in safe:
            safe.add(text_of(base))
            conditions.append(base)
    return c_ast.TernaryOp(build.joined("&&", conditions), pointer, build.integer(0)) if conditions else pointer


def is_known(number: c_ast.Node, names: NamesAt) -> c_ast.Node | None:
    """Whether the host knows a number that it loads through a context, or has no context; None: always."""
    taken = _context(number, names)
    if taken is None:
        return None
    return build.binary("||", c_ast.UnaryOp("!", taken.expr), _may_be_read(number, names))


def _context(expression: c_ast.Node, names: NamesAt) -> c_ast.Cast | None:
    """The cast of a pointer to void, taken for one to a structure, by which an expression is found."""
    return next((part for part in evaluated(expression) if _is_taken_for_structure(part, names)), None)


def _may_be_read(expression: c_ast.Node, names: NamesAt) -> c_ast.Node:
    """Whether the host may read what an expression reads; never a bit-field: it has no address."""
    if any(isinstance(part, c_ast.StructRef) and names.is_bit_field(part) for part in evaluated(expression)):
        return build.integer(0)
    return readable(expression)


def _is_taken_for_structure(node: c_ast.Node, names: NamesAt) -> TypeGuard[c_ast.Cast]:
    """Whether a node is a cast of a pointer to void to one to a structure."""
    if not isinstance(node, c_ast.Cast):
        return False
    there, ctype = names.type_of(node.expr), names.type_of(node)
    if not isinstance(there, PointerType) or not isinstance(ctype, PointerType):
        return False
    return isinstance(unqualified(there.target), VoidType) and isinstance(unqualified(ctype.target), StructType)


def _bases(expression: c_ast.Node) -> Iterator[c_ast.Node]:
    """The pointers that an expression loads through."""
    for node in evaluated(expression):
        match node:
            case c_ast.StructRef(type="->") | c_ast.ArrayRef():
                yield node.name
            case c_ast.UnaryOp(op="*"):
                yield node.expr


def _elements(
    expression: c_ast.Node, names: NamesAt, *, loaded: bool = True
) -> Iterator[tuple[c_ast.Node, c_ast.Node]]:
    """The elements of tables that an expression loads, each with its table; those first that others are found by.

    Not those with constant subscripts.  `loaded` is true if the expression's value is used, not its address.
    """
    match expression:
        case c_ast.UnaryOp(op="sizeof"):
            return
        case c_ast.UnaryOp(op="&"):
            yield from _elements(expression.expr, names, loaded=False)
        case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
            owner = expression.expr if isinstance(expression, c_ast.UnaryOp) else expression.name
            whole = getattr(expression, "type", None) == "." or isinstance(names.type_of(owner), ArrayType)
            yield from _elements(owner, names, loaded=not whole)
            if isinstance(expression, c_ast.ArrayRef):
                yield from _elements(expression.subscript, names)
            table = _table(expression, names)
            if loaded and table is not None and not isinstance(names.type_of(expression), ArrayType):
                yield expression, table
        case _:
            for child in children(expression):
                yield from _elements(child, names)


def _table(element: c_ast.Node, names: NamesAt) -> c_ast.Node | None:
    """The pointer or array that leads to an element or to a member of one; None where no subscript varies."""
    found: c_ast.Node | None = None
    part: c_ast.Node | None = element
    while True:
        match part:
            case c_ast.ArrayRef(name=owner, subscript=subscript):
                found = found if is_literal(subscript) else owner
                part = owner if isinstance(names.type_of(owner), ArrayType) else None
            case c_ast.StructRef(type="."):
                part = part.name
            case c_ast.StructRef(name=pointer) | c_ast.UnaryOp(op="*", expr=pointer):
                if isinstance(pointer, c_ast.BinaryOp) and not is_literal(pointer.right):
                    found = _origin(pointer, names)
                part = addressed(pointer)
            case _:
                return found


def _is_inside(element: c_ast.Node, table: c_ast.Node, names: NamesAt) -> c_ast.Node:
    """Whether an element is in its table's memory, as far as that is known."""
    if isinstance(element, c_ast.StructRef) and names.is_bit_field(element):  # it has no address
        owner = element.name
        element = owner if element.type == "." else addressed(owner) or c_ast.UnaryOp("*", owner)
    known = build.call(READABLE, clone(table), build.integer(1))
    return build.binary("||", c_ast.UnaryOp("!", known), readable_place(element))


def _origin(base: c_ast.Node, names: NamesAt) -> c_ast.Node:
    """The pointer or array that a pointer comes from by casts and arithmetic: that is null, or none of them is."""
    while isinstance(base, c_ast.Cast | c_ast.BinaryOp):
        if isinstance(base, c_ast.Cast):
            base = base.expr
        else:
            left = isinstance(names.type_of(base.left), ArrayType | PointerType)
            base = base.left if left else base.right
    return base
