"""The CSV of measured runs: a row is on disk as soon as its run is done, and tells later calls what is there."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ON_CPU = "on the CPU"
FAILED = ("timeout", "build failed", "no result", "exit ", "signal ", ON_CPU)


@dataclass(frozen=True)
class Row:
    """One run; numbers are text as the program printed it, empty where there is none.

    `seconds` are the benchmark's own timed part, `whole` the process's, `verified` is SUCCESSFUL, UNSUCCESSFUL,
    `unchecked`, or how the run failed (`ON_CPU`: it was to run on the device, and no region did).  `device` is
    where its loops ran, `said` what it wrote to standard error.
    """

    program: str
    size: str
    version: str
    flags: str
    seconds: str
    whole: str
    mops: str
    verified: str
    device: str
    checksum: str
    said: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What distinguishes one series of runs from another."""
        return self.program, self.size, self.version, self.flags

    @property
    def failed(self) -> bool:
        """Whether there is no time in it."""
        return self.verified.startswith(FAILED)


HEADINGS = tuple("class" if field.name == "size" else field.name for field in fields(Row))


class Table:
    """The rows of one CSV file, old and new; without a path they are only kept here."""

    def __init__(self, path: Path | None) -> None:
        """Read what is there; raises `ValueError` where the file is not such a table."""
        self.path = path
        self.rows = read(path) if path is not None and path.exists() and path.stat().st_size else []
        self._count = Counter(row.key for row in self.rows)

    def append(self, row: Row) -> None:
        """Put a row into the file, before anything else can happen."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                if not file.tell():
                    writer.writerow(HEADINGS)
                writer.writerow(astuple(row))
                file.flush()
                os.fsync(file.fileno())
        self.rows.append(row)
        self._count[row.key] += 1

    def missing(self, key: tuple[str, str, str, str], wanted: int) -> int:
        """How many runs of a series are still to be made: none after one that failed."""
        if any(row.key == key and row.failed for row in self.rows):
            return 0
        return max(0, wanted - self._count[key])

    def reference(self, program: str, size: str) -> float | None:
        """The sequential version's checksum."""
        for row in self.rows:
            if (row.program, row.size, row.version) == (program, size, "sequential") and row.checksum:
                return float(row.checksum)
        return None


def read(path: Path) -> list[Row]:
    """The rows of a file; raises `ValueError` where it has other columns."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        if tuple(next(reader)) != HEADINGS:
            raise ValueError(f"{path}: not a table of this command: its columns must be {','.join(HEADINGS)}")
        return [Row(*line) for line in reader]


def write(path: Path, rows: Sequence[Row]) -> None:
    """Make a file of these rows, in place of one that is there."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADINGS)
        writer.writerows(astuple(row) for row in rows)
    os.replace(new, path)
