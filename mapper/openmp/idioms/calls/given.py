"""What a call gives a function, in the places of the function's parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import assigned_names, is_named, pointed_names
from mapper.ir.trees.nodes import addressed, clone, rebuilt, rename, walk
from mapper.openmp.idioms.declared_types import Declared, scalar_words, spelled

_Address = c_ast.UnaryOp | c_ast.BinaryOp
"""An address as a call gives it: `&x`, or `x + k`."""


class _StaysError(Exception):
    """A parameter is used in a way in which its argument can't be put there."""


@dataclass(eq=False)
class Given:
    """The arguments of a `call`: `values` of parameters, and declarations `before` the function's statements.

    `items` are these statements, `pointed` the caller's variables whose addresses are taken, and `fresh` makes new
    names.
    """

    declared: Declared
    items: Sequence[c_ast.Node]
    pointed: Collection[str]
    call: c_ast.FuncCall
    fresh: Callable[[str], str]
    values: dict[str, c_ast.Node] = field(default_factory=dict)
    before: list[c_ast.Node] = field(default_factory=list)

    def add(self, parameter: c_ast.Decl, argument: c_ast.Node, *, must_be_seen: bool) -> bool:
        """Take an argument; false where it can't be had, or must be seen in the statements and can't be."""
        of = parameter.type
        own = assigned_names(*self.items) | pointed_names(*self.items)
        if isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl):
            kept = parameter.name in own or any(_is_size_of(part, parameter.name) for part in self._parts())
            seen = not kept and self.declared.leads_to(argument) == self.declared.spelled(of.type)
            place = self._place(argument) if seen else None
            if place is not None:
                self.values[parameter.name] = place
                return True
            if must_be_seen:
                return False
            of = c_ast.PtrDecl([], clone(of.type))
        elif parameter.name not in own and self._stays(argument):
            type_of = self.declared.type_of(argument) if isinstance(argument, c_ast.ID) else None
            if type_of is not None and self.declared.spelled(type_of) == self.declared.spelled(of):
                self.values[parameter.name] = argument
                return True
        self._keep(parameter.name, clone(of), argument)
        return True

    def add_value(self, parameter: c_ast.Decl, argument: c_ast.Node) -> bool:
        """Take an argument for an expression, where no variable can be declared; false where it can't be had."""
        words = scalar_words(parameter.type)
        if words is None:
            return self.add(parameter, argument, must_be_seen=True) and not self.before
        of = self.declared.type_of(argument) if isinstance(argument, c_ast.ID) else None
        same = of is not None and spelled(of) == spelled(parameter.type)
        self.values[parameter.name] = argument if same else cast_to(words, argument)
        return True

    def _parts(self) -> Iterator[c_ast.Node]:
        return (part for item in self.items for part in walk(item))

    def _keep(self, name: str, of: c_ast.Node, value: c_ast.Node) -> None:
        """Let a parameter be a variable with a value."""
        made = c_ast.Decl(name, [], [], [], [], of, clone(value), None, self.call.coord)
        rename(made, self.fresh(name))
        self.before.append(made)
        self.values[name] = c_ast.ID(made.name, self.call.coord)

    def _stays(self, node: c_ast.Node) -> bool:
        """Whether an expression is a number, or a variable of the caller's that nothing else can change."""
        if isinstance(node, c_ast.Constant):
            return True
        if not isinstance(node, c_ast.ID):
            return False
        return self.declared.is_own(node.name) and node.name not in self.pointed

    def _place(self, argument: c_ast.Node) -> c_ast.Node | None:
        """An address whose parts stay as they are while the function runs, with subscripts in variables."""
        match argument:
            case c_ast.ID():
                return argument if self._is_array(argument) or self._stays(argument) else None
            case c_ast.UnaryOp(op="&"):
                inner = self._lvalue(argument.expr)
                return None if inner is None else c_ast.UnaryOp("&", inner, argument.coord)
            case c_ast.BinaryOp(op="+") if isinstance(argument.left, c_ast.ID | c_ast.StructRef | c_ast.ArrayRef):
                left = self._place(argument.left)
                if left is None or self.declared.leads_to(argument.left) is None:
                    return None
                return c_ast.BinaryOp("+", left, self._subscript(argument.right), argument.coord)
            case c_ast.StructRef() | c_ast.ArrayRef():
                return self._lvalue(argument) if self._is_array(argument) else None  # pointers may change
        return None

    def _is_array(self, node: c_ast.Node) -> bool:
        return isinstance(self.declared.meant(self.declared.type_of(node)), c_ast.ArrayDecl)

    def _lvalue(self, node: c_ast.Node) -> c_ast.Node | None:
        """A place that is part of a variable, or of what an unchanged pointer leads to."""
        match node:
            case c_ast.ID():
                return node
            case c_ast.StructRef(type="."):
                inner = self._lvalue(node.name)
                return None if inner is None else c_ast.StructRef(inner, ".", clone(node.field), node.coord)
            case c_ast.StructRef(name=c_ast.ID()):
                return node if self._stays(node.name) else None
            case c_ast.ArrayRef():
                if self._is_array(node.name):
                    inner = self._lvalue(node.name)
                else:
                    known = isinstance(node.name, c_ast.ID) and self._stays(node.name)
                    inner = node.name if known else None
                if inner is None:
                    return None
                return c_ast.ArrayRef(inner, self._subscript(node.subscript), node.coord)
        return None

    def _subscript(self, node: c_ast.Node) -> c_ast.Node:
        if self._stays(node):
            return node
        name = self.fresh("at")
        self.before.append(build.host_variable(name, "long", clone(node), self.call.coord))
        return c_ast.ID(name, self.call.coord)


def cast_to(words: c_ast.IdentifierType, value: c_ast.Node) -> c_ast.Cast:
    """An expression as a number of a type."""
    return c_ast.Cast(
        c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, words)), clone(value), value.coord
    )


def _is_size_of(node: c_ast.Node, name: str) -> bool:
    """Whether an expression is a variable's size: a parameter's is not that of the array that it is given."""
    return isinstance(node, c_ast.UnaryOp) and node.op in ("sizeof", "_Alignof") and is_named(node.expr, name)


def in_places(items: Sequence[c_ast.Node], given: Given, names: Mapping[str, str]) -> list[c_ast.Node] | None:
    """Copies of a function's statements with what it is given, and with new `names` of its own variables.

    None where a parameter is used in a way in which its argument can't be put there.
    """
    try:
        return [_In(given.values, names).change(item) for item in items]
    except _StaysError:
        return None


@dataclass(frozen=True, eq=False, slots=True)
class _In:
    """Puts `values` in the places of parameters, and gives the function's own variables new `names`."""

    values: Mapping[str, c_ast.Node]
    names: Mapping[str, str]

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of a part of the statements."""
        match node:
            case c_ast.ID():
                return self._named(node)
            case c_ast.UnaryOp(op="*") if (value := self._value(node.expr)) is not None:
                return _behind(value)
            case c_ast.ArrayRef() if (value := self._value(node.name)) is not None:
                return _element(value, self.change(node.subscript))
            case c_ast.StructRef():
                value = self._value(node.name)
                if value is None or node.type == ".":
                    return c_ast.StructRef(self.change(node.name), node.type, clone(node.field), node.coord)
                return c_ast.StructRef(_behind(value), ".", clone(node.field), node.coord)
            case c_ast.NamedInitializer():
                return c_ast.NamedInitializer(
                    [clone(each) if isinstance(each, c_ast.ID) else self.change(each) for each in node.name],
                    self.change(node.expr),
                    node.coord,
                )
            case c_ast.FuncCall(name=c_ast.ID()) if node.name.name not in self.names:
                args = None if node.args is None else self.change(node.args)
                return c_ast.FuncCall(clone(node.name), args, node.coord)
        made = rebuilt(node, self.change)
        if isinstance(made, c_ast.Decl) and made.name in self.names:
            rename(made, self.names[made.name])
        return made

    def _named(self, node: c_ast.ID) -> c_ast.Node:
        if node.name in self.names:
            return c_ast.ID(self.names[node.name], node.coord)
        value = self.values.get(node.name)
        return clone(node if value is None else value)

    def _value(self, node: c_ast.Node) -> _Address | None:
        """The address in the place of a parameter; None for variables and arrays."""
        value = self.values.get(node.name) if isinstance(node, c_ast.ID) and node.name not in self.names else None
        return value if isinstance(value, _Address) else None


def _element(address: _Address, subscript: c_ast.Node) -> c_ast.Node:
    """An element behind an address."""
    if is_zero(subscript):
        return _behind(address)
    place = addressed(address)
    if isinstance(place, c_ast.ArrayRef):
        return c_ast.ArrayRef(clone(place.name), _sum(place.subscript, subscript), place.coord)
    if isinstance(address, c_ast.BinaryOp):
        return c_ast.ArrayRef(clone(address.left), _sum(address.right, subscript), address.coord)
    raise _StaysError


def _behind(address: _Address) -> c_ast.Node:
    """What an address leads to."""
    if isinstance(address, c_ast.BinaryOp):
        return c_ast.ArrayRef(clone(address.left), clone(address.right), address.coord)
    place: c_ast.Node = address.expr
    return clone(place)


def _sum(one: c_ast.Node, other: c_ast.Node) -> c_ast.Node:
    return c_ast.BinaryOp("+", clone(one), other, one.coord)
