"""Values of expressions in a thread, by cases: polynomials with the conditions under which each is the value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.polynomials import ZERO, Atom, Polynomial, atom_of, constant, divided
from mapper.ir.trees import build
from mapper.ir.trees.nodes import clone

NUMBER = "omp_get_thread_num"
COUNT = "omp_get_num_threads"
TEAM = "__mrt_team_threads"
"""The run-time library's function for the count of threads, where the host asks outside of a team."""

ELEMENT = "[]"
"""The operator of an atom that is an element of memory: `("[]", of, subscript)`."""
MEMBERS = (".", "-")
"""What the operator of an atom that is a member begins with: `("->name", of, 0)`."""

Condition = tuple[str, Polynomial]
"""`>=`, `==` or `!=`, and what is compared with 0."""


def for_thread(poly: Polynomial, value: Polynomial) -> Polynomial:
    """The polynomial with this in the place of the thread's number."""
    result = ZERO
    for key, factor in poly:
        term = constant(factor)
        for each in key:
            if isinstance(each, tuple):
                operator, of, by = each
                term *= divided(operator, for_thread(of, value), for_thread(by, value))
            else:
                term *= value if each == NUMBER else atom_of(each)
        result += term
    return result


THREADS = atom_of(COUNT)
ME = atom_of(NUMBER)


@dataclass(frozen=True, slots=True)
class Case:
    """A value, and the conditions under which it is the one."""

    conditions: frozenset[Condition]
    value: Polynomial


@dataclass(frozen=True, slots=True)
class Cases:
    """The values that an expression may have: exactly one of the cases holds."""

    all: tuple[Case, ...]

    @property
    def mentions_number(self) -> bool:
        """Whether the value depends on which thread asks."""
        return any(
            NUMBER in poly.atoms for case in self.all for poly in (case.value, *(p for _, p in case.conditions))
        )

    @property
    def in_memory(self) -> bool:
        """Whether an element or member of memory is read for the value."""
        polynomials = (poly for case in self.all for poly in (case.value, *(p for _, p in case.conditions)))
        atoms = (atom for poly in polynomials for atom in poly.atoms)
        return any(isinstance(atom, tuple) and (atom[0] == ELEMENT or atom[0][0] in MEMBERS) for atom in atoms)

    @property
    def single(self) -> Polynomial | None:
        """The value where there is one case."""
        return self.all[0].value if len(self.all) == 1 else None

    def mapped(self, change: Callable[[Polynomial], Polynomial]) -> Cases:
        """The cases with another value for each polynomial in them."""
        return Cases(
            tuple(
                Case(frozenset((op, change(poly)) for op, poly in case.conditions), change(case.value))
                for case in self.all
            )
        ).possible

    def plus(self, more: Polynomial) -> Cases:
        """The cases with a value that is so much more."""
        return Cases(tuple(Case(each.conditions, each.value + more) for each in self.all))

    @property
    def possible(self) -> Cases:
        """The cases without those that can't be, and without conditions that always hold."""
        kept: list[Case] = []
        for case in self.all:
            open_ = [each for each in case.conditions if _holds(each) is None]
            if all(_holds(each) is not False for each in case.conditions) and not contradict(open_):
                kept.append(Case(frozenset(open_), case.value))
        return Cases(tuple(kept))


def _holds(condition: Condition) -> bool | None:
    operator, poly = condition
    value = poly.constant
    if value is None:
        return _of_remainder(operator, poly)
    return {">=": value >= 0, "==": value == 0, "!=": value != 0}[operator]


def _of_remainder(operator: str, poly: Polynomial) -> bool | None:
    """Whether `x % threads` is more than the threads: never; and so on."""
    rest = poly + THREADS  # x % threads - threads - c
    back = poly - THREADS
    for sign, part in ((1, rest), (-1, back)):
        terms = dict(part.terms)
        shift = terms.pop((), 0)
        if operator == ">=" and len(terms) == 1:
            ((key, factor),) = terms.items()
            of_threads = len(key) == 1 and isinstance(key[0], tuple) and key[0][0] == "%" and key[0][2] == THREADS
            if of_threads and factor == sign and (shift <= 0 if sign > 0 else shift >= 0):
                return sign < 0
    return None


def contradict(conditions: list[Condition]) -> bool:
    """Whether two conditions can't hold together."""
    signs = [poly for operator, poly in conditions if operator == ">="]
    sums = ((one + other).constant for at, one in enumerate(signs) for other in signs[at + 1 :])
    if any(value is not None and value < 0 for value in sums):
        return True
    equal = [poly for operator, poly in conditions if operator == "=="]
    return any(("!=", poly) in conditions or ("!=", -poly) in conditions for poly in equal)


def negated(condition: Condition) -> Condition:
    """The condition that holds where this one doesn't."""
    operator, poly = condition
    if operator == ">=":
        return ">=", constant(-1) - poly
    return ("!=" if operator == "==" else "=="), poly


def one_case(poly: Polynomial) -> Cases:
    """A value without conditions."""
    return Cases((Case(frozenset(), poly),))


# ---- back to C -------------------------------------------------------------------------------------------------


def printed(cases: Cases, threads: c_ast.Node | None) -> c_ast.Node | None:
    """The expression, with `threads` for their count; None where it needs that and there is none.

    The thread's number is the call that asks for it.
    """
    *others, last = cases.all
    result = tree(last.value, threads)
    for case in reversed(others):
        value = tree(case.value, threads)
        tests = [_test(each, threads) for each in sorted(case.conditions, key=repr)]
        known = [each for each in tests if each is not None]
        if value is None or result is None or len(known) != len(tests):
            return None
        result = c_ast.TernaryOp(build.joined("&&", known), value, result)
    return result


def _test(condition: Condition, threads: c_ast.Node | None) -> c_ast.Node | None:
    operator, poly = condition
    value = tree(poly, threads)
    return None if value is None else c_ast.BinaryOp(operator, value, c_ast.Constant("int", "0"))


def tree(poly: Polynomial, threads: c_ast.Node | None) -> c_ast.Node | None:
    """A polynomial as an expression of C; None where it needs the count of threads and there is none."""
    result: c_ast.Node | None = None
    for key, factor in sorted(poly, key=lambda term: (term[1] < 0, not term[0])):
        factors = [_factor(atom, threads) for atom in key]
        known = [each for each in factors if each is not None]
        if len(known) != len(factors):
            return None
        if abs(factor) != 1 or not known:
            known.append(c_ast.Constant("int", str(abs(factor))))
        if len(known) > 1:
            known[0] = build.host_cast("long", known[0])
        term = known[0]
        for each in known[1:]:
            term = c_ast.BinaryOp("*", term, each)
        result = build.total(result, term, negative=factor < 0)
    return result if result is not None else c_ast.Constant("int", "0")


def _factor(atom: Atom, threads: c_ast.Node | None) -> c_ast.Node | None:
    if isinstance(atom, tuple):
        operator, of, by = atom
        left, right = tree(of, threads), tree(by, threads)
        if operator == ELEMENT and left is not None and right is not None:
            return c_ast.ArrayRef(left, right)
        if operator[0] in MEMBERS and left is not None:
            access = "->" if operator.startswith("->") else "."
            return c_ast.StructRef(left, access, c_ast.ID(operator.removeprefix(access)))
        return None if left is None or right is None else c_ast.BinaryOp(operator, left, right)
    if atom == COUNT:
        return None if threads is None else clone(threads)
    return c_ast.FuncCall(c_ast.ID(NUMBER), None) if atom == NUMBER else c_ast.ID(atom)
