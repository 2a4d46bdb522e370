"""A fixture for tests that fit trees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mapper_training import models


@pytest.fixture(scope="module")
def two_folds() -> Iterator[None]:
    """Prunings and prices are chosen with two folds of programs, which takes a third of the time of four."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "FOLDS", 2)
        yield
