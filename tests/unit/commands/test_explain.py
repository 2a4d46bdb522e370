"""`mapper explain`: codes, loops at places, times of a profile, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapper import codes
from mapper.cli import exit_code
from mapper.reporting.explanations import explanations

PROGRAM = """\
#include <stdio.h>
static double a[100], b[100];
struct list { double *values; };
static void change(struct list *l, int n)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            l[i].values = b + i;
            l[i].values[0] = i;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = i;
    }
}
static void sum(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}
static void work(struct list *l, int n) { change(l, n); sum(n); }
int main(int argc, char **argv)
{
    static struct list l[100];
    work(l, argc);
    printf("%g", a[0]);
    return argv == 0;
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program, and a user without models."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "p.c").write_text(PROGRAM)
    return tmp_path


def _explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert exit_code(["explain", *arguments]) == 0
    return capsys.readouterr().out


def test_every_code_has_an_explanation() -> None:
    found = explanations()
    assert set(found) == set(codes.ALL)
    for code, each in found.items():
        assert each.why, code
        assert code == "I001" or each.todo, code
        assert (code.startswith("K") and code != "K008") == bool(each.example), code  # that one is reserved
        assert "](" not in each.text()


def test_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    said = _explained(capsys, "k016")
    assert said.startswith(f"K016: {codes.KEPT['K016']}\n\n")
    assert "\n    #pragma omp parallel for\n" in said
    assert "\nWhat to do: let the loop change indices, not pointers. Fill an array with" in said


def test_a_loop_that_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _explained(capsys, "p.c:10", "-O2")
    assert said.startswith(
        "p.c:8:9: loop p_change_1\nin function change, called by main -> work -> change\n\nIt stays"
    )
    for part in ("[K016]", "l[i].values", "What to do: ", "`mapper explain K016` says more."):
        assert part in said
    assert "p_change_2" not in said


def test_a_line_between_the_loops_of_a_region(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _explained(capsys, "p.c:7")
    assert "loop p_change_1\n" in said
    assert "loop p_change_2\n" in said


def test_a_loop_for_the_device(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _explained(capsys, "p.c:20")
    for part in (
        "It can run on the device.",
        "\nEach launch looks whether its iterations fit the type of its counter.\n",
        "\n  restrict: ",
        "\n  b                read   coalesced\n",
        "\n  --define 'n=...' gives the rest\n",
        "decides at run time; its tree: mapper model show pocl-2core\n",
    ):
        assert part in said
    said = _explained(capsys, "p.c:20", "--define", "n=50", "--platform", "pocl-2core")
    assert "\nModel pocl-2core" in said
    assert " points, " in said
    assert "for one execution by itself\n" in said
    assert "gives the rest" not in said


def test_a_loop_in_a_function_that_nothing_calls(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "q.c").write_text(
        "int a[9];\nvoid f(void)\n{\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n"
    )
    assert "in function f, which nothing that mapper sees calls\n" in _explained(capsys, "q.c:4", "p.c")


def test_measured_times(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = {
        "id": "p_sum_1",
        "others": [],
        "line": 20,
        "launches": 3,
        "refused": 1,
        "refusal": "no",
        "kernel_seconds": 0.5,
    }
    times = {"count": 3, "bytes": 800, "seconds": 0.5}
    region = {
        "id": "p_sum_1",
        "path": "items <= 100",
        "cpu": {"calls": 2, "seconds": 4e-6},
        "opencl": {"calls": 4, "seconds": 2.0},
        "kernel": times,
        "upload": times,
        "download": {**times, "count": 0},
        "loops": [loop],
    }
    (folder / "profile").write_text(json.dumps({"regions": [region]}))
    said = _explained(capsys, "p.c:20", "--profile", "profile")
    for part in (
        "OpenMP   2 calls, 4 us, 2 us each",
        "OpenCL   4 calls, 2 s, 500 ms each",
        "to device  3 times, 500 ms, 800 bytes",
        "this loop  3 launches, 500 ms",
        "not launched 1 times: no",
        "the tree's path at last: items <= 100",
    ):
        assert f"\n  {part}\n" in said
    assert "back" not in said.partition("Measured")[2]
    assert "has no region p_change_1" in _explained(capsys, "p.c:8", "--profile=profile")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "explain needs a code"),
        ("K0016", "there is no code K0016 (did you mean K016?)"),
        ("K016 p.c", "takes nothing more"),
        ("p.c", "p.c is neither a code (K016) nor a place (prog.c:12)"),
        ("p.c:1", "there is no parallel loop at p.c:1; those of p.c begin at line 8, 13, 20"),
        ("other.h:1 p.c", "there is no parallel loop in other.h"),
        ("m.cpp:1", "m.cpp: mapper compiles C only"),
        ("p.c:20 --profile", "--profile needs FILE"),
        ("p.c:20 --profile nowhere", "nowhere: No such file or directory"),
        ("p.c:20 --profile p.c", "p.c is no profile"),
        ("p.c:20 --profile deep.json", "deep.json is no profile"),
    ],
)
def test_what_means_nothing(
    arguments: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "deep.json").write_text("[" * 100_000)
    assert exit_code(["explain", *arguments.split()]) == 2
    assert message in capsys.readouterr().err


def test_a_place_in_a_file_that_is_read_several_times(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "k.h").write_text(
        "void NAME(double *a)\n{\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n"
    )
    (folder / "q.c").write_text('#define NAME f\n#include "k.h"\n#undef NAME\n#define NAME g\n#include "k.h"\n')
    said = _explained(capsys, "k.h:4", "q.c")
    assert [line for line in said.splitlines() if line.startswith("k.h:")] == [
        "k.h:3:9: loop q_f_1",
        "k.h:3:9: loop q_g_1",
    ]
