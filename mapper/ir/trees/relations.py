"""Relations between numbers, as C spells them."""

from __future__ import annotations

ORDER = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Relations that put numbers in order, each with the one that holds with its sides exchanged."""
MIRRORED = {**ORDER, "!=": "!=", "==": "=="}
"""All relations, likewise."""
TRUTHS = frozenset([*MIRRORED, "&&", "||"])
"""The binary operators whose values are 0 and 1."""
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""All relations, each with the one that holds where it does not."""
BOUNDS = {**ORDER, "!=": "!="}
"""The relations between a loop's counter and its bound, each with its sides exchanged."""


def values(low: int, relation: str, bound: int, step: int) -> range:
    """The values of a counter from `low` on, as long as it has a relation of `ORDER` to a bound."""
    beyond = (step > 0) - (step < 0) if relation in ("<=", ">=") else 0
    return range(low, bound + beyond, step)
