"""`python -m tests.random_run`: many random programs of many kinds, in parallel and without pytest.

    python -m tests.random_run --kinds all --seeds 100:300 --jobs 16 --out FILE
    python -m tests.random_run --kinds nests,calls --seeds 7 --devices cpu,opencl --keep FOLDER

Each program must print the same by gcc alone and, as mapper compiles it, on each of the devices: `cpu` is OpenMP,
`opencl` the first OpenCL device, `fake` the same one behind a library that has memory of its own.  The machine's
own OpenCL loader is used, or PoCL of the wheel `pyopencl[pocl]` where there is none; `--loader` chooses otherwise.

There is a line for each program that fails, with the command that repeats it, and a table at the end.  `--out`
gets both, with whole messages.  The exit code is 1 if a program has failed.  It needs gcc and what mapper needs.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.harness.bench import compile_c
from tests.harness.build import once
from tests.harness.examples import ROOT
from tests.harness.kernel_builds import build_server
from tests.harness.library import share_library
from tests.harness.opencl import Environment, make_environment, make_system_environment
from tests.harness.random_check import DEVICES, Devices, Outcome, check
from tests.harness.random_kinds import KINDS

SYSTEM = "libOpenCL.so.1"
COLUMNS = ("programs", "loops", "offloaded", "differences", "failures", "forms")


@dataclass(frozen=True)
class Settings:
    """What the processes that check programs need: their folder, the loader, the names of the devices."""

    shared: Path
    loader: str
    devices: Sequence[str]


_open = ExitStack()
_devices: list[Devices] = []


def start(settings: Settings) -> None:
    """Have the devices ready in a process that checks programs; caches are in the folder of the settings."""
    os.environ |= {
        "MAPPER_CACHE_DIR": str(settings.shared / "cache"),
        "XDG_CACHE_HOME": str(settings.shared / "xdg"),
    }
    library = settings.shared / "libfake.so"
    source = ROOT / "tests" / "runtime" / "fake_opencl.c"
    once(library, lambda: compile_c(library, "-shared", "-fPIC", source, "-pthread"))
    _devices.append(Devices(environment(settings), library, settings.devices))


def environment(settings: Settings) -> Environment:
    """How programs run; PoCL's kernels are built by a server, as in tests."""
    if settings.loader != "pocl":
        return make_system_environment(settings.shared, settings.loader)
    return make_environment(settings.shared, _open.enter_context(build_server(settings.shared)))


def one(name: str, seed: int) -> tuple[str, int, Outcome]:
    """Check one program, in a folder that is left only if it fails."""
    (devices,) = _devices
    folder = devices.environment.shared / f"{name}_{seed}"
    shutil.rmtree(folder, ignore_errors=True)  # from another run that has kept it
    folder.mkdir()
    outcome = check(name, seed, devices, folder)
    if outcome.fault is None:
        shutil.rmtree(folder, ignore_errors=True)
    return name, seed, outcome


def outcomes(
    settings: Settings, kinds: Sequence[str], seeds: range, jobs: int
) -> Iterator[tuple[str, int, Outcome]]:
    """What comes of all programs, in the order in which they end."""
    share_library(settings.shared / "cache")
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=start, initargs=(settings,)) as pool:
        waiting = [pool.submit(one, name, seed) for seed in seeds for name in kinds]
        for each in as_completed(waiting):
            yield each.result()


def line(name: str, seed: int, outcome: Outcome, settings: Settings) -> str:
    """What a program's fault is, and how to repeat it."""
    words = f"--kinds {name} --seeds {seed} --devices {','.join(settings.devices)} --loader {settings.loader}"
    message = " ".join((outcome.fault or "").split())
    return f"{name} {seed}: {outcome.sort}: {message[:300]}  [python -m tests.random_run {words}]"


def table(totals: Mapping[str, Counter[str]]) -> str:
    """One row for each kind, and one for all."""
    whole = sum(totals.values(), Counter[str]())
    rows: list[tuple[str, Sequence[str]]] = [("kind", COLUMNS)]
    for name, row in (*sorted(totals.items()), ("all", whole)):
        rows.append((name, [str(row[column]) for column in COLUMNS]))
    return "\n".join("  ".join([f"{name:<12}", *(f"{cell:>11}" for cell in cells)]) for name, cells in rows)


def run(settings: Settings, kinds: Sequence[str], seeds: range, jobs: int, out: Path | None) -> int:
    """Check the programs; returns how many have failed."""
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    whole: list[str] = []
    failed = 0
    for number, (name, seed, outcome) in enumerate(outcomes(settings, kinds, seeds, jobs), start=1):
        totals[name] += Counter(programs=1, loops=outcome.loops, offloaded=outcome.offloaded)
        if outcome.fault is not None:
            failed += 1
            totals[name][f"{outcome.sort}s"] += 1
            print(line(name, seed, outcome, settings), flush=True)
            whole.append(f"{line(name, seed, outcome, settings)}\n{outcome.fault}\n")
        if number % 50 == 0:
            print(f"{number} programs, {failed} failed", file=sys.stderr, flush=True)
    print(table(totals))
    if out is not None:
        out.write_text("\n".join([*whole, table(totals), ""]), encoding="utf-8")
    return failed


def seeds_of(text: str) -> range:
    """`7`, or `100:300` for 100 to 299."""
    first, _, last = text.partition(":")
    return range(int(first), int(last) if last else int(first) + 1)


def kinds_of(text: str) -> list[str]:
    """`all`, or some names with commas between."""
    return _known(text, KINDS) if text != "all" else list(KINDS)


def devices_of(text: str) -> list[str]:
    """Some of cpu, opencl, fake."""
    return _known(text, DEVICES)


def _known(text: str, names: Mapping[str, object]) -> list[str]:
    found = text.split(",")
    if unknown := [name for name in found if name not in names]:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)} is none of {', '.join(names)}")
    return found


def _default_loader() -> str:
    try:
        ctypes.CDLL(SYSTEM)
    except OSError:
        return "pocl"
    return SYSTEM


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_run", description="Check many random programs.")
    loader = _default_loader()
    parser.add_argument("--kinds", type=kinds_of, default=list(KINDS), help="all (default), or some: nests,calls")
    parser.add_argument("--seeds", type=seeds_of, default=range(10), help="one, or FIRST:LAST without the last")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at once; default: all cores")
    parser.add_argument("--devices", type=devices_of, default=list(DEVICES), help="default: cpu,opencl,fake")
    parser.add_argument("--loader", default=loader, help=f"pocl, or an OpenCL library; default here: {loader}")
    parser.add_argument("--out", type=Path, help="write the faults and the table to this file")
    parser.add_argument("--keep", type=Path, help="leave failing programs in this folder")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        shared = Path(chosen.keep or scratch).absolute()
        shared.mkdir(parents=True, exist_ok=True)
        settings = Settings(shared, chosen.loader, chosen.devices)
        return int(run(settings, chosen.kinds, chosen.seeds, chosen.jobs, chosen.out) > 0)


if __name__ == "__main__":
    sys.exit(main())
