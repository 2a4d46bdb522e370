"""The units of a program through all stages of the compiler: records in, objects out."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mapper import build
from mapper.analysis.whole_program.definitions import defined_twice
from mapper.cc import wrapped
from mapper.cc.program.gather import Gathered, Place, UnclearError
from mapper.cc.program.units import origins, with_texts
from mapper.diagnostics import Location, MapperError
from mapper.emit.text.splice import dotted_names, emitted_name
from mapper.ir.program.region import Program
from mapper.model.tree import Model
from mapper.options import Options
from mapper.process import children
from mapper.reporting import gates
from mapper.reporting.messages import Messages
from mapper.reporting.report import remarks, summary
from mapper.runtime import interface_files
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program, without_rejected
from mapper.translations.entry import Entry


def translate(
    gathered: Gathered,
    names: Mapping[Place, str],
    work: Path,
    options: Options,
    models: Sequence[Model],
    messages: Messages,
) -> Entry:
    """Translate the program; without objects where no loop of it can be offloaded.

    `names` are those of the units, as the `options` have them.  Files are made in the directory `work`.

    Raises:
        MapperError: the program can't be used, or a loop doesn't pass the gates.
        UnclearError: it can't be determined which function a call means.
        InternalError: a fault of mapper.
    """
    mapped, names, options, placed = _mapped(gathered, names, work, options, models)
    twice = defined_twice(mapped.program.units, gathered.others.defined) if mapped.program.regions else None
    if twice is not None:  # of a weak function and another one, the linker decides which is called
        raise UnclearError(f"the program has two definitions of '{twice[1].decl.name}'")
    while True:
        try:
            objects = _objects(gathered, options, names, mapped, work)
            break
        except build.RejectedError as error:
            if options.strict:
                raise
            mapped = without_rejected(mapped, options, models, error.source, error.messages)
    with contextlib.redirect_stderr(io.StringIO()) as text:
        judged = _said(mapped, options, messages, placed)
    said = text.getvalue()
    if not judged.errors:
        said += "".join(f"/* ==== after {name} ==== */\n{kernels}" for name, kernels in mapped.dumps.items())
    sys.stderr.write(said)
    judged.check()
    contents = tuple(Path(name).read_bytes() for name in objects)
    return Entry(said, objects=contents, library=bool(contents), lasting=mapped.faultless)


def _mapped(
    gathered: Gathered, names: Mapping[Place, str], work: Path, options: Options, models: Sequence[Model]
) -> tuple[Mapped, Mapping[Place, str], Options, Mapping[str, list[Location]]]:
    """The program, with its names, its options, and where the lines of texts come from that take sources' places.

    A construct that can't be replaced in a source, because of its macros, `#line` or how it is included, is
    replaced in what the preprocessor made of that.
    """
    mapped = map_program(options, *models)
    kept = [(each.unit.path, each.kept) for each in mapped.program.regions if each.kept is not None]
    chosen = {path for path, why in kept if why.code == "K012" and not why.notes}  # notes: on static variables
    if not chosen or options.directives is not None:  # which name places in sources
        return mapped, names, options, {}
    others, changed = with_texts(gathered, names, work, options, chosen)
    with contextlib.suppress(MapperError):
        again = map_program(changed, *models)
        if _offloadable(again.program) > _offloadable(mapped.program):
            texts = {path: place for place, path in others.items() if path != names[place]}
            return again, others, changed, {path: origins(gathered.units[place]) for path, place in texts.items()}
    return mapped, names, options, {}


def _offloadable(program: Program) -> int:
    return sum(kept is None for _, _, kept in program.verdicts())


def _objects(
    gathered: Gathered, options: Options, names: Mapping[Place, str], mapped: Mapped, work: Path
) -> list[str]:
    """The objects that take the places of the units; none where no loop can be offloaded."""
    if not mapped.emitted:
        return []
    build.copy_library(work, interface_files())

    def made(numbered: tuple[int, Place]) -> str:
        number, place = numbered
        return _compile(options, names[place], mapped, work, number)

    return children.each(made, enumerate(gathered.units))


def _said(
    mapped: Mapped, options: Options, messages: Messages, placed: Mapping[str, Sequence[Location]]
) -> gates.Judged:
    """Show warnings, the verdict on each loop and the summary, if they are wanted; what the gates make of them.

    `placed` says, by the name of a text that takes a source's place, where each of its lines comes from.
    """

    def origin(where: Location | None) -> Location | None:
        lines = placed.get(where.file, ()) if where is not None else ()
        return lines[where.line - 1] if where is not None and 0 < where.line <= len(lines) else where

    judged = gates.judged(mapped.program, options.gates)
    warnings = mapped.warnings if options.remarks else ()
    found = [*warnings, *judged.messages(remarks(mapped.program), options.remarks)]
    found = [
        replace(each, where=origin(each.where), notes=tuple((text, origin(at)) for text, at in each.notes))
        for each in found
    ]
    messages.show(found, mapped.texts)
    hindrance = next((unit.other_types for unit in mapped.program.units if unit.other_types), "")
    if options.remarks:
        messages.summary(summary(mapped.program).partition(" (")[0])
    elif hindrance and mapped.program.regions:
        wrapped.warn(f"all loops stay on the CPU: {hindrance} gives types or operations another meaning [K007]")
    return judged


def _compile(options: Options, name: str, mapped: Mapped, work: Path, number: int) -> str:
    """Compile the emitted text of one unit; what the compiler has to say was said when the user compiled it."""
    dotted = next(dotted_names(unit) for unit in mapped.program.units if unit.path == name)
    file = build.EmittedFile(name, emitted_name(name), mapped.emitted[name].c, dotted)
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
