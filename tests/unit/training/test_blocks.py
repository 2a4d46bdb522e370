"""Costs of blocks are found again in times that follow the model."""

from __future__ import annotations

import pytest

from training.blocks import fit


def model(resident: int, time: float, least: float, share: int) -> float:
    rest = share % resident
    return time * (share - rest) + (max(time * rest, least) if rest else 0.0)


@pytest.mark.parametrize(
    ("resident", "time", "least"), [(8, 1.05, 2.35), (3, 1.66, 3.2), (2, 3.55, 4.75), (1, 2.0, 2.0)]
)
def test_what_follows_the_model(resident: int, time: float, least: float) -> None:
    seconds = [30e-6 * model(resident, time, least, share) for share in range(1, 13)]
    block = fit(8, seconds)
    assert (block.each, block.resident) == (8, resident)
    assert block.time == pytest.approx(30 * time, rel=0.01)
    assert block.least == pytest.approx(30 * least)


def test_noise_does_not_matter_much() -> None:
    noise = (1.02, 0.99, 1.01, 1.0, 0.98, 1.03, 1.0, 0.99, 1.01, 1.02, 0.98, 1.0)
    seconds = [30e-6 * n * model(3, 1.66, 3.2, share) for share, n in enumerate(noise, 1)]
    block = fit(8, seconds)
    assert block.resident == 3
    assert block.time == pytest.approx(30 * 1.66, rel=0.03)
