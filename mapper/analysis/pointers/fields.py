"""Which members of structures have contents of their own in points-to analysis.

A member is known by its name: what different structures call the same counts as one.  So what a pointer to an
inner structure reaches, and what the same declaration gives in several files, needs no types.  Members that share
their memory with others have nothing of their own: those of unions, of structures in unions, of structures between
which pointers are converted, of objects that units declare differently, and of all structures of a unit that is
compiled with `-fno-strict-aliasing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, Member, PointerType, StructType
from mapper.ir.trees.nodes import walk


def shared_members(units: Sequence[Symbols]) -> frozenset[str]:
    """The names of members that may share memory with members of other names."""
    found: set[str] = set()
    for symbols in units:
        believed = "-fno-strict-aliasing" not in symbols.unit.flags
        for struct in _unions(symbols) if believed else symbols.structures:
            found |= _all_names(struct, symbols)
        for one, other in _converted(symbols):
            found |= _all_names(one, symbols) | _all_names(other, symbols)
    return frozenset(found | _declared_differently(units))


def member_names(of: StructType, symbols: Symbols, shared: frozenset[str]) -> frozenset[str] | None:
    """The names of all members with contents of their own, inner ones too; None where some have none."""
    if of.union or symbols.members(of) is None:
        return None
    names = _all_names(of, symbols)
    return None if names & shared else frozenset(names)


def struct_in(of: CType) -> StructType | None:
    """The structure or union that a type is, or that its elements are."""
    of = unqualified(of)
    while isinstance(of, ArrayType):
        of = unqualified(of.element)
    return of if isinstance(of, StructType) else None


def _all_names(of: StructType, symbols: Symbols) -> set[str]:
    return {member.name for member in _members(of, symbols) if member.name}


def _members(of: StructType, symbols: Symbols) -> Iterator[Member]:
    """All members, also those of structures inside."""
    for member in symbols.members(of) or ():
        yield member
        inner = struct_in(member.type)
        if inner is not None:
            yield from _members(inner, symbols)


def _unions(symbols: Symbols) -> Iterator[StructType]:
    return (struct for struct in symbols.structures if struct.union)


def _converted(symbols: Symbols) -> Iterator[tuple[StructType, StructType]]:
    """Structures of which pointers to the one are cast to pointers to the other, also by way of other types."""
    for root in symbols.unit.tree.ext:
        for node in walk(root):
            if not isinstance(node, c_ast.Cast):
                continue
            target = _pointed(symbols.type_of(node))
            source = node.expr
            while isinstance(source, c_ast.Cast) and _pointed(symbols.type_of(source)) is None:
                source = source.expr
            given = _pointed(symbols.type_of(source)) if target is not None else None
            if target is not None and given is not None and target != given:
                yield target, given


def _pointed(of: CType) -> StructType | None:
    of = decay(unqualified(of))
    return struct_in(of.target) if isinstance(of, PointerType) else None


def _declared_differently(units: Iterable[Symbols]) -> set[str]:
    """The names of the members of external objects that not all units declare alike."""
    known: dict[str, set[str]] = {}
    found: set[str] = set()
    for symbols in units:
        for symbol in symbols.all:
            struct = struct_in(symbol.type) if symbol.external and symbol.kind is Kind.VARIABLE else None
            if struct is not None and symbols.members(struct) is not None:
                names = _all_names(struct, symbols)
                before = known.setdefault(symbol.name, names)
                found |= before | names if before != names else set()
    return found
