"""Compares the outputs of two versions of a program: words and integers exactly, other numbers to a tolerance.

Reductions add up in another order on another device, so their last digits may differ.
"""

from __future__ import annotations

import math
import re
from itertools import zip_longest

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)(?![\w.])")
_INTEGER = re.compile(r"[-+]?\d+")

RELATIVE = 1e-9
ABSOLUTE = 1e-12


def difference(expected: str, actual: str, relative: float = RELATIVE) -> str | None:
    """The first line in which two outputs differ, as a message; None when they agree."""
    rows = zip_longest(expected.splitlines(), actual.splitlines())
    for number, (left, right) in enumerate(rows, start=1):
        if left is None or right is None or not _same_line(left, right, relative):
            return f"line {number}: expected {left!r}, got {right!r}"
    return None


def _same_line(expected: str, actual: str, relative: float) -> bool:
    if expected == actual:
        return True
    if _NUMBER.sub("#", expected) != _NUMBER.sub("#", actual):
        return False
    pairs = zip(_NUMBER.findall(expected), _NUMBER.findall(actual), strict=True)
    return all(_same_number(left, right, relative) for left, right in pairs)


def _same_number(expected: str, actual: str, relative: float) -> bool:
    if expected == actual:
        return True
    if _INTEGER.fullmatch(expected) and _INTEGER.fullmatch(actual):
        return False
    return math.isclose(float(expected), float(actual), rel_tol=relative, abs_tol=ABSOLUTE)
