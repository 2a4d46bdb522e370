"""Builds the training programs with `mapper compile`, in parallel.

Builds go through joblib: `joblib.parallel_config(backend=...)` around `build` spreads them by Dask or Ray as well.
A job takes text and gives bytes, so that its workers need mapper and a compiler, and no folder in common.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from joblib import Parallel, delayed
from joblib.parallel import get_active_backend

from mapper.model import store
from training.device import setting

FLAGS = ("-O3",)
"""What the programs are compiled with."""

FIRST_RUN = 60.0
"""Seconds after which a run that fills caches is ended."""


def build(
    sources: Mapping[str, Path], folder: Path, done: Callable[[str], None], options: Sequence[str] = ()
) -> tuple[list[str], dict[str, str]]:
    """Build each source into `folder` under its name; `done` is called with each name, `options` are mapper's.

    Returns the names that were built, in the order given, and what the compiler said of the others.
    """
    backend, jobs = get_active_backend(prefer="threads")
    one_by_one = "generator_unordered" if backend.supports_return_generator else "list"
    parallel = Parallel(n_jobs=-1 if jobs == 1 else jobs, prefer="threads", return_as=one_by_one)
    tasks = [delayed(_compile)(name, path.read_text(encoding="utf-8"), options) for name, path in sources.items()]
    problems: dict[str, str] = {}
    for name, program, problem in parallel(tasks):
        if program is None:
            problems[name] = problem
        else:
            (folder / name).write_bytes(program)
            (folder / name).chmod(0o755)
        done(name)
    return [name for name in sources if name not in problems], problems


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


def fill_caches(folder: Path, arguments: Mapping[str, Sequence[str]]) -> None:
    """Run each program of `folder` once with its arguments, many at a time, so that its kernels are built.

    What goes wrong is met again, and told, when the program is measured.
    """

    def run(name: str) -> None:
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
