"""Every directive and clause of OpenMP 3.1, later ones by name, and the words of every error."""

from __future__ import annotations

import time

import pytest
from pycparser import c_ast, c_generator

from mapper.diagnostics import Location, MapperError
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.nodes import walk
from mapper.openmp.parse import parse_directive
from mapper.openmp.rules import CLAUSES, LATER_CLAUSES, STAND_ALONE

WHERE = Location("prog.c", 7, 9)


def parse(text: str, *typedefs: str) -> Directive:
    return parse_directive(text, WHERE, typedefs=frozenset(typedefs), token=42)


def only(text: str) -> Clause:
    (clause,) = parse(text).clauses
    return clause


def text_of(node: c_ast.Node | None) -> str:
    assert node is not None
    return str(c_generator.CGenerator().visit(node))


def error(text: str) -> tuple[str, int, str]:
    with pytest.raises(MapperError) as caught:
        parse(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.where is not None
    assert (diagnostic.where.file, diagnostic.where.line) == ("prog.c", 7)
    return diagnostic.code, diagnostic.where.column, diagnostic.message


# ---- directives


@pytest.mark.parametrize("kind", sorted(CLAUSES))
def test_every_directive_of_3_1(kind: str) -> None:
    text = f"omp {kind}" + ("(x)" if kind == "threadprivate" else "")
    directive = parse(text)
    assert directive.kind == kind
    assert directive.known
    assert not directive.later
    assert directive.text == text
    assert directive.where == WHERE


@pytest.mark.parametrize(
    "kind",
    [
        *sorted(STAND_ALONE - set(CLAUSES)),
        "simd",
        "parallel loop",
        "parallel master",
        "parallel masked",
        "parallel master taskloop",
        "parallel masked taskloop simd",
        "master taskloop",
        "masked taskloop simd",
        "target",
        "target simd",
        "target loop",
        "target data",
        "target parallel",
        "target parallel for",
        "target parallel for simd",
        "target parallel loop",
        "target teams",
        "target teams distribute",
        "target teams distribute simd",
        "target teams distribute parallel for",
        "target teams distribute parallel for simd",
        "target teams loop",
        "teams",
        "teams distribute parallel for",
        "distribute",
        "distribute simd",
        "distribute parallel for simd",
        "taskloop",
        "taskloop simd",
        "taskgroup",
        "loop",
        "scope",
        "assume",
        "dispatch",
        "metadirective",
        "tile",
        "unroll",
    ],
)
def test_directives_of_later_versions_by_name(kind: str) -> None:
    directive = parse(f"omp {kind}")
    assert directive.kind == kind
    assert directive.known
    assert directive.later
    assert directive.clauses == ()


@pytest.mark.parametrize("text", ["omp masked", "omp masked filter(0)", "omp masked filter( 0 )"])
def test_masked_for_the_first_thread_is_master(text: str) -> None:
    directive = parse(text)
    assert (directive.kind, directive.clauses, directive.later) == ("master", (), False)


@pytest.mark.parametrize("text", ["omp masked filter(1)", "omp masked filter(n)"])
def test_masked_for_another_thread_keeps_its_region(text: str) -> None:
    directive = parse(text)
    assert (directive.kind, directive.later) == ("masked", True)


def test_a_later_directive_keeps_its_own_argument() -> None:
    directive = parse("omp declare reduction(big: int: omp_out += omp_in) initializer(omp_priv = 0)")
    assert directive.kind == "declare reduction"
    assert [(clause.kind, clause.argument) for clause in directive.clauses] == [
        ("declare reduction", "big: int: omp_out += omp_in"),
        ("initializer", "omp_priv = 0"),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("omp", ""),
        ("omp frobnicate all(the) (things", "frobnicate"),
        ("omp fork", "fork"),
        ("omp parallels", "parallels"),
        ("omp 3", "3"),
        ("omp @", "@"),
    ],
)
def test_unknown_directives_are_no_errors(text: str, kind: str) -> None:
    directive = parse(text)
    assert (directive.kind, directive.known, directive.text) == (kind, False, text)


def test_blanks_are_free() -> None:
    assert parse("omp \t parallel   for\n private ( i ,j )") == parse("omp parallel for private(i, j)")


def test_clauses_are_separated_by_commas_or_blanks() -> None:
    assert parse("omp parallel private(a), shared(b),if(c)") == parse("omp parallel private(a) shared(b) if(c)")


def test_clauses_keep_their_order_and_number() -> None:
    directive = parse("omp parallel private(a) shared(b) private(c)")
    assert [clause.kind for clause in directive.clauses] == ["private", "shared", "private"]
    assert [clause.variables for clause in directive.all("private")] == [("a",), ("c",)]
    assert directive.first("shared") == directive.clauses[1]
    assert directive.first("if") is None
    assert parse("omp parallel for").words == {"parallel", "for"}


def test_places_of_clauses_and_variables() -> None:
    clause = only("omp parallel for private(i, jj)")
    assert clause.where.column == 9 + 17
    assert [place.column for place in clause.places] == [9 + 25, 9 + 28]


def test_keywords_are_words_only_where_they_are_expected() -> None:
    clause = only("omp parallel private(single, parallel, private, read)")
    assert clause.variables == ("single", "parallel", "private", "read")
    assert text_of(only("omp parallel if(shared > nowait)").expression) == "shared > nowait"
    assert parse("omp critical (critical)").form == "critical"


# ---- directives with something of their own


def test_critical() -> None:
    assert parse("omp critical").form is None
    assert parse("omp critical (lock)").form == "lock"


@pytest.mark.parametrize("form", ["read", "write", "update", "capture"])
def test_atomic(form: str) -> None:
    directive = parse(f"omp atomic {form}")
    assert (directive.kind, directive.form, directive.clauses) == ("atomic", form, ())
    assert parse("omp atomic").form == "update"
    later = parse(f"omp atomic seq_cst, {form}")
    assert later.form == form
    assert [clause.kind for clause in later.clauses if clause.later] == ["seq_cst"]


def test_flush_and_threadprivate_have_lists() -> None:
    assert parse("omp flush").clauses == ()
    assert only("omp flush(a, b)").variables == ("a", "b")
    clause = only("omp threadprivate(c, d)")
    assert (clause.kind, clause.variables) == ("threadprivate", ("c", "d"))
    assert [place.column for place in clause.places] == [9 + 18, 9 + 21]


def test_ordered_of_later_versions() -> None:
    assert [clause.later for clause in parse("omp ordered simd").clauses] == [True]
    assert only("omp ordered depend(sink: i - 1)").argument == "sink: i - 1"
    assert only("omp for ordered(2)").argument == "2"


# ---- clauses


@pytest.mark.parametrize(
    ("kind", "directive"),
    [
        ("private", "parallel"),
        ("firstprivate", "single"),
        ("lastprivate", "sections"),
        ("shared", "task"),
        ("copyin", "parallel for"),
        ("copyprivate", "single"),
    ],
)
def test_list_clauses(kind: str, directive: str) -> None:
    clause = only(f"omp {directive} {kind}(a, b_2)")
    assert (clause.kind, clause.variables, clause.later) == (kind, ("a", "b_2"), False)


def test_conditional_last_values_are_of_a_later_version() -> None:
    clause = only("omp for lastprivate(conditional : a, b)")
    assert (clause.variables, clause.modifier) == (("a", "b"), "conditional")
    assert clause.argument == "conditional : a, b"
    for text in ("omp for firstprivate(conditional: a)", "omp for lastprivate(always: a)"):
        code, _, message = error(text)
        assert (code, message) == ("E010", "expected ')' before ':' token")


@pytest.mark.parametrize(
    ("kind", "directive"),
    [("nowait", "for"), ("untied", "task"), ("mergeable", "task"), ("ordered", "parallel for"), ("simd", "for")],
)
def test_clauses_that_are_a_word(kind: str, directive: str) -> None:
    assert only(f"omp {directive} {kind}") == Clause(kind, WHERE)


@pytest.mark.parametrize("kind", ["if", "final"])
def test_conditions(kind: str) -> None:
    clause = only(f"omp task {kind}(a ? b(1, 2)[3] : !c || s.x == 'q', d)")
    assert text_of(clause.expression) == "(a) ? (b(1, 2)[3]) : ((!c) || (s.x == 'q')), d"


def test_num_threads() -> None:
    assert text_of(only("omp parallel num_threads(2 * n + 1)").expression) == "(2 * n) + 1"


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("1 + 1", 2), ("(2*3 - 2)", 4), ("0x2u", 2), ("010", 8)])
def test_collapse_is_a_number(text: str, value: int) -> None:
    directive = parse(f"omp for collapse({text})")
    assert directive.collapsed == value
    assert text_of(directive.clauses[0].expression) == str(value)
    assert parse("omp for").collapsed == 1


def test_collapse_that_only_the_compiler_knows_is_kept_as_text() -> None:
    clause = only("omp for collapse(DEPTH)")
    assert (clause.later, clause.argument) == (True, "DEPTH")


@pytest.mark.parametrize("kind", ["shared", "none", "private", "firstprivate"])
def test_default(kind: str) -> None:
    assert only(f"omp parallel default({kind})").modifier == kind


@pytest.mark.parametrize("kind", ["static", "dynamic", "guided", "auto", "runtime"])
def test_schedule(kind: str) -> None:
    clause = only(f"omp for schedule({kind})")
    assert (clause.modifier, clause.expression) == (kind, None)


def test_schedule_with_a_chunk() -> None:
    clause = only("omp for schedule(dynamic, n / f(2, 3))")
    assert (clause.modifier, text_of(clause.expression)) == ("dynamic", "n / f(2, 3)")


def test_schedule_with_a_modifier_is_later() -> None:
    clause = only("omp for schedule(nonmonotonic, simd: dynamic, 4)")
    assert (clause.modifier, clause.argument) == ("dynamic", "nonmonotonic, simd: dynamic, 4")


@pytest.mark.parametrize("operator", ["+", "*", "-", "&", "|", "^", "&&", "||", "min", "max"])
def test_reduction(operator: str) -> None:
    clause = only(f"omp for reduction({operator} : a,b)")
    assert (clause.modifier, clause.variables, clause.later) == (operator, ("a", "b"), False)


@pytest.mark.parametrize("inside", ["+: a[0:n]", "mine: a", "inscan, +: a", "+: a[:n][2:3]"])
def test_reductions_of_later_versions(inside: str) -> None:
    clause = only(f"omp for reduction({inside})")
    assert (clause.variables, clause.argument) == (("a",), inside)


def test_if_of_parallel_is_the_condition() -> None:
    directive = parse("omp parallel for simd if(simd: m) if(parallel: n > 3)")
    assert text_of(directive.condition) == "n > 3"
    assert [(clause.modifier, clause.later) for clause in directive.all("if")] == [
        ("simd", True),
        ("parallel", False),
    ]
    assert parse("omp parallel if(task: n)").condition is None


def test_the_modifier_default_of_a_reduction_says_nothing() -> None:
    assert only("omp for reduction(default, +: s)") == only("omp for reduction(+: s)")
    assert only("omp for reduction(task, +: s)").later


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("omp declare_target", "declare target"),
        ("omp begin declare_target", "begin declare target"),
        ("omp  end declare_variant", "end declare variant"),
        ("omp target_enter_data map(to: declare_simd)", "target enter data"),
        ("omp cancellation_point for", "cancellation point for"),
        ("omp begin metadirective", "begin metadirective"),
        ("omp metadirective when(user={condition(x_y)}: parallel for) default(nothing)", "metadirective"),
        ("omp task_iteration", "task_iteration"),
        ("omp groupprivate(a_b)", "groupprivate"),
        ("omp target teams workdistribute", "target teams workdistribute"),
        *((f"omp {name}", name) for name in ("flatten", "fuse", "interchange", "reverse", "split", "stripe")),
        *((f"omp {name}", name) for name in ("allocators", "taskgraph", "workdistribute", "declare induction")),
    ],
)
def test_spellings_of_version_6(text: str, kind: str) -> None:
    directive = parse(text)
    assert (directive.kind, directive.known, directive.later, directive.text) == (kind, True, True, text)
    assert all("_" in clause.argument for clause in directive.clauses if clause.argument)


@pytest.mark.parametrize("kind", sorted(LATER_CLAUSES - set().union(*CLAUSES.values())))
def test_clauses_of_later_versions_by_name(kind: str) -> None:
    clause = only(f"omp parallel {kind}")
    assert (clause.kind, clause.argument, clause.later) == (kind, "", True)
    assert only(f"omp teams {kind}(to: a[0:n], b)").argument == "to: a[0:n], b"


def test_if_of_for_simd_is_later() -> None:
    assert [(clause.kind, clause.argument) for clause in parse("omp for simd if(n > 3)").clauses] == [
        ("simd", None),
        ("if", "n > 3"),
    ]


@pytest.mark.parametrize("text", ["parallel num_threads", "parallel if", "for collapse", "for schedule"])
def test_gnu_c_in_expressions_is_kept_as_text(text: str) -> None:
    expression = "({ int q = n; q + 1; })"
    inside = f"static, {expression}" if "schedule" in text else expression
    clause = only(f"omp {text}({inside})")
    assert (clause.expression, clause.argument) == (None, inside)


def test_simd_is_a_clause_of_the_loop() -> None:
    directive = parse("omp parallel for simd simdlen(8) private(a)")
    assert (directive.kind, directive.later) == ("parallel for", False)
    assert [clause.kind for clause in directive.clauses] == ["simd", "simdlen", "private"]
    assert parse("omp for simd").kind == "for"


# ---- expressions


def test_nodes_of_expressions_have_the_token_of_the_pragma() -> None:
    expression = parse("omp parallel if((T) x + y[2] > sizeof(T))", "T").clauses[0].expression
    assert expression is not None
    lines = {node.coord.line for node in walk(expression) if node.coord is not None}
    assert lines == {42}


def test_names_of_types_in_casts() -> None:
    cast = parse("omp parallel if((T) * x)", "T").clauses[0].expression
    assert isinstance(cast, c_ast.Cast)
    product = parse("omp parallel if((T) * x)").clauses[0].expression
    assert isinstance(product, c_ast.BinaryOp)


def test_a_variable_may_hide_a_type() -> None:
    assert text_of(parse("omp parallel num_threads(size + 1)", "size").clauses[0].expression) == "size + 1"


# ---- errors


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("omp parallel for privat(i)", 26, "expected '#pragma omp' clause before 'privat'"),
        ("omp parallel fo", 22, "expected '#pragma omp' clause before 'fo'"),
        ("omp barrier x", 21, "expected '#pragma omp' clause before 'x'"),
        ("omp atomic foo", 20, "expected '#pragma omp' clause before 'foo'"),
        ("omp parallel private(i) $", 33, "expected '#pragma omp' clause before '$'"),
        ("omp parallel private(i) )", 33, "expected '#pragma omp' clause before ')' token"),
        ("omp for private(i), , nowait", 29, "expected '#pragma omp' clause before ',' token"),
        ("omp for private(i),", 28, "expected '#pragma omp' clause before end of line"),
        ("omp for private(i) simd", 28, "expected '#pragma omp' clause before 'simd'"),
        ("omp for private i", 25, "expected '(' before 'i'"),
        ("omp for private", 24, "expected '(' before end of line"),
        ("omp parallel if", 24, "expected '(' before end of line"),
        ("omp for private(i", 26, "expected ')' before end of line"),
        ("omp for private(i j)", 27, "expected ')' before 'j'"),
        ("omp for private()", 25, "expected identifier before ')' token"),
        ("omp for private(3)", 25, "expected identifier before numeric constant"),
        ('omp for private("a")', 25, "expected identifier before string constant"),
        ("omp for private('a')", 25, "expected identifier before character constant"),
        ("omp for private(a, , b)", 28, "expected identifier before ',' token"),
        ("omp critical (1)", 23, "expected identifier before numeric constant"),
        ("omp critical (a", 24, "expected ')' before end of line"),
        ("omp flush (1)", 20, "expected identifier before numeric constant"),
        ("omp threadprivate", 26, "expected '(' before end of line"),
        ("omp threadprivate(a) b", 30, "expected end of line before 'b'"),
        ("omp for schedule(foo)", 26, "invalid schedule kind before 'foo'"),
        ("omp for schedule(static,)", 33, "expected expression before ')' token"),
        ("omp for schedule(static 4)", 33, "expected ')' before numeric constant"),
        ("omp for schedule(runtime, 3)", 35, "schedule 'runtime' does not take a 'chunk_size' parameter"),
        ("omp for schedule(auto, 3)", 32, "schedule 'auto' does not take a 'chunk_size' parameter"),
        (
            "omp for reduction(%:s)",
            27,
            "expected '+', '*', '-', '&', '^', '|', '&&', '||' or identifier before '%' token",
        ),
        ("omp for reduction(s)", 28, "expected ':' before ')' token"),
        ("omp for reduction(+ s)", 29, "expected ':' before 's'"),
        ("omp for reduction(+:)", 29, "expected identifier before ')' token"),
        (
            "omp parallel default(foo)",
            30,
            "expected 'none', 'shared', 'private' or 'firstprivate' before 'foo'",
        ),
        ("omp parallel if()", 25, "expected expression before ')' token"),
        ("omp parallel if(n", 26, "expected ')' before end of line"),
        ("omp parallel if(", 25, "expected expression before end of line"),
        ("omp parallel if(n +)", 25, "expected expression before 'n +'"),
        ("omp parallel num_threads(4, 3)", 35, "expected ')' before ',' token"),
        ("omp parallel num_threads(a[)", 36, "expected expression before ')' token"),
        ("omp for collapse(0)", 26, "collapse argument needs positive constant integer expression"),
        ("omp for collapse(-2)", 26, "collapse argument needs positive constant integer expression"),
        ("omp for collapse(1.5)", 26, "collapse argument needs positive constant integer expression"),
        ("omp cancel foo", 20, "expected 'for', 'parallel', 'sections' or 'taskgroup' before 'foo'"),
        (
            "omp declare foo",
            21,
            "expected 'induction', 'mapper', 'reduction', 'simd', 'target' or 'variant' before 'foo'",
        ),
        ("omp section foo", 21, "expected '#pragma omp' clause before 'foo'"),
    ],
)
def test_malformed(text: str, column: int, message: str) -> None:
    assert error(text) == ("E010", column, message)


def test_brackets_that_are_nested_too_deeply() -> None:
    deep = "(" * 3000 + "a" + ")" * 3000
    assert error(f"omp parallel if({deep})") == ("E010", 25, f"expected expression before '{'(' * 37}...'")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("omp parallel for nowait", 26, "'nowait' is not valid for '#pragma omp parallel for'"),
        ("omp barrier nowait", 21, "'nowait' is not valid for '#pragma omp barrier'"),
        ("omp parallel schedule(static)", 22, "'schedule' is not valid for '#pragma omp parallel'"),
        ("omp for shared(a)", 17, "'shared' is not valid for '#pragma omp for'"),
        ("omp section nowait", 21, "'nowait' is not valid for '#pragma omp section'"),
        ("omp critical (a) nowait", 26, "'nowait' is not valid for '#pragma omp critical'"),
        ("omp parallel read", 22, "'read' is not valid for '#pragma omp parallel'"),
        ("omp atomic read write", 25, "too many atomic clauses"),
        ("omp for nowait nowait", 24, "too many 'nowait' clauses"),
        ("omp parallel if(a) if(b)", 28, "too many 'if' clauses"),
        ("omp task final(a) final(b)", 27, "too many 'final' clauses"),
        ("omp task untied untied", 25, "too many 'untied' clauses"),
        ("omp task mergeable mergeable", 28, "too many 'mergeable' clauses"),
        ("omp parallel num_threads(2) num_threads(3)", 37, "too many 'num_threads' clauses"),
        ("omp parallel default(none) default(none)", 36, "too many 'default' clauses"),
        ("omp for schedule(static) schedule(static)", 34, "too many 'schedule' clauses"),
        ("omp for collapse(1) collapse(1)", 29, "too many 'collapse' clauses"),
        ("omp for ordered ordered", 25, "too many 'ordered' clauses"),
        (
            "omp single nowait copyprivate(x)",
            20,
            "'nowait' clause must not be used together with 'copyprivate'",
        ),
        ("omp parallel private(i) shared(i)", 40, "'i' appears more than once in data clauses"),
        ("omp for private(i, i)", 28, "'i' appears more than once in data clauses"),
        ("omp for reduction(+: s) reduction(*: s)", 46, "'s' appears more than once in data clauses"),
        ("omp parallel copyin(t) copyin(t)", 39, "'t' appears more than once in data clauses"),
    ],
)
def test_clauses_in_the_wrong_place(text: str, column: int, message: str) -> None:
    assert error(text) == ("E011", column, message)


def test_firstprivate_and_lastprivate_go_together() -> None:
    directive = parse("omp for firstprivate(a) lastprivate(a)")
    assert [clause.kind for clause in directive.clauses] == ["firstprivate", "lastprivate"]


def test_every_clause_is_taken_where_the_table_says() -> None:
    arguments = {
        "if": "(a)",
        "final": "(a)",
        "num_threads": "(2)",
        "collapse": "(2)",
        "default": "(none)",
        "schedule": "(static)",
        "reduction": "(+: r)",
    }
    lists = ("private", "firstprivate", "lastprivate", "shared", "copyin", "copyprivate")
    for directive, clauses in CLAUSES.items():
        for kind in clauses - {"read", "write", "update", "capture"}:
            argument = f"({kind}_of)" if kind in lists else arguments.get(kind, "")
            assert only(f"omp {directive} {kind}{argument}").kind == kind


def test_places_can_be_anywhere() -> None:
    with pytest.raises(MapperError) as caught:
        parse_directive("omp for privat(i)", WHERE, place=lambda offset: Location("other.c", 100 + offset, 1))
    assert caught.value.diagnostics[0].where == Location("other.c", 108, 1)


def test_an_unknown_column_stays_unknown() -> None:
    with pytest.raises(MapperError) as caught:
        parse_directive("omp for privat(i)", Location("prog.c", 3))
    assert caught.value.diagnostics[0].where == Location("prog.c", 3)


def test_500_pragmas_are_read_in_no_time() -> None:
    parse("omp barrier")
    start = time.process_time()
    for _ in range(500):
        parse("omp parallel for private(i, j) reduction(+: s, k) schedule(static, 4) if(n)")
    assert time.process_time() - start < 0.5
