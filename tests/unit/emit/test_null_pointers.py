"""Pointers that a launch loads through others, which may be null."""

from __future__ import annotations

import pytest
from pycparser import c_ast, c_parser

from mapper.analysis.host.objects import NamesAt
from mapper.diagnostics import Location
from mapper.emit.regions.launches.null_pointers import null_or
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import ctypes
from mapper.ir.trees.nodes import text_of
from tests.harness.semantics import symbols_of

DECLARED = """
struct box { double *row; };
struct grid { double *a, *held[4]; int n; unsigned bits : 3; struct grid *b; struct box *box; } s, s2[3];
double **rows, *table[9], **p, *a;
void f(struct grid *g, int n, int k, void *c) { ; }
"""


def _expression(text: str) -> c_ast.Node:
    tree = c_parser.CParser().parse(f"int x = {text};")
    node = tree.ext[0].init
    assert isinstance(node, c_ast.Node)
    return node


def inside(table: str, element: str) -> str:
    """The question whether an element is in its table, without parentheses."""
    return f"!__mrt_readable{table}, 1 || __mrt_readable&{element}, sizeof{element}"


@pytest.mark.parametrize(
    ("bound", "pointer", "expected"),
    [
        ("n", "a", "a"),
        ("n", "g->a", "g ? g->a : 0"),
        ("g->n", "g->a", "g->a"),
        ("g->n", "g->b->a", "g->b ? g->b->a : 0"),
        ("n", "g->b->a", "g && g->b ? g->b->a : 0"),
        ("g->b->n", "g->b->a", "g->b->a"),
        ("n", "rows[k]", f"rows && {inside('rows', 'rows[k]')} ? rows[k] : 0"),
        ("n", "rows[2]", "rows ? rows[2] : 0"),
        ("rows[k][0]", "rows[k]", "rows[k]"),
        ("n", "*p", "p ? *p : 0"),
        ("n", "s.a", "s.a"),
        ("n", "&g->box[0].row", "g && g->box ? &g->box[0].row : 0"),
        ("n", "table[k]", f"{inside('table', 'table[k]')} ? table[k] : 0"),
        ("n", "*(table + k)", f"{inside('table', '*table + k')} ? *table + k : 0"),
        ("n", "s2[k].n", f"{inside('s2', 's2[k].n')} ? s2[k].n : 0"),
        ("n", "(&s2[k])->bits", f"{inside('s2', 's2[k]')} ? &s2[k]->bits : 0"),
        ("n", "&s2[k].n", "&s2[k].n"),
        ("n", "s2[1].a", "s2[1].a"),
        ("n", "s2->a", "s2->a"),
        ("n", "(&s2[1])->a", "&s2[1]->a"),
        ("n", "(s2 + 1)->a", "s2 + 1->a"),
        ("n", "(g + 1)->a", "g ? g + 1->a : 0"),
        ("n", "g->held[k]", f"g && {inside('g->held', 'g->held[k]')} ? g->held[k] : 0"),
        ("n", "g->box[k].row", f"g && g->box && {inside('g->box', 'g->box[k].row')} ? g->box[k].row : 0"),
        ("n", "(double *)c", "double * c"),
        ("n", "g->n == 3 ? 0 : 1", "g ? g->n == 3 ? 0 : 1 : 0"),
        (
            "n",
            "((struct grid *)c)->n",
            "c ? __mrt_readable&struct grid * c->n, sizeofstruct grid * c->n ? struct grid * c->n : 0 : 0",
        ),
        (
            "n",
            "((struct grid *)c)->a",
            "c ? __mrt_readable&struct grid * c->a, sizeofstruct grid * c->a ? struct grid * c->a : void * 1 : 0",
        ),
    ],
)
def test_what_is_loaded_through_is_tested(bound: str, pointer: str, expected: str) -> None:
    counter = Dimension("i", ctypes.INT, _expression("0"), "<", _expression(bound), _expression("1"))
    kernel = Kernel("k", Location("a.c", 1, 1), (counter,), (), (), c_ast.Compound([]), {})
    symbols = symbols_of(DECLARED)
    names = NamesAt(symbols, symbols.functions["f"].body.block_items[0])
    found = text_of(null_or(_expression(pointer), kernel, names))
    assert found.replace("(", "").replace(")", "") == expected
