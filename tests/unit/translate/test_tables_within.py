"""Tables in structures that tables lead to: `item[i]->data[j]`, and what kernels and analyses know of them."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Index
from mapper.analysis.kernels.walk import collect
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Access, Buffer, Kernel
from tests.unit.translate.programs import kept, kernel, printed

TYPES = """
    struct item { int n; double *data; float *two[2]; };
    struct box { double **row; };
    struct level { struct box *box; double scale; };
"""


def loop(body: str) -> Kernel:
    """The kernel of one loop over `i < n`."""
    return kernel(
        f"#include <stddef.h>\n{TYPES}\nstatic double get(const struct item *p, int j) {{ return p->data[j]; }}\n"
        "void f(int n, int m, double *x, struct item **item, struct level **level) {\n"
        f"#pragma omp parallel for\nfor (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    )


def buffer(found: Kernel, name: str) -> Buffer:
    """A buffer by its name."""
    (one,) = [each for each in found.buffers if each.name == name]
    return one


@pytest.mark.parametrize(
    "body",
    [
        "x[i] = item[i]->data[i % 3];",
        "const struct item *p = item[i]; x[i] = p->data[i % 3];",
        "x[i] = (*item[i]).data[i % 3];",
        "x[i] = get(item[i], i % 3);",
        "const double *d = item[i]->data; x[i] = d[i % 3];",
    ],
)
def test_a_member_is_a_table_within_the_structures(body: str) -> None:
    found = loop(body)
    table, rows = buffer(found, "item_data_rows"), buffer(found, "item_data")
    assert (table.within, table.member, table.stride, table.span) == ("item", "data", 32, 8)
    assert (rows.of, rows.access) == ("item_data_rows", Access.READ)
    assert CPrinter().expression(rows.pointer) == "item[0]->data"
    assert found.levels["item_data"] == 2


@pytest.mark.parametrize(
    ("body", "tests"),
    [
        ("x[i] = item[i]->data ? item[i]->data[0] : 0;", {"item_data_rows"}),
        ("const struct item *p = item[i]; x[i] = p == NULL ? 0 : p->data[0];", {"item_rows"}),
        ("const double *d = item[i]->data; if (d && x[i] > 0) x[i] = d[0];", {"item_data_rows"}),
        ("x[i] = item[i]->data[0];", set()),
        ("x[i] = item[i]->n != 0 ? item[i]->data[0] : 0;", set()),
    ],
)
def test_null_pointers_are_null_where_they_are_tested(body: str, tests: set[str]) -> None:
    found = loop(body)
    assert {each.name for each in found.buffers if each.nulls} == tests
    assert printed(found).count("mrt_is_null(") == (3 if tests else 0)


def test_entries_are_counted_by_the_structures() -> None:
    assert "* 2L + 1" in printed(loop("x[i] = item[i]->two[1][0];"))


def test_chains_of_any_depth() -> None:
    found = loop("for (int b = 0; b < m; b++) level[i]->box[b].row[b][0] *= level[i]->scale;")
    tables = [each.name for each in found.buffers if each.table]
    assert tables == ["level_rows", "level_box_rows", "level_box_row_rows", "level_box_row_rows1"]
    assert buffer(found, "level_box_row_rows").within == "level_box"
    assert found.levels["level_box_row"] == 4


def test_the_structures_that_are_reached_by_their_pointers_alone_count() -> None:
    reached = buffer(loop("x[i] = (item[i] + 3)->data[0] + item[i]->n;"), "item").bytes
    assert reached is not None
    assert "4L" in CPrinter().expression(reached)


def test_rows_of_different_structures_have_different_subscripts() -> None:
    found = loop("struct item *p = item[i]; for (int j = 0; j < m; j++) p->data[j] = i;")
    assert [chain[-1].name for chain in found.boxes] == ["item", "item_data"]
    accesses = collect(found, None).accesses
    (written,) = [each for each in accesses if each.write and each.root and each.root.name == "item_data"]
    assert [forms.symbols_of(step.value) for step in written.steps if isinstance(step, Index)] == [
        {"i"},
        set(),
        {written.loops[-1].symbol},
    ]


PARTS = """
    struct face { int n; double *flux; int *list[2]; };
    struct block { int name; struct face face[6]; };
    struct domain { struct block *first, **block; struct face outer[5]; };
    static struct domain whole;
"""


def part(body: str) -> Kernel:
    """The kernel of one loop over `i < n`, with arrays of structures in other structures."""
    loop = "#pragma omp parallel for\nfor (int i = 0; i < n; i++)"
    return kernel(f"{PARTS}\nvoid f(int n, int m, double *x, struct domain *d) {{\n{loop} {{ {body} }}\n}}\n")


@pytest.mark.parametrize(
    ("body", "pointer", "entry"),
    [
        ("x[i] = d->outer[i].flux[0];", "&d->outer[0].flux", "i * 4L"),
        ("x[i] = whole.outer[i].flux[0];", "&whole.outer[0].flux", "i * 4L"),
        ("struct face *p = &d->outer[i]; x[i] = p->flux[0];", "&d->outer[0].flux", "(p - d->outer) * 4L"),
        ("struct face *p = d->outer + i; p++; x[i] = p->flux[0];", "&d->outer[0].flux", "(p - d->outer) * 4L"),
        ("x[i] = d->first[i].face[m].flux[0];", "&d->first[0].face[0].flux", "i * 25L + m * 4L"),
        ("x[i] = d->first[3].face[i].flux[0];", "&d->first[3].face[0].flux", "i * 4L"),
        ("x[i] = d->outer[2].list[i % 2][0];", "d->outer[2].list", "i % 2"),
    ],
)
def test_arrays_of_structures_in_others(body: str, pointer: str, entry: str) -> None:
    found = part(body)
    (table,) = [each for each in found.buffers if each.table]
    assert CPrinter().expression(table.pointer) == pointer
    assert f"_step, {entry})" in printed(found)


def test_arrays_in_structures_that_a_table_leads_to() -> None:
    found = part("x[i] = d->block[i]->face[m].list[1][0];")
    table = buffer(found, "d_block_list_rows")
    assert (table.within, table.member) == ("d_block", "face[0].list")
    assert (table.stride, table.span, table.pitch, table.times) == (200, 16, 32, 6)
    assert "* 12L + m * 2L + 1" in printed(found)


@pytest.mark.parametrize(
    "body",
    [
        "struct face *p = i % 2 ? &d->outer[i] : whole.outer; x[i] = p->flux[0];",
        "struct face *p = d->outer, *q = whole.outer; if (i % 2) p = q; x[i] = p->flux[0];",
    ],
)
def test_a_pointer_that_may_lead_into_two_arrays_is_not_followed(body: str) -> None:
    loop = "#pragma omp parallel for\nfor (int i = 0; i < n; i++)"
    found = kept(f"{PARTS}\nvoid f(int n, double *x, struct domain *d) {{\n{loop} {{ {body} }}\n}}\n")
    assert found.code == "K016"


@pytest.mark.parametrize(
    ("body", "rewrites"),
    [
        ("a[i] = b[i];", {"a"}),
        ("memcpy(&a[i], &b[i], sizeof a[i]);", {"a"}),
        ("bytes[i] = a[i].n;", {"bytes"}),
        ("a[i].n = b[i].n;", set()),
        ("plain[i] = plain[i + 9];", set()),
    ],
)
def test_memory_that_pointers_may_be_copied_into(body: str, rewrites: set[str]) -> None:
    found = kernel(
        "#include <string.h>\nstatic struct { int n; double *data; } a[9], b[9];\n"
        "static struct { int n; double x; } plain[18];\nstatic char bytes[9];\n"
        f"void f(int n) {{\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    )
    assert {each.name for each in found.buffers if each.rewrites and Access.WRITE in each.access} == rewrites
