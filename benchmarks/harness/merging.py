"""New measurements into a table that is there: rows of the same series are replaced, and their profiles."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.harness.rows import Row, read, write
from mapper.runtime.machine import differences

PROFILES, PLATFORM = "profiles", "platform.json"
"""What lies beside a table."""

Key = tuple[str, str, str, str]


def merge(new: Path, into: Path) -> Iterator[str]:
    """Merge the table `new`, and `profiles/` beside it, into another one; gives a line for all that is done.

    All rows of a program, class, version and flags give way to the new ones, but times never to a run that failed.
    Raises `ValueError` where a file is no such table, or the machines differ.
    """
    if not new.is_file():
        raise ValueError(f"{new}: there is no such table")
    here, there = _platform(into), _platform(new)
    if here and (found := differences(here, there)):
        raise ValueError(f"{new}: measured on another machine than {into}: {'; '.join(found)}")
    old, added = _by_key(into), _by_key(new)
    for key, rows in added.items():
        name = " ".join(filter(None, key))
        failed = next((row.verified for row in rows if row.failed), "")
        if failed and any(not row.failed for row in old.get(key, ())):
            yield f"kept     {name}: the new run failed ({failed})"
            continue
        before = _best(old.get(key, []))
        yield f"{'replaced' if key in old else 'added   '} {name}: {before}{_best(rows)} s"
        old[key] = rows
    write(into, [row for rows in old.values() for row in rows])
    yield from _profiles(new.parent / PROFILES, into.parent / PROFILES)


def _profiles(source: Path, target: Path) -> Iterator[str]:
    for path in sorted(source.glob("*.json")):
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            yield f"left out profile {path.name}: it is not whole"
            continue
        target.mkdir(exist_ok=True)
        shutil.copyfile(path, target / path.name)
        yield f"profile  {path.name}"


def _by_key(path: Path) -> dict[Key, list[Row]]:
    found: dict[Key, list[Row]] = {}
    for row in read(path) if path.exists() else []:
        found.setdefault(row.key, []).append(row)
    return found


def _best(rows: list[Row]) -> str:
    """The fastest whole process; what became of the runs where none is right."""
    good = [float(row.whole) for row in rows if row.verified == "SUCCESSFUL" and row.whole]
    if good:
        return f"{min(good):.4g}"
    return rows[0].verified if rows else ""


def _platform(table: Path) -> Mapping[str, str]:
    path = table.with_name(PLATFORM)
    document: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return document
