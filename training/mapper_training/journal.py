"""A folder of measured data that survives interruptions.

`rows.csv` has the rows, `points.csv` a line for each finished point with the hash of what it depends on, written
after the point's rows.  Both only grow, and each write is on the disk before the next run starts.  When the folder
is opened again, rows whose point was not finished, and points whose hash is another by now, are dropped.
"""

from __future__ import annotations

import csv
import fcntl
import hashlib
import io
import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import pandas as pd

import mapper
from mapper.diagnostics import Location, fail
from mapper.features import schema
from mapper_training.config import Point, source
from mapper_training.measure import DIFFERS, MEASURED, Result
from mapper_training.tablefile import read_csv
from mapper_training.weights import BLOCK, load_block

METHOD = 2
"""Changes where times mean something else than before."""

ROWS, POINTS, PLATFORM, ADDED = "rows.csv", "points.csv", "platform.json", "added.csv"
KEYS = ("program", "region", "arguments")
TIMES = ("seconds_cpu", "seconds_opencl", "startup_seconds")
DETAILS = (
    *("calls", "error_cpu", "error_opencl", "runs_cpu", "runs_opencl", "whole_cpu", "whole_opencl"),
    *(
        "upload_bytes",
        "upload_seconds",
        "download_bytes",
        "download_seconds",
        "kernel_seconds",
        "steady",
        "first_cpu",
    ),
)
COLUMNS = (*KEYS, *schema.RAW_NAMES, *TIMES, *DETAILS)
NUMBERS = frozenset((*schema.RAW_NAMES, *TIMES, *DETAILS, "setup", "memory", "call"))
POINT_COLUMNS = ("program", "arguments", "hash", "outcome", "calls", "call", "setup", "memory", "detail")


def point_hash(program: str, platform: Mapping[str, str]) -> str:
    """Changes with the program's text, the feature schema, mapper's version, the method, and the platform."""
    ours = [METHOD, schema.VERSION, schema.RAW_NAMES, mapper.__version__]
    parts = [program, source(program), ours, sorted(item for item in platform.items() if item[0] != "type")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


class Journal:
    """The folder, open for one collection; others are kept out until `close`."""

    def __init__(self, folder: Path, platform: Mapping[str, str]) -> None:
        """Open or make the folder; `MapperError` E023: of another platform, or in use; E005: can't be written."""
        self.folder = folder
        self.platform = dict(platform)
        self.stale: set[str] = set()
        """Programs whose points were dropped because their hash has changed."""
        self.dropped: list[str] = []
        """Sentences about lines that could not be read."""
        self._results: dict[tuple[str, str], Result] = {}
        self._adding = Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder, os.O_RDONLY)
            self._take_lock()
            self._check_platform()
            self._recover()
        except OSError as error:
            fail("E005", f"can't keep the measured data: {error.strerror}", Location(str(folder)))

    def result(self, point: Point) -> Result | None:
        """What became of a point (without its rows), or None where it has not been finished."""
        return self._results.get((point.program, point.arguments))

    def add(self, point: Point, result: Result) -> None:
        """Keep a point's rows and its result; on the disk when this returns.  Several threads may add."""
        line = {
            "program": point.program,
            "arguments": point.arguments,
            "hash": point_hash(point.program, self.platform),
            "outcome": result.outcome,
            "calls": result.calls,
            "call": result.call,
            "setup": result.setup,
            "memory": result.memory,
            "detail": " ".join(result.detail.split()),
        }
        with self._adding:
            _append(self.folder / ROWS, COLUMNS, result.rows)
            _append(self.folder / POINTS, POINT_COLUMNS, [line])
            self._results[point.program, point.arguments] = result

    def arrange(self, order: Sequence[Point]) -> None:
        """Put rows and points into the order of some points, whichever was measured first; others come last."""
        places = {(point.program, point.arguments): place for place, point in enumerate(order)}
        for name, columns in ((ROWS, COLUMNS), (POINTS, POINT_COLUMNS)):
            lines = _read(self.folder / name, columns)
            lines.sort(key=lambda line: places.get((line["program"], line["arguments"]), len(places)))
            _replace(self.folder / name, _text(columns, lines, header=True))

    def table(self) -> pd.DataFrame:
        """All rows but those of programs whose results differed somewhere."""
        return load_rows(self.folder)

    def close(self) -> None:
        """Let others use the folder."""
        os.close(self._lock)

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fail("E023", "another collection is writing there", Location(str(self.folder)))

    def _check_platform(self) -> None:
        path = self.folder / PLATFORM
        if path.exists():
            other = load_platform(self.folder)
            other.setdefault("type", self.platform.get("type", ""))  # older data don't tell the device's type
            changed = sorted(k for k in {**other, **self.platform} if other.get(k) != self.platform.get(k, ""))
            if changed:
                what = ", ".join(f"{k} {other.get(k)!r} there, {self.platform.get(k)!r} here" for k in changed)
                fail(
                    "E023",
                    f"the data there are of another platform ({what}); name another --data",
                    Location(str(path)),
                )
        else:
            _replace(path, json.dumps(self.platform, indent=1, sort_keys=True) + "\n")

    def _recover(self) -> None:
        """Read what is there, and drop what an interruption left unfinished or a change made worthless."""
        lines = [line for line in _read(self.folder / POINTS, POINT_COLUMNS) if _result(line) is not None]
        measured = _read(self.folder / ROWS, COLUMNS)
        for name, read in ((POINTS, lines), (ROWS, measured)):
            if lost := _count(self.folder / name) - len(read):
                self.dropped.append(f"{name}: {lost} of {lost + len(read)} lines can't be read and are dropped")
        self.stale = {
            line["program"] for line in lines if line["hash"] != point_hash(line["program"], self.platform)
        }
        there = {(row["program"], row["arguments"]) for row in measured}
        kept = [
            line
            for line in lines
            if line["program"] not in self.stale
            and (line["outcome"] != MEASURED or (line["program"], line["arguments"]) in there)
        ]
        for line in kept:
            result = _result(line)
            assert result is not None
            self._results[line["program"], line["arguments"]] = result
        rows = [row for row in measured if (row["program"], row["arguments"]) in self._results]
        _replace(self.folder / POINTS, _text(POINT_COLUMNS, kept, header=True))
        _replace(self.folder / ROWS, _text(COLUMNS, rows, header=True))


def _result(line: Mapping[str, str]) -> Result | None:
    """What a line of `points.csv` says, without rows; None where it is no such line."""
    try:
        numbers = int(line["calls"]), float(line["call"]), float(line["setup"]), int(line["memory"])
    except ValueError:
        return None
    return Result(line["outcome"], line["detail"], [], *numbers)


def load_platform(folder: Path) -> dict[str, str]:
    """The platform of a folder of data; raises `MapperError` E023 where it has none."""
    path = folder / PLATFORM
    if not folder.exists():
        fail("E023", "nothing was measured here: `mapper train --platform NAME` measures", Location(str(folder)))
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        fail(
            "E023",
            "the platform's description is missing or can't be read; with an empty --data it is made anew",
            Location(str(path)),
        )
    if not isinstance(document, dict):
        fail("E023", "this does not describe a platform", Location(str(path)))
    return {str(key): str(value) for key, value in document.items()}


def load_rows(folder: Path) -> pd.DataFrame:
    """The rows of a folder, and those that were added to it, less the programs whose results differed.

    Added rows that are not of real runs, but of an earlier collection, give way to rows of the same sizes.  Each
    row has what the folder's micro-benchmarks say of a block of memory that moves.
    """
    points = _read(folder / POINTS, POINT_COLUMNS)
    wrong = {line["program"] for line in points if line["outcome"] == DIFFERS}
    tables = [read_table(folder / name) for name in (ROWS, ADDED) if (folder / name).exists()]
    if not tables:
        fail("E023", "there are no measured rows; `mapper train --platform NAME` measures", Location(str(folder)))
    if len(tables) > 1:
        rows, added = tables
        again = added.set_index(["program", "arguments"]).index.isin(
            rows.set_index(["program", "arguments"]).index
        )
        tables[1] = added[~again | added.get("real", pd.Series(0.0, added.index)).eq(1)]
    table = pd.concat([one for one in tables if len(one)] or tables[:1], ignore_index=True)
    return table[~table["program"].isin(wrong)].reset_index(drop=True).assign(**{BLOCK: load_block(folder)})


def read_table(path: Path) -> pd.DataFrame:
    """The rows of one CSV file; raises `MapperError` E023 where a column is missing or holds something else."""
    return read_csv(
        path,
        "E023",
        "rows of this feature schema",
        words=KEYS,
        needed=(*KEYS, *schema.RAW_NAMES, *TIMES),
        numbers=COLUMNS[len(KEYS) :],
        seconds=("seconds_cpu", "seconds_opencl"),
        comment="#",
    )


def write_added(folder: Path, table: pd.DataFrame) -> int:
    """Add rows of real runs to a folder; one of the same program, arguments, region and features replaces it.

    Returns the number of added rows that the folder has now.
    """
    path = folder / ADDED
    tables = [read_table(path), table] if path.exists() else [table]
    merged = pd.concat(tables, ignore_index=True)
    keys = ["program", "region", "arguments", *schema.RAW_NAMES]
    merged = merged.drop_duplicates(subset=keys, keep="last").sort_values(keys, ignore_index=True)
    try:
        _replace(path, merged.to_csv(index=False))
    except OSError as error:
        fail("E005", f"can't write the rows: {error.strerror}", Location(str(path)))
    return len(merged)


def _read(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """The lines of a CSV file that are as they were written; none where it is missing or has other columns.

    A file may be cut at any byte, and hold any bytes: lines with NUL or what is no UTF-8 are left out.
    """
    if not path.exists():
        return []
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    texts = [line.decode("utf-8", errors="replace") for line in whole.split(b"\n")]
    heading, *lines = [next(csv.reader([text]), []) if _is_clean(text) else [] for text in texts]
    if heading != list(columns):
        return []
    found = [dict(zip(columns, line, strict=True)) for line in lines if len(line) == len(columns)]
    return [line for line in found if all(_is_number(line[name]) for name in columns if name in NUMBERS)]


def _count(path: Path) -> int:
    """The lines of a CSV file below its heading, a torn one counted."""
    text = path.read_bytes().rstrip(b"\n") if path.exists() else b""
    return text.count(b"\n")


def _is_clean(text: str) -> bool:
    """Whether a line holds only what a journal writes; a quote that is not closed is none of that."""
    return not any(ord(letter) < 32 or letter == "\ufffd" for letter in text) and text.count('"') % 2 == 0


def _is_number(word: str) -> bool:
    """Whether a word is a finite number, or empty."""
    try:
        return not word or math.isfinite(float(word))
    except ValueError:
        return False


def _text(columns: Sequence[str], lines: Sequence[Mapping[str, Any]], header: bool) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    if header:
        writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _append(path: Path, columns: Sequence[str], lines: Sequence[Mapping[str, Any]]) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(_text(columns, lines, header=False))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        fail("E005", f"can't keep the measured rows: {error.strerror}", Location(str(path)))


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
