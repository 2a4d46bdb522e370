"""Builds the training programs with `mapper compile`, in parallel.

Builds go through joblib: `joblib.parallel_config(backend=...)` around `build` spreads them by Dask or Ray as well.
A job takes text and gives bytes, so that its workers need mapper and a compiler, and no folder in common.

What was built is kept in the user's cache, by all that it is made from, until mapper or the compiler is another: a
training that was interrupted builds nothing again.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from joblib import Parallel, delayed
from joblib.parallel import get_active_backend

import mapper
from mapper.model import store
from mapper.process.caches import cache_directory
from mapper_training.device import setting

FLAGS = ("-O3",)
"""What the programs are compiled with."""

FIRST_RUN = 60.0
"""Seconds after which a run that fills caches is ended."""


def build(
    sources: Mapping[str, Path],
    folder: Path,
    done: Callable[[str], None],
    options: Sequence[str] = (),
    *,
    kept: Path | None = None,
    until: float = math.inf,
) -> tuple[list[str], dict[str, str]]:
    """Build each source into `folder` under its name; `done` is called with each name, `options` are mapper's.

    Programs are taken from the folder `kept`, and put there.  None is begun after `until` (`time.monotonic`).
    Returns the names that were built, in the order given, and what the compiler said of others.
    """
    backend, jobs = get_active_backend(prefer="threads")
    one_by_one = "generator_unordered" if backend.supports_return_generator else "list"
    parallel = Parallel(n_jobs=-1 if jobs == 1 else jobs, prefer="threads", return_as=one_by_one)
    texts = {name: path.read_text(encoding="utf-8") for name, path in sources.items()}
    places = {name: kept / _name(name, text, options) for name, text in texts.items()} if kept is not None else {}
    built: set[str] = set()
    problems: dict[str, str] = {}
    for name, place in places.items():
        with contextlib.suppress(OSError):
            shutil.copy(place, folder / name)
            built.add(name)
            done(name)

    def tasks() -> Iterator[tuple[Callable[..., object], tuple[object, ...], dict[str, object]]]:
        for name, text in texts.items():
            if name not in built and time.monotonic() < until:
                yield delayed(_compile)(name, text, options)

    for name, program, problem in parallel(tasks()):
        if program is None:
            problems[name] = problem
        else:
            (folder / name).write_bytes(program)
            (folder / name).chmod(0o755)
            built.add(name)
            if name in places:
                _keep(folder / name, places[name])
        done(name)
    return [name for name in sources if name in built], problems


def kept_programs(compiler: str) -> Path:
    """The folder for programs that this mapper and this compiler build; those of earlier ones are deleted."""
    digest = hashlib.sha256(repr((compiler, FLAGS)).encode())
    for path in sorted(Path(mapper.__file__).parent.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.read_bytes())
    place = cache_directory(os.environ) / f"training-{digest.hexdigest()[:24]}"
    for other in cache_directory(os.environ).glob("training-*"):
        if other != place:
            shutil.rmtree(other, ignore_errors=True)
    return place


def _name(name: str, text: str, options: Sequence[str]) -> str:
    return f"{name}-{hashlib.sha256(repr((text, tuple(options))).encode()).hexdigest()[:16]}"


def _keep(program: Path, place: Path) -> None:
    """Copy a program into the cache, where it can be written."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary = place.with_name(f"{place.name}.{os.getpid()}")
        shutil.copy(program, temporary)
        os.replace(temporary, place)


def _compile(name: str, text: str, options: Sequence[str]) -> tuple[str, bytes | None, str]:
    """One program's name, its bytes if it compiles, and the compiler's messages if not.

    Any tree will do, as all runs say where loops run; a shipped one fits this version's features.
    """
    with tempfile.TemporaryDirectory(prefix="mapper-build-") as folder:
        source, output = Path(folder) / f"{name}.c", Path(folder) / name
        source.write_text(text, encoding="utf-8")
        tree = store.SHIPPED / f"{store.SHIPPED_CPU}.json"
        command = [sys.executable, "-m", "mapper", "compile", str(source), "-o", str(output), *FLAGS, *options]
        process = subprocess.run(
            [*command, "-lm", "--model", str(tree)], capture_output=True, text=True, check=False
        )
        if process.returncode != 0 or not output.is_file():
            return name, None, process.stderr.strip()
        return name, output.read_bytes(), ""


def fill_caches(folder: Path, arguments: Mapping[str, Sequence[str]], until: float = math.inf) -> None:
    """Run each program of `folder` once with its arguments, many at a time, so that its kernels are built.

    None is begun after `until` (`time.monotonic`).  What goes wrong is met again, and told, when the program is
    measured.
    """

    def run(name: str) -> None:
        if time.monotonic() > until:
            return
        environment = {**os.environ, "MAPPER_DEVICE": setting("opencl"), "OMP_NUM_THREADS": "1"}
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                [str(folder / name), *arguments[name]],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=FIRST_RUN,
                check=False,
            )

    with ThreadPoolExecutor(min(os.cpu_count() or 1, 8)) as pool:
        list(pool.map(run, arguments))
