"""Trees: JSON there and back, broken files, and the same decision in Python, scikit-learn and C."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.model.as_c import tree_as_c
from mapper.model.tree import CPU, OPENCL, Leaf, Model, Split, dumps, load, nodes, predict
from training.fit import COLUMNS, MIN_ROWS, PRUNING, feature_matrix, fit_tree

TREE = Split(0, 10.5, Leaf(CPU, (3.0, 1.0)), Split(14, 0.1, Leaf(OPENCL), Leaf(CPU)))
MODEL = Model("test", TREE, {"cpu": "x"}, "00", "fit-1", 7, {"accuracy": 0.5})


def random_table(rows: int, seed: int) -> pd.DataFrame:
    """Rows with features over many magnitudes and a label that depends on three of them."""
    random = np.random.default_rng(seed)
    columns: dict[str, object] = {
        name: np.floor(10 ** random.uniform(-1, 10, rows)) * random.integers(0, 2, rows)
        for name in schema.RAW_NAMES
    }
    fast = (np.asarray(columns["work_items"]) > 1000) ^ (np.asarray(columns["transfer"]) > 1e6)
    table = pd.DataFrame(columns)
    table["program"] = [f"p{i % 7}" for i in range(rows)]
    table["region"] = "r"
    table["arguments"] = "1"
    table["seconds_cpu"] = random.uniform(1, 2, rows)
    table["seconds_opencl"] = table["seconds_cpu"] * np.where(fast, 0.5, 2.0)
    table["startup_seconds"] = 0.0
    return table[list(COLUMNS)]


def test_json_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(dumps(MODEL))
    assert load(path) == MODEL
    assert dumps(load(path)) == dumps(MODEL)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: d.pop("tree"), "E020"),
        (lambda d: d.update(schema=99), "E021"),
        (lambda d: d.update(features=["a"]), "E021"),
        (lambda d: d["tree"].update(feature="nonsense"), "E020"),
        (lambda d: d["tree"].update(threshold="inf"), "E020"),
        (lambda d: d["tree"].update(threshold=None), "E020"),
        (lambda d: d["tree"].pop("left"), "E020"),
        (lambda d: d["tree"]["left"].update(decision="maybe"), "E020"),
        (lambda d: d.update(name=3), "E020"),
    ],
)
def test_broken_model(tmp_path: Path, change: object, code: str) -> None:
    document = json.loads(dumps(MODEL))
    change(document)  # type: ignore[operator]
    path = tmp_path / "m.json"
    path.write_text(json.dumps(document))
    with pytest.raises(MapperError) as caught:
        load(path)
    assert caught.value.diagnostics[0].code == code


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00\xff", '{"tree": ' * 2000])
def test_no_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(MapperError) as caught:
        load(path)
    assert caught.value.diagnostics[0].code == "E020"


def test_deep_tree_is_refused(tmp_path: Path) -> None:
    tree: Split | Leaf = Leaf(CPU)
    for _ in range(100):
        tree = Split(0, 1.0, tree, Leaf(OPENCL))
    path = tmp_path / "m.json"
    path.write_text(dumps(Model("deep", tree)))
    with pytest.raises(MapperError, match="deeper"):
        load(path)


def test_thresholds_compare_as_float32() -> None:
    tree = Split(0, float(np.float32(0.1)), Leaf(CPU), Leaf(OPENCL))
    features = [0.0] * len(schema.NAMES)
    features[0] = 0.1  # larger than float32(0.1)'s predecessor, and rounds up onto the threshold
    assert predict(tree, features) == CPU
    features[0] = 1e300
    assert predict(tree, features) == OPENCL


def test_python_equals_scikit_learn() -> None:
    from sklearn.tree import DecisionTreeClassifier

    from training.fit import labels, weights

    table = random_table(2000, 1)
    features = feature_matrix(table)
    classifier = DecisionTreeClassifier(
        criterion="entropy", max_depth=6, min_samples_leaf=MIN_ROWS, ccp_alpha=PRUNING, random_state=3
    ).fit(features, labels(table), sample_weight=weights(table))
    tree = fit_tree(table, 3, 6)
    assert len(list(nodes(tree))) > 3
    fresh = feature_matrix(random_table(5000, 2))
    assert [predict(tree, row) for row in fresh] == classifier.predict(fresh).tolist()


def test_c_equals_python(tmp_path: Path) -> None:
    tree = fit_tree(random_table(2000, 5), 1, 6)
    points = np.array(random_table(100_000, 6)[list(schema.RAW_NAMES)])
    text = f"""#include <stdio.h>
#include <string.h>
typedef unsigned long mrt_size;
static void mrt_path(char *p, mrt_size n, const char *t) {{ if (p) strncat(p, t, n - strlen(p) - 1); }}
{tree_as_c(Model("t", tree))}
int main(void) {{
  double f[{len(schema.NAMES)}];
  while (fread(f, sizeof(double), {len(schema.RAW)}, stdin) == {len(schema.RAW)}) {{
    mrt_combine(f);
    putchar('0' + mrt_decide(f, NULL, 0));
  }}
  return mrt_positive(-1.0) > 0.0;
}}
"""
    (tmp_path / "t.c").write_text(text)
    subprocess.run(
        ["gcc", "-O3", "-std=c11", "-Wall", "-Wextra", "-Werror", "t.c", "-o", "t"], cwd=tmp_path, check=True
    )
    out = subprocess.run([tmp_path / "t"], input=points.tobytes(), capture_output=True, check=True).stdout
    expected = "".join(str(predict(tree, schema.combine(row.tolist()))) for row in points)
    assert out.decode() == expected
    assert set(expected) == {"0", "1"}
