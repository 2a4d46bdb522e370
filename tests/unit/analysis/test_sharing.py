"""Data-sharing attributes by OpenMP 3.1, section 2.9.1, and errors in clauses that need the meaning of names."""

from __future__ import annotations

import pytest

from mapper.analysis.names.sharing import data_sharing, loop_counters, region_copies, threadprivate_symbols
from mapper.analysis.names.sharing_check import check_sharing, constructs
from mapper.analysis.names.symbols import resolve
from mapper.diagnostics import MapperError
from mapper.ir.program.region import Sharing
from mapper.ir.trees.unit import Unit
from mapper.openmp.unparse import unparse
from tests.unit.openmp.units import bound

HEAD = (
    "int g; static int sg; extern int eg; void call(int);\n"
    "void f(int n, int x, int *p) { int i, j, k, s; static int st;\n"
)


def unit_of(statements: str) -> Unit:
    """A unit whose function has these statements, which start on line 3."""
    return bound(f"{HEAD}{statements}\n}}\n")


def sharing(statements: str, text: str) -> dict[str, str]:
    """The attributes, by variable name, in the construct whose pragma is `text`."""
    unit = unit_of(statements)
    symbols = resolve(unit)
    for item in unit.tree.ext:
        for construct, enclosing in constructs(item):
            if unparse(construct.directive) == f"omp {text}":
                found = data_sharing(construct, enclosing, symbols)
                return {symbol.name: str(attribute) for symbol, attribute in found.items()}
    raise AssertionError(f"no '#pragma omp {text}'")


def errors(text: str) -> list[str]:
    """The errors as `line:column: message`."""
    found = check_sharing(resolve(bound(text)))
    assert {diagnostic.code for diagnostic in found} <= {"E014"}
    return [f"{str(one.where).removeprefix('prog.c:')}: {one.message}" for one in found]


def body_errors(statements: str) -> list[str]:
    return errors(f"{HEAD}{statements}\n}}\n")


# ---- one construct


def test_implicitly_shared() -> None:
    found = sharing("#pragma omp parallel\n{ x = g + sg + eg + st + p[s]; call(n); }", "parallel")
    assert found == dict.fromkeys(["x", "g", "sg", "eg", "st", "p", "s", "n"], "shared")
    assert list(found) == ["x", "g", "sg", "eg", "st", "p", "s", "n"], "in the order of first reference"


def test_loop_counters_are_private() -> None:
    text = "parallel for"
    assert sharing(f"#pragma omp {text}\nfor (i = 0; i < n; i++) p[i] = j;", text) == {
        "i": "private",
        "n": "shared",
        "p": "shared",
        "j": "shared",
    }
    assert sharing(f"#pragma omp {text}\nfor (int q = 0; q < n; q++) ;", text)["q"] == "private"


def test_all_collapsed_counters_are_private() -> None:
    loops = "for (i = 0; i < n; i++) { for (j = 0; j < n; j++) for (k = 0; k < n; k++) ; }"
    found = sharing(f"#pragma omp parallel for collapse(2)\n{loops}", "parallel for collapse(2)")
    assert found == {"i": "private", "n": "shared", "j": "private", "k": "shared"}
    found = sharing(f"#pragma omp parallel for collapse(3)\n{loops}", "parallel for collapse(3)")
    assert found["k"] == "private"


def test_counters_from_outside_in() -> None:
    unit = unit_of("#pragma omp for collapse(2)\nfor (i = 0; i < n; i++) for (int q = 0; q < n; q++) ;")
    symbols = resolve(unit)
    ((construct, enclosing),) = constructs(unit.tree)
    assert enclosing == ()
    assert [symbol.name for symbol in loop_counters(construct, symbols)] == ["i", "q"]


def test_locals_and_static_locals() -> None:
    found = sharing("#pragma omp parallel\n{ int l = x; static int t; { int m; m = l + t; } }", "parallel")
    assert found == {"x": "shared", "m": "local", "l": "local", "t": "shared"}


def test_same_names_are_different_variables() -> None:
    unit = unit_of("#pragma omp parallel\n{ n = x; { int x; x = 1; } }")
    ((construct, _),) = constructs(unit.tree)
    found = data_sharing(construct, (), resolve(unit))
    assert [(symbol.name, str(attribute)) for symbol, attribute in found.items()] == [
        ("n", "shared"),
        ("x", "shared"),
        ("x", "local"),
    ]


def test_explicit() -> None:
    clauses = "private(i) firstprivate(j) lastprivate(k, x) firstprivate(x) shared(n) reduction(+: s)"
    statement = "for (g = 0; g < n; g++) i = j + k + s;"
    assert sharing(f"#pragma omp parallel for {clauses}\n{statement}", f"parallel for {clauses}") == {
        "g": "private",
        "n": "shared",
        "i": "private",
        "j": "firstprivate",
        "k": "lastprivate",
        "s": "reduction",
        "x": "firstprivate lastprivate",
    }


def test_clauses_count_without_a_reference() -> None:
    assert sharing("#pragma omp parallel private(i)\n;", "parallel private(i)") == {"i": "private"}


def test_a_counter_in_clauses() -> None:
    loop = "for (i = 0; i < n; i++) ;"
    for clause, attribute in (("private", "private"), ("lastprivate", "lastprivate"), ("shared", "private")):
        text = f"parallel for {clause}(i)"
        assert sharing(f"#pragma omp {text}\n{loop}", text)["i"] == attribute


def test_clause_expressions_are_outside_but_for_the_chunk() -> None:
    text = "parallel for if(x) num_threads(s) schedule(static, j)"
    found = sharing(f"#pragma omp {text}\nfor (i = 0; i < 9; i++) ;", text)
    assert found == {"j": "shared", "i": "private"}


def test_what_is_no_reference() -> None:
    statements = "struct pair { int x; } q, *r; #pragma\n"
    statements = (
        "struct pair { int x; } q, *r = &q;\n#pragma omp parallel\n{ q.x = r->x + sizeof(n) + sizeof s; call(1); }"
    )
    assert sharing(statements, "parallel") == {"q": "shared", "r": "shared"}


# ---- default


@pytest.mark.parametrize("default", ["private", "firstprivate", "shared"])
def test_default(default: str) -> None:
    text = f"parallel default({default}) shared(p)"
    found = sharing(f"const int c = 1;\n#pragma omp {text}\n{{ int l = x + g + c; p[0] = l; }}", text)
    assert found == {"x": default, "g": default, "c": "shared", "p": "shared", "l": "local"}


def test_default_none_with_all_variables_listed() -> None:
    text = "parallel for default(none) shared(n, p) reduction(+: s)"
    statements = (
        f"const int c = 1;\n#pragma omp {text}\nfor (i = 0; i < n; i++) {{ int l = c; s += p[i] + l; call(n); }}"
    )
    assert sharing(statements, text) == {
        "i": "private",
        "n": "shared",
        "c": "shared",
        "l": "local",
        "s": "reduction",
        "p": "shared",
    }
    assert body_errors(statements) == []


def test_default_none_names_every_missing_variable() -> None:
    unit = unit_of("#pragma omp parallel default(none)\n{ x = n; x = sizeof(j); }")
    symbols = resolve(unit)
    ((construct, _),) = constructs(unit.tree)
    with pytest.raises(MapperError) as caught:
        data_sharing(construct, (), symbols)
    first, second = caught.value.diagnostics
    assert first.message == "'x' not specified in enclosing 'parallel'"
    assert second.message == "'n' not specified in enclosing 'parallel'"
    assert (first.code, str(first.where)) == ("E014", "prog.c:4:3")
    assert [(message, str(where)) for message, where in first.notes] == [("enclosing 'parallel'", "prog.c:3:9")]


def test_default_none_and_constructs_inside() -> None:
    start = "#pragma omp parallel default(none) shared(n)\n{\n"
    assert body_errors(f"{start}#pragma omp for private(j)\nfor (i = 0; i < n; i++) j = 1;\n}}") == []
    assert body_errors(f"{start}#pragma omp for lastprivate(j)\nfor (i = 0; i < n; i++) j = 1;\n}}") == [
        "5:9: 'j' not specified in enclosing 'parallel'"
    ]
    assert body_errors(f"{start}#pragma omp for schedule(static, x)\nfor (i = 0; i < n; i++) ;\n}}") == [
        "5:1: 'x' not specified in enclosing 'parallel'"
    ]
    assert body_errors(f"{start}#pragma omp parallel default(none) private(x)\nx = 1;\n}}") == []
    assert body_errors(f"{start}#pragma omp parallel\nx = 1;\n}}") == [
        "6:1: 'x' not specified in enclosing 'parallel'"
    ]
    assert body_errors(f"{start}#pragma omp task\nx = 1;\n}}") == [
        "6:1: 'x' not specified in enclosing 'parallel'"
    ]


# ---- constructs inside a parallel region


def test_a_work_shared_loop_inherits() -> None:
    statements = (
        "#pragma omp parallel private(j) firstprivate(k)\n{ int l = 0; static int t;\n"
        "#pragma omp for reduction(+: s)\nfor (i = 0; i < n; i++) { int m = j; s += l + k + x + t + m; }\n}"
    )
    assert sharing(statements, "for reduction(+: s)") == {
        "i": "private",
        "n": "shared",
        "m": "local",
        "j": "private",
        "s": "reduction",
        "l": "private",
        "k": "firstprivate",
        "x": "shared",
        "t": "shared",
    }
    outer = sharing(statements, "parallel private(j) firstprivate(k)")
    assert "i" not in outer, "all references are to the loop's own copy"
    assert outer["l"] == "local"
    assert outer["s"] == "shared", "the reduction's original variable"


def test_through_several_constructs() -> None:
    statements = "#pragma omp parallel private(j)\n#pragma omp single\n#pragma omp critical\nj = x;"
    assert sharing(statements, "critical") == {"j": "private", "x": "shared"}


def test_the_innermost_parallel_region_decides() -> None:
    statements = (
        "#pragma omp parallel private(j)\n#pragma omp parallel\n#pragma omp for\nfor (i = 0; i < n; i++) j = 1;"
    )
    assert sharing(statements, "for")["j"] == "shared"


def test_an_orphan_knows_its_function_only() -> None:
    statements = "#pragma omp for\nfor (i = 0; i < n; i++) { x = g + sg + eg + st + p[i] + s; }"
    assert sharing(statements, "for") == {
        "i": "private",
        "n": "private",
        "x": "private",
        "g": "shared",
        "sg": "shared",
        "eg": "shared",
        "st": "shared",
        "p": "private",
        "s": "private",
    }


def test_tasks() -> None:
    statements = "#pragma omp parallel private(j)\n{ int l = 0;\n#pragma omp task\nx = j + l + g;\n}"
    assert sharing(statements, "task") == {
        "x": "shared",
        "j": "firstprivate",
        "l": "firstprivate",
        "g": "shared",
    }
    assert sharing("#pragma omp task\nx = g;", "task") == {"x": "firstprivate", "g": "shared"}
    assert sharing("#pragma omp task default(shared)\nx = g;", "task default(shared)")["x"] == "shared"


def test_later_directives_around_count_for_nothing() -> None:
    statements = "#pragma omp parallel private(j)\n#pragma omp taskgroup\n#pragma omp critical\nj = x;"
    assert sharing(statements, "critical") == {"j": "private", "x": "shared"}


# ---- threadprivate


def test_threadprivate() -> None:
    unit = bound(
        "int a, b; static _Thread_local int c;\n#pragma omp threadprivate(a)\nvoid f(void) { static int d;\n"
        "#pragma omp threadprivate(d)\n#pragma omp parallel copyin(a)\n{ a = b + c + d; }\n}\n"
    )
    symbols = resolve(unit)
    assert sorted(symbol.name for symbol in threadprivate_symbols(symbols)) == ["a", "c", "d"]
    construct, enclosing = list(constructs(unit.tree))[-1]
    found = data_sharing(construct, enclosing, symbols)
    assert {symbol.name: str(attribute) for symbol, attribute in found.items()} == {
        "a": "threadprivate",
        "b": "shared",
        "c": "threadprivate",
        "d": "threadprivate",
    }
    assert check_sharing(symbols) == []


# ---- errors


@pytest.mark.parametrize(
    ("clause", "column", "message"),
    [
        ("private(zz)", 22, "'zz' undeclared"),
        ("private(i, zz)", 25, "'zz' undeclared"),
        ("shared(call)", 21, "'call' is not a variable in clause 'shared'"),
        ("private(E)", 22, "'E' is not a variable in clause 'private'"),
        ("private(T)", 22, "'T' is not a variable in clause 'private'"),
        ("private(t)", 22, "'t' is predetermined 'threadprivate' for 'private'"),
        ("copyin(x)", 21, "'x' must be 'threadprivate' for 'copyin'"),
        ("private(c)", 22, "'const' qualified 'c' may appear only in 'shared' or 'firstprivate' clauses"),
        ("reduction(+: p)", 27, "'p' has invalid type for 'reduction(+)'"),
        ("reduction(&: d)", 27, "'d' has invalid type for 'reduction(&)'"),
        ("reduction(max: pair)", 29, "'pair' has invalid type for 'reduction(max)'"),
    ],
)
def test_names_in_clauses(clause: str, column: int, message: str) -> None:
    text = (
        "typedef int T; enum { E }; int t; void call(void); struct pair { int x; };\n"
        "#pragma omp threadprivate(t)\n"
        "void f(int x, int *p, double d) { int i; const int c = 1; struct pair pair;\n"
        f"#pragma omp parallel {clause}\n;\n}}\n"
    )
    assert errors(text) == [f"4:{column + 9 - 1}: {message}"]


def test_the_right_clauses() -> None:
    text = (
        "int t; _Complex double z;\n#pragma omp threadprivate(t)\n"
        "void f(int x, double d, _Bool b) { const int c = 1; int q[4];\n"
        "#pragma omp parallel copyin(t) shared(c) reduction(&&: d) reduction(+: q, z) reduction(|: b)\n;\n"
        "#pragma omp parallel firstprivate(c)\n;\n#pragma omp flush(t)\n}\n"
    )
    assert errors(text) == []


def test_own_reductions_are_left_to_the_compiler() -> None:
    text = (
        "struct pair { int x; };\n#pragma omp declare reduction(+: struct pair: omp_out.x += omp_in.x)\n"
        "void f(struct pair p) {\n#pragma omp parallel reduction(+: p)\n;\n}\n"
    )
    assert errors(text) == []


def test_loop_counters_in_clauses() -> None:
    loop = "for (i = 0; i < n; i++) ;"
    assert body_errors(f"#pragma omp for firstprivate(i)\n{loop}") == [
        "3:30: iteration variable 'i' should not be firstprivate"
    ]
    assert body_errors(f"#pragma omp parallel for reduction(+: i)\n{loop}") == [
        "3:39: iteration variable 'i' should not be reduction"
    ]


@pytest.mark.parametrize("clause", ["firstprivate(j)", "lastprivate(j)", "reduction(+: j)"])
def test_work_sharing_needs_the_team_s_variable(clause: str) -> None:
    loop = f"#pragma omp for {clause}\nfor (i = 0; i < n; i++) ;"
    kind = clause.split("(")[0]
    column = len(f"#pragma omp for {clause}") - 1
    message = [f"4:{column}: {kind} variable 'j' is private in outer context"]
    for own in ("private(j)", "firstprivate(j)", "reduction(+: j)"):
        assert body_errors(f"#pragma omp parallel {own}\n{loop}") == message
    assert body_errors(f"#pragma omp parallel\n{loop}") == []
    assert body_errors(loop) == [message[0].replace("4:", "3:", 1)], "each thread calls with variables of its own"
    assert body_errors(loop.replace("(j", "(g").replace(": j", ": g")) == []
    local = f"#pragma omp parallel\n{{ int j;\n{loop}\n}}"
    assert body_errors(local) == [message[0].replace("4:", "5:", 1)]


def test_copyprivate() -> None:
    single = "#pragma omp single copyprivate(j)\nj = 1;"
    message = "4:32: copyprivate variable 'j' is not threadprivate or private in outer context"
    assert body_errors(f"#pragma omp parallel\n{single}") == [message]
    assert body_errors(f"#pragma omp parallel private(j)\n{single}") == []
    assert body_errors(single) == []


def test_threadprivate_needs_static_storage() -> None:
    assert errors("void f(void) { int a;\n#pragma omp threadprivate(a)\n}\n") == [
        "2:27: automatic variable 'a' cannot be 'threadprivate'"
    ]


def test_each_error_is_told_once() -> None:
    statements = "#pragma omp parallel default(none)\n#pragma omp critical\n#pragma omp task\nx = 1;"
    assert body_errors(statements) == ["6:1: 'x' not specified in enclosing 'parallel'"]


def test_later_directives_are_not_checked() -> None:
    assert body_errors("#pragma omp target map(tofrom: zz) private(zz)\n;") == []
    assert body_errors("#pragma omp parallel default(none) proc_bind(close)\nx = 1;") == []


@pytest.mark.parametrize(
    ("declared", "statements", "private"),
    [
        ("", "#pragma omp parallel\n{ t = 0; t += p[0]; }", True),
        ("", "#pragma omp parallel\n{ x = 1; t = x; }\n#pragma omp parallel\n{ t = 3; p[0] += t; }", True),
        ("double h(double x) { return x; }", "#pragma omp parallel\n{ t = h(3); p[0] += t; }", True),
        ("", "#pragma omp parallel\n{ t += p[0]; }", False),
        ("", "#pragma omp parallel\n{ t = t + 1; }", False),
        ("", "#pragma omp parallel\n{ if (x) t = 0; p[0] += t; }", False),
        ("", "#pragma omp parallel\n{ t = 0; }\np[0] = t;", False),
        ("", "#pragma omp parallel\n{ t = 0; }\n#pragma omp parallel\n{ p[0] = t; }", False),
        ("", "#pragma omp parallel\n{ t = 0; p[0] = *&t; }", False),
        ("", "#pragma omp parallel\n{ t = 0; again: t += 1; if (x) goto again; }", False),
        ("", "#pragma omp parallel\n{ t = 0; call(3); p[0] += t; }", True),  # whose callees are looked at later
        ("", "#pragma omp parallel copyin(t)\n{ t = 0; p[0] += t; }", False),
        ("", "#pragma omp parallel if (t > 0)\n{ t = 0; p[0] += t; }", False),
        ("", "#pragma omp parallel\n{ t = 0;\n#pragma omp task\np[0] += t;\n}", False),
        ("", "#pragma omp parallel\n{ t = 0;\n#pragma omp parallel\np[0] += t;\n}", False),
        ("void h(void) { t = 2; }", "#pragma omp parallel\n{ t = 0; p[0] += t; }", False),
        ("void h(void) {\n#pragma omp parallel\n{ t = 2; }\n}", "#pragma omp parallel\n{ t = 0; h(); }", False),
    ],
)
@pytest.mark.parametrize("how", ["static int t;\n#pragma omp threadprivate(t)\n", "static __thread int t;\n"])
def test_threadprivate_variables_that_are_private_to_their_regions(
    how: str, declared: str, statements: str, private: bool
) -> None:
    unit = bound(f"{how}{declared}\n{HEAD}{statements}\n}}\n")
    symbols = resolve(unit)
    (own,) = [each for each in symbols.all if each.name == "t"]
    assert (own in region_copies(symbols)) is private
    assert (own in threadprivate_symbols(symbols)) is not private
    if not private:
        return
    for item in unit.tree.ext:
        for construct, enclosing in constructs(item):
            if "parallel" in construct.directive.words:
                assert data_sharing(construct, enclosing, symbols)[own] is Sharing.PRIVATE


def test_threadprivate_variables_of_other_units_are_not_private_to_regions() -> None:
    symbols = resolve(
        bound(f"int t;\n#pragma omp threadprivate(t)\n{HEAD}#pragma omp parallel\n{{ t = 0; }}\n}}\n")
    )
    assert not region_copies(symbols)
    assert {each.name for each in threadprivate_symbols(symbols)} == {"t"}
