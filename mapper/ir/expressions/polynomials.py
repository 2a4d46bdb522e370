"""Polynomials with integer coefficients: integer expressions as sums of products of names and other terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

Atom = str | tuple[str, "Polynomial", "Polynomial"]
"""A name, or the text of an expression; `("/", of, by)` is a quotient, `("%", of, by)` a remainder."""
Monomial = tuple[Atom, ...]
"""A product of atoms, in order; the empty one is 1."""


@dataclass(frozen=True, slots=True, repr=False)
class Polynomial:
    """A sum of monomials with integer coefficients, none of them 0."""

    terms: Mapping[Monomial, int]

    def __add__(self, other: Polynomial) -> Polynomial:
        keys = dict.fromkeys([*self.terms, *other.terms])
        return polynomial({key: self.terms.get(key, 0) + other.terms.get(key, 0) for key in keys})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        made: dict[Monomial, int] = {}
        for (one, a), (two, b) in product(self.terms.items(), other.terms.items()):
            key = tuple(sorted(one + two, key=repr))
            made[key] = made.get(key, 0) + a * b
        return polynomial(made)

    def __neg__(self) -> Polynomial:
        return Polynomial({key: -value for key, value in self.terms.items()})

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __iter__(self) -> Iterator[tuple[Monomial, int]]:
        """The terms in an order that depends on nothing but the polynomial."""
        return iter(sorted(self.terms.items(), key=repr))

    def __repr__(self) -> str:
        return repr(tuple(self))

    @property
    def constant(self) -> int | None:
        """The value, if there is no atom in it."""
        return None if any(self.terms) else self.terms.get((), 0)

    @property
    def offset(self) -> int:
        """The term without an atom."""
        return self.terms.get((), 0)

    @property
    def without_offset(self) -> Polynomial:
        """All terms with an atom."""
        return self - constant(self.offset)

    def begins_at(self, width: int) -> bool:
        """Whether all of it but the term without an atom is a multiple of a number, whatever the atoms are."""
        return all(factor % width == 0 for key, factor in self.terms.items() if key)

    @property
    def atoms(self) -> Iterator[Atom]:
        """All atoms, those inside quotients and remainders included."""
        for key in self.terms:
            for each in key:
                yield each
                if isinstance(each, tuple):
                    _, of, by = each
                    yield from (*of.atoms, *by.atoms)


def polynomial(terms: Mapping[Monomial, int]) -> Polynomial:
    """The polynomial of these terms, of which some may be 0."""
    return Polynomial({key: value for key, value in terms.items() if value})


def constant(value: int) -> Polynomial:
    """A constant polynomial."""
    return polynomial({(): value})


def atom_of(of: Atom) -> Polynomial:
    """The polynomial that an atom is."""
    return Polynomial({(of,): 1})


def divided(operator: str, of: Polynomial, by: Polynomial) -> Polynomial:
    """The quotient or remainder."""
    whole = _quotient(of, by) if operator == "/" else None
    return atom_of((operator, of, by)) if whole is None else whole


def _quotient(of: Polynomial, by: Polynomial) -> Polynomial | None:
    """The quotient where a single atom, or one, divides each term."""
    if by == ONE:
        return of
    if len(by.terms) != 1:
        return None
    ((divisor, factor),) = by.terms.items()
    if factor != 1 or len(divisor) != 1:
        return None
    made: dict[Monomial, int] = {}
    for key, value in of.terms.items():
        if divisor[0] not in key:
            return None
        rest = list(key)
        rest.remove(divisor[0])
        made[tuple(rest)] = value
    return polynomial(made)


ZERO = Polynomial({})
ONE = constant(1)
