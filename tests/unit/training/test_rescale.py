"""Predicting a platform by micro-benchmarks: rescaled prices, judged by the rows that were measured there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.features.schema import Weights
from mapper.model import store
from mapper.model.document import dumps, load
from mapper.model.tree import Leaf, Model, Sums
from mapper_training.evaluate import DATA
from mapper_training.fit import data_of
from mapper_training.merge import merge
from mapper_training.models import Data, Fitted, scores
from mapper_training.rescale import CPU, OPENCL, costs, ratios, rescaled
from mapper_training.weights import FILE, load_weights

PLATFORM = {"device": "another", "threads": "4", "type": "gpu"}


def micro_of(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((DATA / name / FILE).read_text())
    return document


def data_on(name: str) -> Data:
    return data_of(merge((DATA / name,))[0], load_weights((DATA / name,)))


def share(model: Model, data: Data) -> float:
    """The share of the oracle over questions."""
    device = scores(Fitted(model.trees, model.base, model.sums, model.prices), data.features) > 0
    taken = np.where(device, data.seconds[:, 1], data.seconds[:, 0])
    return float(np.exp(np.mean(np.log(data.seconds.min(axis=1) / taken))))


def seconds_off(prices: Sums, data: Data, side: int) -> float:
    """The median error of expected seconds, in doublings, over questions about an open device."""
    expected = np.array([prices.seconds(row)[side] for row in data.features.tolist()])
    asked = data.features[:, schema.NAMES.index("startup")] == 0
    off: float = np.median(np.abs(np.log2(expected / data.seconds[:, side]))[asked])
    return float(off)


def test_each_price_follows_the_part_of_the_machine_that_it_stands_for() -> None:
    calls, near, loads, launches = map(schema.NAMES.index, ("calls", "cpu_near", "mem", "launches"))
    there = {"launch": {"cpu": {"region_seconds": 1.0}}, "stream_bytes_per_second": {"opencl": 8.0}}
    here = {"launch": {"cpu": {"region_seconds": 3.0}}, "stream_bytes_per_second": {"opencl": 2.0}}
    prices = Sums(((calls, 5.0), (near, 7.0)), ((loads, 0.5), (launches, 1.0)))
    known = Model("known", (Leaf(1.0),), prices=prices, startup=0.5, platform=PLATFORM)
    found = rescaled(known, there, here, PLATFORM).prices
    assert found == Sums(((calls, 15.0), (near, 7.0)), ((loads, 2.0), (launches, 1.0)))


def test_what_either_lacks_changes_nothing() -> None:
    full = micro_of("nvidia-h200")
    assert dict(ratios(full, {})) == dict(ratios({}, full)) == {}
    assert "upload" not in dict(ratios(full, micro_of("pocl-16core")))
    assert all(ratio == 1.0 for _, ratio in ratios(full, full))


def test_all_parts_are_measured_and_all_prices_are_known_features() -> None:
    parts = {part for part, _ in costs(micro_of("nvidia-h200"))}
    assert {*CPU.values(), *OPENCL.values()} == parts
    assert {*CPU, *OPENCL} <= set(schema.NAMES)


def test_a_copied_byte_takes_what_is_measured_where_the_other_platform_shares_its_memory() -> None:
    up = schema.NAMES.index("up")
    known = Model("known", (Leaf(1.0),), prices=Sums((), ((up, 2e-10),)), platform=PLATFORM)
    shared, copying = micro_of("pocl-16core"), micro_of("nvidia-h200")
    found = rescaled(known, shared, copying, PLATFORM).prices
    assert found is not None
    assert found.opencl[0][1] == pytest.approx(1 / copying["copy"]["upload"]["bytes_per_second"], rel=1e-3)
    assert rescaled(known, copying, shared, PLATFORM).prices == known.prices


def test_a_block_that_moves_takes_what_is_measured_here() -> None:
    moving = schema.NAMES.index("moving")
    known = Model("known", (Leaf(1.0),), prices=Sums((), ((moving, 4e-7),)), platform=PLATFORM)
    here = {"copy": {"block_seconds": 1e-6}}
    twice = rescaled(known, {"copy": {"block_seconds": 5e-7}}, here, PLATFORM).prices
    new = rescaled(known, {"copy": {}}, here, PLATFORM).prices
    assert twice is not None
    assert new is not None
    assert twice.opencl == ((moving, 8e-7),)
    assert new.opencl == ((moving, 1e-6),)


def test_a_model_without_prices_is_refused() -> None:
    with pytest.raises(MapperError, match="no prices"):
        rescaled(Model("known", (Leaf(1.0),)), {}, {}, PLATFORM)


def test_the_prediction_is_a_model_of_the_new_platform_that_says_so() -> None:
    known = load(store.SHIPPED / "nvidia-h200.json")
    found = rescaled(known, micro_of("nvidia-h200"), micro_of("pocl-16core"), PLATFORM)
    assert (found.device, found.threads, found.data, found.scores) == ("another", 4, "", {})
    assert "rescaled" in found.limits[0]
    assert found.weights == load_weights((DATA / "pocl-16core",)) != Weights()
    assert found.startup < 0.1 * known.startup
    assert '"another"' in dumps(found)


def test_the_tree_is_for_devices_of_one_type() -> None:
    known = load(store.SHIPPED / "nvidia-h200.json")
    there, here = micro_of("nvidia-h200"), micro_of("pocl-16core")
    alike = rescaled(known, there, here, {**PLATFORM, "type": "gpu"})
    other = rescaled(known, there, here, {**PLATFORM, "type": "cpu"})
    assert (alike.kind, alike.trees) == ("tree", known.trees)
    assert (other.kind, other.trees, other.sums) == ("sums", (Leaf(0.0),), alike.prices)


@pytest.mark.parametrize(
    ("like", "name", "least"), [("pocl-16core", "nvidia-h200", 0.85), ("nvidia-h200", "pocl-16core", 0.95)]
)
def test_measured_platforms_are_predicted_from_each_other(like: str, name: str, least: float) -> None:
    """Without anything that was measured on the platform but its micro-benchmarks."""
    data, known = data_on(name), load(store.SHIPPED / f"{like}.json")
    assert known.prices is not None
    found = rescaled(known, micro_of(like), micro_of(name), load(store.SHIPPED / f"{name}.json").platform)
    unscaled = replace(known, kind="sums", trees=(Leaf(0.0),), sums=known.prices, prices=None)
    assert share(found, data) > least > share(unscaled, data) + 0.2
    assert found.sums is not None
    assert seconds_off(found.sums, data, 1) < 0.6 * seconds_off(known.prices, data, 1)
