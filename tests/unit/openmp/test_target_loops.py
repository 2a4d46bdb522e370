"""Loops for a target device: which become parallel loops, and with which clauses."""

from __future__ import annotations

import pytest

from mapper.ir.trees.nodes import Omp, walk
from mapper.openmp.unparse import unparse
from tests.unit.openmp.units import bound

HEAD = "int n, shared_count; double a[9], b[9];\nvoid f(int m)\n{ int i, k; double x, s;\n"
LOOP = "for (i = 0; i < n; i++) a[i] = b[i];"


def directive(pragma: str, loop: str = LOOP) -> str:
    """What the first construct of a function says after it is bound."""
    unit = bound(f"{HEAD}#pragma omp {pragma}\n{loop}\n}}\n")
    found = [node for ext in unit.tree.ext for node in walk(ext) if isinstance(node, Omp)]
    return unparse(found[0].directive)


@pytest.mark.parametrize(
    ("pragma", "becomes"),
    [
        ("target teams distribute parallel for", ""),
        ("target teams distribute parallel for map(to: b) map(from: a[0:n]) num_teams(4) thread_limit(9)", ""),
        ("target parallel for schedule(static, 4) device(1) defaultmap(tofrom: scalar)", " schedule(static, 4)"),
        ("target teams distribute parallel for simd collapse(1)", " simd collapse(1)"),
        ("target teams distribute", ""),
        ("target teams loop bind(teams)", ""),
        ("target loop", ""),
        ("teams distribute parallel for is_device_ptr(a)", ""),
        ("parallel loop private(x)", " private(x)"),
        ("target parallel for if(target: n > 9) if(parallel: n > 5)", " if(parallel: n > 5)"),
        ("target parallel for reduction(+: s) num_threads(3)", " reduction(+: s) num_threads(3)"),
    ],
)
def test_becomes_a_parallel_loop(pragma: str, becomes: str) -> None:
    assert directive(pragma) == f"omp parallel for{becomes}"


@pytest.mark.parametrize(
    ("pragma", "loop", "becomes"),
    [
        ("target map(to: b)", "#pragma omp teams\n#pragma omp distribute parallel for\n", "omp parallel for"),
        (
            "target teams private(x)",
            "#pragma omp distribute parallel for private(x)\n",
            "omp parallel for private(x)",
        ),
        ("teams", "#pragma omp distribute\n", "omp parallel for"),
        ("target", "#pragma omp teams\nif (n)\n#pragma omp distribute\n", "omp target"),
        ("target", "#pragma omp parallel for\n", "omp target"),
        ("target", "#pragma omp simd\n", "omp target"),
    ],
)
def test_constructs_one_in_the_other_are_one(pragma: str, loop: str, becomes: str) -> None:
    assert directive(pragma, f"{{\n{loop}{LOOP} }}") == becomes


def test_nothing_is_beside_what_is_combined() -> None:
    loop = f"#pragma omp distribute parallel for\n{LOOP}\n"
    assert directive("target teams", f"{{\n{loop} }}") == "omp parallel for"
    assert directive("target teams", f"{{\n{loop} n = 1; }}") == "omp target teams"


@pytest.mark.parametrize(
    "pragma", ["target", "target simd", "target teams", "loop", "target parallel for nowait", "taskloop"]
)
def test_stays(pragma: str) -> None:
    assert directive(pragma).startswith(f"omp {pragma}")


@pytest.mark.parametrize(
    ("statement", "clause", "changes"),
    [
        ("k = i; a[i] = k;", "", False),
        ("k = i; a[i] = k;", "private(k)", True),
        ("x += 1;", "map(tofrom: x)", True),
        ("m++;", "", False),
        ("shared_count++;", "", False),
        ("g(&s);", "", False),
        ("double t = i; t += 1; a[i] = t;", "", True),
        ("double s = i; s += 1; a[i] = s;", "", False),  # the name of one outside
        ("for (int k = 0; k < 3; k++) a[i] += k;", "", False),
        ("for (int q = 0; q < 3; q++) a[i] += q;", "", True),
    ],
)
def test_a_target_has_copies_of_scalars(statement: str, clause: str, changes: bool) -> None:
    loop = f"for (i = 0; i < n; i++) {{ {statement} }}"
    assert directive(f"target parallel for {clause}", loop).startswith("omp parallel for") is changes
    assert directive("parallel loop", loop) == "omp parallel for"


def test_teams_in_a_target_region_stay() -> None:
    unit = bound(f"{HEAD}#pragma omp target\n{{\n#pragma omp teams distribute parallel for\n{LOOP}\nn++; }} }}\n")
    found = [node for ext in unit.tree.ext for node in walk(ext) if isinstance(node, Omp)]
    assert unparse(found[1].directive) == "omp teams distribute parallel for"
