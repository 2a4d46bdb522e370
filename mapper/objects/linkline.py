"""The words of a link line: the files among them, and options that change what names mean."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence

from mapper.objects.outside import Outside
from mapper.objects.system import System
from mapper.responsefiles import expanded

# Long options of the linker; a beginning of one that belongs to no other means the same.
_EXPORTS = (
    "export-dynamic export-dynamic-symbol export-dynamic-symbol-list export-all-symbols dynamic-list "
    "dynamic-list-data dynamic-list-cpp-new dynamic-list-cpp-typeinfo version-script Bshareable shared"
).split()
_RENAMING = ("wrap", "defsym", "just-symbols", "script", "default-script")
_PLACES = ("-Tbss", "-Tdata", "-Ttext", "-Trodata", "-Tldata")  # `-T` before anything else names a script
_LEAST = 4  # letters of such a beginning; shorter ones belong to several options
_WITH_VALUE = ("-L", "-l", "-T", "-u", "-z", "-e", "-Xlinker")
_SYSTEM = frozenset("c dl gomp m pthread rt".split())
_ASSEMBLY = (".s", ".S")


def exporting(words: Iterable[str]) -> str | None:
    """The option of a link line that gives names of the program to libraries which it loads later."""
    listed = list(words)
    plain = next((word for word in listed if word in ("-rdynamic", "-shared", "--shared")), None)
    return plain or next((each for each in _for_linker(listed) if each == "-E" or _is(each, _EXPORTS)), None)


def renaming(words: Iterable[str]) -> str | None:
    """The option of a link line that makes the linker take one name for another, or place objects by a script."""
    return next((each for each in _for_linker(words) if _names_script(each) or _is(each, _RENAMING)), None)


def _for_linker(words: Iterable[str]) -> Iterator[str]:
    """The words that the compiler passes to the linker: those of `-Wl,` and `-Xlinker`, and some of its own."""
    rest = iter(words)
    for word in rest:
        if word.startswith("-Wl,"):
            yield from expanded(word.split(",")[1:])
        elif word == "-Xlinker":
            yield from expanded([next(rest, "")])
        elif word.startswith("-T"):
            yield word


def _names_script(word: str) -> bool:
    return word.startswith(("-T", "-dT")) and not word.startswith(_PLACES)


def _is(word: str, options: Iterable[str]) -> bool:
    """Whether a word is one of some long options of the linker, with or without a value."""
    name = word.lstrip("-").partition("=")[0]
    return word.startswith("-") and len(name) >= _LEAST and any(option.startswith(name) for option in options)


def outside(link: Sequence[str], compiler: Sequence[str], flags: Sequence[str]) -> Outside:
    """What the files of a link line define and refer to, all members of archives included."""
    found = Outside()
    system = System(compiler)
    if exporting(link):
        found.used = None
    for path in _files(link, compiler):
        if not path.endswith(_ASSEMBLY):
            found.take_file(path, system=system.holds(path))
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
        elif option == "-l":
            names = [value[1:]] if value.startswith(":") else [f"lib{value}{suffix}" for suffix in suffixes]
            path = _searched(names, folders, () if value in _SYSTEM else compiler)
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
    """Where the linker finds a library: in the folders of `-L` first, then where the compiler looks."""
    for folder in folders:
        for name in names:
            if os.path.isfile(path := os.path.join(folder, name)):
                return path
    for name in names if compiler else ():
        done = subprocess.run(
            [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, errors="replace", check=False
        )
        if os.path.isfile(path := done.stdout.strip()):
            return path
    return None
