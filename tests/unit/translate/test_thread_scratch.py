"""Blocks in which iterations work: how much they use, whether they write it first, who may see what they leave."""

from __future__ import annotations

import pytest

from mapper.ir.program.region import Kept
from mapper.ir.trees.ctypes import ArrayType
from tests.unit.translate.programs import kernel, translated

HEAD = """
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
int omp_get_thread_num(void), printf(const char *, ...);
struct worker { double *line; }; struct point { double x; };
static double grid[100][40], out[100];
static int key[40];
static double first(const double *x) { return x[0]; }
static void fill(double *x, int n) { for (int k = 0; k < n; k++) x[k] = 1; }
static double clear(double *x, int n) { for (int k = 0; k < n; k++) x[k] = 0; return x[n - 1]; }
"""
FILL = "for (int k = 0; k < n; k++) mine[k] = grid[i][k];"
USE = "for (int k = 0; k < n; k++) out[i] += mine[k];"
BLOCK = "double *mine = all + me * n;"


def program(own: str = BLOCK, body: str = f"{FILL} {USE}", after: str = "", inside: str = "") -> str:
    """A whole program: `own` computes the pointer, `after` is behind the loop in the region, or after it."""
    return (
        f"{HEAD}int main(int n, char **v) {{ (void)v; double *all = malloc(4000), *other = malloc(4000);\n"
        "double *table[9]; struct worker *workers = malloc(72);\n"
        "for (int t = 0; t < 9; t++) { table[t] = malloc(400); workers[t].line = malloc(400); }\n"
        f"#pragma omp parallel\n{{ int me = omp_get_thread_num(); {own}\n#pragma omp for\n"
        f"for (int i = 0; i < 100; i++) {{ {body} }}\n{inside} }}\n{after} free(all); return 0; }}"
    )


def kept(**parts: str) -> Kept | None:
    region = translated(program(**parts)).regions[0]
    return region.kept or region.loops[0].kept


@pytest.mark.parametrize(
    "own",
    [
        BLOCK,
        "double *mine = table[me];",
        "double *mine = workers[me].line;",
        "double *base = all + me * 2 * n, *mine = base + n;",
    ],
)
def test_each_iteration_has_a_block(own: str) -> None:
    assert kept(own=own) is None


def test_the_array_is_as_large_as_the_loop_reaches() -> None:
    found = kernel(program(body="for (int k = 0; k < 7; k++) mine[k + 2] = k; out[i] = mine[8] + mine[2];"))
    mine = found.symbols["mine"]
    assert isinstance(mine, ArrayType)
    assert mine.length == 9
    assert not found.large
    assert all(buffer.name != "all" for buffer in found.buffers)


@pytest.mark.parametrize(
    "body",
    [
        f"{FILL} for (int k = 1; k < n; k++) mine[k] += mine[k - 1]; out[i] = mine[n - 1];",
        f"double *half = mine + 4; {FILL} for (int k = 0; k < n - 4; k++) half[k] *= 2; {USE}",
        f"for (int e = key[i % 40]; e < key[i % 39]; e++) {{ {FILL} {USE} }}",
        f"if (key[i % 40]) {{ {FILL} {USE} }}",
        f"{FILL} mine[0] = 1; out[i] = first(mine);",
    ],
)
def test_what_is_written_first_is_private(body: str) -> None:
    assert kept(body=body) is None


@pytest.mark.parametrize(
    ("body", "code", "reason"),
    [
        (USE + FILL, "K014", "left in the block `mine`"),
        (f"if (i % 2) {{ {FILL} }} {USE}", "K014", "left in the block `mine`"),
        (f"for (int k = 0; k < n; k++) mine[key[k]] = 1; {USE}", "K013", "how much of it"),
        (f"mine[-1] = 0; {FILL} {USE}", "K013", "how much of it"),
        (f"{FILL} out[i] = first(mine);", "K014", "left in the block `mine`"),
        (f"{FILL} all[5] = 2; {USE}", "K013", "in another way"),
        (f"{FILL} memcpy(out, mine, 8);", "K013", "in another way"),
    ],
)
def test_what_a_block_is_not_private_for(body: str, code: str, reason: str) -> None:
    found = kept(body=body)
    assert found is not None
    assert (found.code, reason in found.reason) == (code, True), found


@pytest.mark.parametrize(
    ("after", "is_read"),
    [
        ("fill(all, n);", False),
        ("all[3] = 1;", False),
        ('all[3] = 1; printf("%g", all[3]);', False),
        ('printf("%g", all[3]);', True),
        ('all[0] = 1; printf("%g", *all);', True),
        ('all[3] = 1; printf("%g", *(all + 3));', True),
        ('all[3] = 1; printf("%g", (all + 4)[3]);', True),
        ("out[0] = ((struct point *)all)->x;", True),
        ('printf("%g", first(all + 7));', True),
        ('printf("%g", clear(all, 5));', True),  # the last element is found by another expression
        ("memcpy(out, all, 80);", True),
        ('for (int t = 0; t < 9; t++) printf("%g", all[t * n]);', True),
        ('double *at = all; at[0] = 1; at++; printf("%g", at[0]);', True),
        ('double *at = all; at[0] = 1; at += 2; printf("%g", at[0]);', True),
        ('double *at = all; at[0] = 1; at = all + 2; printf("%g", at[0]);', True),
        ("double *at = all; at[0] = 1; for (int t = 0; t < 9; t++) { out[0] += at[0]; at = all + t; }", True),
        ("double *at = all; at[0] = 1; for (int t = 0; t < 9; t++) out[0] += at[0];", False),
        ("double *at;\n#pragma omp parallel private(at)\n{ at = all; out[0] = at[3]; }", True),
        ("double *at;\n#pragma omp parallel for\nfor (at = all; at < all + 9; at++) out[at - all] = *at;", True),
    ],
)
def test_nobody_may_read_what_is_left(after: str, is_read: bool) -> None:
    found = kept(after=after)
    assert (found is not None) == is_read, found
    assert found is None or "may be read later" in found.reason


def test_a_store_before_the_loop_does_not_count() -> None:
    before = "double *start = all; start[0] = 1;"
    text = program(after='printf("%g", start[0]);').replace("double *table[9];", f"{before} double *table[9];")
    (region,) = translated(text).regions
    assert region.loops[0].kept is not None


@pytest.mark.parametrize(
    ("inside", "is_read"),
    [
        ("mine[0] = 1;", False),
        ("\n#pragma omp critical\nout[0] += mine[0];", True),
        ("\n#pragma omp for\nfor (int i = 0; i < 100; i++) { mine[0] = i; out[i] = mine[0]; }", False),
        ("\n#pragma omp for\nfor (int i = 0; i < 100; i++) { out[i] = mine[0]; }", True),
    ],
)
def test_other_loops_of_the_region_may_not_read_it(inside: str, is_read: bool) -> None:
    assert (kept(inside=inside) is not None) == is_read


def test_an_iteration_of_a_loop_reads_what_an_earlier_one_has_left() -> None:
    loop = "double s = 0; all[2] = 1;\nfor (int t = 0; t < 3; t++) { s += all[2];\n#pragma omp parallel"
    text = program(after="} out[0] = s;").replace("#pragma omp parallel", loop, 1)
    (region,) = translated(text).regions
    assert region.loops[0].kept is not None


def test_code_outside_of_the_program_may_read_it() -> None:
    found = kept(after="extern void look(double *); look(all);")
    assert found is not None
    assert "outside of the program" in found.reason
