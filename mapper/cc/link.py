"""`mapper-cc` as the linker: first the program as the wrapped compiler links it, then the translated one over it.

Whatever hinders the translation, the first program stays, and one line says why.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from mapper import variables
from mapper.cc import wrapped
from mapper.cc.flags import compile_flags
from mapper.cc.program import trace
from mapper.cc.program.gather import Gathered, Place, UnclearError, check_link, gather
from mapper.cc.program.trace import Taken
from mapper.cc.words import OTHER_SOURCE, Command
from mapper.diagnostics import Diagnostic, InternalError, MapperError, Printer, UsageError, fail, wants_colours
from mapper.options import Options
from mapper.process import signals
from mapper.reporting.messages import Messages, collected

_PARALLEL = re.compile(rb"^[ \t]*(?:#[ \t]*pragma[ \t]+|[!c*]\$)omp\b.*\bparallel\b", re.MULTILINE | re.IGNORECASE)
_DEFAULT_OUTPUT = "a.out"
_TALKATIVE = ("-v", "-Wl,-t", "-Wl,--trace", "-Wl,-v", "-Wl,--verbose", "-Wl,--print", "-Wl,-M", "-Wl,--version")


def link(command: Command, arguments: Sequence[str], own: Sequence[str]) -> int:
    """Link, and translate what can be translated.

    `own` are the words of the command line that are mapper's.  The exit status is the wrapped compiler's, but 1
    where a setting means nothing, or the loops don't pass the gates.
    """
    options = _settings(command, own)
    if any(name.startswith("MAPPER") for name in os.environ):
        _print(variables.unknown_variables(os.environ))
    if any(item.name.startswith(_TALKATIVE) for item in command.items):
        if status := trace.link_alone(arguments):
            return status
        linked = trace.link(arguments, quiet=True)
    else:
        linked = trace.link(arguments)
    output = Path(command.output or _DEFAULT_OUTPUT)
    if linked.status == 0 and output.is_file():
        try:
            with (
                tempfile.TemporaryDirectory(prefix="mapper-") as folder,
                collected(options.message_format, output, wants_colours(sys.argv)) as messages,
            ):
                _try_translation(command, options, messages, linked.taken, output, Path(folder))
        except MapperError as error:
            output.unlink(missing_ok=True)
            _print(error.diagnostics)
            return 1
        except (KeyboardInterrupt, SystemExit):
            output.unlink(missing_ok=True)  # as gcc does: make must not take it for finished
            raise
    return linked.status


def refuse_plain(command: Command, own: Sequence[str], option: str) -> None:
    """End where a program that the wrapped compiler alone makes, because of an option, has gates to pass."""
    if _settings(command, own).gates:
        _end(f"with {option} all loops stay on the CPU, and they must not")


def _settings(command: Command, own: Sequence[str]) -> Options:
    """What the environment and the command line ask for; ends where that means nothing."""
    if not own and not any(map(os.environ.get, ("MAPPER_FLAGS", "MAPPER_PLATFORM", "MAPPER_MODEL"))):
        remarks = os.environ.get("MAPPER_REMARKS") == "1"
        return Options(sources=(), remarks=remarks)
    from mapper.cc import settings  # it imports all transformations

    try:
        return settings.read(os.environ, own, command)
    except UsageError as error:
        _end(str(error))
    except MapperError as error:
        _print(error.diagnostics)
        sys.exit(1)


def _end(message: str) -> NoReturn:
    print(f"mapper-cc: error: {message}", file=sys.stderr)
    sys.exit(1)


def _print(diagnostics: Iterable[Diagnostic]) -> None:
    printer = Printer(colours=wants_colours(sys.argv))
    for diagnostic in diagnostics:
        print(printer.format(diagnostic), file=sys.stderr)


def _try_translation(
    command: Command, options: Options, messages: Messages, taken: Sequence[Taken], output: Path, work: Path
) -> None:
    """Put the translated program in the place of the ordinary one, or say why that stays.

    Raises `MapperError` where it doesn't pass its gates, or can't be judged, and for a bad file of directives.
    """
    try:
        gathered = gather(command, taken)
        _warn_of_plain_loops(command, gathered)
        if any(record.has_regions for record in gathered.units.values()):
            check_link(command, taken)
            others = _compile_others(command, work)
            for path in others.values():
                gathered.file(Place(path), Path(path).read_bytes())
            _translate(
                command,
                replace(options, compiler=tuple(wrapped.compiler(wrapped.C))),
                messages,
                gathered,
                others,
                output,
                work,
            )
        elif options.remarks:
            messages.summary("mapper: no parallel loops in what mapper-cc compiled with -fopenmp")
    except Exception as error:
        signals.leave_if_asked()
        if isinstance(error, MapperError) and (options.gates or _is_about_directives(error, options)):
            raise
        if options.gates:
            fail("E027", f"{output} is not translated, and its loops must not stay on the CPU: {_reason(error)}")
        wrapped.warn(f"{output} is not translated, and stays as the C compiler made it: {_reason(error)}")
        if os.environ.get("MAPPER_DEBUG") == "1":
            traceback.print_exception(error)
    signals.leave_if_asked()


def _warn_of_plain_loops(command: Command, gathered: Gathered) -> None:
    """One line about the parallel loops of code that is not translated."""
    sources = command.inputs(OTHER_SOURCE) if command.openmp else []
    named = [*filter(_has_parallel_loops, sources), *map(_shortest, dict.fromkeys(gathered.parallel))]
    if named:
        more = f" and {len(named) - 1} more" if len(named) > 1 else ""
        wrapped.warn(
            f"{named[0]}{more}: parallel loops that stay plain OpenMP: "
            "only C is translated, in objects as mapper-cc made them"
        )


def _has_parallel_loops(source: str) -> bool:
    with suppress(OSError):
        return _PARALLEL.search(Path(source).read_bytes()) is not None
    return False


def _shortest(path: str) -> str:
    return min(path, os.path.relpath(path), key=len)


def _reason(error: Exception) -> str:
    """What is to be said about an error, in one line, with its place in the source where it has one."""
    text = str(error).partition("\n")[0]
    match error:
        case MapperError(diagnostics=[first, *_]):
            return f"{first.where}: {first.message}" if first.where else first.message
        case InternalError():
            place = f"{error.where}: " if error.where else ""
            return f"{place}internal error in {error.stage}: {text}"
        case UnclearError() | UsageError() | OSError():
            return text
    return f"internal error: {type(error).__name__}: {text}"


def _is_about_directives(error: MapperError, options: Options) -> bool:
    """Whether errors are in the user's file of directives."""
    file = str(options.directives)
    return any(each.where is not None and each.where.file == file for each in error.diagnostics)


def _compile_others(command: Command, work: Path) -> dict[str, str]:
    """Objects of the command's sources in other languages, by the source: they show what those refer to."""
    found = {}
    flags = compile_flags(command.items)
    for number, item in enumerate(command.items):
        if item.kind == OTHER_SOURCE:
            target = str(work / f"other-{number}.o")
            status, _ = wrapped.answer([*flags, "-x", item.language, "-c", item.name, "-o", target])
            if status:
                raise UnclearError(f"{item.name} can't be compiled a second time")
            found[os.path.realpath(item.name)] = target
    return found


def _translate(
    command: Command,
    options: Options,
    messages: Messages,
    gathered: Gathered,
    others: dict[str, str],
    output: Path,
    work: Path,
) -> None:
    # these take a while to import
    from mapper.build import runtime_objects
    from mapper.cc.kept import translation
    from mapper.cc.program.allocations import registering
    from mapper.cc.program.relink import link_words

    translated = translation(gathered, work, options, messages)
    if not translated:
        return
    foreign = {Place(path): file for path, file in others.items()}
    foreign |= registering(command, foreign, translated, work)
    objects = {**translated, **foreign}
    new = output.with_name(f"{output.name}.mapper-{os.getpid()}")
    try:
        words = link_words(command, objects, runtime_objects(options), str(new), work)
        linked = trace.link(words, quiet=True)
        if linked.status:
            raise UnclearError(f"linking the translated program failed: {linked.messages.strip()}")
        _check(linked.taken, {place.path for place in objects})
        new.replace(output)
    finally:
        new.unlink(missing_ok=True)


def _check(taken: Iterable[Taken], replaced: set[str]) -> None:
    """A unit that is in the program in both forms would have two sets of variables."""
    both = sorted(each.path for each in taken if each.path in replaced)
    if both:
        raise UnclearError(f"the linker takes {both[0]} in spite of its replacement")
