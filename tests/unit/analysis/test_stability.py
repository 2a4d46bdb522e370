"""Which values stay the same while code runs: by objects and by the kinds of numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pycparser import c_ast

from mapper.analysis.pointers.accesses import Access, Accesses, Call
from mapper.analysis.pointers.stability import Stability
from tests.unit.analysis.wholeprogram import program

BEFORE = """\
struct s { int n; long m; double *a, x; char tag; union { int i; double d; } both; } *p;
struct three { double x, y[2]; }; struct mixed { double x; const int n[2]; };
struct tagged { double x; char tag; }; struct deep { struct three at[2]; };
struct led { struct three at; double *to; }; union either { double x; int n; };
static void by_name(void) { p->a[0] = 1; }
static void set(int *q) { *q = 1; }
static void (*by_pointer)(void) = by_name;
void unknown(void *);
"""


def keeps(expression: str, statements: str, flags: tuple[str, ...] = ()) -> bool:
    """Whether an expression keeps its value during statements; all pointers may lead to the same block."""
    whole = program(
        f"{BEFORE}int main(void) {{ char *block = malloc(99); p = (struct s *)block; p->a = (double *)block;"
        f" int *k = (int *)block; long *w = (long *)block; int **z = (int **)block; (void){expression};"
        f" {{ {statements} }} (void)k; (void)w; (void)z; return 0; }}",
        flags=flags,
    )
    main = whole.function("main")
    casts = [node for node in main.body.block_items if isinstance(node, c_ast.Cast)]
    during = next(node for node in main.body.block_items if isinstance(node, c_ast.Compound))
    symbols = whole.units[0]
    return Stability(whole.analyses.effects, during, symbols).keeps(casts[0].expr, symbols, symbols)


@pytest.mark.parametrize(
    ("expression", "statements", "kept"),
    [
        ("p->n", "p->a[3] = 1;", True),
        ("p->n", "w[1] = 1;", True),
        ("p->n", "k[1] = 1;", False),
        ("p->m", "k[1] = 1;", True),
        ("p->a", "k[1] = 1; w[2] = 3; p->a[1] = 2;", True),
        ("p->a", "z[1] = 0;", False),
        ("p->n", "z[1] = 0;", True),
        ("p->tag", "k[1] = 1;", False),
        ("p->n", "block[2] = 1;", False),
        ("p->n", "memcpy(block, w, 8);", False),
        ("p->n", "memcpy((void *)w, k, 8);", True),
        ("p->m", "memcpy((void *)w, k, 8);", False),
        ("p->a", "memset(w + 1, 0, 8); memmove(&k[1], w, 8);", True),
        ("p->a", "memset(z + 1, 0, 8);", False),
        ("p->a", "memset(p, 0, sizeof *p);", False),
        ("p->a", "memset(&p->n, 0, sizeof *p);", False),
        ("p->a", "memset(&p->both.i, 0, 99);", False),
        ("p->n", "struct s t = {0}; *p = t;", False),
        ("p->n", "struct three t = {0}; *(struct three *)w = t;", True),
        ("p->m", "struct deep t = {0}; *(struct deep *)w = t;", True),
        ("p->a", "struct deep t = {0}; *(struct deep *)w = t;", True),
        ("p->x", "struct deep t = {0}; *(struct deep *)w = t;", False),
        ("p->m", "*(struct mixed *)w = *(struct mixed *)(w + 9);", True),
        ("p->n", "*(struct mixed *)w = *(struct mixed *)(w + 9);", False),
        ("p->n", "struct tagged t = {0}; *(struct tagged *)w = t;", False),
        ("p->a", "struct led t = {0}; *(struct led *)w = t;", False),
        ("p->n", "struct led t = {0}; *(struct led *)w = t;", True),
        ("p->m", "union either t = {0}; *(union either *)w = t;", False),
        ("p->n", "p->both.d = 1;", False),
        ("p->both.i", "p->both.d = 1;", False),
        ("p->n", "by_name();", True),
        ("p->n", "by_pointer();", True),
        ("p->x", "by_pointer();", False),
        ("p->n", "set(k);", False),
        ("p->x", "set(k);", True),
        ("p->n", "unknown(p);", False),
        ("p->n", "p = 0;", False),
    ],
)
def test_kinds_of_numbers(expression: str, statements: str, kept: bool) -> None:
    assert keeps(expression, statements) is kept


def test_units_that_do_not_keep_the_rules() -> None:
    assert not keeps("p->n", "p->a[3] = 1;", flags=("-fno-strict-aliasing",))
    assert not keeps("p->n", "memcpy(w, k, 8);", flags=("-fno-strict-aliasing",))


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("int x = n; if (n) { { back(n - 1); } } (void)x; return x;", True),
        ("int x = n; if (n) { { (*again)(n - 1); } } (void)x; return x;", True),
        ("int x = n; if (n) { { x = back(n - 1); } } (void)x; return x;", False),
        ("int x = n; kept = &x; if (n) { { back(n - 1); } } (void)x; return x;", False),
        ("int x[2]; x[0] = n; if (n) { { back(n - 1); } } (void)x[0]; return 0;", False),
    ],
)
def test_a_function_that_is_called_again_has_other_variables(body: str, kept: bool) -> None:
    whole = program(
        "static int *kept; static int f(int n); static int (*again)(int) = f;\n"
        f"static int back(int n) {{ return f(n) + (kept ? *kept = 3 : 0); }}\nstatic int f(int n) {{ {body} }}\n"
        "int main(void) { return again(2) + f(3); }"
    )
    function = whole.function("f")
    symbols = whole.units[0]
    cast = next(node for node in function.body.block_items if isinstance(node, c_ast.Cast))
    branch = next(node for node in function.body.block_items if isinstance(node, c_ast.If))
    stability = Stability(whole.analyses.effects, branch.iftrue.block_items[0], symbols)
    assert stability.keeps(cast.expr, symbols, symbols) is kept


def test_a_function_is_read_once_for_all_that_calls_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regions of one program call the same functions, some of them all of it."""
    whole = program(f"{BEFORE}int main(void) {{ {{ by_name(); }} {{ int n; set(&n); by_name(); }} }}")
    blocks = [node for node in whole.function("main").body.block_items if isinstance(node, c_ast.Compound)]
    read: list[c_ast.Node] = []
    usual = Accesses.of

    def of(self: Accesses, node: c_ast.Node) -> Iterator[Access | Call]:
        read.append(node)
        return usual(self, node)

    monkeypatch.setattr(Accesses, "of", of)
    for block in blocks:
        Stability(whole.analyses.effects, block, whole.units[0])
    assert [read.count(whole.function(name).body) for name in ("by_name", "set", "main")] == [1, 1, 0]
