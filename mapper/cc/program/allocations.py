"""Memory that objects without a source allocate: copies of them call the run-time library, which keeps the blocks.

A block that the library doesn't know can't go to the device where a loop's reach isn't known.  So the names of the
C library's functions give way to the run-time library's in what other compilers made, as they do in the units; and
those of other libraries to the functions that units have for them (`mapper.emit.host_file.blocks`).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from mapper.cc import wrapped
from mapper.cc.program.gather import Place
from mapper.cc.words import LINKED, Command
from mapper.objects.elf import Elf, Names, NotElfError
from mapper.runtime.blocks import FREES

_FUNCTIONS = frozenset(
    "malloc calloc realloc reallocarray free aligned_alloc posix_memalign memalign valloc".split()
)
_REDIRECTING = ("--wrap", "--defsym")
"""Options of the linker's that give names another meaning."""


def registering(
    command: Command, others: Mapping[Place, str], units: Mapping[Place, str], work: Path
) -> dict[Place, str]:
    """Copies, by the places of the objects, of those that allocate memory.

    `others` are objects that represent other places already, `units` those of the units, translated.  There are no
    copies where the program has allocation functions of its own.
    """
    if any(each in word for item in command.items for word in item.words for each in _REDIRECTING):
        return {}
    places = {Place(os.path.realpath(name)): name for name in command.inputs(LINKED)} | dict(others)
    found = {place: (file, names) for place, file in places.items() for names in _names(file)}
    made_of = [names for file in units.values() for names in _names(file)]
    known = [names for _, names in found.values()] + made_of
    if any(names.defined & _FUNCTIONS for names in known):
        return {}
    status, tool = wrapped.answer(["-print-prog-name=objcopy"])
    objcopy = tool.strip() if status == 0 and tool.strip() else "objcopy"
    defined = frozenset[str]().union(*(names.defined for names in made_of))
    functions = _FUNCTIONS | {name for name in FREES if f"__mrt_{name}" in defined}
    made: dict[Place, str] = {}
    for place, (file, names) in found.items():
        wanted = sorted(names.undefined & functions)
        target = str(work / f"allocating-{len(made)}.o")
        if place in units or not wanted:
            continue
        if _copy(
            [objcopy, *(f"--redefine-sym={name}=__mrt_{name}" for name in wanted), os.path.abspath(file), target]
        ):
            made[place] = target
    return made


def _names(file: str) -> Iterator[Names]:
    """The names in a file, if that is an object of machine code."""
    try:
        elf = Elf(Path(file).read_bytes())
    except (OSError, NotElfError):
        return
    if not elf.shared and not elf.has_section(".gnu.lto_"):
        yield elf.names()


def _copy(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False  # without the tool, the blocks aren't known
