"""The link line of the translated program: the user's own, with other files in the places of the units."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from mapper.build import LINK_FLAGS
from mapper.cc import wrapped
from mapper.cc.program.gather import Place
from mapper.cc.words import Command, Item
from mapper.diagnostics import InternalError
from mapper.objects import archive
from mapper.responsefiles import response_text

KEEP_LOADED = ("-Wl,-z,nodelete",)
"""A shared library stays loaded: threads of drivers and exit handlers run code of its run-time library."""


def link_words(
    command: Command, objects: Mapping[Place, str], runtime: Sequence[str], output: str, work: Path
) -> list[str]:
    """The words of the new command; archives whose members are replaced are copied to the directory `work`."""
    changed = {place.path: path for place, path in objects.items() if place.member is None}
    archives = sorted({place.path for place in objects if place.member is not None})
    named = {os.path.realpath(part) for item in command.items for part in _files(item)}
    searched = work / "lib"
    searched.mkdir()
    for number, path in enumerate(archives):
        folder = work / f"archive-{number}" if path in named else searched
        folder.mkdir(exist_ok=True)
        replaced = {place.member: file for place, file in objects.items() if place.path == path}
        changed[path] = _copy(path, replaced, folder, work / f"members-{number}")
    words = ["-L", str(searched)]
    for item in command.items:
        words += _changed(item, changed)
    words += ["-o", output, *runtime, *LINK_FLAGS, *(KEEP_LOADED if command.shared else ())]
    response = work / "link.txt"
    response.write_text(response_text(words), encoding="utf-8", errors="surrogateescape")
    return [f"@{response}"]


def _files(item: Item) -> list[str]:
    """What may be the name of a file in an item: an input, or a part of what goes to the linker."""
    if item.kind:
        return [item.name]
    if item.name == "-Xlinker":
        return [item.words[-1]]
    return item.name.split(",")[1:] if item.name.startswith("-Wl,") else []


def _changed(item: Item, changed: Mapping[str, str]) -> list[str]:
    """An item's words with the new names of files; the output and the languages of inputs are given anew.

    Files that the compiler leaves (`-save-temps`) are those of the first link.
    """
    if item.kind:
        return [changed.get(os.path.realpath(item.name), item.name)]
    if item.name.startswith(("-o", "-x", "-save-temps")):
        return []
    if not (files := _files(item)):
        return list(item.words)
    files = [changed.get(os.path.realpath(file), file) for file in files]
    return ["-Xlinker", *files] if item.name == "-Xlinker" else [",".join(["-Wl", *files])]


def _copy(path: str, replaced: Mapping[int | None, str], folder: Path, members: Path) -> str:
    """An archive with other objects in the places of some members; all else, their order too, stays."""
    target = folder / Path(path).name
    if target.exists():
        raise InternalError("link", f"there are two archives of the name {target.name}")
    files = []
    for number, member in enumerate(archive.members(path)):
        file = members / str(number) / Path(member.name).name
        file.parent.mkdir(parents=True)
        other = replaced.get(number)
        file.write_bytes(member.data if other is None else Path(other).read_bytes())
        files.append(str(file))
    names = members / "names.txt"
    names.write_text(response_text(files), encoding="utf-8", errors="surrogateescape")
    status, tool = wrapped.answer(["-print-prog-name=ar"])
    command = [tool.strip() if status == 0 and tool.strip() else "ar", "qcs", str(target), f"@{names}"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise InternalError("link", f"{command[0]}: {done.stderr.strip()}")
    return str(target)
