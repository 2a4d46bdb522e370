"""What opening a device has come to cost less since a platform's rows were measured.

The whole time of a process holds what the driver takes to open the device and to let go of it.  Where a change of
the run-time library takes something off that, not all rows need to be measured again: `opening.csv` beside them
has whole times of some processes with the library of that time and with the present one, run by turns.
"""

from __future__ import annotations

from pathlib import Path

from mapper.diagnostics import Location, fail
from mapper_training.tablefile import read_csv

OPENING = "opening.csv"
BEFORE, NOW = "before", "now"


def saved(folder: Path) -> float:
    """Seconds: the median over programs of what the median of their runs takes less now; 0 where no table is.

    Raises `MapperError` E023 where the table can't be read, or lacks a program's runs with either library.
    """
    path = folder / OPENING
    if not path.is_file():
        return 0.0
    words, numbers = ("program", "library"), ("seconds",)
    table = read_csv(
        path, "E023", "whole times", words=words, needed=(*words, *numbers), numbers=numbers, seconds=numbers
    )
    medians = table.pivot_table(index="program", columns="library", values="seconds", aggfunc="median")
    if set(medians.columns) != {BEFORE, NOW} or medians.isna().to_numpy().any():
        fail("E023", f"each program needs runs of the libraries `{BEFORE}` and `{NOW}`", Location(str(path)))
    return float((medians[BEFORE] - medians[NOW]).median())
