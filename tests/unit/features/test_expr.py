"""Count expressions: folding, evaluation, and their C form."""

from __future__ import annotations

import math

import pytest
from pycparser import c_ast, c_generator

from mapper.features import schema
from mapper.features.expressions.expr import (
    ONE,
    ZERO,
    Host,
    Number,
    add,
    divide,
    evaluate,
    host,
    logarithm,
    multiply,
    positive,
    power,
    subtract,
    to_tree,
)

N = Host(c_ast.ID("n"))


def test_constants_fold() -> None:
    assert add(Number(2.0), Number(3.0)) == Number(5.0)
    assert multiply(ZERO, N) == ZERO
    assert multiply(ONE, N) is N
    assert add(ZERO, N) is N
    assert divide(N, ZERO) == ZERO
    assert positive(Number(-3.0)) == ZERO
    assert power(Number(-1.0)) == Number(0.5)
    for value, twice in ((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (3.0, 2.0), (8.0, 3.0), (9.0, 4.0)):
        assert logarithm(Number(value), 2.0) == Number(twice)


@pytest.mark.parametrize(("text", "value"), [("12", 12.0), ("0x10UL", 16.0), ("010", 8.0), ("0", 0.0)])
def test_integer_literals_are_numbers(text: str, value: float) -> None:
    assert host(c_ast.Constant("int", text)) == Number(value)


def test_value_and_c_agree() -> None:
    expr = divide(multiply(positive(subtract(N, Number(1.0))), power(N)), add(N, Number(2.0)))
    expr = add(expr, logarithm(N, 2.0))
    assert evaluate(expr, lambda _: 6.0) == 5.0 * 64.0 / 8.0 + 3.0
    text = c_generator.CGenerator().visit(to_tree(expr))
    names = {"__mrt_positive": lambda v: max(v, 0.0), "__mrt_ratio": schema.ratio, "n": 6.0}
    names["__mrt_power"] = lambda v: 2.0**v
    names["__mrt_logarithm"] = lambda v, base: float(math.ceil(math.log(v, base)))
    assert eval(text.replace("(double)", ""), {}, names) == 5.0 * 64.0 / 8.0 + 3.0


def test_combined_features_by_hand() -> None:
    raw = dict.fromkeys(schema.RAW_NAMES, 0.0) | {
        "int_ops": 10.0,
        "double_ops": 5.0,
        "mem": 4.0,
        "coalesced": 3.0,
        "localmem": 2.0,
        "work_items": 8.0,
        "transfer": 48.0,
    }
    named = dict(zip(schema.NAMES, schema.combine(list(raw.values())), strict=True))
    assert named["comp"] == 20.0
    assert named["F1"] == 48.0 / 24.0
    assert named["F2"] == 0.75
    assert named["F3"] == 4.0
    assert named["F4"] == 5.0


def test_zero_memory_gives_zero_ratios() -> None:
    named = dict(zip(schema.NAMES, schema.combine([0.0] * len(schema.RAW)), strict=True))
    assert named["F1"] == named["F2"] == named["F4"] == 0.0
