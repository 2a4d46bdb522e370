"""Verdicts name what each launch looks at, and the run-time library's refusals are among it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import as_json, remarks
from mapper.stages.pipeline import map_program
from tests.harness.library import RUNTIME

MODEL = Model("test", (Leaf(1.0),))

# The run-time library's reasons, each with the check in the report; None: there is no memory, whatever the loop.
REFUSALS = {
    "it is not known which memory %s points to": "known",
    "%s may reach beyond the ends of its memory": "range",
    "no host memory to register %s": None,
    "no host memory to follow %s": None,
    "what %s leads to is changing": "rows",
    "%s leads to tables at odd addresses": "rows",
    "what %s leads to begins inside of elements": "rows",
    "%s is no table that can be followed": "rows",
    "rows that %s leads to overlap": "apart",
    "rows that %s and %s lead to overlap": "apart",
    "the memory of %s is gone": "known",
    "%s may be the end of one array, or where another one begins": "known",
    "the device has no memory to check which iteration writes what": None,
    "%s does not begin where vectors may": "alignment",
    "%s can't have the layout that the kernel expects": "order",
    "%s and %s overlap": "overlap",
    "the device has no memory to save what an error path would have to undo": "error path",
    "the device has no memory for private arrays": "memory",
    "the device has no memory for its arrays": None,
    "what its iterations count by their thread's number does not determine where each of them stores": "stores",
    "the size of its tiles does not divide their range, and the last ones end behind it": "tiles",
    "its subscripts may leave the rows of its arrays": "bounds",
    "an iteration may read what another one left in a private variable": "private",
    "a pointer leads to a variable that the kernel has a copy of": "variable",
    "it is not known which memory a context of its functions leads to": "known",
    "its iterations don't fit the type of its counter": "count",
    "it has too many iterations": "count",
}
FOUND_BY_KERNELS = {"stack"}
"""The conditions at which no launch looks: a work-item stops where one does not hold."""
REFUSAL = re.compile(
    r'(?:refuse\(launch, |return |sizeof launch->why, |beyond\[\] = )"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"'
)
OF_DRIVERS = re.compile(r"failed$|memory failed|^asking|^reading|^enqueueing|^allocating")

PROGRAMS = {
    "count": "void f(int n) { static double a[100];\n{}for (int i = 0; i < n; i++) a[i % 100] = i; }",
    "bounds": "void f(int g, int n, double *a) {{\n{}for (int i = g; i < n - g; i++) "
    "for (int j = g; j < n - g; j++) a[j * n + i] = j; }}",
    "known": "void f(double *a, const int *at) {{\n{}for (int i = 0; i < 9; i++) a[i] = at[a[i] > 0 ? 3 : i]; }}",
    "range": "void f(double *a) {{\n{}for (int i = 0; i < 9; i++) a[i] = i; }}",
    "rows": "void f(double **a) {{\n{}for (int i = 0; i < 9; i++) a[i][2] = i; }}",
    "memory": "void f(double *a) {{\n{}for (int i = 0; i < 9; i++) {{ double t[9000]; t[i] = 1; a[i] = t[i]; }}}}",
    "private": "void f(int n, double *a) {{ double t[99];\n{}for (int i = 0; i < 9; i++) {{ "
    "for (int j = 0; j < n - i; j++) t[j] = i; a[i] = t[3]; }}}}",
    "variable": "double g; void f(double *a) {{\n{}for (int i = 0; i < 9; i++) a[i] = g; }}",
    "error path": "void exit(int); void f(double *a) {{\n{}for (int i = 0; i < 9; i++) if (a[i] < 0) exit(3); }}",
}


def mapped(text: str, folder: Path) -> tuple[str, list[dict[str, object]]]:
    """The remark on the only loop of a program, and the conditions in the report."""
    path = folder / "p.c"
    path.write_text(text)
    found = map_program(Options(sources=(str(path),), flags=("-std=gnu11", "-w"), strict=True), MODEL)
    (remark,) = remarks(found.program)
    (loop,) = json.loads(as_json(found.program))["loops"]
    return remark.message, loop["conditions"]


@pytest.mark.parametrize("check", PROGRAMS)
def test_a_condition_is_told(check: str, tmp_path: Path) -> None:
    clauses = "private(t)" if check == "private" else ""
    text = PROGRAMS[check].replace("{{", "{").replace("}}", "}")
    text = text.replace("{}", f"#pragma omp parallel for {clauses}\n", 1)
    message, found = mapped(text, tmp_path)
    told = {str(each["check"]): str(each["text"]) for each in found}
    assert check in told
    verdict, _, behind = message.partition(", if ")
    assert verdict.endswith(" can run on the device")
    assert told[check] in behind.split("; ")


def test_pairs_of_arrays_are_told(tmp_path: Path) -> None:
    """Two pointers are taken for different memory, which the compiler can't tell."""
    text = (
        "static void g(double *a, double *b, int m) {\n#pragma omp parallel for\n  for (int i = 0; i < 90; i++)\n"
        "    for (int k = 1; k < m; k++) a[i * 9 + k] = b[k * 90 + i]; }\n"
        "double x[9000]; void f(int w, double *p) { g(p + w, p + 2 * w, 9); g(x, x + 4500, 9); }\n"
    )
    message, found = mapped(text, tmp_path)
    pairs = [each for each in found if each["check"] == "overlap"]
    assert [each["arrays"] for each in pairs] == [["a", "b"]]
    assert "`a` and `b`" in message


def test_nothing_is_looked_at_for_constant_loops_over_arrays(tmp_path: Path) -> None:
    text = "double a[9];\nvoid f(void) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = i; }\n"
    message, found = mapped(text, tmp_path)
    assert found == []
    assert message.endswith("can run on the device")


def test_contexts_that_numbers_are_loaded_through_are_told(tmp_path: Path) -> None:
    text = (
        "struct s { double (*f)(double); };\nstatic double one(double x) { return x + 1; }\n"
        "static double two(double x) { return x + 2; }\n"
        "static double by(double x, void *c) { struct s *p = c; return p->f(x); }\ndouble a[9];\n"
        "static void all(void *context) {\n#pragma omp parallel for\n"
        "  for (int i = 0; i < 9; i++) a[i] = by(a[i], context); }\n"
        "int main(int n, char **v) { struct s t = {n > 1 ? one : two}; all(&t); return 0; }\n"
    )
    message, found = mapped(text, tmp_path)
    assert [each["arrays"] for each in found if each["check"] == "known"] == [["context"]]
    assert "`context` leads to memory that is known" in message


def test_each_refusal_is_a_condition() -> None:
    said = set()
    for folder in ("region", "tables", "forms"):
        for path in (RUNTIME / folder).glob("*.c"):
            said |= {
                text for text in REFUSAL.findall(path.read_text(encoding="utf-8")) if not OF_DRIVERS.search(text)
            }
    assert {text for text in said if not OF_DRIVERS.search(text)} == set(REFUSALS)
    source = (RUNTIME.parent / "reporting" / "conditions.py").read_text(encoding="utf-8")
    told = set(re.findall(r'Condition\(\s*"([^"]*)"', source))
    assert {check for check in REFUSALS.values() if check is not None} | FOUND_BY_KERNELS == told
