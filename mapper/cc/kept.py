"""The translation of a program, kept from an earlier link that was the same, or made now."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mapper.cc.program.gather import Gathered, Place
from mapper.cc.program.units import named_units
from mapper.diagnostics import wants_colours
from mapper.model import store
from mapper.options import Options
from mapper.reporting.messages import Messages
from mapper.translations.key import Key, Source, key


def translation(gathered: Gathered, work: Path, asked: Options, messages: Messages) -> dict[Place, str]:
    """The objects that take the places of the units; none where no loop can be offloaded.

    They are files in the directory `work`.  `asked` is what holds for all units.

    Raises:
        MapperError: the program, or a model, can't be used, or a loop doesn't pass the gates.
        UnclearError: it can't be determined which function a call means.
        InternalError: a fault of mapper.
    """
    names, options = named_units(gathered, work, asked)
    chosen = store.choose_all(options.models, options.platforms)
    known = _key(gathered, names, work, options, [path for _, path in chosen])
    found = known.load() if known is not None else None
    if found is not None:
        sys.stderr.write(found.messages)
    else:
        from mapper.cc.translate import translate  # it imports all stages of the compiler

        found = translate(gathered, names, work, options, [model for model, _ in chosen], messages)
        if known is not None:
            known.save(found)
    if not found.objects:
        return {}
    objects = {place: str(work / f"unit-{number}.o") for number, place in enumerate(gathered.units)}
    for path, data in zip(objects.values(), found.objects, strict=True):
        Path(path).write_bytes(data)
    return objects


def _key(
    gathered: Gathered, names: dict[Place, str], work: Path, options: Options, models: list[Path]
) -> Key | None:
    """By what the translation is known; texts in the directory `work` are known by their names in it."""
    sources = []
    for place, record in gathered.units.items():
        name = names[place]
        beside = not Path(name).is_relative_to(work)
        label = name if beside else os.path.relpath(name, work)
        sources.append(Source(label, options.command(name), record.text, beside))
    return key(options, sources, models, {"colours": wants_colours(sys.argv)})
