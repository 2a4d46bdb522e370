"""Models: JSON there and back, broken files, and the same score in Python, scikit-learn and C."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mapper.build import runtime_objects
from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.model.as_c import combine_as_c, model_as_c, weights_as_c
from mapper.model.document import dumps, load
from mapper.model.tree import (
    TREE_NAMES,
    Granularity,
    Leaf,
    Model,
    Relayout,
    Split,
    Sums,
    choose,
    nodes,
    score,
    speedup,
)
from mapper.options import Options
from mapper_training import models
from mapper_training.fit import COLUMNS, data_of
from tests.harness.library import written_library

PATH = """void __mrt_path(char *p, __mrt_size n, const char *t, double v, double l)
{ (void)p; (void)n; (void)t; (void)v; (void)l; }"""
TREE = Split(0, 10.5, Leaf(-0.5, (3.0, 1.0)), Split(14, 0.1, Leaf(1.0), Leaf(-1.0)))
MODEL = Model(
    "test",
    (TREE, Leaf(0.125)),
    base=-0.25,
    kind="boosted",
    granularity=Granularity.PROGRAM,
    startup=0.3,
    bandwidth=1e9,
    platform={"cpu": "x"},
    weights=schema.Weights(1.5, 1.0, 2.25, 30.0),
    data="00",
    trainer="fit-1",
    seed=7,
    scores={"accuracy": 0.5},
    confusion={"cpu_right": 3.0},
    limits=("none",),
    relayout=Relayout(Split(1, 2.5, Leaf(-1.0, (5.0, 0.0)), Leaf(0.5, (1.0, 3.0))), "11", {"accuracy": 0.75}),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the run-time library: its text and its objects."""
    folder = written_library(tmp_path_factory.mktemp("runtime"))
    for path in map(Path, runtime_objects(Options(()))):
        (folder / path.name).symlink_to(path)
    return folder


def random_table(rows: int, seed: int) -> pd.DataFrame:
    """Rows with features over many magnitudes, and times that depend on two of them."""
    random = np.random.default_rng(seed)
    columns: dict[str, object] = {
        name: np.floor(10 ** random.uniform(-1, 10, rows)) * random.integers(0, 2, rows)
        for name in schema.RAW_NAMES
    }
    fast = (np.asarray(columns["work_items"]) > 1000) ^ (np.asarray(columns["mem"]) > 1e6)
    table = pd.DataFrame(columns)
    table["program"] = [f"p{i % 7}" for i in range(rows)]
    table["region"] = "r"
    table["arguments"] = "1"
    table["seconds_cpu"] = random.uniform(1, 2, rows)
    table["seconds_opencl"] = table["seconds_cpu"] * np.where(fast, 0.5, 2.0)
    table["startup_seconds"] = 0.1
    return table[list(COLUMNS)]


def test_json_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(dumps(MODEL))
    assert load(path) == MODEL
    assert dumps(load(path)) == dumps(MODEL)


def _deep(document: dict[str, Any]) -> None:
    tree: dict[str, Any] = {"value": "0x0p+0"}
    for _ in range(100):
        tree = {"feature": "mem", "threshold": "0x1p+0", "left": tree, "right": {"value": "0x0p+0"}}
    document["trees"] = [tree]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: d.pop("trees"), "E020"),
        (lambda d: d.update(trees=[]), "E020"),
        (lambda d: d.update(trees={"0": d["trees"][0]}), "E020"),
        (lambda d: d.update(trees=d["trees"] * 300), "E020"),
        (lambda d: d.update(schema=99), "E021"),
        (lambda d: d.update(schema=1, tree={}), "E021"),
        (lambda d: d.update(features=["a"]), "E021"),
        (lambda d: d["trees"][0].update(feature="nonsense"), "E020"),
        (lambda d: d["trees"][0].update(feature="__import__('os')"), "E020"),
        (lambda d: d["trees"][0].update(threshold="inf"), "E020"),
        (lambda d: d["trees"][0].update(threshold="0x1p+99999"), "E020"),
        (lambda d: d["trees"][0].update(threshold=None), "E020"),
        (lambda d: d["trees"][0].pop("left"), "E020"),
        (lambda d: d["trees"][0]["left"].update(value="nan"), "E020"),
        (lambda d: d["trees"][0]["left"].update(value="maybe"), "E020"),
        (lambda d: d["trees"][0]["left"].update(samples=[1]), "E020"),
        (lambda d: d.update(base="inf"), "E020"),
        (lambda d: d.update(granularity="atom"), "E020"),
        (lambda d: d.update(startup_seconds="soon"), "E020"),
        (lambda d: d.update(bytes_per_second=float("inf")), "E020"),
        (lambda d: d.update(bytes_per_second=0), "E020"),
        (lambda d: d.update(startup_seconds=-1), "E020"),
        (lambda d: d.update(scores=[1]), "E020"),
        (lambda d: d.update(scores={"a": "NaN"}), "E020"),
        (lambda d: d.update(platform=None), "E020"),
        (lambda d: d.update(platform={"\x1b[2J": "x"}), "E020"),
        (lambda d: d.update(limits=["\x1b[2J"]), "E020"),
        (lambda d: d.update(name=3), "E020"),
        (lambda d: d.update(weights=[1, 1, 2, 8]), "E020"),
        (lambda d: d["weights"].pop("int_ops"), "E020"),
        (lambda d: d["weights"].update(mem=1), "E020"),
        (lambda d: d["weights"].update(double_ops=0), "E020"),
        (lambda d: d["weights"].update(double_ops="NaN"), "E020"),
        (lambda d: d["relayout"].pop("tree"), "E020"),
        (lambda d: d["relayout"]["tree"].update(feature="mem"), "E020"),
        (lambda d: d.update(name="x\n*/ system(0);"), "E020"),
        (_deep, "E020"),
    ],
)
def test_broken_model(tmp_path: Path, change: Callable[[dict[str, Any]], object], code: str) -> None:
    document = json.loads(dumps(MODEL))
    change(document)
    path = tmp_path / "m.json"
    path.write_text(json.dumps(document))
    with pytest.raises(MapperError) as caught:
        load(path)
    assert caught.value.diagnostics[0].code == code


def test_an_earlier_model_was_fitted_with_the_default_weights(tmp_path: Path) -> None:
    document = json.loads(dumps(MODEL))
    del document["weights"]
    path = tmp_path / "m.json"
    path.write_text(json.dumps(document))
    assert load(path) == replace(MODEL, weights=schema.NO_PLATFORM)


def test_a_tree_for_copies_with_other_features_is_left_out(tmp_path: Path) -> None:
    document = json.loads(dumps(MODEL))
    document["relayout"]["features"] = ["bytes"]
    path = tmp_path / "m.json"
    path.write_text(json.dumps(document))
    assert load(path) == replace(MODEL, relayout=None)


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00\xff", '{"trees": ' * 2000, " " * 9_000_000])
def test_no_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(MapperError) as caught:
        load(path)
    assert caught.value.diagnostics[0].code == "E020"


def test_a_pickle_is_no_model(tmp_path: Path) -> None:
    import pickle

    path = tmp_path / "m.json"
    path.write_bytes(pickle.dumps(MODEL))
    with pytest.raises(MapperError) as caught:
        load(path)
    assert caught.value.diagnostics[0].code == "E020"


def test_a_score_of_nothing_keeps_the_cpu() -> None:
    features = [0.0] * len(schema.NAMES)
    assert score(Model("m", (Leaf(0.0),)), features) == 0.0
    assert score(Model("m", (Leaf(-1.0), Leaf(1.0)), base=1e-9), features) > 0.0


def test_python_equals_scikit_learn_on_what_it_was_trained_on() -> None:
    from sklearn.ensemble import GradientBoostingRegressor

    data = data_of(random_table(300, 1))
    ensemble = GradientBoostingRegressor(n_estimators=20, max_depth=3, random_state=3)
    rounded = data.features.astype(np.float32)
    ensemble.fit(rounded, data.ratios)
    trees = tuple(
        models._regressor(stage, 0, ensemble.learning_rate, data.ratios) for stage in ensemble.estimators_[:, 0]
    )
    fitted = models.Fitted(trees, float(ensemble.init_.constant_.ravel()[0]))
    assert models.scores(fitted, data.features).tolist() == ensemble.predict(rounded).tolist()


@pytest.mark.parametrize("kind", ["boosted", "corrected", "tree"])
def test_many_questions_are_scored_as_one(kind: str) -> None:
    fitted = models.KINDS[kind](data_of(random_table(200, 3)), 1, 4)
    model = Model("m", fitted.trees, base=fitted.base, sums=fitted.sums, prices=fitted.prices)
    fresh = data_of(random_table(50, 4)).features
    assert models.scores(fitted, fresh).tolist() == [score(model, row) for row in fresh.tolist()]


COUNTS = pytest.mark.parametrize("count", [50_000, 1_000_000])


@COUNTS
@pytest.mark.parametrize("kind", sorted(set(models.KINDS) - {"sums"}))
def test_c_equals_python_on_many_points(kind: str, count: int, tmp_path: Path) -> None:
    fitted = models.KINDS[kind](data_of(random_table(300, 5)), 1, 6)
    assert sum(1 for tree in fitted.trees for _ in nodes(tree)) > 3
    random = np.random.default_rng(6)
    points = 10 ** random.uniform(-3, 12, (count, len(schema.NAMES)))
    splits = [node for tree in fitted.trees for node in nodes(tree) if isinstance(node, Split)]
    chosen = random.integers(0, len(splits), len(points))
    columns = np.array([split.feature for split in splits])[chosen]
    limits = np.array([split.threshold for split in splits])[chosen]
    near = columns < len(schema.NAMES)
    numbers = np.arange(len(points))[near]
    points[numbers, columns[near]] = limits[near] * (1 + random.choice([-1e-15, 0, 1e-15], len(numbers)))
    points[:10] = 0.0
    model = Model("t", fitted.trees, base=fitted.base, sums=fitted.sums, prices=fitted.prices)
    assert np.array_equal(in_c(model, points, tmp_path), models.scores(fitted, points))


@COUNTS
def test_c_equals_python_for_sums_on_many_points(count: int, tmp_path: Path) -> None:
    fitted = models.fit_sums(data_of(random_table(300, 5)), 1, 6)
    random = np.random.default_rng(7)
    points = 10 ** random.uniform(-3, 12, (count, len(schema.NAMES)))
    points[:10] = 0.0
    model = Model("t", fitted.trees, sums=fitted.sums)
    found = models.scores(fitted, points)
    assert np.array_equal(in_c(model, points, tmp_path), found)
    assert found[:1000].tolist() == [score(model, row) for row in points[:1000].tolist()]
    assert found.min() < 0 < found.max()


def explanation(model: Model, row: list[float]) -> str:
    """What the C code is to say of a sum of trees: the conditions of the tree that adds the most to its side."""
    total, ways = score(model, row), []
    for tree in model.trees:
        conditions, node = [], tree
        while isinstance(node, Split):
            value = row[node.feature]
            below = value <= node.threshold
            sign, name = "<=" if below else ">", schema.NAMES[node.feature]
            conditions.append(f"{name} {sign} {node.threshold:.4g} ({value:.4g})")
            node = node.left if below else node.right
        ways.append((node.value if total > 0 else -node.value, conditions))
    number = max(range(len(ways)), key=lambda each: ways[each][0])
    adds, conditions = ways[number]
    told = f"the sum of {len(ways)} trees {'>' if total > 0 else '<='} 0 ({total:.4g})"
    most = f"most by tree {number + 1} ({adds if total > 0 else -adds:.4g})"
    return ", ".join([told, most, *conditions])


def test_a_sum_of_trees_is_explained_by_the_heaviest(tmp_path: Path, library: Path) -> None:
    fitted = models.KINDS["boosted"](data_of(random_table(300, 5)), 1, 6)
    model = Model("t", fitted.trees, base=fitted.base)
    rows = 10 ** np.random.default_rng(8).uniform(-3, 12, (300, len(schema.NAMES)))
    assert explained(model, rows, tmp_path, library) == [explanation(model, row)[:511] for row in rows.tolist()]


def explained(model: Model, rows: np.ndarray, folder: Path, library: Path) -> list[str]:
    """What the C code says of its answers to some questions."""
    text = f"""#include "__mapper_rt.h"
#include <stdio.h>
{model_as_c(model)}
int main(void) {{
  double features[{len(schema.NAMES)}];
  while (fread(features, sizeof features, 1, stdin) == 1) {{
    char path[512] = "";
    __mrt_score(features, path, sizeof path);
    puts(path);
  }}
  return 0;
}}
"""
    (folder / "t.c").write_text(text)
    options = ["-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{library}"]
    command = [
        "gcc",
        *options,
        "t.c",
        *sorted(map(str, library.glob("*.o"))),
        "-o",
        "t",
        "-ldl",
        "-lm",
        "-fopenmp",
    ]
    subprocess.run(command, cwd=folder, check=True)
    out = subprocess.run([folder / "t"], input=rows.tobytes(), capture_output=True, check=True).stdout
    return out.decode().splitlines()


def test_the_choice_among_models_is_the_same_in_c(tmp_path: Path, library: Path) -> None:
    """The run-time library asks three models, and takes the one that Python takes."""
    fitted = {
        kind: models.KINDS[kind](data_of(random_table(300, 9)), 1, 6) for kind in ("tree", "boosted", "sums")
    }
    weights = [schema.Weights(1.7, 1.0, 1.65, 25.2), schema.NO_PLATFORM, schema.Weights(0.3, 1.0, 64.0, 9.0)]
    several = [
        Model(
            kind,
            each.trees,
            each.base,
            doublings=doublings,
            weights=operations,
            sums=each.sums,
            prices=each.prices,
        )
        for (kind, each), doublings, operations in zip(fitted.items(), (2.75, 1.0, 1.0), weights, strict=True)
    ]
    given = len(schema.RAW) + len(schema.STATE)
    random = np.random.default_rng(10)
    rows = 10 ** random.uniform(-3, 12, (2_000, given))
    raw = len(schema.RAW)
    functions = "\n".join(model_as_c(each, f"_{number}") for number, each in enumerate(several))
    table = ", ".join(
        f'{{"{each.name}", __mrt_score_{number}, {{0, 1, {0 if each.sums else each.doublings}}}, "", "", 0, 0, '
        f"{weights_as_c(each.weights)}, {f'__mrt_seconds_{number}' if each.expects_seconds else '0'}}}"
        for number, each in enumerate(several)
    )
    text = f"""#include "__mrt_process.h"
#include <stdio.h>
{combine_as_c()}
{functions}
static const struct __mrt_model several[] = {{{table}}};
static struct __mrt_program program = {{.abi = __MRT_ABI, .features = {len(schema.NAMES)}, .raw_features = {raw},
  .models = several, .model_count = 3, .combine = __mrt_combine}};
int main(void) {{
  struct __mrt_question question;
  while (fread(question.features, sizeof(double), {given}, stdin) == {given}) {{
    __mrt_ask_models(&program, true, &question);
    double faster = __mrt_model_standing(&program, question.model).speedup;
    double answer[] = {{question.model, faster, question.on_cpu}};
    fwrite(answer, sizeof answer, 1, stdout);
  }}
  return 0;
}}
"""
    (tmp_path / "t.c").write_text(text)
    options = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{library}"]
    command = [
        "gcc",
        *options,
        "t.c",
        *sorted(map(str, library.glob("*.o"))),
        "-o",
        "t",
        "-ldl",
        "-lm",
        "-fopenmp",
    ]
    subprocess.run(command, cwd=tmp_path, check=True)
    out = subprocess.run([tmp_path / "t"], input=rows.tobytes(), capture_output=True, check=True).stdout
    expected = [choose(several, row[:raw], schema.State(*row[raw:])) for row in rows.tolist()]
    answers = np.frombuffer(out).reshape(-1, 3)
    assert answers[:, :2].tolist() == [[float(number), faster] for number, faster in expected]
    assert answers[:, 2].tolist() == [
        on_cpu(several[number], schema.combine(row[:raw], schema.State(*row[raw:]), several[number].weights))
        for row, (number, _) in zip(rows.tolist(), expected, strict=True)
    ]
    assert {number for number, _ in expected} == {0, 1, 2}


def a_priced_tree() -> Model:
    """Two levels, on the ratio of seconds and on a published feature."""
    mem, f2, ratio = (TREE_NAMES.index(name) for name in ("mem", "F2", "ratio"))
    tree = Split(
        ratio, 0.71, Split(f2, 0.25, Leaf(-0.25, (3.0, 2.0)), Leaf(2.5, (1.0, 49.0))), Leaf(-3.0, (9.0, 0.0))
    )
    return Model("t", (tree,), prices=Sums(((mem, 2e-9),), ((mem, 1e-9),)))


def test_a_priced_tree_comes_back_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(dumps(a_priced_tree()))
    assert load(tmp_path / "m.json") == a_priced_tree()
    document = json.loads(dumps(a_priced_tree()))
    del document["prices"]  # nothing says then what the ratio is
    (tmp_path / "m.json").write_text(json.dumps(document))
    with pytest.raises(MapperError, match="unknown feature 'ratio'"):
        load(tmp_path / "m.json")


def test_a_priced_tree_is_nested_conditions_that_a_person_can_read() -> None:
    text = model_as_c(a_priced_tree())
    assert (
        """\
  if (device_seconds / cpu_seconds <= 0.71) {
    if (F2 <= 0.25) {
      return -0.25; /* CPU: 5 points, 60% sure */
    } else {
      return 2.5; /* OpenCL: 50 points, 98% sure */
    }
  } else {
    return -3.0; /* CPU: 9 points, 100% sure */
  }
"""
        in text
    )


def test_a_priced_tree_is_explained_by_its_path(tmp_path: Path, library: Path) -> None:
    features = [0.0] * len(schema.NAMES)
    features[schema.NAMES.index("mem")], features[schema.NAMES.index("F2")] = 1e9, 0.5
    assert explained(a_priced_tree(), np.array([features]), tmp_path, library) == [
        "OpenCL takes (the CPU) 1 (2), device_seconds / cpu_seconds <= 0.71 (0.5), F2 > 0.25 (0.5), "
        "% of training points sure: 98 (50)"
    ]


def test_speedups_are_comparable() -> None:
    share = Model("sums", (Leaf(0.0),), sums=Sums((), ()))
    ratio = Model("regression", (Leaf(0.0),))
    votes = Model("tree", (Leaf(0.0),), doublings=3.0)
    assert [speedup(share, value) for value in (0.75, 0.0, -0.5, -2.0, 1.0)] == [4.0, 1.0, 0.5, 0.0, math.inf]
    assert [speedup(ratio, value) for value in (2.0, 0.0, -1.0)] == [4.0, 1.0, 0.5]
    assert [speedup(votes, value) for value in (1.0, 0.0, -1.0)] == [8.0, 1.0, 0.125]
    assert choose((ratio, share), [0.0] * len(schema.RAW), schema.HERE_AND_NOW) == (0, 1.0)


def test_sums_come_back_from_their_file(tmp_path: Path) -> None:
    model = Model("t", (Leaf(0.0),), doublings=2.5, sums=Sums(((0, 1e-9), (4, -2e-12)), ((0, 1e-11), (15, 0.25))))
    (tmp_path / "m.json").write_text(dumps(model))
    assert load(tmp_path / "m.json") == model
    (tmp_path / "m.json").write_text(dumps(model).replace('"int_ops": "0x1.1', '"ints": "0x1.1'))
    with pytest.raises(MapperError):
        load(tmp_path / "m.json")


def test_of_what_the_cpu_does_at_once_only_the_longest_counts(tmp_path: Path) -> None:
    names = ("int_ops", "double_ops", "mem", "coalesced", "calls")
    ints, doubles, mem, coalesced, calls = (schema.NAMES.index(name) for name in names)
    prices = ((ints, 1.0), (doubles, 2.0), (mem, 3.0), (coalesced, -1.0), (calls, 10.0))
    sums = Sums(tuple(sorted(prices)), ((calls, 5.0),), ((ints,), (doubles,), (mem, coalesced)))
    features = [0.0] * len(schema.NAMES)
    features[ints], features[doubles], features[mem], features[coalesced], features[calls] = 4, 3, 2, 1, 1
    assert sums.seconds(features) == (10 + 6, 5)
    features[ints] = 7
    assert sums.seconds(features) == (10 + 7, 5)
    assert [feature for feature, _ in sums.longest(features)] == [calls, ints]
    model = Model("t", (Leaf(0.0),), sums=sums)
    (tmp_path / "m.json").write_text(dumps(model))
    assert load(tmp_path / "m.json") == model
    for wrong in ('["work_item"]', '["double_ops", "mem"]', "1"):
        text = json.dumps(json.loads(dumps(model)) | {"together": json.loads(f'[["mem"], {wrong}]')})
        (tmp_path / "m.json").write_text(text)
        with pytest.raises(MapperError):
            load(tmp_path / "m.json")


def on_cpu(model: Model, features: Sequence[float]) -> float:
    """The seconds that a model expects of the CPU; 0 where it expects none."""
    costs = model.sums or model.prices
    return costs.seconds(features)[0] if costs is not None else 0.0


def in_c(model: Model, points: np.ndarray, folder: Path) -> np.ndarray:
    """The scores that the C code gives."""
    text = f"""#include <stdio.h>
#include "__mapper_rt.h"
{PATH}
{combine_as_c()}
{model_as_c(model)}
int main(void) {{
  double f[{len(schema.NAMES)}];
  while (fread(f, sizeof(double), {len(schema.NAMES)}, stdin) == {len(schema.NAMES)}) {{
    double s = __mrt_score(f, NULL, 0);
    fwrite(&s, sizeof s, 1, stdout);
  }}
  __mrt_combine(f, (double[__MRT_WEIGHTS]){weights_as_c(model.weights)});
  return 0;
}}
"""
    (folder / "t.c").write_text(text)
    runtime = written_library(folder)
    command = ["gcc", "-O3", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{runtime}", "t.c", "-o", "t"]
    subprocess.run(command, cwd=folder, check=True)
    out = subprocess.run([folder / "t"], input=points.tobytes(), capture_output=True, check=True).stdout
    return np.frombuffer(out)


@pytest.mark.parametrize("options", [("-O2",), ("-O3", "-march=native")])
@pytest.mark.parametrize("weights", [schema.NO_PLATFORM, schema.Weights(1.714, 1.0, 1.655, 25.202)])
def test_combined_features_are_the_same_in_c(
    options: tuple[str, ...], weights: schema.Weights, tmp_path: Path
) -> None:
    points = data_of(random_table(500, 8), weights).features
    given = len(schema.RAW) + len(schema.STATE)
    text = f"""#include <stdio.h>
#include "__mapper_rt.h"
{PATH}
{combine_as_c()}
{model_as_c(Model("t", (Leaf(0.0),)))}
int main(void) {{
  double f[{len(schema.NAMES)}];
  while (fread(f, sizeof(double), {given}, stdin) == {given}) {{
    __mrt_combine(f, (double[__MRT_WEIGHTS]){weights_as_c(weights)});
    fwrite(f, sizeof f, 1, stdout);
  }}
  return __mrt_score(f, NULL, 0) > 0;
}}
"""
    (tmp_path / "t.c").write_text(text)
    runtime = written_library(tmp_path)
    command = ["gcc", *options, "-std=gnu11", f"-I{runtime}", "t.c", "-o", "t"]
    subprocess.run(command, cwd=tmp_path, check=True)
    raw = np.ascontiguousarray(points[:, :given])
    out = subprocess.run([tmp_path / "t"], input=raw.tobytes(), capture_output=True, check=True).stdout
    assert np.array_equal(np.frombuffer(out).reshape(points.shape), points)
