"""Walks of trees that nothing changes any more, and of statements alone."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import nodes
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.nodes import Omp, constructs_in, finish, statements_in, text_of, walk
from mapper.ir.trees.quote import statements


def _loop() -> c_ast.Compound:
    text = "for (i = 0; i < n; i++) { if (a[i] > b) { a[i] = f(b, 1); } else b = a[i]; }"
    return c_ast.Compound(statements(text))


def test_walks_of_finished_trees_find_the_same_each_time() -> None:
    tree = _loop()
    plain = {id(node): list(walk(node)) for node in walk(tree)}
    finish(tree)
    for _ in range(2):
        for node in plain[id(tree)]:
            assert list(walk(node)) == plain[id(node)]
            assert next(walk(node)) is node


@pytest.mark.usefixtures("uncollected")
def test_finished_trees_go_away() -> None:
    before = len(nodes._FINISHED)
    tree = _loop()
    finish(tree)
    assert len(nodes._FINISHED) > before
    assert sum(1 for _ in walk(tree)) > 20
    del tree
    assert len(nodes._FINISHED) == before


def test_a_tree_that_shares_a_finished_part_is_walked_as_it_is() -> None:
    tree = _loop()
    finish(tree)
    assert sum(1 for _ in walk(tree))
    made = c_ast.Compound([*tree.block_items, *statements("c = 1;")])
    assert [node.name for node in walk(made) if isinstance(node, c_ast.ID)][-1] == "c"
    made.block_items.append(statements("d = 1;")[0])
    assert [node.name for node in walk(made) if isinstance(node, c_ast.ID)][-1] == "d"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = f(y);", ["Compound", "Assignment"]),
        ("for (i = 0; i < n; i++) x = f(i);", ["Compound", "For", "Assignment"]),
        ("if (x) return; else { break; }", ["Compound", "If", "Return", "Compound", "Break"]),
        ("switch (x) { case 1: y = 1; default: while (z) { continue; } }", None),
    ],
)
def test_statements_are_found_without_what_expressions_hold(text: str, found: list[str] | None) -> None:
    tree = c_ast.Compound(statements(text))
    shown = [type(node).__name__ for node in statements_in(tree)]
    if found is None:
        assert shown[-3:] == ["While", "Compound", "Continue"]
    else:
        assert shown == found
    assert all(text_of(node) for node in statements_in(tree))


def test_constructs_are_among_the_statements() -> None:
    where = Location("prog.c", 1, 1)
    barrier, flush = (Omp(Directive(kind, (), where, kind), None) for kind in ("barrier", "flush"))
    loop = c_ast.For(None, None, None, c_ast.Compound([*statements("x = f(i);"), barrier]))
    case = c_ast.Case(c_ast.Constant("int", "1"), [*statements("z = 2;"), flush])
    choice = c_ast.If(c_ast.ID("x"), c_ast.EmptyStatement(), c_ast.Switch(c_ast.ID("y"), case))
    region = Omp(Directive("parallel", (), where, "parallel"), c_ast.Compound([loop, choice]))
    tree = c_ast.FileAST([*statements("int a;"), region])
    assert list(constructs_in(tree)) == [region, barrier, flush]
    assert list(constructs_in(tree)) == [node for node in walk(tree) if isinstance(node, Omp)]
