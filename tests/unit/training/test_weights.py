"""Weights of operations: from micro-benchmarks into the features that models learn from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.features.schema import NO_PLATFORM, Weights
from mapper_training import fit, micro
from mapper_training.weights import FILE, OPERATIONS, load_weights, weights_of
from tests.unit.training.test_fit import table_of

pytestmark = pytest.mark.usefixtures("two_folds")

SECONDS = {
    **{"int_add": 2.0, "int_multiply": 8.0, "float_add": 1.0, "float_multiply": 4.0},
    **{"double_add": 3.0, "double_multiply": 12.0},
    **{f"{kind}_{name}": 20.0 for kind in ("float", "double") for name in ("sqrt", "exp", "sin")},
}


def test_weights_are_means_in_single_precision_operations() -> None:
    assert weights_of({"operations": {"opencl": SECONDS, "cpu": {}}}) == Weights(2.0, 1.0, 3.0, 10.0)


@pytest.mark.parametrize("wrong", [None, 0.0, -1.0, "1"])
def test_what_was_not_measured_has_the_default_weights(wrong: object) -> None:
    assert weights_of(None) == weights_of({"problems": ["no device"]}) == NO_PLATFORM
    assert weights_of({"operations": {"opencl": SECONDS | {"double_sin": wrong}}}) == NO_PLATFORM


def test_all_operations_are_measured() -> None:
    measured = set(re.findall(r"^static void (\w+)\(", micro.SOURCES["operations"].read_text(), re.MULTILINE))
    assert {name for names in OPERATIONS.values() for name in names} <= measured


def test_the_first_folder_with_micro_benchmarks_counts(tmp_path: Path) -> None:
    for name in ("none", "one", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / FILE).write_text(json.dumps({"operations": {"opencl": SECONDS}}))
    (tmp_path / "other" / FILE).write_text("{}")
    assert load_weights([tmp_path / "none"]) == NO_PLATFORM
    assert load_weights([tmp_path / "none", tmp_path / "one", tmp_path / "other"]) == Weights(2.0, 1.0, 3.0, 10.0)
    (tmp_path / "one" / FILE).write_text("[")
    with pytest.raises(MapperError) as caught:
        load_weights([tmp_path / "one"])
    assert caught.value.diagnostics[0].code == "E023"


def test_models_learn_from_features_with_the_platforms_weights() -> None:
    table, weights = table_of(60, 3, programs=3), Weights(3.0, 1.0, 5.0, 100.0)
    comp = schema.NAMES.index("comp")
    raw = fit.data_of(table).features
    expected = sum(
        weight * raw[:, schema.NAMES.index(name)]
        for name, weight in zip(schema.WEIGHTED, weights.values(), strict=True)
    )
    assert fit.data_of(table, weights).features[:, comp] == pytest.approx(expected)
    model = fit.train(table, "m", {}, jobs=1, operations=weights)
    assert model.weights == weights
