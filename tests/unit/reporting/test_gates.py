"""Gates: which loops fail a build, by which words, and which waivers let them pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.codes import KEPT
from mapper.diagnostics import MapperError, Severity, UsageError
from mapper.model.tree import Leaf, Model
from mapper.options import Gates, Options
from mapper.reporting.gate_words import with_word
from mapper.reporting.gates import Judged, judged, read_waivers
from mapper.stages.pipeline import map_program
from mapper.stages.place_lists import ends_with

PROGRAM = """\
#include <stdio.h>
int a[9];
static void show(void)
{
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
        printf("%d", a[i]);
}
int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
        a[i] = i;
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 9; i++)
        a[i] = i;
    show();
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in with a program that has one loop for the device, and two that stay (K002, K004)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAPPER_STRICT", raising=False)
    Path("p.c").write_text(PROGRAM)
    return tmp_path


def _gates(*words: str) -> Gates:
    found = Gates()
    for word in words:
        changed = with_word(found, word)
        assert changed is not None, word
        found = changed
    return found


def _judged(*words: str) -> Judged:
    mapped = map_program(Options(sources=("p.c",), strict=False), Model("test", (Leaf(-1.0),)))
    return judged(mapped.program, _gates(*words))


def test_words() -> None:
    assert _gates("--require-offload") == Gates(offload=True)
    assert _gates("--require-offload=w", "--require-offload") == Gates(offload=True, waivers=Path("w"))
    assert _gates("-Werror=K016", "-Werror=I001").errors == {"K016", "I001"}
    assert _gates("-Werror=K", "-Wno-error=K004").errors == set(KEPT) - {"K004"}
    for word in ("-Werror", "-Werror=unused", "--require", "-Wno-error=kind", "K016"):
        assert with_word(Gates(), word) is None
    for word in ("-Werror=K0", "-Werror=K099", "--require-offload="):
        with pytest.raises(UsageError):
            with_word(Gates(), word)
    assert not Gates()


@pytest.mark.parametrize(
    ("words", "failing"),
    [
        (["-Werror=K016"], []),
        (["-Werror=K004"], ["K004"]),
        (["-Werror=K", "-Wno-error=K004"], ["K002"]),
        (["--require-offload"], ["K002", "K004"]),
    ],
)
def test_loops_that_fail(folder: Path, words: list[str], failing: list[str]) -> None:
    found = _judged(*words)
    assert sorted(each.code for each in found.errors) == failing
    assert found.messages([], wanted=True) == []
    if not failing:
        found.check()
        return
    with pytest.raises(MapperError) as error:
        found.check()
    assert [each.code for each in error.value.diagnostics] == ["E027"]


def test_a_region_without_loops_is_a_reason_and_no_loop(folder: Path) -> None:
    Path("p.c").write_text("int a;\nint main(void)\n{\n#pragma omp parallel\n    a = 1;\n}\n")
    assert _judged("--require-offload").errors == []
    assert [each.code for each in _judged("-Werror=K025").errors] == ["K025"]


def test_waivers(folder: Path) -> None:
    Path("w").write_text(
        "# what may stay\n\n"
        "p.c:show  K004  shows the result\n"
        "p.c:14:9 K002 in order\n"
        "p.c:14:3 K002 elsewhere\n"
        "main K003 never\n"
        "p.c:11 K001 never\n"
        "other.c:11 K001 of another program\n"
        "other K001 of another program, too\n"
    )
    found = _judged("--require-offload=w")
    assert found.errors == []
    assert {each.code: each.waived for each in found.changed.values()} == {
        "K004": "shows the result",
        "K002": "in order",
    }
    assert [(each.severity, each.code, each.where and each.where.line) for each in found.unused] == [
        (Severity.WARNING, "W005", 5),
        (Severity.WARNING, "W005", 6),
        (Severity.WARNING, "W005", 7),
    ]


def test_a_waiver_is_for_its_reason_and_place_alone(folder: Path) -> None:
    Path("w").write_text("p.c:main K004 in another function\nshow K002 for another reason\n")
    assert len(_judged("--require-offload=w").errors) == 2


def test_a_function_that_is_not_parsed_can_be_waived(folder: Path) -> None:
    Path("p.c").write_text(
        "int a[9];\nvoid f(void)\n{\n    int g(int x) { return x + 1; }\n"
        "#pragma omp parallel for\n    for (int i = 0; i < 9; i++)\n        a[i] = g(i);\n}\n"
        "int main(void) { f(); }\n"
    )
    (error,) = _judged("--require-offload").errors
    Path("w").write_text(f"f {error.code} nested\n")
    assert _judged("--require-offload=w").errors == []


def test_bad_lines_are_told_all(folder: Path) -> None:
    Path("w").write_text("p.c:show K004\nshow\n:3 K004 why\np.c: K004 why\nshow E001 why\n")
    with pytest.raises(MapperError) as error:
        read_waivers(Path("w"))
    assert [(each.code, each.where and each.where.line) for each in error.value.diagnostics] == [
        ("E026", number) for number in range(1, 6)
    ]
    Path("w").write_bytes(b"\xff\xfe")
    for name in ("w", "nowhere", "."):
        with pytest.raises(MapperError):
            read_waivers(Path(name))


@pytest.mark.parametrize(
    ("path", "end", "expected"),
    [
        ("/home/me/src/a.c", "src/a.c", True),
        ("a.c", "a.c", True),
        ("a.c", "src/a.c", False),
        ("/x/ba.c", "a.c", False),
        ("../src/a.c", "./src/a.c", True),
    ],
)
def test_ends_of_paths(path: str, end: str, expected: bool) -> None:
    assert ends_with(path, end) == expected


def test_compile_fails_and_writes_the_report_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["compile", "p.c", "-o", "p", "--require-offload", "--report", "r.json"]
    assert exit_code(command) == 1
    said = capsys.readouterr().err
    assert "p.c:5:9: error: loop p_show_1 kept on the CPU: `printf` can't be called on the device [K004]" in said
    assert said.endswith("mapper: error: 2 loops stay on the CPU and must not: nothing is built [E027]\n")
    assert Path("r.json").exists()
    assert not Path("p").exists()


@pytest.mark.parametrize(("word", "code"), [("--no-offload", 2), ("-static", 1), ("--coverage", 1)])
def test_what_leaves_all_loops_on_the_cpu(
    folder: Path, word: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["compile", "p.c", "-o", "p", word, "--require-offload"]) == code
    assert word in capsys.readouterr().err
    assert not Path("p").exists()
