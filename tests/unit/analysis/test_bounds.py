"""Affine forms and footprints: what the expressions say is what running the loops shows."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pycparser import c_ast

from mapper.analysis.footprints import bounds
from mapper.analysis.footprints.affine import Setting, affine
from mapper.analysis.footprints.bounds import ElementAccess, Footprint, footprint, parsed
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Dimension
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.nodes import walk
from tests.harness.semantics import gcc_says, printed, statements_of, symbols_of

COUNTERS = frozenset("ijk")
NAMES = (
    "int n, m, off; unsigned u; long big; unsigned long z; int *p; int data[8]; struct s { int rows, cols; } *mat;"
)


def setting(symbols: Symbols, variant: frozenset[str] = frozenset()) -> Setting:
    """Counters are called i, j and k; everything else but `variant` is invariant."""

    def invariant(expr: c_ast.Node) -> bool:
        return not any(isinstance(node, c_ast.ID) and node.name in variant for node in walk(expr))

    return Setting(symbols, lambda node: node.name if node.name in COUNTERS else None, invariant)


# ---- affine forms ------------------------------------------------------------------------------------------


def form(text: str, counters: str = "int i, j, k;") -> str | None:
    """The affine form of an expression, as text."""
    symbols = symbols_of(f"{NAMES} {counters} void f(void) {{ {text}; }}")
    found = affine(statements_of(symbols)[0], setting(symbols, frozenset(["data"])))
    if found is None:
        return None
    parts = [*found.coefficients.items(), ("", found.rest)]
    terms = [
        "*".join([str(value), *map(str, key), *([name] if name else [])])
        for name, polynomial in parts
        for key, value in polynomial.terms.items()
    ]
    return " + ".join(sorted(terms)) or "0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i", "1*i"),
        ("2 * i + 3 * (j - 1)", "-3 + 2*i + 3*j"),
        ("(i * n + j) * 3 + k - off", "-1*off + 1*k + 3*j + 3*n*i"),
        ("i - i", "0"),
        ("i * (n - n) + 4", "4"),
        ("-(i - n)", "-1*i + 1*n"),
        ("i << 3", "8*i"),
        ("(long)i * big", "1*big*i"),
        ("(unsigned long)i + z * 2", "1*i + 2*z"),
        ("i + sizeof(int)", "1*i + 4"),
        ("i + (int)(n * 0.5)", "1*(int) (n * 0.5) + 1*i"),
        ("i + n / m", "1*i + 1*n / m"),
        ("u - 1", "1*u - 1"),
        ("mat->cols * i", "1*mat->cols*i"),
    ],
)
def test_expressions_have_the_form(text: str, expected: str) -> None:
    assert form(text) == expected


@pytest.mark.parametrize(
    "text",
    ["i * j", "i / 2", "i % 4", "p[i]", "data[0] + i", "i + n++", "i ? 1 : 2", "(char)i", "(int)(i + big)",
     "i + u", "(unsigned)i", "i << n", "i + 1.0", "p", "i & 7"],
)  # fmt: skip
def test_other_expressions_have_no_form(text: str) -> None:
    assert form(text) is None


def test_unsigned_counters_are_affine_only_by_themselves() -> None:
    assert form("i", "unsigned i, j, k;") == "1*i"
    assert form("i + 1", "unsigned i, j, k;") is None
    assert form("(long)i + 1", "unsigned i, j, k;") == "1 + 1*i"
    assert form("i + 1", "unsigned long i, j, k;") == "1 + 1*i"


# ---- footprints --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nest:
    """Loops as (counter, lower, relation, bound, step) and accesses as (offset, guard), all C text."""

    loops: tuple[tuple[str, str, str, str, str], ...]
    accesses: tuple[tuple[str, str], ...]


def reach(nest: Nest, declarations: str = NAMES, certain: bool = True) -> Footprint | None:
    """The footprint of all accesses inside the innermost loop."""
    parts = [part for loop in nest.loops for part in (loop[1], loop[3], loop[4])]
    parts += [text for access in nest.accesses for text in access]
    counters = "" if " i;" in declarations else "int i, j, k;"
    symbols = symbols_of(f"{declarations} {counters} void f(void) {{ {' '.join(f'{part};' for part in parts)} }}")
    trees: Iterator[c_ast.Node] = iter(statements_of(symbols))
    loops = []
    for counter, _, relation, _, _ in nest.loops:
        lower, bound, step = next(trees), next(trees), next(trees)
        of = symbols.global_symbols[counter].type
        assert isinstance(of, IntType)
        loops.append(Dimension(counter, of, lower, relation, bound, step))
    accesses = []
    for _, guard in nest.accesses:
        offset, condition = next(trees), next(trees)
        guards = () if guard == "1 < 2" else ((condition, True),)
        accesses.append(ElementAccess(offset, tuple(loops), guards, certain))
    return footprint(accesses, setting(symbols))


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "/": lambda a, b: int(a / b),
    "%": lambda a, b: a - b * int(a / b),
}  # fmt: skip


def value(node: c_ast.Node, names: Mapping[str, int]) -> int:
    """The value of a tree, by C's rules for `long`."""
    match node:
        case c_ast.Constant():
            return int(node.value.rstrip("uUlL"))
        case c_ast.ID():
            return names[node.name]
        case c_ast.Cast():
            return value(node.expr, names)
        case c_ast.UnaryOp():
            return -value(node.expr, names)
        case c_ast.TernaryOp():
            return value(node.iftrue if value(node.cond, names) else node.iffalse, names)
        case c_ast.FuncCall():
            pick = {"__mrt_least": min, "__mrt_greatest": max}[node.name.name]
            return int(pick(value(argument, names) for argument in node.args.exprs))
        case c_ast.BinaryOp(op="&&"):
            return int(bool(value(node.left, names)) and bool(value(node.right, names)))
        case c_ast.BinaryOp(op="||"):
            return int(bool(value(node.left, names)) or bool(value(node.right, names)))
        case c_ast.BinaryOp():
            return int(OPERATIONS[node.op](value(node.left, names), value(node.right, names)))
    raise AssertionError(f"no value for {printed(node)}")


def holds(guard: str, at: dict[str, int]) -> bool:
    """Whether a condition in C's words is true."""
    return bool(eval(guard.replace("&&", "and"), {}, at))


def run(nest: Nest, names: Mapping[str, int]) -> tuple[int, int]:
    """The hull [low, end) of offset 0 and of all accesses, by running the loops."""
    offsets: list[int] = []

    def enter(depth: int, at: dict[str, int]) -> None:
        if depth == len(nest.loops):
            offsets.extend(eval(offset, {}, at) for offset, guard in nest.accesses if holds(guard, at))
            return
        counter, lower, relation, bound, step = nest.loops[depth]
        here = {**at, counter: eval(lower, {}, at)}
        while eval(f"{counter} {relation} {bound}", {}, here):
            enter(depth + 1, here)
            here[counter] += int(step)

    enter(0, dict(names))
    return min([0, *offsets]), max([0, *(offset + 1 for offset in offsets)])


def check(nest: Nest) -> None:
    """The footprint is exact for small values of the parameters, empty and one-iteration loops included."""
    found = reach(nest)
    assert found is not None
    for n, m, off in itertools.product((-2, 0, 1, 2, 5), (-1, 0, 1, 3), (-3, 0, 2)):
        names = {"n": n, "m": m, "off": off}
        shown = (value(found.low, names), value(found.end, names))
        assert shown == run(nest, names), (names, printed(found.low), printed(found.end))


ALWAYS = "1 < 2"
UP = ("i", "0", "<", "n", "1")


@pytest.mark.parametrize(
    "nest",
    [
        Nest((UP,), (("i", ALWAYS),)),
        Nest((UP,), (("i - 1", ALWAYS), ("i + 1", ALWAYS), ("i", ALWAYS))),
        Nest((UP,), (("i - 1", "i > 0"), ("i + 1", "i < n - 1"), ("i", ALWAYS))),
        Nest((UP,), (("i - 2", "i >= 2 && i < m"),)),
        Nest((UP,), (("0 - 3 * i + off", ALWAYS),)),
        Nest((("i", "n - 1", ">=", "0", "-1"),), (("2 * i + 1", ALWAYS),)),
        Nest((("i", "m", "<", "n", "3"),), (("i", ALWAYS),)),
        Nest((("i", "n", ">", "m", "-2"),), (("i - off", ALWAYS),)),
        Nest((("i", "1", "<=", "n", "2"),), (("4 * i", ALWAYS),)),
        Nest((UP, ("j", "0", "<", "m", "1")), (("10 * i + j", ALWAYS), ("j", ALWAYS))),
        Nest((UP, ("j", "i + 1", "<", "n", "1")), (("100 * i + j", ALWAYS), ("j - i", ALWAYS))),
        Nest((UP, ("j", "0", "<=", "i", "1")), (("i - j", ALWAYS), ("j - i", ALWAYS))),
        Nest((UP, ("j", "0", "<", "m", "1")), (("i * m + j", ALWAYS),)),
        Nest((UP, ("j", "0", "<", "m", "2")), (("(i * m + j) * 3 + off", ALWAYS), ("i", ALWAYS))),
        Nest((UP, ("j", "m", ">=", "0", "-2")), (("i * off - j * n", ALWAYS),)),
        Nest((UP,), (("i * n", ALWAYS), ("off", ALWAYS))),
        Nest((UP,), (("n * m + i", ALWAYS),)),
        Nest((), (("off + 2", ALWAYS),)),
    ],
)  # fmt: skip
def test_the_footprint_is_exact(nest: Nest) -> None:
    check(nest)


SMALL = st.integers(-3, 3)
ENDS = st.sampled_from(["n", "m", "4", "n - 1", "off + 2"])


@st.composite
def nests(draw: st.DrawFn) -> Nest:
    """Nests of one or two loops, triangular ones too, with affine accesses and guards."""
    loops = []
    for counter in draw(st.sampled_from(["i", "ij"])):
        outer = ["i", "i + 1"] if counter == "j" else []
        low, high = (
            draw(st.sampled_from(["0", "1", "m", *outer])),
            draw(st.one_of(ENDS, st.sampled_from(outer or ["n"]))),
        )
        step = draw(st.sampled_from([1, 1, 2, -1, -3]))
        relation = draw(st.sampled_from(["<", "<="] if step > 0 else [">", ">="]))
        start, end = (low, high) if step > 0 else (high, low)
        loops.append((counter, start, relation, end, str(step)))
    inner = loops[-1][0]
    accesses = [
        (f"{draw(SMALL)} * i + {draw(SMALL)} * {inner} + {draw(SMALL)}",
         draw(st.sampled_from([ALWAYS, f"{inner} > 1", "i < m", f"i <= {inner}"])))
        for _ in range(draw(st.integers(1, 3)))
    ]  # fmt: skip
    return Nest(tuple(loops), tuple(accesses))


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(nests())
def test_random_nests_have_exact_footprints(nest: Nest) -> None:
    check(nest)


@pytest.mark.parametrize(
    "nest",
    [
        Nest((UP,), (("p[i]", ALWAYS),)),
        Nest((UP,), (("i", "p[i] > 0"),)),
        Nest((UP,), (("i", "i != 3"),)),
        Nest((UP,), (("i", "i < n || i < m"),)),
        Nest((UP, UP), (("i", ALWAYS),)),
        Nest((("i", "0", "<", "n", "m"),), (("i", ALWAYS),)),
        Nest((("i", "0", "<", "n", "0 - 1"),), (("i", ALWAYS),)),
        Nest((("i", "0", "<", "n", "0 - 1"),), (("i * m", ALWAYS),)),
        Nest((("i", "0", "!=", "n", "2"),), (("i", ALWAYS),)),
        Nest((("i", "p[0]", "<", "p[1]", "1"), ("j", "p[i]", "<", "p[i + 1]", "1")), (("j", ALWAYS),)),
        Nest((UP, ("j", "0", "<", "i", "1")), (("i * m + j", ALWAYS),)),
        Nest((UP,), (("i * m", "i > 0"),)),
        Nest((UP,), (("i + n / m", ALWAYS),)),
        Nest((UP,), (("i + mat->cols", ALWAYS),)),
        Nest((UP,), (("i + p[m]", ALWAYS),)),
        Nest((UP,), (("j", ALWAYS),)),
        Nest((("i", "off", "<", "z", "1"),), (("i", ALWAYS),)),
    ],
)  # fmt: skip
def test_what_is_not_exact_has_no_footprint(nest: Nest) -> None:
    assert reach(nest) is None


def test_an_access_that_may_not_run_has_no_footprint() -> None:
    nest = Nest((UP,), (("i", ALWAYS),))
    assert reach(nest) is not None
    assert reach(nest, certain=False) is None


def test_what_the_outer_bounds_evaluate_may_be_evaluated_before() -> None:
    found = reach(
        Nest((("i", "0", "<", "mat->rows", "1"), ("j", "0", "<", "mat->cols", "1")), (("i + j", ALWAYS),))
    )
    assert found is not None
    assert "mat->cols" in printed(found.end)
    found = reach(Nest((("i", "p[0]", "<", "p[1]", "1"),), (("i", ALWAYS),)))
    assert found is not None


@pytest.mark.parametrize("counter", ["unsigned", "unsigned long", "long", "short"])
@pytest.mark.parametrize("bound", ["n", "u", "z", "big", "data[3]"])
def test_bounds_are_converted_as_the_comparison_does(counter: str, bound: str) -> None:
    found = reach(Nest((("i", "0", "<", bound, "1"),), (("i", ALWAYS),)), f"{NAMES} {counter} i;")
    assert found is not None
    text = printed(found.end)
    narrow = counter == "unsigned" and bound in ("n", "data[3]")
    assert ("(unsigned int)" in text) == narrow, text


def test_the_expressions_are_c() -> None:
    nest = Nest((UP, ("j", "m", ">=", "off", "-2")), (("i * big - j", ALWAYS), ("3 * i + j", "i > 1 && j < m")))
    found = reach(nest)
    assert found is not None
    header = "static inline long __mrt_least(long a, long b) { return a < b ? a : b; }\n"
    header += "#define __mrt_greatest __mrt_least\n"
    body = f"long f(void) {{ return {printed(found.low)} + {printed(found.end)}; }}"
    assert gcc_says(f"{header}{NAMES}\n{body}") == ""


def test_no_accesses_reach_nowhere() -> None:
    found = footprint([], setting(symbols_of("int x;")))
    assert found is not None
    assert (printed(found.low), printed(found.end)) == ("0", "0")


def test_equal_texts_are_parsed_once_and_keep_parameters_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "p0 + 17 * max(p1, 4242)"
    one = parsed(text, {"p0": c_ast.ID("a"), "p1": c_ast.ID("b")})
    monkeypatch.delattr(bounds, "c_parser")
    other = parsed(text, {"p0": c_ast.ID("x"), "p1": c_ast.ID("y")})
    assert one is not None
    assert other is not None
    assert printed(one) == "a + (17L * __mrt_greatest(b, 4242L))"
    assert printed(other) == "x + (17L * __mrt_greatest(y, 4242L))"
