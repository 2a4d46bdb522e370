"""Polynomials in integers, quotients and remainders, by cases with conditions: see `deals`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

NUMBER = "omp_get_thread_num"
COUNT = "omp_get_num_threads"

Atom = str | tuple["Poly | str", ...]
Poly = tuple[tuple[tuple[Atom, ...], int], ...]
"""The terms: products of atoms, in order, each with its factor; `("/", of, by)` is a quotient."""
Condition = tuple[str, Poly]
"""`>=`, `==` or `!=`, and what is compared with 0."""


def division(atom: tuple[Poly | str, ...]) -> tuple[str, Poly, Poly]:
    """The parts of a quotient or remainder."""
    operator, of, by = atom
    assert isinstance(operator, str)
    return operator, _poly(of), _poly(by)


def _poly(part: Poly | str) -> Poly:
    assert not isinstance(part, str)
    return part


def of_terms(terms: dict[tuple[Atom, ...], int]) -> Poly:
    """The polynomial of these terms."""
    return tuple(sorted(((key, factor) for key, factor in terms.items() if factor), key=repr))


def constant(value: int) -> Poly:
    """A number."""
    return of_terms({(): value})


def atom_of(atom: Atom) -> Poly:
    """The polynomial that an atom is."""
    return (((atom,), 1),)


def plus(one: Poly, other: Poly, factor: int = 1) -> Poly:
    """The sum of one and so many times the other."""
    terms = dict(one)
    for key, value in other:
        terms[key] = terms.get(key, 0) + factor * value
    return of_terms(terms)


def times(one: Poly, other: Poly) -> Poly:
    """The product."""
    terms: dict[tuple[Atom, ...], int] = {}
    for (left, mine), (right, its) in product(one, other):
        key = tuple(sorted((*left, *right), key=repr))
        terms[key] = terms.get(key, 0) + mine * its
    return of_terms(terms)


def number_of(poly: Poly) -> int | None:
    """The value of a constant."""
    return 0 if not poly else poly[0][1] if len(poly) == 1 and poly[0][0] == () else None


def divided(operator: str, of: Poly, by: Poly) -> Poly:
    """The quotient or remainder."""
    if operator == "/":
        whole = _quotient(of, by)
        if whole is not None:
            return whole
    return atom_of((operator, of, by))


def _quotient(of: Poly, by: Poly) -> Poly | None:
    """The quotient where a single atom, or one, divides each term."""
    if by == constant(1):
        return of
    if len(by) != 1 or by[0][1] != 1 or len(by[0][0]) != 1:
        return None
    (divisor,) = by[0][0]
    terms: dict[tuple[Atom, ...], int] = {}
    for key, factor in of:
        if divisor not in key:
            return None
        rest = list(key)
        rest.remove(divisor)
        terms[tuple(rest)] = factor
    return of_terms(terms)


def atoms(poly: Poly) -> Iterator[Atom]:
    """All atoms, those inside quotients and remainders included."""
    for key, _ in poly:
        for atom in key:
            yield atom
            if isinstance(atom, tuple):
                for part in division(atom)[1:]:
                    yield from atoms(part)


def for_thread(poly: Poly, value: Poly) -> Poly:
    """The polynomial with this in the place of the thread's number."""
    result: Poly = ()
    for key, factor in poly:
        term = constant(factor)
        for atom in key:
            if atom == NUMBER:
                term = times(term, value)
            elif isinstance(atom, tuple):
                operator, of, by = division(atom)
                term = times(term, divided(operator, for_thread(of, value), for_thread(by, value)))
            else:
                term = times(term, atom_of(atom))
        result = plus(result, term)
    return result


THREADS = atom_of(COUNT)
ME = atom_of(NUMBER)
ONE = constant(1)


@dataclass(frozen=True, slots=True)
class Case:
    """A value, and the conditions under which it is the one."""

    conditions: frozenset[Condition]
    value: Poly


@dataclass(frozen=True, slots=True)
class Cases:
    """The values that an expression may have: exactly one of the cases holds."""

    all: tuple[Case, ...]

    @property
    def mentions_number(self) -> bool:
        """Whether the value depends on which thread asks."""
        return any(
            NUMBER in atoms(poly) for case in self.all for poly in (case.value, *(p for _, p in case.conditions))
        )

    @property
    def single(self) -> Poly | None:
        """The value where there is one case."""
        return self.all[0].value if len(self.all) == 1 else None

    def mapped(self, change: Callable[[Poly], Poly]) -> Cases:
        """The cases with another value for each polynomial in them."""
        return Cases(
            tuple(
                Case(frozenset((op, change(poly)) for op, poly in case.conditions), change(case.value))
                for case in self.all
            )
        ).possible

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
    value = number_of(poly)
    if value is None:
        return _of_remainder(operator, poly)
    return {">=": value >= 0, "==": value == 0, "!=": value != 0}[operator]


def _of_remainder(operator: str, poly: Poly) -> bool | None:
    """Whether `x % threads` is more than the threads: never; and so on."""
    rest = plus(poly, THREADS)  # x % threads - threads - c
    back = plus(poly, THREADS, -1)
    for sign, part in ((1, rest), (-1, back)):
        terms = dict(part)
        number = terms.pop((), 0)
        if operator == ">=" and len(terms) == 1:
            ((key, factor),) = terms.items()
            of_threads = len(key) == 1 and isinstance(key[0], tuple) and key[0][0] == "%" and key[0][2] == THREADS
            if of_threads and factor == sign and (number <= 0 if sign > 0 else number >= 0):
                return sign < 0
    return None


def contradict(conditions: list[Condition]) -> bool:
    """Whether two conditions can't hold together."""
    signs = [poly for operator, poly in conditions if operator == ">="]
    sums = (number_of(plus(one, other)) for at, one in enumerate(signs) for other in signs[at + 1 :])
    if any(value is not None and value < 0 for value in sums):
        return True
    equal = [poly for operator, poly in conditions if operator == "=="]
    return any(("!=", poly) in conditions or ("!=", plus((), poly, -1)) in conditions for poly in equal)


def negated(condition: Condition) -> Condition:
    """The condition that holds where this one doesn't."""
    operator, poly = condition
    if operator == ">=":
        return ">=", plus(constant(-1), poly, -1)
    return ("!=" if operator == "==" else "=="), poly


def one_case(poly: Poly) -> Cases:
    """A value without conditions."""
    return Cases((Case(frozenset(), poly),))
