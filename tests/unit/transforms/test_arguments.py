"""Argument promotion: which members are passed by value, and what the host evaluates for them."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Kernel
from mapper.transforms.dimensions import nest
from mapper.transforms.frame.base import Changed, Placed
from mapper.transforms.memory.arguments import TRANSFORM
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import translated

HEAD = """
typedef struct { int rows, columns; double scale; _Bool is; short small : 3; double *data; } Grid;
typedef struct { Grid *grid; int level; } Domain;
static Grid fixed;
static double out[100], data[100];
static void f(Grid *grid, const Grid *other, Domain *domain, int n)
{
BODY
}
int main(int argc, char **argv) {
  Grid one = {10, 10, 2, 1, 1, data}, two = one;
  Domain domain = {&two, 1};
  fixed = one;
  f(&one, argc > 1 ? &one : &two, &domain, argc);
  return argv == 0;
}
"""
LOOP = "#pragma omp parallel for\n"


def promoted(body: str) -> tuple[Kernel, Kernel | None]:
    """The first kernel of a function, and what argument promotion makes of it beside the others."""
    program = translated(HEAD.replace("BODY", body))
    symbols = resolve(program.units[0])
    kernels = [loop.kernel for region in program.regions for loop in region.loops]
    placed = [Placed(kernel, symbols) for kernel in kernels if kernel is not None]
    outcome = TRANSFORM.apply(placed)[0]
    return placed[0].kernel, outcome.kernel if isinstance(outcome, Changed) else None


def text(node: c_ast.Node) -> str:
    return CPrinter().expression(node) if not isinstance(node, c_ast.Compound) else CPrinter().statement(node)


def values(body: str) -> dict[str, str]:
    """The new parameters with what the host evaluates for them."""
    before, after = promoted(body)
    old = {each.name for each in before.values}
    return (
        {}
        if after is None
        else {each.name: text(each.expression) for each in after.values if each.name not in old}
    )


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("grid->data[i * grid->columns] = 1;", {"grid_columns": "grid->columns"}),
        ("other->data[i] = other->scale;", {"other_scale": "other ? other->scale : 0"}),
        ("domain->grid->data[i] = domain->level;", {"domain_level": "domain ? domain->level : 0"}),
        ("out[i] = fixed.scale + fixed.rows;", {"fixed_scale": "fixed.scale", "fixed_rows": "fixed.rows"}),
        ("Grid own = fixed; own.scale = i; out[i] = own.scale;", {}),
        ("out[i] = other->scale;", {}),
        ("grid->data[i] = grid->is + grid->small;", {}),
        ("grid->data[i] = grid[i].scale + grid->scale;", {}),
        ("grid->data[i] = *&grid->scale;", {}),
        ("grid->data[i] = grid->scale; grid->scale = 3;", {}),
        ("grid->data[i] = grid->scale; if (n == 7) other->rows = 3;".replace("other", "((Grid *)other)"), {}),
    ],
)
def test_members(statement: str, expected: dict[str, str]) -> None:
    """Not what nothing else is loaded through, nor what is written, addressed, a bit-field or one of many."""
    assert values(f"{LOOP}for (int i = 0; i < grid->rows; i++) {{ {statement} }}") == expected


def test_paths_of_pointers() -> None:
    body = f"{LOOP}for (int i = 0; i < n; i++) domain->grid->data[i] = domain->grid->scale;"
    assert values(body) == {"domain_grid_scale": "domain && domain->grid ? domain->grid->scale : 0"}


def test_what_another_kernel_writes_stays_where_it_is() -> None:
    body = f"{LOOP}for (int i = 0; i < grid->rows; i++) grid->data[i] = grid->scale;"
    assert values(body) == {"grid_scale": "grid->scale"}
    body += f"\n{LOOP}for (int i = 0; i < n; i++) if (i == 3) grid->columns = 2;"
    assert values(body) == {}


def test_a_structure_of_which_nothing_else_is_read_is_no_parameter() -> None:
    before, after = promoted(f"{LOOP}for (int i = 0; i < n; i++) other->data[i] = other->scale * other->columns;")
    assert after is not None
    assert {each.name for each in before.buffers} - {each.name for each in after.buffers} == {"other"}
    assert "other_scale * other_columns" in text(after.body)
    assert all("other" not in (each.overlaps or ()) for each in after.buffers)


PLANES = """
struct grid { int n; float ***now, ***next; };
static void step(struct grid *grid)
{
#pragma omp parallel for
  for (int i = 0; i < grid->n; i++)
    for (int j = 0; j < BOUND; j++)
      for (int k = 0; k < grid->n - 1; k++) grid->next[i][j][k] -= grid->now[i][j][k + 1];
}
int main(int c, char **v) { struct grid grid = {c, (float ***)v, (float ***)v}; step(&grid); return 0; }
"""


@pytest.mark.parametrize(("bound", "boxes", "dimensions"), [("grid->n", 2, 3), ("grid->n - i", 0, 2)])
def test_rows_whose_lengths_are_members(bound: str, boxes: int, dimensions: int) -> None:
    """Where rows are used in parts, `nest` takes the longest for all of them."""
    program = translated(PLANES.replace("BOUND", bound))
    symbols = resolve(program.units[0])
    (kernel,) = [loop.kernel for region in program.regions for loop in region.loops]
    assert kernel is not None
    assert len(kernel.boxes) < len(kernel.chains) == 2
    outcome = TRANSFORM.apply([Placed(kernel, symbols)])[0]
    assert isinstance(outcome, Changed)
    assert len(outcome.kernel.boxes) == boxes
    assert len(apply_all(outcome.kernel, symbols, [nest.TRANSFORM]).dimensions) == dimensions
