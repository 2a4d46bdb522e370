"""The types of expressions are those that gcc gives them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mapper.analysis.names.expression_types import type_of, value_type
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import composite, promote, usual
from mapper.ir.trees.ctypes import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LLONG,
    LONG,
    SHORT,
    UINT,
    ULONG,
    VOID,
    ArrayType,
    CType,
    FunctionType,
    PointerType,
)
from mapper.ir.trees.nodes import clone
from tests.harness.semantics import gcc_says, joined, printed, same_type, statements_of, symbols_of

ARITHMETIC = {
    "b": "_Bool", "c": "char", "sc": "signed char", "uc": "unsigned char", "s": "short", "us": "unsigned short",
    "i": "int", "u": "unsigned", "l": "long", "ul": "unsigned long", "ll": "long long",
    "ull": "unsigned long long", "q": "__int128", "uq": "unsigned __int128", "f32": "float", "f64": "double",
    "ld": "long double", "e": "enum plain", "en": "enum negative", "ew": "enum wide", "zf": "_Complex float",
    "zd": "_Complex double", "zl": "_Complex long double", "zi": "_Complex int",
}  # fmt: skip
INTEGERS = [name for name in ARITHMETIC if name[0] not in "fz" and name != "ld"]
PROLOGUE = """
enum plain { A, B }; enum negative { N = -1, P }; enum wide { W = 5000000000 };
struct s { int m; const float k[3]; unsigned t : 3; unsigned w : 32; union { long x; char y; };
  struct s *next; double (*matrix)[4]; };
union v { int a; float b; }; typedef double real; typedef int triple[3];
extern struct s g, arr[5]; extern const struct s cg; extern union v uv; extern real r2[2][3]; extern triple t3;
extern int *p; extern const char *cp; extern void *vp; extern int (*fp)(int, double); extern volatile int vi;
extern const int *const cpp; double h(float, int *); void vf(void); int old(); extern int incomplete[];
"""


def check(expressions: list[str]) -> None:
    """Every expression has the type that gcc gives it, and so has its clone."""
    names = joined(f"extern {ctype} {name};" for name, ctype in ARITHMETIC.items())
    body = joined(f"  {expression};" for expression in expressions)
    symbols = symbols_of(f"{PROLOGUE}{names}int f(int n, real vla[n][n + 1], int in[7]) {{\n{body}}}\n")
    statements = statements_of(symbols)
    assert len(statements) == len(expressions)
    assertions = [same_type(text, symbols.type_of(s)) for text, s in zip(expressions, statements, strict=True)]
    assert (
        gcc_says(f"{PROLOGUE}{names}int f(int n, real vla[n][n + 1], int in[7]) {{\n{joined(assertions)}}}\n")
        == ""
    )
    for statement in statements:
        assert symbols.type_of(clone(statement)) == symbols.type_of(statement), printed(statement)


def test_every_pair_of_arithmetic_types_has_gccs_common_type() -> None:
    check([f"{a} + {b}" for a in ARITHMETIC for b in ARITHMETIC])


def test_every_form_of_expression_has_gccs_type() -> None:
    pairs = [f"{name} {op} 1" for name in INTEGERS for op in ("<<", ">>", "%", "&", "|", "^", "<", "==", "&&")]
    unary = [f"{op}{name}" for name in INTEGERS for op in ("+", "-", "~", "!", "&", "++")]
    check([*pairs, *unary, *(f"{name} = 1" for name in ARITHMETIC), *(f"{name}++" for name in INTEGERS)])
    check(FORMS)


FORMS = [
    form.strip()
    for form in """
g.m; g.k; g.k[1]; cg.m; cg.k; cg.x; g.x; g.y; g.next->next->m; arr[2].matrix; (*g.matrix)[1]; g.matrix[1];
*g.matrix; g.t + 1; g.w + 1; -g.t; ~g.t; g.t << 1; g.t ? g.t : g.t; uv.b; r2; r2[1]; r2[1][2]; *r2; **r2;
&r2; &r2[1]; r2 + 1; 1[r2]; t3; &t3; t3[0]; p; *p; p[1]; p + 1; 1 + p; p - p; p - 1; p++; --p; p += 2; p == 0;
!p; p && p; &p; &*p; &g; &g.m; &arr[1]; arr; arr + i; &arr; cp; *cp; cp[i]; vp; vp + 1; *cpp; cpp; cpp + 1;
fp; *fp; fp(1, 2); (*fp)(1, 2); h; &h; *h; h(1, p); vf(); vf; old(1, 2); old; incomplete; incomplete[1]; vla;
vla[1]; vla[1][2]; sizeof vla[1]; in; *in; n; i ? p : 0; i ? 0 : p; i ? vp : p; i ? p : (void *)0;
i ? cp : vp; i ? g : arr[1]; i ? c : s; i ? 1 : 2.0f; i ? r2[0] : r2[1]; i ? h : 0; i ? vf() : vf(); i ?: l;
i ? cp : (const char *)vp; (i, l); (g, arr); (p, 1.0f); sizeof i; sizeof(int); _Alignof(int); (char)i;
(real)i; (real *)p; (struct s *)vp; (triple *)vp; (int (*)[n])p; (const int)i; (void)i; (int (*)(void))vp;
(struct s){1}; (int[]){1, 2, 3}; (int[5]){1}; (triple){1}; (const char[]){"abc"}; A; N; W; A + 1; e + N; vi;
vi + 1; &vi; uv = uv; c += 1; s <<= 2; f32 *= 2.0; 1; 1u; 1l; 1UL; 1LL; 1ull; 2147483647; 2147483648;
0x7fffffff; 0x80000000; 0xffffffff; 0x100000000; 0x8000000000000000; 9223372036854775807; 037777777777; 0b101;
4294967296u; 0; 00; 1.0; 1.0f; 1.0L; 1e5; .5F; 0x1p3; 0x1.8p3f; 0xfL; 'a'; L'a'; u'a'; U'a'; '\\n'; 'ab';
"abc"; "a\\n\\x41\\101"; L"abc"; u"ab"; U"ab"; u8"\\u00e9"; "ab" "cd"; "\\x1" "a"; ""; "abc"[1]; *"abc";
&"abc"; __builtin_fabs(f32); __builtin_sqrtf(f64); __builtin_expect(i, 1); __builtin_nanf("");
__builtin_huge_val(); __builtin_strlen(cp); __builtin_offsetof(struct s, k); __builtin_isnan(f64);
_Generic(i, long: 1, int: 2.0f, default: p); _Generic(cp, char *: 1, default: l); _Generic(t3, int *: u);
_Generic(e, int: 1, unsigned: 2.0)
""".split(";")
]


def trees(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions over integer variables."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from("+ - * & | ^ << >> < == && ||".split()), inner),
            st.builds("({} ? {} : {})".format, inner, inner, inner),
            st.builds("({}({}))".format, st.sampled_from("+ - ~ ! (long) (unsigned) (char)".split()), inner),
            st.builds("({}, {})".format, inner, inner),
            st.builds("p[{}]".format, inner),
            st.builds("sizeof({})".format, inner),
        ),
        max_leaves=8,
    )


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(
    st.lists(
        trees(st.sampled_from([*INTEGERS, "1", "2u", "3L", "'x'", "(g.t + 0)", "(r2[1][0] > 0)"])), min_size=150
    )
)
def test_nested_expressions_have_gccs_type(expressions: list[str]) -> None:
    check(expressions)


def test_typeof_and_gnu_type_words() -> None:
    text = "extern int a[3]; __typeof__(a) b; typeof(a[0] + 1L) c; __typeof__(int *) d; __extension__ long long g;"
    symbols = symbols_of(text)
    types = {name: symbol.type for name, symbol in symbols.global_symbols.items()}
    assert types["b"] == ArrayType(INT, 3)
    assert (types["c"], types["d"], types["g"]) == (LONG, PointerType(INT), LLONG)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(CHAR, SHORT, INT), (UINT, LONG, LONG), (LONG, ULONG, ULONG), (INT128, ULONG, INT128), (FLOAT, ULONG, FLOAT)],
)
def test_usual_conversions_go_both_ways(one: CType, other: CType, expected: CType) -> None:
    assert usual(one, other) == usual(other, one) == expected


def test_what_has_no_common_type_is_void() -> None:
    assert usual(PointerType(INT), INT) == VOID
    assert usual(PointerType(INT), DOUBLE) == VOID
    assert promote(PointerType(INT)) == PointerType(INT)


def test_composite_types_know_what_either_declaration_knows() -> None:
    assert composite(ArrayType(INT, None), ArrayType(INT, 4)) == ArrayType(INT, 4)
    known = FunctionType(INT, (DOUBLE,))
    assert composite(FunctionType(INT, None), known) == composite(known, FunctionType(INT, None)) == known


def detached(text: str) -> tuple[CType, Symbols]:
    """The type of the last statement of `f`, asked for a clone of it where `x` is a pointer to float."""
    symbols = symbols_of(text)
    tree = clone(statements_of(symbols)[-1])
    return type_of(tree, {"x": PointerType(FLOAT)}.get, symbols), symbols


def test_detached_trees_take_names_from_the_lookup_and_the_rest_from_the_unit() -> None:
    assert detached("int n; void f(void) { int x = 0; x + n; }")[0] == PointerType(FLOAT)
    assert detached("struct s { short m[2]; }; void f(int x) { ((struct s *)x)->m; }")[0] == ArrayType(SHORT, 2)
    assert detached("double y; void f(int x) { y; }")[0] == DOUBLE


def test_a_tree_without_surroundings_knows_only_its_names() -> None:
    symbols = symbols_of("void f(int x, int y) { y; }")
    assert type_of(clone(statements_of(symbols)[0]), lambda name: None) == VOID


def test_very_long_sums_are_typed_without_deep_recursion() -> None:
    symbols = symbols_of("long f(long a) { return " + " + ".join(["a"] * 3000) + "; }")
    returned = statements_of(symbols)[0]
    assert symbols.type_of(returned.expr) == LONG  # type: ignore[attr-defined]


def test_the_value_of_a_bit_field_is_an_int() -> None:
    symbols = symbols_of("struct { unsigned t : 3; } g; void f(void) { g.t; }")
    statement = statements_of(symbols)[0]
    assert symbols.type_of(statement) == UINT
    assert value_type(statement, symbols) == INT
