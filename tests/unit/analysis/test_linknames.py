"""One name for each variable and function of a program, whatever the units call it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mapper.analysis.pointers.link_names import linked_name, two_names, with_link_names
from mapper.frontend.gnu.link_names import link_names
from mapper.frontend.tokens.lexer import lex
from mapper.ir.trees.unit import Unit
from tests.unit.analysis.wholeprogram import Program, analysed, program


def units(*sources: str, elsewhere: frozenset[str] = frozenset()) -> tuple[Unit, ...]:
    """The units of a program with their link names."""
    found = []
    for symbols, text in zip(program(*sources).units, sources, strict=True):
        found.append(replace(symbols.unit, names=link_names(lex(text, symbols.unit.path).lexemes)))
    return with_link_names(found, elsewhere)


def linked(*sources: str, elsewhere: frozenset[str] = frozenset()) -> list[dict[str, str]]:
    return [dict(unit.linked) for unit in units(*sources, elsewhere=elsewhere)]


def whole(*sources: str) -> Program:
    return analysed(*units(*sources))


def test_programs_without_such_names_have_none() -> None:
    assert linked("int a;", "extern int a;") == [{}, {}]


def test_a_label_is_a_name() -> None:
    assert linked('extern int b asm("a");', "int b;") == [{"b": "a"}, {}]


def test_labels_of_library_functions_are_the_librarys_unless_the_program_defines_them() -> None:
    text = 'double sin(double) asm("__own_sin");'
    assert linked(text) == [{}]
    assert linked(text, elsewhere=frozenset(["__own_sin"])) == [{"sin": "__own_sin"}]
    assert linked(text, "double __own_sin(double x) { return 2 * x; }") == [{"sin": "__own_sin"}, {}]
    assert linked(text.replace("__own", "own")) == [{"sin": "own_sin"}]


def test_an_alias_holds_in_all_units() -> None:
    sources = ('double a[9]; extern double b[9] __attribute__((alias("a")));', "extern double b[9];")
    assert linked(*sources) == [{"b": "a"}, {"b": "a"}]
    assert linked_name(units(*sources), "b") == "a"


def test_an_alias_of_a_static_variable_is_not_that_of_another_unit() -> None:
    first, second = linked(
        'static int a; extern int b __attribute__((alias("a")));', "static int a; extern int b;"
    )
    assert first == {"a": "a of a.c", "b": "a of a.c"}
    assert second == {"b": "a of a.c"}


def test_aliases_of_aliases() -> None:
    assert linked('int a; asm(".set b, a"); asm(".set c, b"); extern int c;') == [{"b": "a", "c": "a"}]


@pytest.mark.parametrize("how", ["unit", "elsewhere"])
def test_a_weak_alias_gives_way(how: str) -> None:
    weak = "void f(void) {}\n#pragma weak g = f\nvoid g(void);"
    more = "void g(void) {}" if how == "unit" else "int unused;"
    names = frozenset(["g"]) if how == "elsewhere" else frozenset[str]()
    assert linked(weak, more, elsewhere=names) == [{}, {}]


def test_pointers_see_one_object() -> None:
    made = whole(
        'static double a[9]; extern double b[9] __attribute__((alias("a")));\n'
        "int main(void) { double *p = a, *q = b; return p[0] > q[0]; }"
    )
    assert made.pointees("main", "p") == made.pointees("main", "q") == ["a"]


def test_variables_of_a_section_that_is_walked_are_one_object() -> None:
    made = whole(
        'static int a[3] __attribute__((section("s"))), b[3]; extern int __start_s[];\n'
        "int main(void) { int *p = a, *q = __start_s, *r = b; return p[0] + q[0] + r[0]; }"
    )
    assert made.pointees("main", "p") == made.pointees("main", "q") == ["section s"]
    assert made.pointees("main", "r") == ["b"]


def test_assembly_knows_what_it_mentions() -> None:
    made = whole(
        'static double a[9], b[9]; static void f(void) { asm("incl a"); }\n'
        "int main(void) { double *p = a, *q = b; f(); return p[0] > q[0]; }"
    )
    points = made.analyses.points
    known = {each.name for each in points.memory.listed(points.escaped)}
    assert "a" in known
    assert "b" not in known


@pytest.mark.parametrize(("body", "name"), [("a[i] = b[i];", "b"), ("a[i] = g(i);", "b"), ("a[i] = h(i);", "")])
def test_two_names_in_a_region(body: str, name: str) -> None:
    made = whole(
        'double a[9]; extern double b[9] asm("a");\nstatic double g(int i) { return b[i]; }\n'
        "static double h(int i) { return a[i]; }\n"
        f"int main(void) {{\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) {{ {body} }}\nreturn 0; }}"
    )
    found = two_names(made.regions[0], made.units[0], made.analyses.graph)
    assert ("" if found is None else found.name) in (name, "a" if name else "")
