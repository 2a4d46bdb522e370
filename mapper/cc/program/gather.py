"""What a program is made of: the units that can be translated, and what all other code in it refers to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from mapper.cc import wrapped
from mapper.cc.program import record
from mapper.cc.program.record import Record, make_record
from mapper.cc.program.trace import Taken
from mapper.cc.words import C_SOURCE, OTHER_SOURCE, Command
from mapper.objects import archive
from mapper.objects.elf import Elf, NotElfError, is_elf
from mapper.objects.linkline import exporting, renaming
from mapper.objects.outside import Outside
from mapper.objects.system import System

_RELOCATABLE = (b"\1\0", b"\0\1")  # the type of ELF files that are objects
_PARALLEL = (b"\0GOMP_parallel", b"\0__kmpc_fork_call")  # names that objects with parallel regions refer to


class UnclearError(Exception):
    """The sources don't determine what the linker makes of them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit is among the linker's inputs: a source or object file, or the member of an archive."""

    path: str
    member: int | None = None


@dataclass
class Gathered:
    """`units` are the records of what was compiled with OpenMP, each with its place.

    `others` is all other code, and `own` are the names that the objects of units define.  `parallel` are the
    objects of that code with parallel regions, which stay as they are.
    """

    units: dict[Place, Record] = field(default_factory=dict)
    others: Outside = field(default_factory=Outside)
    own: set[str] = field(default_factory=set)
    parallel: list[str] = field(default_factory=list)

    @property
    def used(self) -> frozenset[str] | None:
        """What other code refers to, but None where it uses a unit under a name that the source may not show."""
        names = self.others.used
        return None if names is None or names & self.own else frozenset(names)

    @property
    def foreign(self) -> frozenset[str] | None:
        """What all code defines but the C library's; None where that is not known."""
        names = self.others.foreign
        return None if names is None else frozenset(names | self.own)

    @property
    def libraries(self) -> frozenset[str]:
        """What the linker takes from shared libraries other than the C library's."""
        return self.others.libraries - self.own

    def file(self, place: Place, data: bytes, *, system: bool = False) -> None:
        """Take one object, or a shared library, into account; with `system` it is the C library's."""
        with suppress(NotElfError):
            elf = Elf(data)
            if not elf.shared and (stored := _record(elf)) is not None:
                self.units[place] = stored
                self.own |= elf.names().defined
                return
        self.other(place.path, data, system=system)

    def other(self, path: str, data: bytes, *, system: bool = False) -> None:
        """Take code into account that is not translated."""
        if not system and data[16:18] in _RELOCATABLE and any(name in data for name in _PARALLEL):
            self.parallel.append(path)
        self.others.take(data, system=system)


def gather(command: Command, taken: Sequence[Taken]) -> Gathered:
    """Look at the C sources of a command, and at the files that the linker took."""
    found = Gathered()
    if exporting(word for item in command.items for word in item.words):
        found.others.used = None
    for source in command.inputs(C_SOURCE):
        made = make_record(command, source)
        if made is None:
            found.others.used = found.others.foreign = None
        else:
            found.units[Place(os.path.realpath(source))] = made
    temporary = _kept_objects(command)
    contents = {each.path: _read(each.path) for each in taken if not each.path.endswith(temporary)}
    thin = _thin_members(contents)
    system = System(wrapped.compiler())
    for path, data in contents.items():
        if archive.is_archive(data):
            members = Counter(each.member for each in taken if each.path == path)
            _members(found, path, members, system=system.holds(path))
        elif data:
            found.file(thin.get(path, Place(path)), data, system=system.holds(path))
    return found


def check_link(command: Command, taken: Sequence[Taken]) -> None:
    """Raise `UnclearError` where the linker gives names another meaning than the sources, or says nothing."""
    if not taken:
        raise UnclearError("the linker does not report which files it takes")
    if option := renaming(word for item in command.items for word in item.words):
        raise UnclearError(f"{option} gives names another meaning than the sources do")


def _read(path: str) -> bytes:
    """A file's bytes; none where it is gone: the compiler's own temporary objects are."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _kept_objects(command: Command) -> tuple[str, ...]:
    """How the names of the objects end that `-save-temps` leaves of the command's sources; none without it."""
    if not any(item.name.startswith("-save-temps") for item in command.items):
        return ()
    sources = (*command.inputs(C_SOURCE), *command.inputs(OTHER_SOURCE))
    return tuple(f"-{os.path.splitext(os.path.basename(source))[0]}.o" for source in sources)


def _thin_members(contents: Mapping[str, bytes]) -> dict[str, Place]:
    """The places of the members of thin archives, by the files that they are: these the linker names."""
    return {
        archive.member_path(path, member): Place(path, number)
        for path, data in contents.items()
        if archive.is_thin(data)
        for number, member in enumerate(archive.members(path))
    }


def _members(found: Gathered, path: str, taken: Counter[str | None], *, system: bool) -> None:
    """The members that were taken out of an archive; which of several of one name can't be determined."""
    members = archive.members(path)
    same = Counter(member.name for member in members)
    for number, member in enumerate(members):
        if not taken[member.name]:
            continue
        if same[member.name] == 1 or not is_elf(member.data):
            found.file(Place(path, number), member.data, system=system)
        else:
            found.other(path, member.data, system=system)


def _record(elf: Elf) -> Record | None:
    """The record of an object; None where there is none, or the object was changed or merged since."""
    section = elf.section(record.SECTION)
    try:
        records = record.decode(section) if section else []
    except ValueError:
        return None
    names = elf.names()
    if len(records) == 1 and records[0].names == record.names_digest(names.defined, names.undefined):
        return records[0]
    return None
