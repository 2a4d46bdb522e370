"""The shipped models follow from the committed data: their hash, their prices and their trees.

Processors add up in different orders, so a search for prices ends a little elsewhere on another machine: a model
that is fitted again need not have the same digits, but must expect the same seconds and choose the same sides.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mapper.model import store
from mapper.model.document import load
from mapper.model.tree import nodes, score
from mapper_training.config import load_config
from mapper_training.evaluate import DATA
from mapper_training.fit import data_hash, data_of, too_few
from mapper_training.horizon import costs
from mapper_training.merge import merge
from mapper_training.models import KINDS
from mapper_training.weights import load_weights


@pytest.mark.parametrize("path", sorted(store.SHIPPED.glob("*.json")), ids=lambda path: str(path.stem))
def test_a_shipped_model_is_fitted_to_its_committed_data(path: Path) -> None:
    model, folder, config = load(path), DATA / path.stem, load_config("full")
    table, platform = merge((folder,))
    assert not too_few(table)
    assert model.data == data_hash(table)
    assert model.platform == platform
    assert model.kind == "tree"
    weights = load_weights((folder,))
    assert model.weights == weights
    data = data_of(table, weights)
    fitted = KINDS[model.kind](data, config.seed, config.depth)
    again = replace(model, trees=fitted.trees, prices=fitted.prices)
    assert model.prices is not None
    assert again.prices is not None
    rows = data.features.tolist()
    for one, other in zip(map(model.prices.seconds, rows), map(again.prices.seconds, rows), strict=True):
        assert one == pytest.approx(other, rel=0.01)
    alike = sum((score(model, row) > 0.0) == (score(again, row) > 0.0) for row in rows)
    assert alike >= 0.999 * len(rows)
    assert [type(node) for tree in again.trees for node in nodes(tree)] == [
        type(node) for tree in model.trees for node in nodes(tree)
    ]
    measured = costs(table)
    assert (model.startup, model.bandwidth) == (measured.startup, measured.bandwidth)
