"""The functions in a table that nothing changes, out of which each iteration takes another one.

`operations[k].apply(x)` calls one of them.  The table is `const`, or no code of the program may write it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from pycparser import c_ast

from mapper.analysis.names.expression_types import function_named
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, Member, StructType
from mapper.ir.trees.literals import is_null, is_string


def functions_in_table(
    pointer: c_ast.Node, symbols: Symbols, keeps: Callable[[Symbol], bool]
) -> tuple[c_ast.Node, dict[int, c_ast.ID]] | None:
    """The subscript with which such a table is asked for a function, and the table's functions by subscripts.

    The table is an array of pointers, or of structures with a member that is one.  None for other pointers, and
    where the table holds something else than functions and null pointers.  `keeps` says whether a variable
    holds what it is defined with as long as it lives.
    """
    member = None
    if isinstance(pointer, c_ast.StructRef):
        owner = pointer.name if pointer.type == "." else c_ast.UnaryOp("*", pointer.name, pointer.coord)
        member, pointer = pointer.field.name, owner
    variable, *subscripts = _subscripted(pointer)
    table = symbols.symbol(variable) if isinstance(variable, c_ast.ID) and subscripts else None
    if table is None:
        return None
    element = table.type
    lengths: list[int | None] = []
    while isinstance(element, ArrayType) and len(lengths) < len(subscripts):
        lengths.append(element.length)
        element = element.element
    if len(lengths) < len(subscripts) or isinstance(element, ArrayType) or element.volatile:
        return None
    init = getattr(table.decl, "init", None)
    entries = _entries(init, lengths[1:], symbols)
    if entries is None:
        return None
    found: dict[int, c_ast.ID] = {}
    for at, entry in entries.items():
        value: c_ast.Node | None = entry
        if member is not None:
            of = element
            if not isinstance(of, StructType) or of.union or not isinstance(entry, c_ast.InitList):
                return None
            values = _members(entry, symbols.members(of) or ())
            if values is None:
                return None
            value = values.get(member)
        if value is None or is_null(value):
            continue  # nobody can call it
        value = function_named(value, symbols)
        named = symbols.symbol(value) if isinstance(value, c_ast.ID) else None
        if not isinstance(value, c_ast.ID) or named is None or named.kind is not Kind.FUNCTION:
            return None
        found[at] = value
    if not found or not keeps(table):
        return None
    subscript = subscripts[0]
    for length, inner in zip(lengths[1:], subscripts[1:], strict=True):
        rows = c_ast.BinaryOp("*", subscript, build.integer(length or 0), inner.coord)
        subscript = c_ast.BinaryOp("+", rows, inner, inner.coord)
    return subscript, found


def _subscripted(node: c_ast.Node) -> list[c_ast.Node]:
    """The variable and the subscripts of `table[i][k]`, also as `*(table[i] + k)`."""
    match node:
        case c_ast.ArrayRef():
            return [*_subscripted(node.name), node.subscript]
        case c_ast.UnaryOp(op="*", expr=c_ast.UnaryOp(op="&", expr=c_ast.Node() as same)):
            return _subscripted(same)
        case c_ast.UnaryOp(op="*", expr=c_ast.BinaryOp(op="+") as place):
            return [*_subscripted(place.left), place.right]
        case c_ast.UnaryOp(op="*"):
            return [*_subscripted(node.expr), build.integer(0)]
    return [node]


def _entries(
    init: c_ast.Node | None, lengths: Sequence[int | None], symbols: Symbols
) -> dict[int, c_ast.Node] | None:
    """The initialisers of all elements of an array, by their numbers; `lengths` are those of the arrays in it.

    None where they are not clear, also where braces of inner arrays have been left out.
    """
    entries = _items(init, symbols) if isinstance(init, c_ast.InitList) else None
    if entries is None or not lengths:
        return entries
    size = prod(length or 0 for length in lengths)
    found: dict[int, c_ast.Node] = {}
    for at, row in entries.items():
        inner = _entries(row, lengths[1:], symbols)
        if inner is None or not size:
            return None
        found |= {at * size + each: value for each, value in inner.items()}
    return found


def _items(init: c_ast.InitList, symbols: Symbols) -> dict[int, c_ast.Node] | None:
    """The initialisers of an array's elements, by subscript; None where designators are more than a subscript."""
    found: dict[int, c_ast.Node] = {}
    at = 0
    for item in init.exprs:
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            places = [each.expr for each in item.name if isinstance(each, c_ast.ArrayDesignator)]
            place = symbols.constant(places[0]) if len(places) == len(item.name) == 1 else None
            if place is None:
                return None
            at, value = place, item.expr
        found[at] = value
        at += 1
    return found


def _members(init: c_ast.InitList, members: Sequence[Member]) -> dict[str, c_ast.Node] | None:
    """The initialisers of a structure's members, by name.

    None where designators are more than a name, members have none, or inner braces may have been left out.
    """
    found: dict[str, c_ast.Node] = {}
    names = [each.name for each in members]
    at = 0
    for item in init.exprs:
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            if len(item.name) != 1 or not isinstance(item.name[0], c_ast.ID) or item.name[0].name not in names:
                return None
            at, value = names.index(item.name[0].name), item.expr
        if at >= len(names) or not all(names):
            return None
        if isinstance(members[at].type, ArrayType | StructType) and not _is_whole(value):
            return None
        found[names[at]] = value
        at += 1
    return found


def _is_whole(value: c_ast.Node) -> bool:
    """Whether an initialiser is for all of an array or structure."""
    return isinstance(value, c_ast.InitList) or is_string(value)
