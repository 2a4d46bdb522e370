"""Costs of blocks are found again in times that follow the model, and choose what was fastest when measured."""

from __future__ import annotations

import math

import pytest

from mapper_training.blocks import SIZES, STEPS, UNITS, Block, fit

MEASURED = {
    256: (19.2, 26.8, 39.1),
    512: (45.7, 50.5, 75.5),
    768: (130, 123, 169),
    1024: (262, 237, 225),
    1536: (862, 718, 937),
    2048: (1989, 1734, 1789),
    4096: (15457, 12707, 14009),
}
"""Microseconds of square products of doubles on an H200, in blocks of `SIZES`: docs/shapes.md."""


def model(block: Block, share: int) -> float:
    rest = share % block.resident
    return block.time * (share - rest) + (max(block.time * rest, block.least) if rest else 0.0)


@pytest.mark.parametrize(
    ("resident", "time", "least"), [(8, 1.05, 2.35), (3, 1.66, 3.2), (2, 3.55, 4.75), (1, 2.0, 2.0)]
)
def test_what_follows_the_model(resident: int, time: float, least: float) -> None:
    shares = range(1, 13)
    block = fit(8, shares, [30 * model(Block(8, resident, time, least), share) for share in shares])
    assert (block.each, block.resident) == (8, resident)
    assert block.time == pytest.approx(30 * time, rel=0.01)
    assert block.least == pytest.approx(30 * least)


def test_what_was_measured_is_chosen_again() -> None:
    blocks = []
    for at, (columns, rows, each) in enumerate(SIZES):
        shares = [share(size, columns, rows) for size in MEASURED]
        blocks.append(fit(each, shares, [(MEASURED[size][at] - 5) * STEPS / size for size in MEASURED]))
    for size, times in MEASURED.items():
        expected = [
            model(block, share(size, columns, rows))
            for block, (columns, rows, _) in zip(blocks, SIZES, strict=True)
        ]
        assert times[expected.index(min(expected))] == min(times)


def share(size: int, columns: int, rows: int) -> int:
    return math.ceil(math.ceil(size / columns) * math.ceil(size / rows) / UNITS)
