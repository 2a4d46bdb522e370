"""The words of a link line: the files among them, and options that change what names mean."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence

from mapper.objects.outside import Outside

_EXPORTS = ("-rdynamic", "-Wl,-E", "-Wl,--export-dynamic", "-Wl,-export-dynamic", "-Wl,--dynamic-list")
_RENAMING = ("wrap", "defsym")
_WITH_VALUE = ("-L", "-l", "-T", "-u", "-z", "-e", "-Xlinker")
_SYSTEM = frozenset("c dl gomp m pthread rt".split())
_ASSEMBLY = (".s", ".S")


def exports(word: str) -> bool:
    """Whether a word gives all names of the program to libraries that it loads later."""
    return word.startswith(_EXPORTS)


def renames(word: str) -> bool:
    """Whether a word makes the linker take one name for another."""
    return any(part.lstrip("-").startswith(_RENAMING) for part in word.split(",") if part.startswith("-"))


def outside(link: Sequence[str], compiler: Sequence[str], flags: Sequence[str]) -> Outside:
    """What the files of a link line define and refer to, all members of archives included."""
    found = Outside()
    if any(map(exports, link)):
        found.used = None
    for path in _files(link, compiler):
        if not path.endswith(_ASSEMBLY):
            found.take_file(path)
            continue
        with tempfile.NamedTemporaryFile(suffix=".o") as target:
            subprocess.run([*compiler, *flags, "-c", path, "-o", target.name], capture_output=True, check=False)
            found.take_file(target.name)
    return found


def _files(link: Sequence[str], compiler: Sequence[str]) -> Iterator[str]:
    """The files of a link line, libraries too."""
    folders = [value for option, value in _words(link) if option == "-L"]
    suffixes = (".a",) if "-static" in link else (".so", ".a")
    for option, value in _words(link):
        if not option:
            yield value
        elif option == "-l" and value not in _SYSTEM:
            names = [value[1:]] if value.startswith(":") else [f"lib{value}{suffix}" for suffix in suffixes]
            path = _searched(names, folders, compiler)
            if path is not None:
                yield path


def _words(link: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each word as option and value; the option of a file is empty."""
    rest = iter(link)
    for word in rest:
        if word in _WITH_VALUE:
            yield word, next(rest, "")
        elif word.startswith(("-L", "-l")):
            yield word[:2], word[2:]
        else:
            yield ("", word) if not word.startswith("-") else (word, "")


def _searched(names: Sequence[str], folders: Sequence[str], compiler: Sequence[str]) -> str | None:
    """Where the linker finds a library: in the folders of `-L` first, then in the compiler's own."""
    for folder in folders:
        for name in names:
            if os.path.isfile(path := os.path.join(folder, name)):
                return path
    for name in names:
        done = subprocess.run(
            [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, errors="replace", check=False
        )
        if os.path.isfile(path := done.stdout.strip()):
            return path
    return None
