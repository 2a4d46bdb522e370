"""`mapper model show` and `mapper features`: what they print, and what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.features import schema
from mapper.model import store
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model, Split, Sums

PROGRAM = """
static double a[100], b[100];
int main(int argc, char **argv)
{
  int n = argc + 99;
  for (int step = 0; step < argc + 4; step++)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  return argv == 0;
}
"""
SPLIT = Split(schema.NAMES.index("work"), 1e6, Leaf(-1.0, (3.0, 1.0)), Leaf(2.0, (0.0, 5.0)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program, and a user without models."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "p.c").write_text(PROGRAM)
    return tmp_path


def test_a_card_tells_what_is_known(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = Model("mine", (SPLIT,), platform={"cpu": "Abacus"}, scores={"accuracy": 0.5}, limits=("no more",))
    (folder / "m.json").write_text(dumps(model))
    assert exit_code(["model", "show", "m.json"]) == 0
    said = capsys.readouterr().out
    for part in ("mine", "Abacus", "accuracy", "0.5", "no more", "each region by itself"):
        assert part in said
    tree = "  work <= 1e+06\n    CPU: 4 points, 75% sure  (score -1)\n"
    assert tree + "  work > 1e+06\n    OpenCL: 5 points, 100% sure  (score +2" in said


def test_a_card_tells_of_which_prices_only_the_largest_sum_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ints, mem = schema.NAMES.index("int_ops"), schema.NAMES.index("mem")
    sums = Sums(((ints, 1e-9), (mem, 2e-9)), ((mem, 1e-11),), ((ints,), (mem,)))
    (folder / "m.json").write_text(dumps(Model("mine", (Leaf(0.0),), kind="sums", sums=sums)))
    assert exit_code(["model", "show", "m.json"]) == 0
    said = capsys.readouterr().out
    assert "of these groups only the one that takes longest counts on the CPU\n  int_ops\n  mem\n" in said


def test_shipped_models_have_cards_and_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["model", "show", "nvidia-h200"]) == 0
    said = capsys.readouterr().out
    assert "oracle_share" in said
    assert "device       NVIDIA H200 (gpu)" in said
    assert exit_code(["model", "show"]) == 0
    assert "nvidia-h200" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "code"), [("nowhere", "E022"), ("none.json", "E020"), ("p.c", "E020")])
def test_no_model_to_show(folder: Path, name: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["model", "show", name]) == 1
    assert f"[{code}]" in capsys.readouterr().err


def test_features_are_expressions_until_values_are_given(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["features", "p.c"]) == 0
    said = capsys.readouterr().out
    assert "p.c:7:9: region p_main_1" in said
    assert "--define 'n=...'" in said
    assert "F4" not in said
    assert exit_code(["features", "p.c", "--define", "n=50"]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line.startswith("  "))
    assert lines["work_items"] == "50"
    assert lines["mem"] == "150"
    assert float(lines["F4"]) > 0
    assert set(schema.RAW_NAMES) | {each.name for each in schema.COMBINED} == set(lines)


def test_operations_count_by_the_weights_of_a_platform(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = schema.Weights(1.5, 1.0, 4.0, 50.0)
    store.save(Model("here", (Leaf(-1.0),), weights=weights))
    assert exit_code(["model", "show", "here"]) == 0
    assert "int_ops 1.5, float_ops 1, double_ops 4, special_ops 50\n" in capsys.readouterr().out
    (folder / "k.cl").write_text("kernel void k(global double *a) { a[get_global_id(0)] *= 3.0; }")
    for words in (["p.c", "--define", "n=50"], ["k.cl", "--global-size", "50", "--arg", "a=400"]):
        comp = []
        for platform in ([], ["--platform", "here"], ["--platform=here"]):
            assert exit_code(["features", *platform, *words]) == 0
            told = capsys.readouterr().out.splitlines()
            values = {name: float(value) for name, value in (line.split() for line in told if line[:2] == "  ")}
            each = weights if platform else schema.NO_PLATFORM
            pairs = zip(schema.WEIGHTED, each.values(), strict=True)
            assert values["comp"] == pytest.approx(sum(weight * values[name] for name, weight in pairs))
            comp.append(values["comp"])
        assert comp[0] != comp[1] == comp[2]
    assert exit_code(["features", "p.c", "--platform"]) == 2
    assert exit_code(["features", "p.c", "--platform", "nowhere"]) == 1


@pytest.mark.parametrize("text", ["n", "n=", "=3", "n=x", "n m=3"])
def test_wrong_definitions(folder: Path, text: str) -> None:
    assert exit_code(["features", "p.c", "--define", text]) == 2


def test_wrong_granularity(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["compile", "p.c", "--granularity", "atom"]) == 2
    assert "--granularity takes program, region" in capsys.readouterr().err


@pytest.mark.parametrize("granularity", ["program", "region"])
def test_the_emitted_program_knows_its_granularity(folder: Path, granularity: str) -> None:
    assert exit_code(["compile", "p.c", "--emit", "c", "-o", "out.c", "--granularity", granularity]) == 0
    assert f"__MRT_BY_{granularity.upper()}" in (folder / "out.c").read_text()


def test_executions_are_expected_as_they_happen(folder: Path) -> None:
    (folder / "m.json").write_text(dumps(Model("cpu", (Leaf(-1.0),))))
    command = [sys.executable, "-m", "mapper", "compile", "p.c", "-o", "p", "--model", "m.json"]
    subprocess.run(command, check=True, capture_output=True)
    for arguments in ([], ["1", "2", "3"]):
        subprocess.run(
            [folder / "p", *arguments], check=True, env={"MAPPER_PROFILE": "p.json", "OMP_NUM_THREADS": "2"}
        )
        (region,) = json.loads((folder / "p.json").read_text())["regions"]
        assert region["cpu"]["calls"] == region["expected_calls"] == 5 + len(arguments)
        values = region["vectors"][0]["values"]
        assert values[schema.NAMES.index("work_items")] == 100 + len(arguments)


def test_loops_of_unknown_length_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "w.c").write_text(
        "static int next[100], length[100], last[100];\n"
        "int main(int argc, char **argv)\n{\n"
        "  while (argc-- > 0)\n"
        "#pragma omp parallel for\n"
        "    for (int i = 0; i < 100; i++) {\n"
        "      int at = i;\n"
        "      while (at != 0)\n        at = next[at];\n"
        "      for (int k = 0; k < length[i]; k++)\n        at += k;\n"
        "      for (int k = 0; k < 10; k++)\n        at += k;\n"
        "      last[i] = at;\n    }\n"
        "  return argv == 0;\n}\n"
    )
    assert exit_code(["features", "w.c"]) == 0
    assert capsys.readouterr().out.endswith("\n  taken to run 16 times: loops at w.c:8:7, w.c:10:7\n")
    assert exit_code(["compile", "w.c", "-o", "w", "--report", "r.json"]) == 0
    listed = json.loads((folder / "r.json").read_text())["estimated"]
    assert [(each["region"], each["line"], each["column"]) for each in listed] == [
        ("w_main_1", 8, 7),
        ("w_main_1", 10, 7),
    ]
