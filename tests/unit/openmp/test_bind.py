"""Pragmas and their statements become constructs wherever statements can stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from mapper.diagnostics import MapperError
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.bind import bind
from mapper.openmp.check import check, unknown_directives
from tests.unit.openmp.units import body, bound, construct, constructs, loaded, preprocessed, source

LOOP = "for (i = 0; i < n; i++) a[i] = i;"


def function_items(unit: Unit) -> list[c_ast.Node]:
    function = unit.tree.ext[-1]
    assert isinstance(function, c_ast.FuncDef)
    return [item for item in function.body.block_items or [] if not isinstance(item, c_ast.Decl)]


def kinds(unit: Unit) -> list[str]:
    return [node.directive.kind for node in constructs(unit)]


def error(statements: str) -> tuple[str, int, int, str]:
    with pytest.raises(MapperError) as caught:
        body(statements)
    (diagnostic,) = caught.value.diagnostics
    where = diagnostic.where
    assert where is not None
    return diagnostic.code, where.line, where.column, diagnostic.message


def no_pragmas_left(unit: Unit) -> bool:
    return not any(isinstance(node, c_ast.Pragma) for node in walk(unit.tree))


# ---- positions


def test_a_pragma_before_its_statement() -> None:
    unit = body(f"x = 1;\n#pragma omp parallel for\n{LOOP}\nx = 2;")
    _, loop, _ = function_items(unit)
    assert isinstance(loop, Omp)
    assert isinstance(loop.body, c_ast.For)
    assert source(unit, loop) == "#pragma omp parallel for for ( i = 0 ; i < n ; i ++ ) a [ i ] = i ;"
    assert str(unit.location(loop)).endswith("prog.c:3:1")
    assert loop.directive.where.column == 9
    assert no_pragmas_left(unit)


@pytest.mark.parametrize(
    "around",
    [
        "if (x)\n{}",
        "if (x) y = 1; else\n{}",
        "while (x)\n{}",
        "for (;;)\n{}",
        "do\n{}\nwhile (x);",
        "switch (x)\n{}",
        "L:\n{}\ngoto L;",
    ],
)
def test_a_pragma_in_place_of_a_single_statement(around: str) -> None:
    unit = body(around.replace("{}", "#pragma omp critical\n  x++;"))
    node = construct(unit, "critical")
    outer, *_ = function_items(unit)
    assert node in [child for _, child in outer.children()], "the construct itself is the statement"
    assert source(unit, node) == "#pragma omp critical x ++ ;"
    assert no_pragmas_left(unit)


def test_both_branches_of_an_if() -> None:
    unit = body("if (x)\n#pragma omp parallel\n{ x = 1; }\nelse\n#pragma omp critical\n{ x = 2; }")
    (choice,) = function_items(unit)
    assert isinstance(choice, c_ast.If)
    assert isinstance(choice.iftrue, Omp)
    assert isinstance(choice.iffalse, Omp)
    assert [source(unit, node) for node in constructs(unit)] == [
        "#pragma omp parallel { x = 1 ; }",
        "#pragma omp critical { x = 2 ; }",
    ]


def test_a_long_chain_of_else_if(tmp_path: Path) -> None:
    chain = "else if (x)\n#pragma omp critical\n{ x = 2; }\n" * 400
    unit = preprocessed(f"void f(int x, int y) {{ if (y) y = 0;\n{chain} }}", tmp_path)
    assert sum(unit.tokens[first - 1].kind == "pragma" for first, _ in unit.extents.values()) == 400
    assert check(unit) == []


def test_stacked_directives() -> None:
    unit = body(f"#pragma omp parallel\n#pragma omp for\n{LOOP}")
    (outer,) = function_items(unit)
    assert isinstance(outer, Omp)
    assert isinstance(outer.body, Omp)
    assert isinstance(outer.body.body, c_ast.For)
    assert unit.extents[id(outer)][1] == unit.extents[id(outer.body)][1]
    assert unit.extents[id(outer)][0] + 1 == unit.extents[id(outer.body)][0]


def test_stacked_directives_in_place_of_a_single_statement() -> None:
    unit = body(f"while (x)\n#pragma omp parallel\n#pragma omp for\n{LOOP}")
    (loop,) = function_items(unit)
    assert isinstance(loop, c_ast.While)
    assert isinstance(loop.stmt, Omp)
    assert kinds(unit) == ["parallel", "for"]


def test_constructs_inside_constructs() -> None:
    unit = body(
        f"#pragma omp parallel\n{{\n#pragma omp for\n{LOOP}\n#pragma omp barrier\n"
        "#pragma omp single\n{ x = 1; }\n}"
    )
    (outer,) = function_items(unit)
    assert isinstance(outer, Omp)
    assert isinstance(outer.body, c_ast.Compound)
    assert [type(item) for item in outer.body.block_items or []] == [Omp, Omp, Omp]
    assert kinds(unit) == ["parallel", "for", "barrier", "single"]


@pytest.mark.parametrize("kind", ["barrier", "flush", "flush (x)", "taskwait", "taskyield", "cancel for"])
def test_directives_that_stand_alone(kind: str) -> None:
    unit = body(f"x = 1;\n#pragma omp {kind}\ny = 2;")
    first, node, last = function_items(unit)
    assert isinstance(node, Omp)
    assert node.body is None
    assert isinstance(first, c_ast.Assignment)
    assert isinstance(last, c_ast.Assignment)
    assert source(unit, node) == f"#pragma omp {kind}"


def test_a_stand_alone_directive_may_end_a_block() -> None:
    assert kinds(body("{ x = 1;\n#pragma omp barrier\n}")) == ["barrier"]


def test_ordered_stands_alone_with_depend() -> None:
    unit = body("#pragma omp ordered depend(source)\nx = 1;\n#pragma omp ordered\nx = 2;")
    assert [node.body is None for node in constructs(unit)] == [True, False]


def test_after_labels() -> None:
    unit = body(f"goto L;\nL:\n#pragma omp parallel for\n{LOOP}\nx = 1;")
    _, label, _ = function_items(unit)
    assert isinstance(label, c_ast.Label)
    assert isinstance(label.stmt, Omp)


def test_in_switch_cases() -> None:
    unit = body(
        "switch (x) {\ncase 1:\n#pragma omp critical\nx = 1;\ny = 1;\nbreak;\n"
        "default:\n y = 2;\n#pragma omp critical (d)\n{ x = 2; }\n}"
    )
    case, default = [node for node in walk(unit.tree) if isinstance(node, c_ast.Case | c_ast.Default)]
    assert [type(item) for item in case.stmts] == [Omp, c_ast.Assignment, c_ast.Break]
    assert [type(item) for item in default.stmts] == [c_ast.Assignment, Omp]
    assert source(unit, construct(unit, "critical")) == "#pragma omp critical x = 1 ;"


def test_at_file_scope() -> None:
    unit = bound("int x, y;\n#pragma omp threadprivate(x, y)\nvoid f(void) {}\n")
    node = construct(unit, "threadprivate (x, y)")
    assert node in unit.tree.ext
    assert node.body is None
    assert source(unit, node) == "#pragma omp threadprivate(x, y)"


def test_in_a_loop_body_without_braces() -> None:
    unit = body("#pragma omp parallel for\nfor (i = 0; i < n; i++)\n#pragma omp atomic\nx += i;")
    outer, inner = constructs(unit)
    assert isinstance(outer.body, c_ast.For)
    assert outer.body.stmt is inner
    assert unit.extents[id(outer)][1] == unit.extents[id(inner)][1]


def test_sections() -> None:
    unit = body("#pragma omp sections\n{\nx = 1;\n#pragma omp section\n{ y = 1; }\n#pragma omp section\nv = 1;\n}")
    outer = construct(unit, "sections")
    assert isinstance(outer.body, c_ast.Compound)
    assert [type(item) for item in outer.body.block_items or []] == [c_ast.Assignment, Omp, Omp]


def test_typedefs_are_known_in_clauses() -> None:
    unit = bound("typedef long word;\nvoid f(int *p) {\n\n#pragma omp parallel if((word) * p)\n;\n}\n")
    (clause,) = constructs(unit)[0].directive.clauses
    assert isinstance(clause.expression, c_ast.Cast)
    assert str(unit.location(clause.expression)).endswith("prog.c:4:1")


def test_pragmas_out_of_macros(tmp_path: Path) -> None:
    unit = preprocessed(
        '#define THREADS 4\n#define LOOP _Pragma("omp parallel for num_threads(THREADS)")\n'
        "void f(int n, int *a) { int i;\nLOOP for (i = 0; i < n; i++) a[i] = i; }\n",
        tmp_path,
    )
    (node,) = constructs(unit)
    assert isinstance(node.body, c_ast.For)
    assert (node.directive.where.line, node.directive.where.column) == (4, 1)
    assert node.directive.text == "omp parallel for num_threads(4)"


# ---- directives that mean nothing


def test_unknown_directives_between_directive_and_loop_are_passed_over() -> None:
    unit = body(f"#pragma omp parallel for\n#pragma omp no_such_thing\n{LOOP}")
    (node,) = function_items(unit)
    assert isinstance(node, Omp)
    assert isinstance(node.body, c_ast.For)
    assert source(unit, node).startswith("#pragma omp parallel for #pragma omp no_such_thing for")


def test_unknown_directives_before_a_directive_in_place_of_a_single_statement() -> None:
    unit = body(f"if (x)\n#pragma omp no_such_thing\n#pragma omp parallel for\n{LOOP}")
    (choice,) = function_items(unit)
    assert isinstance(choice, c_ast.If)
    assert [node.directive.kind for _, node in choice.iftrue.children() if isinstance(node, Omp)] == [
        "no_such_thing",
        "parallel for",
    ]
    assert unit.extents[id(choice.iftrue)]


def test_unknown_directives_govern_nothing() -> None:
    unit = body("if (x)\n#pragma omp no_such_thing\ny = 1;")
    node = construct(unit, "no_such_thing")
    assert node.body is None
    assert not node.directive.known


def test_without_pragmas_nothing_changes() -> None:
    unit = body("x = 1;")
    assert constructs(unit) == []
    assert isinstance(function_items(unit)[0], c_ast.Assignment)


# ---- errors


def test_no_statement() -> None:
    assert error("{\n#pragma omp parallel\n}") == (
        "E012",
        3,
        9,
        "'#pragma omp parallel' stands before no statement",
    )


def test_a_declaration_is_no_statement() -> None:
    assert error("#pragma omp parallel\nint z = 1;") == ("E012", 3, 1, "expected a statement before 'int'")


@pytest.mark.parametrize("around", ["if (x)", "while (x)", "for (;;)", "if (x) y = 1; else"])
def test_stand_alone_directives_need_a_block(around: str) -> None:
    message = "'#pragma omp barrier' may only be used in compound statements"
    assert error(f"{around}\n#pragma omp barrier\ny = 2;") == ("E012", 3, 9, message)


def test_a_stand_alone_directive_is_no_body() -> None:
    message = "'#pragma omp barrier' may only be used in compound statements"
    assert error("#pragma omp parallel\n#pragma omp barrier\nx = 1;") == ("E012", 3, 9, message)


@pytest.mark.parametrize("directive", ["for", "parallel for", "for simd", "taskloop"])
def test_loops(directive: str) -> None:
    assert error(f"#pragma omp {directive}\nx = 1;") == ("E012", 3, 1, "for statement expected before 'x'")
    assert error(f"#pragma omp {directive}\nwhile (x) ;")[3] == "for statement expected before 'while'"
    assert error(f"#pragma omp {directive}\n{{ {LOOP} }}")[3] == "for statement expected before '{'"
    assert error(f"#pragma omp {directive}\n#pragma omp critical\nx = 1;")[3] == (
        "for statement expected before '#pragma'"
    )


def test_collapse_needs_perfectly_nested_loops() -> None:
    inner = "for (j = 0; j < n; j++) a[j] = i;"
    for good in (inner, f"{{ {inner} }}", f"{{ {{ {inner} }} }}"):
        unit = body(f"#pragma omp parallel for collapse(2)\nfor (i = 0; i < n; i++) {good}")
        assert constructs(unit)[0].directive.collapsed == 2
    message = "not enough perfectly nested loops before "
    start = "#pragma omp for collapse(2)\nfor (i = 0; i < n; i++)"
    assert error(f"{start} x = 1;") == ("E012", 3, 25, f"{message}'x'")
    assert error(f"{start} {{ x = 1; {inner} }}") == ("E012", 3, 27, f"{message}'x'")
    assert error(f"{start} {{ {inner} x = 1; }}") == ("E012", 3, 61, f"{message}'x'")
    assert error(f"{start} {{ }}") == ("E012", 3, 25, f"{message}'{{'")
    assert error(f"#pragma omp for collapse(3)\nfor (i = 0; i < n; i++) {inner}")[3] == f"{message}'a'"


def test_sections_need_a_block() -> None:
    assert error("#pragma omp sections\nx = 1;") == ("E012", 3, 1, "expected '{' before 'x'")


GOOD_ATOMICS = {
    "update": "x++; x--; ++x; --x; x += y; x -= y; x *= y; x /= y; x &= y; x |= y; x ^= y; x <<= y; x >>= y; "
    "x = x + y; x = y * x; x = x + y + v; a[i] = a[i] - 1; a[f(x)] += 2",
    "read": "v = x; v = a[i]",
    "write": "x = y * 2; a[i] = 3",
    "capture": "v = x++; v = --x; v = x += y; v = x = x + y; v = x = y - x; { v = x; x += y; } { x++; v = x; } "
    "{ v = x; x = x * y; } { v = x; x = y; }",
}
BAD_ATOMICS = {
    "update": "x = 1; x = y + v; (void) x; x = x; x = x < y; { x++; } ; x, y",
    "read": "x++; x += y; (void) x",
    "write": "x++; x += y; -x",
    "capture": "x++; v = x; v += x++; { v = x; } { x++; y++; } { v = x; y = 1; } { v = x; x++; y++; }",
}


def statements(text: str) -> list[str]:
    """Splits at semicolons that are outside braces."""
    found, depth, start = [], 0, 0
    for position, sign in enumerate(text + ";"):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0 and sign in ";}":
            found.append(text[start : position + 1].strip(" ;") + ("" if sign == "}" else ";"))
            start = position + 1
    return [statement for statement in found if statement != ";"]


@pytest.mark.parametrize("form", sorted(GOOD_ATOMICS))
def test_atomic_statements(form: str) -> None:
    text = "\n".join(f"#pragma omp atomic {form}\n{statement}" for statement in statements(GOOD_ATOMICS[form]))
    unit = bound(f"int f(int);\nvoid g(int x, int y, int v, int i, double *a) {{\n{text}\n}}\n")
    assert {node.directive.form for node in constructs(unit)} == {form}
    assert len(constructs(unit)) == len(statements(GOOD_ATOMICS[form]))


@pytest.mark.parametrize(
    ("form", "statement"),
    [(form, statement) for form in BAD_ATOMICS for statement in statements(BAD_ATOMICS[form])],
)
def test_other_statements_are_not_atomic(form: str, statement: str) -> None:
    name = "atomic" if form == "update" else f"atomic {form}"
    code, line, _, message = error(f"#pragma omp atomic {form}\n{statement}")
    assert (code, line) == ("E012", 3)
    assert message.startswith(f"invalid form of '#pragma omp {name}' before '")


def test_atomic_of_later_versions_is_left_to_the_compiler() -> None:
    assert kinds(body("#pragma omp atomic compare\nif (x > y) { x = y; }")) == ["atomic"]


@pytest.mark.parametrize("directive", ["parallel", "barrier", "critical"])
def test_only_declarations_at_file_scope(directive: str) -> None:
    with pytest.raises(MapperError) as caught:
        bound(f"int x;\n#pragma omp {directive}\nint y;\n")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E012"


# ---- advice


@pytest.mark.parametrize("text", ["unroll", "unroll full", "unroll partial(4)", "assume holds(x > 0)", "nothing"])
def test_advice_leaves_its_statement_alone(text: str) -> None:
    unit = body(f"y = 1;\n#pragma omp {text}\nfor (i = 0; i < 8; i++) a[i] = i;")
    _, loop = function_items(unit)
    assert isinstance(loop, c_ast.For)
    first = unit.tokens[unit.extents[id(loop)][0] - 1]
    assert first.kind == ("pragma" if text != "nothing" else "name")
    assert no_pragmas_left(unit)


def test_advice_in_place_of_a_single_statement() -> None:
    unit = body(f"if (x)\n#pragma omp unroll\n{LOOP}\nelse\n#pragma omp nothing\n{LOOP}")
    (choice,) = function_items(unit)
    assert isinstance(choice, c_ast.If)
    assert isinstance(choice.iftrue, c_ast.For)
    assert isinstance(choice.iffalse, c_ast.For)


@pytest.mark.parametrize("text", ["error", 'error at(compilation) severity(warning) message("m")', "allocate(v)"])
def test_advice_that_stands_alone(text: str) -> None:
    (only,) = function_items(body(f"#pragma omp {text}\nx = 1;"))
    assert isinstance(only, c_ast.Assignment)


def test_transfers_leave_their_statements_alone() -> None:
    data = "target data map(tofrom: a[0:x]) use_device_ptr(y) if(x > 1)"
    unit = body(f"#pragma omp {data}\n{{\n{LOOP}\n#pragma omp target update from(a)\n}}")
    (block,) = function_items(unit)
    assert isinstance(block, c_ast.Compound)
    assert unit.tokens[unit.extents[id(block)][0] - 1].kind == "pragma"
    assert no_pragmas_left(unit)


@pytest.mark.parametrize("clause", ["if(f(x))", "device(x++)", "if(x = 2)", "map(to: a[0:f(1)])"])
def test_transfers_with_effects_stay(clause: str) -> None:
    assert kinds(body(f"#pragma omp target data map(to: a) {clause}\n{LOOP}")) == ["target data"]
    assert kinds(body(f"#pragma omp target update to(a) {clause}\nx = 1;")) == ["target update"]


def test_what_is_more_than_advice_stays() -> None:
    unit = body(f"#pragma omp error at(execution)\n#pragma omp for\n#pragma omp unroll partial(2)\n{LOOP}")
    assert kinds(unit) == ["error", "for", "unroll"]


def test_directives_that_only_the_compiler_knows_govern_a_statement() -> None:
    unit = bind(
        loaded("void f(int x) {\n#pragma omp later all(x)\nx = 1;\n#pragma omp never\nx = 2; }"), None, ["later"]
    )
    first, second = constructs(unit)
    assert (first.directive.kind, first.directive.known, bool(first.directive.unread)) == ("later", True, True)
    assert isinstance(first.body, c_ast.Assignment)
    assert (second.directive.kind, second.directive.known, second.body) == ("never", False, None)
    assert unknown_directives(unit) == {"later", "never"}
