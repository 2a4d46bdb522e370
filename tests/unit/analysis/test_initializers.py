"""The lengths that initialisers give to arrays are gcc's."""

from __future__ import annotations

from tests.harness.semantics import assertion, gcc_says, joined, symbols_of

PROLOGUE = "struct p { int x, y[2]; char t[4]; }; union u { int i[2]; char c; }; struct p point;\n"
ARRAYS = """
int a[] = {1, 2, 3}; int a[] = {[4] = 1}; int a[] = {[4] = 1, 2, 3}; int a[] = {[4] = 1, [1] = 2, 3};
int a[] = {[0 ... 6] = 1}; int a[] = {[2 ... 3] = 1, 2}; int a[] = {}; char a[] = "abc"; char a[] = {"abc"};
char a[] = "a" "b\\0c"; int a[] = L"wide"; char a[] = {'a', 'b'}; char a[][4] = {"a", "b", "c"};
int a[][2] = {1, 2, 3}; int a[][2] = {{1}, {2}, {3}}; int a[][2] = {1, 2, {3}, 4}; int a[][2][2] = {1, 2, 3, 4, 5};
struct p a[] = {1, 2, 3, "ab", 4}; struct p a[] = {{1}, {2}}; struct p a[] = {1, {2, 3}, "x", 5};
struct p a[] = {1, 2, 3, 'a', 'b', 'c', 'd', 5}; struct p a[] = {[2].y = {1}, "x", 3};
struct p a[] = {[1].y[0] = 7, 8, "x", 3}; struct p a[] = {[3].x = 1};
union u a[] = {1, 2, 3}; union u a[] = {{{1}}}; union u a[] = {[1].c = 1, 3}; struct p a[] = {[1].t = "x", 2};
int a[][2] = {[1][0] = 1, 2, 3}; struct p *a[] = {&point, 0}; double a[] = {1, 2., 3.f,};
struct p a[] = {[1] = {1}, 2};
"""


def test_lengths_are_gccs() -> None:
    arrays = [text.strip() for text in ARRAYS.split(";")[:-1]]
    named = [text.replace(" a[]", f" a{n}[]").replace("*a[]", f"*a{n}[]") for n, text in enumerate(arrays)]
    text = PROLOGUE + joined(f"{declaration};" for declaration in named)
    symbols = symbols_of(text).global_symbols
    lengths = [symbols[f"a{n}"].type.length for n in range(len(arrays))]  # type: ignore[attr-defined]
    claims = [
        assertion(f"sizeof(a{n}) / sizeof(a{n}[0]) == {length}", arrays[n]) for n, length in enumerate(lengths)
    ]
    assert gcc_says(text + joined(claims)) == ""


def test_compound_literals_inside_functions_get_their_elements_structures() -> None:
    symbols = symbols_of(PROLOGUE + "void f(struct p q) { struct p b[] = {q, q, {1}}; b[0] = q; }")
    local = symbols.lookup("b", symbols.functions["f"].body.block_items[1])
    assert local is not None
    assert symbols.sizeof(local.type) == 3 * 16
