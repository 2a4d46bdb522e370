"""The translation behind `mapper compile`: options in; messages, the texts that were asked for, and objects out.

It imports all stages, which a program that did not change does not need.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from mapper import build
from mapper.commands.written import EMITTED, REPORT, write_texts
from mapper.diagnostics import Diagnostic, MapperError, UsageError, fail
from mapper.emit.text.splice import dotted_names, emitted_name
from mapper.model.tree import Model
from mapper.options import Emit, Options
from mapper.reporting import gates
from mapper.reporting.messages import Messages
from mapper.reporting.report import as_json, features_table, remarks, summary
from mapper.runtime import name_in_program, runtime_files, text_in_program
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program, without_rejected
from mapper.transforms.frame.flags import meant
from mapper.transforms.names import NAMES
from mapper.translations.entry import Entry

_QUOTED_OPTION = re.compile(r"'(-[^']+)'")
_FLAGS = tuple(f"-f{no}{name}" for name in NAMES for no in ("", "no-"))
_UNKNOWN_OPTION = re.compile(r"(unrecognized command[- ]line option|unknown argument).*")


def translate(
    options: Options, models: Sequence[Model], messages: Messages, warnings: Callable[[], Sequence[Diagnostic]]
) -> Entry:
    """Map the program, and build it or write what was asked for; `warnings` come before all others."""
    if options.emit is None and not options.strict:
        judged_later = {path: replace(options.command(path), judged=True) for path in options.sources}
        options = replace(options, commands=judged_later)
    mapped = _map(options, models)
    if options.emit is not None:
        messages.show(warnings(), {})
        said, judged = _said(mapped, options, messages)
        texts = _texts(mapped, models, options)
        write_texts(options, texts)
        judged.check()
        return Entry(said, texts, lasting=mapped.faultless)
    with _workspace(options) as directory:
        mapped, made = _compiled(mapped, options, models, directory)
        messages.show(warnings(), {})
        said, judged = _said(mapped, options, messages)
        texts = _texts(mapped, models, options)
        write_texts(options, texts)
        if options.save_temps:
            _save_texts(mapped, models, directory)
        sys.stderr.write(made.messages)
        judged.check()
        build.executable(options, made.objects, library=bool(mapped.emitted))
        objects = tuple(Path(name).read_bytes() for name in made.objects)
    return Entry(said + made.messages, texts, objects, bool(mapped.emitted), mapped.faultless)


def _compiled(
    mapped: Mapped, options: Options, models: Sequence[Model], directory: Path
) -> tuple[Mapped, build.Compiled]:
    """The objects of the program without the regions that the C compiler rejects, and that program."""
    while True:
        try:
            return mapped, build.compiled(options, _files(mapped, options), directory)
        except build.RejectedError as error:
            if options.strict:
                sys.stderr.write(error.messages)
                raise
            mapped = without_rejected(mapped, options, models, error.source, error.messages)


def _map(options: Options, models: Sequence[Model]) -> Mapped:
    """Run the stages; an option that neither mapper nor the compiler knows is a fault of the command line."""
    try:
        return map_program(options, *models)
    except MapperError as error:
        for diagnostic in error.diagnostics:
            if unknown := _UNKNOWN_OPTION.search(diagnostic.message):
                option = _QUOTED_OPTION.search(unknown[0])
                question = meant(option[1], _FLAGS) if option else ""
                raise UsageError(f"{options.compiler[0]}: {unknown[0]}{question}") from None
        raise


def _said(mapped: Mapped, options: Options, messages: Messages) -> tuple[str, gates.Judged]:
    """Show warnings and remarks, then the summary: that text, and what the gates make of the loops."""
    judged = gates.judged(mapped.program, options.gates)
    shown = judged.messages(remarks(mapped.program), options.remarks)
    with contextlib.redirect_stderr(io.StringIO()) as text:
        messages.show([*mapped.warnings, *shown], mapped.texts)
        if not options.save_temps:
            for name, kernels in mapped.dumps.items():
                messages.summary(f"/* ==== after {name} ==== */\n{kernels}".removesuffix("\n"))
        if options.emit is None:
            said = summary(mapped.program)
            messages.summary(said.partition(" (")[0] if options.remarks else said)
    sys.stderr.write(text.getvalue())
    return text.getvalue(), judged


def _files(mapped: Mapped, options: Options) -> list[build.EmittedFile]:
    """The files to compile; a program without device versions is compiled from its sources."""
    dotted = {unit.path: dotted_names(unit) for unit in mapped.program.units}
    return [
        build.EmittedFile(path, name, mapped.emitted[path].c if mapped.emitted else None, dotted[path])
        for path, name in _names(options.sources).items()
    ]


def _names(sources: Sequence[str]) -> dict[str, str]:
    """The name of each emitted file; those of sources with one name in several folders get numbers."""
    names: dict[str, str] = {}
    for path in sources:
        name, number = emitted_name(path), 1
        while name in names.values():
            number += 1
            name = emitted_name(f"{PurePath(path).stem}-{number}.c")
        names[path] = name
    return names


@contextlib.contextmanager
def _workspace(options: Options) -> Iterator[Path]:
    """A directory for what is made on the way: OUTPUT.mapper with --save-temps, else one that goes away."""
    if not options.save_temps:
        with tempfile.TemporaryDirectory(prefix="mapper-") as name:
            yield Path(name)
        return
    output = options.output or build.DEFAULT_OUTPUT
    directory = output.with_name(output.name + ".mapper")
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        fail("E005", f"can't make the directory {directory}: {error.strerror or error}")
    yield directory


def _save_texts(mapped: Mapped, models: Sequence[Model], directory: Path) -> None:
    """Put what --emit would print beside the emitted C."""
    build.write_text(directory / "report.json", as_json(mapped.program, models, mapped.features, mapped.symbols))
    build.write_text(directory / "features.txt", features_table(mapped.program, mapped.features))
    for path, name in _names(list(mapped.emitted)).items():
        build.write_text(directory / (name.removesuffix(".mapper.c") + ".cl"), mapped.emitted[path].cl)
    for name, text in mapped.dumps.items():
        build.write_text(directory / f"after-{name}.cl", text)


def _texts(mapped: Mapped, models: Sequence[Model], options: Options) -> dict[str, str]:
    """The texts that were asked for; C for a directory is written at once."""
    texts = {}
    if options.report is not None or options.emit is Emit.REPORT:
        texts[REPORT] = as_json(mapped.program, models, mapped.features, mapped.symbols)
    if options.emit is Emit.REPORT:
        texts[EMITTED] = texts[REPORT]
    elif options.emit is Emit.FEATURES:
        texts[EMITTED] = features_table(mapped.program, mapped.features)
    elif options.emit is Emit.CL:
        texts[EMITTED] = "\n".join(emitted.cl for emitted in mapped.emitted.values())
    elif options.emit is Emit.C:
        found = {
            path: mapped.emitted[path].c if mapped.emitted else _source(mapped, path) for path in options.sources
        }
        if options.output is None or not options.output.is_dir():
            texts[EMITTED] = "".join(found.values())
            return texts
        _refuse_foreign_files(options.output)
        for path, name in _names(options.sources).items():
            build.write_text(options.output / name, found[path])
        build.copy_library(options.output, runtime_files())
    return texts


def _refuse_foreign_files(directory: Path) -> None:
    """A file that is called like one of the run-time library's and is none may be all that the user has of it."""
    for path in runtime_files():
        here = directory / name_in_program(path)
        if here.exists() and here.read_bytes().split(b"\n")[0] != text_in_program(path).encode().split(b"\n")[0]:
            fail("E005", f"{here} is not mapper's and would be overwritten: give -o a directory of its own")


def _source(mapped: Mapped, path: str) -> str:
    """The user's own text, which is what is emitted where nothing can be offloaded."""
    return next(unit.files[path].text for unit in mapped.program.units if unit.path == path)
