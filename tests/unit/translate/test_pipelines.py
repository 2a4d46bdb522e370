"""Pipelines over tiles: what is proved of them, and why others stay on the CPU."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, translated

GLOBALS = "static double a[200][200], b[200][200]; static int flag[200], last = 99, edge[2];\n"
WAIT = "if (i > 1) while (!flag[i - 1]) {\n#pragma omp flush\n}\n"
SIGNAL = "\n#pragma omp flush\nflag[i] = 1;\n"


def program(point: str, head: str = "j = 1; j < n - 1; j++", parameters: str = "int n") -> str:
    return (
        f"{GLOBALS}void f({parameters})\n{{ double t, s[3]; int i, j;\n#pragma omp parallel private(i, j, t, s)\n"
        "#pragma omp for nowait\n"
        f"for (i = 1; i < n - 1; i++) {{ {WAIT} for ({head}) {{ {point} }} {SIGNAL} }} }}\n"
    )


@pytest.mark.parametrize(
    "point",
    [
        "a[i][j] = a[i - 1][j] + a[i][j - 1];",
        "a[i][j] = a[i - 1][j] + a[i][j - 1] + a[i + 1][j] + a[i][j + 1] + a[i - 1][j - 1];",
        "a[i][j] = a[i - 1][j] + b[i][j + 7];",
        "t = a[i - 1][j]; a[i][j] = t * t;",
        "for (int k = 0; k < 3; k++) s[k] = a[i - k][j]; a[i][j] = s[0] - s[2];",
    ],
)
def test_is_proved(point: str) -> None:
    (region,) = translated(program(point)).regions
    assert region.kept is None
    (loop,) = region.loops
    assert loop.kernel is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (program("a[i][j] = a[i - 1][j + 1];"), "not proved to be in order by diagonals"),
        (program("a[i][j] = a[i - 1][j + 100];"), "not proved to be in order by diagonals"),
        (program("a[i][j] = a[j][i];"), "not proved to be in order by diagonals"),
        (program("a[i][j] = t; t = a[i - 1][j];"), "the private `t` may carry a value"),
        (
            program("x[i * n + j] = x[i * n - n + j];", parameters="int n, int *x")
            + "int main(void) { f(9, flag); }",
            "its flags may be in the memory",
        ),
        (
            program("a[i][j] = a[i - 1][j]; last = 7;", head="j = 1; j < last; j++"),
            "a loop waits for another thread",
        ),
        (
            program("a[i][j] = a[i - 1][j]; edge[j & 1] = 7;", head="j = 1; j < edge[0]; j++"),
            "may change its bounds",
        ),
    ],
)
def test_is_kept(text: str, reason: str) -> None:
    assert reason in kept(text).reason


def test_team_function() -> None:
    """A function whose pipeline is not proved is left to the team; the region's other loops have kernels."""
    sweep = "static void sweep(int n)\n{ int i, j;\n#pragma omp for\nfor (i = 1; i < n; i++) { "
    sweep += f"{WAIT} for (j = 1; j < n; j++) a[i][j] = a[i - 1][j + 1]; {SIGNAL} }} }}\n"
    region = "void f(int n)\n{\n#pragma omp parallel\n{\nsweep(n);\n#pragma omp barrier\n"
    region += "#pragma omp for\nfor (int i = 0; i < n; i++) b[i][0] = 1;\n}\n}\n"
    (found,) = translated(GLOBALS + sweep + region).regions
    assert found.kept is None
    own, called = found.loops
    assert own.kernel is not None
    assert called.kept is not None
    assert "in order by diagonals" in called.kept.reason


def test_serial_code() -> None:
    """Where serial code comes to a pipeline, one thread runs it as it is written."""
    text = GLOBALS + f"void f(int n)\n{{\n#pragma omp for\nfor (int i = 1; i < n; i++) {{ {WAIT} "
    text += f"for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j]; {SIGNAL} }} }}\nint main(void) {{ f(9); }}\n"
    assert not translated(text).regions
