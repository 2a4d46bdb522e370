"""Flexible arrays and headers: which loops over them are parallel, and which members a kernel does not write."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.relations.dependences import carried
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import resolve
from mapper.ir.trees.nodes import text_of, walk
from tests.unit.translate.programs import translated

TYPES = """
struct size { int rows, columns; };
struct image { int width, height, stride; struct size size; int list[4]; unsigned char data[]; };
struct other { int width; float values[]; };
union either { struct { int width, length; } as; int words[2]; };
static struct { int width; struct size of[2]; float u[900]; } state;
static float any[900];
"""


def found_in(body: str) -> Found:
    """What is found in the kernel of a loop over i with a body; `a` and `b` may be the same image."""
    text = f"""
    #include <stdlib.h>
    {TYPES}
    void f(struct image *a, struct image *b, struct other *c, unsigned char *bytes, union either *u, int n,
           float *v)
    {{
      #pragma omp parallel for
      for (int i = 0; i < n; i++) {{ {body} }}
    }}
    int main(int argc, char **argv)
    {{
      struct image *p = calloc(1, 9000), *q = calloc(1, 9000);
      struct other *r = calloc(1, 9000);
      union either *u = calloc(1, sizeof *u);
      f(p, q, r, argc > 2 ? (unsigned char *)p : (unsigned char *)r, u, argc, state.u);
      f(argc > 3 ? p : q, p, (struct other *)q, (unsigned char *)q, (union either *)r, argc, any);
      return argv[0][0];
    }}
    """
    program = translated(text, assume_private=True)
    (loop,) = [loop for region in program.regions for loop in region.loops]
    assert loop.kernel is not None, loop.kept
    return collect(loop.kernel, resolve(program.units[0]))


@pytest.mark.parametrize(
    ("body", "parallel"),
    [
        ("for (int x = 0; x < n; x++) a->data[i * n + x] = x;", True),
        ("for (int x = 0; x < n; x++) a->data[x + 1] = a->data[x];", False),
        ("for (int x = 0; x < n; x++) a->data[(size_t)i * a->stride + x] = x;", True),
        ("for (int x = 0; x < a->width; x++) a->data[(size_t)i * a->stride + x] += 1;", True),
        ("for (int x = 0; x < n; x++) { a->data[i * a->stride + x] = x; a->stride = x; }", False),
        ("for (int x = 0; x < n; x++) { a->data[i * a->stride + x] = x; b->stride = x; }", False),
        ("for (int x = 0; x < n; x++) { a->data[i * a->stride + x] = x; bytes[x] = 1; }", False),
        ("for (int x = 0; x < n; x++) { a->data[x] = 1; a[1].data[x] = 2; }", False),
        ("for (int x = 0; x < n; x++) a->data[x] = a->width;", True),
        ("for (int x = 0; x < n; x++) c->values[x] = c->values[n + x];", True),
        ("for (int x = 0; x < n; x++) c->values[x] = c->values[n - x];", False),
        ("for (int x = 0; x < n; x++) c->values[x] = a->data[x];", False),
    ],
)
def test_loops_over_flexible_arrays(body: str, parallel: bool) -> None:
    found = found_in(body)
    node = next(node for node in walk(found.kernel.body) if isinstance(node, c_ast.For))
    loop = found.loop_of(node)
    assert loop is not None
    assert (carried(found, loop) is None) == parallel


@pytest.mark.parametrize(
    ("body", "members"),
    [
        ("a->data[i] = a->width;", {("a", "width")}),
        ("a->data[i] = b->width;", {("b", "width")}),
        ("a->data[i] = b->width; a->height = 3;", {("b", "width")}),
        ("a->data[i] = b->width; a->width++;", set()),
        ("a->data[i] = b->size.rows; a->size.columns = 3;", set()),
        ("a->list[2] = b->size.rows;", {("b", "size")}),
        ("a->data[i] = b->width; bytes[i] = 3;", set()),
        ("a->data[i] = b->width; *a = *b;", set()),
        ("int *p = &a->height; p[i] = a->width;", set()),
        ("int *p = &a->list[1]; p[i] = a->width;", {("a", "width")}),
        ("struct image *p = a; p->width = i; a->data[i] = a->width;", set()),
        ("u->words[i] = u->as.width;", set()),
        ("c->values[i] = b->width; a->data[i] = 2;", set()),
        ("state.u[i] = state.width;", {("state", "width")}),
        ("state.u[i] = state.width; state.of[0].rows = 3;", {("state", "width")}),
        ("state.u[i] = state.width; state.width = 3;", set()),
        ("state.u[i] = state.width; v[i] = 3;", set()),
    ],
)
def test_members_that_are_not_written(body: str, members: set[tuple[str, str]]) -> None:
    found = found_in(body)
    numbers = {each for each in found.unwritten_members if each[1] in ("width", "height", "size")}
    assert numbers == members


@pytest.mark.parametrize(
    ("bound", "known"),
    [
        ("state.width", {"state.width"}),
        ("state.of[n].columns", set()),
        ("state.of[i].columns", set()),
    ],
)
def test_members_of_variables_that_the_host_can_read(bound: str, known: set[str]) -> None:
    found = found_in(f"for (int x = 0; x < {bound}; x++) state.u[i * 30 + x] = x;")
    assert {text_of(each) for each in found.parameters.values()} & {bound} == known
    assert not found.elements
