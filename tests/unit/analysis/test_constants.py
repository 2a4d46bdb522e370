"""Integer constant expressions have the values that gcc computes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pycparser import c_ast

from mapper.analysis.names.constants import wrap
from mapper.ir.trees.ctypes import BOOL, CHAR, DOUBLE, INT, UCHAR, UINT, ULONG, CType
from tests.harness.semantics import assertion, gcc_says, joined, statements_of, symbols_of

PROLOGUE = """
enum e { A, B = 5, C, D = -3, E, F = B * 2 + C };
struct s { char c; struct { int x[3]; } in[4]; double d; union { long l; short h[4]; }; };
"""
LITERALS = """
0 1 2 7 31 63 100u 3L 0x7fffffff 0xffffffff 2147483648 'a' '\\xff' 0x8000000000000000 9223372036854775807
18446744073709551615u L'x' 'ab' A C D F sizeof(int) sizeof(short[3]) _Alignof(double) sizeof"abc" (int)3.9
(char)-2.5f (_Bool)0.25 (_Bool)0.0 (_Bool)300
""".split()
CASTS = ["char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool"]
OPERATORS = "+ - * / % & | ^ << >> < <= > >= == != && ||".split()


def constants() -> st.SearchStrategy[str]:
    """Integer constant expressions."""
    return st.recursive(
        st.sampled_from(LITERALS),
        lambda inner: st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
            st.builds("({} ? {} : {})".format, inner, inner, inner),
            st.builds("({}({}))".format, st.sampled_from(["+", "-", "~", "!"]), inner),
            st.builds("(({})({}))".format, st.sampled_from(CASTS), inner),
        ),
        max_leaves=8,
    )


def values(expressions: list[str], prologue: str = PROLOGUE) -> list[int | None]:
    """The values of expressions, as mapper computes them."""
    symbols = symbols_of(f"{prologue}void f(void) {{\n{joined(f'{e};' for e in expressions)}}}\n")
    return [symbols.constant(statement) for statement in statements_of(symbols)]


def check(expressions: list[str]) -> int:
    """Every known value is gcc's; returns how many are known."""
    known = [(e, v) for e, v in zip(expressions, values(expressions), strict=True) if v is not None]
    claims = [
        assertion(f"({text}) == ({'-' if value < 0 else ''}(__int128){abs(value)}u)", f"{text} is {value}")
        for text, value in known
    ]
    assert gcc_says(PROLOGUE + joined(claims)) == ""
    return len(known)


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(constants(), min_size=150))
def test_expressions_have_gccs_value(expressions: list[str]) -> None:
    assert check(expressions) > len(expressions) // 2


def test_members_and_enumeration_constants() -> None:
    expressions = ["A", "B", "C", "D", "E", "F", "sizeof(struct s[3])", "sizeof(((struct s *)0)->in)"]
    expressions += ["__builtin_offsetof(struct s, in[2].x[1])", "__builtin_offsetof(struct s, h[B - 3])"]
    expressions += ["__builtin_offsetof(struct s, d)", "_Generic(1L, int: 3, long: 4)", "sizeof(enum e)"]
    assert check(expressions) == len(expressions)


@pytest.mark.parametrize("text", ["1 / 0", "1 % 0", "1 << 32", "1 << -1", "n", "n + 1", "1.5", "g", "k", '"a"[0]'])
def test_what_is_no_constant_has_no_value(text: str) -> None:
    prologue = "const int k = 3; int g; int n;"
    assert values([text], prologue) == [None]


def test_what_is_not_evaluated_need_not_be_constant() -> None:
    assert values(["0 && n", "1 || n", "1 ? 2 : n", "0 ? n : 3", "sizeof n++"], "int n;") == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("value", "of", "expected"),
    [
        (300, UCHAR, 44),
        (200, CHAR, -56),
        (-1, UINT, 2**32 - 1),
        (2**31, INT, -(2**31)),
        (8, BOOL, 1),
        (1, DOUBLE, None),
    ],
)
def test_conversions_wrap(value: int, of: CType, expected: int | None) -> None:
    assert wrap(value, of) == expected


def test_array_sizes_are_constants_where_they_can_be() -> None:
    symbols = symbols_of("enum { N = 3 }; int a[N * 2][sizeof(long)]; void f(int n) { double v[n][N]; v; a; }")
    v, a = statements_of(symbols)
    size = symbols.sizeof(symbols.type_of(v))
    assert isinstance(size, c_ast.BinaryOp)
    assert symbols.type_of(size) == ULONG
    assert symbols.sizeof(symbols.type_of(a)) == 3 * 2 * 8 * 4
