"""The time of a training: each part ends early enough for the next one."""

from __future__ import annotations

import pytest

from mapper_training.budget import LEAST_MEASURING, MOST_FITTING, Budget


@pytest.mark.parametrize("seconds", [60.0, 270.0, 3300.0])
def test_parts_follow_each_other(seconds: float) -> None:
    budget = Budget(100.0, seconds)
    measured = budget.measure_until(budget.micro_until)
    assert 100.0 < budget.build_until < budget.micro_until < measured
    assert measured + budget.fitting == pytest.approx(100.0 + seconds)
    assert budget.fitting <= MOST_FITTING


def test_measuring_gets_some_time_however_late_it_is() -> None:
    assert Budget(0.0, 100.0).measure_until(500.0) == 500.0 + LEAST_MEASURING


def test_nothing_is_fitted_to_a_part() -> None:
    assert Budget(0.0, 100.0, fits=False).measure_until(50.0) == 100.0
