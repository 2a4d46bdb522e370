"""`mapper evaluate`: what a platform's models would have done to the NPB programs, each of them held out.

Everything comes from measured data; nothing is run.  The package `evaluation` has the parts: `data` reads,
`predict` follows models, `results` does the sums, `pictures` and `page` show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mapper.diagnostics import MapperError
from mapper.model import store
from mapper.model.document import load
from mapper.model.tree import Granularity, Model
from mapper_training.config import load_config
from mapper_training.evaluation.baselines import Way, ways
from mapper_training.evaluation.data import OPENMP, WHOLE, Measured
from mapper_training.evaluation.nested import Nested, nested
from mapper_training.evaluation.predict import Choice, Fold, choose, folds, without
from mapper_training.evaluation.relayouts import Relayouts, relayouts
from mapper_training.evaluation.results import Result, Summary, baseline, result, summarise
from mapper_training.fit import data_of
from mapper_training.models import KINDS, SIMPLE, THRESHOLD

DATA = Path(__file__).parent / "data"
"""The measured data of the shipped models; in a checkout a link to the folder `data`."""

NESTED = ("regression", "sums", "boosted", "corrected")
"""The kinds among which nested folds choose: not all, as fitting them takes most of an evaluation."""


@dataclass(frozen=True, eq=False, slots=True)
class Compared:
    """The scores of one kind of model, for whole processes; with `npb` it learnt from other NPB programs, too."""

    kind: str
    granularity: Granularity
    npb: bool
    summary: Summary


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """All that a report shows: `folds` has the model for each group of programs, `drawn` those of all rows.

    `priced` are the models of the kind `sums` for each group, which tell what was expected in seconds; `ways` are
    the model's scores and those of simple ways to choose.
    """

    measured: Measured
    kind: str
    granularity: Granularity
    results: tuple[Result, ...]
    over: str
    folds: Mapping[str, Fold]
    priced: Mapping[str, Fold]
    compared: tuple[Compared, ...]
    nested: Nested | None
    drawn: tuple[Model, ...]
    relayouts: Relayouts | None = None
    ways: tuple[Way, ...] = ()

    def summary(self, view: str) -> Summary:
        """The scores in one view."""
        return summarise(self.results, view, self.over)

    @property
    def missing(self) -> tuple[str, ...]:
        """Sentences about what the data lack."""
        lacking = list(self.measured.missing)
        if not self.folds and any(each.case.questions for each in self.results):
            lacking.append("There are too few programs to learn from: no choice can be predicted.")
        return tuple(lacking)

    def misses(self) -> list[Result]:
        """The cases whose choice was wrong for the whole process, the costliest first."""
        wrong = [each for each in self.results if each.right() is False]
        return sorted(wrong, key=lambda each: (each.share() or 0.0, each.case.name))


def platforms(data: Path = DATA) -> list[str]:
    """The platforms that NPB was measured on."""
    found = {path.parent.name for path in data.glob("*/npb.csv")}
    found |= {path.parent.parent.name for path in data.glob("*/npb/npb.csv")} - {"data"}
    return sorted(found)


def evaluate(measured: Measured, jobs: int = -1) -> Evaluation:
    """Evaluate what `mapper_training.evaluation.data.read` gave of a platform's folder."""
    config = load_config("quick")
    kind, granularity = _method(measured.name)
    everything = {
        npb: folds(measured, (*KINDS, *SIMPLE), config.seed, config.depth, npb, jobs) for npb in (True, False)
    }
    compared = [
        Compared(each, by, npb, summarise(_results(measured, found, each, by), WHOLE, OPENMP))
        for npb, found in everything.items()
        if found
        for each in KINDS
        for by in Granularity
    ]
    results = _results(measured, everything[True], kind, granularity)
    others = [
        (name, _results(measured, everything[True], each, Granularity.PROGRAM))
        for name, each in (("one threshold", THRESHOLD), ("the published tree", "published"))
    ]
    return Evaluation(
        measured,
        kind,
        granularity,
        results,
        baseline(results),
        {group: fold for (each, group), fold in everything[True].items() if each == kind},
        {group: fold for (each, group), fold in everything[True].items() if each == "sums"},
        tuple(each for each in compared if each.summary.cases),
        nested(measured, everything[True], NESTED, config.seed, config.depth, jobs),
        _drawn(measured, config.seed, config.depth),
        None if measured.relayout is None else relayouts(measured.relayout, config.seed),
        ways(results, kind, others, config.seed),
    )


def _method(platform: str) -> tuple[str, Granularity]:
    """Kind and granularity of the platform's shipped model, which `mapper train` chose."""
    path = store.SHIPPED / f"{platform}.json"
    try:
        model = load(path)
    except MapperError:
        return "tree", Granularity.PROGRAM
    return (model.kind if model.kind in KINDS else "tree"), model.granularity


def _results(
    measured: Measured, found: Mapping[tuple[str, str], Fold], kind: str, granularity: Granularity
) -> tuple[Result, ...]:
    listed = []
    for case in measured.cases:
        fold = found.get((kind, case.group))
        choice: Choice | None = None
        if fold is not None:
            choice = choose(case, replace(fold.model, granularity=granularity))
        model = fold.model if fold is not None else Model("", ())
        listed.append(result(case, choice, model.bandwidth, model.startup))
    return tuple(listed)


def _drawn(measured: Measured, seed: int, depth: int) -> tuple[Model, ...]:
    """Models that learnt from all rows, to look at: prices, and trees on all features or the published ones."""
    table = without(measured, "")
    if table["program"].nunique() < 2:
        return ()
    data = data_of(table, measured.weights)
    found = []
    for kind in ("sums", "tree", "regression", "published"):
        fitted = KINDS[kind](data, seed, depth)
        found.append(
            Model(
                measured.name,
                fitted.trees,
                fitted.base,
                kind,
                weights=measured.weights,
                sums=fitted.sums,
                prices=fitted.prices,
            )
        )
    return tuple(found)
