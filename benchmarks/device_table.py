"""The table of sequential, OpenMP, OpenCL and mapped times on one machine, from small sizes to large ones.

Two steps, so that the machine with the device needs neither mapper nor any package:

    python -m benchmarks.device_table emit WORK [--model FILE] [--cases small|all]
    python3 -m benchmarks.device_table measure WORK --csv FILE [--threads 16] [--cases small|all] [--versions ...]

`emit` translates every program into the folder WORK; `measure` needs gcc and Python's standard library: it builds
the four versions there, runs all cases, checks that the results agree, and prints a table.  Each row is in FILE as
soon as it is measured, and rows that are there already are not measured again.  Exit status 1: results differ.
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
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
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
COLUMNS = ("program", "size", "version", "seconds", "checksum", "right", "on_device", "said")
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


def build_all(cases: Collection[Case], work: Path) -> dict[str, dict[str, Path]]:
    """Build the programs of some cases beside each other; their versions by name."""
    with ThreadPoolExecutor() as pool:
        begun = {name: pool.submit(build, each, work) for name, each in programs(tuple(cases)).items()}
        return {name: building.result() for name, building in begun.items()}


def key_of(case: Case) -> tuple[str, str]:
    """What rows call a case."""
    return case.program.name, case.size


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


def device_share(case: Case, executable: Path, variables: Mapping[str, str], profile: Path) -> str:
    """Where the regions of a mapped run went, by a run of its own: `3 of 5 regions`; profiling costs time."""
    profile.unlink(missing_ok=True)
    run(executable, case.arguments, {**variables, "MAPPER_PROFILE": str(profile)})
    if not profile.exists():
        return "no region"
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    used = sum(1 for region in regions if region["opencl"]["calls"])
    return f"{used} of {len(regions)} regions"


def measure_one(
    case: Case, version: str, built: Mapping[str, Path], threads: int, reference: float | None
) -> dict[str, str]:
    """Run one version of one case; returns its row.

    Args:
        case: what to run.
        version: one of `VERSIONS`.
        built: the executables of the case's program, by version.
        threads: OpenMP's threads.
        reference: the checksum of the sequential version, None for the sequential version itself.
    """
    variables = environment(version, threads)
    result = best(case, built[version], variables)
    right = result.verified
    if right is None:
        right = reference is None or math.isclose(result.checksum, reference, rel_tol=CHECKSUM_TOLERANCE)
    profile = built[version].with_suffix(".profile.json")
    return {
        "program": case.program.name,
        "size": case.size,
        "version": version,
        "seconds": str(result.seconds),
        "checksum": repr(result.checksum),
        "right": str(right),
        "on_device": device_share(case, built[version], variables, profile) if version == "mapped" else "",
        "said": result.said.replace("\n", " "),
    }


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


def read_rows(path: Path) -> dict[tuple[str, str, str], dict[str, str]]:
    """The rows of an earlier run by program, size and version; none where there is no file."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {(row["program"], row["size"], row["version"]): row for row in rows}


def write_rows(path: Path, threads: int, rows: Iterable[Mapping[str, str]]) -> None:
    """Write all rows, headed by what the machine is; a reader never sees half a file."""
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {line}\n" for line in describe(threads))
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    part.replace(path)


def table_row(case: Case, rows: Mapping[str, Mapping[str, str]]) -> str:
    """One line of the printed table."""
    cells = []
    for version in VERSIONS:
        row = rows.get(version)
        mark = " " if row is None else "!" if row["right"] != "True" else "*" if row["said"] else " "
        cells.append(f"{'-':>11} " if row is None else f"{float(row['seconds']):>11.4f}{mark}")
    share = rows["mapped"]["on_device"] if "mapped" in rows else ""
    return f"{case.program.name:<10} {case.size:>12} {''.join(cells)}  {share}"


def measure(work: Path, cases: tuple[Case, ...], threads: int, output: Path, versions: Collection[str]) -> int:
    """Build what is missing, run what has no row yet, and print everything; returns the exit status."""
    print("\n".join(describe(threads)) + "\n")
    headings = "".join(f"{version:>11} " for version in VERSIONS)
    print(f"{'program':<10} {'size':>12} {headings}  mapped: on OpenCL")
    rows = read_rows(output)
    built = build_all(
        [case for case in cases if any((*key_of(case), each) not in rows for each in versions)], work
    )
    for case in cases:
        name = case.program.name
        for version in VERSIONS:
            key = (*key_of(case), version)
            if version not in versions or key in rows:
                continue
            plain = rows.get((*key_of(case), "sequential"))
            if plain is None and version != "sequential":
                print(f"device_table: {name} {case.size}: measure the sequential version first", file=sys.stderr)
                return 2
            reference = float(plain["checksum"]) if plain else None
            rows[key] = measure_one(case, version, built[name], threads, reference)
            write_rows(output, threads, rows.values())
        measured = {version: rows[key] for version in VERSIONS if (key := (*key_of(case), version)) in rows}
        print(table_row(case, measured), flush=True)
    print("\nseconds; ! marks a result that is not right, * a run that said something on standard error:")
    print("\n".join(sorted({f"* {row['said']}" for row in rows.values() if row["said"]})))
    return 0 if all(row["right"] == "True" for row in rows.values()) else 1


def main() -> int:
    """Read the command line and do one step."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("step", choices=["emit", "measure"])
    parser.add_argument("work", type=Path, help="the folder for what is made")
    parser.add_argument("--cases", choices=sorted(CASES), default="all")
    parser.add_argument("--model", type=Path, help="emit: the decision tree to embed")
    parser.add_argument("--threads", type=int, default=16, help="measure: OpenMP's threads (default 16)")
    parser.add_argument("--csv", type=Path, help="measure: the rows (default: table.csv in the folder)")
    parser.add_argument("--versions", default=",".join(VERSIONS), help="measure: which (default: all)")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    cases = CASES[arguments.cases]
    if arguments.step == "emit":
        emit(arguments.work, cases, arguments.model)
        return 0
    versions = arguments.versions.split(",")
    if unknown := set(versions) - set(VERSIONS):
        parser.error(f"no such version: {', '.join(sorted(unknown))} (there are {', '.join(VERSIONS)})")
    output = arguments.csv or arguments.work / "table.csv"
    return measure(arguments.work, cases, arguments.threads, output, versions)


if __name__ == "__main__":
    sys.exit(main())
