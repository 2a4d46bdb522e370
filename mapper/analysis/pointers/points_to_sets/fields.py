"""Which members of structures have contents of their own in points-to analysis.

A member is known by its name: what different structures call the same counts as one.  So what a pointer to an
inner structure reaches, and what the same declaration gives in several files, needs no types.  Members may share
their memory with others and have nothing of their own: those of unions, of structures in unions, of objects that
units declare differently, and of all structures of a unit that is compiled with `-fno-strict-aliasing`.  Where
pointers to structures are converted, members of different names that are in the same place count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, innermost, unqualified
from mapper.analysis.whole_program.scc import components
from mapper.ir.trees.ctypes import CType, Member, PointerType, StructType
from mapper.ir.trees.nodes import walk


def shared_members(units: Sequence[Symbols]) -> dict[str, str]:
    """The members that may share memory with members of other names, each with the name that these go by together.

    It is empty for those that have nothing of their own.
    """
    nothing = _declared_differently(units)
    for symbols in units:
        believed = "-fno-strict-aliasing" not in symbols.unit.flags
        for struct in _unions(symbols) if believed else symbols.structures:
            nothing |= _all_names(struct, symbols)
    found = dict.fromkeys(nothing, "")
    for names in _in_the_same_place(units):
        found |= dict.fromkeys(names, "" if nothing.intersection(names) else min(names))
    return found


def member_names(of: StructType, symbols: Symbols, shared: Mapping[str, str]) -> frozenset[str] | None:
    """The names that all members go by, inner ones too; None where some have nothing of their own."""
    if of.union or symbols.members(of) is None:
        return None
    names = frozenset(shared.get(name, name) for name in _all_names(of, symbols))
    return None if "" in names else names


def struct_in(of: CType) -> StructType | None:
    """The structure or union that a type is, or that its elements are."""
    of = unqualified(innermost(of))
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


_Leaf = tuple[int, int, str]


def _in_the_same_place(units: Sequence[Symbols]) -> Iterator[list[str]]:
    """The names of members that may share memory, where pointers to structures are converted.

    All structures count together that conversions lead to from each other, in whatever unit: several types may be
    derived from one.  A structure that begins with the members of another one has them under the same names.
    """
    converted: dict[str, set[str]] = {}
    tagged: dict[str, list[tuple[StructType, Symbols]]] = {}
    for symbols in units:
        for struct in symbols.structures:
            tagged.setdefault(struct.tag, []).append((struct, symbols))
        for one, other in _converted(symbols):
            converted.setdefault(one.tag, set()).add(other.tag)
            converted.setdefault(other.tag, set()).add(one.tag)
    for tags in components({tag: sorted(others) for tag, others in sorted(converted.items())}):
        leaves: set[_Leaf] = set()
        beside: dict[str, set[str]] = {}
        unclear: set[str] = set()
        for struct, symbols in (each for tag in tags for each in tagged.get(tag, ())):
            known = _leaves(struct, symbols)
            names = _all_names(struct, symbols)
            beside |= {name: set() for name in names}
            leaves |= set(known or ())
            unclear |= names if known is None else set()
        pairs = [*_overlapping(leaves), *((name, each) for name in beside for each in unclear)]
        for first, second in pairs:
            beside[first].add(second)
            beside[second].add(first)
        yield from (found for found in components(beside) if len(found) > 1)


def _overlapping(leaves: Iterable[_Leaf]) -> Iterator[tuple[str, str]]:
    """The names of members that overlap, of which each is in a chain of such pairs with all that it overlaps."""
    end, last = 0, ""
    for start, behind, name in sorted(leaves):
        if start < end:
            yield last, name
        if behind > end:
            end, last = behind, name


def _leaves(of: StructType, symbols: Symbols, start: int = 0) -> list[_Leaf] | None:
    """The members that are no structures: where each begins and ends, in bytes, and its name.

    None where structures are in arrays or share memory, or something is not known.
    """
    found: list[_Leaf] = []
    members = symbols.members(of)
    if of.union or members is None:
        return None
    for member in members:
        size = symbols.sizeof(member.type)
        if member.offset is None or not isinstance(size, int):
            return None
        at = start + member.offset
        if struct_in(member.type) is None:
            found.append((at, at + size, member.name))
            continue
        inner = unqualified(member.type)
        leaves = _leaves(inner, symbols, at) if isinstance(inner, StructType) else None
        if leaves is None:
            return None
        found += leaves
    return found


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
