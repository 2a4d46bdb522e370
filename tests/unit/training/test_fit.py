"""The fit learns what is there, learns nothing from noise, and never trains on what it predicts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from mapper.features import schema
from mapper.model.tree import CPU, OPENCL, Node
from training import fit


def table_of(rows: int, seed: int) -> pd.DataFrame:
    """A table in which OpenCL wins where there are more than 10,000 work-items."""
    random = np.random.default_rng(seed)
    table = pd.DataFrame({name: random.uniform(1, 1e6, rows) for name in schema.RAW_NAMES})
    table["work_items"] = np.floor(10 ** random.uniform(1, 7, rows))
    table["program"] = [f"p{i % 10}" for i in range(rows)]
    table["region"] = "r"
    table["arguments"] = "1"
    table["seconds_cpu"] = 1.0
    table["seconds_opencl"] = np.where(table["work_items"] > 10_000, 0.25, 4.0)
    table["startup_seconds"] = 0.2
    return table[list(fit.COLUMNS)]


def test_learns_a_clear_rule() -> None:
    scores = fit.leave_one_program_out(table_of(400, 1), 1, 6)
    assert scores.accuracy > 0.97
    assert scores.oracle > 0.9
    assert scores.always_cpu < 0.8
    assert scores.always_opencl < 0.8


def test_shuffled_labels_teach_nothing() -> None:
    table = table_of(400, 1)
    random = np.random.default_rng(3)
    table["seconds_opencl"] = random.permutation(table["seconds_opencl"].to_numpy())
    assert fit.leave_one_program_out(table, 1, 6).accuracy < 0.65


def test_the_held_out_program_is_not_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []
    original = fit.fit_tree

    def spy(table: pd.DataFrame, seed: int, depth: int) -> Node:
        seen.append(set(table["program"]))
        return original(table, seed, depth)

    monkeypatch.setattr(fit, "fit_tree", spy)
    fit.leave_one_program_out(table_of(50, 2), 1, 4)
    programs = {f"p{i}" for i in range(10)}
    assert sorted(tuple(programs - s) for s in seen) == sorted((p,) for p in programs)


def test_scores_of_fixed_choices() -> None:
    table = table_of(50, 4)
    cpu = fit.score(table, np.full(len(table), CPU))
    opencl = fit.score(table, np.full(len(table), OPENCL))
    assert cpu.oracle == cpu.always_cpu
    assert opencl.oracle == opencl.always_opencl


def test_training_is_deterministic() -> None:
    table = table_of(200, 5)
    assert fit.train(table, "m", {"cpu": "x"}) == fit.train(table, "m", {"cpu": "x"})


def test_a_call_pays_its_share_of_the_startup() -> None:
    table = table_of(20, 6)
    table["seconds_cpu"], table["seconds_opencl"] = 0.010, 0.009
    table["startup_seconds"] = 0.05
    assert fit.labels(table).tolist() == [1] * 20
    table["startup_seconds"] = 0.2
    assert fit.labels(table).tolist() == [0] * 20
