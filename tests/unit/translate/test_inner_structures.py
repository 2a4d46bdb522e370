"""Pointers to structures inside the elements of arrays: which member's pointers they lead to."""

from __future__ import annotations

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Kernel
from tests.unit.translate.programs import kept, kernel

HEAD = """
    struct curve { int n; double *x; struct curve *next; };
    struct other { int n; double *x; };
    struct deep { struct curve in; int pad; };
    struct rec {
      int id;
      struct curve k, q;
      struct deep d;
      union { struct curve c; double y[3]; } u;
      struct curve parts[3], two[2][2];
    };
    static double get(const struct curve *c, int j) { return c->x[j]; }
    static double *data(const struct curve *c) { return c->x; }
    static double moved(const struct curve *c, int n) { double s = 0; for (; n; n--, c++) s += c->x[n]; return s; }
    static double by(const struct curve *c, const struct curve *e) { c = e; return c->x[0]; }
    static double chain(const struct curve *c) { double s = 0; for (; c; c = c->next) s += c->x[0]; return s; }
"""


def source(body: str) -> str:
    """A program with one loop over `i < n`."""
    signature = "void f(int n, double *o, const int *m, struct rec *db, struct rec *db2, struct curve *cs)"
    return f"{HEAD}{signature} {{\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {{ {body} }}\n}}\n"


def tables(found: Kernel) -> set[str]:
    """What the first entries of a kernel's tables are."""
    printer = CPrinter()
    return {printer.expression(each.pointer) for each in found.buffers if each.table}


@pytest.mark.parametrize(
    ("body", "entries"),
    [
        ("const struct curve *c = &db[m[i]].k; o[i] = c->x[1];", {"&db[0].k.x"}),
        ("const struct deep *d = &db[m[i]].d; const struct curve *c = &d->in; o[i] = c->x[1];", {"&db[0].d.in.x"}),
        ("const struct curve *c = &db[i].k; c = &db[m[i]].k; o[i] = (*c).x[0];", {"&db[0].k.x"}),
        (
            "const struct curve *c = &db[i].k, *d = &db2[i].q; o[i] = c->x[0] + d->x[0];",
            {"&db[0].k.x", "&db2[0].q.x"},
        ),
        ("const struct curve *c = &db[m[i]].parts[i % 3]; o[i] = c->x[0];", {"&db[0].parts[0].x"}),
        ("const struct curve *c = db[m[i]].parts; c++; o[i] = c[1].x[0];", {"&db[0].parts[0].x"}),
        ("o[i] = get(&db[m[i]].k, 1) + get(&db[i].q, 2);", {"&db[0].k.x", "&db[0].q.x"}),
        ("o[i] = data(&db[m[i]].parts[i % 3])[1];", {"&db[0].parts[0].x"}),
        ("o[i] = moved(db[m[i]].parts, 3);", {"&db[0].parts[0].x"}),
        ("o[i] = by(&db[i].k, &db[m[i]].k);", {"&db[0].k.x"}),
        ("const struct curve *c = 0; if (m[i]) c = &db[i].k; o[i] = c ? c->x[0] : 0;", {"&db[0].k.x"}),
    ],
)
def test_a_member_of_an_inner_structure_is_a_table(body: str, entries: set[str]) -> None:
    assert tables(kernel(source(body))) == entries


@pytest.mark.parametrize(
    "body",
    [
        "const struct curve *c = &db[m[i]].k; if (i % 3) c = &db[i].q; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].k; for (int t = 0; t < 4; t++) { o[t] = c->x[t]; c = &db[i].q; }",
        "const struct curve *c = i % 2 ? &db[m[i]].k : &db2[i].k; o[i] = c->x[1];",
        "const struct curve *c = i % 2 ? &db[m[i]].k : &cs[i]; o[i] = c->x[1];",
        "struct curve c = db[m[i]].k; const struct curve *d = &c; o[i] = d->x[1];",
        "const struct curve *c = &db[m[i]].u.c; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].k; c++; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].k; c += m[i]; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].k; o[i] = c[1].x[1];",
        "const struct curve *c = &db[m[i]].k; o[i] = (c + 1)->x[1];",
        "const struct curve *c = &db[m[i]].k + 1; o[i] = c->x[1];",
        "const struct curve *c = &(&db[m[i]].k)[1]; o[i] = c->x[1];",
        "const struct curve *c = db[m[i]].parts; o[i] = (c++)->x[1];",
        "const struct curve *c = db[m[i]].parts; int j = 0; o[i] = c[j++].x[1];",
        "const struct curve *c = (const struct curve *)&db[m[i]].d; o[i] = c->x[1];",
        "const struct curve *c = (const struct curve *)&db[m[i]]; o[i] = c->x[1];",
        "const void *v = &db[m[i]].k; const struct curve *c = v; o[i] = c->x[1];",
        "const struct other *c = (const void *)&db[m[i]].k; o[i] = c->x[1];",
        "struct curve *c = &db[i].k; c->x = &o[0]; o[i] = c->x[1];",
        "const struct curve *c = &db[i].k; db[i].k = db[m[i]].q; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].k; c = c->next; o[i] = c->x[1];",
        "const struct curve *c = &db[m[i]].two[1][i % 2]; o[i] = c->x[0];",
        "o[i] = moved(&db[m[i]].k, 3);",
        "o[i] = by(&db[i].k, &db[m[i]].q);",
        "o[i] = chain(&db[m[i]].k);",
    ],
)
def test_what_may_lead_elsewhere_is_kept(body: str) -> None:
    assert kept(source(body)).code in ("K009", "K016", "K021")
