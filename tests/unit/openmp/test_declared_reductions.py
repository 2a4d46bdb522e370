"""Reductions that the program declares: which constructs get variables of threads' own, and what combines them."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.directive import COMBINED, own_names
from mapper.ir.trees.names import all_names
from mapper.ir.trees.nodes import Omp, text_of, walk
from mapper.openmp.idioms.merges import declared_reductions
from tests.unit.openmp.units import bound

MOST = "most : int, long : omp_out = omp_in > omp_out ? omp_in : omp_out"
HEAD = f"""
int all, count, high;
typedef struct {{ int n; }} tally; struct pair {{ int a, b; }};
void join(tally *, const tally *); void begin(tally *, tally *);
#pragma omp declare reduction({MOST}) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(joined : tally : join(&omp_out, &omp_in)) initializer(begin(&omp_priv, &omp_orig))
#pragma omp declare reduction(+ : struct pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b)
#pragma omp declare reduction(twice : int : omp_out += omp_in)
#pragma omp declare reduction(twice : int : omp_out += 2 * omp_in)
"""


def changed(construct: str) -> Omp:
    unit = bound(
        f"{HEAD}void f(int n, int *x) {{ int m = 0; long l; tally t; struct pair p;"
        f"int two[2], square[2][2];\n{construct} }}"
    )
    directives = [
        node for node in walk(unit.tree) if isinstance(node, Omp) and "reduction" not in node.directive.kind
    ]
    return directives[0]


def test_a_loop_becomes_a_region() -> None:
    clauses = "num_threads(3) default(none) shared(x) schedule(static, 2)"
    text = f"#pragma omp parallel for {clauses} reduction(most : m, l) reduction(+ : n)\n"
    region = changed(f"{text} for (int i = 0; i < n; i++) if (x[i] > m) {{ m = x[i]; l = m; }}")
    assert region.directive.kind == "parallel"
    assert [each.kind for each in region.directive.clauses] == ["num_threads", "shared", "shared"]
    assert region.directive.clauses[-1].variables == ("m", "l", "n")
    assert isinstance(region.body, c_ast.Compound)
    first, second, loop, *merges = region.body.block_items
    assert (text_of(first), text_of(second)) == ("int m_own = m", "long l_own = l")
    assert own_names(loop.directive) == {"m_own", "l_own"}
    assert [each.kind for each in loop.directive.clauses] == ["schedule", "reduction", "nowait", COMBINED]
    assert loop.directive.rewritten
    assert "x[i] > m_own" in text_of(loop.body)
    assert text_of(merges[0].body.block_items[0]) == "m = (m_own > m) ? (m_own) : (m)"
    assert len(merges) == 2


def test_names_are_looked_for_where_variables_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole unit is walked for each construct that gets some, not for all constructs that are looked at."""
    looked: list[c_ast.Node] = []

    def looks(root: c_ast.Node) -> set[str]:
        looked.append(root)
        return all_names(root)

    monkeypatch.setattr(declared_reductions, "all_names", looks)
    changed("#pragma omp parallel for reduction(+ : n)\nfor (int i = 0; i < 9; i++) n += x[i];")
    assert not looked
    changed("#pragma omp parallel for reduction(most : m)\nfor (int i = 0; i < n; i++) if (x[i] > m) m = x[i];")
    assert len(looked) == 1


def test_functions_begin_and_combine() -> None:
    region = changed("#pragma omp parallel for reduction(joined : t)\nfor (int i = 0; i < n; i++) t.n += x[i];")
    assert isinstance(region.body, c_ast.Compound)
    own, begins, _, merge = region.body.block_items
    assert [text_of(own), text_of(begins)] == ["tally t_own", "begin(&t_own, &t)"]
    assert text_of(merge.body.block_items[0]) == "join(&t, &t_own)"


@pytest.mark.parametrize(
    ("reduced", "own", "begins", "combined"),
    [
        ("most : two", "int two_own[2]", ["at"], "two[at] = (two_own[at] > two[at]) ? (two_own[at]) : (two[at])"),
        (
            "most : two[0 : 2]",
            "int two_own[2]",
            ["at"],
            "two[at] = (two_own[at] > two[at]) ? (two_own[at]) : (two[at])",
        ),
        ("most : x[:n]", "int x_own[n]", ["at"], "x[at] = (x_own[at] > x[at]) ? (x_own[at]) : (x[at])"),
        (
            "most : square",
            "int square_own[2][2]",
            ["at", "at_2"],
            "square[at][at_2] = (square_own[at][at_2] > square[at][at_2]) ? "
            "(square_own[at][at_2]) : (square[at][at_2])",
        ),
    ],
)
def test_elements_are_combined_one_by_one(reduced: str, own: str, begins: list[str], combined: str) -> None:
    text = f"#pragma omp parallel for reduction({reduced})\n"
    region = changed(f"{text}for (int i = 0; i < n; i++) {{ two[i] = square[i][0]; x[i] += 1; }}")
    assert isinstance(region.body, c_ast.Compound)
    first, start, _, merge = region.body.block_items
    assert text_of(first) == own
    assert [node.init.decls[0].name for node in walk(start) if isinstance(node, c_ast.For)] == begins
    (inner,) = (node for node in walk(merge) if isinstance(node, c_ast.Assignment))
    assert text_of(inner) == combined


def test_arrays_of_structures_begin_with_zero() -> None:
    region = changed(
        "struct pair pairs[4];\n#pragma omp parallel for reduction(+ : pairs)\n"
        "for (int i = 0; i < n; i++) pairs[i].a += x[i];"
    )
    assert isinstance(region.body, c_ast.Compound)
    assert text_of(region.body.block_items[0]) == "struct pair pairs_own[4] = {{0}}"
    assert len(region.body.block_items) == 3


def test_operators_of_structures_begin_with_zero() -> None:
    region = changed(
        "#pragma omp parallel\n{\n#pragma omp for reduction(+ : p)\nfor (int i = 0; i < n; i++) p.a++; }"
    )
    assert isinstance(region.body, c_ast.Compound)
    (block,) = region.body.block_items
    own, loop, _, barrier = block.block_items
    assert text_of(own) == "struct pair p_own = {0}"
    assert loop.directive.first("reduction") is None
    assert barrier.directive.kind == "barrier"


@pytest.mark.parametrize(
    ("declared", "reduced", "begins"),
    [
        ("typedef struct { int n; } sum;", "sum", "{0}"),
        ("typedef struct inner { int n; } inner; typedef inner sum;", "sum", "{0}"),
        ("typedef int inner; typedef inner sum;", "sum", "0"),
        ("typedef enum { NONE, SOME } sum;", "sum", "0"),
        ("", "unsigned int", "0"),
    ],
)
def test_copies_begin_with_zero(declared: str, reduced: str, begins: str) -> None:
    unit = bound(
        f"{declared}\n#pragma omp declare reduction(joined : {reduced} : omp_out = omp_in)\n"
        f"void f(int n) {{ {reduced} s;\n#pragma omp parallel for reduction(joined : s)\n"
        "for (int i = 0; i < n; i++) ; }"
    )
    region = next(node for node in walk(unit.tree) if isinstance(node, Omp) and node.directive.kind == "parallel")
    assert isinstance(region.body, c_ast.Compound)
    assert text_of(region.body.block_items[0]) == f"{reduced} s_own = {begins}"


@pytest.mark.parametrize("of", ["double _Complex", "float _Complex", "number"])
def test_products_of_complex_numbers(of: str) -> None:
    unit = bound(
        f"typedef double _Complex number; void f(int n) {{ {of} z; double p = 1;\n"
        "#pragma omp parallel for reduction(* : z, p)\nfor (int i = 0; i < n; i++) z *= 2; }"
    )
    region = next(node for node in walk(unit.tree) if isinstance(node, Omp))
    assert region.directive.kind == "parallel"
    assert isinstance(region.body, c_ast.Compound)
    own, loop, merge = region.body.block_items
    assert text_of(own) == f"{of} z_own = 1"
    assert [each.variables for each in loop.directive.all("reduction")] == [("p",)]
    assert text_of(merge.body.block_items[0]) == "z *= z_own"


@pytest.mark.parametrize("clause", ["* : p", "* : two[0 : 2]", "+ : z", "* : two"])
def test_other_products_stay(clause: str) -> None:
    unit = bound(
        f"void f(int n) {{ double _Complex z; double p = 1, two[2];\n"
        f"#pragma omp parallel for reduction({clause})\nfor (int i = 0; i < n; i++) ; }}"
    )
    construct = next(node for node in walk(unit.tree) if isinstance(node, Omp))
    assert construct.directive.kind == "parallel for"


def test_members_are_not_variables() -> None:
    region = changed(
        "int a = 0;\n#pragma omp parallel for reduction(+ : p)\nfor (int i = 0; i < n; i++) p.b += a;"
    )
    assert region.directive.kind == "parallel"


@pytest.mark.parametrize(
    "clauses",
    [
        "reduction(+ : m)",
        "reduction(unknown : m)",
        "reduction(twice : m)",
        "reduction(most : t)",
        "reduction(joined : two)",
        "reduction(joined : tallies)",
        "reduction(most : two[1 : 1])",
        "reduction(most : two[0 : 1 + 1])",
        "reduction(most : square[0 : 2])",
        "reduction(most : square[1][0 : 2])",
        "reduction(most : x[0 : m])",
        "reduction(most : x[0 : given])",
        "reduction(most : moved[0 : 2])",
        "reduction(most : of)",
        "reduction(most : all)",
        "reduction(most : high)",
        "reduction(most : x[0 : count])",
    ],
)
def test_others_stay(clauses: str) -> None:
    construct = changed(
        "int given, *to = &given; int *moved = x, of[n]; tally tallies[2]; { long all, count = 0; }\n"
        f"#pragma omp parallel for {clauses}\n"
        "for (int i = 0; i < n; i++) { m += x[i]; *moved++ = 1; two[0] = square[0][0]; of[0] = 1; } long high;"
    )
    assert construct.directive.kind == "parallel for"
    assert construct.directive.first("reduction") is not None
