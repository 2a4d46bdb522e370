"""Measured rows with the features that this version counts: `python -m mapper_training.recount FOLDER`.

Behind the folder may stand the names of programs; without them, all are counted.

Times stay as they were measured; each program runs once at each of its sizes, on the CPU of any machine, only to
say its features.  So a change of how features are counted costs no new measurement.  Where programs are named, the
rows of others keep their features, with 0 for those that were not counted before.

With `--missing` only features that a table lacks are counted: the others are those of the kernels that were
measured, which later versions may make otherwise.  `--calls` limits the calls of a run.

Rows of real programs need profiles.  `--profiles NEW` gives those in the folder's `npb/profiles` the features that
they lack, from profiles of this version in the folder NEW: of the same program and size, `PROGRAM.SIZE.json`, on
whatever device they ran.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper_training.building import build
from mapper_training.completed import complete_profile
from mapper_training.config import PROGRAMS
from mapper_training.journal import ADDED, POINT_COLUMNS, POINTS, ROWS, load_platform, point_hash
from mapper_training.profiles import load_profile, raw_vectors

GONE = ("atomics",)
"""Columns of features that earlier versions counted."""

SAME = ("work_items", "transfer")
"""What tells a region's vectors apart, in old counts as in new ones."""

Row = dict[str, str]
Vectors = Mapping[str, Sequence[tuple[float, ...]]]
Ask = Callable[[str, str, str], Vectors]
"""Gives the vectors of each region of a program that runs with these arguments and so many calls."""


def recount(
    rows: Sequence[Row], calls: Mapping[tuple[str, str], str], ask: Ask, fixed: Collection[str] = ()
) -> list[Row]:
    """The rows with new features, but for `fixed` ones.

    Those of regions and vectors that do not occur any more are left out.
    """
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
            counted = zip(schema.RAW_NAMES, map(repr, raw), strict=True)
            new = {name: row[name] if name in fixed else value for name, value in counted}
            rest = {name: value for name, value in row.items() if name not in new}
            found.append({**rest, **new})
    return found


def _distance(row: Row, raw: Sequence[float]) -> float:
    values = dict(zip(schema.RAW_NAMES, raw, strict=True))
    return sum(abs(float(row[name]) - values[name]) / max(values[name], 1.0) for name in SAME)


def kept(row: Row) -> Row:
    """A row with its features as they are."""
    raw = {name: row.get(name) or "0" for name in schema.RAW_NAMES}
    return {**{name: value for name, value in row.items() if name not in raw}, **raw}


def main(arguments: Sequence[str]) -> int:
    """Recount the rows of one folder, in place."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="of measured data")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="whose rows are counted anew (all)")
    parser.add_argument("--missing", action="store_true", help="count only features that a table lacks")
    parser.add_argument("--calls", type=int, metavar="N", help="calls of a run at most")
    parser.add_argument("--profiles", type=Path, metavar="NEW", help="of real programs: see above; nothing is run")
    chosen = parser.parse_args(arguments)
    folder, wanted = chosen.folder, frozenset(chosen.programs)
    if chosen.profiles is not None:
        for path in sorted((folder / "npb" / "profiles").glob("*.json")):
            complete_profile(path, chosen.profiles)
        return 0
    points, _ = _read(folder / POINTS)
    most = chosen.calls or sys.maxsize
    calls = {(point["program"], point["arguments"]): str(min(int(point["calls"] or 1), most)) for point in points}
    platform = load_platform(folder)
    sources = {path.stem: path for path in sorted(PROGRAMS.glob("*.c")) if not wanted or path.stem in wanted}
    with tempfile.TemporaryDirectory(prefix="mapper-recount-") as work:
        built, problems = build(sources, Path(work), lambda _: None)
        for name, problem in problems.items():
            print(f"left out: {name} does not compile: {problem}", file=sys.stderr)
        for table in (folder / ROWS, folder / ADDED):
            if table.is_file():
                ask = partial(_ask, Path(work))
                _recount_table(table, built, wanted, calls, ask, missing=chosen.missing)
    for point in points:
        point["hash"] = point_hash(point["program"], platform)
    _write(folder / POINTS, POINT_COLUMNS, points)
    return 0


def _recount_table(
    path: Path,
    built: Collection[str],
    wanted: Collection[str],
    calls: Mapping[tuple[str, str], str],
    ask: Ask,
    *,
    missing: bool,
) -> None:
    rows, names = _read(path)
    fixed = frozenset(names) if missing else frozenset()
    others = [kept(row) for row in rows if row["program"] not in built and (wanted or not _is_ours(row))]
    order = {(row["program"], row["arguments"], row["region"]): number for number, row in enumerate(rows)}
    found = others + recount([row for row in rows if row["program"] in built], calls, ask, fixed)
    found.sort(key=lambda row: order[row["program"], row["arguments"], row["region"]])
    columns = [name for name in names if name not in (*schema.RAW_NAMES, *GONE)]
    first = columns.index("arguments") + 1
    columns[first:first] = schema.RAW_NAMES
    _write(path, columns, found)


def _is_ours(row: Row) -> bool:
    """Whether a row is of a training program: real ones can't be asked here."""
    return (PROGRAMS / f"{row['program']}.c").is_file()


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
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(new, path)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (MapperError, OSError) as error:
        sys.exit(f"recount: {error}")
