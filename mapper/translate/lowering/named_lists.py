"""Lists of values for structures that have more members on the device than in the source.

    struct s { char c; _Alignas(16) int x; };    struct s a = {1, 2};    ->    {.c = 1, .x = 2}

The members that pad them there get no values.
"""

from __future__ import annotations

from collections.abc import Set

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.build import device_tag
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.ir.trees.literals import is_string
from mapper.translate.scope.alignments import is_opaque


def holds_padded(ctype: CType, padded: Set[str], symbols: Symbols) -> bool:
    """Whether a type is, or holds, a structure out of a set of tags on the device."""
    ctype = innermost(ctype)
    if not isinstance(ctype, StructType):
        return False
    if device_tag(ctype.tag) in padded:
        return True
    return any(holds_padded(each.type, padded, symbols) for each in symbols.members(ctype) or ())


def with_names(node: c_ast.InitList, target: CType, padded: Set[str], symbols: Symbols) -> c_ast.InitList | None:
    """The list for an object of type `target`, with the names of members of the structures in `padded`.

    None where a part has no braces of its own, or a member no name, or it is a number that the device lacks.
    """
    first = node.exprs[0] if len(node.exprs) == 1 else None
    if first is not None and symbols.constant(first) == 0:
        return node  # what comes first does so on the device, too
    target, place = unqualified(target), 0
    items: list[c_ast.Node] = []
    for item in node.exprs:
        names, value = (item.name, item.expr) if isinstance(item, c_ast.NamedInitializer) else (None, item)
        if names is not None and len(names) != 1:
            return None
        if isinstance(target, StructType):
            members = symbols.members(target) or ()
            if names is not None:
                found = (number for number, each in enumerate(members) if each.name == names[0].name)
                place = next(found, len(members))
            if place >= len(members) or not members[place].name:
                return None
            of = members[place].type
            if is_opaque(of):
                return None
            if names is None and device_tag(target.tag) in padded:
                names = [c_ast.ID(members[place].name, value.coord)]
            place += 1
        elif isinstance(target, ArrayType):
            of = target.element
        else:
            of = target
        inner = _value(value, of, padded, symbols)
        if inner is None:
            return None
        items.append(inner if names is None else c_ast.NamedInitializer(names, inner, value.coord))
    return c_ast.InitList(items, node.coord)


def _value(node: c_ast.Node, of: CType, padded: Set[str], symbols: Symbols) -> c_ast.Node | None:
    """A value in a list; None for the first of several that an aggregate without braces gets."""
    if isinstance(node, c_ast.InitList):
        return with_names(node, of, padded, symbols)
    of = unqualified(of)
    if isinstance(of, ArrayType) and not is_string(node):
        return None
    if isinstance(of, StructType) and not isinstance(unqualified(symbols.type_of(node)), StructType):
        return None
    return node
