"""What the user asked for: command line and environment become one frozen value, here and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePath

DIRECTIVES = "--directives"
SAFE = "--safe"
"""The option that names a file with clauses of `#pragma mapper`."""


class Emit(StrEnum):
    """Where `mapper compile` stops, and what it then writes."""

    C = "c"
    CL = "cl"
    FEATURES = "features"
    REPORT = "report"


class MessageFormat(StrEnum):
    """How messages are written: the values of gcc's option `-fdiagnostics-format`."""

    TEXT = "text"
    JSON_STDERR = "json-stderr"
    JSON_FILE = "json-file"
    SARIF_STDERR = "sarif-stderr"
    SARIF_FILE = "sarif-file"


@dataclass(frozen=True, slots=True)
class Gates:
    """Which loops on the CPU make a build fail.

    With `offload` each loop must be offloadable.  A loop that is kept for one of the reasons in `errors` (codes
    of `mapper.codes`) fails as well.  The file `waivers` names the loops that may stay on the CPU.
    """

    offload: bool = False
    waivers: Path | None = None
    errors: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return self.offload or bool(self.errors)


C_SUFFIXES = (".c", ".i")


def as_source(path: str) -> tuple[str, ...]:
    """The compiler's words for a C source; one with an unusual name is announced as such."""
    return (path,) if PurePath(path).suffix in C_SUFFIXES else as_text(path)


def as_text(path: str) -> tuple[str, ...]:
    """The words for a source that is preprocessed here, though its name may say that it has been: `.i`."""
    return (path,) if PurePath(path).suffix == ".c" else ("-x", "c", path, "-x", "none")


@dataclass(frozen=True, slots=True)
class UnitCommand:
    """How one source is compiled: the compiler's words, the flags, and the preprocessed text where it is known.

    `judged` is true if the compiler has compiled the source, or is going to compile what is made of it: mapper
    asks for its opinion only where it finds something wrong by itself.
    """

    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    text: str | None = field(default=None, repr=False)
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """One run of `mapper compile`.

    `sources` are the C files, as the user named them.  `flags` go to the compiler wherever it runs; `link` is what
    only the linker sees (objects, libraries, `-l`, `-L`), in the user's order.  `disabled` names the transforms
    that are turned off, `passes` the only ones that may run (None: all), `dump_after` those whose kernels are
    shown.  `output` is None where the user named none.  `platforms` or `models` name the models to embed (none:
    the default one).

    `commands` holds, by source, what differs from `compiler` and `flags`.  `outside` are the names that code
    outside of the sources refers to; None where they are not known.  Where the sources define one of them, they
    are not taken for the whole program (see `mapper.analysis.whole_program.program`).  `defined` are the names
    that such code defines, and `renaming` is an option that makes the linker take one name for another.  `foreign`
    are the names that code outside of the sources defines, shared libraries included, but for the C library and
    the compiler's own; None where they are not known.  `libraries` are those of them that the linker takes from
    shared libraries.  With `assume_private` no private variable is taken to carry
    a value from one iteration of a loop to another one, unless the program may know which iterations one thread
    runs.  With `safe` kernels check what they do, and are not optimised.

    `directives` is a file with clauses of `#pragma mapper` and the places that they are for (see
    `mapper.stages.directives`). With `shared` the options are those of several programs: the file may name
    sources that are in another one.

    The program is not built where its loops don't pass the `gates`.  Unless it is `strict` (by default as
    `MAPPER_STRICT` says), what mapper can't parse, or translate by a fault of its own, costs a function or a
    region.
    """

    sources: tuple[str, ...]
    output: Path | None = None
    compiler: tuple[str, ...] = ("cc",)
    flags: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    emit: Emit | None = None
    platforms: tuple[str, ...] = ()
    models: tuple[Path, ...] = ()
    granularity: str | None = None
    offload: bool = True
    disabled: frozenset[str] = frozenset()
    passes: frozenset[str] | None = None
    dump_after: tuple[str, ...] = ()
    remarks: bool = False
    report: Path | None = None
    save_temps: bool = False
    verbose: bool = False
    commands: Mapping[str, UnitCommand] = field(default_factory=dict)
    outside: frozenset[str] | None = frozenset()
    defined: frozenset[str] = frozenset()
    renaming: str | None = None
    strict: bool = field(default_factory=lambda: os.environ.get("MAPPER_STRICT") == "1")
    assume_private: bool = False
    safe: bool = False
    foreign: frozenset[str] | None = frozenset()
    libraries: frozenset[str] = frozenset()
    directives: Path | None = None
    shared: bool = False
    gates: Gates = Gates()
    message_format: MessageFormat = MessageFormat.TEXT

    def command(self, source: str) -> UnitCommand:
        """How a source is compiled."""
        return self.commands.get(source) or UnitCommand(self.compiler, self.flags)
