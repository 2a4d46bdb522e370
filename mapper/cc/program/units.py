"""The units of a program for the stages: the user's sources, or in the places of some the recorded texts."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from mapper import build, runtime
from mapper.cc.flags import without_text_flags
from mapper.cc.program.gather import Gathered, Place
from mapper.cc.program.record import Record
from mapper.diagnostics import Location
from mapper.options import Options, UnitCommand
from mapper.process import children

_ASKED = "__mrt_value"
_MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
_IN_DIRECTORY = ("sh", "-c", 'cd "$0" && exec "$@"')


def named_units(gathered: Gathered, work: Path, asked: Options) -> tuple[dict[Place, str], Options]:
    """By what name each unit is known to the stages, and what they are asked for.

    `asked` is what holds for all units, and `work` a directory for the texts of sources that changed.
    """
    commands: dict[str, UnitCommand] = {}
    names: dict[Place, str] = {}
    fresh = children.each(_unchanged, gathered.units.values())
    for (place, record), unchanged in zip(gathered.units.items(), fresh, strict=True):
        name, command = _named(record, commands) if unchanged else _from_text(record, work, len(names))
        names[place] = name
        commands[name] = command
    first = next(iter(gathered.units.values()))
    return names, replace(
        asked,
        sources=tuple(names.values()),
        flags=first.flags,
        commands=commands,
        outside=gathered.used,
        defined=frozenset(gathered.others.defined),
        foreign=gathered.foreign,
        libraries=gathered.libraries,
    )


def with_texts(
    gathered: Gathered, names: Mapping[Place, str], work: Path, asked: Options, chosen: Collection[str]
) -> tuple[dict[Place, str], Options]:
    """Names and options as those of `named_units`, but the recorded texts of the units with the `chosen` names."""
    commands = dict(asked.commands)
    changed = dict(names)
    for number, (place, name) in enumerate(names.items()):
        if name in chosen and not Path(name).is_relative_to(work):
            del commands[name]
            changed[place], command = _from_text(gathered.units[place], work, number)
            commands[changed[place]] = command
    return changed, replace(asked, sources=tuple(changed.values()), commands=commands)


def origins(record: Record) -> list[Location]:
    """Where each line of a recorded text comes from, but for the lines that say so."""
    found = []
    file, line = record.source, 1
    folder = "" if record.directory == os.getcwd() else record.directory
    for text in record.text.split("\n"):
        marker = _MARKER.match(text)
        if marker is not None:
            file, line = marker[2], int(marker[1])
            continue
        found.append(Location(os.path.join(folder, file), line))
        line += 1
    return found


def _unchanged(record: Record) -> bool:
    """Whether the source still gives the text that the object was made of."""
    if not record.source.endswith(".c") or not os.path.isdir(record.directory):
        return False
    done = children.run([*record.compiler, *record.flags, "-E", record.source], directory=record.directory)
    return done.returncode == 0 and done.stdout == record.text


def _named(record: Record, taken: Collection[str]) -> tuple[str, UnitCommand]:
    """A name for the unit that no other has, and how to compile it under that name.

    A source in another directory, or one that is compiled twice, gets a longer path; the program must not see it.
    """
    if record.directory == os.getcwd() and record.source not in taken:
        return record.source, UnitCommand(record.compiler, record.flags, judged=True)
    folder, file = os.path.split(os.path.join(record.directory, record.source))
    while os.path.join(folder, file) in taken:
        folder = os.path.join(folder, ".")
    written = os.path.dirname(record.source)
    prefix = f"-fmacro-prefix-map={folder}/={written}/" if written else f"-fmacro-prefix-map={folder}/="
    flags = (*record.flags, prefix)
    compiler = (*_IN_DIRECTORY, record.directory, *record.compiler)
    return os.path.join(folder, file), UnitCommand(compiler, flags, judged=True)


def _from_text(record: Record, work: Path, number: int) -> tuple[str, UnitCommand]:
    """The preprocessed text in the place of the source, which is another one by now, or can't be changed."""
    path = work / f"text-{number}" / Path(record.source).with_suffix(".c").name
    path.parent.mkdir()
    lines = [line for line in record.text.splitlines(keepends=True) if not _is_marker(line)]
    build.write_text(path, "".join([*lines, *_message_macros(record, path.with_name("__mrt_macros.c"))]))
    return str(path), UnitCommand(record.compiler, without_text_flags(record.flags), judged=True)


def _message_macros(record: Record, asked: Path) -> list[str]:
    """Definitions of the macros of MPI's that the functions for messages name: a preprocessed text has none.

    `asked` is a file for the question to the preprocessor. Without `mpi.h` there are no definitions.
    """
    if "MPI_" not in record.text:
        return []
    header = Path(runtime.__file__).with_name("mapper_rt_messages.h").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r"\bMPI_[A-Z_]+\b", header)))
    build.write_text(asked, "\n".join(["#include <mpi.h>", *(f'"{_ASKED}" {name}' for name in names), ""]))
    done = children.run([*record.compiler, *record.flags, "-E", "-P", str(asked)], directory=record.directory)
    answers = [line for line in done.stdout.splitlines() if line.startswith(f'"{_ASKED}" ')]
    if done.returncode != 0 or len(answers) != len(names):
        return []
    values = (answer.split(" ", 1)[1].strip() for answer in answers)
    return [f"#define {name} {value}\n" for name, value in zip(names, values, strict=True) if name != value]


def _is_marker(line: str) -> bool:
    return line.startswith("# ") and line[2:3].isdigit()
