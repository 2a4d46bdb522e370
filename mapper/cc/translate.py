"""The units of a program through all stages of the compiler: records in, objects out."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mapper import build, children, gates
from mapper.cc.definitions import check_definitions
from mapper.cc.flags import without_text_flags
from mapper.cc.gather import Gathered, Place
from mapper.cc.record import Record
from mapper.emit.text.splice import emitted_name
from mapper.messages import Messages
from mapper.model import store
from mapper.options import Options, UnitCommand
from mapper.pipeline import Mapped, map_program, without_rejected
from mapper.report import remarks, summary
from mapper.runtime import interface_files

_IN_DIRECTORY = ("sh", "-c", 'cd "$0" && exec "$@"')


@dataclass(frozen=True, slots=True)
class Translated:
    """The objects that take the places of the units, and those of the run-time library."""

    objects: Mapping[Place, str]
    runtime: tuple[str, ...]


def translate(gathered: Gathered, work: Path, asked: Options, messages: Messages) -> Translated | None:
    """Translate the program, into files in the directory `work`; None where no loop of it can be offloaded.

    `asked` is what holds for all units.

    Raises:
        MapperError: the program, or a model, can't be used, or a loop doesn't pass the gates.
        UnclearError: it can't be told which function a call means.
        InternalError: a fault of mapper.
    """
    names, options = _options(gathered, work, asked)
    models = [model for model, _ in store.choose_all(options.models, options.platforms)]
    mapped = map_program(options, *models)
    if mapped.program.regions:
        check_definitions(mapped.program.units, gathered.others.defined)
    while True:
        try:
            objects = _objects(gathered, options, names, mapped, work)
            break
        except build.RejectedError as error:
            if options.strict:
                raise
            mapped = without_rejected(mapped, options, models, error.source, error.messages)
    _say(mapped, options, messages)
    for name, text in mapped.dumps.items():
        print(f"/* ==== after {name} ==== */\n{text}", file=sys.stderr, end="")
    if objects is None:
        return None
    return Translated(objects, tuple(build.runtime_objects(options)))


def _objects(
    gathered: Gathered, options: Options, names: Mapping[Place, str], mapped: Mapped, work: Path
) -> dict[Place, str] | None:
    """The objects that take the places of the units; None where no loop can be offloaded."""
    if not mapped.emitted:
        return None
    build.copy_library(work, interface_files())

    def made(numbered: tuple[int, Place]) -> str:
        number, place = numbered
        return _compile(options, names[place], mapped, work, number)

    return dict(zip(gathered.units, children.each(made, enumerate(gathered.units)), strict=True))


def _options(gathered: Gathered, work: Path, asked: Options) -> tuple[dict[Place, str], Options]:
    """By what name each unit is known to the stages, and what they are asked for."""
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
    )


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
        return record.source, UnitCommand(record.compiler, record.flags)
    folder, file = os.path.split(os.path.join(record.directory, record.source))
    while os.path.join(folder, file) in taken:
        folder = os.path.join(folder, ".")
    written = os.path.dirname(record.source)
    prefix = f"-fmacro-prefix-map={folder}/={written}/" if written else f"-fmacro-prefix-map={folder}/="
    flags = (*record.flags, prefix)
    return os.path.join(folder, file), UnitCommand((*_IN_DIRECTORY, record.directory, *record.compiler), flags)


def _from_text(record: Record, work: Path, number: int) -> tuple[str, UnitCommand]:
    """The source is gone or another one by now: its preprocessed text takes its place."""
    path = work / f"text-{number}" / Path(record.source).with_suffix(".c").name
    path.parent.mkdir()
    lines = [line for line in record.text.splitlines(keepends=True) if not _is_marker(line)]
    build.write_text(path, "".join(lines))
    return str(path), UnitCommand(record.compiler, without_text_flags(record.flags))


def _is_marker(line: str) -> bool:
    return line.startswith("# ") and line[2:3].isdigit()


def _say(mapped: Mapped, options: Options, messages: Messages) -> None:
    """Warnings, the verdict on each loop, and the summary, if they are wanted; loops that don't pass the gates.

    Raises `MapperError` where there are any of these.
    """
    judged = gates.judged(mapped.program, options.gates)
    sources = {file.name: file.text for unit in mapped.program.units for file in unit.files.values()}
    warnings = mapped.warnings if options.remarks else ()
    messages.show([*warnings, *judged.messages(remarks(mapped.program), options.remarks)], sources)
    if options.remarks:
        messages.summary(summary(mapped.program).partition(" (")[0])
    judged.check()


def _compile(options: Options, name: str, mapped: Mapped, work: Path, number: int) -> str:
    """Compile the emitted text of one unit; what the compiler has to say was said when the user compiled it."""
    file = build.EmittedFile(name, emitted_name(name), mapped.emitted[name].c)
    folder = work / f"unit-{number}"
    folder.mkdir(exist_ok=True)
    build.write_text(folder / file.name, _without_work(mapped.emitted[name].c, name, work))
    target = str(folder / "unit.o")
    command = options.command(name)
    flags = (*command.flags, "-iquote", str(work), f"-fdebug-prefix-map={work}=mapper", "-w")
    options = replace(options, compiler=command.compiler, flags=flags, commands={})
    done = build.compile_emitted(options, file, folder / file.name, target)
    if done.returncode:
        raise build.RejectedError(name, done.stderr)
    return target


def _without_work(text: str, name: str, work: Path) -> str:
    """The emitted text, where a source that was made of preprocessed text is called `fill.i`.

    Its real name changes with each link, and its lines are not those of `fill.c`.
    """
    return text.replace(name, f"{Path(name).stem}.i") if Path(name).is_relative_to(work) else text
