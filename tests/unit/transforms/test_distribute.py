"""`distribute`: which parts an iteration is cut into, what each one gets, and why others stay whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Access, Kernel, Storage
from mapper.ir.program.region import Program, WorkLoop
from mapper.ir.trees.nodes import text_of, walk
from mapper.transforms.frame.base import Outcome, Transform
from mapper.transforms.order import OPTIMISE
from mapper.transforms.run import Selection, transform
from tests.unit.translate.programs import translated

PASSES = ("overwrite", "nest", "distribute")
SUM = "m[i] = 0; for (j = 0; j < ROWS; j++) m[i] += a[j][i];"
LESS = "for (j = 0; j < ROWS; j++) a[j][i] -= m[i];"
OWN_SUM = "y = 0; for (j = 0; j < ROWS; j++) y += a[j][i]; for (j = 0; j < ROWS; j++) a[j][i] -= y;"
UPDATES = "a[j][i] -= m[i]; b[j][i] -= a[j][i]; c[j][i] = a[j][i] + b[j][i] + m[i];"
SCALED = "for (j = 0; j < ROWS; j++) b[j][i] *= 2;"


def program_of(
    body: str, clauses: str = "", before: str = "", rows: str = "2000", passes: Sequence[str] = PASSES
) -> Program:
    text = f"""
#define ROWS {rows}
static double a[2000][90], b[2000][90], c[2000][90], m[90];
static int shown, own;
#pragma omp threadprivate(own)
int printf(const char *, ...);
#define TOGETHER m[i] = n; for (j = 0; j < ROWS; j++) a[j][i] -= m[i]
static double top(int i) {{ return a[0][i]; }}
double f(int n, int from, double *p, double *q)
{{
  int i, j, k, l = 0;
  double x = from, y;
#pragma omp parallel for private(j, k, y) {clauses}
  for (i = from; i < 90; i++) {{
    {before}
    {body}
  }}
  return x + l;
}}"""
    program = translated(text)
    unit = program.units[0]
    selection = [each for each in Selection().passes if each.name in passes]
    made, _ = transform(program, {unit.path: resolve(unit)}, Selection(tuple(selection)))
    return made


def parts_of(
    body: str, clauses: str = "", before: str = "", rows: str = "2000", passes: Sequence[str] = PASSES
) -> list[WorkLoop]:
    (region,) = program_of(body, clauses, before, rows, passes).regions
    assert region.kept is None
    return list(region.loops)


def ranks(parts: list[WorkLoop]) -> list[int]:
    return [len(part.kernel.dimensions) for part in parts if part.kernel is not None]


def refusal(parts: list[WorkLoop]) -> str | None:
    assert parts[0].kernel is not None
    return next((each.refusal for each in parts[0].kernel.applied if each.transform == "distribute"), None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (SUM + LESS, [1, 2]),
        (LESS + SUM, [2, 1]),
        (SUM + LESS + "m[i] /= n;" + SCALED, [1, 2, 1, 2]),
        (LESS + SCALED, [2]),
        (LESS + "for (k = 0; k < ROWS; k++) b[k][i] -= a[k][i];", [2]),
        (LESS + "for (k = 0; k < ROWS; k++) b[k][i] -= a[ROWS - 1 - k][i];", [2, 2]),
        (LESS + "for (k = 1; k < ROWS; k++) b[k][i] -= a[k][i];", [2, 2]),
        (LESS + "for (k = 0; k < 40; k++) for (j = 0; j < ROWS; j++) a[j][i] += b[j][k] * c[k][i];", [2]),
        (SUM + LESS + "m[i] /= n;" + "c[i][0] = m[i];", [1, 2, 1]),
        (SUM + LESS + "c[i][0] = m[i];", [1, 2]),
        (SUM + LESS + "c[i][0] = a[n][i];", [1, 2, 1]),
        ("y = 2 * from + i;" + SUM + "for (j = 0; j < ROWS; j++) a[j][i] -= y;", [1, 2]),
        ("double own = x * i; m[i] = own; for (j = 0; j < ROWS; j++) a[j][i] += own * m[i];", [1, 2]),
        (OWN_SUM, [1, 2]),
        (OWN_SUM + "if (y > 2) y = 1; b[0][i] = 0;" + "for (j = 0; j < ROWS; j++) b[j][i] = y;", [1, 2, 1, 2]),
        (SUM + "for (j = 0; j < 5; j++) a[j][i] -= m[i];", [1]),
        (SUM + "for (j = 1; j < ROWS; j++) a[j][i] -= a[j - 1][i];", [1]),
        (SUM + "if (n > 3) for (j = 0; j < ROWS; j++) a[j][i] -= m[i];", [1]),
    ],
)
def test_parts(body: str, expected: list[int]) -> None:
    parts = parts_of(body)
    assert refusal(parts) is None
    assert ranks(parts) == expected
    assert [part.is_further_part for part in parts] == [number > 0 for number in range(len(expected))]


OWN_ARRAY = "double t[9]; *(t + 1) = n; m[i] = n; for (j = 0; j < ROWS; j++) a[j][i] -= t[i % 9] + m[i];"
OWN_LAST = "for (j = 0; j < ROWS; j++) { y = a[j][i]; b[j][i] = y; } for (j = 0; j < ROWS; j++) c[j][i] = y;"
TWO_POINTERS = """for (k = 0; k < ROWS; k++) {
  for (j = 0; j < 90; j++) p[(i * 90 + k) * 90 + j] = 1;
  for (j = 1; j < 90; j++) q[(i * 90 + k) * 90 + j] = 2;
}"""


@pytest.mark.parametrize(
    ("body", "clauses", "reason"),
    [
        (OWN_ARRAY, "", "used in another"),
        (OWN_LAST, "", "used in another"),
        (TWO_POINTERS, "", "are compared before the launch"),
        ("l += 1; m[i] = l;" + LESS, "reduction(+ : l)", "`l` is used for more than to reduce"),
        ("int *at = &l; *at += i;" + SUM + LESS, "reduction(+ : l)", "`l` is used for more than to reduce"),
        ("m[i] = own;" + LESS, "copyin(own)", "threads carry something along"),
        ("double *any = n ? a[0] : b[0]; m[i] = any[i];" + LESS, "", "not known what a part accesses"),
        ("TOGETHER;", "", "can't be distinguished in the source"),
        ("double w[] = {1, n}; m[i] = w[i % 2];" + LESS, "", "`w` has the length of its initial value"),
        (SUM + LESS, "lastprivate(l)", "a clause"),
        ('if (m[i] < 0) printf("%d", i);' + SUM + LESS, "", "error paths"),
        ((SUM + LESS) * 3, "", "6 parts"),
    ],
)
def test_refused(body: str, clauses: str, reason: str) -> None:
    parts = parts_of(body, clauses)
    assert len(parts) == 1
    assert reason in (refusal(parts) or "")


@pytest.mark.parametrize(
    ("declared", "first", "second"),
    [
        ("double w[2] = {1, n};", "double w[2] = {1, n};", "double w[2];"),
        ("const double w[2][1] = {{1}, {2}};", "const double w[2][1] = {{1}, {2}};", "double w[2][1];"),
        (
            "static const double w[2] = {1, 2};",
            "static const double w[2] = {1, 2};",
            "static const double w[2] = {1, 2};",
        ),
    ],
)
def test_parts_have_variables_with_initial_values(declared: str, first: str, second: str) -> None:
    parts = parts_of(f"{declared} m[i] = ((double *)w)[i % 2];" + LESS)
    texts = [text_of(part.part.loop) for part in parts if part.part is not None]
    assert [(first in text, second in text) for text in texts] == [
        (True, first == second),
        (first == second, True),
    ]


@pytest.mark.parametrize(
    ("value", "again"),
    [
        ("x * i", True),
        ("c[0][i] + n", True),
        ("sqrt(c[0][i])", True),
        ("a[0][i]", False),  # which the first loop changes
        ("top(i)", False),
        ("*&c[0][i]", False),
        ("y > 2 ? c[0][i] : y", False),
    ],
)
def test_parts_compute_anew_what_stays_the_same(value: str, again: bool) -> None:
    body = f"double kept = {value}; m[i] = kept;" + LESS + "for (k = 1; k < ROWS; k++) b[k][i] *= kept;"
    parts = parts_of(body if "y" not in value else "y = m[i];" + body)
    texts = [text_of(part.part.loop) for part in parts if part.part is not None]
    assert len(texts) > 1
    assert (f"double kept = {value}" in texts[-1]) == again


@pytest.mark.parametrize(
    ("before", "statement", "expected"),
    [
        ("m[i] = n;", "c[0][i] = 1;", [1, 2]),
        ("m[i] = n;", "c[0][i] = m[i];", [1, 2]),
        ("m[i] = n;", "c[0][i] = a[0][i];", [1, 2, 1, 2]),
        ("m[i] = n;", "c[0][i] = top(i);", [1, 2, 1, 2]),
        ("m[i] = n;", "m[i] = 1;", [1, 2, 1, 2]),
        ("m[i] = y = n;", "y = m[i] / 2; c[0][i] = y;", [1, 2]),
    ],
)
def test_statements_move_over_loops(before: str, statement: str, expected: list[int]) -> None:
    assert (
        ranks(parts_of(before + LESS + statement + "for (j = 0; j < ROWS; j++) b[j][i] *= c[0][i];")) == expected
    )


@pytest.mark.parametrize(
    ("loop", "statement"),
    [
        ("for (j = 0; j < ROWS; j++) a[j][i] -= y;", "y = n; c[0][i] = y;"),
        ("for (j = 0; j < ROWS; j++) { y = a[j][i]; b[j][i] = y; }", "c[0][i] = y;"),
        ("for (j = 0; j < ROWS; j++) { y = a[j][i]; b[j][i] = y; }", "y = n;"),
    ],
)
def test_statements_do_not_move_over_loops_that_need_or_set_their_variables(loop: str, statement: str) -> None:
    parts = parts_of("y = a[1][i] + n; m[i] = y;" + loop + statement + SCALED)
    text = "".join(text_of(part.part.loop) for part in parts if part.part is not None)
    assert -1 < text.find("for (j") < text.rfind(statement.partition(";")[0])


def test_unions_stay_together() -> None:
    parts = parts_of(SUM + LESS + "{ union { int i; float f; } v; v.i = i; m[i] += v.f; }")
    assert (ranks(parts), refusal(parts)) == ([1], None)


@pytest.mark.parametrize(
    ("body", "expected", "reducing"),
    [
        ("l += 1;" + SUM + LESS, [1, 2], [["l"], []]),
        (SUM + "l += i;" + LESS + "l += 2;" + SCALED, [1, 2], [["l"], []]),
        (SUM + LESS + "c[0][i] = m[i]; l += a[3][i];" + SCALED, [1, 2, 1, 2], [[], [], ["l"], []]),
        (LESS + "for (k = 0; k < ROWS; k++) l += a[k][i] > 2;", [2], [["l"]]),
        (SUM + LESS + "for (j = 0; j < ROWS; j++) l += a[j][i] > 2;", [1, 2], [[], ["l"]]),
    ],
)
def test_parts_reduce(body: str, expected: list[int], reducing: list[list[str]]) -> None:
    parts = parts_of(body, "reduction(+ : l)")
    assert refusal(parts) is None
    assert ranks(parts) == expected
    assert [[each.name for each in part.kernel.reductions] for part in parts if part.kernel] == reducing


def test_long_loops_pay() -> None:
    assert refusal(parts_of(SUM + LESS, rows="320")) is None
    assert "too short" in (refusal(parts_of(SUM + LESS, rows="319")) or "")
    assert ranks(parts_of(LESS + SCALED, rows="20")) == [2]


def test_loops_pay_by_their_accesses() -> None:
    for length, pays in ((96, True), (95, False)):
        with_sums = SUM + f"for (j = 0; j < {length}; j++) {{ {UPDATES} }}"
        assert ("too short" in (refusal(parts_of(with_sums)) or "")) is not pays


def test_the_host_tells_whether_loops_are_long() -> None:
    whole, first, second = parts_of(SUM + LESS, rows="n")
    assert ranks([whole, first, second]) == [1, 1, 2]
    assert [part.id for part in (first, second)] == [f"{whole.id}_part1", f"{whole.id}_part2"]
    assert [part.is_further_part for part in (whole, first, second)] == [False, True, True]
    assert second.part is not None
    assert [(text_of(each.dimension.bound), each.accesses) for each in second.part.inner] == [("n", 3)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("m[i] = 0; for (j = 0; j < 90; j++) m[i] += c[i][j]; for (j = 0; j < 90; j++) a[i][j] -= m[i];", [1]),
        ("for (j = 0; j < 90; j++) a[i][j] = 0; for (j = 1; j < 90; j++) b[i][j] = a[i][j - 1];", [1]),
        ("for (j = 0; j < 90; j++) a[i][j] = 0; for (k = 0; k < 90; k++) b[i][k] = a[i][k];", [2]),
    ],
)
def test_lanes_share_rows(body: str, expected: list[int]) -> None:
    parts = parts_of(body, passes=(*PASSES, "gang"))
    assert ranks(parts) == expected


ROW_SUM = "y = 0; for (j = 0; j < 90; j++) y += a[i][j]; m[i] = y;"


@pytest.mark.parametrize(
    ("body", "reducing"),
    [
        (ROW_SUM + "l += (int)y; m[i] -= 1;", [[], ["l"]]),
        ("m[i] = 1;" + ROW_SUM + "if (y > l) l = y;", [[], ["l"]]),
        ("y = 0; for (j = 0; j < 90; j++) y += a[j][i]; m[i] = y; l += (int)y;", [["l"]]),
        ("l += 2;" + ROW_SUM, [["l"]]),
        (ROW_SUM + "for (j = 0; j < 7; j++) l += j;", [["l"]]),
    ],
)
def test_lanes_share_what_comes_before_a_sum(body: str, reducing: list[list[str]]) -> None:
    parts = parts_of(body, f"reduction({'max' if 'if' in body else '+'} : l)", passes=(*PASSES, "gang"))
    assert [[each.name for each in part.kernel.reductions] for part in parts if part.kernel] == reducing
    assert parts[0].kernel is not None
    assert (parts[0].kernel.form(Gang) is not None) == (len(reducing) > 1)


def test_parts_have_what_they_need() -> None:
    first, second = parts_of("m[i] = x; for (j = 0; j < ROWS; j++) a[j][i] = b[j][i] * m[i];")
    assert first.kernel is not None
    assert second.kernel is not None
    assert {each.name: each.access for each in first.kernel.buffers} == {"m": Access.WRITE}
    reads, writes = Access.READ, Access.WRITE
    assert {each.name: each.access for each in second.kernel.buffers} == {"m": reads, "a": writes, "b": reads}
    assert first.kernel.buffers[0].overwrites is None  # only from `from` on
    assert second.id == second.kernel.name == f"{first.id}_part2"


def test_stores_that_never_run_count_as_stores() -> None:
    first = "m[i] = b[1][i]; if (i < -7) b[1][i] = 3;"
    part, _ = parts_of(f"{first} for (j = 0; j < ROWS; j++) a[j][i] = c[j][i] * m[i];")
    assert part.kernel is not None
    assert {each.name: each.access for each in part.kernel.buffers}["b"] == Access.READ | Access.WRITE


def test_values_lie_in_memory_between_parts() -> None:
    first, second = parts_of(OWN_SUM)
    assert first.part is not None
    assert second.part is not None
    assert (
        [each.memory for each in first.part.carried]
        == ["__mrt_memory0"]
        == [m.memory for m in second.part.carried]
    )
    kernels = [part.kernel for part in (first, second) if part.kernel is not None]
    kept = [next(each for each in kernel.buffers if each.storage is Storage.KEPT) for kernel in kernels]
    assert [each.access for each in kept] == [Access.WRITE, Access.READ]
    assert (
        text_of(first.part.loop)
        .rstrip(" }\n")
        .endswith("__mrt_memory0[(((unsigned long) i) - ((unsigned long) __mrt_start0)) / 1] = y;")
    )
    assert "y = __mrt_memory0[" in text_of(second.part.loop)


OWN_COLUMN = """double t[ROWS];
for (j = 0; j < ROWS; j++) t[j] = a[j][i];
for (j = 1; j < ROWS; j++) b[j][i] = t[j] - t[ROWS - 1 - j];"""
OWN_ROW = """double t[90];
for (j = 0; j < 90; j++) t[j] = 1;
for (k = 0; k < ROWS; k++) for (j = 0; j < 90; j++) t[j] += a[k][i] * b[k][j];
c[i][0] = t[3];
for (j = 0; j < 90; j++) c[i][j] = t[j];"""
OWN_ELEMENT = """double t[90];
for (j = 0; j < 90; j++) t[j] = 1;
for (k = 0; k < ROWS; k++) for (j = 0; j < 90; j++) t[j] += a[k][i] * b[k][j];
for (j = 0; j < 90; j++) c[i][j] = t[j];"""
OWN_PLANE = """int t[ROWS][2];
for (j = 0; j < ROWS; j++) { t[j][0] = n; t[j][1] = j; }
for (j = 1; j < ROWS; j++) b[j][i] = t[j][0] - t[ROWS - 1 - j][1];"""


@pytest.mark.parametrize(
    ("body", "expected", "element"),
    [
        (OWN_COLUMN, [1, 2, 2], "t_kept[(j * kept_stride1) + (i - mrt_lower_i)]"),
        (OWN_PLANE, [1, 2, 2], "t_kept[(((j * 2) + 0) * kept_stride1) + (i - mrt_lower_i)]"),
    ],
)
def test_arrays_lie_in_memory_between_parts(body: str, expected: list[int], element: str) -> None:
    parts = parts_of(body, rows="1000")
    assert refusal(parts) is None
    assert ranks(parts) == expected
    assert parts[1].kernel is not None
    assert f"{element} = " in text_of(parts[1].kernel.body)
    assert parts[1].part is not None
    (carried,) = parts[1].part.carried
    assert carried.elements == (2000 if "[2]" in body else 1000)
    texts = [text_of(part.part.loop) for part in parts if part.part is not None]
    assert ["__mrt_memory0[" in text and "= t[__mrt_element0]" in text for text in texts[1:]] == [True, False]
    assert ["t[__mrt_element0]" in text and "= __mrt_memory0[" in text for text in texts[1:]] == [False, True]


def test_rows_that_products_need() -> None:
    parts = parts_of(OWN_ROW, passes=(*PASSES, "interchange", "promote", "tile"))
    assert ranks(parts) == [1, 2, 1, 2]
    kernels = [part.kernel for part in parts[1:] if part.kernel is not None]
    assert [kernel.form(Blocks) is not None for kernel in kernels] == [True, False, False]
    assert "t_kept[" in text_of(kernels[0].body)


def test_one_element_is_a_number() -> None:
    (whole,) = parts_of(OWN_ELEMENT)
    assert whole.kernel is not None
    assert len(whole.kernel.dimensions) == 2
    assert not [each for each in whole.kernel.buffers if each.storage is Storage.KEPT]
    assert "double t;" in text_of(whole.kernel.body)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (OWN_COLUMN.replace("[j][i]", "[i][j]").replace("ROWS", "90"), "lanes share the inner loops"),
        (OWN_COLUMN.replace("t[j] -", "t[j - 1] + *(t + 2) -"), "used in another"),
        (OWN_COLUMN.replace("ROWS", "190"), "lanes share the inner loops"),
    ],
)
def test_arrays_that_stay(body: str, reason: str) -> None:
    parts = parts_of(body, rows="1000", passes=(*PASSES, "gang"))
    assert len(parts) == 1
    assert reason in (refusal(parts) or "")


def test_the_cpu_has_the_same_parts() -> None:
    parts = parts_of(SUM + LESS, before="double w = 3.0 * from;")
    texts = [text_of(part.part.loop) for part in parts if part.part is not None]
    assert ["m[i] = 0" in text for text in texts] == [True, False]
    assert ["a[j][i] -= m[i]" in text for text in texts] == [False, True]
    assert all(
        sum(isinstance(node, c_ast.Decl) for node in walk(part.part.loop)) == 1 for part in parts if part.part
    )


def test_parts_are_tried_with_the_transformations_that_decide() -> None:
    """What comes behind these, such as `vload`, sees the kernel that is kept, and no other."""
    seen: list[Kernel] = []

    def apply(kernel: Kernel, _: Symbols) -> Outcome:
        seen.append(kernel)
        return None

    program = program_of(OWN_SUM, passes=())
    own = [each for each in OPTIMISE if each.name in (*PASSES, "gang", "tile")]
    symbols = {unit.path: resolve(unit) for unit in program.units}
    transform(program, symbols, Selection((*own, Transform("vector", "", apply))))
    assert len(seen) == len({kernel.name for kernel in seen})
