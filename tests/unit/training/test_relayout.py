"""Copies in another order: the micro-benchmarks' programs, the tree that is fitted, and the same tree in C."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mapper.model.as_c import relayout_as_c
from mapper.model.tree import RELAYOUT_FEATURES, Leaf, Relayout, Split, leaf_of, nodes
from mapper_training import relayout
from mapper_training.evaluation.relayouts import regions, relayouts, sentence, table_rows
from mapper_training.relayout import COLUMNS, ELEMENTS, FILE, KINDS, Row, collect, program
from mapper_training.relayout_fit import fit, held_out, right, scores, shapes
from tests.harness.library import written_library

PATH = """void __mrt_path(char *p, __mrt_size n, const char *t, double v, double l)
{ (void)p; (void)n; (void)t; (void)v; (void)l; }"""


def table(noise: int = 0, seed: int = 1) -> pd.DataFrame:
    """Copies pay where an element is used more than six times, or in large arrays more than three times."""
    random = np.random.default_rng(seed)
    rows = []
    for columns in (3, 8, 100):
        for size in (1 << 16, 1 << 20, 1 << 24):
            for reuse in range(1, 12):
                pays = reuse > (6 if size < 1 << 22 else 3)
                relaid = 0.5 if pays else 2.0
                row = Row(
                    8, columns, "turn", size // (8 * columns), reuse, size, reuse, 8 * columns, 0.0, 1.0, relaid
                )
                rows.append({name: getattr(row, name) for name in Row.__slots__})
    found = pd.DataFrame(rows)
    if noise:
        found["seconds_relaid"] = random.permutation(found["seconds_relaid"])
    return found


def test_the_rule_is_found_for_shapes_that_were_held_out() -> None:
    rows = table()
    chosen = held_out(rows, 1)
    assert scores(rows, chosen)["accuracy"] > 0.95
    assert scores(rows, chosen)["accuracy"] == round(float(right(rows, chosen).mean()), 4)
    assert scores(rows, chosen)["oracle_share"] > scores(rows, chosen)["never_share"]


def test_nothing_is_found_in_shuffled_times() -> None:
    rows = table(noise=1)
    pays = (rows["seconds_relaid"] < 1).mean()
    assert scores(rows, held_out(rows, 1))["accuracy"] < max(pays, 1 - pays) + 0.08


def test_one_answer_is_a_tree_of_one_leaf() -> None:
    rows = table()
    rows["seconds_relaid"] = 3.0
    assert fit(rows, 1).tree == Leaf(-1.0, (float(len(rows)), 0.0))


def test_rows_of_a_shape_stay_together() -> None:
    rows = table()
    assert len(set(shapes(rows))) == 9
    assert all(len(set(group["reuse"])) == 11 for _, group in rows.groupby(shapes(rows)))


def test_c_equals_python(tmp_path: Path) -> None:
    tree = fit(table(), 1).tree
    splits = [node for node in nodes(tree) if isinstance(node, Split)]
    assert splits
    random = np.random.default_rng(2)
    points = 10 ** random.uniform(-2, 9, (100_000, len(RELAYOUT_FEATURES)))
    for at, split in zip(range(0, 90_000, 90_000 // len(splits)), splits, strict=False):
        points[at : at + 1000, split.feature] = split.threshold * (1 + random.choice([-1e-8, 0, 1e-8], 1000))
    (tmp_path / "points").write_bytes(points.tobytes())
    header = written_library(tmp_path) / "__mapper_rt.h"
    (tmp_path / "t.c").write_text(
        f'#include <stdio.h>\n#include "{header}"\n{PATH}\n{relayout_as_c(Relayout(tree))}\n'
        "int main(void) {\n  double f[__MRT_RELAY_FEATURES];\n"
        "  while (fread(f, sizeof f, 1, stdin) == 1)\n    putchar(__mrt_relayout(f, 0, 0) > 0 ? '1' : '0');\n"
        "  return 0;\n}\n"
    )
    subprocess.run(["gcc", "-O1", "-o", tmp_path / "t", tmp_path / "t.c"], check=True)
    with (tmp_path / "points").open("rb") as file:
        answers = subprocess.run([tmp_path / "t"], stdin=file, capture_output=True, text=True, check=True).stdout
    assert answers == "".join("1" if leaf_of(tree, point).value > 0 else "0" for point in points.tolist())


def test_the_report_has_a_line_for_each_loop() -> None:
    found = relayouts(table(), 1)
    listed = list(regions(found))
    assert [each.name for each in listed] == ["turn double [][3]", "turn double [][8]", "turn double [][100]"]
    assert sum(each.rows for each in listed) == 99
    assert sum(each.right for each in listed) == right(found.table, found.chosen).sum()
    assert all(each.oracle >= max(each.chosen, each.always, 1.0) for each in listed)
    assert "of 99 choices right" in sentence(found)
    assert [len(row) for row in table_rows(found)] == [6] * 4


def test_programs_have_a_loop_for_each_kind_and_row() -> None:
    for element in ELEMENTS:
        text = program(element)
        for columns in COLUMNS:
            assert all(f"static void {kind}_{columns}(T (*a)[{columns}], int n)" in text for kind in KINDS)


def test_the_better_of_two_processes_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the second process comes to 64 rows, and is the slower one with 8."""
    runs: list[tuple[str, str]] = []

    def fake_run(command: list[str], environment: dict[str, str]) -> tuple[str, None, float, int]:
        if "MAPPER_PROFILE" in environment:
            loops = [{"id": f"{Path(command[0]).name}_turn_3_1", "relaid_launches": 4}]
            Path(environment["MAPPER_PROFILE"]).write_text(json.dumps({"regions": [{"loops": loops}]}))
            return "", None, 1.0, 0
        version = environment["MAPPER_RELAYOUT"]
        run = Path(command[0]).name, version
        runs.append(run)
        seconds = runs.count(run) / 16 + int(version)
        later = f"turn 3 64 1 {seconds}\n" if runs.count(run) == 2 else ""
        return f"turn 3 8 1 {seconds}\nwalk 3 8 1 1.0\n{later}", None, 1.0, 0

    monkeypatch.setattr(relayout, "build", lambda *_: ([], {}))
    monkeypatch.setattr(relayout, "run_process", fake_run)
    collect(tmp_path)
    found = pd.read_csv(tmp_path / FILE)
    assert runs == [(element, version) for element in ELEMENTS for version in ("0", "1")] * relayout.PROCESSES
    assert list(found["rows"]) == [8, 64] * len(ELEMENTS)
    assert list(found["seconds_plain"][:2]) == [1 / 16, 2 / 16]
    assert list(found["seconds_relaid"][:2]) == [1 + 1 / 16, 1 + 2 / 16]
