"""Measured rows with the features that this version counts: `python -m training.recount FOLDER`.

Times stay as they were measured; each program runs once at each of its sizes, on the CPU of any machine, only to
say its features.  So a change of how features are counted costs no new measurement.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mapper.diagnostics import MapperError
from mapper.features import schema
from training.building import build
from training.config import PROGRAMS
from training.journal import POINT_COLUMNS, POINTS, ROWS, load_platform, point_hash
from training.profiles import load_profile, raw_vectors

SAME = ("work_items", "transfer")
"""What tells a region's vectors apart, in old counts as in new ones."""

Row = dict[str, str]
Vectors = Mapping[str, Sequence[tuple[float, ...]]]
Ask = Callable[[str, str, str], Vectors]
"""Gives the vectors of each region of a program that runs with these arguments and so many calls."""


def recount(rows: Sequence[Row], calls: Mapping[tuple[str, str], str], ask: Ask) -> list[Row]:
    """The rows with new features; those of regions and vectors that do not occur any more are left out."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["program"], row["arguments"]].append(row)
    found = []
    for (program, arguments), group in groups.items():
        vectors = ask(program, arguments, calls.get((program, arguments), "1"))
        for row in group:
            known = vectors.get(row["region"], ())
            if not known:
                continue
            raw = min(known, key=lambda each: _distance(row, each))
            new = dict(zip(schema.RAW_NAMES, map(repr, raw), strict=True))
            rest = {name: value for name, value in row.items() if name not in new}
            found.append({**rest, **new})
    return found


def _distance(row: Row, raw: Sequence[float]) -> float:
    values = dict(zip(schema.RAW_NAMES, raw, strict=True))
    return sum(abs(float(row[name]) - values[name]) / max(values[name], 1.0) for name in SAME)


def main(arguments: Sequence[str]) -> int:
    """Recount the rows of one folder, in place."""
    folder = Path(arguments[0])
    rows, names = _read(folder / ROWS)
    points, _ = _read(folder / POINTS)
    calls = {(point["program"], point["arguments"]): point["calls"] for point in points}
    platform = load_platform(folder)
    with tempfile.TemporaryDirectory(prefix="mapper-recount-") as work:
        programs = sorted({row["program"] for row in rows})
        built, problems = build({name: PROGRAMS / f"{name}.c" for name in programs}, Path(work), lambda _: None)
        for name, problem in problems.items():
            print(f"left out: {name} does not compile: {problem}", file=sys.stderr)
        rows = recount(
            [row for row in rows if row["program"] in built], calls, lambda *what: _ask(Path(work), *what)
        )
    columns = [name for name in names if name not in schema.RAW_NAMES]
    first = columns.index("arguments") + 1
    columns[first:first] = schema.RAW_NAMES
    _write(folder / ROWS, columns, rows)
    for point in points:
        point["hash"] = point_hash(point["program"], platform)
    _write(folder / POINTS, POINT_COLUMNS, points)
    return 0


def _ask(work: Path, program: str, arguments: str, calls: str) -> dict[str, list[tuple[float, ...]]]:
    size, _, touch = arguments.partition(" ")
    profile = work / "profile.json"
    environment = {**os.environ, "MAPPER_DEVICE": "cpu", "MAPPER_PROFILE": str(profile)}
    command = [str(work / program), size, calls, *(["1"] if touch else [])]
    print(" ".join(command[1:]), program, file=sys.stderr)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return raw_vectors(load_profile(profile))


def _read(path: Path) -> tuple[list[Row], list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return list(reader), list(reader.fieldnames or ())


def _write(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(new, path)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except MapperError as error:
        sys.exit(str(error))
