"""`mapper compile`: C files in; an executable out, or with --emit one of the texts on the way to it."""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mapper import build
from mapper.codes import REPORT
from mapper.commands.arguments import parse
from mapper.commands.written import write_texts
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
from mapper.frontend.tokens.compiler import preprocess
from mapper.model import store
from mapper.model.tree import Granularity, Model
from mapper.objects import linkline
from mapper.options import Emit, MessageFormat, Options, UnitCommand
from mapper.process import children
from mapper.reporting.messages import Messages, collected
from mapper.runtime import fallback_loader
from mapper.transforms.names import NAMES
from mapper.translations.entry import Entry
from mapper.translations.key import Key, Source
from mapper.translations.key import key as translation_key
from mapper.translations.store import enabled
from mapper.variables import unknown_variables

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
  -Rmapper            report for each loop whether it is offloadable, and why not
  --report FILE.json  write the verdicts as JSON, too
  --save-temps        keep all that was made on the way in OUTPUT.mapper/
  --strict            what mapper can't parse, or fails at, is an error, and costs no single function or loop
  --no-offload        compile as plain OpenMP
  --require-offload[=FILE]  fail where a loop stays on the CPU, unless FILE waives it
  -Werror=K016        fail where a loop stays on the CPU for this reason; -Werror=K: for any
  -fdiagnostics-format=FORM  messages as {", ".join(MessageFormat)}
  --directives FILE   clauses of #pragma mapper for places in the sources, one a line: prog.c:12 target(openmp)
  --safe              loops check on the device what they do; the CPU runs those that go wrong (docs/safe.md)
  -fno-NAME           turn off one transformation (below; docs/transforms.md says what each does)
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
        _build(options, chosen, models, messages)
    except InternalError as error:
        if options.strict or options.emit is not None or options.gates:
            raise
        build.refuse_invalid(options, options.sources)
        said = f"{error.stage}: {error}; the program is built as plain OpenMP ({REPORT})"
        messages.show([Diagnostic(Severity.WARNING, "W003", said, error.where)], {})
        build.plain_executable(options)


def _build(
    options: Options, chosen: Sequence[tuple[Model, Path]], models: Sequence[Model], messages: Messages
) -> None:
    """Build the program, or write what was asked for, by a translation that was kept or a new one."""
    options, key = _keyed(options, [path for _, path in chosen])
    found = key.load() if key is not None else None
    if found is not None:
        messages.show(_foreign(chosen, options), {})
        _replay(found, options)
        return
    from mapper.commands.translation import translate

    if not _trained(chosen):
        made = translate(options, models, messages, list)
    else:
        from concurrent.futures import ThreadPoolExecutor  # takes a while to import

        with ThreadPoolExecutor(1) as pool:
            made = translate(options, models, messages, pool.submit(_foreign, chosen, options).result)
    if key is not None:
        key.save(made)


def _keyed(options: Options, models: Sequence[Path]) -> tuple[Options, Key | None]:
    """The options with the preprocessed texts of the sources, and by what the translation is known.

    There is no key where the C compiler rejects a source.
    """
    if not enabled() or (options.emit is not None and options.output is not None and options.output.is_dir()):
        return options, None

    def preprocessed(path: str) -> UnitCommand:
        text = preprocess(path, options.compiler, options.flags)
        return UnitCommand(options.compiler, options.flags, text)

    try:
        found = dict(zip(options.sources, children.each(preprocessed, options.sources), strict=True))
    except MapperError:
        return options, None
    sources = [Source(path, command, command.text or "") for path, command in found.items()]
    colours = wants_colours(options.flags)
    return replace(options, commands=found), translation_key(options, sources, models, {"colours": colours})


def _replay(found: Entry, options: Options) -> None:
    """Say, write and link what was kept of a translation."""
    sys.stderr.write(found.messages)
    write_texts(options, found.texts)
    if options.emit is not None:
        return
    with tempfile.TemporaryDirectory(prefix="mapper-") as folder:
        objects = [Path(folder, f"{number}.o") for number in range(len(found.objects))]
        for path, data in zip(objects, found.objects, strict=True):
            path.write_bytes(data)
        build.executable(options, list(map(str, objects)), library=found.library)


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
    return replace(
        options,
        outside=used,
        defined=frozenset(others.defined),
        renaming=renaming,
        foreign=foreign,
        libraries=others.libraries,
    )


def _trained(chosen: Sequence[tuple[Model, Path]]) -> list[tuple[Model, Path]]:
    """The models that name the platform on which the user trained them, and their files."""
    return [(model, path) for model, path in chosen if model.platform and not path.is_relative_to(store.SHIPPED)]


def _foreign(chosen: Sequence[tuple[Model, Path]], options: Options) -> list[Diagnostic]:
    """A warning for each model that was trained on another machine; those that come with mapper always were."""
    trained = _trained(chosen)
    if not trained:
        return []
    from mapper.runtime.machine import describe_machine, device_of, differences
    from mapper.runtime.probe import probe

    devices, warnings = probe(fallback_loader()), []
    for model, path in trained:
        own = device_of(model.platform, devices) if len(chosen) > 1 else None
        machine = describe_machine(devices, options.compiler, own)
        if found := differences(model.platform, machine):
            message = f"the model '{model.name}' was trained on another platform: {'; '.join(found)}"
            warnings.append(Diagnostic(Severity.WARNING, "W020", message, Location(str(path))))
    return warnings
