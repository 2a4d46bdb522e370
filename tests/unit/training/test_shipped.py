"""The shipped models follow from the committed data: their hash, their prices and their trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.model import store
from mapper.model.document import load
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
    fitted = KINDS[model.kind](data_of(table, weights), config.seed, config.depth)
    assert (model.trees, model.prices) == (fitted.trees, fitted.prices)
    measured = costs(table)
    assert (model.startup, model.bandwidth) == (measured.startup, measured.bandwidth)
