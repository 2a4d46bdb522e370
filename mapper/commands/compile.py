"""`mapper compile`: C files in; an executable out, or with --emit one of the texts on the way to it."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path, PurePath

from mapper import build, gates
from mapper.codes import REPORT
from mapper.commands.arguments import parse
from mapper.diagnostics import (
    Diagnostic,
    InternalError,
    Location,
    MapperError,
    Severity,
    UsageError,
    fail,
    wants_colours,
)
from mapper.emit.text.splice import emitted_name
from mapper.messages import Messages, collected
from mapper.model import store
from mapper.model.tree import Granularity, Model
from mapper.objects import linkline
from mapper.options import Emit, MessageFormat, Options
from mapper.pipeline import Mapped, map_program, without_rejected
from mapper.report import as_json, features_table, remarks, summary
from mapper.runtime import fallback_loader, name_in_program, runtime_files, text_in_program
from mapper.runtime.machine import describe_machine, device_of, differences
from mapper.runtime.probe import probe
from mapper.transforms.frame.flags import meant
from mapper.transforms.order import NAMES
from mapper.variables import unknown_variables

_QUOTED_OPTION = re.compile(r"'(-[^']+)'")
_FLAGS = tuple(f"-f{no}{name}" for name in NAMES for no in ("", "no-"))
_UNKNOWN_OPTION = re.compile(r"(unrecognized command[- ]line option|unknown argument).*")

# What `mapper-cc` leaves to the compiler, too: coverage and profiles, static programs, those without a C library.
_PLAIN = frozenset(
    "--coverage -coverage -fprofile-arcs -ftest-coverage -static --static -static-pie "
    "-nostdlib -nodefaultlibs -nostartfiles -nolibc -r".split()
)
_PLAIN_PREFIXES = ("-fprofile-generate", "-fprofile-use", "-fprofile-instr", "-fauto-profile", "-fbranch-prob")

HELP = f"""Compile C files to one program that chooses OpenMP or OpenCL for each parallel loop.

\b
mapper compile prog.c [more.c ...] [file.o ...] -o prog [OPTIONS of the C compiler]

Options that mapper does not know go to the C compiler ($CC, else cc), as gcc takes them: -O3 -I -D -U -L -l -std=
-W -g -f -m -pthread.

\b
  -o FILE             the executable (a.out), or what --emit writes (standard output)
  --emit c            the C program that mapper makes
  --emit cl           the OpenCL kernels
  --emit features     what each region costs, as expressions
  --emit report       the verdict on each loop, as JSON
  --platform NAME     use the model that was trained under this name (mapper train); given several times, the
                      program chooses among their devices, too
  --model FILE        use the model in this file; this, too, may be given several times
  --granularity WHAT  decide for the whole program (program), or for each region (region); the model says what is
                      better
  -Rmapper            tell for each loop whether it is offloadable, and why not
  --report FILE.json  write the verdicts as JSON, too
  --save-temps        keep all that was made on the way in OUTPUT.mapper/
  --strict            what mapper can't parse, or fails at, is an error, and costs no single function or loop
  --no-offload        compile as plain OpenMP
  --require-offload[=FILE]  fail where a loop stays on the CPU, unless FILE waives it
  -Werror=K016        fail where a loop stays on the CPU for this reason; -Werror=K: for any
  -fdiagnostics-format=FORM  messages as {", ".join(MessageFormat)}
  -fno-NAME           turn off one transformation (below; docs/transforms.md tells what each does)
  -fassume-private    private variables carry nothing from one iteration to the next (docs/remarks.md, K014)
  --passes A,B        only these transformations, or none
  --dump-after NAME   show the kernels as they are after a transformation
  --cc COMMAND        the C compiler
  -v, --verbose       show the commands that are run

\b
The transformations:
{textwrap.fill(", ".join(NAMES), 110, initial_indent="  ", subsequent_indent="  ")}
"""


def run(arguments: Sequence[str]) -> None:
    """Compile, or print what was asked for."""
    gc.set_threshold(400_000, 20, 20)  # looking for cycles in the trees often would take a tenth of the time
    options = parse(arguments, os.environ.get("CC"), NAMES)
    _check_outputs(options)
    output = options.output or (build.DEFAULT_OUTPUT if options.emit is None else Path(options.sources[0]))
    with collected(options.message_format, output, wants_colours(options.flags)) as messages:
        _run(options, messages)


def _run(options: Options, messages: Messages) -> None:
    """Compile, or print what was asked for, with all messages to `messages`."""
    messages.show(unknown_variables(os.environ), {})
    if not options.offload:
        if options.gates:
            raise UsageError("--no-offload leaves all loops on the CPU, which the gates forbid")
        if options.emit is not None or options.report is not None:
            raise UsageError("--no-offload leaves nothing to emit or to report")
        build.plain_executable(options)
        return
    if options.emit is None and (why := _stays_plain(options)):
        warning = Diagnostic(Severity.WARNING, "W002", f"with {why} all loops stay on the CPU, as OpenMP")
        if options.gates:
            fail("E027", f"with {why} all loops stay on the CPU, and they must not")
        messages.show([warning], {})
        if options.report is not None:
            raise UsageError(f"{why} leaves nothing to report")
        build.plain_executable(options)
        return
    chosen = store.choose_all(options.models, options.platforms)
    models = [model for model, _ in chosen]
    if options.granularity is not None:
        models = [replace(model, granularity=Granularity(options.granularity)) for model in models]
    options = _with_objects(options)
    try:
        _mapped_program(options, chosen, models, messages)
    except InternalError as error:
        if options.strict or options.emit is not None or options.gates:
            raise
        said = f"{error.stage}: {error}; the program is built as plain OpenMP ({REPORT})"
        messages.show([Diagnostic(Severity.WARNING, "W003", said, error.where)], {})
        build.plain_executable(options)


def _mapped_program(
    options: Options, chosen: Sequence[tuple[Model, Path]], models: Sequence[Model], messages: Messages
) -> None:
    """Map the program, and build it or write what was asked for."""
    with ThreadPoolExecutor(1) as pool:
        foreign = pool.submit(_foreign, chosen, options)
        mapped = _map(options, models)
        if options.emit is not None:
            judged = _say(mapped, foreign.result(), options, messages)
            _report(mapped, models, options)
            _emit(mapped, models, options, options.emit)
            judged.check()
            return
        with _workspace(options) as directory:
            mapped, made = _compiled(mapped, options, models, directory)
            judged = _say(mapped, foreign.result(), options, messages)
            _report(mapped, models, options)
            if options.save_temps:
                _save_texts(mapped, models, directory)
            sys.stderr.write(made.messages)
            judged.check()
            build.executable(options, _files(mapped, options), made)


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


def _report(mapped: Mapped, models: Sequence[Model], options: Options) -> None:
    """Write the report that `--report` asks for."""
    if options.report is not None:
        report = None if str(options.report) == "-" else options.report
        _write(report, as_json(mapped.program, models, mapped.features, mapped.symbols))


def _check_outputs(options: Options) -> None:
    """Refuse early what can't be written later."""
    if options.emit is None:
        build.check_output(options.output or build.DEFAULT_OUTPUT)
    elif options.output is not None and not (options.emit is Emit.C and options.output.is_dir()):
        build.check_output(options.output)
    if options.report is not None:
        build.check_output(options.report)


def _stays_plain(options: Options) -> str | None:
    """The option that asks for the C compiler's own program: a profile of it, or one that can't load OpenCL."""
    words = (*options.flags, *options.link)
    return next((word for word in words if word in _PLAIN or word.startswith(_PLAIN_PREFIXES)), None)


def _with_objects(options: Options) -> Options:
    """What the objects and libraries of the command line mean for the sources' names."""
    if not options.link:
        return options
    others = linkline.outside(options.link, options.compiler, options.flags)
    used = None if others.used is None else frozenset(others.used)
    renaming = linkline.renaming(options.link)
    foreign = None if others.foreign is None else frozenset(others.foreign)
    return replace(options, outside=used, defined=frozenset(others.defined), renaming=renaming, foreign=foreign)


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


def _foreign(chosen: Sequence[tuple[Model, Path]], options: Options) -> list[Diagnostic]:
    """A warning for each model that was trained on another machine; those that come with mapper always were."""
    trained = [
        (model, path) for model, path in chosen if model.platform and not path.is_relative_to(store.SHIPPED)
    ]
    if not trained:
        return []
    devices, warnings = probe(fallback_loader()), []
    for model, path in trained:
        own = device_of(model.platform, devices) if len(chosen) > 1 else None
        machine = describe_machine(devices, options.compiler, own)
        if found := differences(model.platform, machine):
            message = f"the model '{model.name}' was trained on another platform: {'; '.join(found)}"
            warnings.append(Diagnostic(Severity.WARNING, "W020", message, Location(str(path))))
    return warnings


def _say(mapped: Mapped, warnings: Sequence[Diagnostic], options: Options, messages: Messages) -> gates.Judged:
    """Warnings and remarks, then the summary; what the gates make of the loops."""
    judged = gates.judged(mapped.program, options.gates)
    sources = {file.name: file.text for unit in mapped.program.units for file in unit.files.values()}
    shown = judged.messages(remarks(mapped.program), options.remarks)
    messages.show([*warnings, *mapped.warnings, *shown], sources)
    if not options.save_temps:
        for name, text in mapped.dumps.items():
            messages.summary(f"/* ==== after {name} ==== */\n{text}".removesuffix("\n"))
    if options.emit is None:
        said = summary(mapped.program)
        messages.summary(said.partition(" (")[0] if options.remarks else said)
    return judged


def _files(mapped: Mapped, options: Options) -> list[build.EmittedFile]:
    """The files to compile; a program without device versions is compiled from its sources."""
    return [
        build.EmittedFile(path, name, mapped.emitted[path].c if mapped.emitted else None)
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


def _emit(mapped: Mapped, models: Sequence[Model], options: Options, what: Emit) -> None:
    """Write one of the texts to the output that the user named, or to standard output."""
    if what is Emit.REPORT:
        return _write(options.output, as_json(mapped.program, models, mapped.features, mapped.symbols))
    if what is Emit.FEATURES:
        return _write(options.output, features_table(mapped.program, mapped.features))
    if what is Emit.CL:
        return _write(options.output, "\n".join(emitted.cl for emitted in mapped.emitted.values()))
    texts = {path: mapped.emitted[path].c if mapped.emitted else _source(mapped, path) for path in options.sources}
    if options.output is not None and options.output.is_dir():
        _refuse_foreign_files(options.output)
        for path, name in _names(options.sources).items():
            build.write_text(options.output / name, texts[path])
        build.copy_library(options.output, runtime_files())
        return None
    return _write(options.output, "".join(texts.values()))


def _refuse_foreign_files(directory: Path) -> None:
    """A file that is called like one of the run-time library's and is none may be all that the user has of it."""
    for path in runtime_files():
        here = directory / name_in_program(path)
        if here.exists() and here.read_bytes().split(b"\n")[0] != text_in_program(path).encode().split(b"\n")[0]:
            fail("E005", f"{here} is not mapper's and would be overwritten: give -o a directory of its own")


def _source(mapped: Mapped, path: str) -> str:
    """The user's own text, which is what is emitted where nothing can be offloaded."""
    return next(unit.files[path].text for unit in mapped.program.units if unit.path == path)


def _write(output: Path | None, text: str) -> None:
    if output is None:
        try:
            sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
            sys.stdout.flush()
        except OSError as error:
            error.filename = "standard output"
            raise
    else:
        build.write_text(output, text)
