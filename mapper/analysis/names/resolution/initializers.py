"""The length of an array that its initialiser gives (`int a[] = {1, 2}`; C11, 6.7.9), with elided braces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.constants import ConstantContext, evaluate
from mapper.analysis.names.layout import Record
from mapper.frontend.gnu.markers import RANGE
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, StructType
from mapper.ir.trees.literals import is_string, string_type
from mapper.ir.trees.nodes import called_name


def completed(of: CType, init: c_ast.Node, context: ConstantContext, records: dict[str, Record]) -> CType:
    """The type of an object of declared type `of` that has an initialiser: `int a[]` gets its length."""
    if isinstance(of, ArrayType) and of.length is None and of.extent is None:
        return replace(of, length=array_length(of.element, init, context, records))
    return of


def array_length(
    element: CType, init: c_ast.Node, context: ConstantContext, records: dict[str, Record]
) -> int | None:
    """How many elements `element a[] = init` has; None where that can't be determined."""
    literal = _string(element, init)
    if literal is not None:
        return string_type(literal.value).length
    if not isinstance(init, c_ast.InitList):
        return None
    items: Sequence[c_ast.Node] = init.exprs or []
    index, length, position = 0, 0, 0
    while position < len(items):
        item = items[position]
        if isinstance(item, c_ast.NamedInitializer):
            designator = item.name[0]
            at = _index(designator, context)
            if at is None:
                return None
            index, position = at, position + 1
            position = _rest(element, item.name[1:], items, position, context, records)
        else:
            position = max(position + 1, _fill(element, items, position, context, records))
        index += 1
        length = max(length, index)
    return length


def _index(designator: c_ast.Node, context: ConstantContext) -> int | None:
    """The (last) index of a designator `[3]` or `[0 ... 3]`."""
    if not isinstance(designator, c_ast.ArrayDesignator):
        return None
    index = designator.expr
    if called_name(index) == RANGE:
        index = index.args.exprs[-1]
    return evaluate(index, context)


def _string(element: CType, init: c_ast.Node) -> c_ast.Constant | None:
    """The string literal that initialises a whole array of characters."""
    if isinstance(init, c_ast.InitList) and len(init.exprs or []) == 1:
        init = init.exprs[0]
    if isinstance(element, IntType) and isinstance(init, c_ast.Constant) and is_string(init):
        return init
    return None


def _fill(
    of: CType, items: Sequence[c_ast.Node], at: int, context: ConstantContext, records: dict[str, Record]
) -> int:
    """The position after the initialisers of one object of type `of` that start at `at`."""
    if at >= len(items) or isinstance(items[at], c_ast.InitList):
        return at + 1
    match of:
        case ArrayType():
            if _string(of.element, items[at]) is not None:
                return at + 1
            for _ in range(of.length or 0):
                if at >= len(items) or isinstance(items[at], c_ast.NamedInitializer):
                    break
                at = _fill(of.element, items, at, context, records)
            return at
        case StructType() if not isinstance(context.type_of(items[at]), StructType):
            members = records[of.tag].members if of.tag in records else ()
            for member in members[:1] if of.union else members:
                if at >= len(items) or isinstance(items[at], c_ast.NamedInitializer):
                    break
                at = _fill(member.type, items, at, context, records)
            return at
    return at + 1


def _rest(
    of: CType,
    designators: Sequence[c_ast.Node],
    items: Sequence[c_ast.Node],
    at: int,
    context: ConstantContext,
    records: dict[str, Record],
) -> int:
    """The position after the initialisers that go on behind a designated part of an object of type `of`."""
    if not designators:
        return at
    parts, index = _parts(of, designators[0], context, records)
    if not 0 <= index < len(parts):
        return at
    at = _rest(parts[index], designators[1:], items, at, context, records)
    for part in [] if isinstance(of, StructType) and of.union else parts[index + 1 :]:
        if at >= len(items) or isinstance(items[at], c_ast.NamedInitializer):
            break
        at = _fill(part, items, at, context, records)
    return at


def _parts(
    of: CType, designator: c_ast.Node, context: ConstantContext, records: dict[str, Record]
) -> tuple[list[CType], int]:
    """The types of an object's parts, and which of them a designator names (-1: none)."""
    if isinstance(of, StructType) and isinstance(designator, c_ast.ID) and of.tag in records:
        members = records[of.tag].members
        names = [member.name for member in members]
        return [member.type for member in members], names.index(
            designator.name
        ) if designator.name in names else -1
    if isinstance(of, ArrayType):
        index = _index(designator, context)
        return [of.element] * (of.length or 0), -1 if index is None else index
    return [], -1
