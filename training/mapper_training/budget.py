"""How the time of a training is shared out: each part has its deadline, so that all ends in time."""

from __future__ import annotations

from dataclasses import dataclass

BUILDING = 0.35
"""The share of the time that building takes at most; what is not built by then is left out."""

MICRO = 0.6
"""The share after which micro-benchmarks are broken off, which follow building."""

FITTING, MOST_FITTING = 0.15, 300.0
"""The share that is kept for fitting, and the most seconds of it."""

LEAST_MEASURING = 10.0
"""Seconds that measuring gets in any case."""


@dataclass(frozen=True, slots=True)
class Budget:
    """All `seconds` from `begin` on, by a clock that counts seconds; `fits` is true if a model follows."""

    begin: float
    seconds: float
    fits: bool = True

    @property
    def fitting(self) -> float:
        """Seconds for fitting."""
        return min(FITTING * self.seconds, MOST_FITTING) if self.fits else 0.0

    @property
    def build_until(self) -> float:
        """When no further program is built."""
        return self.begin + BUILDING * self.seconds

    @property
    def micro_until(self) -> float:
        """When the micro-benchmarks end, which follow."""
        return self.begin + MICRO * self.seconds

    def measure_until(self, now: float) -> float:
        """When measuring ends that starts now."""
        return max(self.begin + self.seconds - self.fitting, now + LEAST_MEASURING)
