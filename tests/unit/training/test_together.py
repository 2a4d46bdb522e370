"""Several devices of one machine, judged together: made-up times, and models of one leaf."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from mapper.commands.training import evaluate as command
from mapper.diagnostics import MapperError
from mapper.model.tree import Leaf, Model
from mapper_training.evaluate import DATA, Evaluation
from mapper_training.evaluation.data import OPENCL, OPENMP, Asked, Case, Measured, Run, read
from mapper_training.evaluation.predict import Choice, Fold, choose, folds
from mapper_training.evaluation.results import result
from mapper_training.evaluation.together import rows, sentence, together

MACHINE = {"cpu": "a processor", "threads": "16"}
ASKED = Asked("r", True, 0.0, ())


def evaluation(
    name: str, seconds: Mapping[str, float], scores: Mapping[str, float], opened: float = 0.0, threads: str = "16"
) -> Evaluation:
    """A platform with these seconds of OpenCL, where OpenMP takes 1 s; scores are doublings of speed."""
    results = []
    for each, opencl in seconds.items():
        program, _, size = each.partition(".")
        case = Case(program, size, {OPENMP: Run(1.0, 0.5), OPENCL: Run(opencl, opencl)})
        score = scores[each]
        results.append(result(case, Choice(opened if score > 0 else 1.0, "", (), ASKED, score), 1e9, 0.0))
    empty = pd.DataFrame()
    measured = Measured(name, MACHINE | {"threads": threads}, empty, "", (), empty, (), None, None, ())
    folds = {group: Fold(group, frozenset(), Model(group, (Leaf(0.0),))) for group in ("CG", "EP", "MG")}
    kind = Model("", ())
    return Evaluation(measured, kind.kind, kind.granularity, tuple(results), OPENMP, folds, {}, (), None, ())


CARD = evaluation("card", {"CG.S": 2.0, "EP.S": 0.1, "MG.S": 3.0}, {"CG.S": 1.0, "EP.S": 3.0, "MG.S": -1.0})
PROCESSOR = evaluation(
    "processor", {"CG.S": 0.5, "EP.S": 0.5, "IS.S": 1.0}, {"CG.S": 2.0, "EP.S": 1.0, "IS.S": -1.0}
)


def test_the_greatest_expected_speedup_is_taken() -> None:
    first, second = together([CARD, PROCESSOR])  # the programs that both have
    assert (first.name, first.chosen, first.taken) == ("CG.S", "processor", 0.5)
    assert first.expected == {"card": 2.0, "processor": 4.0}
    assert first.seconds == {OPENMP: 1.0, "card": 2.0, "processor": 0.5}
    assert (second.name, second.chosen, second.taken) == ("EP.S", "card", 0.1)
    assert all(case.right and case.share == 1.0 for case in (first, second))


def test_no_call_for_a_device_leaves_openmp() -> None:
    never = evaluation("card", {"CG.S": 0.5}, {"CG.S": -1.0})
    other = evaluation("processor", {"CG.S": 2.0}, {"CG.S": 0.0})
    (case,) = together([never, other])
    assert (case.chosen, case.taken, case.best, case.right, case.share) == (OPENMP, 1.0, "card", False, 0.5)


def test_the_first_call_decides() -> None:
    late = evaluation("card", {"CG.S": 0.1}, {"CG.S": 9.0}, opened=0.5)
    early = evaluation("processor", {"CG.S": 0.8}, {"CG.S": 0.5}, opened=0.25)
    (case,) = together([late, early])
    assert case.chosen == "processor"
    assert case.taken == pytest.approx(0.25 + 0.75 * 0.8)


def test_platforms_of_two_machines_are_refused() -> None:
    with pytest.raises(MapperError, match="not of one machine: threads '16' and '2'") as caught:
        together([CARD, evaluation("small", {"CG.S": 1.0}, {"CG.S": 1.0}, threads="2")])
    assert caught.value.diagnostics[0].code == "E024"


def test_a_table_and_a_sentence(tmp_path: Path) -> None:
    cases = together([replace(CARD), PROCESSOR])
    heading, first, _ = rows(cases)
    assert heading == ["seconds", "openmp", "card", "processor", "chosen", "takes", "right", "share"]
    assert first == ["CG.S", "1", "2", "0.5", "processor", "0.5", "yes", "100.0%"]
    assert sentence(cases).startswith(
        "together: 2 of 2 right, 100.0% of the oracle over all sides (always openmp "
    )
    text = StringIO()
    command.report_together([CARD, PROCESSOR], tmp_path, Console(file=text, width=120))
    assert "processor" in text.getvalue()
    assert len((tmp_path / "together.csv").read_text().splitlines()) == 3
    nothing = together([CARD, evaluation("processor", {}, {})])
    assert sentence(nothing) == "no program was measured and predicted on all of these platforms"


def test_two_devices_of_the_machine_with_an_h200() -> None:
    """The committed data, with the kind of model that is fitted fastest."""
    evaluations = []
    for name in ("nvidia-h200", "pocl-16core"):
        measured = read(DATA / name)
        found = folds(measured, ("published",), 1, 3, jobs=1)
        results = []
        for case in measured.cases:
            fold = found["published", case.group]
            assert not any(each.endswith(case.group) for each in fold.programs)
            results.append(result(case, choose(case, fold.model), fold.model.bandwidth, fold.model.startup))
        by_group = {group: fold for (_, group), fold in found.items()}
        kind = Model("", ())
        evaluations.append(
            Evaluation(measured, "published", kind.granularity, tuple(results), OPENMP, by_group, {}, (), None, ())
        )
    cases = together(evaluations)
    assert {case.name.partition(".")[2] for case in cases} >= {"S", "W", "A"}
    assert len(cases) >= 20
    assert all(case.best == OPENMP for case in cases if case.name.endswith(".S"))
    assert all(set(case.seconds) == {OPENMP, "nvidia-h200", "pocl-16core"} for case in cases)
