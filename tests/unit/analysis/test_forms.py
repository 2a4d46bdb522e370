"""Questions about sets of parameters."""

from __future__ import annotations

import islpy as isl
import pytest

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.comparisons import relation


@pytest.mark.parametrize(
    ("condition", "limited"),
    [
        ("n = 1", True),
        ("n >= 1 and m >= n and m <= 3", True),
        ("n >= 1 and n <= 2147483647", False),
        ("m >= n and n >= 1", False),
        ("m = 1", False),
        ("n <= 3 or n = 1000", False),
    ],
)
def test_a_symbol_is_limited_where_no_larger_value_is_left_to_it(condition: str, *, limited: bool) -> None:
    assert forms.is_limited(isl.Set(f"[n, m] -> {{ : {condition} }}"), "n", 256) is limited


def test_a_symbol_that_does_not_occur_is_not_limited() -> None:
    assert not forms.is_limited(isl.Set("[m] -> { : m = 1 }"), "n", 256)


@pytest.mark.parametrize("by", [1, 2, 3, 8])
def test_a_remainder_has_the_sign_of_what_is_divided(by: int) -> None:
    value = forms.symbol("x")
    found = forms.remainder(value, by, positive=False)
    assert found is not None
    for x in range(-9, 10):
        there = value.eq_set(forms.constant(x))
        right = abs(x) % by * (1 if x >= 0 else -1)
        assert there.is_subset(found.eq_set(forms.constant(right)))


def _asked() -> list[object]:
    """Answers about functions and conditions that are made anew."""
    i, n = map(forms.symbol, "in")
    whole, inside = i.add(n), i.ge_set(forms.constant(0)).intersect(i.lt_set(n))
    alike = forms.Alike(inside)
    return [
        forms.renamed(inside, lambda name: f"{name}'"),
        forms.without(inside, ["i", "k"]),
        forms.plus(forms.of(whole), forms.number(3)).affine,
        forms.chosen(inside, whole, forms.constant(5)),
        forms.both(alike, forms.Alike(n.le_set(forms.constant(9)))),
        relation("<", whole, n),
    ]


def test_isl_is_asked_once() -> None:
    first, again = _asked(), _asked()
    assert [isl.Set, isl.Set, isl.PwAff, isl.PwAff, isl.Set, isl.Set] == list(map(type, first))
    assert all(one is other for one, other in zip(first, again, strict=True))


def test_answers_that_are_remembered_are_of_the_same_symbols() -> None:
    i = forms.symbol("i")
    assert forms.symbols_of(forms.renamed(i, lambda name: f"{name}'")) == {"i'"}
    assert forms.symbols_of(forms.renamed(i, lambda name: f"{name}2")) == {"i2"}
    assert forms.renamed(i, lambda name: name) is i
    positive = i.ge_set(forms.symbol("n"))
    assert forms.symbols_of(forms.without(positive, ["k"])) == {"i", "n"}
    assert forms.without(positive, ["i", "i"]).plain_is_universe()
