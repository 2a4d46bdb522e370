"""What `--safe` can't check stays on the CPU, with the place of the loop, the reason, and the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from tests.harness.examples import PROGRAMS

MANY = 61
ROWS = """void f(double **rows, int n, int m)
{
@#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      rows[i][j] *= 2;
}
"""
COUNTED = (PROGRAMS / "thread_counters.c").read_text(encoding="utf-8")
COUNTING = COUNTED.index("#pragma omp for", COUNTED.index("#pragma omp single"))
PARAMETERS = ", ".join(f"double *a{number}" for number in range(MANY))
SUM = " + ".join(f"a{number}[i]" for number in range(1, MANY))
ARRAYS = f"""void f({PARAMETERS}, int n)
{{
@#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a0[i] = {SUM};
}}
"""
CASES = {
    "table": (ROWS, "it follows a table of pointers, whose entries are not checked (--safe)"),
    "counts": (
        f"{COUNTED[:COUNTING]}@{COUNTED[COUNTING:]}",
        "its iterations count in the order of their thread, and store by what they count (--safe)",
    ),
    "arrays": (ARRAYS, "it uses more than 60 arrays (--safe)"),
}


@pytest.mark.parametrize("name", CASES)
def test_kept_where_it_can_not_be_checked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, reason = CASES[name]
    before = text[: text.index("@")]
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(text.replace("@", ""))
    Path("model.json").write_text(dumps(Model("test", (Leaf(-1.0),))))
    words = ["compile", "--model", "model.json", "-Rmapper", "--emit", "c", "-o", "out.c", "p.c"]

    assert exit_code([*words, "--safe"]) == 0
    said = capsys.readouterr().err
    assert f"p.c:{before.count(chr(10)) + 1}:9: remark: " in said
    assert f"{reason} [K030]" in said

    assert exit_code(words) == 0
    assert "[K030]" not in capsys.readouterr().err, "without --safe the loop is offloaded"


def test_the_way_out_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["explain", "K030"]) == 0
    assert "What to do: build without --safe, or let one block hold the rows." in " ".join(
        capsys.readouterr().out.replace("`", "").replace("*", "").split()
    )
