"""The printers of C and OpenCL C: what they print reads back as the same tree; unknown nodes stop them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast, c_parser

from mapper.diagnostics import InternalError
from mapper.emit.opencl.atomic_helpers import helper_text
from mapper.emit.text.c_printer import CPrinter, HostPrinter
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.builtins.atomics import Atomic, parse_atomic
from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    CHAR,
    DOUBLE,
    INT,
    LLONG,
    LONG,
    SHORT,
    UINT,
    ULONG,
    ArrayType,
    CType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.nodes import Omp, walk
from tests.unit.openmp.units import bound, preprocessed
from tests.unit.translate.programs import kernel, kernels, printed


def parsed(expression: str) -> c_ast.Node:
    """The tree of an expression."""
    tree = c_parser.CParser().parse(f"int f() {{ return {expression}; }}")
    node: c_ast.Node = tree.ext[0].body.block_items[0].expr
    return node


def shape(node: c_ast.Node) -> tuple[object, ...]:
    """A tree as nested tuples, to compare."""
    attributes = tuple(str(getattr(node, name)) for name in node.attr_names)
    return (type(node).__name__, attributes, tuple(shape(child) for _, child in node.children()))


EXPRESSIONS = [
    "a + b * c",
    "(a + b) * c",
    "a - (b - c)",
    "a - b - c",
    "a / (b * c)",
    "a << (b + c)",
    "(a << b) + c",
    "a | (b == 2)",
    "(a & b) != 0",
    "a && b || c",
    "a && (b || c)",
    "a < b == c",
    "-(-a)",
    "- --a",
    "!(a = b)",
    "*p++",
    "(*p)++",
    "(a ? b : c) ? d : e",
    "a ? b ? c : d : e",
    "a ? b : (c = d)",
    "(double)(a + b) / (int)c",
    "(a, b) + c",
    "f(a, (b, c))[2].x->y",
    "&a[i + 1]",
    "sizeof(a)",
    "a = b = c",
    "a + (b ? c : d)",
    "(struct p){1, 2}.x",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_read_back_as_the_same_tree(text: str) -> None:
    tree = parsed(text)
    assert shape(parsed(CPrinter().expression(tree))) == shape(tree)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "a + b * c"),
        ("a ? b : c", "a ? b : c"),
        ("(a | b) == c", "(a | b) == c"),
        ("a << b + c", "a << (b + c)"),
        ("a && b || c", "(a && b) || c"),
        ("a < b && c + 1 == d", "a < b && c + 1 == d"),
    ],
)
def test_parentheses(text: str, expected: str) -> None:
    assert CPrinter().expression(parsed(text)) == expected


def test_nested_statements_are_indented() -> None:
    tree = c_parser.CParser().parse("void f() { for (;;) if (a) b = 1; else while (c) d(); }")
    text = CPrinter().statement(tree.ext[0].body.block_items[0])
    assert text.rstrip().splitlines() == [
        "for (;;)",
        "  if (a)",
        "    b = 1;",
        "  else",
        "    while (c)",
        "      d();",
    ]


def test_omp_nodes_become_pragmas_again(tmp_path: Path) -> None:
    text = (
        "void f(int n, int *a) {\n#pragma omp parallel for private(n)\nfor (int i = 0; i < 9; i++) a[i] = n;\n}\n"
    )
    unit = bound(text)
    printed = CPrinter().visit(unit.tree)
    again = preprocessed(printed, tmp_path)
    assert "#pragma omp parallel for private(n)" in printed
    assert [type(node) for node in walk(again.tree)] == [type(node) for node in walk(unit.tree)]
    assert any(isinstance(node, Omp) for node in walk(again.tree))


def test_unknown_node_stops_the_printer() -> None:
    class Strange(c_ast.Node):
        __slots__ = ()

    with pytest.raises(InternalError, match="Strange"):
        CPrinter().visit(Strange())


@pytest.mark.parametrize(
    ("ctype", "space", "expected"),
    [
        (INT, "", "int x"),
        (LLONG, "", "long x"),
        (IntType("_Bool", 8, False), "", "uchar x"),
        (PointerType(DOUBLE), "__global", "__global double *x"),
        (PointerType(ArrayType(DOUBLE, 64)), "__global", "__global double (*x)[64]"),
        (ArrayType(ArrayType(CHAR, 3), 2), "", "char x[2][3]"),
        (ArrayType(PointerType(INT), 4), "__global", "__global int *x[4]"),
        (PointerType(StructType("cell")), "__global", "__global struct cell *x"),
        (StructType("half"), "", "struct half_ x"),
    ],
)
def test_declarations(ctype: CType, space: str, expected: str) -> None:
    assert CPrinter().visit(build.declaration("x", ctype, space)) == expected


@pytest.mark.parametrize(
    ("operator", "ctype", "expected"),
    [
        ("+", DOUBLE, "0"),
        ("*", INT, "1"),
        ("&", UINT, "~0"),
        ("max", INT, "INT_MIN"),
        ("max", ULONG, "0"),
        ("min", ULONG, "(ulong)~0UL"),
        ("min", SHORT, "SHRT_MAX"),
        ("max", DOUBLE, "(double)-INFINITY"),
        ("min", LONG, "LONG_MAX"),
    ],
)
def test_identities(operator: str, ctype: CType, expected: str) -> None:
    assert identity(operator, ctype) == expected


def test_combining_partial_results_of_a_difference_adds() -> None:
    assert combine("-", "a", "b") == "a + b"
    assert combine("max", "a", "b") == "b > a ? b : a"


@pytest.mark.parametrize(
    "operation", ["add", "rsub", "write", "exchange", "read", "compare_swap", "compare_exchange"]
)
@pytest.mark.parametrize("target", ["int", "ulong", "double"])
@pytest.mark.parametrize("operand", ["int", "double"])
def test_names_of_atomics_say_it_all(operation: str, target: str, operand: str) -> None:
    atomic = Atomic(operation, target, operand, new=operation == "add")
    assert parse_atomic(atomic.name) == atomic


@pytest.mark.parametrize(
    ("name", "operation", "gives"),
    [
        ("__sync_fetch_and_add", "add", "value"),
        ("__atomic_or_fetch_8", "or", "value"),
        ("__atomic_load_n", "read", "value"),
        ("__sync_lock_release", "write", "nothing"),
        ("__atomic_compare_exchange", "compare_exchange", "truth"),
    ],
)
def test_functions_of_gcc_are_known_by_what_they_do(name: str, operation: str, gives: str) -> None:
    found = atomic_call(name)
    assert found is not None
    assert (found.operation, found.gives) == (operation, gives)
    assert atomic_call(f"{name}_x") is None


def test_unknown_atomic_stops_the_printer() -> None:
    assert parse_atomic("mrt_atomic_frob_int") is None
    with pytest.raises(InternalError):
        helper_text("mrt_atomic_frob_int")


def test_no_kernels_no_text() -> None:
    assert printed() == ""


def test_fp64_is_enabled_only_where_it_is_needed() -> None:
    single = "void f(int n, float *a) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] *= 2.0f;\n}"
    assert "cl_khr_fp64" not in printed(kernel(single))
    assert "cl_khr_fp64" in printed(kernel(single.replace("2.0f", "2.0")))


def test_shared_types_and_helpers_are_printed_once() -> None:
    loop = "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp atomic\na[0].x += 1; }\n"
    text = printed(*kernels(f"struct p {{ int x; }};\nvoid f(int n, struct p *a) {{\n{loop}{loop}}}"))
    assert text.count("struct p\n{") == 1
    assert text.count("int mrt_atomic_add_int(") == 1
    assert text.count("__kernel void") == 2


def test_arguments_follow_the_protocol_of_launches() -> None:
    text = """
        double f(int n, double x, double (*a)[8]) {
          double s = 0;
        #pragma omp parallel for collapse(2) reduction(+ : s)
          for (int i = 0; i < n; i++)
            for (int j = 0; j < 8; j++)
              s += x * a[i][j];
          return s;
        }"""
    shown = printed(kernel(text))
    assert (
        "__kernel void a_f_1(double x, __global double (*a_base)[8], long a_offset, ulong mrt_count0, "
        "ulong mrt_count1, __global ulong *mrt_partials)\n"
    ) in shown
    assert "*((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];\n" in shown


def test_comparisons_of_numbers_are_joined_without_jumps() -> None:
    """What may fault, or call, is evaluated only where the tests before it hold."""
    printed_as = {
        "a >= 1L && (long)b >= 2L * c ? b : 0": "(a >= 1L) & ((long) b >= 2L * c) ? b : 0",
        "p != q && p[1] > 0 ? b : 0": "p != q && p[1] > 0 ? b : 0",
        "a > 0 && b / a > 1 ? b : 0": "a > 0 && b / a > 1 ? b : 0",
        "a > 0 && f(a) > 1 ? b : 0": "a > 0 && f(a) > 1 ? b : 0",
        "a > 0 && b * c > 1 ? b : 0": "a > 0 && b * c > 1 ? b : 0",
        "a && b ? b : 0": "a && b ? b : 0",
    }
    assert {text: HostPrinter().expression(parsed(text)) for text in printed_as} == printed_as
