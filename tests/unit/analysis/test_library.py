"""The rows of library functions, for what they hold, and the formats that some depend on."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.libc import DEVICE_FUNCTIONS
from mapper.analysis.whole_program.library import Place, builtin, library, may_convert
from mapper.analysis.whole_program.library_rows import BUILTIN_TABLE, TABLE
from mapper.analysis.whole_program.objects import Kind, MemoryObject
from mapper.ir.trees.ctypes import CHAR, DOUBLE, INT, CType, FunctionType, PointerType
from tests.unit.analysis.wholeprogram import program

NUMBERS = PointerType(DOUBLE)
TEXT = PointerType(CHAR)


def test_all_rows_are_read() -> None:
    for table, prefix in ((TABLE, ""), (BUILTIN_TABLE, "__builtin_")):
        for line in table.strip().splitlines():
            name = line.partition(":")[0]
            assert library(prefix + name) is not None, line


def test_no_function_has_two_rows() -> None:
    names = [line.partition(":")[0] for line in TABLE.strip().splitlines()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", sorted(DEVICE_FUNCTIONS))
def test_functions_of_the_device_are_the_librarys(name: str) -> None:
    assert library(name) is not None


@pytest.mark.parametrize("name", ["parity", "expect", "clz", "popcount", "trap", "inf", "unreachable", "va_copy"])
def test_what_is_gccs_own_has_a_prefix(name: str) -> None:
    assert library(name) is None
    assert builtin(f"__builtin_{name}") is not None


def test_places() -> None:
    getline = library("getline")
    assert getline is not None
    assert getline.touched(3)[0, 1, ""] == (True, True)
    assert getline.keeps == (Place(0, 1),)
    listed = library("vfprintf")
    assert listed is not None
    assert listed.touched(3) == {
        (1, 0, ""): (True, False),
        (2, 0, ""): (True, True),
        (2, 2, ""): (True, False),
        (2, 2, "n"): (False, True),
    }
    assert Place(2, rest=True).positions(5) == range(2, 5)
    assert list(Place(3).positions(2)) == []


@pytest.mark.parametrize(
    ("name", "result", "parameters", "expected"),
    [
        ("y1", DOUBLE, (DOUBLE,), True),
        ("y1", DOUBLE, (NUMBERS, INT), False),
        ("y1", NUMBERS, (INT,), False),
        ("index", TEXT, (TEXT, INT), True),
        ("index", INT, (TEXT, INT), False),
        ("index", TEXT, (INT, INT), False),
        ("read", INT, (INT, TEXT, INT), True),
        ("read", INT, (TEXT, INT), False),
        ("exit", INT, (INT,), True),
    ],
)
def test_a_declaration_tells_other_functions(
    name: str, result: CType, parameters: tuple[CType, ...], expected: bool
) -> None:
    known = library(name)
    assert known is not None
    assert known.fits(FunctionType(result, parameters)) is expected
    assert known.fits(FunctionType(result, None))


@pytest.mark.parametrize(
    ("text", "conversion", "expected"),
    [
        ('"%d %s %n"', "n", True),
        ('"%hhn"', "n", True),
        ('"%-5.*lln"', "n", True),
        ('"%2$n"', "n", True),
        ('"%\\x6e"', "n", True),
        ('"%" "n"', "n", True),
        ('"%dn %sn 100%%n"', "n", False),
        ('"%ln"', "m", False),
        ('"%ms %*d"', "m", True),
        ('"%5m[a-z]"', "m", True),
        ('"%lf m"', "m", False),
        ('"at %20p"', "a", True),
        ('"%*p %d"', "a", True),
        ('"%%p %s"', "a", False),
        ('"%s %lx"', "a", True),
        ('"%d %s %hhx %lf"', "a", False),
    ],
)
def test_conversions_of_literals(text: str, conversion: str, expected: bool) -> None:
    literal = MemoryObject(("literal",), Kind.LITERAL, "string", c_ast.Constant("string", text))
    assert may_convert(conversion, literal) is expected


def test_other_formats_may_hold_anything() -> None:
    assert may_convert("n", MemoryObject(("external", "format"), Kind.GLOBAL, "format"))


LIST = (
    "typedef struct __va_list_tag { void *area; } va_list[1];\n"
    "int vprintf(const char *, va_list); void other(va_list);\n"
)
CALLED = "double u[4]; int v[4]; char text[4];\nint main(void) {{ {} return 0; }}"


@pytest.mark.parametrize(
    ("body", "call", "reads", "writes"),
    [
        ("vprintf(f, ap);", 'show("%s", text);', {"text"}, set()),
        ("vprintf(f, ap);", 'show("%n", v);', {"v"}, {"v"}),
        ("vprintf(f, ap);", "show(text, u);", {"text", "u"}, {"u"}),
        ("va_list b; __builtin_va_copy(b, ap); vprintf(f, b);", 'show("%s", text);', {"text"}, set()),
        ("other(ap);", 'show("%s", text);', {"text"}, {"text"}),
        ("*__builtin_va_arg(ap, double *) = 1;", 'show("", u);', set(), {"u"}),
        ("__builtin_va_arg(ap, double *)[2] = 1;", 'show("", u);', set(), {"u"}),
        ("", 'show("%s", text);', set(), set()),
    ],
)
def test_lists_lead_to_the_arguments(body: str, call: str, reads: set[str], writes: set[str]) -> None:
    text = (
        LIST
        + "static void show(const char *f, ...) { va_list ap; __builtin_va_start(ap, f); "
        + body
        + " __builtin_va_end(ap); }\n"
        + CALLED.format(call)
    )
    whole = program(text)
    effects = whole.analyses.effects
    found = effects.of(whole.function("main").body, whole.units[0])
    names = {"u", "v", "text"}
    assert {each.name for each in effects.objects(found.reads)} & names == reads
    assert {each.name for each in effects.objects(found.writes)} & names == writes


def test_calls_of_other_functions_of_a_librarys_name() -> None:
    text = "double y1(double *); double table[3]; static double gamma(double x) { return x + table[0]; }\n"
    whole = program(text + "int main(void) { return y1(table) > gamma(1); }")
    found = whole.analyses.effects.of(whole.function("main").body, whole.units[0])
    assert found.unknown
    assert whole.analyses.whole.library(("external", "y1")) is None
    assert whole.analyses.whole.library(("external", "gamma")) is not None  # what other units may mean by it
