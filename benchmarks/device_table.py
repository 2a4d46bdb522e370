"""The table of sequential, OpenMP, OpenCL and mapped times on one machine, from small sizes to large ones.

Two steps, so that the machine with the device needs neither mapper nor any package:

    python -m benchmarks.device_table emit WORK [--model FILE] [--cases small|all]
    python3 -m benchmarks.device_table measure WORK [--threads 16] [--csv FILE] [--cases small|all]

`emit` translates every program into the folder WORK; `measure` needs gcc and Python's standard library: it builds
the four versions there, runs all cases, checks that the results agree, and prints a table.  Exit status 1: results
differ, or a program fails.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.programs import (
    CHECKSUM_TOLERANCE,
    HERE,
    Case,
    Program,
    Result,
    compile_command,
    header_folder,
    kernel,
    npb,
    run,
)

SMALL = (
    Case(npb("cg", "S")),
    Case(npb("cg", "W")),
    kernel("jacobi2d", 200, 100),
    kernel("jacobi2d", 1000, 100),
    kernel("nbody", 500, 10),
    kernel("nbody", 4000, 5),
    kernel("matmul", 100),
    kernel("matmul", 500),
)
LARGE = (
    Case(npb("cg", "A")),
    Case(npb("cg", "B")),
    kernel("jacobi2d", 4000, 100),
    kernel("jacobi2d", 10000, 20),
    kernel("nbody", 20000, 5),
    kernel("matmul", 1000),
    kernel("matmul", 2000),
)
CASES: Mapping[str, tuple[Case, ...]] = {"small": SMALL, "all": SMALL + LARGE}
VERSIONS = ("sequential", "openmp", "opencl", "mapped")
SHORT = 1.0  # seconds: shorter runs are repeated, and the least counts
REPEAT = 3


def programs(cases: tuple[Case, ...]) -> dict[str, Program]:
    """The different programs of some cases, by name."""
    return {case.program.name: case.program for case in cases}


def emit(work: Path, cases: tuple[Case, ...], model: Path | None) -> None:
    """Translate each program into a folder of its own, with the run-time library beside it."""
    chosen = ["--model", str(model)] if model else []
    for name, program in programs(cases).items():
        folder = work / f"{name}.emitted"
        folder.mkdir(parents=True, exist_ok=True)
        command = compile_command(
            [sys.executable, "-m", "mapper", "compile"], program, folder, "--emit", "c", *chosen
        )
        command.remove("-lm")
        subprocess.run(command, check=True)


def build(program: Program, work: Path) -> dict[str, Path]:
    """Build the versions of one program with gcc: sequential, OpenMP, and the emitted one."""
    built = {version: work / f"{program.name}.{version}" for version in ("sequential", "openmp", "mapped")}
    plain = ["-Wno-unknown-pragmas"]
    subprocess.run(compile_command(["gcc"], program, built["sequential"], *plain, "-fno-openmp"), check=True)
    subprocess.run(compile_command(["gcc"], program, built["openmp"], "-fopenmp"), check=True)
    emitted = work / f"{program.name}.emitted"
    header = header_folder(program, work)
    includes = [HERE / folder for folder in program.includes] + ([header] if header else [])
    places = {(HERE / source).parent for source in program.sources}
    subprocess.run(
        [
            *("gcc", "-std=gnu11", "-O3", "-fopenmp", "-pthread"),
            *(f"-I{folder}" for folder in includes),
            *(word for place in sorted(places) for word in ("-iquote", str(place))),
            *(str(path) for path in sorted(emitted.glob("*.c"))),
            *("-o", str(built["mapped"]), "-ldl", "-lpthread", "-lm"),
        ],
        check=True,
    )
    built["opencl"] = built["mapped"]
    return built


def environment(version: str, threads: int) -> dict[str, str]:
    """The environment of one run."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MAPPER_DEVICE")}
    variables["OMP_NUM_THREADS"] = str(threads)
    if version in ("opencl", "mapped"):
        variables["MAPPER_DEVICE"] = "opencl" if version == "opencl" else "auto"
    return variables


def best(case: Case, executable: Path, variables: Mapping[str, str]) -> Result:
    """The fastest of a few runs; long runs aren't repeated."""
    results = [run(executable, case.arguments, variables)]
    while len(results) < REPEAT and results[0].seconds < SHORT:
        results.append(run(executable, case.arguments, variables))
    return min(results, key=lambda result: result.seconds)


def agrees(result: Result, reference: Result) -> bool:
    """Whether a result is right: verified by the program itself, or near the sequential one."""
    if result.verified is not None:
        return result.verified
    return math.isclose(result.checksum, reference.checksum, rel_tol=CHECKSUM_TOLERANCE)


def device_share(case: Case, executable: Path, variables: Mapping[str, str], profile: Path) -> str:
    """Where the regions of a mapped run went, by a run of its own: `3 of 5 regions`; profiling costs time."""
    profile.unlink(missing_ok=True)
    run(executable, case.arguments, {**variables, "MAPPER_PROFILE": str(profile)})
    if not profile.exists():
        return "no region"
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    used = sum(1 for region in regions if region["opencl"]["calls"])
    return f"{used} of {len(regions)} regions"


def measure_case(case: Case, built: Mapping[str, Path], work: Path, threads: int) -> list[dict[str, object]]:
    """Run all versions of one case; returns a row for each."""
    rows: list[dict[str, object]] = []
    results: dict[str, Result] = {}
    for version in VERSIONS:
        variables = environment(version, threads)
        result = best(case, built[version], variables)
        results[version] = result
        share = ""
        if version == "mapped":
            share = device_share(case, built[version], variables, work / f"{case.program.name}.profile.json")
        rows.append(
            {
                "program": case.program.name,
                "size": case.size,
                "version": version,
                "seconds": result.seconds,
                "checksum": repr(result.checksum),
                "right": agrees(result, results["sequential"]),
                "on_device": share,
                "said": result.said.replace("\n", " "),
            }
        )
    return rows


def describe(threads: int) -> list[str]:
    """What the machine is, a line each."""
    lines = [f"system: {platform.system()} {platform.machine()}", f"threads: {threads}"]
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [row.partition(":")[2].strip() for row in cpuinfo.read_text().splitlines() if "model name" in row]
        lines.insert(0, f"processor: {names[0] if names else 'unknown'}, {os.cpu_count()} threads")
    for label, command in (
        ("compiler", ["gcc", "--version"]),
        ("gpu", ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]),
    ):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        lines.append(f"{label}: {done.stdout.splitlines()[0].strip()}")
    return lines


def table_row(rows: list[dict[str, object]]) -> str:
    """One line of the printed table."""
    first = rows[0]
    marks = (f"{row['seconds']:>11.4f}{'!' if not row['right'] else '*' if row['said'] else ' '}" for row in rows)
    return f"{first['program']!s:<10} {first['size']!s:>12} {''.join(marks)}  {rows[-1]['on_device']}"


def measure(work: Path, cases: tuple[Case, ...], threads: int, output: Path | None) -> int:
    """Build, run and print everything; returns the exit status."""
    print("\n".join(describe(threads)) + "\n")
    headings = "".join(f"{version:>11} " for version in VERSIONS)
    print(f"{'program':<10} {'size':>12} {headings}  mapped: on OpenCL")
    built = {name: build(program, work) for name, program in programs(cases).items()}
    rows: list[dict[str, object]] = []
    for case in cases:
        measured = measure_case(case, built[case.program.name], work, threads)
        rows += measured
        print(table_row(measured), flush=True)
    print("\nseconds; ! marks a result that is not right, * a run that said something on standard error:")
    print("\n".join(sorted({f"* {row['said']}" for row in rows if row["said"]})))
    if output is not None:
        with output.open("w", encoding="utf-8", newline="") as file:
            file.writelines(f"# {line}\n" for line in describe(threads))
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return 0 if all(row["right"] for row in rows) else 1


def main() -> int:
    """Read the command line and do one step."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("step", choices=["emit", "measure"])
    parser.add_argument("work", type=Path, help="the folder for what is made")
    parser.add_argument("--cases", choices=sorted(CASES), default="all")
    parser.add_argument("--model", type=Path, help="emit: the decision tree to embed")
    parser.add_argument("--threads", type=int, default=16, help="measure: OpenMP's threads (default 16)")
    parser.add_argument("--csv", type=Path, help="measure: also write the rows to this file")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    cases = CASES[arguments.cases]
    if arguments.step == "emit":
        emit(arguments.work, cases, arguments.model)
        return 0
    return measure(arguments.work, cases, arguments.threads, arguments.csv)


if __name__ == "__main__":
    sys.exit(main())
