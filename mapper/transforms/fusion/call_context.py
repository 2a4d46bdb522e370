"""The kernel of a loop of a called function, in the names that are visible at the call.

Parameters give way to the arguments, and local variables that get one value to that.  What then is an integer
constant is one in the kernel, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.constants import evaluate, wrap
from mapper.analysis.names.expression_types import value_type
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Dimension, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import INT, ArrayType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import assigned_names, is_named_type
from mapper.ir.trees.nodes import TYPES, walk

_SIMPLE = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.UnaryOp, c_ast.Cast)
_OPERATORS = frozenset("+-!~")


class NotAtCallError(Exception):
    """A host expression has no meaning at the call."""


@dataclass(frozen=True, eq=False, slots=True)
class Names:
    """What the names of a function represent at a statement `at` of a region or team function.

    `values` gives expressions for parameters, local variables and counters; None where the value is not known.
    `inner` is false in the statement's own function, whose other names mean what they say; elsewhere `common`
    says of a name whether it means the same at the statement.
    """

    symbols: Symbols
    at: c_ast.Node
    values: Mapping[str, c_ast.Node | None]
    inner: bool = False
    common: Callable[[str], bool] = lambda name: False

    def expression(self, tree: c_ast.Node) -> c_ast.Node:
        """An expression as it is written at the statement; raises `NotAtCallError`."""
        given: dict[str, c_ast.Node] = {}
        for node in walk(tree):
            if isinstance(node, c_ast.ID):
                value = self._value(node.name)
                if value is not None:
                    given[node.name] = value
            elif self.inner and is_named_type(node):
                raise NotAtCallError("a type of the called function's")
        made = substituted(tree, given)
        if not given and not self.inner:
            return made
        part: Any
        for part in walk(made):
            part.coord = None
        constant = self.constant(made)
        return build.integer(constant) if constant is not None and given and self._is_int(made) else made

    def _value(self, name: str) -> c_ast.Node | None:
        if name in self.values:
            value = self.values[name]
            if value is None:
                raise NotAtCallError(f"`{name}` is not known before the call")
            return value
        if self.inner and not name.startswith("__mrt_") and not self.common(name):
            raise NotAtCallError(f"`{name}` may mean something else there")
        return None

    def _is_int(self, node: c_ast.Node) -> bool:
        found = self.type_of(node)
        return isinstance(found, IntType) and found.name == INT.name

    def _is_volatile(self, node: c_ast.Node) -> bool:
        symbol = NamesAt(self.symbols, self.at).symbol(node) if isinstance(node, c_ast.ID) else None
        return symbol is not None and symbol.type.volatile

    def type_of(self, node: c_ast.Node) -> CType:
        """The type of the value of an expression that is written for the statement."""
        return value_type(node, NamesAt(self.symbols, self.at))

    def constant(self, node: c_ast.Node) -> int | None:
        """The value of an integer constant expression without names."""
        if any(isinstance(part, c_ast.ID | c_ast.FuncCall) for part in walk(node)):
            return None
        return evaluate(node, self.symbols)

    def converted(self, tree: c_ast.Node | None, ctype: CType) -> c_ast.Node | None:
        """What a parameter or variable represents that gets the value of an expression; None: not known."""
        if tree is None or not is_simple(tree) or ctype.volatile:
            return None
        try:
            made = self.expression(tree)
        except NotAtCallError:
            return None
        if any(self._is_volatile(node) for node in walk(made)):
            return None
        own = self.type_of(made)
        if isinstance(ctype, PointerType):
            same = isinstance(own, PointerType) and _plain(own.target) == _plain(ctype.target)
            return made if same else None
        if not isinstance(ctype, IntType | FloatType) or not isinstance(own, IntType | FloatType):
            return None
        if own.name == ctype.name:
            return made
        constant = self.constant(made) if ctype.name == INT.name else None
        number = None if constant is None else wrap(constant, ctype)
        return build.integer(number) if number is not None else host_cast(ctype.name, made)


def is_simple(tree: c_ast.Node) -> bool:
    """Whether an expression is made of variables, constants and operators that change nothing."""
    return all(
        isinstance(node, (*_SIMPLE, *TYPES)) and (not isinstance(node, c_ast.UnaryOp) or node.op in _OPERATORS)
        for node in walk(tree)
    )


def kernel_at(kernel: Kernel, names: Names) -> Kernel:
    """The kernel with its host expressions as they are written at the call; raises `NotAtCallError`."""
    dimensions = tuple(_dimension(each, names) for each in kernel.dimensions)
    wanted = {each.lower_name for each in dimensions if not is_literal(each.lower)}
    wanted |= {each.step_name for each in dimensions if not is_literal(each.step)}
    changed = assigned_names(kernel.body, *kernel.functions)
    parameters: list[Buffer | Value] = []
    constants: dict[str, c_ast.Node] = {}
    for each in kernel.parameters:
        if isinstance(each, Buffer):
            parameters.append(_buffer(each, names))
            continue
        expression = names.expression(each.expression)
        literal = _literal(names.constant(expression), each.type)
        if literal is None or each.name in wanted or each.name in changed:
            parameters.append(replace(each, expression=expression))
        else:
            constants[each.name] = literal
    body = substituted(kernel.body, constants)
    functions = tuple(substituted(function, constants) for function in kernel.functions)
    symbols = {name: ctype for name, ctype in kernel.symbols.items() if name not in constants}
    for each in parameters:
        pointer = symbols.get(each.name)
        if isinstance(each, Buffer) and isinstance(pointer, PointerType):
            symbols[each.name] = replace(pointer, target=_writable(pointer.target))
    return replace(
        kernel,
        dimensions=dimensions,
        parameters=tuple(parameters),
        body=body,
        functions=functions,
        symbols=symbols,
    )


def _literal(value: int | None, ctype: CType) -> c_ast.Node | None:
    """A value of an integer type as the device finds it; None for other types."""
    number = None if value is None else wrap(value, ctype)
    if number is None or not isinstance(ctype, IntType):
        return None
    return build.integer(number) if ctype.name == INT.name else build.cast(ctype, build.integer(number))


def _dimension(each: Dimension, names: Names) -> Dimension:
    lower, bound, step = (names.expression(part) for part in each.parts)
    return replace(each, lower=lower, bound=bound, step=step)


def _buffer(each: Buffer, names: Names) -> Buffer:
    def part(tree: c_ast.Node | None) -> c_ast.Node | None:
        return None if tree is None else names.expression(tree)

    return replace(
        each,
        element=_writable(each.element),
        pointer=names.expression(each.pointer),
        bytes=part(each.bytes),
        low=part(each.low),
        first=part(each.first),
        end=part(each.end),
        overwrites=part(each.overwrites),
        area=None if names.inner or names.values else each.area,
    )


def _writable(ctype: CType) -> CType:
    """A buffer's type without `const`: another loop may write what this one gets as a pointer to constants."""
    if isinstance(ctype, ArrayType):
        return replace(ctype, element=_writable(ctype.element), const=False)
    return replace(ctype, const=False)


def _plain(ctype: CType) -> CType:
    return replace(ctype, const=False)
