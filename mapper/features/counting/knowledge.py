"""What the code of a work-item says of its variables' values, followed statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from pycparser import c_ast

from mapper.analysis.names.expression_types import Spines, type_of
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions
from mapper.features.expressions.conditions import Case, cases, share
from mapper.features.expressions.expr import ONE, ZERO, Expr, Number, subtract
from mapper.features.expressions.values import (
    GLOBAL,
    LOCAL,
    PRIVATE,
    UNKNOWN,
    Known,
    combine,
    constant,
    extreme,
    mean,
    uniform,
)
from mapper.features.schema import BRANCH_SHARE, UNKNOWN_TRIPS
from mapper.ir.builtins.tables import evenly, is_row
from mapper.ir.expressions.choices import choice_of_call, extreme_of
from mapper.ir.expressions.substitution import substituted
from mapper.ir.expressions.updates import update_of
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, PointerType
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import changed_place, objects_in
from mapper.ir.trees.nodes import arguments_of, children, walk

UNKNOWN_SHARES = Number(BRANCH_SHARE), Number(BRANCH_SHARE)

ONE_OF_MANY = Number(1.0 / UNKNOWN_TRIPS)
MOST_OF_MANY = subtract(ONE, ONE_OF_MANY)

MOST_CONDITIONS = 32
"""Conditions of a kernel that the host evaluates: each is in the expressions of all features."""


class Knowledge:
    """`env` holds what is known of each name at the statement that is being read, `given` at the beginning.

    Names in `aliased` are never known: their address is taken.  Arrays in `local` are in local memory, private
    ones in `moved` in global memory, where a uniform subscript means neighbouring elements.
    """

    def __init__(
        self,
        types: dict[str, CType],
        local: frozenset[str],
        around: Symbols | None,
        moved: frozenset[str] = frozenset(),
    ) -> None:
        self.types = types
        self.local = local
        self.moved = moved
        self.around = around
        self.functions: dict[str, c_ast.FuncDef] = {}
        self.env: dict[str, Known] = {}
        self.given: dict[str, Known] = {}
        self.conditions = 0
        self.aliased: frozenset[str] = frozenset()
        self._spines: Spines = {}
        self._branches: dict[int, tuple[c_ast.Node, dict[str, None]]] = {}

    def define(self, name: str, value: c_ast.Node | None) -> None:
        """A name gets a value."""
        if isinstance(self.types.get(name), ArrayType):
            place = GLOBAL if name in self.moved else PRIVATE
            self.env[name] = Known(None, ZERO, LOCAL if name in self.local else place)
        elif value is None or name in self.aliased:
            space = self.known(value).space if value is not None else self.env.get(name, UNKNOWN).space
            self.env[name] = Known(None, None, space)
        else:
            known = self.known(value)
            if isinstance(self.types.get(name), FloatType):  # no loop counts by it
                known = Known(None, ZERO if known.uniform else None)
            self.env[name] = known

    def forget(self, *nodes: c_ast.Node | None) -> None:
        """What these may assign is not known any more."""
        for node in nodes:
            for name in self._assigned(node) if node is not None else ():
                if not isinstance(self.types.get(name), ArrayType):
                    self.env[name] = Known(None, None, self.env.get(name, UNKNOWN).space)

    def merge(self, condition: c_ast.Node, taken: dict[str, Known], *arms: c_ast.Node | None) -> None:
        """Behind a branch with the sides `arms`: `taken` is what is known where it is taken, `env` where it isn't.

        A value that they differ in is their mean; behind `==` and `!=` it is that of different sides, as most are.
        """
        other, alike = dict(self.env), self.known(condition).uniform
        self.forget(*arms)
        share = {"==": 0.0, "!=": 1.0}.get(getattr(condition, "op", ""), BRANCH_SHARE)
        for name in dict.fromkeys(name for arm in arms if arm is not None for name in self._assigned(arm)):
            known = self.env.get(name, UNKNOWN)
            both = taken.get(name, UNKNOWN), other.get(name, UNKNOWN)
            if known == Known(None, None, known.space):
                stride = ZERO if alike and all(each.uniform for each in both) else None
                self.env[name] = Known(mean(share, both[0].value, both[1].value), stride, known.space)

    def clamped(self, node: c_ast.If | c_ast.TernaryOp) -> tuple[str, Known] | None:
        """The variable that `if (x > e) x = e;` and its like limits, and what is known of it behind that."""
        update = update_of(node, lambda _: True) if isinstance(node, c_ast.If) else None
        if update is None or not isinstance(update.target, c_ast.ID):
            return None
        both = self.known(update.target), self.known(update.operand)
        return update.target.name, extreme(update.operator, *both)

    def _assigned(self, node: c_ast.Node) -> dict[str, None]:
        """The names of `assignments`, remembered for branches, of which there may be long chains."""
        if not isinstance(node, c_ast.If | c_ast.Compound | c_ast.TernaryOp):
            return dict.fromkeys(assignments(node))
        found = self._branches.get(id(node))
        if found is None:
            names: dict[str, None] = {}
            for child in children(node):
                names |= self._assigned(child)
            found = self._branches[id(node)] = (node, names)
        return found[1]

    def known(self, node: c_ast.Node) -> Known:
        """What is known of an expression's value."""
        match node:
            case c_ast.Constant():
                return _literal(node)
            case c_ast.ID():
                return self.env.get(node.name, UNKNOWN)
            case c_ast.BinaryOp():
                return combine(node.op, self.known(node.left), self.known(node.right))
            case c_ast.Cast():
                return self.known(node.expr)
            case c_ast.FuncCall() if is_row(node):
                return self.known(evenly(node))
            case c_ast.UnaryOp(op="-"):
                return combine("-", constant(0.0), self.known(node.expr))
            case c_ast.UnaryOp(op="&"):
                return self.place(node.expr)
            case c_ast.UnaryOp(op="*") | c_ast.ArrayRef() | c_ast.StructRef():
                place = self.place(node)
                if isinstance(self.ctype(node), ArrayType):
                    return place
                return uniform(self.read(node)) if place.uniform else UNKNOWN
            case c_ast.TernaryOp() if (operator := extreme_of(node)) is not None:
                return extreme(operator, self.known(node.iftrue), self.known(node.iffalse))
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if (
                name in self.functions
                and (choice := choice_of_call(self.functions[name], arguments_of(node))) is not None
            ):
                return self.known(choice)
            case c_ast.TernaryOp() | c_ast.FuncCall() | c_ast.UnaryOp():
                parts = [self.known(part) for part in walk(node) if isinstance(part, (c_ast.ID, c_ast.ArrayRef))]
                return uniform() if all(p.uniform for p in parts) else UNKNOWN
        return UNKNOWN

    def read(self, node: c_ast.Node) -> Expr | None:
        """What is read of memory, as an expression of the host; None where the code alone does not say."""
        return None

    def shares(self, condition: c_ast.Node) -> tuple[Expr, Expr]:
        """In which shares of its evaluations a condition holds and does not."""
        found = share(condition, self._on_host, BRANCH_SHARE) if self.conditions < MOST_CONDITIONS else None
        if found is None:
            return self._one_of_many(condition) or UNKNOWN_SHARES
        self.conditions += not isinstance(found, Number)
        return found, subtract(ONE, found)

    def _one_of_many(self, condition: c_ast.Node) -> tuple[Expr, Expr] | None:
        """The same of an element that is compared with a variable; None for other conditions.

        It is a level of a search, the number of a group, a key: one of several values that elements have.  How
        many is not known.
        """
        if not isinstance(condition, c_ast.BinaryOp) or condition.op not in ("==", "!="):
            return None
        for element, value in ((condition.left, condition.right), (condition.right, condition.left)):
            is_element = isinstance(element, c_ast.ArrayRef | c_ast.StructRef) and self.reads_memory(element)
            if is_element and isinstance(value, c_ast.ID) and self._varies(value):
                return (ONE_OF_MANY, MOST_OF_MANY) if condition.op == "==" else (MOST_OF_MANY, ONE_OF_MANY)
        return None

    def _varies(self, name: c_ast.ID) -> bool:
        return name.name in self.env and not isinstance(self.known(name).value, Number)

    def reads_memory(self, node: c_ast.Node) -> bool:
        """Whether an expression reads an array of the program."""
        return any(
            isinstance(each, c_ast.ArrayRef | c_ast.StructRef)
            or (isinstance(each, c_ast.UnaryOp) and each.op == "*")
            for each in walk(node)
            if self.place(each).space in (GLOBAL, LOCAL)
        )

    def cases(self, node: c_ast.Switch) -> tuple[tuple[Case, Expr], ...]:
        """The cases of a `switch`, each with its share of the executions; none where that is not known."""
        found = cases(node, self._on_host, BRANCH_SHARE) if self.conditions < MOST_CONDITIONS else ()
        self.conditions += len(found)
        return found

    def _on_host(self, node: c_ast.Node) -> Expr | None:
        """An expression's value on the host, where it is made of what the kernel is given and has not changed."""
        named: dict[str, c_ast.Node | None] = {}
        for each in objects_in(node):
            now, given = self.env.get(each.name, UNKNOWN), self.given.get(each.name, UNKNOWN)
            value = self.around.enum_value(each) if each.name not in self.env and self.around is not None else None
            if value is not None:
                named[each.name] = build.integer(value)
            elif not now.uniform:
                return None
            elif now.value is not given.value:  # a parameter of a function may have what the kernel is given
                known = [name for name, other in self.given.items() if other.value is now.value is not None]
                if not known:
                    return None
                named[each.name] = c_ast.ID(known[0])
        return self.read(substituted(node, named) if named else node)

    def place(self, node: c_ast.Node) -> Known:
        """Where an lvalue is: its memory, and the stride of its address in elements of the innermost type."""
        match node:
            case c_ast.ArrayRef():
                base = self.known(node.name)
                index = self.known(node.subscript)
                scaled = combine("*", index, constant(float(self._elements(node))))
                return Known(None, combine("+", base, scaled).stride, base.space)
            case c_ast.UnaryOp(op="*"):
                return self.known(node.expr)
            case c_ast.StructRef(type="."):
                return self.place(node.name)
            case c_ast.StructRef():
                return self.known(node.name)
            case c_ast.ID():
                known = self.env.get(node.name, UNKNOWN)
                is_pointer = isinstance(self.types.get(node.name), PointerType)
                return Known(None, ZERO, PRIVATE) if is_pointer or known.space is None else known
        return UNKNOWN

    def _elements(self, node: c_ast.Node) -> int:
        """How many innermost elements one element of an array reference holds."""
        return prod(each.length or 1 for each in dimensions(self.ctype(node)))

    def ctype(self, node: c_ast.Node) -> CType:
        """The type of an expression."""
        return type_of(node, self.types.get, self.around, self._spines)


def _literal(node: c_ast.Constant) -> Known:
    known = integer_value(node)
    try:
        return constant(float(node.value.rstrip("fFlL") if known is None else known))
    except ValueError:
        return uniform()


def assignments(node: c_ast.Node) -> Iterator[str]:
    """The names that code gives a value to, each as often as it does, initial values among them."""
    for part in walk(node):
        place = part if isinstance(part, c_ast.Decl) and part.init is not None else changed_place(part)
        if isinstance(place, c_ast.ID | c_ast.Decl) and place.name:
            yield place.name
