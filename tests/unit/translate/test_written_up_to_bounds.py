"""Private arrays that iterations fill up to a bound: the condition of a launch, and where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.options import Options
from mapper.stages.pipeline import translate_program
from tests.unit.translate.programs import kept, kernel, kernels

HEAD = """#define N 64
int omp_get_thread_num(void), omp_get_num_threads(void);
struct sizes { int n, k; };
static double out[1000], own[N];
static int count[1000], total, grid[2];
static void give(double *to) { for (int k = 0; k < N; k++) to[k] = k; }
#pragma omp threadprivate(own)
"""
LINE = "for (int j = 0; j < n; j++) own[j] = i + j; out[i] = own[3];"


def loop(body: str = LINE, clauses: str = "") -> str:
    return f"#pragma omp parallel for {clauses}\nfor (int i = 0; i < m; i++) {{ {body} }}\n"


def inner(body: str = LINE, clauses: str = "") -> str:
    return f"#pragma omp for {clauses}\nfor (int i = 0; i < m; i++) {{ {body} }}\n"


def program(code: str, parameters: str = "int n, int m") -> str:
    given = ", ".join("9" for _ in parameters.split(","))
    return f"{HEAD}static void f({parameters}) {{\n{code}}}\nint main(void) {{ f({given}); }}\n"


@pytest.mark.parametrize(
    ("code", "condition"),
    [
        (loop(), "n >= 4"),
        (loop("for (int j = grid[1]; j >= 2; j--) own[j] = i; out[i] = own[5] + own[2];"), "grid[1] >= 5"),
        (loop("for (int j = 0; j < n; j += 2) own[j] = i + j; out[i] = own[4];"), "n >= 5"),
        (loop("if (n > 3) give(own); out[i] = own[60];"), "n >= 4"),
        (loop("for (int j = 0; j < n - i; j++) own[j] = i; out[i] = own[0];"), "n >= m"),
        (loop(clauses="schedule(dynamic)"), "n >= 4"),
        (loop(clauses="schedule(guided) num_threads(4)"), "n >= 4"),
        ("double own[N];\n" + loop(clauses="firstprivate(own)"), "n >= 4"),
        ("double own[N];\n" + loop(clauses="firstprivate(own) schedule(static)"), "n >= 4"),
    ],
)
def test_condition(code: str, condition: str) -> None:
    (written,) = kernel(program(code)).assumed.written
    text = CPrinter().expression(written.condition).replace("(long)", "").replace("(", "").replace(")", "")
    assert text.replace("L", "").split() == condition.split()
    assert written.names == {"own"}


def test_each_loop_of_a_region() -> None:
    """What a loop before leaves is lost on the device path, and no program knows which thread would find it."""
    found = kernels(program(f"#pragma omp parallel\n{{\n{inner()}{inner()}}}\n"))
    assert [len(each.assumed.written) for each in found] == [1, 1]


@pytest.mark.parametrize(
    "code",
    [
        # what threads have may be known
        "own[3] = 9;\n" + loop(),
        "give(own);\n" + loop(),
        f"#pragma omp parallel\n{{\n{inner('own[5] = i; out[i] = own[5];', 'schedule(static)')}}}\n" + loop(),
        loop(clauses="schedule(static)"),
        loop(clauses="schedule(monotonic: static)"),
        loop(clauses="schedule(dynamic, 4)"),
        loop(clauses="schedule(runtime)"),
        loop(clauses="num_threads(1)"),
        loop(clauses="if(n > 9)"),
        f"#pragma omp parallel if(m > 9)\n{{\n{inner()}}}\n",
        f"#pragma omp parallel\n{{\nown[3] = 2;\n{inner()}}}\n",
        f"#pragma omp parallel\n{{\ngive(own);\n}}\n#pragma omp parallel\n{{\n{inner()}}}\n",
        f"#pragma omp parallel\n{{\n#pragma omp single\nown[3] = 2;\n{inner()}}}\n",
        f"#pragma omp parallel\n{{\n{inner()}out[m] = own[3];\n}}\n",
        f"#pragma omp parallel\n{{\nfor (int k = 0; k < N; k++) own[k] = k;\n{inner()}}}\n",
        f"#pragma omp parallel\n{{\ndouble own[N];\nfor (int k = 0; k < N; k++) own[k] = k;\n{inner()}}}\n",
        f"double own[N];\n#pragma omp parallel firstprivate(own)\n{{\n{inner()}}}\n",
        "#pragma omp parallel\nfor (int i = omp_get_thread_num(); i < m; i += omp_get_num_threads()) {\n"
        f"{LINE} }}\n",
        "#pragma omp parallel\n{ double own[N];\n"
        "for (int i = omp_get_thread_num(); i < m; i += omp_get_num_threads()) {\n"
        f"{LINE.replace('j < n', 'j < n - i / 64')} }} }}\n",
        # no condition of the host says enough
        loop("for (int j = 0; j < count[i]; j++) own[j] = i; out[i] = own[3];"),
        loop("for (int j = 0; j < total; j++) own[j] = i; out[i] = own[3]; total = 2;"),
        loop("for (int j = 0; j < n; j++) own[j] = i; out[i] = own[3]; n = 2;", "firstprivate(n)"),
        loop("for (int j = 0; j < n; j++) { if (i % 5 == 2) break; own[j] = i; } out[i] = own[3];"),
        loop("for (int j = 0; j < n; j++) if (out[i] > j) own[j] = i; out[i] = own[3];"),
        loop("for (int j = 0; j < n; j += 2) own[j] = i; out[i] = own[3];"),
        loop("for (unsigned j = 0; j < n - 4u; j++) own[j] = i; out[i] = own[3];"),
        loop("for (unsigned j = 0; j < n * 2u; j++) own[j] = i; out[i] = own[3];"),
        loop("out[i] = own[3]; for (int j = 0; j < n; j++) own[j] = i;"),
        # none that a program relies on
        loop("if (n == 4) give(own); out[i] = own[3];"),
    ],
)
def test_kept(code: str) -> None:
    assert kept(program(code)).code in ("K014", "K002", "K013")


@pytest.mark.parametrize("where", ["s->n", "*of", "of[2]"])
def test_memory_that_may_not_be_read(where: str) -> None:
    """Without iterations the loop reads nothing, and the pointer may be null."""
    text = program(
        loop(LINE.replace("j < n", f"j < {where}")), "int n, const struct sizes *s, const int *of, int m"
    )
    assert kept(text).code == "K014"


def test_copyin_elsewhere() -> None:
    text = program(loop() + "#pragma omp parallel copyin(own)\nout[0] = own[3];\n")
    assert kept(text).code == "K014"


@pytest.mark.parametrize(("outside", "stays"), [(frozenset(), False), (frozenset({"own"}), True), (None, True)])
def test_program_with_unknown_code(outside: frozenset[str] | None, stays: bool, tmp_path: Path) -> None:
    """Code without source that names the variable may give it a value."""
    path = tmp_path / "p.c"
    text = HEAD.replace("static double out[1000], own[N]", "static double out[1000]; double own[N]")
    path.write_text(f"{text}void other(void);\nint main(int n, char **v) {{ int m = n + 9; other();\n{loop()}}}\n")
    options = Options(sources=(str(path),), flags=("-std=gnu11", "-w"), strict=True, outside=outside)
    (region,) = translate_program(options).program.regions
    assert (region.kept is not None and region.kept.code == "K014") == stays
