"""The command: which programs there are, and the table of what became of them."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.harness.build import COMPILER, execute
from tests.harness.examples import ROOT
from tests.harness.library import header_flags
from tests.harness.opencl import make_environment
from tests.peers.directives import wanted
from tests.peers.trial import Bench, Trial, tried


def main() -> int:
    """Try all programs; 1 where one differs from gcc's."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="where the programs are")
    parser.add_argument("--match", default="*.c", help="the names of programs (default: *.c)")
    parser.add_argument("--flags", default="", help="more options for the compilers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many run at a time")
    arguments = parser.parse_args()
    programs = [(folder, path) for folder in arguments.folders for path in sorted(folder.rglob(arguments.match))]
    if not programs:
        print(f"no {arguments.match} in {', '.join(map(str, arguments.folders))}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        bench = _bench(Path(scratch), arguments.flags.split())

        def one(program: tuple[Path, Path]) -> Trial:
            folder, path = program
            result = tried(bench, str(path.relative_to(folder)), path, wanted(path))
            print(_line(result), flush=True)
            return result

        with ThreadPoolExecutor(arguments.jobs) as pool:
            results = list(pool.map(one, programs))
    print()
    print("\n".join(_summary(results)))
    return int(any(result.different for result in results))


def _bench(scratch: Path, flags: Sequence[str]) -> Bench:
    environment = make_environment(scratch)
    fake = scratch / "libfake.so"
    source = ROOT / "tests" / "runtime" / "fake_opencl.c"
    options = ["-std=gnu11", "-O1", "-shared", "-fPIC", *header_flags()]
    execute([COMPILER, *options, source, "-o", fake, "-ldl", "-lm", "-pthread"], os.environ)
    devices = {
        "cpu": environment.on("cpu"),
        "opencl": environment.on("opencl", MAPPER_INFO="1"),
        "separate": environment.on_discrete("opencl", fake) | {"MAPPER_LANES": "1"},
        "lanes": environment.on_discrete("opencl", fake) | {"MAPPER_LANES": "4"},
    }
    return Bench(environment, devices, flags)


def _line(result: Trial) -> str:
    if result.skipped:
        return f"{result.name}: not tried: {result.skipped}"
    kept = " ".join(f"{code}*{number}" for code, number in sorted(result.codes.items()))
    verdict = "; ".join(result.different) or "same"
    loops = f"{result.offloadable}/{result.loops} loops, {result.regions} regions on OpenCL"
    return f"{result.name}: {verdict} ({', '.join(filter(None, (loops, kept, result.left)))})"


def _summary(results: Iterable[Trial]) -> list[str]:
    """The table, as lines: how many programs there are of each kind."""
    results = list(results)
    ran = [result for result in results if result.skipped is None]
    rows = [
        (len(results), "programs"),
        *(
            (number, f"not tried: {why}")
            for why, number in Counter(r.skipped for r in results if r.skipped).items()
        ),
        (len(ran), "built and run with gcc"),
        (sum(result.left is not None for result in ran), "left as gcc made them"),
        (sum(result.loops > 0 for result in ran), "with parallel loops"),
        (sum(result.offloadable > 0 for result in ran), "with a loop for the device"),
        (sum(result.regions > 0 for result in ran), "that ran a region on OpenCL"),
        (sum("I001" in result.codes for result in ran), "with a fault of mapper's own (I001)"),
        (sum(bool(result.different) for result in ran), "that differ from gcc's program"),
    ]
    return [f"{number:6}  {what}" for number, what in rows]


if __name__ == "__main__":
    sys.exit(main())
