"""Blocks that an iteration allocates for itself: `double *t = malloc(n * sizeof *t)` is an array of its own.

The pointer leads to the block wherever it is read, and no pointer to it outlives the block of statements that sets
it; then one array does for all times that an iteration comes there.  `free` has nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.nodes import arguments_of, has_effects, text_of, walk, without_casts
from mapper.translate.common.context import key_of
from mapper.translate.memory.memory import is_variable
from mapper.translate.private.private_arrays import declare_block, host_number, with_extents
from mapper.translate.private.set_once import settings
from mapper.translate.scope.frame import Frame, Local
from mapper.translate.scope.scope import ALLOCATING


def own_block(frame: Frame, decl: c_ast.Decl, body: c_ast.Node) -> Local | None:
    """The array that a declared pointer represents; None where it is no such block."""
    symbol = frame.symbols.symbol(decl)
    if symbol is None or not frame.scope.context.expands or not symbol.is_automatic:
        return None
    if frame.scope.uses.changes(symbol):
        return set_block(frame, symbol, body, decl)
    call = _allocation(decl.init, frame)
    block = next((node for node in walk(body) if decl in (getattr(node, "block_items", None) or [])), None)
    if call is None or block is None or _escapes(symbol, block, frame):
        return None
    return _declared(frame, symbol, call, decl)


def set_block(frame: Frame, symbol: Symbol, body: c_ast.Node, place: c_ast.Node) -> Local | None:
    """The array that a pointer represents which a statement of `body` sets to a block, before all that reads it.

    `place` is the node for messages about its declaration.
    """
    addressed = key_of(symbol) in frame.scope.uses.addressed
    if addressed or not frame.scope.context.expands or not symbol.is_automatic:
        return None
    found = settings(symbol, body, frame.symbols, lambda value: _allocation(value, frame) is not None)
    call = None if found is None else _allocation(found.value, frame)
    if found is None or call is None or _escapes(symbol, found.block, frame):
        return None
    return _declared(frame, symbol, call, place)


def _declared(frame: Frame, symbol: Symbol, call: c_ast.FuncCall, place: c_ast.Node) -> Local | None:
    """The array for the block that a call allocates; None where its size or type is not known."""
    symbols = frame.symbols
    pointer = unqualified(symbol.type)
    element = pointer.target if isinstance(pointer, PointerType) else None
    if element is None:
        return None
    numbers = isinstance(innermost(element), IntType | FloatType)
    if not numbers and (is_cleared(call) or not isinstance(innermost(element), ComplexType | StructType)):
        return None
    size = symbols.constant_sizeof(innermost(element) if is_variable(element) else element)
    if not size:
        return None
    if is_variable(element):
        count = _rows(call, element, size, frame)
        element = element if count is None else with_extents(frame, symbol, unqualified(element), place)
    else:
        count = _count(call, size, frame)
    return None if count is None else declare_block(frame, symbol, unqualified(element), count, place)


def is_cleared(value: c_ast.Node | None) -> bool:
    """Whether a value is an allocation that sets all bytes to 0."""
    call = without_casts(value)
    return isinstance(call, c_ast.FuncCall) and call.name.name == "calloc"


def frees_own(node: c_ast.FuncCall, frame: Frame) -> bool:
    """Whether a call frees such a block."""
    arguments = arguments_of(node)
    if node.name.name != "free" or len(arguments) != 1:
        return False
    pointer = without_casts(arguments[0])
    local = None if pointer is None else frame.local(pointer)
    return local is not None and local.block


def _allocation(init: c_ast.Node | None, frame: Frame) -> c_ast.FuncCall | None:
    """The call of the library's that gives the pointer its value."""
    call = without_casts(init)
    if not isinstance(call, c_ast.FuncCall) or not isinstance(call.name, c_ast.ID) or call.args is None:
        return None
    own = frame.scope.context.called(call, frame.symbols) is not None
    wanted = 2 if call.name.name == "calloc" else 1
    own = own or call.name.name in frame.symbols.other_functions
    if own or call.name.name not in ALLOCATING or len(call.args.exprs) != wanted:
        return None
    return call


def _escapes(symbol: Symbol, block: c_ast.Node, frame: Frame) -> bool:
    """Whether the pointer may be assigned to a variable from outside of a block of statements."""
    symbols = frame.symbols
    declared = {symbols.symbol(node) for node in walk(block) if isinstance(node, c_ast.Decl)}
    inside = {symbol, *(each for each in declared if each is not None and each.is_automatic)}
    for node in walk(block):
        if isinstance(node, c_ast.Return) and node.expr is not None:
            value, target = node.expr, None
        elif isinstance(node, c_ast.Assignment):
            value, target = node.rvalue, symbols.symbol(node.lvalue)
        else:
            continue
        of = symbols.type_of(node.expr if isinstance(node, c_ast.Return) else node.lvalue)
        if isinstance(of, PointerType) and target not in inside and _mentions(value, inside, symbols):
            return True
    return False


def _mentions(node: c_ast.Node, inside: set[Symbol], symbols: Symbols) -> bool:
    """Whether an expression names pointers and arrays among some variables."""
    for part in walk(node):
        symbol = symbols.symbol(part) if isinstance(part, c_ast.ID) else None
        if symbol is not None and symbol in inside and isinstance(symbol.type, PointerType | ArrayType):
            return True
    return False


def _count(call: c_ast.FuncCall, size: int, frame: Frame) -> c_ast.Node | None:
    """How many elements of a size are allocated, as a host expression."""
    factors = [each for argument in call.args.exprs for each in factors_of(argument, frame)]
    constants = [frame.symbols.constant(each) for each in factors]
    if None not in constants:
        total = prod(each or 0 for each in constants)
        return build.integer(total // size) if total > 0 and total % size == 0 else None
    if size > 1:
        if size not in constants:
            return None
        factors.pop(constants.index(size))
    hosts = [host_number(each, frame) for each in factors]
    known: list[c_ast.Node] = [build.host_cast("unsigned long", each) for each in hosts if each is not None]
    return build.joined("*", known) if len(known) == len(hosts) else None


def _rows(call: c_ast.FuncCall, row: CType, size: int, frame: Frame) -> c_ast.Node | None:
    """How many rows of a variable size are allocated, of scalars of `size` bytes, as a host expression.

    None unless the extents of a row are among the factors of what is allocated.
    """
    factors = [
        part
        for argument in call.args.exprs
        for each in factors_of(argument, frame)
        for part in _sized(each, frame)
    ]
    texts = [_text(each, frame) for each in factors]
    for each in [*_extents(row), build.integer(size)]:
        text = _text(each, frame)
        if text is None or text not in texts:
            return None
        at = texts.index(text)
        del texts[at], factors[at]
    hosts = [host_number(each, frame) for each in factors]
    known: list[c_ast.Node] = [build.host_cast("unsigned long", each) for each in hosts if each is not None]
    return (build.joined("*", known) if known else build.integer(1)) if len(known) == len(hosts) else None


def _sized(factor: c_ast.Node, frame: Frame) -> list[c_ast.Node]:
    """The factors of what `sizeof` says of an array of variable size; other factors as they are.

    So is one of a type whose extents may have changed since it was declared.
    """
    if not isinstance(factor, c_ast.UnaryOp) or factor.op != "sizeof":
        return [factor]
    named = isinstance(factor.expr, c_ast.Typename)
    of = frame.symbols.declared_type(factor.expr) if named else frame.symbols.type_of(factor.expr)
    size = frame.symbols.constant_sizeof(innermost(of))
    if not is_variable(of) or not size or any(map(frame.may_differ, _extents(of))):
        return [factor]
    return [*_extents(of), build.integer(size)]


def _extents(ctype: CType) -> Iterator[c_ast.Node]:
    """The extents of an array and of those in it."""
    for each in dimensions(ctype):
        if each.length is not None:
            yield build.integer(each.length)
        elif each.extent is not None:
            yield each.extent


def _text(node: c_ast.Node, frame: Frame) -> str | None:
    """What tells whether two factors are the same number; None where the host does not know it."""
    known = frame.symbols.constant(node)
    host = build.integer(known) if known is not None else host_number(node, frame)
    return None if host is None else text_of(host)


def factors_of(node: c_ast.Node, frame: Frame) -> list[c_ast.Node]:
    """The factors of a size, without conversions to integers that are not smaller."""
    types = frame.symbols.type_of
    while isinstance(node, c_ast.Cast):
        of, to = unqualified(types(node.expr)), unqualified(types(node))
        if not isinstance(of, IntType) or not isinstance(to, IntType) or of.bits > to.bits:
            return [node]
        node = node.expr
    if isinstance(node, c_ast.BinaryOp) and node.op == "*" and not has_effects(node):
        return [*factors_of(node.left, frame), *factors_of(node.right, frame)]
    return [node]
