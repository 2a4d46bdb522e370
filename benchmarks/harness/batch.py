"""Many translated versions of one program in one process: it is read once, and equal files are compiled once.

What comes out is what `mapper compile` makes.  Objects and executables lie under the names of their contents in
the folder `objects` of the work folder; each version is a link to the executable of its text, beside a JSON.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path

from benchmarks.harness.versions import Variant
from benchmarks.programs import Program, compile_command
from mapper import build
from mapper.commands.arguments import parse
from mapper.diagnostics import InternalError, MapperError
from mapper.emit.text.splice import emitted_name
from mapper.model import store
from mapper.options import Options
from mapper.runtime import interface_files
from mapper.stages.mapped import Mapped, Translated
from mapper.stages.pipeline import map_translated, translate_program
from mapper.transforms.names import EXPAND, NAMES, SWEEP, is_chosen


@dataclass(frozen=True)
class Made:
    """One version: `text` is the hash of all that was emitted, `failure` tells why there is no executable.

    `applied` are the transformations that changed a kernel.
    """

    text: str
    applied: tuple[str, ...]
    failure: str = ""


def note(program: Program, variant: Variant, work: Path) -> Path:
    """The JSON beside a version's executable."""
    path = variant.executable(program, work)
    return path.with_name(path.name + ".json")


def known(program: Program, variant: Variant, work: Path) -> Made | None:
    """What an earlier call made and is still there."""
    path = note(program, variant, work)
    if not path.exists():
        return None
    found = json.loads(path.read_text(encoding="utf-8"))
    made = Made(found["text"], tuple(found["applied"]), found["failure"])
    return made if made.failure or variant.executable(program, work).exists() else None


def prepare(programs: Iterable[Program], work: Path, options: tuple[str, ...]) -> None:
    """Do once what all versions need: headers, and the run-time library for all kinds of programs."""
    _objects(work).mkdir(parents=True, exist_ok=True)
    for program in programs:
        build.runtime_objects(_options(program, Variant("opencl"), work, options))
    build.copy_library(_objects(work), interface_files())


def make(program: Program, variants: Sequence[Variant], work: Path, options: tuple[str, ...]) -> list[Made]:
    """Build these versions of a program; `prepare` must have been called for it."""
    gc.set_threshold(400_000, 20, 20)
    return [_make(program, variant, work, options) for variant in variants]


def _make(program: Program, variant: Variant, work: Path, flags: tuple[str, ...]) -> Made:
    options = _options(program, variant, work, flags)
    try:
        models = [model for model, _ in store.choose_all([], [])]
        translated = _translated(program, work, flags, off=_off(options))
        mapped = map_translated(translated, options, *models)
        text = hashlib.sha256("\0".join(_texts(mapped, options)).encode()).hexdigest()[:16]
        whole = _objects(work) / f"{program.name}.{text}"
        failure = "" if whole.exists() else _build(mapped, options, work, whole)
    except (MapperError, InternalError, OSError) as error:
        made = Made("", (), f"{type(error).__name__}: {error}")
    else:
        made = Made(text, _applied(mapped), failure)
        if not failure:
            _replace(variant.executable(program, work), whole)
    note(program, variant, work).write_text(json.dumps(asdict(made)), encoding="utf-8")
    return made


def _off(options: Options) -> tuple[str, ...]:
    """The flags that turn those transformations off that the translation asks about."""
    return tuple(f"-fno-{name}" for name in (EXPAND, SWEEP) if not is_chosen(name, options))


@lru_cache(maxsize=2)
def _translated(program: Program, work: Path, flags: tuple[str, ...], *, off: tuple[str, ...]) -> Translated:
    return translate_program(_options(program, Variant("opencl", off), work, flags))


def _options(program: Program, variant: Variant, work: Path, flags: tuple[str, ...]) -> Options:
    words = [*variant.flags, *_words(program, work, flags), "-o", str(variant.executable(program, work))]
    return parse(words, None, NAMES)


@cache
def _words(program: Program, work: Path, flags: tuple[str, ...]) -> tuple[str, ...]:
    """What the compiler is told of all versions."""
    words = compile_command([], program, work / program.name, *flags)
    at = words.index("-o")
    return (*words[:at], *words[at + 2 :])


@cache
def _runtime(compiler: tuple[str, ...], flags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(build.runtime_objects(Options((), compiler=compiler, flags=flags)))


def _objects(work: Path) -> Path:
    return work / "objects"


def _texts(mapped: Mapped, options: Options) -> list[str]:
    return [mapped.emitted[path].c if mapped.emitted else "" for path in options.sources]


def _applied(mapped: Mapped) -> tuple[str, ...]:
    kernels = [
        loop.kernel for region in mapped.program.regions for loop in region.loops if loop.kernel is not None
    ]
    done = {one.transform for kernel in kernels for one in kernel.applied if one.refusal is None}
    return tuple(name for name in NAMES if name in done)


def _build(mapped: Mapped, options: Options, work: Path, whole: Path) -> str:
    """Compile the files that are new, and link; returns what the compiler says where it fails."""
    objects = []
    for path in options.sources:
        text = mapped.emitted[path].c if mapped.emitted else None
        made = _compile(build.EmittedFile(path, emitted_name(path), text), options, work)
        if made.suffix != ".o":
            return made.read_text(encoding="utf-8")
        objects.append(str(made))
    temporary = whole.with_name(f"{whole.name}.{os.getpid()}")
    command = [*options.compiler, *options.flags, "-fopenmp", *objects, *_runtime(options.compiler, options.flags)]
    done = build.run_compiler([*command, *options.link, *build.LINK_FLAGS, "-o", str(temporary)])
    if done.returncode:
        return done.stderr.strip()
    temporary.rename(whole)
    return ""


def _compile(file: build.EmittedFile, options: Options, work: Path) -> Path:
    """The object of one file; in its place the compiler's complaint."""
    content = Path(file.source).read_text(encoding="utf-8") if file.text is None else file.text
    library = _runtime(options.compiler, options.flags)[0]  # it stands in a folder named by its contents
    key = hashlib.sha256("\0".join([*options.flags, library, file.source, content]).encode()).hexdigest()[:16]
    stem = f"{Path(file.source).stem}.{key}"
    target = _objects(work) / f"{stem}.o"
    if target.exists():
        return target
    temporary = target.with_name(f"{stem}.{os.getpid()}.o")
    if file.text is None:
        command = [*options.compiler, *options.flags, "-fopenmp", "-c", file.source, "-o", str(temporary)]
        done = build.run_compiler(command)
    else:
        done = _compile_text(file, options, work, temporary)
    if done.returncode:
        complaint = target.with_suffix(".txt")
        complaint.write_text(done.stderr.strip(), encoding="utf-8")
        return complaint
    temporary.rename(target)
    return target


def _compile_text(
    file: build.EmittedFile, options: Options, work: Path, target: Path
) -> subprocess.CompletedProcess[str]:
    """Compile an emitted text under its own name, which stands in the object, beside the library's headers."""
    assert file.text is not None
    with tempfile.TemporaryDirectory(dir=_objects(work)) as folder:
        path = Path(folder, file.name)
        path.write_text(file.text, encoding="utf-8")
        for header in _objects(work).glob("*.h"):
            path.with_name(header.name).symlink_to(header.absolute())
        return build.compile_emitted(options, file, path, str(target))


def _replace(link: Path, whole: Path) -> None:
    """Make `link` another name of the executable."""
    with contextlib.suppress(FileNotFoundError):
        link.unlink()
    os.link(whole, link)
