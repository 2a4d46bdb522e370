"""Loops whose iterations are dealt out by hand: which are found, and that these run what all threads run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from pycparser import c_ast

from mapper.ir.trees.directive import STEADY, TILED
from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """int omp_get_thread_num(void), omp_get_num_threads(void), omp_get_max_threads(void);
struct grid { int n; struct { int low, high; } range[9]; };
typedef long count; typedef count whole; typedef float part; typedef unsigned char byte;
static int own(void) { int number; number = omp_get_thread_num(); return number; }
static int team(void) { const int n = (int)omp_get_num_threads(); return n; }
static count most(void) { return (count)omp_get_max_threads(); }
"""

DEALT = {
    "proportional": "int low = n * me / p, high = n * (me + 1) / p; for (int i = low; i < high; i++) a[i] = 1;",
    "inclusive": "int low = n * me / p, high = n * (me + 1) / p - 1; for (int i = low; i <= high; i++) a[i] = 1;",
    "shifted": "int low = m + me * n / p, high = m + (me + 1) * n / p; for (i = low; i < high; i++) a[i] = 1;",
    "even": "int c = n / p; for (i = me * c; i < (me + 1) * c; i++) a[i] = 1;",
    "rounded": "int c = (n + p - 1) / p; int e = me * c + c < n ? me * c + c : n; "
    "for (i = me * c; i < e; i++) a[i] = 1;",
    "rounded otherwise": "int c = (n - 1) / p + 1, s = c * me, e = s + c; if (n <= e) e = n; "
    "for (i = s; e > i; i = i + 1) a[i] = 1;",
    "given chunk": "int s = me * 3, e = s + 3; if (e > n) { e = n; } for (i = s; i < e; i++) a[i] = 1;",
    "rest last": "int c = n / p, s = me * c, e; if (me == p - 1) e = n; else e = s + c; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "rest last, shifted": "int c = (n - 1) / p, s = 1 + me * c, e = me + 1 < p ? s + c : n; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "rest first": "int c = n / p, r = n % p, s = me * c + (me < r ? me : r), e = s + c; if (me < r) e++; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "rest first, by cases": "int s, e; if (me < n % p) { e = n / p + 1; s = e * me; } "
    "else { e = n / p; s = e * me + n % p; } e = e + s; for (i = s; i < e; i++) a[i] = 1;",
    "a type of the program's": "whole low = n * (whole)me / p, high = (me + 1) * n / p; "
    "for (whole i = low; i < high; i++) a[i] = 1;",
    "cyclic": "for (i = me; i < n; i += p) a[i] = 1;",
    "cyclic, by blocks": "for (i = 2 * me + 1; i <= n; i += 2 * p) a[i] = 1;",
    "cut low": "int s = me * 2, e = s + 2; s = s > n ? n : s; e = e > n ? n : e; "
    "for (i = s; i < e; i++) a[i] = 1;",
}

NOT_DEALT = {
    "all by each": "for (i = 0; i < n; i++) a[i] = 1;",
    "gaps": "int c = n / p; for (i = me * c; i < (me + 1) * c - 1; i++) a[i] = 1;",
    "overlaps": "int c = n / p; for (i = me * c; i < (me + 1) * c + 1; i++) a[i] = 1;",
    "not even": "int c = (n + p - 1) / p, s = me * c, e = me == p - 1 ? n : s + c; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "rest of another count": "int c = m / p, s = me * c, e = me == p - 1 ? n : s + c; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "up and down": "int s = me * (p - me) * n, e = (me + 1) * (p - me - 1) * n; for (i = s; i < e; i++) a[i] = 1;",
    "another step": "int low = n * me / p, high = n * (me + 1) / p; for (i = low; i < high; i += 2) a[i] = 1;",
    "cyclic, another step": "for (i = me; i < n; i += p + 1) a[i] = 1;",
    "by number": "for (i = me; i < n; i += p) a[i] = me;",
    "by part": "int s = n * me / p, e = n * (me + 1) / p; for (i = s; i < e; i++) a[i] = i - s;",
    "from 0 on, its counter": "int c = n / p, s = me * c; for (i = 0; i < c; i++) a[s + i] = i;",
    "from 0 on, twice": "int c = n / p, s = me * c; for (i = 0; i < c; i++) a[s + i + i] = 1;",
    "from 0 on, another offset": "int c = n / p, s = me * c; for (i = 0; i < c; i++) a[s + i] = k[m + i];",
    "from 0 on, two offsets": "int c = n / p, s = me * c; for (i = 0; i < c; i++) a[s + i] = a[s + c + i];",
    "from 0 on, of another type": "long c = n / p, s = me * c; for (unsigned j = 0; j < c; j++) a[s + j] = 1;",
    "from 0 on, offset changes": "int c = n / p, s = me * c; for (i = 0; i < c; i++) { a[s + i] = 1; s = m; }",
    "from 1 on": "int c = n / p, s = me * c; for (i = 1; i < c; i++) a[s + i] = 1;",
    "cut off by its type": "unsigned char s = n * me / p, e = n * (me + 1) / p; for (i = s; i < e; i++) a[i] = 1;",
    "cut off by a conversion": "int s = (short)n * me / p, e = (short)n * (me + 1) / p; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "a narrow type of the program's": "byte c = n / p; for (i = me * c; i < (me + 1) * c; i++) a[i] = 1;",
    "reached by a pointer": "int s = n * me / p, e = n * (me + 1) / p, *q = &e; e = n * (me + 1) / p; *q = 3; "
    "for (i = s; i < e; i++) a[i] = 1;",
    "left by a jump": "for (i = me; i < n; i += p) { if (k[i]) break; a[i] = 1; }",
    "entered at a label": "if (n) goto in; for (i = me; i < n; i += p) { in: a[i] = 1; }",
    "counter used behind": "for (i = me; i < n; i += p) a[i] = 1; k[me] = i;",
    "changed": "int s = n * me / p, e = n * (me + 1) / p; s = k[0]; for (i = s; i < e; i++) a[i] = 1;",
    "changed by pointer": "int s = n * me / p, e = n * (me + 1) / p; get(&s); for (i = s; i < e; i++) a[i] = 1;",
    "changed between": "int s = n * me / p; int e = (me + 1) * n / p; q = 3; s = q * me; e = q * (me + 1); q = 2; "
    "for (i = s; i < q * (me + 1); i++) a[i] = 1;",
    "by a table and a number": "for (i = k[me]; i < k[3]; i++) a[i] = 1;",
    "by a table and its part": "for (i = k[me]; i < k[me + 1]; i++) a[i] = i - k[me];",
    "by a table of its own": "int own[9]; own[me] = 3; for (i = own[me]; i < own[me + 1]; i++) a[i] = 1;",
    "by a table that another pointer is": "k = a; for (i = k[me]; i < k[me + 1]; i++) a[i] = 1;",
    "by a table, another step": "for (i = k[me]; i < k[me + 1]; i += 2) a[i] = 1;",
    "real": "double part = n / p; for (i = me * part; i < (me + 1) * part; i++) a[i] = 1;",
    "real by another name": "part c = n / p; for (i = me * c; i < (me + 1) * c; i++) a[i] = 1;",
    "by a function": "for (i = me; i < n; i += p) a[i] = own();",
    "counter changes": "for (i = me; i < n; i += p) a[i++] = 1;",
    "updated in a place, read in another": "for (i = me; i < n; i += p) a[me] += a[me + 1];",
    "set in each iteration": "for (i = me; i < n; i += p) a[me] = i;",
    "the thread's own": "int own[9]; own[me] = 0; for (i = me; i < n; i += p) own[me] += i; k[me] = own[me];",
    "an extreme by number without NaNs": "for (i = me; i < n; i += p) a[me] = fmax(a[me], k[i]);",
    "updated and used": "for (i = me; i < n; i += p) q += a[me]++;",
    "sum of an updated place": "for (i = me; i < n; i += p) a[me] += a[me] + i;",
}


OFFSETS = {
    "differences": "int s = n * me / p, c = n * (me + 1) / p - s; for (i = 0; i < c; i++) a[s + i] = k[i + s];",
    "in a longer sum": "int c = n / p, s = me * c; "
    "for (i = 0; i <= c - 1; i++) for (int j = 0; j < 9; j++) a[j * m + s + i] = 1;",
    "rest first, by values from before": "int s = me * q + (me < m ? me : m); "
    "for (i = 0; i < q + (me < m); i++) a[i + s] = a[s + i] + 1;",
}
"""Loops from 0 to the length of a part, whose iterations add where it begins: `s`."""


IN_MEMORY = {
    "for (i = k[me]; i < k[me + 1]; i++) a[i] = 1;": ("i = k[0]; i < k[TEAM]", TILED, "k[ME], k[ME + 1]"),
    "int s = k[2 * me], e = k[2 * me + 1]; for (i = s; i <= e - 1; i++) a[i] = 1;": (
        "i = k[0]; i < k[(((long) TEAM) * 2) - 1]",
        TILED,
        "k[((long) ME) * 2], k[(((long) ME) * 2) + 1]",
    ),
    "for (i = g->range[me].low; i <= g->range[me].high; i++) a[i] = 1;": (
        "i = g->range[0].low; i < (g->range[TEAM - 1].high + 1)",
        TILED,
        "g->range[ME].low, g->range[ME].high + 1",
    ),
    "int low = g->n * me / p, high = g->n * (me + 1) / p; for (i = low; i < high; i++) a[i] = 1;": (
        "i = 0; i < g->n",
        STEADY,
        "(((long) ME) * g->n) / COUNT, ((((long) ME) * g->n) + g->n) / COUNT, 1",
    ),
    "for (i = me; i < g->n; i += p) a[i] = 1;": ("i = 0; i < g->n", STEADY, "ME, g->n, COUNT"),
}
"""Loops whose parts are read from memory, with the heads of what is made of them, and what the region must ask."""


def program(statements: str) -> str:
    return (
        f"{HEAD}void get(int *);\nvoid f(int *a, int *k, int n, int m, int q, struct grid *g)\n{{\n"
        "#pragma omp parallel\n"
        f"{{ int i, me = omp_get_thread_num(), p = omp_get_num_threads(); {statements} }}\n}}\n"
    )


def found(statements: str) -> list[Omp]:
    return [
        node for node in walk(bound(program(statements)).tree) if isinstance(node, Omp) and node.directive.dealt
    ]


@pytest.mark.parametrize("text", IN_MEMORY)
def test_parts_that_are_read_from_memory_are_tested_or_must_stay(text: str) -> None:
    head, kind, values = IN_MEMORY[text]
    (loop,) = found(text)
    assert loop.body is not None
    shown = text_of(loop.body).replace("__mrt_team_threads()", "TEAM")
    assert shown.startswith(f"for ({head}; i += 1)")
    region = next(node for node in walk(bound(program(text)).tree) if isinstance(node, Omp))
    clause = region.directive.clauses[-1]
    assert [each.kind for each in region.directive.clauses] == [STEADY, kind][kind == STEADY :]
    assert clause.expression is not None
    asked = (
        text_of(clause.expression).replace("omp_get_thread_num()", "ME").replace("omp_get_num_threads()", "COUNT")
    )
    assert asked == values


GRIDS = {
    "for (i = y; i < y + h; i++) for (int j = x; j < x + w; j++) a[i * n + j] = 1;": "j = first; j < behind;",
    "for (i = y; i < y + h; i++) { for (int j = x; j <= w; j++) { a[i * n + j] = 1; } }": None,
    "for (i = y; i < y + h; i++) { k[i] = 1; for (int j = x; j < x + w; j++) a[i * n + j] = 1; }": None,
    "for (i = y; i < y + h; i++) for (int j = x; j < x + w; j += 2) a[i * n + j] = 1;": None,
    "for (i = y; i < y + h; i++) for (int j = x; j < x + w; j++) a[i * n + j] = me;": None,
    "for (i = y; i < y + h; i++) for (int j = x; j < x + i; j++) a[i * n + j] = 1;": None,
}
"""Loops over the rectangles of threads in a grid, with the head that the inner one gets."""


@pytest.mark.parametrize("loops", GRIDS)
def test_rectangles_of_threads_are_tested(loops: str) -> None:
    text = f"int h = n / m, w = n / q, y = me / q * h, x = me % q * w; {loops}"
    region, *dealt = [node for node in walk(bound(program(text)).tree) if isinstance(node, Omp)]
    head = GRIDS[loops]
    if head is None:
        assert "int j = x; j <" in text_of(bound(program(text)).tree)
    else:
        assert [each.kind for each in region.directive.clauses] == [STEADY, TILED]
        assert dealt[0].body is not None
        assert f"for (int {head} j++)" in text_of(dealt[0].body)


def test_functions_of_the_program_may_give_number_and_count() -> None:
    (loop,) = found("whole t = own(), c = team(); for (whole j = t; j < n; j += c) a[j] = 1;")
    assert loop.body is not None
    assert text_of(loop.body).startswith("for (whole j = 0; j < n; j += 1)")


def test_blocks_may_have_variables_of_the_same_names() -> None:
    inner, outer = found(
        "int s = n * me / p, e = n * (me + 1) / p; "
        "{ int s = m * me / p, e = m * (me + 1) / p; for (i = s; i < e; i++) a[i] = 2; } "
        "for (i = s; i < e; i++) a[i] = 1;"
    )
    assert inner.body is not None
    assert text_of(inner.body).startswith("for (i = 0; i < m; i += 1)")
    assert outer.body is not None
    assert text_of(outer.body).startswith("for (i = 0; i < n; i += 1)")


@pytest.mark.parametrize("name", ["rest first", "rest first, by cases"])
def test_where_the_first_threads_take_the_rest_the_loop_begins_at_0(name: str) -> None:
    (loop,) = found(DEALT[name])
    assert loop.body is not None
    assert text_of(loop.body).startswith("for (i = 0; i < n; i += 1)")


@pytest.mark.parametrize("name", NOT_DEALT)
def test_other_loops_stay_as_they_are(name: str) -> None:
    assert found(NOT_DEALT[name]) == []


Names = dict[str, int]


def value(node: c_ast.Node, names: Names) -> int:
    """The value of an expression of integers, with C's division."""
    match node:
        case c_ast.Constant():
            return int(node.value)
        case c_ast.ID():
            return names[node.name]
        case c_ast.FuncCall():
            return names[node.name.name]
        case c_ast.Cast():
            return value(node.expr, names)
        case c_ast.UnaryOp(op="-"):
            return -value(node.expr, names)
        case c_ast.TernaryOp():
            return value(node.iftrue if value(node.cond, names) else node.iffalse, names)
        case c_ast.BinaryOp():
            left, right = value(node.left, names), value(node.right, names)
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1) if right else 0
            return {
                "+": left + right,
                "-": left - right,
                "*": left * right,
                "/": quotient,
                "%": left - quotient * right,
                "<": int(left < right),
                "<=": int(left <= right),
                ">": int(left > right),
                ">=": int(left >= right),
                "==": int(left == right),
                "!=": int(left != right),
                "&&": int(left != 0 and right != 0),
            }[node.op]
    raise AssertionError(text_of(node))


def ran(node: c_ast.Node, names: Names) -> Iterator[int]:
    """The values of `i` with which a statement runs its loop."""
    match node:
        case c_ast.Compound():
            for item in node.block_items or []:
                yield from ran(item, names)
        case c_ast.Decl():
            if node.init is not None:
                names[node.name] = value(node.init, names)
        case c_ast.DeclList():
            yield from ran(c_ast.Compound(node.decls), names)
        case c_ast.Assignment():
            new = node.rvalue if node.op == "=" else c_ast.BinaryOp(node.op[:-1], node.lvalue, node.rvalue)
            names[node.lvalue.name] = value(new, names)
        case c_ast.UnaryOp():
            names[node.expr.name] += 1
        case c_ast.If():
            branch = node.iftrue if value(node.cond, names) else node.iffalse
            yield from ran(branch or c_ast.EmptyStatement(), names)
        case c_ast.For():
            yield from ran(node.init, names)
            while value(node.cond, names):
                yield names["i"]
                yield from ran(node.next, names)
        case Omp():
            yield from ran(node.body or c_ast.EmptyStatement(), names)


@pytest.mark.parametrize("name", DEALT)
def test_the_loop_runs_what_all_threads_run(name: str) -> None:
    (construct,) = found(DEALT[name])
    assert [clause.kind for clause in construct.directive.clauses] == ["nowait"]
    region = next(
        node for node in walk(bound(program(DEALT[name])).tree) if isinstance(node, Omp) and node is not construct
    )
    plain = program(DEALT[name]).replace("omp_get_thread_num", "number_of_thread")
    original = next(node for node in walk(bound(plain).tree) if isinstance(node, Omp))
    for n, threads in product(range(-3, 12), range(1, 6)):
        start = {"n": n, "m": 4, "omp_get_num_threads": threads}
        wanted = [i for me in range(threads) for i in ran(original, {**start, "number_of_thread": me})]
        names = {**start, "omp_get_thread_num": 0}
        assert list(ran(region, names)) == sorted(wanted), (n, threads)


@pytest.mark.parametrize("name", OFFSETS)
def test_a_loop_that_adds_where_its_part_begins_counts_from_there(name: str) -> None:
    (construct,) = found(OFFSETS[name])
    assert construct.body is not None
    assert "s + i" not in text_of(construct.body)
    assert "i + s" not in text_of(construct.body)
    region = next(node for node in walk(bound(program(OFFSETS[name])).tree) if isinstance(node, Omp))
    plain = program(OFFSETS[name]).replace("omp_get_thread_num", "number_of_thread")
    original = next(node for node in walk(bound(plain).tree) if isinstance(node, Omp))
    for n, m, threads in product(range(-3, 12), range(-1, 4), range(1, 6)):
        start = {"n": n, "m": m, "q": n // threads, "omp_get_num_threads": threads}
        start["__mrt_team_threads"] = threads
        wanted = []
        for me in range(threads):
            names = {**start, "number_of_thread": me}
            wanted += [names["s"] + i for i in ran(original, names)]
        assert list(ran(region, {**start, "omp_get_thread_num": 0})) == wanted, (n, m, threads)


@pytest.mark.parametrize(
    ("update", "made"),
    [
        ("if (k[i] > a[me]) a[me] = k[i];", ("k[i] > a[owner]", "a[owner] = k[i]")),
        ("if (a[me] >= k[i]) a[me] = k[i];", ("k[i] < a[owner]", "a[owner] = k[i]")),
        ("a[me] = k[i] < a[me] ? k[i] : a[me];", ("k[i] < a[owner]", "a[owner] = k[i]")),
        ("if (i + 1 > a[me]) a[me] = i + 1;", ("(i + 1) > a[owner]", "a[owner] = i + 1")),
    ],
)
def test_extremes_by_number_are_compared_atomically(update: str, made: tuple[str, str]) -> None:
    (construct,) = found(f"for (i = me; i < n; i += p) {{ {update} }}")
    assert construct.body is not None
    (atomic,) = [node for node in walk(construct.body) if isinstance(node, Omp)]
    assert atomic.directive.first("compare") is not None
    assert isinstance(atomic.body, c_ast.If)
    assert (text_of(atomic.body.cond), text_of(atomic.body.iftrue.block_items[0])) == made


@pytest.mark.parametrize("name", DEALT)
def test_updates_by_number_are_those_of_the_thread_that_has_the_iteration(name: str) -> None:
    text = DEALT[name].replace("a[i] = 1", "a[me] += i")
    (construct,) = found(text)
    assert isinstance(construct.body, c_ast.For)
    owner, update = construct.body.stmt.block_items
    assert update.directive.kind == "atomic"
    assert text_of(update.body) == f"a[{owner.name}] += i"
    plain = program(text).replace("omp_get_thread_num", "number_of_thread")
    original = next(node for node in walk(bound(plain).tree) if isinstance(node, Omp))
    for n, threads in product(range(-3, 12), range(1, 6)):
        start = {"n": n, "m": 4, "omp_get_num_threads": threads}
        for me in range(threads):
            names = {**start, "number_of_thread": me}
            for i in ran(original, names):
                assert value(owner.init, {**names, "i": i}) == me, (n, threads, i)


STORED = {
    "cyclic": "int s = 0; for (i = me; i < n; i += p) s += i; a[me] = s;",
    "two": "int s = 0, t = 1; for (i = me; i < n; i += p) { s = s + i; t *= i; } k[me] = t; a[me] = s;",
    "an extreme": "int s = -1; for (i = me; i < n; i += p) s = i > s ? i : s; a[me] = s;",
    "work-shared": "int s = 3;\n#pragma omp for\nfor (i = 0; i < n; i++) s++; a[me] = s;",
}
NOT_STORED = {
    "used later": "int s = 0; for (i = me; i < n; i += p) s += i; a[me] = s; k[me] = s;",
    "used in the loop": "int s = 0; for (i = me; i < n; i += p) { s += i; k[i] = s; } a[me] = s;",
    "not by number": "int s = 0; for (i = me; i < n; i += p) s += i; a[0] = s;",
    "array in the loop": "int s = 0; for (i = me; i < n; i += p) s += a[i]; a[me] = s;",
    "another type": "long s = 0; for (i = me; i < n; i += p) s += i; a[me] = s;",
    "not constant at first": "int s = n; for (i = me; i < n; i += p) s += i; a[me] = s;",
    "not dealt out": "int s = 0; for (i = 0; i < n; i++) s += i; a[me] = s;",
    "something between": "int s = 0; for (i = me; i < n; i += p) s += i; get(a); a[me] = s;",
}


@pytest.mark.parametrize("name", STORED)
def test_sums_are_added_up_where_they_are_stored(name: str) -> None:
    body = text_of(bound(program(STORED[name])).tree)
    assert "a[me] = s" not in body
    assert "a[me] = " in body


@pytest.mark.parametrize("name", NOT_STORED)
def test_other_sums_stay_as_they_are(name: str) -> None:
    assert "s += " in text_of(bound(program(NOT_STORED[name])).tree)


@pytest.mark.parametrize(
    ("before", "clause", "condition", "bound_text"),
    [
        ("int p = omp_get_max_threads();", "", "p == __mrt_team_threads()", "n"),
        ("whole p; p = most();", "", "p == __mrt_team_threads()", "n"),
        ("int p = omp_get_max_threads(); if (q) p = q;", "", "p == __mrt_team_threads()", "n"),
        ("int p = omp_get_max_threads();", "num_threads(q)", None, "((((long) n) * __mrt_team_threads()) / p)"),
        ("int p = omp_get_max_threads();", "if (q)", None, "((((long) n) * __mrt_team_threads()) / p)"),
        ("double p = omp_get_max_threads();", "", None, None),
        ("int p = q;", "", None, "((((long) n) * __mrt_team_threads()) / p)"),
    ],
)
def test_the_most_threads_count_where_a_region_has_so_many(
    before: str, clause: str, condition: str | None, bound_text: str | None
) -> None:
    text = (
        f"{HEAD}void f(int *a, int n, int q)\n{{ {before}\n#pragma omp parallel {clause}\n"
        "{ int me = omp_get_thread_num(), s = me * n / p, e = (me + 1) * n / p;\n"
        "for (int i = s; i < e; i++) a[i] = 1; }\n}\n"
    )
    region, *loops = [node for node in walk(bound(text).tree) if isinstance(node, Omp)]
    bodies = [each.body for each in loops]
    bounds = [text_of(each.cond) for each in bodies if isinstance(each, c_ast.For)]
    assert bounds == ([] if bound_text is None else [f"i < {bound_text}"])
    if condition is not None:
        assert region.directive.condition is not None
        assert text_of(region.directive.condition) == condition
