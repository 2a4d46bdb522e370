"""The text of checked kernels, and what the emitted C says of them; without `--safe` there is nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.emit.host_file.host import Emitted
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.stages.pipeline import map_program
from tests.conftest import Golden

CASES = Path(__file__).parent / "safe"
SOURCE = "checked.c"


def _emitted(*, safe: bool) -> Emitted:
    options = Options(sources=(SOURCE,), flags=("-std=c11",), safe=safe, passes=frozenset(), strict=True)
    return map_program(options, Model("golden", (Leaf(1.0),))).emitted[SOURCE]


def test_kernels(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    golden(CASES / "checked.expected.cl", _emitted(safe=True).cl)


def test_what_the_host_says(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    lines = [line.strip() for line in _emitted(safe=True).c.splitlines()]
    told = [line for line in lines if line.startswith("{__MRT_ARG_BUFFER") or ".sites" in line]
    golden(CASES / "checked.expected.txt", "\n".join([*told, ""]))


def test_nothing_of_it_without_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    plain, checked = _emitted(safe=False), _emitted(safe=True)
    words = ("mrt_inside_of", "mrt_owned", "mrt_below", "mrt_quotient_of", "mrt_memory", "mrt_spare")
    assert all(word in checked.cl and word not in plain.cl for word in words)
    assert all(word in checked.c and word not in plain.c for word in (".sites", ".part"))
