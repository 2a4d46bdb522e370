"""Statements by which each thread sets its row of an array to zero: the device does that where it has the array.

    for (b = 0; b < BUCKETS; b++)
      histogram[me][b] = 0;

All threads together clear the rows from the first on, one behind the other.
"""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType


def cleared_rows(item: c_ast.Node, numbers: Collection[str], symbols: Symbols) -> str | None:
    """The array of which a thread clears the row of its number, one of `numbers`; None for other statements."""
    match item:
        case c_ast.For(init=c_ast.Assignment(op="=", lvalue=c_ast.ID(name=counter), rvalue=start)):
            pass
        case c_ast.For(init=c_ast.DeclList(decls=[c_ast.Decl(name=counter, init=start)])):
            pass
        case _:
            return None
    match item.cond, item.next:
        case (
            c_ast.BinaryOp(op="<", left=c_ast.ID(name=tested), right=bound),
            c_ast.UnaryOp(op="p++" | "++", expr=c_ast.ID(name=counted)),
        ) if tested == counted == counter:
            pass
        case _:
            return None
    store = item.stmt
    if isinstance(store, c_ast.Compound) and len(store.block_items or []) == 1:
        store = store.block_items[0]
    match store:
        case c_ast.Assignment(
            op="=",
            lvalue=c_ast.ArrayRef(
                name=c_ast.ArrayRef(name=c_ast.ID(name=array), subscript=c_ast.ID(name=number)) as row,
                subscript=c_ast.ID(name=column),
            ),
            rvalue=value,
        ) if column == counter and number in numbers and counter not in (array, number):
            pass
        case _:
            return None
    name: str = array
    whole = unqualified(symbols.type_of(row))
    if symbols.constant(start) != 0 or symbols.constant(value) != 0 or not isinstance(whole, ArrayType):
        return None
    element = unqualified(whole.element)
    if not isinstance(element, IntType | FloatType) or symbols.constant(bound) != whole.length:
        return None
    return name
