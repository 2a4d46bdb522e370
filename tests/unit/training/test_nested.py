"""The way of choosing is chosen without the program that is predicted, and the real programs count for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mapper.features import schema
from mapper.features.schema import Weights
from mapper.model.tree import Granularity, Leaf, Model
from mapper_training import fit
from mapper_training.evaluation import nested as rooms
from mapper_training.evaluation.data import read
from mapper_training.evaluation.nested import nested
from mapper_training.evaluation.predict import Fold, fit_all, folds
from tests.unit.training.platforms import npb, platform
from tests.unit.training.test_fit import table_of

PROGRAMS = ("BT", "CG", "EP", "FT", "LU", "LU_HP", "MG")


def test_no_model_that_helps_to_choose_has_seen_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, frozenset[str]] = {}

    def spy(
        tables: dict[str, pd.DataFrame], weights: Weights, kinds: Sequence[str], *rest: int
    ) -> dict[tuple[str, str], Fold]:
        seen.update({name: frozenset(table["program"]) for name, table in tables.items()})
        return fit_all(tables, weights, kinds, *rest)

    monkeypatch.setattr(rooms, "fit_all", spy)
    measured = read(platform(tmp_path / "p", npb(PROGRAMS)))
    kinds = ("published", "sums")
    found = nested(measured, folds(measured, kinds, 1, 4, jobs=1), kinds, 1, 4, jobs=1)
    assert found is not None
    assert len(seen) == 15  # pairs of six groups
    for pair, programs in seen.items():
        assert not {f"NPB {group}" for group in pair.split()} & programs
        assert len([name for name in programs if name.startswith("NPB ")]) == 4
    assert set(found.ways) == {"BT", "CG", "EP", "FT", "LU", "MG"}
    assert found.summary.cases == 2 * len(PROGRAMS)


def test_the_way_is_the_best_one_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`right` always opens the device for the large classes; `wrong` does so for the small ones only."""

    def fixed(
        tables: dict[str, pd.DataFrame], weights: Weights, kinds: Sequence[str], *rest: int
    ) -> dict[tuple[str, str], Fold]:
        return {(kind, name): fold(kind, name) for kind in kinds for name in tables}

    def fold(kind: str, name: str) -> Fold:
        return Fold(name, frozenset(), Model(name, (Leaf(1.0 if kind == "right" else -1.0),), startup=1.0))

    monkeypatch.setattr(rooms, "fit_all", fixed)
    table = npb(PROGRAMS)
    measured = read(platform(tmp_path / "p", table[table["class"] == "B"]))
    outer = {(kind, group): fold(kind, group) for kind in ("wrong", "right") for group in ("BT", *PROGRAMS)}
    found = nested(measured, outer, ("wrong", "right"), 1, 4, jobs=1)
    assert found is not None
    assert set(found.ways.values()) == {("right", Granularity.PROGRAM)}
    assert found.summary.accuracy == 1


def test_with_few_programs_no_way_is_chosen(tmp_path: Path) -> None:
    measured = read(platform(tmp_path / "p"))
    assert nested(measured, {}, ("sums",), 1, 4, jobs=1) is None


@pytest.mark.parametrize(("real", "expected"), [(3, "boosted"), (4, "sums")])
def test_real_programs_choose_where_there_are_several(
    real: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sums` is best for real runs, `boosted` for training programs, of which there are more."""
    table = table_of(60, 1)
    table["program"] = [f"q{i % 6}" for i in range(60)]
    runs = table_of(real, 2).assign(real=1.0, whole_cpu=400.0, whole_opencl=1.0, calls=1.0, work_items=100.0)
    runs["program"] = [f"real{i}" for i in range(real)]
    rows = pd.concat([table, runs], ignore_index=True)

    def scored(fitted: str, features: np.ndarray) -> np.ndarray:
        good = np.where(features[:, schema.NAMES.index("work_items")] > 10_000, 1.0, -1.0)
        return good if fitted == "boosted" else np.ones(len(features))

    kinds = {"sums": lambda *_: "sums", "boosted": lambda *_: "boosted"}
    monkeypatch.setattr(fit, "KINDS", kinds)
    monkeypatch.setattr(fit, "scores", scored)
    found = fit._best_first(fit.compare(rows, kinds=("sums", "boosted"), jobs=1, calls=(1.0,)))
    assert found[0].kind == expected
    shares = {name.rpartition("_")[2]: share for name, share in fit._shares(found).items() if "balanced" in name}
    assert not shares or max(shares, key=lambda kind: shares[kind]) == expected
    assert bool(shares) == (real >= fit.LEAST_REAL)
