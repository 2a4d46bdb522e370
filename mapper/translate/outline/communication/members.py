"""Members of structures in the same memory as objects of atomic operations, that are none of these objects.

A table's size is often in one block with its slots: `t->mask` beside `t->slots[h].key`.  Different members of one
type of structure are different memory, whichever objects of this type pointers lead to (C11, 6.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import ArrayType, PointerType, StructType


def are_apart(node: c_ast.Node, symbols: Symbols, others: Sequence[tuple[c_ast.Node, Symbols]]) -> bool:
    """Whether an object is a member of a structure, and all others are different members of such structures."""
    member = member_of(node, symbols)
    return member is not None and all(
        other is not None and other[0] == member[0] and other[1] != member[1]
        for other in (member_of(place, names) for place, names in others)
    )


def member_of(node: c_ast.Node, symbols: Symbols) -> tuple[StructType, str] | None:
    """The structure that a pointer leads to, and its member that an object is, or is a part of."""
    while True:
        match node:
            case c_ast.StructRef(type="->", name=base, field=field):
                of = unqualified(symbols.type_of(base))
                to = unqualified(of.target) if isinstance(of, PointerType) else of
                if not isinstance(to, StructType) or to.union:
                    return None
                named = any(each.name == field.name for each in symbols.members(to) or ())
                return (to, field.name) if named else None
            case c_ast.StructRef(type=".", name=inner):
                node = inner
            case c_ast.ArrayRef(name=inner) if isinstance(symbols.type_of(inner), ArrayType):
                node = inner
            case _:
                return None
