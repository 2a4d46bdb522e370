"""Which nests go by diagonals, and which stay as they are."""

from __future__ import annotations

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.transforms.cooperative import gang, wavefront
from mapper.transforms.frame.base import Transform
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

NEST = "t[j][i][k] = t[j][i - 1][k] + t[j][i][k - 1];"


def after(body: str, *passes: Transform, clauses: str = "") -> Kernel:
    """The kernel of a loop over j with this body."""
    kernel, symbols = kernel_and_symbols(
        "static double t[100][50][50], s[100], sum; static int c[100]; void exit(int);\n"
        f"void f(int n) {{\n#pragma omp parallel for {clauses}\nfor (int j = 0; j < n; j++) {{ {body} }} }}"
    )
    return apply_all(kernel, symbols, passes or (wavefront.TRANSFORM,))


def nest(inner: str, i: str = "i = 1; i < n; i++", k: str = "k = 1; k < n; k++") -> str:
    return f"int i, k; for ({i}) for ({k}) {{ {inner} }}"


@pytest.mark.parametrize(
    "body",
    [
        nest(NEST),
        nest(NEST, "i = 1; i <= 49; i++"),
        nest("t[j][i][k] = t[j][i + 1][k] + t[j][i][k + 1];", "i = n - 2; i >= 0; i--", "k = n - 2; k > -1; k--"),
        nest("double old = t[j][i - 1][k]; t[j][i][k] = old + t[j][i][k - 1];"),
        nest(NEST) + "for (k = 0; k < n; k++) t[j][0][k] = 1;",  # sets the counter anew
        "double own[2];" + nest("own[0] = t[j][i - 1][k]; own[1] = t[j][i][k - 1]; t[j][i][k] = own[0] + own[1];"),
    ],
)
def test_goes_by_diagonals(body: str) -> None:
    made = after(body).form(Gang)
    assert made is not None
    assert made.few
    assert wavefront.WAVE in CPrinter().visit(made.body)


@pytest.mark.parametrize(
    "body",
    [
        nest("t[j][i][k] = t[j][i - 1][k];"),  # the inner loop is parallel
        nest("t[j][i][k] = t[j][i][k - 1];"),  # the outer loop is
        nest(NEST, i="i = 1; i < 3; i++"),
        nest(NEST, k="k = 1; k < 3; k++"),
        nest(NEST, i="i = 2; i < n; i += 2"),
        nest(NEST, k="k = 2; k < n; k += 2"),
        nest(NEST + "if (t[j][i][k] > 9) break;"),
        nest(NEST, k="k = 1; k < i; k++"),
        nest(NEST, i="i = 1; i < c[j]; i++"),
        nest(NEST) + "s[j] = i;",
        nest(NEST) + "c[j] = k + i;",
        f"int i, k; for (i = 1; i < n; i++) {{ s[j] = i; for (k = 1; k < n; k++) {{ {NEST} }} }}",
    ],
)
def test_stays(body: str) -> None:
    kernel = after(body)
    assert (kernel.form(Gang), kernel.applied) == (None, ())


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            nest("t[j][i][k] = t[j][i - 1][k + 1] + t[j][i][k - 1];", k="k = 1; k < 49; k++"),
            "no inner loop is parallel",
        ),
        (
            nest("t[j][i][k] = t[j][i - 1][k + 2] + t[j][i][k - 1];", k="k = 1; k < 48; k++"),
            "iterations over i and k depend on those of later diagonals",
        ),
        ("\n#pragma omp atomic\ns[0] += 1;\n" + nest(NEST), "no inner loop is parallel"),  # one lane must do it
        (
            "double kept[2]; kept[1] = 0;" + nest("kept[0] = t[j][i - 1][k]; " + NEST + "kept[1] += kept[0];"),
            "no inner loop is parallel",
        ),
        (
            "double last[2];" + nest("last[0] = t[j][i - 1][k]; " + NEST) + "s[j] = last[0];",
            "no inner loop is parallel",
        ),
        ("if (c[j] > 9) exit(1);" + nest(NEST), "the loop has error paths"),
    ],
)
def test_refused(body: str, reason: str) -> None:
    (applied,) = after(body).applied
    assert applied.refusal == reason


def test_a_reduction_stays_with_one_work_item() -> None:
    kernel = after(nest(NEST) + "sum += t[j][n - 1][n - 1];", clauses="reduction(+: sum)")
    assert (kernel.form(Gang), kernel.applied) == (None, ())


def test_what_gang_has_shared_out_is_left_alone() -> None:
    body = "double a = 0; for (int l = 0; l < n; l++) a += t[j][0][l]; s[j] = a;" + nest(NEST)
    made = after(body, gang.TRANSFORM, wavefront.TRANSFORM).form(Gang)
    assert made is not None
    assert not made.few
