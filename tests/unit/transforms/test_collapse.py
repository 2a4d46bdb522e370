"""Which loops over rows can be taken apart into elements, and what elements need of their row."""

from __future__ import annotations

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.collapsed import Collapsed
from mapper.ir.program.kernel import Kernel
from mapper.transforms.cooperative import gang
from mapper.transforms.run import apply_all
from mapper.transforms.sparse import collapse
from tests.unit.translate.programs import kernel_and_symbols

ARRAYS = """static int row[2000], column[9000]; static long far[2000];
static double a[9000], b[9000], x[2000], y[2000], z[2000];"""
LOOP = "for (int k = row[i]; k < row[i + 1]; k++)"


def collapsed(body: str, header: str = "for (int i = 0; i < n; i++)") -> Kernel:
    """The kernel of a loop over rows with this body, after the transformation."""
    kernel, symbols = kernel_and_symbols(
        f"{ARRAYS}\nvoid f(int n) {{\n#pragma omp parallel for\n{header} {{ {body} }} }}"
    )
    return apply_all(kernel, symbols, (gang.TRANSFORM, collapse.TRANSFORM))


@pytest.mark.parametrize(
    ("body", "shift", "sums", "items"),
    [
        (f"double s = 0; {LOOP} s += a[k] * x[column[k]]; y[i] = s;", 0, "+", 5),
        (
            f"double s = 0, t = 9; {LOOP} {{ s += a[k]; t = a[k] < t ? a[k] : t; }} y[i] = s; z[i] = t;",
            0,
            "+min",
            3,
        ),
        (f"{LOOP} b[k] = a[k] * x[i];", 0, "", 5),
        ("double s = 0; for (long k = far[i - 1]; k < far[i]; k++) s -= a[k]; y[i] = s;", -1, "+", 5),
        (
            "double s = 0; int p = row[i], q = row[i + 1]; for (int k = p; k < q; k++) s += a[k]; y[i] = s;",
            0,
            "+",
            5,
        ),
        ("float s = 0; for (int k = row[1 + i]; k < row[i + 2]; k++) s += a[k]; y[i] = s;", 1, "+", 5),
    ],
)
def test_rows_are_taken_apart(body: str, shift: int, sums: str, items: int) -> None:
    form = collapsed(body).form(Collapsed)
    assert form is not None
    assert form.shift == shift
    assert "".join(each.operator for each in form.sums) == sums
    assert form.items == items


@pytest.mark.parametrize(
    ("body", "needed", "finds_row"),
    [
        (f"double w = x[i], s = 0; {LOOP} s += a[k] * w; y[i] = s + w;", "double w = x[i]", True),
        (f"double w = 2.0, v = w + i, s = 0; {LOOP} s += a[k] * w; y[i] = s + v;", "double w = 2.0", False),
        (f"double w, s = 0; {LOOP} {{ w = a[k]; s += w * w; }} y[i] = s;", "double w", False),
        (f"double s = i; {LOOP} s += a[k]; y[i] = s;", "", False),
        (f"double s = 0; {LOOP} s += a[k] * y[column[k]]; y[i] += s;", "", False),
    ],
)
def test_elements_compute_what_they_need_of_their_row(body: str, needed: str, *, finds_row: bool) -> None:
    form = collapsed(body).form(Collapsed)
    assert form is not None
    assert [CPrinter().visit(each) for each in form.before.block_items or []] == ([needed] if needed else [])
    assert form.finds_row == finds_row


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            f"double w = 1, s = 0; while (w < i) w *= 2; {LOOP} s += a[k] * w; y[i] = s;",
            "`w`, which takes too much",
        ),
        (f"double s = 0; {LOOP} s += a[k]; for (int j = 0; j < n; j++) s += x[j]; y[i] = s;", "share other loops"),
        (
            f"double s = 0; y[i] = 0; {LOOP} s += a[k] * y[column[k]]; y[i] += s;",
            "`y`, which takes too much",
        ),
        (f"{LOOP} b[k] = a[k]; z[i] = b[i];", "`b` is written, and a row's statements use it"),
        (
            "double w[100], s = 0; for (int k = 0; k < 100; k++) w[k] = x[k] * i;"
            f"{LOOP} s += a[k] * w[column[k] % 100]; y[i] = s;",
            "local memory holds arrays of each row",
        ),
        (f"double s = 0; {LOOP} s += a[k]; y[i] = s; row[n + i + 3] = i;", "the loop writes `row`"),
        (
            f"double s = 0, w = 1; {LOOP} {{ s += a[k]; }} y[i] = s; if (n > 5) {{ double *q = &y[i]; *q += w; }}",
            "`q` is a pointer",
        ),
        (f"double w, s = w = x[i]; {LOOP} s += a[k] * w; y[i] = s;", "a statement computes `w` and `s`"),
        (
            f"double s = x[i], w = s * 3; {LOOP} s += a[k] * w; y[i] = s;",
            "a row's elements need an earlier value of `s`",
        ),
        (
            "double "
            + ", ".join(f"s{d} = 0" for d in range(40))
            + f"; {LOOP} {{ "
            + " ".join(f"s{d} += a[k] * {d};" for d in range(40))
            + " } y[i] = "
            + " + ".join(f"s{d}" for d in range(40))
            + ";",
            "there are 40 sums",
        ),
    ],
)
def test_refused(body: str, reason: str) -> None:
    kernel = collapsed(body)
    assert kernel.form(Collapsed) is None
    assert reason in (kernel.applied[-1].refusal or "")


@pytest.mark.parametrize(
    "loop",
    [
        "for (int k = row[i]; k <= row[i + 1]; k++)",
        "for (int k = row[i]; k < row[i + 2]; k++)",
        "for (int k = row[i]; k < row[i + 1]; k += 2)",
        "for (int k = row[2 * i]; k < row[2 * i + 1]; k++)",
        "for (int k = row[i]; k < far[i + 1]; k++)",
        "for (int k = 0; k < row[i]; k++)",
    ],
)
def test_other_bounds_are_no_rows(loop: str) -> None:
    kernel = collapsed(f"double s = 0; {loop} s += a[k]; y[i] = s;")
    assert kernel.form(Collapsed) is None
    assert "collapse" not in [each.transform for each in kernel.applied]


def test_rows_taken_backwards_stay_whole() -> None:
    kernel = collapsed(f"double s = 0; {LOOP} s += a[k]; y[i] = s;", "for (int i = n - 1; i >= 0; i--)")
    assert kernel.form(Collapsed) is None
    assert kernel.applied[-1].refusal == "the rows are not taken one after the other"
