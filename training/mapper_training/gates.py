"""What must be true before a model is made: the machine has little else to do, and rows are many and sure."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pandas as pd

from mapper_training.fit import too_few

MOST_BUSY = 0.5
"""How many processors other programs may keep busy while times are measured."""

LOOKED = 1.0
"""Seconds for which that is looked at."""

WIDE = 1.0
"""An interval is wide if half its width is more than this share of the time."""

MOST_WIDE = 0.5
"""The share of rows, of those whose intervals are known, that may have a wide one."""

_ERRORS = ["error_cpu", "error_opencl"]
_STAT = Path("/proc/stat")


def busy_processors(seconds: float = LOOKED) -> float:
    """How many processors are busy while this process does nothing; 0 where the system does not report it."""
    before = _ticks()
    time.sleep(seconds)
    after = _ticks()
    if before is None or after is None:
        return 0.0
    busy, all_, count = after[0] - before[0], after[1] - before[1], after[2]
    return count * busy / all_ if all_ > 0 else 0.0


def _ticks() -> tuple[int, int, int] | None:
    """Busy ticks, all ticks, and the number of processors (proc(5), /proc/stat)."""
    try:
        lines = _STAT.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    fields = [int(word) for word in lines[0].split()[1:9]]
    idle = fields[3] + fields[4]  # of which the latter waits for disks
    count = sum(line.startswith("cpu") for line in lines) - 1
    return sum(fields) - idle, sum(fields), count


def too_busy(busy: float, processors: int) -> str:
    """Why nothing may be measured, in a sentence; empty where it may."""
    if busy <= MOST_BUSY:
        return ""
    return (
        f"other programs keep {busy:.1f} of {processors} processors busy, and times would be theirs, too; close "
        "them, or measure all the same with --busy, which makes no default model"
    )


def too_wide(table: pd.DataFrame) -> str:
    """Why no default model may be made of a table's intervals, in a sentence; empty where one may.

    A row counts by the wider interval of its two sides, where one is known: it takes two runs.
    """
    if not set(_ERRORS) <= set(table.columns):
        return ""
    errors = table[_ERRORS].max(axis=1).dropna().to_numpy(float)
    wide = int(np.sum(errors > WIDE))
    if wide <= MOST_WIDE * len(errors):
        return ""
    return (
        f"in {wide} of {len(errors)} rows the 95% interval of the time reaches further than the time itself (half "
        "of them, at most, may be so); measure again, while the machine does nothing else, or with more "
        "--minutes. With -o FILE a model is made that does not become the default"
    )


def problem(table: pd.DataFrame, *, default: bool) -> str:
    """Why no model may be made of a table, in a sentence; `default`: it would become the default."""
    return too_few(table) or (too_wide(table) if default else "")
