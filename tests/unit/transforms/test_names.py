"""The names that command lines are read by are those of the transformations, in their order."""

from __future__ import annotations

from mapper.transforms.names import NAMES
from mapper.transforms.order import ORDER


def test_names() -> None:
    assert tuple(each.name for each in ORDER) == NAMES
