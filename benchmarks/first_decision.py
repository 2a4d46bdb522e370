"""What the first decision of a process takes, in NPB programs: from the first feature's computation to the answer.

Usage: `python -m benchmarks.first_decision [--programs BT,MG --classes S --runs 20]`.  Emitted programs get a call
of a clock before each computation of features, and one behind each answer (`runtime/first.c`).  The table has
microseconds of a process's first decision (least, median, worst), its page faults, the slowest of all later
decisions, all decisions of a process together, and their number; the last column is what reading the clock takes,
which is in all of them.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import options
from benchmarks.programs import HERE, NPB_NAMES, Program, compile_command, header_folder, npb

PROGRAMS = tuple(name.upper() for name in NPB_NAMES)
CLASSES = ("S", "W", "A", "B", "C")
EMIT = (sys.executable, "-m", "mapper", "compile", "--emit", "c")
MARK, CALL = "const double __mrt_f[] = {", "extern void mrt_watch(void); mrt_watch();\n  "
"""Where features begin to be computed in emitted text, and what is put before."""


@dataclass(frozen=True)
class Taken:
    """One process: microseconds of its first decision, of the slowest of the others, of all, and of the clock."""

    first: float
    faults: int
    slowest: float
    everything: float
    decisions: int
    clock: float


def emit(program: Program, folder: Path, flags: Sequence[str] = ()) -> None:
    """Translate a program and put the clock's calls into its text; raises `RuntimeError` where that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        compile_command(EMIT, program, folder, *flags), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{program.name}: {done.stderr}")
    found = 0
    for path in folder.glob("*.mapper.c"):
        text = path.read_text(encoding="utf-8")
        found += text.count(MARK)
        path.write_text(text.replace(MARK, CALL + MARK), encoding="utf-8")
    if not found:
        raise RuntimeError(f"{program.name}: no region's features are in the emitted text")


def build(program: Program, folder: Path) -> Path:
    """Compile what `emit` gave, and its run-time library."""
    output = folder / "program"
    header = header_folder(program, folder.parent)
    includes = [
        folder,
        HERE / "runtime",
        *(HERE / name for name in program.includes),
        *([header] if header else []),
    ]
    own = {path.parent for path in map(Path, program.sources)}
    command = ["gcc", "-std=gnu11", "-O3", "-fopenmp", *(f"-I{place}" for place in includes)]
    command += [f"-I{HERE / place}" for place in sorted(own)]
    files = sorted(folder.glob("*.c"), key=lambda path: (not path.name.endswith(".mapper.c"), path.name))
    command += [*map(str, files), str(HERE / "runtime" / "first.c")]  # constructors run in this order
    subprocess.run([*command, "-Wl,--wrap=__mrt_enter", "-o", str(output), "-ldl", "-lm"], check=True)
    return output


def measure(executable: Path, runs: int) -> list[Taken]:
    """Run a program so often, each time as a new process that decides by itself."""
    said = executable.with_name("taken.txt")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAPPER_")}
    found = []
    for _ in range(runs):
        said.unlink(missing_ok=True)
        subprocess.run(
            [executable], env={**environment, "FIRST_DECISION": str(said)}, capture_output=True, check=True
        )
        first, faults, slowest, everything, count, clock = map(float, said.read_text(encoding="utf-8").split())
        found.append(Taken(first / 1e3, int(faults), slowest / 1e3, everything / 1e3, int(count), clock / 1e3))
    return found


def line(name: str, taken: Sequence[Taken]) -> str:
    """One row of the table."""
    first = [each.first for each in taken]
    numbers = (min(first), statistics.median(first), max(first))
    rest = (max(each.slowest for each in taken), statistics.median(each.everything for each in taken))
    return (
        f"{name:<9}"
        + "".join(f"{value:9.2f}" for value in numbers)
        + f"{statistics.median(each.faults for each in taken):8.0f}"
        + "".join(f"{value:10.2f}" for value in rest)
        + f"{taken[0].decisions:8d}"
        + f"{min(each.clock for each in taken):8.2f}"
    )


HEAD = (
    f"{'':<9}{'least':>9}{'median':>9}{'worst':>9}{'faults':>8}{'later':>10}{'all':>10}{'number':>8}{'clock':>8}"
)


def main() -> int:
    """Translate, build, run, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=options.words(PROGRAMS), default=list(PROGRAMS), help="BT,MG,... (all)")
    parser.add_argument("--classes", type=options.words(CLASSES), default=["S"], help="S,W,... (S)")
    parser.add_argument("--runs", type=int, default=20, help="processes of each program (20)")
    parser.add_argument("--flags", type=shlex.split, default=[], metavar="'--platform NAME'", help="for mapper")
    parser.add_argument("--jobs", type=int, default=1, help="builds at a time (1)")
    parser.add_argument("--work", type=Path, default=Path("build/first"), help="where programs are built")
    parser.add_argument("--emit-only", action="store_true", help="translate, to be built and run elsewhere")
    parser.add_argument("--emitted", action="store_true", help="take translated programs that are in --work")
    chosen = parser.parse_args()
    programs = [npb(name.lower(), size) for size in chosen.classes for name in chosen.programs]

    def made(program: Program) -> Path | None:
        folder = chosen.work / program.name
        if not chosen.emitted:
            emit(program, folder, chosen.flags)
        return None if chosen.emit_only else build(program, folder)

    with ThreadPoolExecutor(chosen.jobs) as pool:
        executables = list(pool.map(made, programs))
    print("microseconds of a process's first decision, of the slowest later one, and of all together")
    print(HEAD)
    for program, executable in zip(programs, executables, strict=True):
        if executable is not None:
            print(line(program.name.upper(), measure(executable, chosen.runs)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
