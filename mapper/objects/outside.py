"""What the code of a program that is not in its sources defines and refers to."""

from __future__ import annotations

from dataclasses import dataclass, field

from mapper.objects import archive
from mapper.objects.elf import Elf, Names, NotElfError

_START = "main"  # what the start-up code of every program refers to
_BINARY = 1024  # bytes at the beginning of a file that tell text


@dataclass
class Outside:
    """`used` are the names that this code refers to, None where they are not known; `defined` those it defines."""

    used: set[str] | None = field(default_factory=set)
    defined: set[str] = field(default_factory=set)

    def add(self, names: Names, *, shared: bool = False) -> None:
        """Take names into account; the program's own definitions go before those of a shared library."""
        if self.used is not None:
            self.used |= names.undefined - {_START}
        if not shared:
            self.defined |= names.defined

    def take(self, data: bytes) -> None:
        """Take an object, a shared library, or all members of an archive into account; text is a linker script."""
        try:
            elf = Elf(data)
        except NotElfError:
            if b"\0" in data[:_BINARY]:
                self.used = None
            return
        if elf.has_section(".gnu.lto_"):
            self.used = None
        else:
            self.add(elf.names(), shared=elf.shared)

    def take_file(self, path: str) -> None:
        """Take a file into account; where it can't be read, the linker will say so."""
        try:
            with open(path, "rb") as file:
                data = file.read()
            parts = [member.data for member in archive.members(path)] if archive.is_archive(data) else [data]
        except OSError:
            return
        except ValueError:
            self.used = None
            return
        for part in parts:
            self.take(part)
