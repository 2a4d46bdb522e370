"""The values of expressions in a thread, and what statements do to its variables.

Values are polynomials in the names of integers, in the thread's number and the count of threads, and in quotients
and remainders of such, by cases with conditions (`cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from operator import mul

from pycparser import c_ast

from mapper.ir.expressions.polynomials import ONE, ZERO, Polynomial, atom_of, constant, divided
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import INCREMENTS, MIRRORED, walk
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.shares.cases import (
    COUNT,
    ELEMENT,
    NUMBER,
    THREADS,
    Case,
    Cases,
    Condition,
    negated,
    one_case,
)

_MOST_CASES = 16
_INTEGERS = frozenset(["int", "long", "signed", "unsigned"])
_NARROW = frozenset(["char", "short", "_Bool"])
_INTEGER_TYPES = frozenset(
    ["size_t", "ssize_t", "ptrdiff_t", "int32_t", "int64_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t"]
)


def is_integer_type(names: list[str], defined: Container[str], *, narrow: bool = False) -> bool:
    """Whether type specifiers name an integer type that holds all values of `int`; with `narrow` any one.

    `defined` are those of the program that do (`integer_types`).
    """
    specifiers = _INTEGERS | _NARROW if narrow else _INTEGERS
    return set(names) <= specifiers or (len(names) == 1 and (names[0] in _INTEGER_TYPES or names[0] in defined))


def integer_types(tree: c_ast.Node) -> frozenset[str]:
    """The names that a unit's `typedef`s give to integer types alone that hold all values of `int`."""
    found: dict[str, bool] = {}
    for node in walk(tree):
        if isinstance(node, c_ast.Typedef):
            words = scalar_words(node.type)
            known = {name for name, integer in found.items() if integer}
            integer = words is not None and is_integer_type(words.names, known)
            found[node.name] = found.get(node.name, True) and integer
    return frozenset(name for name, integer in found.items() if integer)


_Join = Callable[[Polynomial, Polynomial], Polynomial]


@dataclass(eq=False, slots=True)
class Values:
    """The values of expressions, and what statements do to variables.

    `known` are the values of variables that are set before, None where they are not known; `settled` says of all
    others whether they are integers that stay as they are, `steady` whether they stay whatever they are.  What
    these lead to (`part[me]`, `grid->n`) is assumed to be integers that nothing changes.
    `integers` are the program's integer types.  `calls` gives for functions which one of OpenMP's library they
    return the value of.  `most` are variables that hold the value of `omp_get_max_threads`; those that are taken
    for the number of threads go into `taken`.  `vague` are variables whose values are not followed.
    """

    known: dict[str, Cases | None]
    settled: Callable[[str], bool]
    steady: Callable[[str], bool] = field(default=lambda _: False)
    integers: frozenset[str] = frozenset()
    calls: Mapping[str, str] = field(default_factory=dict)
    most: frozenset[str] = frozenset()
    taken: set[str] = field(default_factory=set)
    vague: Container[str] = frozenset()
    count = Cases((Case(frozenset(), THREADS),))
    one = Cases((Case(frozenset(), ONE),))

    def cases(self, node: c_ast.Node | None) -> Cases | None:
        """The value of an expression; None where it is not known."""
        found = self._cases(node)
        return None if found is None or len(found.all) > _MOST_CASES else found

    def _cases(self, node: c_ast.Node | None) -> Cases | None:
        match node:
            case c_ast.Constant():
                number = integer_value(node)
                return None if number is None else one_case(constant(number))
            case c_ast.ID(name=name):
                if name in self.known:
                    return self.known[name]
                if name in self.most and self.settled(name):
                    self.taken.add(name)
                    return self.count
                return one_case(atom_of(name)) if self.settled(name) else None
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=None) if self.calls.get(name) in (NUMBER, COUNT):
                return one_case(atom_of(self.calls[name]))
            case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType() as named))):
                return self.cases(node.expr) if is_integer_type(named.names, self.integers) else None
            case c_ast.UnaryOp(op="-"):
                return self._joined(one_case(ZERO), self.cases(node.expr), lambda a, b: a - b)
            case c_ast.UnaryOp(op="!"):
                return self._chosen(self.cases(node.expr), one_case(ZERO), one_case(ONE))
            case c_ast.TernaryOp():
                return self._chosen(self.cases(node.cond), self.cases(node.iftrue), self.cases(node.iffalse))
            case c_ast.BinaryOp():
                return self._binary(node)
            case c_ast.ArrayRef() | c_ast.StructRef():
                place = self._place(node)
                return None if place is None else one_case(place)
        return None

    def _place(self, node: c_ast.Node) -> Polynomial | None:
        """A place in memory as an atom; None where subscripts are not known, or its base may change."""
        match node:
            case c_ast.ID(name=name):
                return atom_of(name) if name not in self.known and self.steady(name) else None
            case c_ast.StructRef():
                of = self._place(node.name)
                return None if of is None else atom_of((f"{node.type}{node.field.name}", of, ZERO))
            case c_ast.ArrayRef():
                of, subscript = self._place(node.name), self.cases(node.subscript)
                by = None if subscript is None else subscript.single
                return None if of is None or by is None else atom_of((ELEMENT, of, by))
        return None

    def _binary(self, node: c_ast.BinaryOp) -> Cases | None:
        left, right = self.cases(node.left), self.cases(node.right)
        operator: str = node.op
        if operator in ("+", "-"):
            return self._joined(left, right, lambda a, b: a + b if operator == "+" else a - b)
        if operator == "*":
            return self._joined(left, right, mul)
        if operator in ("/", "%"):
            return self._joined(left, right, lambda a, b: divided(operator, a, b))
        if operator == "&&":
            return self._chosen(left, self._chosen(right, one_case(ONE), one_case(ZERO)), one_case(ZERO))
        if operator == "||":
            return self._chosen(left, one_case(ONE), self._chosen(right, one_case(ONE), one_case(ZERO)))
        if operator in MIRRORED:
            return self._compared(operator, left, right)
        return None

    def _joined(self, left: Cases | None, right: Cases | None, join: _Join) -> Cases | None:
        if left is None or right is None:
            return None
        pairs = product(left.all, right.all)
        made = (Case(a.conditions | b.conditions, join(a.value, b.value)) for a, b in pairs)
        return Cases(tuple(made)).possible

    def _compared(self, operator: str, left: Cases | None, right: Cases | None) -> Cases | None:
        if operator in (">", ">="):
            left, right, operator = right, left, operator.replace(">", "<")
        difference = self._joined(right, left, lambda a, b: a - b)  # right - left
        if difference is None:
            return None
        made: list[Case] = []
        for case in difference.all:
            condition: Condition = (operator, case.value)
            if operator in ("<", "<="):
                condition = (">=", case.value + constant(-1 if operator == "<" else 0))
            made.append(Case(case.conditions | {condition}, ONE))
            made.append(Case(case.conditions | {negated(condition)}, ZERO))
        return Cases(tuple(made)).possible

    def _chosen(self, test: Cases | None, yes: Cases | None, no: Cases | None) -> Cases | None:
        """`test ? yes : no`."""
        if test is None or yes is None or no is None:
            return None
        made: list[Case] = []
        for case in test.all:
            value = case.value.constant
            for branch, conditions in (
                (yes, {("!=", case.value)} if value is None else set()),
                (no, {("==", case.value)} if value is None else set()),
            ):
                if value is None or (value != 0) is (branch is yes):
                    made += [
                        Case(case.conditions | conditions | each.conditions, each.value) for each in branch.all
                    ]
        return Cases(tuple(made)).possible

    def run(self, item: c_ast.Node) -> bool:
        """Follow a statement that only sets variables to known values; false where it may do anything else.

        Then some of them may have been set already.
        """
        match item:
            case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType() as named)) if item.init is not None:
                return is_integer_type(named.names, self.integers) and self._set(item.name, self.cases(item.init))
            case c_ast.Assignment(op=operator, lvalue=c_ast.ID(name=name)):
                value = item.rvalue
                if operator != "=":
                    value = c_ast.BinaryOp(operator[:-1], item.lvalue, item.rvalue)
                return self._set(name, self.cases(value))
            case c_ast.UnaryOp(op=operator, expr=c_ast.ID(name=name)) if operator in INCREMENTS:
                step = c_ast.BinaryOp(operator[-1], item.expr, c_ast.Constant("int", "1"))
                return self._set(name, self.cases(step))
            case c_ast.Compound():
                return all(not isinstance(each, c_ast.Decl) and self.run(each) for each in item.block_items or [])
            case c_ast.If():
                return self._if(item)
        return False

    def _set(self, name: str, value: Cases | None) -> bool:
        self.known[name] = None if name in self.vague else value
        return self.known[name] is not None

    def _if(self, item: c_ast.If) -> bool:
        test = self.cases(item.cond)
        yes, no = replace(self, known=dict(self.known)), replace(self, known=dict(self.known))
        if test is None or not yes.run(item.iftrue) or not (item.iffalse is None or no.run(item.iffalse)):
            return False
        for name in sorted(yes.known.keys() | no.known.keys()):
            one, other = yes.known.get(name), no.known.get(name)
            if one != other and not self._set(name, self._chosen(test, one, other)):
                return False
        return True
