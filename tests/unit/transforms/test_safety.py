"""What `--safe` knows of a kernel: where pointers may lead, whose writes may collide, what it can't check."""

from __future__ import annotations

import re

import pytest
from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.names.symbols import resolve
from mapper.frontend.load import load_unit
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import walk
from mapper.openmp.bind import bind
from mapper.options import Options
from mapper.transforms.run import Selection, finished
from mapper.transforms.safety.checked import checked, obstacle
from mapper.transforms.safety.provenance import PRIVATE, Provenance
from mapper.translate.program import translate
from tests.unit.translate.programs import kernel, printed

HEAD = "void f(double *a, double *b, int *to, double **rows, int n, int m)\n{\n#pragma omp parallel for\n"
LOOP = HEAD + "  for (int i = 0; i < n; i++) { %s }\n}\n"


def _checked(text: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Kernel, Provenance]:
    path = tmp_path_factory.mktemp("safety") / "a.c"
    path.write_text(text, encoding="utf-8")
    unit = bind(load_unit(str(path), ("gcc",), ("-w",)))
    symbols = resolve(unit)
    program = translate([unit], {unit.path: symbols})
    (loop,) = program.regions[0].loops
    assert loop.kernel is not None, loop.kept
    return checked(loop.kernel, symbols), Provenance(loop.kernel, KernelTypes(loop.kernel, symbols).type_of)


def _pointer(kernel: Kernel, name: str) -> c_ast.ID:
    return next(node for node in walk(kernel.body) if isinstance(node, c_ast.ID) and node.name == name)


@pytest.mark.parametrize(
    ("body", "roots"),
    [
        ("double *p = a + i; p[0] = 1;", {"a"}),
        ("double *p = i % 2 ? a : &b[i]; *p = 1;", {"a", "b"}),
        ("double *p = a; if (i > 3) p = b + m; *p = 1;", {"a", "b"}),
        ("double *q[2] = {a, b}, *p = q[i % 2]; *p = 1; b[i] = a[i];", {"a", "b"}),
        ("double own[3] = {a[i]}, *p = own; *p = 1; a[i] = own[1];", set(PRIVATE)),
        ("double own[2][3], *p = own[i % 2]; *p = b[i]; a[i] = *p;", set(PRIVATE)),
    ],
)
def test_where_pointers_lead(body: str, roots: set[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    made, provenance = _checked(LOOP % body, tmp_path_factory)
    assert provenance.of(_pointer(made, "p")) == roots


@pytest.mark.parametrize(
    ("body", "owned"),
    [
        ("a[i] = b[i];", {}),
        ("a[to[i]] = 1;", {"a": 8}),
        ("a[i / 2] = 1;", {"a": 8}),
        ("a[i] = 1; *(a + i) = 2;", {"a": 8}),
        ("a[i] = 1; to[i]++; b[i % m] -= 1;", {"b": 8}),
        ("double *p = i % 2 ? a : b; *p = 1;", {"a": 8, "b": 8}),
        ("to[to[i]] = 1;", {"to": 4}),
    ],
)
def test_whose_writes_may_collide(
    body: str, owned: dict[str, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    made, _ = _checked(LOOP % body, tmp_path_factory)
    assert made.checks is not None
    assert made.checks.owned == owned


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        ("a[i] = n / 3 + n % 7 + 1.0 / m;", []),
        ("a[i] = n / m;", ["mrt_quotient_of_int"]),
        ("a[i] = 5u % (unsigned)m + 7L / to[i];", ["mrt_quotient_of_long", "mrt_remainder_of_uint"]),
        ("int k = n; k /= m; a[i] = k;", ["mrt_quotient_of_int"]),
        ("a[i] = n / -1;", ["mrt_quotient_of_int"]),
        ("double own[4] = {0}; a[i] = own[3] + own[i & 3];", ["mrt_below"]),
    ],
)
def test_which_numbers_are_checked(body: str, calls: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    made, _ = _checked(LOOP % body, tmp_path_factory)
    text = printed(finished(made))
    kernel_text = text[text.index("__kernel") :]
    assert sorted(set(re.findall(r"mrt_(?:quotient|remainder|below)\w*", kernel_text))) == calls


def test_what_can_not_be_checked() -> None:
    rows = kernel(LOOP % "rows[i][0] = 1;")
    assert obstacle(rows) == "it follows a table of pointers, whose entries are not checked"
    assert obstacle(kernel(LOOP % "a[i] = 1;")) is None


def test_checked_kernels_are_not_optimised() -> None:
    options = Options(sources=("a.c",), safe=True)
    assert [each.name for each in Selection.of(options).passes] == ["expand"]
    assert len(Selection.of(Options(sources=("a.c",))).passes) > 20
