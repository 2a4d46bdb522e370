"""Structures that are incomplete in one unit and complete in another one: `typedef struct stream stream;`.

Kernels hold the code of both units, and the host loads pointers out of such structures where the loop is.  So a
unit borrows a definition that all units agree in which have one.  A tag may mean another structure in another
unit: where definitions differ, nothing is borrowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.names.layout import Field, Record
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.ctypes import (
    DOUBLE,
    FLOAT,
    LDOUBLE,
    ArrayType,
    CType,
    EnumType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.nodes import walk

_FLOATS = (FLOAT, DOUBLE, LDOUBLE)

_Owners = dict[str, list[Symbols]]


def complete_types(units: Sequence[Symbols]) -> None:
    """Let each unit borrow the definitions of the types that are incomplete there."""
    owners: _Owners = {}
    for symbols in units:
        for tag in symbols.file_tags:
            definition = symbols.definition(tag)
            if isinstance(definition, c_ast.Struct | c_ast.Union) and symbols.unit.in_user_code(definition):
                owners.setdefault(tag, []).append(symbols)
    borrowed = [(symbols, _wanted(symbols, owners)) for symbols in units]
    for symbols, definitions in borrowed:
        for tag, (record, definition) in definitions.items():
            symbols.borrow(tag, record, definition)


def _wanted(symbols: Symbols, owners: _Owners) -> dict[str, tuple[Record, c_ast.Node]]:
    """The definitions that a unit borrows, by their tags; it notes which ones are not clear."""
    found: dict[str, tuple[Record, c_ast.Node]] = {}
    tags = [tag for tag in symbols.file_tags if tag in owners and symbols.definition(tag) is None]
    named = _named(symbols) if tags else {}
    for tag in tags:
        lender = owners[tag][0]
        needed = [tag, *_reached(tag, lender, set())]
        other = next((each for each in owners[tag] if not _alike(tag, lender, each, set())), None)
        if other is not None:
            reason = f"`{lender.unit.path}` and `{other.unit.path}` mean different things by it"
        elif symbols.unit.opaque or symbols.unit.names.opaque:
            reason = "mapper does not understand all of this file"
        elif not all(_fits(each, symbols, lender, named, owners) for each in needed):
            reason = f"what `{lender.unit.path}` means by it can't be written here"
        else:
            found |= {each: _definition(each, lender) for each in needed if symbols.record(each) is None}
            continue
        symbols.unclear[tag] = reason
    return found


def _definition(tag: str, symbols: Symbols) -> tuple[Record, c_ast.Node]:
    record, definition = symbols.record(tag), symbols.definition(tag)
    assert record is not None
    assert definition is not None
    return record, definition


def _named(symbols: Symbols) -> dict[str, set[type]]:
    """The kinds of types that each tag names in a unit; those that it defines are of the kind `c_ast.Decl`."""
    found: dict[str, set[type]] = {}
    for ext in symbols.unit.tree.ext:
        for node in walk(ext):
            if isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum) and node.name:
                defines = isinstance(node, c_ast.Enum) or node.decls is not None
                found.setdefault(node.name, set()).add(c_ast.Decl if defines else node.__class__)
    return found


def _fits(tag: str, symbols: Symbols, lender: Symbols, named: dict[str, set[type]], owners: _Owners) -> bool:
    """Whether a definition of another unit means the same in this one, and can be written there."""
    definition, record = lender.definition(tag), lender.record(tag)
    if definition is None or record is None or not _natural(record, definition, lender):
        return False
    if symbols.record(tag) is not None:
        seen = not tag.isidentifier() or symbols.file_tags.get(tag) == tag
        return seen and _alike(tag, symbols, lender, set())
    if not all(_alike(tag, lender, each, set()) for each in owners.get(tag, ())):
        return False
    return named.get(tag, set()) <= {definition.__class__}


def _natural(record: Record, definition: c_ast.Node, symbols: Symbols) -> bool:
    """Whether all is known of a structure, and its layout is what its members' types alone give it."""
    held = [innermost(member.type) for member in record.members]
    if any(isinstance(each, StructType) and symbols.definition(each.tag) is None for each in held):
        return False
    if not all(_is_written(member.type) for member in record.members):
        return False
    fields = [Field(member.name, member.type, member.bits) for member in record.members]
    union = isinstance(definition, c_ast.Union)
    return record.size is not None and symbols.laid_out(fields, union=union) == record


def _alike(tag: str, one: Symbols, other: Symbols, seen: set[str]) -> bool:
    """Whether two units mean the same by a tag, as far as both know it."""
    first, second = one.record(tag), other.record(tag)
    if tag in seen or one is other or first is None or second is None:
        return True
    seen.add(tag)
    return first == second and all(_alike(each, one, other, seen) for each in _tags(first.members))


def _reached(tag: str, symbols: Symbols, seen: set[str]) -> Iterator[str]:
    """The complete structures that one holds or has pointers to, directly or through others."""
    seen.add(tag)
    record = symbols.record(tag)
    for each in _tags(record.members) if record is not None else ():
        if each not in seen and symbols.definition(each) is not None:
            yield each
            yield from _reached(each, symbols, seen)


def _tags(members: Sequence[Member]) -> Iterator[str]:
    """The tags of the structures in the types of members."""
    for member in members:
        of = _last(member.type)
        if isinstance(of, StructType):
            yield of.tag


def _is_written(of: CType) -> bool:
    """Whether `mapper.emit.host_file.borrowed` can write a type."""
    of = unqualified(_last(of))
    return of in _FLOATS or isinstance(of, IntType | EnumType | StructType | VoidType | FunctionType)


def _last(of: CType) -> CType:
    """What is behind all arrays and pointers."""
    while isinstance(of, ArrayType | PointerType):
        of = of.element if isinstance(of, ArrayType) else of.target
    return of
