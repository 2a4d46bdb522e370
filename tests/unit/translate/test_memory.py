"""Parameters of kernels: what goes by value, what is a buffer, how it is used, and how far it reaches."""

from __future__ import annotations

import pytest
from pycparser import c_generator

from mapper.analysis.kernels import forms
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import PointerType
from tests.unit.translate.programs import kept, kernel, kernels

READ, WRITE = Access.READ, Access.WRITE


def loop(parameters: str, body: str, before: str = "", outside: str = "", clauses: str = "") -> Kernel:
    """The kernel of one loop over `i < n`."""
    text = f"{outside}\nvoid f(int n{parameters}) {{ {before}\n#pragma omp parallel for {clauses}\n"
    return kernel(f"{text}for (int i = 0; i < n; i++) {{ {body} }}\n}}\n")


def buffer(found: Kernel, name: str) -> Buffer:
    """A buffer by its name."""
    (one,) = [each for each in found.buffers if each.name == name]
    return one


@pytest.mark.parametrize(
    ("body", "access"),
    [
        ("b[i] = a[i];", READ),
        ("a[i] = b[i];", WRITE),
        ("a[i] += b[i];", READ | WRITE),
        ("a[i]++;", READ | WRITE),
        ("double *p = &a[i]; *p = 1;", WRITE),
        ("double *p = a + i; b[i] = *p;", READ),
        ("double *p = a + i, *q = p; q++; q[0] += 1;", READ | WRITE),
        ("set(&a[i], b[i]);", WRITE),
        ("b[i] = get(a, i);", READ),
        ("b[i] = get(skip(a), i);", READ),
        ("*skip(a) = 1;", WRITE),
    ],
)
def test_access(body: str, access: Access) -> None:
    outside = """
        static void set(double *p, double v) { *p = v; }
        static double get(const double *p, int i) { return p[i]; }
        static double *skip(double *p) { return p + 1; }
    """
    assert buffer(loop(", double *a, double *b", body, outside=outside), "a").access == access


def test_scalars_that_are_read_go_by_value() -> None:
    found = loop(", double x, float y, double *a", "a[i] = x * y;")
    assert [(value.name, build_type(value.type)) for value in found.values] == [("x", "double"), ("y", "float")]


def build_type(ctype: object) -> str:
    """The name of a scalar type."""
    return str(getattr(ctype, "name", ctype))


def test_shared_scalar_that_is_written_is_copied_back_after_the_launch() -> None:
    found = buffer(loop(", int *a", "if (a[i] == 3) flag = 1;", outside="int flag;"), "flag")
    assert (found.storage, found.eager, found.access) == (Storage.STATIC, True, WRITE)
    assert CPrinter().expression(found.pointer) == "&flag"


@pytest.mark.parametrize(
    ("before", "outside", "storage", "size"),
    [
        ("", "static double a[40][8];", Storage.STATIC, "sizeof(a)"),
        ("double a[40][8];", "", Storage.STACK, "sizeof(a)"),
        ("double a[n][8];", "", Storage.STACK, "sizeof(a)"),
    ],
)
def test_arrays(before: str, outside: str, storage: Storage, size: str) -> None:
    found = buffer(loop("", "a[i][3] = i;", before, outside), "a")
    assert found.storage is storage
    assert found.bytes is not None
    assert CPrinter().expression(found.bytes) == size


def test_constant_inner_lengths_stay_in_the_type() -> None:
    found = buffer(loop(", float (*a)[4][5]", "a[i][1][2] = 0;"), "a")
    declared = build.declaration("a", PointerType(found.element), "__global")
    assert CPrinter().visit(declared) == "__global float (*a)[4][5]"


@pytest.mark.parametrize(
    ("body", "size", "low"),
    [
        ("a[i] = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("a[i - 2] = 1;", "((long) n <= 2L ? 0L : (long) n - 2L) * sizeof(*a)", "-2"),
        ("a[(int)b[i]] = 1;", None, None),
        ("double *p = a; p[i] = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("double *p = &a[i]; *p = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("double *p; p = a + i - 2; *p = 1;", "((long) n <= 2L ? 0L : (long) n - 2L) * sizeof(*a)", "-2"),
        ("int k = i - 2; k = i; a[k] = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        (
            "double *p = a + i; for (int k = 0; k < 3; k++) p[k] = sizeof *p;",
            "((long) n <= 0L ? 0L : (long) n + 2L) * sizeof(*a)",
            None,
        ),
        ("if (b[i] > 0) a[i] = 2; a[i] = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("b[i] = b[i] > 0 ? a[i] : 0; b[i] += a[i];", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("while (b[i] > 0) b[i] -= a[i]; a[i] = 1;", "((long) n <= 0L ? 0L : (long) n) * sizeof(*a)", None),
        ("if (b[i] > 0) a[i + 1] = 2; a[i] = 1;", None, None),
        ("b[i] = b[i] > 0 ? a[i + 1] : 0; b[i] += a[i];", None, None),
        ("while (b[i] > 0) b[i] -= a[i]; for (int k = 0; k < n; k++) a[i] = 1;", None, None),
        ("if (b[i] > 0) a[i] = 2; else a[i] = 1;", None, None),
        ("int k = i; while (b[i] > 0) { a[k] = 1; k++; } k = i; a[k] = 1;", None, None),
        ("double *p = a + i; p++; *p = 1;", None, None),
        ("double *p = a + i; if (b[i] > 0) p = a; *p = 1;", None, None),
        ("int k = 0; double *p = a + i; while (k < n) { p = a; k++; } *p = 1;", None, None),
        ("int k = i, *q = &k; *q = 3; a[k] = 1;", None, None),
        ("char *p = (char *)a; p[i] = 1;", None, None),
        ("int k = i; for (int j = 0; j < 3; j++) { a[k] = 1; k = n; }", None, None),
        ("int k = i; if (b[i] > 0) k = 3; a[k] = 1;", None, None),
        ("int k = i; b[k++] = 1; a[k] = 1;", None, None),
        ("int j, k; for (j = 0; j < 3; j++); k = j; for (j = 0; j < 9; j++) a[k] = 1;", None, None),
        ("int n = 3; n += i; a[n] = 1;", None, None),
        ("break_free(&a[i]);", None, None),
        ("double *p = a + i; break_free(p);", None, None),
        ("if (b[i] > 0) break_free(a);", None, None),
    ],
)
def test_reach_of_pointers(body: str, size: str | None, low: str | None) -> None:
    outside = "static void break_free(double *p) { p[7] = 1; }"
    found = buffer(loop(", double *a, double *b", body, outside=outside), "a")
    assert (found.bytes is None) == (size is None)
    if found.bytes is not None:
        assert CPrinter().expression(found.bytes) == size
    assert (found.low is None) == (low is None)
    if found.low is not None:
        assert low is not None
        assert low in CPrinter().expression(found.low)


def test_reach_that_takes_isl_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> list[Buffer]:
        found = loop(", double **a, int m", "for (int j = 0; j < (i + m) / 16; j++) a[i][j] = 0;")
        return [each for each in found.buffers if each.bytes is not None and each.table]

    assert rows()
    monkeypatch.setattr(forms, "FEW_OPERATIONS", 1)
    assert not rows()


def test_pointer_in_a_structure_is_loaded_by_the_host_once() -> None:
    text = """
        struct s { int n; double *rows; };
        static void scale(struct s *p, struct s q) {
        #pragma omp parallel for
          for (int i = 0; i < 9; i++)
            p->rows[i] = 2 * p->rows[i] + q.rows[i];
        }
        int main(void) {
          static double a[9], b[9];
          struct s p = {9, a}, q = {9, b};
          scale(&p, q);
          return 0;
        }
    """
    found = kernel(text)
    shown = [(each.name, CPrinter().expression(each.pointer), each.access) for each in found.buffers]
    assert shown == [("p_rows", "p->rows", READ | WRITE), ("q_rows", "q.rows", READ)]


def test_private_array_of_a_region_is_copied_for_its_loops() -> None:
    text = """
        void f(int n, double *a) {
        #pragma omp parallel
          {
            double weights[2] = {1, 2};
        #pragma omp for
            for (int i = 0; i < n; i++) a[i] = weights[i % 2];
          }
        }
    """
    (found,) = kernels(text)
    assert buffer(found, "weights").eager
    assert not buffer(found, "a").eager


def test_names_are_unique_and_typed_in_the_whole_kernel() -> None:
    outside = "static int twice(int i) { int n = i; return n + i; }"
    found = loop(", int *half", "int n = twice(i); { int n = 3; half[i] = n; } half[i] += n;", outside=outside)
    names = list(found.symbols)
    assert len(set(names)) == len(names)
    assert {"i", "i_1", "n", "n_1"} <= set(names)
    assert "half" not in names


def test_functions_come_before_their_callers() -> None:
    outside = "static int one(int x) { return x + 1; }\nstatic int two(int x) { return one(one(x)); }"
    found = loop(", int *a", "a[i] = two(i);", outside=outside)
    assert [function.decl.name for function in found.functions] == ["a_f_1_one", "a_f_1_two"]


def test_function_of_another_file() -> None:
    first = "double g[9]; double h(double);\nint main(void) {\n#pragma omp parallel for\n"
    first += "for (int i = 0; i < 9; i++) g[i] = h(i);\nreturn 0; }\n"
    found = kernel(
        first,
        "double scale = 2;\nstatic double own(double x) { return x; }\ndouble h(double x) { return own(x); }\n",
    )
    assert [function.decl.name for function in found.functions] == ["a_main_1_own", "a_main_1_h"]


def test_needs() -> None:
    assert loop(", float *a", "a[i] = 1.0f;").needs == frozenset()
    assert loop(", double *a", "a[i] = 1;").needs == {"fp64"}
    text = "\n#pragma omp atomic\na[0] += i;"
    assert loop(", long *a", text).needs == {"int64_atomics"}
    assert loop(", double *a", text).needs == {"fp64", "int64_atomics"}


def test_reach_with_deep_sums_takes_linear_time() -> None:
    total = "m"
    for _ in range(60):
        total = f"({total} + m)"
    found = loop(", double *a", f"int m = n + 1; int far = {total}; a[i + far] = 1;")
    assert buffer(found, "a").access is WRITE


def test_elements_of_a_long_sum_are_not_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stencils of high order read hundreds of elements."""
    spelled = 0

    class Counted(c_generator.CGenerator):
        def __init__(self) -> None:
            nonlocal spelled
            spelled += 1
            super().__init__()

    monkeypatch.setattr(c_generator, "CGenerator", Counted)
    counts = []
    for elements in (20, 80):
        spelled = 0
        total = " + ".join(f"a[i + {each}]" for each in range(elements))
        assert loop(", double *a, double *b", f"b[i] = {total};")
        counts.append(spelled)
    assert 0 < counts[1] < 5 * counts[0]


@pytest.mark.parametrize(("length", "known"), [("", False), ("0", False), ("1", False), ("8", True)])
def test_structures_reach_as_far_as_their_last_arrays(length: str, known: bool) -> None:
    """Flexible arrays, also those of old C, go on behind the structure."""
    outside = f"struct row {{ int n; float x[{length}]; }};"
    for body in ("a->x[i] = a->n;", "(*a).x[i] = 1;", "a->x[0] = 1; while (a->n > i) a->x[i]++;"):
        assert (buffer(loop(", struct row *a", body, outside=outside), "a").bytes is not None) == known


@pytest.mark.parametrize(
    "statement", ["sums[me]++;", "sums[8 * me]++;", "sums[omp_get_thread_num()]++;", "sums[row]++;"]
)
def test_how_far_threads_reach_by_their_numbers_is_not_known(statement: str) -> None:
    found = kernel(f"""
        int omp_get_thread_num(void);
        void f(int n, int *sums) {{
        #pragma omp parallel
          {{ int me = omp_get_thread_num(), row = me + 1;
        #pragma omp for
            for (int i = 0; i < n; i++) {statement} }}
        }}
    """)
    assert buffer(found, "sums").bytes is None


@pytest.mark.parametrize(
    ("parameters", "statement", "pairs"),
    [
        (", double *sums, double *x", "sums[me] += x[i];", {("sums", "x")}),
        (", double *sums, int *x", "sums[me] += x[i];", set()),
        (", double *sums, struct of *x", "sums[me] += x[i].a;", {("sums", "x")}),
        (", int *sums, double *x, double *y", "sums[me]++; y[i] = x[i];", {("x", "y")}),
        (", int *sums, double *x", "sums[me]++; x[i] = 2 * x[i];", set()),
        (", int *sums, int *x", "x[i] = me; sums[me]++;", {("sums", "x")}),
    ],
)
def test_what_threads_keep_is_compared_with_other_memory(
    parameters: str, statement: str, pairs: set[tuple[str, str]]
) -> None:
    found = kernel(f"""
        struct of {{ double a, b; }};
        int omp_get_thread_num(void);
        void f(int n{parameters}) {{
        #pragma omp parallel
          {{ int me = omp_get_thread_num();
        #pragma omp for
            for (int i = 0; i < n; i++) {{ {statement} }} }}
        }}
    """)
    assert found.assumed.distinct == pairs


@pytest.mark.parametrize(
    ("parameters", "statement", "pairs"),
    [
        (", double *a, double *x", "int to = 2 * i; a[to] += x[i];", {("a", "x")}),
        (", double *a, int *x", "a[x[i]] += i;", set()),
        (", double *a, struct of *x", "a[i] -= x->weight[i] * x->count;", {("a", "x_weight")}),
        (", double *a, double *x", "double t[2]; mark(t); a[i] += t[0];", set()),
        (", double *a, double *x", "x[i] = i; a[i / 2] += i;", {("a", "x")}),
    ],
)
def test_what_is_reduced_is_compared_with_other_memory(
    parameters: str, statement: str, pairs: set[tuple[str, str]]
) -> None:
    """Nothing is known of the callers of a library."""
    outside = "struct of { double *weight; int count; }; static void mark(double *t) { t[0] = t[1] = 1; }"
    found = loop(parameters, statement, outside=outside, clauses="reduction(+ : a[:n])")
    assert found.assumed.distinct == pairs


def test_a_place_that_is_certainly_in_a_reduced_array_is_named() -> None:
    found = kept("""
        void f(int n, double *a) {
        #pragma omp parallel for reduction(+ : a[:n])
          for (int i = 0; i < n; i++) { a[i / 2] += a[i] * i; }
        }
    """)
    assert (found.code, found.reason) == ("K019", "`a`, which is reduced, may be used in another way, too")
