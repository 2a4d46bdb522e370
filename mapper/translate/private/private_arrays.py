"""Private variables, and where arrays among them are that are too large for private memory, or that vary in size.

Such arrays are large ones of the kernel (`Kernel.large`), which the transformation `expand` finds a place for.
Those of device functions belong to the kernel's body, which lends them: no function is active twice.  The extents
of arrays of variable size are found by the host before the launch.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.footprints.large_arrays import extents_of
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of, is_integer, unqualified
from mapper.ir.forms.expanded import LARGE
from mapper.ir.program.kernel import Storage, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, PointerType, StructType
from mapper.ir.trees.literals import integer_value, is_null
from mapper.ir.trees.nodes import changed, clone, has_effects
from mapper.translate.common.context import key_of
from mapper.translate.memory.memory import Root, Slot, is_variable
from mapper.translate.private.set_once import settings
from mapper.translate.scope.frame import Frame, Local
from mapper.translate.scope.groups import LARGEST_PRIVATE
from mapper.translate.scope.host_paths import host_path, variable_there
from mapper.translate.scope.scope import Large, OwnVariable

_OPERATORS = frozenset(["+", "-", "*", "<", ">", "<=", ">=", "==", "!="])


def declare_private(frame: Frame, symbol: Symbol, node: c_ast.Node, *, on_host: bool = False) -> Local:
    """A new private variable of a body; `on_host` is true if the loop finds one of its name.

    Raises `Refused` where it is too large.
    """
    ctype = unqualified(symbol.type)
    if is_variable(ctype):
        if not frame.scope.context.expands:
            _refuse_variable(frame, symbol, node)
        return _large(frame, symbol, with_extents(frame, symbol, ctype, node, on_host=on_host), node)
    if frame.scope.is_large(ctype, frame.symbols):
        return _large(frame, symbol, ctype, node)
    check_private(frame, symbol, node)
    return frame.declare(symbol, node)


def declare_block(frame: Frame, symbol: Symbol, element: CType, count: c_ast.Node, node: c_ast.Node) -> Local:
    """A pointer that represents an array of so many elements, a host expression."""
    number = integer_value(count)
    extent = None
    if number is None:
        value = frame.scope.extent(symbol.name, count)
        frame.use(value)
        extent = build.identifier(value.name)
    ctype = ArrayType(element, number, extent)
    if is_variable(ctype) or frame.scope.is_large(ctype, frame.symbols):
        local = _large(frame, symbol, ctype, node)
    else:
        local = frame.declare(symbol, node, ctype)
    local.block = True
    frame.scope.blocks[local.name] = symbol.name
    return local


def check_private(frame: Frame, symbol: Symbol, node: c_ast.Node) -> None:
    """Refuse what is too large for private memory."""
    ctype = unqualified(symbol.type)
    size = frame.symbols.constant_sizeof(ctype) or 0
    if isinstance(ctype, ArrayType | StructType) and size > LARGEST_PRIVATE:
        frame.refuse("K017", f"the private `{symbol.name}` is {size} bytes large", node)


def _refuse_variable(frame: Frame, symbol: Symbol, node: c_ast.Node, why: str = "") -> NoReturn:
    frame.refuse("K017", f"the private array `{symbol.name}` has a variable size{why}", node)


def _large(frame: Frame, symbol: Symbol, ctype: CType, node: c_ast.Node) -> Local:
    """An array whose place is found later."""
    scope, where = frame.scope, frame.where(node)
    assert isinstance(ctype, ArrayType)
    known = Large(symbol.name, where, frame.symbols.constant_sizeof(ctype))
    if frame.outer:
        local = frame.declare(symbol, node, ctype, LARGE)
        scope.large[local.name] = known
        return local
    if any(each.recursive and each.frame is frame for each in scope.active.values()):
        size = "of variable size" if known.bytes is None else f"of {known.bytes} bytes"
        frame.refuse("K005", f"a function that calls itself has an array {size}, `{symbol.name}`", node)
    key = (symbol, extents_of(ctype))
    lent = scope.lent.get(key)
    if lent is None:
        name = scope.local(symbol.name, ctype, frame.symbols, where)
        scope.large[name] = known
        root = Root(LARGE, symbol.name)
        pointer = build.identifier(name)
        outer = Slot(name, ctype.element, pointer, Storage.STACK, ctype, root=root)
        inner = replace(outer, name=scope.fresh(symbol.name, PointerType(ctype.element)))
        lent = scope.lent[key] = OwnVariable(outer, inner)
    frame.use(lent.outer)
    for value in _extent_values(frame, ctype.element):
        frame.use(value)
    local = frame.locals[symbol] = Local(lent.inner.name, ctype, lent.inner.root, lent=True)
    return local


def _extent_values(frame: Frame, ctype: CType) -> list[Value]:
    """The parameters with the extents of an array's rows."""
    names = [each for each in extents_of(ctype) if isinstance(each, str)]
    return [value for name in names if isinstance(value := frame.scope.parameters[name], Value)]


def with_extents(frame: Frame, symbol: Symbol, ctype: CType, node: c_ast.Node, *, on_host: bool = False) -> CType:
    """The type with parameters of the kernel for extents that are not constant."""
    found: list[int | c_ast.Node] = []
    row: c_ast.Node = build.identifier(symbol.name)
    element = ctype
    while isinstance(element, ArrayType):
        inner = c_ast.ArrayRef(row, build.integer(0))
        if element.length is not None:
            found.append(element.length)
        else:
            host: c_ast.Node | None = None
            if on_host:
                host = build.binary("/", c_ast.UnaryOp("sizeof", row), c_ast.UnaryOp("sizeof", inner))
            elif element.extent is not None:
                if frame.may_differ(element.extent):
                    _refuse_variable(frame, symbol, node, ", which may have changed since its type was declared")
                host = host_number(element.extent, frame)
            if host is None:
                _refuse_variable(frame, symbol, node, ", which may differ between iterations")
            found.append(build.identifier(frame.scope.extent(symbol.name, host).name))
        row, element = inner, unqualified(element.element)
    for extent in reversed(found):
        length = extent if isinstance(extent, int) else None
        element = ArrayType(element, length, None if isinstance(extent, int) else extent)
    return element


def host_number(node: c_ast.Node, frame: Frame) -> c_ast.Node | None:
    """An integer in names that are visible at the loop; None where it may depend on the iteration."""
    host = _number(node, frame)
    return host if host is not None and frame.scope.stable(host) else None


def _number(node: c_ast.Node, frame: Frame) -> c_ast.Node | None:
    known = frame.symbols.constant(node)
    if known is not None:
        return build.integer(known, "L" if abs(known) > 2**31 - 1 else "")
    if not is_integer(frame.symbols.type_of(node)) or has_effects(node):
        return None
    match node:
        case c_ast.ID():
            return _named(node, frame)
        case c_ast.BinaryOp() if node.op in _OPERATORS or (node.op in "/%" and _divides(node.right, frame)):
            return changed(node, lambda part: _number(part, frame))
        case c_ast.UnaryOp(op="-" | "+") | c_ast.TernaryOp(iftrue=c_ast.Node()):
            return changed(node, lambda part: _number(part, frame))
    return host_path(node, frame)


def _divides(node: c_ast.Node, frame: Frame) -> bool:
    """Whether the host may divide by a value in any case."""
    return (frame.symbols.constant(node) or 0) > 0


def _named(node: c_ast.ID, frame: Frame) -> c_ast.Node | None:
    symbol = frame.symbols.symbol(node)
    if symbol is None:
        return None
    if symbol in frame.numbers:
        return clone(frame.numbers[symbol])
    return variable_there(symbol, frame)


def is_sized_later(decl: c_ast.Decl, symbols: Symbols) -> bool:
    """Whether the size of the block that a pointer leads to may be in variables that are declared behind it."""
    symbol = symbols.symbol(decl)
    plain = decl.init is None or is_null(decl.init)
    return plain and symbol is not None and isinstance(unqualified(symbol.type), PointerType)


def note_number(decl: c_ast.Decl, body: c_ast.Node, frame: Frame) -> bool:
    """Note what an integer represents on the host that has one value wherever `body` reads it.

    Returns True where that was not known before.
    """
    symbol = frame.symbols.symbol(decl)
    if symbol is None or symbol in frame.numbers or not is_integer(symbol.type):
        return False
    value, uses = decl.init, frame.scope.uses
    if uses.changes(symbol):
        if key_of(symbol) in uses.addressed or not symbol.is_automatic:
            return False
        found = settings(symbol, body, frame.symbols, lambda value: value is not None and not is_null(value))
        value = None if found is None else found.value
    host = _converted(symbol, value, frame)
    if host is None:
        return False
    frame.numbers[symbol] = host
    return True


def stands_for_number(symbol: Symbol | None, value: c_ast.Node | None, frame: Frame) -> c_ast.Node | None:
    """What an integer represents on the host that has this value from the beginning to the end."""
    if symbol is None or not is_integer(symbol.type) or frame.scope.uses.changes(symbol):
        return None
    return _converted(symbol, value, frame)


def _converted(symbol: Symbol, value: c_ast.Node | None, frame: Frame) -> c_ast.Node | None:
    """A value on the host, in the type of an integer."""
    host = None if value is None else host_number(value, frame)
    kind = integer_of(unqualified(symbol.type))
    if host is None or not isinstance(kind, IntType):
        return None
    return build.host_cast(kind.name, host)
