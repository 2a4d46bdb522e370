"""Runs the user's C compiler: on the emitted program, on the run-time library, and to link both.

The run-time library is compiled once and kept in the user's cache directory, named by all that it is made from.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from mapper import runtime
from mapper.diagnostics import InternalError, Location, MapperError, fail, wants_colours
from mapper.emit.text.splice import PEDANTIC, flags_for_emitted
from mapper.frontend.tokens.compiler import complaints
from mapper.options import Options, as_source
from mapper.process import children
from mapper.process.caches import cache_directory
from mapper.runtime import fallback_loader, interface_files, name_in_program, runtime_files, text_in_program

DEFAULT_OUTPUT = Path("a.out")
RUNTIME_FLAGS = ("-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread", "-fopenmp")
_CHECKSUM = "checksum"  # a file beside the library's objects in the cache
LINK_FLAGS = ("-ldl", "-lpthread", "-lm")


@dataclass(frozen=True, slots=True)
class EmittedFile:
    """The C text made from one source, under a name of its own; None where the source is compiled as it is.

    `dotted` are the files that the compiler calls ./NAME when it reads the source.
    """

    source: str
    name: str
    text: str | None
    dotted: tuple[str, ...] = ()


class RejectedError(InternalError):
    """The C compiler rejects what was emitted for `source`, for the reasons in its `messages`."""

    def __init__(self, source: str, messages: str) -> None:
        first = next((line for line in messages.splitlines() if "error" in line), messages.partition("\n")[0])
        super().__init__("emit", f"the C compiler rejects the emitted program: {first}", Location(source))
        self.source = source
        self.messages = messages


def run_compiler(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run the compiler and keep what it says; raises `MapperError` E002 when it can't be started."""
    try:
        return children.run(command)
    except OSError as error:
        fail("E002", f"can't run the C compiler {command[0]}: {error.strerror or error}")


def check_output(path: Path) -> None:
    """Refuse early to write where nothing can be written (E005)."""
    parent = path.parent
    try:
        if path.is_dir():
            fail("E005", f"can't write {path}: it is a directory")
        if not parent.is_dir():
            fail("E005", f"can't write {path}: there is no directory {parent}")
        if not os.access(path if path.exists() else parent, os.W_OK):
            fail("E005", f"can't write {path}: permission denied")
    except OSError as error:
        fail("E005", f"can't write {path}: {error.strerror or error}")


def write_text(path: Path, text: str) -> None:
    """Write a text file; raises `MapperError` E005."""
    try:
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        if path.is_file():
            path.unlink()  # a part of the text would be taken for all of it
        fail("E005", f"can't write {path}: {error.strerror or error}")


def refuse_invalid(options: Options, sources: Iterable[str]) -> None:
    """Raise `MapperError` with the compiler's errors (E003) where sources are no valid C."""
    if errors := [each for path in sources for each in complaints(path, options.compiler, options.flags)]:
        raise MapperError(errors)


def compiles_by_itself(options: Options, source: str) -> str | None:
    """None where the compiler makes an object of the user's source as it is, else what it says about it."""
    command = [*options.compiler, *_colour(options), *options.flags, "-fopenmp", "-c", *as_source(source)]
    try:
        with tempfile.TemporaryDirectory(prefix="mapper-") as work:
            done = run_compiler([*command, "-o", str(Path(work, "alone.o"))])
    except OSError as error:
        return f"mapper: can't compile {source} by itself: {error.strerror or error}\n"
    return None if done.returncode == 0 else done.stderr


def plain_executable(options: Options) -> None:
    """Compile and link the user's sources as they are, by one command of the compiler."""
    output = options.output or DEFAULT_OUTPUT
    check_output(output)
    sources = [word for path in options.sources for word in as_source(path)]
    command = [*options.compiler, *options.flags, "-fopenmp", *sources, *options.link, *LINK_FLAGS]
    done = _run(options, [*command, "-o", str(output)])
    sys.stderr.write(done.stderr)
    if done.returncode:
        for source in options.sources:
            if compiles_by_itself(options, source) is not None:
                fail("E003", "the C compiler rejects the source (its own message is above)", Location(source))
        fail("E006", f"linking {output} failed (the linker's own message is above)")


@dataclass(frozen=True, slots=True)
class Compiled:
    """The objects of a program's sources, and what the compiler said about them."""

    objects: tuple[str, ...]
    messages: str


def compiled(options: Options, files: Sequence[EmittedFile], directory: Path) -> Compiled:
    """Compile the emitted program in an empty directory that exists; raises `RejectedError` where that fails."""
    check_output(options.output or DEFAULT_OUTPUT)
    said: list[str] = []
    if any(file.text is not None for file in files):
        copy_library(directory, interface_files())
    targets = [str(directory / f"{number}.o") for number, _ in enumerate(files)]
    jobs = list(zip(files, targets, strict=True))

    def made(job: tuple[EmittedFile, str]) -> subprocess.CompletedProcess[str]:
        return _compile(options, *job, directory)

    at_once = len(jobs) > 1 and not options.verbose  # else commands would be shown in any order
    results = children.each(made, jobs) if at_once else map(made, jobs)
    for file, done in zip(files, results, strict=True):
        if done.returncode:
            _fail(options, file, done.stderr)
        said.append(done.stderr)
    return Compiled(tuple(targets), "".join(said))


def executable(options: Options, objects: Sequence[str], *, library: bool) -> None:
    """Link the emitted program of its objects; with `library` they need the run-time library."""
    output = options.output or DEFAULT_OUTPUT
    if library:
        objects = [*objects, *runtime_objects(options)]
    command = [
        *options.compiler,
        *options.flags,
        "-fopenmp",
        *objects,
        *options.link,
        *LINK_FLAGS,
        "-o",
        str(output),
    ]
    done = _run(options, command)
    sys.stderr.write(done.stderr)
    if done.returncode:
        fail("E006", f"linking {output} failed (the linker's own message is above)")


def copy_library(directory: Path, files: Iterable[Path]) -> None:
    """Put files of the run-time library into a directory, with the names that they have in programs."""
    for path in files:
        write_text(directory / name_in_program(path), text_in_program(path))


def _compile(
    options: Options, file: EmittedFile, target: str, directory: Path
) -> subprocess.CompletedProcess[str]:
    """Compile one file of the emitted program; the compiler says the user's warnings."""
    if file.text is None:
        command = [*options.compiler, *options.flags, "-fopenmp", "-c", *as_source(file.source), "-o", target]
        return _run(options, command)
    path = directory / file.name
    write_text(path, file.text)
    return compile_emitted(options, file, path, target)


def _fail(options: Options, file: EmittedFile, messages: str) -> NoReturn:
    """Say why a file can't be compiled: the source is no valid C, or what was emitted for it is not."""
    refuse_invalid(options, [file.source])
    complaint = compiles_by_itself(options, file.source)
    if complaint is not None:
        sys.stderr.write(complaint)
        fail("E003", "the C compiler rejects the source (its own message is above)", Location(file.source))
    raise RejectedError(file.source, messages)


def compile_emitted(
    options: Options, file: EmittedFile, path: Path, target: str
) -> subprocess.CompletedProcess[str]:
    """Compile the emitted text.

    With -pedantic the compiler would complain about the line markers around our text, which it does not do in
    preprocessed text: then it preprocesses first, without that option.
    """
    flags = [*flags_for_emitted(file.source, options.flags, file.dotted), "-fopenmp"]
    if not set(PEDANTIC) & set(options.flags):
        return _run(options, [*options.compiler, *flags, "-c", str(path), "-o", target])
    text = str(path.with_suffix(".i"))
    done = _run(options, [*options.compiler, *flags, "-E", str(path), "-o", text])
    if done.returncode:
        return done
    return _run(options, [*options.compiler, *options.flags, "-fopenmp", "-c", text, "-o", target])


def _run(options: Options, command: list[str]) -> subprocess.CompletedProcess[str]:
    colour = _colour(options)
    command[len(options.compiler) : len(options.compiler)] = colour
    if options.verbose:
        sys.stderr.write(shlex.join(command) + "\n")
    return run_compiler(command)


def _colour(options: Options) -> list[str]:
    """Our pipe would make the compiler drop its colours, where the user has a terminal."""
    asked = any("-color" in flag for flag in options.flags)
    return ["-fdiagnostics-color=always"] if not asked and wants_colours(()) else []


def runtime_objects(options: Options) -> list[str]:
    """The run-time library's objects, out of the cache or made now."""
    command = _runtime_command(options)
    place = runtime_place(options)
    if not _is_whole(place):
        shutil.rmtree(place, ignore_errors=True)
        if sys.stderr.isatty():  # it takes a minute on a busy machine
            print("mapper: compiling its run-time library, once for each C compiler", file=sys.stderr)
        place = _make_runtime(command, place)
    return sorted(str(path) for path in place.glob("*.o"))


def runtime_place(options: Options) -> Path:
    """The directory of the cache that has those objects, or gets them."""
    command = _runtime_command(options)
    digest = hashlib.sha256("\0".join([*_identity(options), *command[1:], _CHECKSUM]).encode())
    for path in (*runtime_files(), Path(runtime.__file__)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return cache_directory(os.environ) / f"runtime-{digest.hexdigest()[:24]}"


def _runtime_command(options: Options) -> list[str]:
    target = [flag for flag in options.flags if flag.startswith(("-m", "--target", "--sysroot"))]
    return [*options.compiler, *target, *RUNTIME_FLAGS, *_loader_flags()]


def _is_whole(place: Path) -> bool:
    """Whether a library is in the cache as it was made; a disk that was full, or lost power, may have cut it."""
    try:
        return (place / _CHECKSUM).read_text(encoding="utf-8") == _checksum(place)
    except OSError:
        return False


def _checksum(place: Path) -> str:
    """That of the objects in a directory."""
    parts = (path.name.encode() + path.read_bytes() for path in sorted(place.glob("*.o")))
    return hashlib.sha256(b"".join(parts)).hexdigest()


def _loader_flags() -> list[str]:
    """Where the library may look for OpenCL when the system has none: the loader that this Python came with."""
    found = fallback_loader()
    if found is None:
        return []
    loader, vendors = found
    return [f'-DFALLBACK_LOADER="{loader}"', f'-DFALLBACK_VENDORS="{vendors}"']


def _identity(options: Options) -> tuple[str, str]:
    """What identifies a compiler, whichever of its names is used: its file, and what it says of itself."""
    said = run_compiler([*options.compiler, "--version"]).stdout
    file = shutil.which(options.compiler[0]) or options.compiler[0]
    return os.path.realpath(file), said.partition(" ")[2]  # behind the name


def _make_runtime(command: Sequence[str], place: Path) -> Path:
    """Compile the library and move it to its place in one step, so that others see all of it or nothing.

    Where the cache can't be written, the objects stay in a directory that exists as long as this process.
    """
    work = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="making-", dir=place.parent))
        if _compile_runtime(command, work) is None:
            write_text(work / _CHECKSUM, _checksum(work))
            with contextlib.suppress(OSError):  # another process was faster: its library is the same
                work.rename(place)
            return place
    except (OSError, MapperError):
        pass
    finally:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix="mapper-runtime-"))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    if complaint := _compile_runtime(command, work):
        sys.stderr.write(complaint)
        fail("E006", "the C compiler can't compile mapper's run-time library (its own message is above)")
    return work


def _compile_runtime(command: Sequence[str], work: Path) -> str | None:
    """Compile the library into a directory, as one object; what the compiler says where it fails.

    Linking many objects takes longer.  Where the compiler can't join them, they stay as they are.
    """
    text = work / "text"
    text.mkdir()
    copy_library(text, runtime_files())
    sources = sorted(text.glob("*.c"))

    def made(source: Path) -> subprocess.CompletedProcess[str]:
        return run_compiler([*command, "-c", str(source), "-o", str(work / f"{source.stem}.o")])

    results = children.each(made, sources)
    shutil.rmtree(text)
    if complaint := next((done.stderr or "no message\n" for done in results if done.returncode), None):
        return complaint
    objects = sorted(work.glob("*.o"))
    alone = [word for word in command if word != "-fopenmp"]  # which would put OpenMP's library into the object
    joined = run_compiler([*alone, "-r", "-nostdlib", *map(str, objects), "-o", str(work / "runtime.joined")])
    if joined.returncode == 0:
        for path in objects:
            path.unlink()
        (work / "runtime.joined").rename(work / "runtime.o")
    return None
