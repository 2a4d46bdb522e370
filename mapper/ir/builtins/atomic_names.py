"""The names of GCC's atomic functions that update an object: `__atomic_fetch_add`, `__sync_add_and_fetch`, ..."""

from __future__ import annotations

import re
from typing import Final

_OPERATIONS: Final = "add|sub|and|or|xor"
_UPDATE: Final = re.compile(
    rf"__(?:(?P<gcc>atomic)|sync)_(?:fetch_(?(gcc)|and_)(?P<old>{_OPERATIONS})"
    rf"|(?P<new>{_OPERATIONS})_(?(gcc)|and_)fetch)(?:_(?:1|2|4|8|16))?"
)


def atomic_update(name: str) -> tuple[str, bool] | None:
    """The operation in the words of `atomics`, and whether the new value is given; None for other names."""
    match = _UPDATE.fullmatch(name)
    if match is None:
        return None
    return match["old"] or match["new"], match["new"] is not None
