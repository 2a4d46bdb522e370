"""Members of structures in the same memory as objects of atomic operations, that are none of these objects.

A table's size is often in one block with its slots, `t->mask` beside `t->slots[h].key`, and a slot's key with its
value, `slots[h].key` beside `slots[h].count`.  Different members of one type of structure are different memory,
whichever objects of this type pointers and subscripts lead to (C11, 6.5).  A member that is no array is none of
the elements among which a variable subscript chooses behind a pointer to numbers: `p->left` beside `tally[k]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.nodes import walk
from mapper.translate.memory.memory import element_of

_NUMBERS = (IntType, FloatType)


def are_apart(node: c_ast.Node, symbols: Symbols, others: Sequence[tuple[c_ast.Node, Symbols]]) -> bool:
    """Whether an object is a member of a structure, and all others are different members of such structures."""
    members = members_of(node, symbols)
    return bool(members) and all(
        any(one == to and name != field for to, field in members for one, name in members_of(place, names))
        for place, names in others
    )


def is_apart_from_elements(node: c_ast.Node, symbols: Symbols, place: c_ast.Node, names: Symbols) -> bool:
    """Whether an object is a member that is no array, and a place an element of numbers behind a pointer."""
    of = symbols.type_of(node)
    if not isinstance(node, c_ast.StructRef) or not isinstance(of, _NUMBERS) or of.volatile or of.atomic:
        return False
    if not isinstance(place, c_ast.ArrayRef) or not isinstance(names.type_of(place.name), PointerType):
        return False
    used = (names.symbol(each) for each in walk(place.subscript) if isinstance(each, c_ast.ID))
    varies = any(each is not None and each.kind in (Kind.VARIABLE, Kind.PARAMETER) for each in used)
    return varies and isinstance(names.type_of(place), _NUMBERS)


def members_of(node: c_ast.Node, symbols: Symbols) -> list[tuple[StructType, str]]:
    """The structures that an object is in, and of each the member that it is, or is a part of.

    The innermost structure is the first one, and that which a pointer or a subscript leads to, or a variable, is
    the last one.  There is none where a union is among them.
    """
    found: list[tuple[StructType, str]] = []
    while True:
        match node:
            case c_ast.StructRef(type=kind, name=base, field=field):
                of = unqualified(symbols.type_of(base))
                if kind == "->":
                    of = unqualified(element_of(of)) if isinstance(of, PointerType | ArrayType) else of
                if not isinstance(of, StructType) or of.union:
                    return []
                if not any(each.name == field.name for each in symbols.members(of) or ()):
                    return []
                found.append((of, field.name))
                if kind == "->":
                    return found
                node = base
            case c_ast.ArrayRef(name=base) if isinstance(symbols.type_of(base), ArrayType):
                node = base
            case _:
                return found
