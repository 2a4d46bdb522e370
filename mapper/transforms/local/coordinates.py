"""Subscripts as coordinates that one dimension of a kernel moves each, and functions of counters as text.

Three kinds of subscripts give coordinates: `a[i + p][j + q]` as it is, `a[(i + p) * n + j + q]` by its terms,
and `a[(i + p) * 64 + j + q]` by its factors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import islpy as isl
from pycparser import c_ast

from mapper.analysis.footprints.bounds import parsed
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Loop
from mapper.ir.expressions.polynomials import Monomial, Polynomial, atom_of, constant, polynomial
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, CType, IntType
from mapper.ir.trees.nodes import calls, clone, text_of, walk

_PLAIN = re.compile(r"(\[[\w, ]*\] -> )?\{[^#]*\}")
"""What isl reads as it prints it."""


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A part of a subscript: `value` times `factor`, or a subscript by itself where that is None."""

    factor: c_ast.Node | None
    value: isl.PwAff


@dataclass(frozen=True, eq=False, slots=True)
class Coordinate:
    """A term that dimension `dimension` (None: none) moves by `scale`; `base` is the part besides an offset."""

    term: Term
    dimension: int | None
    scale: int
    base: Polynomial

    @property
    def text(self) -> str:
        """The factor as text."""
        return "" if self.term.factor is None else text_of(self.term.factor)


@dataclass(frozen=True, eq=False)
class Names:
    """What symbols are called in some code: counters, and parameters passed by value."""

    counters: Mapping[str, str]
    values: frozenset[str]
    types: Mapping[str, CType]

    def inside(self, more: Mapping[str, str]) -> Names:
        """The names in a loop."""
        return replace(self, counters={**self.counters, **more})

    def tree(self, symbol: str, *, wide: bool = True) -> c_ast.Node | None:
        """The name of a symbol, as a long integer at least where it is `wide`; None where it has none."""
        name = self.counters.get(symbol, symbol if symbol in self.values else None)
        if name is None:
            return None
        ctype = self.types.get(name)
        if not isinstance(ctype, IntType):
            return build.identifier(name) if ctype is None else None
        small = ctype.bits < 32 or (ctype.bits == 32 and ctype.signed)
        plain = ctype.name == "long" or (small and not wide)
        return build.identifier(name) if plain else build.cast(LONG, build.identifier(name))

    def product(self, key: forms.Key) -> c_ast.Node | None:
        """A product of functions of parameters."""
        total: c_ast.Node | None = None
        for text in key:
            form = linear(isl.PwAff(text)) if _PLAIN.fullmatch(text) else None
            factor = self.sum(form) if form is not None else None
            if factor is None:
                return None
            total = factor if total is None else build.binary("*", total, factor)
        return total

    def sum(self, form: Polynomial, *, wide: bool = True) -> c_ast.Node | None:
        """A sum as text; None where a symbol has no name."""
        total: c_ast.Node | None = None
        for symbol, factor in sorted(factors(form).items(), key=lambda item: (item[1] < 0, item[0])):
            name = self.tree(symbol, wide=wide)
            if name is None:
                return None
            part = name if abs(factor) == 1 else build.binary("*", name, build.integer(abs(factor)))
            total = build.total(total, part, negative=factor < 0)
        return build.integer(form.offset) if total is None else build.shifted(total, form.offset)

    def function(self, value: isl.PwAff, domain: isl.Set) -> c_ast.Node | None:
        """A function as text, right where `domain` holds; None where it is long or has symbols without a name."""
        form = linear(value)
        if form is not None:
            return self.sum(form, wide=False)
        return self._printed(value, domain)

    def condition(self, condition: isl.Set, known: isl.Set) -> c_ast.Node | None:
        """A condition as text, right where `known` holds; None as for functions."""
        return self._printed(condition, known)

    def _printed(self, thing: isl.PwAff | isl.Set, domain: isl.Set) -> c_ast.Node | None:
        symbols = sorted(forms.symbols_of(thing))
        trees = {f"s{number}": self.tree(symbol, wide=False) for number, symbol in enumerate(symbols)}
        known = {name: tree for name, tree in trees.items() if tree is not None}
        if len(known) < len(trees):
            return None
        short = {symbol: f"s{number}" for number, symbol in enumerate(symbols)}
        context = _named(forms.without(domain, sorted(forms.symbols_of(domain) - set(symbols))), short)
        try:
            printer = isl.AstBuild.from_context(context)
            if isinstance(thing, isl.Set):
                text = printer.expr_from_set(_named(thing, short)).to_C_str()
            else:
                text = printer.expr_from_pw_aff(_named(thing, short)).to_C_str()
        except isl.Error:
            return None
        tree = parsed(text, known)
        if tree is None or calls(tree):
            return None
        tree = clone(tree)
        for part in walk(tree):
            if isinstance(part, c_ast.Constant):
                part.value = part.value.rstrip("L")
        return tree


def _named(thing: forms.Thing, short: Mapping[str, str]) -> forms.Thing:
    """Something of isl's with short names for the symbols that it depends on."""
    return forms.renamed(thing.drop_unused_params(), lambda name: short[name])


def linear(value: isl.PwAff) -> Polynomial | None:
    """A function as a sum; None for other functions."""
    function = forms.single_piece(value)
    return None if function is None else _sum(function)


def _sum(function: isl.Aff) -> Polynomial | None:
    """The terms of a function's symbols, as far as they are outside of divisions."""
    param = isl.dim_type.param
    terms: dict[Monomial, int] = {}
    for number in range(function.dim(param)):
        factor = function.get_coefficient_val(param, number)
        if not factor.is_int():
            return None
        terms[str(function.get_dim_name(param, number)),] = int(factor.to_python())
    offset = function.get_constant_val()
    return polynomial({**terms, (): int(offset.to_python())}) if offset.is_int() else None


def factors(form: Polynomial) -> dict[str, int]:
    """The symbols of a sum with their factors."""
    return {str(*key): factor for key, factor in form.terms.items() if key}


def as_function(form: Polynomial) -> isl.PwAff:
    """A sum as isl knows it."""
    total = forms.constant(form.offset)
    for name, factor in factors(form).items():
        total = total.add(forms.symbol(name).scale_val(isl.Val(str(factor))))
    return total


def coordinates(
    terms: Iterable[Term], dimensions: Mapping[str, int], inner: Sequence[Loop]
) -> tuple[Coordinate, ...] | None:
    """The coordinates of a subscript; None where a dimension moves several, or several move one.

    `dimensions` numbers the counters of dimensions, and `inner` are the loops inside, the innermost one first.
    """
    found: list[Coordinate] = []
    for term in _by_symbol(list(terms)):
        for part in _split(term, dimensions):
            base = _base(part.value, dimensions, inner)
            if base is None:
                return None
            moving = factors(base)
            moved = [name for name in moving if name in dimensions]
            if len(moved) > 1:
                return None
            number = dimensions[moved[0]] if moved else None
            found.append(Coordinate(part, number, moving[moved[0]] if moved else 0, base))
    numbers = [each.dimension for each in found if each.dimension is not None]
    return tuple(found) if len(set(numbers)) == len(numbers) else None


def _by_symbol(terms: list[Term]) -> list[Term]:
    """The terms, where one that is a parameter's multiple in the last one belongs to that parameter's own."""
    own = {name: number for number, term in enumerate(terms) if (name := _name_of(term.factor)) is not None}
    last = linear(terms[-1].value) if terms and terms[-1].factor is not None else None
    if last is None:
        return terms
    for name, number in own.items():
        times = factors(last).get(name, 0)
        if times and number < len(terms) - 1:
            terms[number] = replace(terms[number], value=terms[number].value.add(forms.constant(times)))
            last -= constant(times) * atom_of(name)
    terms[-1] = replace(terms[-1], value=as_function(last))
    return terms


def _name_of(factor: c_ast.Node | None) -> str | None:
    """The parameter that a factor is."""
    inner = factor.expr if isinstance(factor, c_ast.Cast) else factor
    return inner.name if isinstance(inner, c_ast.ID) else None


def primitive(term: Term) -> Term:
    """A term whose value has no common factor: 3 * n times i + p for n times 3 * i + 3 * p."""
    assert term.factor is not None
    common, value = forms.primitive(term.value)
    number = int(common.to_python())
    return Term(_multiple(term.factor, number), value) if number > 1 else term


def _multiple(factor: c_ast.Node, number: int) -> c_ast.Node:
    by = build.integer(number)
    return by if _is_one(factor) else build.binary("*", factor, by)


def _is_one(factor: c_ast.Node) -> bool:
    return isinstance(factor, c_ast.Constant) and factor.value == "1"


def _split(term: Term, dimensions: Mapping[str, int]) -> list[Term]:
    """A term by the factors of the dimensions in it: `64 * i + j + 66` as 64 times i + 1 and j + 2."""
    form = linear(term.value)
    if form is None or term.factor is None:
        return [term]
    strides = sorted({abs(factor) for name, factor in factors(form).items() if name in dimensions}, reverse=True)
    if len(strides) < 2:
        return [term]
    parts: list[Term] = []
    for stride in strides[:-1]:
        whole = polynomial({key: _times(factor, stride) for key, factor in form.terms.items()})
        form -= constant(stride) * whole
        parts.append(Term(_multiple(term.factor, stride), as_function(whole)))
    return [*parts, Term(term.factor, as_function(form))]


def _times(number: int, stride: int) -> int:
    """How often a stride is in a number, so that the rest is as small as can be."""
    return (number + stride // 2) // stride


def _base(value: isl.PwAff, dimensions: Mapping[str, int], inner: Sequence[Loop]) -> Polynomial | None:
    """What a function has at a piece of its domain when the loops inside begin, without the constant."""
    best: Polynomial | None = None
    for _, piece in value.get_pieces():
        form = _sum(piece)
        for loop in inner:
            if form is not None and loop.symbol in factors(form):
                form = _begun(form, loop)
        if form is None:
            continue
        form -= constant(form.offset)
        if best is None or (_moves(form, dimensions) and not _moves(best, dimensions)):
            best = form
    return best


def _moves(form: Polynomial, dimensions: Mapping[str, int]) -> bool:
    return not factors(form).keys().isdisjoint(dimensions)


def _begun(form: Polynomial, loop: Loop) -> Polynomial | None:
    """A sum with the first value of a loop's counter."""
    lower = linear(loop.lower) if loop.lower is not None else None
    if lower is None:
        return None
    times = constant(factors(form)[loop.symbol])
    return form + times * (lower - constant(lower.offset) - atom_of(loop.symbol))
