"""Counts of whole regions against formulas worked out by hand, for several sizes."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub

import pytest
from pycparser import c_ast, c_generator

from mapper.analysis.names.symbols import resolve
from mapper.features import schema
from mapper.features.expressions.expr import evaluate
from mapper.features.extract import extract
from mapper.transforms.run import Selection, transform
from tests.unit.translate.programs import translated

SIZES = (1, 10, 1000)
MATRIX = 8_000_000
SIZEOF = {"sizeof *p": 8, "sizeof *q": 8, "sizeof a": MATRIX, "sizeof b": MATRIX, "sizeof c": MATRIX}
SIZEOF |= {
    "sizeof x": 8000,
    "sizeof y": 8000,
    "sizeof bins": 40,
    "sizeof start": 4004,
    "sizeof column": 36000,
    "sizeof length": 4000,
    "sizeof where": 4000,
    "sizeof key": 4000,
    "sizeof out": 4000,
    "sizeof count": 65536,
    "sizeof begin": 1024,
    "sizeof sums": 8000,
    "sizeof few": 40,
}
OPERATORS = {"+": add, "-": sub, "*": mul, "/": floordiv, "%": mod, "<": lt, "<=": le, ">": gt, ">=": ge}
OPERATORS |= {"==": eq, "!=": ne, "&&": lambda one, other: one and other, "||": lambda one, other: one or other}


def value_of(tree: c_ast.Node, names: Mapping[str, float]) -> float:
    """The value of a host expression of arithmetic, conditions, `sizeof` and `__mrt_bytes`."""

    def value(node: c_ast.Node) -> float:
        return value_of(node, names)

    match tree:
        case c_ast.Constant():
            return float(tree.value) if tree.type == "double" else float(int(tree.value.rstrip("uUlL"), 0))
        case c_ast.ID():
            return names[tree.name]
        case c_ast.Cast():
            return value(tree.expr)
        case c_ast.FuncCall():
            return names[tree.name.name]
        case c_ast.TernaryOp():
            return value(tree.iftrue) if value(tree.cond) else value(tree.iffalse)
        case c_ast.UnaryOp(op="sizeof"):
            return names[f"sizeof {c_generator.CGenerator().visit(tree.expr)}"]
        case c_ast.UnaryOp(op="-"):
            return -value(tree.expr)
        case c_ast.UnaryOp(op="!"):
            return float(not value(tree.expr))
        case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
            return names[c_generator.CGenerator().visit(tree)]
        case c_ast.BinaryOp():
            return float(OPERATORS[tree.op](value(tree.left), value(tree.right)))
    raise AssertionError(f"no value for {c_generator.CGenerator().visit(tree)}")


def features(
    text: str, sizes: Mapping[str, float], segment: float = 0.0, transformed: bool = False
) -> dict[str, float]:
    """The raw features of the first region of a function, with values for the names in its host expressions.

    `segment` is the size in bytes that the run-time library would give for any pointer; `transformed` tells
    whether the kernels are those after all transformations.
    """
    program = translated(text)
    symbols = {unit.path: resolve(unit) for unit in program.units}
    written = program.regions[0]
    if transformed:
        program, _ = transform(program, symbols, Selection())
    region = program.regions[0]
    assert region.offloaded, region.loops
    names = {**SIZEOF, **sizes, "__mrt_bytes": segment}
    return {
        name: evaluate(value, lambda tree: value_of(tree, names))
        for name, value in zip(schema.RAW_NAMES, extract(region, written, symbols).values, strict=True)
    }


@pytest.mark.parametrize("n", SIZES)
def test_stream(n: int) -> None:
    found = features(
        """void f(int n, double *restrict p, double *restrict q) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) p[i] = 2.0 * q[i] + 1.0;
        }""",
        {"n": n},
        segment=8.0 * n,
    )
    assert found["work_items"] == n
    assert found["mem"] == found["coalesced"] == 2 * n
    assert found["double_ops"] == 2 * n
    assert found["transfer"] == 16 * n
    assert found["launches"] == 1


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("rows", "columns"),
        ("dims[0]", "dims[1]"),
        ("box.n[0]", "box.n[1]"),
        ("g->nx", "g->ny"),
        ("g->n[0]", "g->n[1]"),
        ("d[0]", "d[1]"),
        ("g->next->nx", "(*g).n[1]"),
    ],
)
def test_bounds_in_memory(rows: str, columns: str) -> None:
    found = features(
        """struct grid { int nx, ny, n[2]; struct grid *next; double *a; };
        int rows, columns, dims[2]; struct grid box; double x[1000];
        void f(const struct grid *g, const int *d) {
        #pragma omp parallel for
        for (int i = 0; i < ROWS; i++) {
          double s = 0.0;
          for (int j = 0; j < COLUMNS; j++) s += 0.5;
          x[i] = s;
        }
        }""".replace("ROWS", rows).replace("COLUMNS", columns),
        {rows: 300, columns.replace("(*g).", "g->"): 70, "sizeof dims": 8, "sizeof *g": 40, "sizeof *d": 4},
    )
    assert found["work_items"] == 300
    assert found["double_ops"] == found["cpu_double_ops"] == 300 * 70


def test_bit_fields_have_no_address() -> None:
    """So that whether they may be read can't be asked, and they count by an estimate."""
    found = features(
        """struct grid { int nx : 10; }; double x[1000];
        void f(const struct grid *g) {
        #pragma omp parallel for
        for (int i = 0; i < g->nx; i++) x[i] = 0.5;
        }""",
        {"sizeof *g": 4},
    )
    assert found["work_items"] == schema.UNKNOWN_TRIPS


@pytest.mark.parametrize("n", SIZES)
def test_matrix_product(n: int) -> None:
    found = features(
        """double a[1000][1000], b[1000][1000], c[1000][1000];
        void f(int n) {
        #pragma omp parallel for collapse(2)
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
          }
        }""",
        {"n": n},
    )
    assert found["work_items"] == n * n
    assert found["mem"] == found["coalesced"] == n * n * (2 * n + 1)  # a: equal, b and c: adjacent
    assert found["double_ops"] == 2 * n**3
    assert found["transfer"] == 3 * MATRIX


@pytest.mark.parametrize("n", SIZES)
def test_rows_are_strided(n: int) -> None:
    found = features(
        """double a[1000][1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++) a[i][j] = 0.0;
        }""",
        {"n": n},
    )
    assert found["mem"] == n * n
    assert found["coalesced"] == 0


def test_triangle_counts_its_mean() -> None:
    found = features(
        """double a[1000][1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
          for (int j = 0; j < i; j++) a[j][i] = 1.0;
        }""",
        {"n": 1000},
    )
    assert found["mem"] == 1000 * 500
    assert found["coalesced"] == found["mem"]
    assert found["branches"] == 1000 * 500


@pytest.mark.parametrize(
    ("loop", "share"),
    [
        ("for (int j = 1 + (i + colour) % 2; j < n; j += 2)", 1.0),
        ("for (int j = (i & 1) + 2; j < 900; j += 3)", 1.0),
        ("for (int j = i % 2 == 0 ? 1 : 2; j < 900; j += 2)", 1.0),
        ("for (int j = 900 - (i & 3); j > 5; j -= 4)", 1.0),
        ("for (int j = i % 5; j < 900; j += 2)", 0.5),  # the first elements of rows are further apart
        ("for (int j = 1 + i % 2; j < 900 - i; j += 2)", 0.5),
    ],
)
def test_rows_that_begin_with_one_of_their_first_elements(loop: str, share: float) -> None:
    found = features(
        f"""double a[1000][1000];
        void f(int n, int colour) {{
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
          {loop} a[i][j] = 1.0;
        }}""",
        {"n": 900, "colour": 1},
        transformed=True,
    )
    assert found["work_items"] > 200 * 900
    assert found["mem"] == share * found["work_items"]


@pytest.mark.parametrize(
    "loop",
    [
        "for (int k = start[i]; k < start[i + 1]; k++)",
        "for (int k = start[i]; k <= start[i + 1] - 1; k++)",
        "int first = start[i], end = start[i + 1]; for (int k = first; k < end; k++)",
    ],
)
def test_rows_of_sparse_matrices_have_the_mean_length(loop: str) -> None:
    found = features(
        """int start[1001], column[9000]; double x[1000], y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          double s = 0.0;
          LOOP s += x[column[k]];
          y[i] = s;
        }
        }""".replace("LOOP", loop),
        {},
    )
    assert found["double_ops"] == pytest.approx(9000)
    assert found["coalesced"] < found["mem"] / 2


@pytest.mark.parametrize("rows", [50, 1000])
def test_some_rows_of_sparse_matrices_have_the_mean_length(rows: int) -> None:
    """The rows of a level or a frontier, which a list tells."""
    found = features(
        """int start[1001], column[9000], level[1000]; double x[1000], y[1000];
        void f(int n) {
        #pragma omp parallel for
        for (int q = 0; q < n; q++) {
          int i = level[q];
          double s = 0.0;
          for (int k = start[i]; k < start[i + 1]; k++) s += x[column[k]];
          y[i] = s;
        }
        }""",
        {
            "n": rows,
            "sizeof level": 4000,
            "sizeof start": 4004,
            "sizeof column": 36000,
            "sizeof x": 8000,
            "sizeof y": 8000,
        },
    )
    assert found["double_ops"] == pytest.approx(9 * rows)


def test_unknown_trip_count_is_estimated() -> None:
    found = features(
        """int length[1000]; double x[1000], y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          double s = 0.0;
          for (int k = 0; k < length[i]; k++) s += 0.5;
          y[i] = s;
        }
        }""",
        {},
    )
    assert found["double_ops"] == 1000 * schema.UNKNOWN_TRIPS


@pytest.mark.parametrize(
    ("head", "trips"),
    [
        ("h = 64; h > 0; h /= 2", 7),
        ("h = 1; h < 64; h *= 2", 6),
        ("h = 1; h <= 64; h <<= 1", 7),
        ("h = 1 << 10; h > 1; h >>= 1", 10),
    ],
)
def test_loops_that_scale_their_counter(head: str, trips: int) -> None:
    found = features(
        f"""double y[1000];
        void f(void) {{
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {{
          double s = 0.0;
          for (int {head}) s += 0.5;
          y[i] = s;
        }}
        }}""",
        {},
    )
    assert found["double_ops"] == 1000 * trips


def test_what_loops_scale_together_is_counted_exactly() -> None:
    found = features(
        """double y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          double s = 0.0;
          int stride = 1;
          for (int half = 64; half > 0; half /= 2) {
            for (int p = 0; p < half; p++)
              for (int q = 0; q < stride; q++) s += 0.5;
            stride *= 2;
          }
          y[i] = s;
        }
        }""",
        {},
    )
    assert found["double_ops"] == 1000 * 7 * 64


def test_powers_of_two_by_shifts_are_right_in_products_and_behind_branches() -> None:
    """The stages of a Fourier transform, whose number is known at run time alone: each goes over 32 pairs."""
    found = features(
        """double y[1000], x[64 * 64];
        void f(int m) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          for (int l = 1; l <= m; l++) {
            int apart, groups;
            if (l == 1) apart = 1;
            else apart = 2 << (l - 2);
            if (m - l != 0) groups = 2 << (m - l - 1);
            else groups = 1;
            for (int g = 0; g < groups; g++)
              for (int k = 0; k < apart; k++) y[i] += x[g * apart + k];
          }
        }
        }""",
        {"m": 6},
    )
    assert found["double_ops"] == pytest.approx(1000 * 6 * 32)
    assert found["branches"] == 0.0


def test_values_are_followed_through_assignments() -> None:
    found = features(
        """double y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          int n = 3;
          y[i] = 0.0;
          for (int j = 0; j < n; j++) y[i] += 0.5;
          n = 5;
          for (int j = 0; j < n; j++) y[i] += 0.5;
          if (i > 10) n = 7;
          for (int j = 0; j < n; j++) y[i] += 0.5;
        }
        }""",
        {},
    )
    assert found["double_ops"] == 1000 * (3 + 5 + (5 + 7) / 2)


@pytest.mark.parametrize("n", [10, 1000])
def test_every_second_point_of_a_row_counts(n: int) -> None:
    found = features(
        """double y[1000];
        void f(long n) {
        #pragma omp parallel for
        for (long i = 1; i < n - 1; i++) {
          double s = 0.0;
          for (long j = 1 + i % 2; j < n - 1; j += 2) s += 0.5;
          y[i] = s;
        }
        }""",
        {"n": n},
    )
    assert found["double_ops"] == (n - 2) * (n - 2) / 2


def test_depth_is_the_work_of_one_work_item() -> None:
    text = """double y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++)
          for (int j = 0; j < 50; j++) y[i] += 0.5;
        }"""
    found = features(text, {})
    assert found["depth"] == pytest.approx(
        (found["int_ops"] + 2 * found["double_ops"] + found["mem"]) / found["work_items"]
    )


def test_what_work_items_share_counts_once_and_is_coalesced_along_the_loop() -> None:
    text = """double a[1000][1000], x[1000], y[1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
          double s = 0.0;
          for (int j = 0; j < n; j++) s += a[i][j] * x[j];
          y[i] = s;
        }
        }"""
    alone = features(text, {"n": 1000})
    shared = features(text, {"n": 1000}, transformed=True)
    assert (alone["work_items"], shared["work_items"]) == (1000, 32 * 1000)
    assert alone["mem"] == shared["mem"] == 2_001_000
    assert alone["coalesced"] == 1_001_000
    assert shared["coalesced"] == 2_001_000


def test_lines_that_work_items_share_lie_in_local_memory() -> None:
    found = features(
        """double a[1000][1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
          double line[100];
          for (int j = 0; j < 100; j++) line[j] = a[i][j];
          for (int j = 1; j < 100; j++) a[i][j] = line[j] - line[j - 1];
        }
        }""",
        {"n": 10},
        transformed=True,
    )
    assert found["localmem"] == 10 * (100 + 2 * 99)
    assert found["mem"] == found["coalesced"] == 10 * (100 + 99)


def test_large_private_arrays_are_accessed_side_by_side() -> None:
    found = features(
        """double a[1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
          double t[9000];
          for (int j = 0; j < 9000; j++) t[j] = j;
          for (int j = 0; j < 100; j++) t[(j * i * 7) % 9000] = 1;
          a[i] = t[5];
        }
        }""",
        {"n": 10},
        transformed=True,
    )
    assert found["mem"] == 10 * (9000 + 100 + 2)
    assert found["coalesced"] == 10 * (9000 + 2)


@pytest.mark.parametrize(("rows", "launches"), [(100, 1), (319, 1), (320, 2), (5000, 2)])
@pytest.mark.parametrize("known", [True, False])
def test_the_parts_of_an_iteration_count_or_the_whole(rows: int, launches: int, known: bool) -> None:
    found = features(
        f"""double a[5000][1000], m[1000];
        void f(int n) {{
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {{
          m[i] = 0;
          for (int j = 0; j < {rows if known else "n"}; j++) m[i] += a[j][i];
          for (int j = 0; j < {rows if known else "n"}; j++) a[j][i] -= m[i];
        }}
        }}""",
        {"n": rows, "sizeof m": 8000},
        transformed=True,
    )
    assert found["launches"] == launches
    assert found["work_items"] == 1000 * (1 if launches == 1 else 1 + rows)


@pytest.mark.parametrize(("lines", "fits"), [(500, True), (524, True), (525, False)])
def test_parts_count_where_there_is_memory_for_their_arrays(lines: int, fits: bool) -> None:
    found = features(
        """double a[1000][4000], m[4000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
          double t[1000], s = 0;
          for (int j = 0; j < 1000; j++) t[j] = a[j][i] / (j + 1);
          for (int j = 1; j < 1000; j++) s = s / 2 + t[j] * t[j - 1];
          m[i] = s;
        }
        }""",
        {"n": lines, "sizeof m": 32000},
        transformed=True,
    )
    assert found["launches"] == (3 if fits else 1)
    assert found["work_items"] == lines * (1002 if fits else 1)


def test_complex_numbers_count_as_their_parts() -> None:
    found = features(
        """double _Complex x[1000], y[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) y[i] = x[i] * y[i];
        }""",
        {"sizeof x": 16000, "sizeof y": 16000},
    )
    assert found["double_ops"] == 1000 * 6  # four products and two sums
    assert found["mem"] == 1000 * 3 * 2
    assert found["special_ops"] == 0


def test_functions_branches_and_atomics() -> None:
    found = features(
        """#include <math.h>
        int bins[10];
        static double root(double v) { return sqrt(v) + 1.0; }
        double x[1000];
        void f(void) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          if (x[i] > 0.5) x[i] = root(x[i]);
        #pragma omp atomic
          bins[i % 10]++;
        }
        }""",
        {},
    )
    assert found["special_ops"] == 500
    assert found["int_atomics"] == 1000
    assert found["branches"] == 1000
    assert found["transfer"] == 2 * 8000 + 2 * 40


def test_arrays_that_loops_on_the_cpu_use_between_others_go_to_and_fro_each_time() -> None:
    text = """#include <omp.h>
        #include <stdio.h>
        double x[1000], y[1000], z[1000];
        void f(int n) {
          for (int s = 0; s < n; s++) {
        #pragma omp parallel
            {
        #pragma omp for
              for (int i = 0; i < 1000; i++) y[i] += 0.5 * x[i];
        #pragma omp for
              for (int i = 0; i < 1000; i++) {
                printf("%d\\n", omp_get_thread_num());
                z[i] = y[i] - 1;
              }
        #pragma omp for
              for (int i = 0; i < 1000; i++) x[i] = z[i] + y[i];
            }
          }
        }"""
    found = features(text, {"sizeof z": 8000})
    assert found["shuttled"] == 2 * 8000, "y goes down, and z up"


def test_arrays_that_threads_use_between_loops_go_to_and_fro_each_time() -> None:
    text = """#include <omp.h>
        double x[1000], y[1000];
        void f(int n) {
        #pragma omp parallel
          for (int s = 0; s < n; s++) {
        #pragma omp for
            for (int i = 0; i < 1000; i++) y[i] += 0.5 * x[i];
            int me = omp_get_thread_num(), of = omp_get_num_threads();
            for (int i = me * 1000 / of; i < (me + 1) * 1000 / of; i++) y[i] *= 0.5;
        #pragma omp barrier
          }
        }"""
    found = features(text, {"n": 7})
    assert found["shuttled"] == 7 * 2 * 8000
    assert found["transfer"] == 3 * 8000


def test_atomics_are_counted_by_kind_and_memory() -> None:
    text = """int bins[1000], few[10], where[1000]; double sums[1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
        #pragma omp atomic
          bins[where[i]]++;
        #pragma omp atomic
          sums[where[i]] += 0.5;
        }
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
        #pragma omp atomic
          few[i % 10]++;
        }
        }"""
    found = features(text, {"n": 100})
    assert (found["int_atomics"], found["float_atomics"], found["updates"]) == (100, 100, 200)
    assert found["local_int_atomics"] == found["local_float_atomics"] == found["localmem"] == 0
    alone = text.replace("bins[where[i]]++;", "few[where[i]]++;").replace("sums[where[i]] += 0.5;", "few[0]++;")
    counted = features(alone, {"n": 100}, transformed=True)
    assert (counted["int_atomics"], counted["local_int_atomics"], counted["localmem"]) == (0, 200, 200)
    assert counted["updates"] == 200
    assert counted["mem"] == 100


def test_rows_that_are_allocated_one_by_one_move_once() -> None:
    text = """void f(int n, double **x, double ***y, double *z) {
        #pragma omp parallel
        for (int s = 0; s < 5; s++) {
        #pragma omp for
          for (int i = 0; i < n; i++) z[i] += x[i][0] += y[i][1][0];
        }
        }"""
    found = features(text, {"n": 100, "__mrt_rows_pieces": 30, "__mrt_rows_bytes": 8000, "sizeof *z": 8})
    assert found["launches"] == 5
    assert found["transfer"] == 3 * 8000 + 2 * 800
    assert found["pieces"] == 2 * 30 + 30, "x is read and written"
    flat = features(text.replace("x[i][0] += y[i][1][0]", "1.0"), {"n": 100, "sizeof *z": 8})
    assert flat["pieces"] == 0


def test_counting_in_order_takes_several_passes() -> None:
    text = """#include <omp.h>
        static unsigned key[1000], out[1000];
        static int count[64][256], begin[256];
        void f(long n) {
        #pragma omp parallel
        {
          int me = omp_get_thread_num();
        #pragma omp for schedule(static)
          for (long i = 0; i < n; i++) {
            int k = (int)(key[i] & 255u);
            out[begin[k] + count[me][k]++] = key[i];
          }
        }
        }"""
    found = features(text, {"n": 100, "omp_get_max_threads": 4})
    assert found["launches"] == 4
    assert (found["int_atomics"], found["local_int_atomics"], found["localmem"]) == (0, 200, 400)
    assert found["updates"] == 0  # threads count in rows of their own
    assert found["mem"] == 100 * (2 + 3)


def test_tiles_are_loaded_once_for_a_block_of_iterations() -> None:
    text = """double a[1000][1000], b[1000][1000], c[1000][1000];
        void f(void) {
        #pragma omp parallel for collapse(2)
        for (int i = 0; i < 1000; i++)
          for (int j = 0; j < 1000; j++) {
            double s = 0.0;
            for (int k = 0; k < 1000; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
          }
        }"""
    plain, tiled = features(text, {}), features(text, {}, transformed=True)
    assert plain["mem"] == 2e9 + 1e6
    assert tiled["mem"] == pytest.approx(2e9 / 64 + 1e6)
    assert tiled["localmem"] == pytest.approx(2e9 / 4 + tiled["mem"] - 1e6)
    assert tiled["work_items"] == pytest.approx(1e6 / 16)
    work = tiled["int_ops"] + 2 * tiled["double_ops"] + tiled["mem"]
    assert tiled["depth"] == pytest.approx(work / tiled["work_items"])
    assert plain["double_ops"] == tiled["double_ops"]


def test_reduction_takes_two_launches() -> None:
    found = features(
        """double f(int n, double *p) {
        double s = 0.0;
        #pragma omp parallel for reduction(+:s)
        for (int i = 0; i < n; i++) s += p[i];
        return s;
        }""",
        {"n": 100},
        segment=800.0,
    )
    assert found["launches"] == 2
    assert found["transfer"] == 800


@pytest.mark.parametrize(("more", "items"), [("", 50.0), ("m++;", schema.UNKNOWN_TRIPS)])
def test_values_of_the_region_itself_are_told_by_those_before_it(more: str, items: float) -> None:
    found = features(
        f"""double a[1000];
        void f(int n) {{
        #pragma omp parallel
        {{
          int m = n / 2;
          {more}
        #pragma omp for
          for (int i = 0; i < m; i++) a[i] = 1.0;
        }}
        }}""",
        {"n": 100},
    )
    assert found["work_items"] == items


def test_calls_of_the_same_function_count_with_their_own_arguments() -> None:
    found = features(
        """double a[1000];
        static void fill(int n) {
        #pragma omp for
          for (int i = 0; i < n; i++) a[i] += 1.0;
        }
        void f(int levels) {
        #pragma omp parallel
        {
          fill(10);
          for (int level = levels; level > 0; level--) {
            int n = 10 * level;
            fill(n);
          }
        }
        }""",
        {"levels": 7},
    )
    assert found["work_items"] == pytest.approx(10 + 10 * (7 + 6 + 5 + 4 + 3 + 2 + 1))
    assert found["launches"] == pytest.approx(8)


def test_loops_around_work_shared_loops_count() -> None:
    found = features(
        """double x[1000];
        void f(int n) {
        #pragma omp parallel
        {
          for (int step = 1; step <= 25; step++) {
        #pragma omp for
            for (int i = 0; i < n; i++) x[i] += 1.0;
          }
        #pragma omp for
          for (int i = 0; i < n; i++) x[i] *= 2.0;
        }
        }""",
        {"n": 100},
    )
    assert found["launches"] == 26
    assert found["steps"] == 0
    assert found["work_items"] == 2600
    assert found["transfer"] == 16000


def test_launches_that_can_become_one_are_steps() -> None:
    text = """double x[1000];
        void f(int n) {
        #pragma omp parallel
        {
          for (int step = 1; step <= 25; step++) {
        #pragma omp for
            for (int i = step; i < n; i++) x[i] += step;
          }
        #pragma omp for
          for (int i = 0; i < n; i++) x[i] *= 2.0;
        }
        }"""
    found = features(text, {"n": 100}, transformed=True)
    assert (found["launches"], found["steps"]) == pytest.approx((26, 25))


def test_rows_of_variable_length() -> None:
    """The kernel finds elements of a table otherwise than the host does, so that they count by an estimate."""
    found = features(
        """double x[1000];
        void f(int n, int m, int table[][m]) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
          double s = 0.0;
          for (int j = 0; j < table[0][2]; j++) s += 0.5;
          x[i] = s;
        }
        }""",
        {"n": 100, "m": 4, "sizeof *table": 16, "sizeof table[0]": 16},
    )
    assert found["double_ops"] == 100 * schema.UNKNOWN_TRIPS
