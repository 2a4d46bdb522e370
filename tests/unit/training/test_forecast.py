"""Forecasts of a program's next size."""

from __future__ import annotations

import pytest

from mapper_training.forecast import forecast, ladder
from mapper_training.measure import Result
from tests.unit.training.fakes import config

LIMITED = config(calls=10, limit=8.0)


def known(*sizes: int, power: float, setup: float = 0.0) -> list[tuple[int, Result]]:
    """Results of a program that takes (size / 1000)**power seconds a call, and size bytes."""
    return [(size, Result("measured", "", [], 10, (size / 1000) ** power, setup, size)) for size in sizes]


@pytest.mark.parametrize("power", [1.0, 2.0, 3.0])
def test_the_last_two_sizes_say_how_it_grows(power: float) -> None:
    found = forecast(known(10, 20, power=power), 400, LIMITED)
    assert found.seconds == pytest.approx(found.calls * 0.4**power)


def test_calls_are_cut_to_fit_and_refused_where_two_do_not_fit() -> None:
    history = known(10, 1000, power=1.0)
    assert [forecast(history, size, LIMITED).calls for size in (500, 2000, 4000, 4100)] == [10, 4, 2, 0]


def test_what_a_run_takes_besides_its_calls_counts_where_it_grows() -> None:
    assert forecast(known(10, 1000, power=1.0, setup=1.0), 2000, LIMITED).calls == 4
    history = [*known(10, power=1.0, setup=1.0), *known(1000, power=1.0, setup=2.0)]
    assert forecast(history, 2000, LIMITED).calls == 3


def test_overhead_does_not_shrink() -> None:
    history = known(10, 1000, power=0.0)
    assert forecast(history, 2000, LIMITED).seconds == pytest.approx(4 * 2.0)


def test_one_size_does_not_refuse_the_next() -> None:
    assert forecast(known(10, power=1.0), 10**7, LIMITED).calls == 2
    assert forecast([], 10**7, LIMITED).calls == 10


def test_memory_above_that_of_the_smallest_grows() -> None:
    assert forecast(known(100, 200, 400, power=1.0), 4000, LIMITED).memory >= 3000


def test_a_ladder_ends_where_a_size_takes_too_long() -> None:
    history = known(10, 20, power=1.0)
    whole = ladder(history, [40, 80, 10**9], LIMITED)
    assert whole == pytest.approx(ladder(history, [40, 80], LIMITED))
    assert whole > ladder(history, [40], LIMITED) > 0
