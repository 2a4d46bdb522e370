"""What the environment, and mapper's own words on a command line, ask of the translation at link time."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mapper.cc.words import Command
from mapper.diagnostics import UsageError
from mapper.model import store
from mapper.options import DIRECTIVES, SAFE, Options
from mapper.reporting import gate_words, messages
from mapper.transforms.frame.flags import pass_options
from mapper.transforms.names import NAMES

FLAGS = "MAPPER_FLAGS"
REMARKS = "-Rmapper"
_OTHERS = (gate_words.OPTION, REMARKS, messages.OPTION, DIRECTIVES, SAFE)


def read(environment: Mapping[str, str], own: Sequence[str], command: Command) -> Options:
    """The options for all units of the program, without its sources.

    `own` are mapper's own words of the command line; they come behind those of `MAPPER_FLAGS`.

    Raises:
        UsageError: a word of `MAPPER_FLAGS` or of the command line means nothing.
        MapperError: a model of `MAPPER_PLATFORM` or `MAPPER_MODEL` can't be used.
    """
    options = Options(
        sources=(),
        platforms=tuple(filter(None, environment.get("MAPPER_PLATFORM", "").split(","))),
        models=tuple(Path(name) for name in environment.get("MAPPER_MODEL", "").split(os.pathsep) if name),
        remarks=environment.get("MAPPER_REMARKS") == "1",
        shared=True,
    )
    if options.platforms or options.models:
        store.choose_all(options.models, options.platforms)
    formats = [item.name for item in command.items if item.name.startswith(messages.OPTION)]
    options, _ = _taken(options, formats)  # gcc has judged these words already
    text = environment.get(FLAGS, "")
    try:
        options, rest = _taken(options, shlex.split(text))
        options = pass_options(shlex.join(rest), NAMES, options, _OTHERS)
    except UsageError as error:
        raise UsageError(f"{FLAGS}: {error}") from None
    except ValueError as error:
        raise UsageError(f"{FLAGS}: {str(error).lower()}: {text}") from None
    options, _ = _taken(options, own)
    return options


def _taken(options: Options, words: Sequence[str]) -> tuple[Options, list[str]]:
    """The options with the words about gates, directives, remarks and messages, and the other words."""
    rest = []
    for word in words:
        if (changed := gate_words.with_word(options.gates, word)) is not None:
            options = replace(options, gates=changed)
        elif (written_as := messages.message_format(word)) is not None:
            options = replace(options, message_format=written_as)
        elif word.partition("=")[0] == DIRECTIVES:
            options = _with_directives(options, word)
        elif word == REMARKS:
            options = replace(options, remarks=True)
        elif word == SAFE:
            options = replace(options, safe=True)
        else:
            rest.append(word)
    return options, rest


def _with_directives(options: Options, word: str) -> Options:
    """The options with a file of directives; raises `UsageError` where none is named, or a second one."""
    file = word.partition("=")[2]
    if not file:
        raise UsageError(f"{DIRECTIVES} needs a file: {DIRECTIVES}=FILE")
    if options.directives is not None:
        raise UsageError(f"{DIRECTIVES} is given twice")
    return replace(options, directives=Path(file))
