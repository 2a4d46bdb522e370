"""What programs print: their own times, and whether two outputs say the same."""

from __future__ import annotations

import math
import re

from benchmarks.suites.table import Case

TOLERANCE = 1e-5
"""Numbers may differ by this share of the larger one, or by one unit of the last digit that is printed."""

_BETWEEN = re.compile(r"[\s=(),;:\[\]|]+")
_MESSAGE = re.compile(r"^mapper: .*\n?", re.MULTILINE)


def own_seconds(case: Case, printed: str) -> float | None:
    """The last time that a run printed; None without one."""
    found = re.findall(case.time, printed, re.MULTILINE) if case.time else []
    try:
        return float(found[-1]) if found else None
    except ValueError:
        return None


def compared(case: Case, printed: str) -> list[str]:
    """The words that must be the same in all versions."""
    lines = _MESSAGE.sub("", printed).split("\n")
    kept = [line for line in lines if not (case.ignore and re.search(case.ignore, line))]
    text = "\n".join(kept)
    text = re.sub(case.time, "", text, flags=re.MULTILINE) if case.time else text
    return [word for word in _BETWEEN.split(text) if word]


def difference(one: list[str], other: list[str]) -> str:
    """The first words that differ; empty where the outputs say the same."""
    if len(one) != len(other):
        return f"{len(one)} words, not {len(other)}"
    pairs = ((a, b) for a, b in zip(one, other, strict=True) if a != b and not _close(a, b))
    return next((f"{b} in the place of {a}" for a, b in pairs), "")


def _close(one: str, other: str) -> bool:
    try:
        a, b = float(one), float(other)
    except ValueError:
        return False
    if not (math.isfinite(a) and math.isfinite(b)):
        return False
    return abs(a - b) <= max(TOLERANCE * max(abs(a), abs(b)), 1.001 * max(_unit(one), _unit(other)))


def _unit(word: str) -> float:
    """One unit of the last digit behind the point; 0 for whole numbers."""
    mantissa, _, exponent = word.lower().partition("e")
    _, _, digits = mantissa.partition(".")
    return float(10.0 ** (int(exponent or 0) - len(digits))) if digits.isdigit() else 0.0
