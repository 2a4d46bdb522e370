"""What the code of a program that is not in its sources defines and refers to."""

from __future__ import annotations

from dataclasses import dataclass, field

from mapper.objects import archive
from mapper.objects.elf import Elf, Names, NotElfError

_START = "main"  # what the start-up code of every program refers to
_BOUNDS = ("__start_", "__stop_")  # of a section, which the linker defines
_TAKEN_BACK = {"fesetround", "fesetenv", "feupdateenv", "fetestexcept", "fegetexceptflag"}
"""Functions of which the compiler's libraries (libstdc++, libquadmath) take the effect back before they return."""
_BINARY = 1024  # bytes at the beginning of a file that distinguish text


@dataclass
class Outside:
    """What is known of that code.

    `used` are the names that it refers to, and `foreign` those that it defines, shared libraries included, but for
    the C library's and the compiler's own; both are None where they are not known.  `defined` are the names that
    objects define, and `libraries` those that the linker takes from shared libraries other than the C library's.
    """

    used: set[str] | None = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    foreign: set[str] | None = field(default_factory=set)
    _shared: set[str] = field(default_factory=set)
    _objects: set[str] = field(default_factory=set)

    @property
    def libraries(self) -> frozenset[str]:
        """None where a file can't be read: it might define them."""
        return frozenset() if self.foreign is None else frozenset(self._shared - self._objects)

    def add(self, names: Names, *, shared: bool = False, system: bool = False) -> None:
        """Take names into account; the program's own definitions go before those of a shared library.

        With `system` they are those of the C library, or of the compiler's own.
        """
        if any(name.startswith(_BOUNDS) for name in names.undefined):
            self.used = None  # it walks through a section, whatever is there
        if self.used is not None:
            self.used |= names.undefined - {_START} - (_TAKEN_BACK if system else set())
        if not shared:
            self.defined |= names.defined
        if not system and self.foreign is not None:
            self.foreign |= names.defined
            (self._shared if shared else self._objects).update(names.defined)

    def take(self, data: bytes, *, system: bool = False) -> None:
        """Take an object, a shared library, or all members of an archive into account; text is a linker script."""
        try:
            elf = Elf(data)
        except NotElfError:
            if b"\0" in data[:_BINARY]:
                self.used = self.foreign = None
            return
        if not elf.has_section(".gnu.lto_"):
            self.add(elf.names(), shared=elf.shared, system=system)
            return
        self.used = None
        if not system and self.foreign is not None:
            defined = elf.names().defined | elf.lto_names()
            self.foreign |= defined
            self._objects |= defined

    def take_file(self, path: str, *, system: bool = False) -> None:
        """Take a file into account; where it can't be read, the linker will say so."""
        try:
            with open(path, "rb") as file:
                data = file.read()
            parts = [member.data for member in archive.members(path)] if archive.is_archive(data) else [data]
        except OSError:
            return
        except ValueError:
            self.used = self.foreign = None
            return
        for part in parts:
            self.take(part, system=system)
