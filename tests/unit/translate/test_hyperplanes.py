"""Loops over hyperplanes of planes with pipelines: what is proved of them, and what stays plane by plane."""

from __future__ import annotations

import pytest

from mapper.ir.program.region import ParallelRegion, Program
from mapper.options import Options
from mapper.stages.pipeline import translate_program
from tests.unit.transforms.test_every_pass import mapped

HEAD = "static double a[9][50][50], b[9][50][50], c[50][50], *p = a[0][0]; static int done[50];\n"
FIRST = "#pragma omp for\nfor (int i = 1; i < n; i++) for (int j = 1; j < n; j++) {{ {} }}\n"
SECOND = (
    "#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {{\n#pragma omp ordered depend(sink: i - 1)\n"
    "for (int j = 1; j < n; j++) {{ {} }}\n#pragma omp ordered depend(source)\n}}\n"
)


def source(second: str, first: str = "", behind: str = "") -> str:
    loops = (
        (FIRST.format(first) if first else "") + SECOND.format(second) + (FIRST.format(behind) if behind else "")
    )
    region = f"#pragma omp parallel\nfor (int k = 1; k < 9; k++)\n{{\n{loops}}}\n"
    return f"{HEAD}void f(int n)\n{{\n{region}}}\nint main(void) {{ f(40); }}\n"


@pytest.fixture
def options(tmp_path_factory: pytest.TempPathFactory) -> Options:
    return Options(sources=(str(tmp_path_factory.mktemp("planes") / "prog.c"),))


def program(text: str, options: Options) -> Program:
    with open(options.sources[0], "w", encoding="utf-8") as file:
        file.write(text)
    return translate_program(options).program


def over_planes(region: ParallelRegion) -> list[bool]:
    return [each.construct.directive.over_planes for each in region.loops]


SUM = "a[k][i][j] = a[k - 1][i][j] + a[k][i - 1][j] + a[k][i][j - 1]"
PROVED = {
    "a point of each plane": source(SUM + ";"),
    "later points, as they were": source(SUM + " + a[k + 1][i][j] + a[k][i + 1][j] + a[k][i][j + 1];"),
    "a corner": source("a[k][i][j] = a[k - 1][i - 1][j - 1];"),
    "coefficients": source(SUM + " * c[i][j];", first="c[i][j] = b[k][i][j];"),
    "an update before": source(SUM + ";", first="a[k][i][j] *= 0.5 + a[k - 1][i][j];"),
    "a loop behind": source(SUM + ";", behind="b[k][i][j] = a[k][i][j] + a[k - 1][i][j] + a[k][i - 1][j];"),
}
REVERSE = FIRST.replace("j = 1; j < n; j++", "j = n - 1; j >= 1; j--")
PROVED["columns in reverse that are independent"] = source(SUM + ";", first="F;").replace(
    FIRST.format("F;"), REVERSE.format("b[k][i][j] = b[k - 1][i][j] + b[k][i][j] * c[i][j];")
)
NOT_PROVED = {
    "columns in reverse": source(SUM + ";", first="F;").replace(
        FIRST.format("F;"), REVERSE.format("b[k][i][j] = b[k][i][j + 1] * 0.5;")
    ),
    "coefficients that the next plane overwrites": source(SUM + " * c[i - 1][j];", first="c[i][j] = b[k][i][j];"),
    "a later row of the plane before": source("a[k][i][j] = a[k - 1][i + 1][j] + a[k][i - 1][j];"),
    "a later column of the plane before": source("a[k][i][j] = a[k - 1][i][j + 1];"),
    "coefficients of later points": source(SUM + " * c[i][j + 1];", first="c[i][j] = b[k][i][j];"),
    "coefficients that are needed before": source(
        "c[i][j] = a[k][i][j]; " + SUM + ";", first="b[k][i][j] = c[i - 1][j];"
    ),
    "a loop behind for later points": source(SUM + ";", behind="b[k][i][j] = a[k][i + 1][j];"),
    "a loop behind changes what is needed": source(SUM + ";", behind="a[k][i][j] *= 0.5;"),
}


@pytest.mark.parametrize("name", PROVED)
def test_is_proved(name: str, options: Options) -> None:
    (region,) = program(PROVED[name], options).regions
    assert region.kept is None
    assert over_planes(region) == [True]
    assert region.loops[0].kernel is not None


@pytest.mark.parametrize("name", NOT_PROVED)
def test_stays_in_planes(name: str, options: Options) -> None:
    """The plane goes by diagonals of tiles, as far as that is proved."""
    (region,) = program(NOT_PROVED[name], options).regions
    assert not any(over_planes(region))
    assert region.loops[-1].construct.directive.pipeline is not None or region.kept is None


BEFORE = """\
static double t = 3;
static void solve(int k, int n) {{
double h = {value};
#pragma omp barrier
{loops}}}
"""


@pytest.mark.parametrize(("value", "is_proved"), [("t * 0.5", False), ("k * 0.5", True)])
def test_values_before_loops_are_not_changed_by_them(value: str, is_proved: bool, options: Options) -> None:
    point = "a[k][i][j] = h * a[k][i - 1][j]; if (k == 1 && i == 1 && j == 1) t = 1;"
    loops = SECOND.format(point)
    text = source(point).replace(loops, "solve(k, n);\n")
    (region,) = program(
        text.replace("void f(", BEFORE.format(value=value, loops=loops) + "void f("), options
    ).regions
    assert any(over_planes(region)) == is_proved


TYPES = {"int": True, "long": True, "double": False, "unsigned": False}


@pytest.mark.parametrize("of", TYPES)
@pytest.mark.parametrize("loop", ["k < 9", "j < n"])
def test_bounds_are_compared_as_the_counter_is(loop: str, of: str, options: Options) -> None:
    """A negative counter is more than each unsigned bound; a bound with a fraction needs one iteration more."""
    text = source(SUM + ";").replace(loop, loop[:4] + "m").replace("int k = 1", "int k = n - 39")
    text = text.replace("int j = 1", "int j = n - 39").replace("void f(", f"{of} m = 9;\nvoid f(")
    (region,) = program(text, options).regions
    assert over_planes(region) == ([True] if TYPES[of] else [False])
    if loop == "j < n":
        assert (region.loops[0].kernel is not None) == TYPES[of]


def test_an_unsigned_bound_serves_counters_that_are_never_negative(options: Options) -> None:
    text = source(SUM + ";").replace("void f(int n)", "void f(unsigned n)")
    (region,) = program(text, options).regions
    assert over_planes(region) == [True]


def test_can_be_switched_off(options: Options) -> None:
    with open(options.sources[0], "w", encoding="utf-8") as file:
        file.write(PROVED["coefficients"])
    off = Options(sources=options.sources, disabled=frozenset(["hyperplanes"]))
    found = [[each.id for each in mapped(chosen).program.regions[0].loops] for chosen in (options, off)]
    assert found == [["prog_f_1"], ["prog_f_1", "prog_f_2"]]


def test_functions_of_planes_are_not_for_serial_code(options: Options) -> None:
    calls = source(SUM + ";", first="c[i][j] = b[k][i][j];")
    loop = FIRST.format("c[i][j] = b[k][i][j];")
    text = calls.replace(loop, "weigh(k, n);\n").replace(
        "void f(", f"static void weigh(int k, int n) {{\n{loop}}}\nvoid f("
    )
    found = program(text, options)
    assert [each.id for each in found.regions] == ["prog_f_1"]
    (orphan,) = found.orphans
    assert (orphan.swept, orphan.kept) == ("prog_f_1", None)
