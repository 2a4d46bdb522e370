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
from mapper.ir.trees.headers import counted_up
from mapper.ir.trees.nodes import single


def cleared_rows(item: c_ast.Node, numbers: Collection[str], symbols: Symbols) -> str | None:
    """The array of which a thread clears the row of its number, one of `numbers`; None for other statements."""
    found = counted_up(item)
    if found is None or not isinstance(item, c_ast.For):
        return None
    (counter, start, _), bound = found
    match single(item.stmt):
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
