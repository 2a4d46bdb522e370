"""The evaluation on a made-up platform: folds, the page and the command."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from mapper.commands.training import evaluate as command
from mapper.diagnostics import MapperError
from mapper.model.tree import Leaf, Model, Node, Split
from mapper_training.evaluate import Evaluation, evaluate, platforms
from mapper_training.evaluation import page, stepplot, tables, trees
from mapper_training.evaluation.data import CPU, MAPPED, OPENCL, OPENMP, SEQUENTIAL, WHOLE, read
from mapper_training.evaluation.page import Transformed, html, write
from mapper_training.evaluation.pictures import as_svg, speedups
from mapper_training.evaluation.predict import choose, folds
from mapper_training.evaluation.results import result
from tests.unit.training.platforms import BY_CALLS, PROGRAMS, STARTUP, npb, platform, profile

pytestmark = pytest.mark.usefixtures("two_folds")


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    """Of the made-up platform."""
    return evaluate(read(platform(tmp_path_factory.mktemp("data") / "made-up")), jobs=1)


def test_no_fold_trains_on_the_program_that_it_predicts(evaluation: Evaluation) -> None:
    assert set(evaluation.folds) == {"CG", "EP", "LU", "MG"}
    own = {f"p{number}" for number in range(8)}
    for group, fold in evaluation.folds.items():
        assert fold.programs == own | {f"NPB {other}" for other in evaluation.folds if other != group}
    alone = folds(evaluation.measured, ("tree",), 1, 6, npb=False, jobs=1)
    assert {fold.programs for fold in alone.values()} == {frozenset(own)}


def test_what_can_be_learnt_is_learnt(evaluation: Evaluation) -> None:
    found = evaluation.summary(WHOLE)
    assert (found.cases, found.accuracy) == (10, 1.0)
    assert found.oracle == pytest.approx(1.0)
    assert found.always_cpu is not None
    assert found.always_cpu < 0.5
    assert evaluation.misses() == []


def test_simple_ways_to_choose_stand_beside_the_model(evaluation: Evaluation) -> None:
    named = {way.name: way for way in evaluation.ways}
    assert list(named) == [
        f"the model ({evaluation.kind})",
        "always OpenMP",
        "always OpenCL",
        "one threshold",
        "the published tree",
    ]
    for way in evaluation.ways:
        low, high = way.share_interval
        assert way.cases == 10
        assert 0 < low <= way.share <= high <= 1
    assert named["always OpenMP"].right + named["always OpenCL"].right == 10
    text = html(evaluation, Transformed("", {}, {}), {})
    assert all(name in text for name in named)


def test_shuffled_labels_do_badly(evaluation: Evaluation) -> None:
    measured, shares = evaluation.measured, []
    for seed in range(3):
        shuffled = [_shuffled(table, seed) for table in (measured.training, measured.npb_rows)]
        found = evaluate(replace(measured, training=shuffled[0], npb_rows=shuffled[1]), jobs=1)
        shares.append(found.summary(WHOLE).oracle or 0.0)
        assert len(found.misses()) == found.summary(WHOLE).cases - found.summary(WHOLE).right
    assert np.mean(shares) < 0.75


def _shuffled(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    order = np.random.default_rng(seed).permutation(len(table))
    labels = [name for side in (CPU, OPENCL) for name in (f"seconds_{side}", f"whole_{side}") if name in table]
    return table.assign(**{name: table[name].to_numpy()[order] for name in labels})


def test_the_page_holds_every_program_and_is_always_the_same(evaluation: Evaluation, tmp_path: Path) -> None:
    transformed = Transformed("BT.S", {"mem": 8.0, "items": 0.0}, {"mem": 2.0, "items": 0.0})
    written = write(evaluation, transformed, tmp_path / "one", jobs=1)
    page = written[0].read_text(encoding="utf-8")
    assert html(evaluation, transformed, {}) == html(evaluation, transformed, {})
    again = as_svg(speedups(evaluation.results, WHOLE, evaluation.over))
    assert base64.b64encode(again.encode()).decode() in page
    assert all(f"<td>{program}</td>" in page for program in PROGRAMS)
    assert "http" not in page.replace("http-equiv", "")
    headings = re.findall(r'<h2 id="(\w+)">', page)
    assert len(headings) == page.count("<h2") == page.count('<a href="#')
    assert all(f'<a href="#{name}">' in page for name in headings)
    names = {path_.name for path_ in written}
    assert {"whole.png", "timed.png", "breakdown.png", "scores.png", "tree_tree.png", "cases.csv"} <= names
    table = pd.read_csv(tmp_path / "one" / "cases.csv")
    assert len(table) == 2 * len(evaluation.results)
    assert (tmp_path / "one" / "features.csv").read_text().splitlines()[1] == "mem,accesses,8,2,0.25"


def test_the_page_suits_phones_paper_and_the_dark(evaluation: Evaluation) -> None:
    text = html(evaluation, Transformed("BT.S", {"mem": 8.0}, {"mem": 2.0}), {})
    assert text.count("<table>") == text.count('<div class="wide"><table>') > 3, "a table is wider than a phone"
    for rule in ("prefers-color-scheme: dark", "max-width: 45rem", "print"):
        assert re.search(rf"@media \(?{rule}\)? {{", text), f"no rules for {rule}"


def test_the_mapped_program_as_measured_stands_beside_the_prediction(tmp_path: Path) -> None:
    table = npb(("CG", "EP"))
    table = pd.concat([table, table[table["version"] == OPENMP].assign(version=MAPPED)])
    folder = platform(tmp_path / "p", table)
    (folder / "npb" / "profiles" / "CG.S.mapped.json").write_text(json.dumps(profile("CG", 1e3, CPU)))
    results = [result(each, None, 1e9, STARTUP) for each in read(folder).cases]
    first, *_ = tables.case_rows(results, SEQUENTIAL)[1:]
    assert first[-1] == "0.00101 s, CPU"
    assert results[0].measured_share() == 1.0


def test_runs_of_mapped_programs_are_told_apart_from_predictions(tmp_path: Path) -> None:
    assert "Mapped times are predictions" in tables.mapped_words(evaluate(read(platform(tmp_path / "p")), 1))
    table = npb()
    late = table[table["version"] == OPENMP].assign(version=MAPPED)
    table = pd.concat([table, late.assign(whole=4 * late["whole"])])
    words = tables.mapped_words(evaluate(read(platform(tmp_path / "q", table)), 1))
    assert "of these mapped programs were run" in words


def test_what_transformations_bring_is_drawn_where_it_was_measured(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p")
    rows = [("-fno-nest -fno-tile", 4.0), ("--passes=nest", 2.0), ("--passes=nest,tile", 1.0)]
    lines = [f'CG,S,opencl,"{flags}",{value},SUCCESSFUL' for flags, value in rows]
    lines.append("CG,S,openmp,,2.0,SUCCESSFUL")
    (folder / "breakdown.csv").write_text(
        "\n".join(["program,class,version,flags,seconds,verified", *lines]) + "\n"
    )
    measured = read(folder)
    assert "no breakdown" not in "\n".join(measured.missing)
    [axes] = stepplot.figure(measured.breakdown).axes
    assert axes.get_title("left") == "CG"
    assert [text.get_text() for text in axes.texts] == ["S"]
    assert np.asarray(axes.lines[1].get_ydata()).tolist() == [0.5, 1.0, 2.0]


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def features_of() -> tuple[Mapping[str, float], Mapping[str, float], str]:
        return {}, {}, "none here"

    monkeypatch.setattr(command, "_transformed", features_of)
    monkeypatch.setattr(command, "evaluate", partial(evaluate, jobs=1))
    monkeypatch.setattr(page, "write", partial(write, jobs=1))
    platform(tmp_path / "data" / "made-up", npb(("CG", "EP")))
    assert platforms(tmp_path / "data") == ["made-up"]
    command.run([], tmp_path / "out", tmp_path / "data")
    said = capsys.readouterr().out
    assert "made-up: 4 NPB programs and classes" in said
    assert "4 of 4 (100.0%)" in said
    assert str(tmp_path / "out" / "made-up" / "index.html") in said
    for names, folder in ((["other"], tmp_path / "data"), ([], tmp_path / "nowhere")):
        with pytest.raises(MapperError) as caught:
            command.run(names, tmp_path / "out", folder)
        assert caught.value.diagnostics[0].code == "E024"


def test_wrong_choices_are_told_with_their_reason(evaluation: Evaluation, tmp_path: Path) -> None:
    never = {group: replace(fold, model=Model(group, (BY_CALLS,))) for group, fold in evaluation.folds.items()}
    results = tuple(
        result(each.case, choose(each.case, never[each.case.group].model), 1e9, STARTUP)
        for each in evaluation.results
    )
    wrong = replace(evaluation, folds=never, results=results)
    assert {each.case.name for each in wrong.misses()} == {f"{program}.B" for program in PROGRAMS}
    console = Console(width=200, record=True, file=StringIO())
    command.report(wrong, console)
    assert "wrong: CG.B: CPU, OpenCL is better: " in console.export_text()
    page = html(wrong, Transformed(""), {})
    assert "CG.B: CPU, where OpenCL is better" in page
    assert "It would turn if calls were 10 times larger (10 rather than 1)." in page
    assert "calls &lt;= 10 (it is 1)" in page


def test_a_wide_tree_is_drawn_less_deep() -> None:
    tree: Node = Leaf(0.5, (1.0, 3.0))
    for feature in range(6):
        tree = Split(feature, 2.0, tree, tree)
    words = [text.get_text() for text in trees.draw(tree, words=trees.COPIES).axes[0].texts]
    assert words.count("4 more\nleaves") == 16
    assert [words.count(f"{name}\n≤ 2 ?") for name in trees.COPIES.features] == [0, 0, 8, 4, 2, 1, 0]
    for leaf, said in ((Leaf(0.5), "copy\n+0.5"), (Leaf(-1.0, (3.0, 1.0)), "as it is\n-1\n4 points\n75% sure")):
        texts = trees.draw(leaf, words=trees.COPIES).axes[0].texts
        assert [text.get_text() for text in texts] == [said]


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path) -> None:
    platform(tmp_path / "data" / "made-up", npb(("CG", "EP")))
    text = (
        "import sys; sys.modules['matplotlib'] = None; from mapper.cli import main; "
        f"main(['evaluate', '--data', {str(tmp_path / 'data')!r}, '-o', {str(tmp_path / 'out')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install matplotlib" in done.stderr
