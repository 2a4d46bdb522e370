"""The safety net of emission: the user's part of the emitted file must be the user's program, token by token.

Both the source and the emitted file go through the preprocessor.  What the emitted file says under its own
name is left out, and each line of each of the user's files must then hold the tokens that it held before.
Macros whose meaning depends on where they are (`__COUNTER__`, a file that asks whether it was included) make a
difference here, and so does a piece of ours that landed inside a macro's arguments.

The source's text is the one that the front end read.  A file that is being written while it is read makes a
difference, too, and must not cost a program its regions.  So texts that differ are made again until they stay the
same.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from mapper.codes import REPORT
from mapper.diagnostics import InternalError, Location, MapperError, fail
from mapper.emit.host_file.host import UnitPlan
from mapper.emit.text.splice import dotted_names, emitted_name, flags_for_emitted
from mapper.frontend.tokens.compiler import preprocess
from mapper.frontend.tokens.lexer import unquoted, with_letters
from mapper.ir.program.region import Kept, ParallelRegion
from mapper.ir.trees.unit import Unit
from mapper.options import as_text

_ERROR = re.compile(r"^([^\n:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*)$", re.MULTILINE)
_MARKER = re.compile(r'^#(?: |line )(\d+) "((?:[^"\\]|\\.)*+)"(?: ([12])\b)?.*\n?', re.MULTILINE)
_DEFINITIONS = ("#define ", "#undef ")
_TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*+"|\'(?:[^\'\\]|\\.)*+\'|\.?\d[\w.]*|\w+|\S')

_READINGS = 4


class _Part(NamedTuple):
    """The text from one marker to the next: the file and line that it begins in, and the number of the reading."""

    file: str
    number: int
    text: str
    reading: int


class _Line(NamedTuple):
    """A line, or a part of one, and the number of the reading of the file in the preprocessed text."""

    file: str
    number: int
    text: str
    reading: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where the two programs differ, in the user's file; `reading` is 0 if it is not known."""

    file: str
    line: int
    reading: int = 0


def broken_regions(plan: UnitPlan, emitted: str) -> dict[str, Kept]:
    """Compare a unit's emitted text with its source: nothing where they agree, otherwise the kept regions.

    Raises `MapperError` E007 where the source is not what it was when mapper read it.
    """
    unit = plan.unit
    name = emitted_name(unit.path)
    regions = [region for region, _ in plan.regions]
    regions += [region for region in plan.callers if region not in regions]
    found = _stable_fault(unit, emitted, name)
    if found is None:
        return {}
    if isinstance(found, str):
        blamed = regions
        reason = f"a macro of the program changes the text that mapper adds: {found}"
    else:
        before = [
            (region, where.reading)
            for region, where in plan.regions
            if unit.readings[where.reading].file == found.file and region.where.line <= found.line
        ]
        before = [each for each in before if each[1] == found.reading] or before
        blamed = [region for region, _ in before[-1:]] or regions
        reason = "the program around the construct changes its meaning when text is put into it"
    if not blamed:
        raise InternalError("emit", reason, Location(unit.path))
    return {region.id: Kept("K012", reason, region.where) for region in blamed}


def rejected_regions(
    regions: Sequence[ParallelRegion], unit: Unit, emitted: str, messages: str
) -> dict[str, Kept]:
    """The regions to blame where the C compiler rejects a unit's emitted text, kept; all where none is named."""
    offloaded = [region for region in regions if region.offloaded]
    lines = emitted.split("\n")
    blamed: dict[str, str] = {}
    for match in _ERROR.finditer(messages):
        file, line, message = match[1], int(match[2]), match[3]
        if os.path.basename(file) == emitted_name(unit.path):
            region = _named_before(lines[:line], offloaded)
        else:
            before = [each for each in offloaded if each.where.file == file and each.where.line <= line]
            region = before[-1] if before else None
        if region is not None:
            blamed.setdefault(region.id, message)
    if not blamed:
        first = _ERROR.search(messages)
        blamed = {region.id: first[3] if first else "no message" for region in offloaded}
    where = {region.id: region.where for region in offloaded}
    return {
        name: Kept("I001", f"the C compiler rejects what mapper makes of it: {message} ({REPORT})", where[name])
        for name, message in blamed.items()
    }


def _named_before(lines: Sequence[str], regions: Sequence[ParallelRegion]) -> ParallelRegion | None:
    """The region whose name, or that of one of its loops, is last in some lines."""
    names = {name: region for region in regions for name in (region.id, *(loop.id for loop in region.loops))}
    if not names:
        return None
    pattern = re.compile(
        "|".join(rf"\w*?({re.escape(name)})(?!\d)" for name in sorted(names, key=len, reverse=True))
    )
    for line in reversed(lines):
        found = [match for match in pattern.finditer(line)]
        if found:
            return names[next(group for group in found[-1].groups() if group)]
    return None


def _stable_fault(unit: Unit, emitted: str, name: str) -> str | Difference | None:
    """What `first_change` and `first_difference` find, if they find it in the same texts twice."""
    if _as_read(unit, emitted, name):
        return None
    seen: tuple[str, str] | None = None
    for _ in range(_READINGS):
        before, after = _texts(unit, emitted, name)
        found = first_change(emitted, after, name) or first_difference(before, after, {name})
        if found is None:
            return None
        if (before, after) == seen:
            _refuse_changed_files(unit)
            return found
        seen = before, after
    fail("E007", "the source, or a file that it includes, changes all the time", Location(unit.path))


def _as_read(unit: Unit, emitted: str, name: str) -> bool:
    """Whether the emitted file holds what the front end read; false where it may not."""
    try:
        _refuse_changed_files(unit)
        with _placed(emitted, name) as path:
            after = preprocess(str(path), unit.compiler, _flags(unit)).replace(str(path.parent), "")
    except MapperError:
        return False
    return (
        first_change(emitted, after, name) is None and first_difference(unit.preprocessed, after, {name}) is None
    )


def _texts(unit: Unit, emitted: str, name: str) -> tuple[str, str]:
    """The source and the emitted file, preprocessed."""
    from concurrent.futures import ThreadPoolExecutor  # takes a while to import

    with _placed(emitted, name) as path, ThreadPoolExecutor(1) as pool:
        source = pool.submit(_preprocess, [*unit.compiler, *unit.flags], unit.path)
        after = _preprocess([*unit.compiler, *_flags(unit)], str(path))
        return source.result(), after.replace(str(path.parent), "")


def _flags(unit: Unit) -> list[str]:
    return flags_for_emitted(unit.path, unit.flags, dotted_names(unit))


@contextlib.contextmanager
def _placed(emitted: str, name: str) -> Iterator[Path]:
    """The emitted file in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="mapper-") as folder:
        path = Path(folder) / name
        try:
            path.write_text(emitted, encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            fail("E008", f"can't write {path}: {error.strerror or error}")
        for header in ("__mapper_rt.h", "__mapper_rt_blocks.h", "__mapper_rt_messages.h"):
            (path.parent / header).touch()  # an empty one leaves its macros in our lines as they are
        yield path


def _refuse_changed_files(unit: Unit) -> None:
    for name, file in unit.files.items():
        with contextlib.suppress(OSError):
            now = Path(name).read_bytes().decode("utf-8", "surrogateescape")
            if now != file.text:
                fail("E007", f"{name} has changed since mapper read it", Location(unit.path))


def _preprocess(command: list[str], path: str) -> str:
    """The preprocessed text; the front end has shown already that the compiler takes the source.

    `__TIME__` is the same in all of them, by a variable that gcc and clang know.
    """
    environment = {"SOURCE_DATE_EPOCH": "0", **os.environ}
    done = subprocess.run(
        [*command, "-fopenmp", "-E", *as_text(path)], env=environment, capture_output=True, check=False
    )
    if done.returncode:
        raise InternalError("emit", f"the preprocessor fails: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def first_change(emitted: str, preprocessed: str, own: str) -> str | None:
    """The first of our own lines that the preprocessor changed, if any; directives don't count.

    Behind a directive it may put a line's first word on a line of its own, with the same number.
    """
    lines = emitted.split("\n")
    rows = (line for part in _parts(preprocessed) if part.file == own for line in _rows(part))
    number: int
    for number, found in groupby(rows, lambda line: line.number):
        written, text = lines[number - 1].strip(), " ".join(line.text.strip() for line in found)
        if text != written and _tokens(text) != _tokens(written):
            return written
    return None


def _tokens(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text) if not token.startswith("/*")]


def first_difference(source: str, emitted: str, own: Collection[str]) -> Difference | None:
    """Compare two preprocessed texts; lines of the files in `own` are ours and don't count."""
    sides = [list(_runs(_parts(source))), list(_runs(part for part in _parts(emitted) if part.file not in own))]
    pairs = enumerate(zip(*sides, strict=False))
    alike = next((number for number, pair in pairs if not _equal(*pair)), min(map(len, sides)))
    left, right = (_lines(part for run in side[alike:] for part in run) for side in sides)
    while True:
        before, after = next(left, None), next(right, None)
        if before is None and after is None:
            return None
        if before is None or after is None or not _same(before, after):
            if before is not None:
                return Difference(before.file, before.number, before.reading)
            assert after is not None
            return Difference(after.file, after.number)


def _runs(parts: Iterable[_Part]) -> Iterator[list[_Part]]:
    """The parts of one file that follow each other."""
    return (list(run) for _, run in groupby(parts, lambda part: part.file))


def _equal(before: Sequence[_Part], after: Sequence[_Part]) -> bool:
    """Whether the lines of two runs are at the same places and spelled alike."""
    if [part[:3] for part in before] == [part[:3] for part in after]:
        return True
    return [line[:3] for line in _lines(before)] == [line[:3] for line in _lines(after)]


def _same(before: _Line, after: _Line) -> bool:
    """Whether two lines are at one place and hold the same tokens."""
    if before[:3] == after[:3]:
        return True
    at_one_place = before.number == after.number and _canonical(before.file) == _canonical(after.file)
    return at_one_place and _tokens(before.text) == _tokens(after.text)


@cache
def _canonical(path: str) -> str:
    """One name for a header that was found beside the source in one text, and by `-I` in the other."""
    return os.path.realpath(path)


def _lines(parts: Iterable[_Part]) -> Iterator[_Line]:
    """Each non-empty line; the parts of one line that are apart are joined."""
    pending: _Line | None = None
    for row in (row for part in parts for row in _rows(part)):
        if pending and pending[:2] == row[:2]:
            pending = pending._replace(text=f"{pending.text} {row.text}")
            continue
        if pending:
            yield pending
        pending = row
    if pending:
        yield pending


def _rows(part: _Part) -> Iterator[_Line]:
    """Each line that is not blank and no definition of a macro."""
    for line, row in enumerate(part.text.split("\n"), part.number):
        if row and not row.isspace() and not row.startswith(_DEFINITIONS):
            yield _Line(part.file, line, with_letters(row), part.reading)


def _parts(text: str) -> Iterator[_Part]:
    """The text between markers, where there is any."""
    file, line, start = "", 0, 0
    around: list[int] = []
    reading = readings = 0
    for match in _MARKER.finditer(text):
        if start < match.start():
            yield _Part(file, line, text[start : match.start()], reading)
        line, file, start = int(match[1]), unquoted(match[2]).removeprefix("./"), match.end()
        if match[3] == "1":
            around.append(reading)
            readings += 1
            reading = readings
        elif match[3] == "2" and around:
            reading = around.pop()
    if start < len(text):
        yield _Part(file, line, text[start:], reading)
