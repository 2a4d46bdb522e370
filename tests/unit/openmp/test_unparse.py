"""Directives are written as they were read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycparser import c_generator

from mapper.diagnostics import Location
from mapper.ir.trees.directive import Directive
from mapper.openmp.parse import parse_directive
from mapper.openmp.rules import CLAUSES, UNIQUE
from mapper.openmp.unparse import unparse

WHERE = Location("prog.c", 1, 1)
RESERVED = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    """.split()
)
NAMES = st.from_regex(r"[a-z_][a-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name not in RESERVED)
EXPRESSIONS = st.recursive(
    NAMES | st.integers(1, 99).map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "*", "<", "&&", "%", "<<"]), inner).map(
            lambda t: f"({' '.join(t)})"
        ),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
        st.tuples(NAMES, inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        st.tuples(NAMES, inner).map(lambda t: f"{t[0]}[{t[1]}]"),
    ),
    max_leaves=6,
)


@st.composite
def directives(draw: st.DrawFn) -> str:
    """The text of a valid directive of OpenMP 3.1."""
    kind = draw(st.sampled_from(sorted(CLAUSES)))
    names = iter(draw(st.lists(NAMES, min_size=12, max_size=12, unique=True)))
    words = ["omp", kind]
    if kind == "critical" and draw(st.booleans()):
        words.append(f"({next(names)})")
    if kind == "threadprivate" or (kind == "flush" and draw(st.booleans())):
        words.append(f"({next(names)},{next(names)})")
    chosen = draw(st.lists(st.sampled_from(sorted(CLAUSES[kind])), max_size=4)) if CLAUSES[kind] else []
    if kind == "atomic":
        return " ".join([*words, *chosen[:1]])
    seen: set[str] = set()
    for clause in sorted(chosen, key=lambda clause: clause != "simd"):
        twice = clause in seen and clause in UNIQUE
        if not twice and not {"nowait", "copyprivate"} <= seen | {clause}:
            words.append(draw(clauses(clause, f"{next(names)}, {next(names)}")))
            seen.add(clause)
    return draw(st.sampled_from([" ", "  ", " \t"])).join(words)


@st.composite
def clauses(draw: st.DrawFn, kind: str, names: str) -> str:
    """The text of one clause; `names` is its list if it has one."""
    match kind:
        case "if" | "final" | "num_threads":
            return f"{kind}({draw(EXPRESSIONS)})"
        case "collapse":
            return f"collapse({draw(st.integers(1, 4))})"
        case "default":
            return f"default({draw(st.sampled_from(['none', 'shared']))})"
        case "schedule":
            chunk = f",{draw(EXPRESSIONS)}" if draw(st.booleans()) else ""
            return f"schedule( {draw(st.sampled_from(['static', 'dynamic', 'guided']))}{chunk} )"
        case "reduction":
            operators = ["+", "*", "-", "&", "|", "^", "&&", "||", "min", "max"]
            return f"reduction({draw(st.sampled_from(operators))}:{names})"
        case "ordered" | "nowait" | "untied" | "mergeable" | "simd":
            return kind
        case _:
            return f"{kind}({names})"


def expressions(directive: Directive) -> list[str]:
    printer = c_generator.CGenerator()
    return [printer.visit(clause.expression) for clause in directive.clauses if clause.expression is not None]


@given(directives())
def test_reading_what_was_written_gives_an_equal_directive(text: str) -> None:
    directive = parse_directive(text, WHERE)
    again = parse_directive(unparse(directive), WHERE)
    assert again == directive
    assert expressions(again) == expressions(directive)
    assert unparse(again) == unparse(directive)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("omp   parallel for private ( i,j )", "omp parallel for private(i, j)"),
        ("omp for schedule(static,n*2), nowait", "omp for schedule(static, n * 2) nowait"),
        ("omp for reduction(max:a,b)", "omp for reduction(max: a, b)"),
        ("omp atomic update", "omp atomic"),
        ("omp atomic  capture", "omp atomic capture"),
        ("omp critical(lock)", "omp critical (lock)"),
        ("omp flush(a)", "omp flush (a)"),
        ("omp threadprivate(a,b)", "omp threadprivate (a, b)"),
        ("omp parallel default( none )", "omp parallel default(none)"),
        ("omp for simd  simdlen( 8 )", "omp for simd simdlen(8)"),
        ("omp for linear( a,b :2*n )", "omp for linear(a, b: 2 * n)"),
        ("omp parallel for linear(a)", "omp parallel for linear(a)"),
        ("omp for linear(val( a ) : 2)", "omp for linear(val( a ) : 2)"),
        ("omp for linear(a: step(2))", "omp for linear(a: step(2))"),
        ("omp for reduction(+: a[0:n])", "omp for reduction(+: a[0:n])"),
        ("omp parallel if( parallel : a)", "omp parallel if(parallel: a)"),
        ("omp parallel for if(simd: b) if(parallel: a)", "omp parallel for if(simd: b) if(parallel: a)"),
        ("omp target  map(to: a)", "omp target map(to: a)"),
        ("omp declare reduction(r: int: omp_out |= omp_in)", "omp declare reduction (r: int: omp_out |= omp_in)"),
        ("omp target target", "omp target target"),
        ("omp no_such  thing", "omp no_such  thing"),
    ],
)
def test_written_form(text: str, written: str) -> None:
    assert unparse(parse_directive(text, WHERE)) == written
    assert parse_directive(written, WHERE) == parse_directive(text, WHERE)
