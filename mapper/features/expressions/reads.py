"""Reads of memory in host expressions: bounds that are members of structures, or elements of arrays.

Features only steer the choice of a device, so what is read may be out of date.  But the read must not fail: a
pointer may still be null where features are computed before the loop that reads through it.  So the emitted
program asks the run-time library first whether the place is memory that may be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.bitfields import bit_field
from mapper.analysis.names.expression_types import type_of
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.features.schema import UNKNOWN_TRIPS
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.nodes import children, clone, evaluated, rebuilt, text_of, whole_object

READABLE = "__mrt_readable"
"""The run-time library's function that says whether memory may be read."""


def is_read(node: c_ast.Node) -> bool:
    """Whether an expression names a place behind a pointer, or in an array."""
    match node:
        case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") | c_ast.StructRef(type="->"):
            return True
        case c_ast.StructRef():
            return is_read(node.name)
    return False


def may_be_read(tree: c_ast.Node, symbols: Symbols, at: c_ast.Node) -> bool:
    """Whether all that an expression reads of memory are numbers and pointers, in places that have an address.

    The names mean what they mean at the statement `at`.
    """
    reads = [node for node in evaluated(tree) if is_read(node)]
    inner = {id(part) for place in reads for part in children(place)}
    values = (_type(place, symbols, at) for place in reads if id(place) not in inner)
    return all(_suits(place, symbols, at) for place in reads) and all(
        isinstance(value, IntType | FloatType | PointerType) for value in values
    )


Asked = dict[str, str]
"""Questions whether memory may be read, as C expressions, each with the name of a variable that has the answer."""


def guarded(tree: c_ast.Node, symbols: Symbols, at: c_ast.Node, asked: Asked | None = None) -> c_ast.Node:
    """A copy of an expression that reads memory only where it may.

    In place of a number that can't be read is `UNKNOWN_TRIPS`, in place of a pointer 0.  Elements of arrays that
    the program names need no question.  The names mean what they mean at the statement `at`.  With `asked`, which
    grows, the copy has the answers' variables in place of the questions.
    """
    if is_read(tree) and not _is_named(tree, symbols, at):
        otherwise = 0 if isinstance(_type(tree, symbols, at), PointerType) else int(UNKNOWN_TRIPS)
        question = readable(tree)
        if asked is not None:
            question = build.identifier(asked.setdefault(text_of(question), f"{READABLE}_{len(asked)}"))
        return c_ast.TernaryOp(question, clone(tree), build.integer(otherwise))
    if is_read(tree) or isinstance(tree, c_ast.Typename):
        return clone(tree)
    if isinstance(tree, c_ast.UnaryOp) and tree.op in ("sizeof", "&"):
        return clone(tree)
    return rebuilt(tree, lambda node: guarded(node, symbols, at, asked))


def _type(place: c_ast.Node, symbols: Symbols, at: c_ast.Node) -> CType:
    def of_name(name: str) -> CType | None:
        symbol = symbols.lookup(name, at)
        return None if symbol is None else symbol.type

    return unqualified(type_of(place, of_name, symbols))


def _suits(place: c_ast.Node, symbols: Symbols, at: c_ast.Node) -> bool:
    if isinstance(place, c_ast.StructRef) and bit_field(place, symbols) is not None:
        return False
    of = _type(place, symbols, at)
    return isinstance(of, IntType | FloatType | PointerType | ArrayType | StructType)


def _is_named(place: c_ast.Node, symbols: Symbols, at: c_ast.Node) -> bool:
    """Whether a place is certain to be in an object that has a name."""
    match place:
        case c_ast.ID():
            return not isinstance(_type(place, symbols, at), PointerType)
        case c_ast.StructRef(type="."):
            return _is_named(place.name, symbols, at)
        case c_ast.ArrayRef():
            of, number = _type(place.name, symbols, at), symbols.constant(place.subscript)
            if not isinstance(of, ArrayType) or of.length is None or number is None:
                return False
            return 0 <= number < of.length and _is_named(place.name, symbols, at)
    return False


def readable(tree: c_ast.Node) -> c_ast.Node:
    """Whether all that an expression reads may be read."""
    return build.joined("&&", map(readable_place, _places(tree)))


def readable_place(place: c_ast.Node) -> c_ast.Node:
    """Whether one place may be read, where what it is found by is known."""
    return build.call(READABLE, c_ast.UnaryOp("&", clone(place)), c_ast.UnaryOp("sizeof", clone(place)))


def _places(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    """The places that an expression reads, those first that others are found by."""
    if isinstance(tree, c_ast.UnaryOp) and tree.op == "sizeof":
        return
    if is_read(tree):
        inner = whole_object(tree)
        parts = [inner.name] if isinstance(inner, c_ast.StructRef) else children(inner)
        for part in parts:
            yield from _places(part)
        yield tree
        return
    for child in children(tree):
        yield from _places(child)
