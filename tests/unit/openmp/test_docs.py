"""The documentation names every directive and clause of OpenMP 3.1, and every later directive."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.openmp.rules import CLAUSES, STAND_ALONE

TEXT = (Path(__file__).parents[3] / "docs" / "openmp.md").read_text(encoding="utf-8")
MADE_OF_OTHERS = ("begin ", "end ", "cancel ", "cancellation point ")


@pytest.mark.parametrize("name", sorted(set(CLAUSES) | set().union(*CLAUSES.values())))
def test_names_of_3_1(name: str) -> None:
    assert f"`{name}`" in TEXT


@pytest.mark.parametrize("name", sorted(kind for kind in STAND_ALONE if not kind.startswith(MADE_OF_OTHERS)))
def test_later_names(name: str) -> None:
    assert f"`{name}`" in TEXT
