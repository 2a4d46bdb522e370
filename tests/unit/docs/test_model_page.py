"""The page about models shows what ships: the tree for the H200, and the weights of all platforms."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

from mapper.features.schema import NO_PLATFORM, WEIGHTED
from mapper.model import store
from mapper.model.as_c import model_as_c

PAGE = (Path(__file__).parents[3] / "docs" / "model.md").read_text(encoding="utf-8")


def test_the_tree_is_the_shipped_one() -> None:
    model, _ = store.choose(None, "nvidia-h200")
    emitted = model_as_c(model)
    code = emitted[emitted.index("double __mrt_score(") :]
    tree = re.search(r"^  if \(startup .*?^  }\n(?=})", code, re.MULTILINE | re.DOTALL)
    shown = re.search(r"^    if \(startup .*?^    }$", PAGE, re.MULTILINE | re.DOTALL)
    assert tree is not None
    assert shown is not None
    assert dedent(shown[0]) == dedent(tree[0]).rstrip()


def test_the_weights_are_the_shipped_ones() -> None:
    rows = dict(re.findall(r"^\| (none|`[\w-]+`)[^|]*((?:\| [\d.]+ )+)\|$", PAGE, re.MULTILINE))
    shown = {name.strip("`"): tuple(map(float, re.findall(r"[\d.]+", row))) for name, row in rows.items()}
    expected = {name: store.choose(None, name)[0].weights.values() for name in shown.keys() - {"none"}}
    assert expected.keys() == {"nvidia-h200", "pocl-2core", "pocl-16core"}
    assert shown == {"none": NO_PLATFORM.values(), **expected}
    assert all(len(row) == len(WEIGHTED) for row in shown.values())
