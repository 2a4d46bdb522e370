"""The call graph of several units together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pycparser import c_ast

from mapper.analysis.whole_program.objects import Key
from mapper.ir.trees.nodes import walk
from tests.unit.analysis.wholeprogram import Program, analysed, program


def key_of(whole: Program, name: str, unit: int = 0) -> Key:
    """The key of a function that a unit defines."""
    return whole.analyses.whole.function_of(whole.units[unit].functions[name]).key


def callees(whole: Program, name: str, unit: int = 0) -> list[str]:
    """The names of what a function may call."""
    graph = whole.analyses.graph
    return [key[1] if key[0] == "external" else key[2] for key in graph.callees(key_of(whole, name, unit))]


def test_direct_calls_and_library_functions() -> None:
    whole = program('static int f(void) { return 1; } int main(void) { printf("%d", f()); return 0; }')
    assert callees(whole, "main") == ["printf", "f"]


def test_external_functions_are_linked_and_static_ones_are_not() -> None:
    whole = program(
        "int twice(int); static int f(void) { return 1; } int main(void) { return twice(f()); }",
        "static int f(void) { return 2; } int twice(int x) { return x * f(); }",
    )
    graph = whole.analyses.graph
    assert graph.callees(key_of(whole, "twice", 1)) == (key_of(whole, "f", 1),)
    assert key_of(whole, "f", 0) in graph.callees(key_of(whole, "main"))
    assert key_of(whole, "f", 1) not in graph.callees(key_of(whole, "main"))
    assert graph.leads_to([key_of(whole, "f", 1)]) == {
        key_of(whole, "f", 1),
        key_of(whole, "twice", 1),
        key_of(whole, "main"),
    }


def test_calls_through_pointers_reach_what_the_pointer_may_point_to() -> None:
    whole = program(
        "static void a(void) {} static void b(void) {} static void c(void) {} void (*kept)(void) = c;"
        "int main(int n, char **v) { void (*p)(void) = n ? a : b; p(); return 0; }"
    )
    assert callees(whole, "main") == ["a", "b"]


def test_functions_in_structures_and_parameters() -> None:
    whole = program(
        "struct ops { void (*run)(void); }; static void a(void) {} static void b(void) {}"
        "static void go(void (*f)(void)) { f(); }"
        "int main(void) { struct ops o = {a}; o.run(); go(b); return 0; }"
    )
    assert callees(whole, "main") == ["a", "go"]
    assert callees(whole, "go") == ["b"]


def test_a_known_library_function_calls_its_argument() -> None:
    whole = program(
        "static int less(const void *a, const void *b) { return 0; } double u[9];"
        "int main(void) { qsort(u, 9, 8, less); return 0; }"
    )
    assert callees(whole, "main") == ["qsort", "less"]


def test_an_unknown_function_may_call_all_that_it_was_ever_given() -> None:
    whole = program(
        "void hand_over(void (*)(void)); void later(void);"
        "static void a(void) {} static void b(void) {} void (*own)(void) = b;"
        "int main(void) { hand_over(a); return 0; } void other(void) { later(); own(); }"
    )
    assert callees(whole, "other") == ["later", "a", "b"]
    (call, _) = [n for n in walk(whole.function("other").body) if isinstance(n, c_ast.FuncCall)]
    targets = whole.analyses.graph.targets(call, whole.units[0])
    assert targets.unknown
    assert [key[2] for key in targets.callbacks] == ["a"]


def test_the_offset_of_a_member_calls_nothing() -> None:
    whole = program(
        "struct s { int a, b; }; static void a(void) {} void (*own)(void) = a;"
        "int main(void) { return (int)__builtin_offsetof(struct s, b); }"
    )
    (call,) = [n for n in walk(whole.function("main").body) if isinstance(n, c_ast.FuncCall)]
    targets = whole.analyses.graph.targets(call, whole.units[0])
    assert not targets.unknown
    assert not targets.functions


def test_recursion() -> None:
    whole = program(
        "int odd(int); int even(int n) { return n ? odd(n - 1) : 1; }"
        "int odd(int n) { return n ? even(n - 1) : 0; }"
        "int once(int n) { return even(n); } int self(int n) { return n ? self(n - 1) : 0; }"
        "int main(void) { return once(3) + self(2); }"
    )
    names = ("even", "odd", "once", "self", "main")
    recursive = {name for name in names if whole.analyses.graph.recursive(key_of(whole, name))}
    assert recursive == {"even", "odd", "self"}


def test_callees_come_before_callers() -> None:
    whole = program("static void a(void) {} static void b(void) { a(); } int main(void) { b(); return 0; }")
    order = [key for group in whole.analyses.graph.bottom_up for key in group]
    assert order == [key_of(whole, name) for name in ("a", "b", "main")]


def test_the_users_own_function_hides_the_librarys() -> None:
    whole = program(
        "double u[3]; double sqrt(double x) { u[0] = x; return x; } int main(void) { return (int)sqrt(2); }"
    )
    effects = whole.analyses.effects.of_function(key_of(whole, "main"))
    assert {each.name for each in whole.analyses.effects.objects(effects.writes)} == {"u"}


@pytest.mark.parametrize(
    ("source", "used"),
    [
        ("int setting(int way);", False),
        ("extern FILE **setting(int);", False),
        ("void f(void); int setting(int); struct s { int a; }; int setting(int);", False),
        ("int setting(int); int f(void) { return setting(2); }", True),
        ("int setting(int); int (*way)(int) = setting;", True),
        ("int setting(int); int (*ways[])(int) = { 0, setting };", True),
        ("int setting(int); int f(void) { int (*way)(int) = setting; return way(2); }", True),
    ],
)
def test_a_declaration_uses_nothing(source: str, used: bool) -> None:
    unit = replace(program(source).units[0].unit, preprocessed=source)
    assert analysed(unit).analyses.whole.uses("setting") is used
