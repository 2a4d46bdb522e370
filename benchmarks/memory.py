"""Device memory of each NPB program, beside what the program itself takes on the host.

Usage: `python -m benchmarks.memory [--programs is,cg] [--classes W,A] [-o FILE]`.  Each program runs with OpenCL
forced.  `host` is the largest resident set of the sequential program; what the device held when it held most
comes from the run's profile: copies of arrays, the states of virtual threads, and what the library needs itself.
`ratio` is all but the states, over the host's.  Where a device shares the host's memory, copies are the arrays.
The smallest number for a host is that of the interpreter that starts the program, some 12 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness.options import words
from benchmarks.programs import NPB_NAMES, compile_command, npb

MAPPER = (sys.executable, "-m", "mapper", "compile")
MEGABYTE = 1e6


@dataclass(frozen=True)
class Held:
    """Bytes: the program on the host, and the device's copies, states and all else."""

    host: int
    arrays: int
    states: int
    other: int

    @property
    def ratio(self) -> float:
        """Device memory but the states, over the host's."""
        return (self.arrays + self.other) / self.host


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one row for each program and class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=words(NPB_NAMES), default=NPB_NAMES)
    parser.add_argument("--classes", type=words(tuple("SWABC")), default=("W",))
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args(arguments)
    lines = [f"{'program':<10} {'host MB':>10} {'arrays MB':>10} {'states MB':>10} {'else MB':>10} {'ratio':>6}"]
    with tempfile.TemporaryDirectory() as folder:
        for name in given.programs:
            for size_class in given.classes:
                held = measure(name, size_class, Path(folder))
                sizes = " ".join(
                    f"{each / MEGABYTE:>10.2f}" for each in (held.host, held.arrays, held.states, held.other)
                )
                lines.append(f"{name}.{size_class:<{9 - len(name)}} {sizes} {held.ratio:>6.2f}")
    text = "\n".join(lines) + "\n"
    if given.output is not None:
        given.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def measure(name: str, size_class: str, folder: Path) -> Held:
    """Build and run one program sequentially and on the device; raises `CalledProcessError` where that fails."""
    program = npb(name, size_class)
    plain, mapped = folder / f"{name}.plain", folder / f"{name}.mapped"
    subprocess.run(compile_command(("cc", "-fno-openmp"), program, plain), check=True, capture_output=True)
    subprocess.run(compile_command(MAPPER, program, mapped), check=True, capture_output=True)
    host = largest_resident(plain)
    profile = folder / "profile.json"
    environment = {**os.environ, "MAPPER_DEVICE": "opencl", "MAPPER_PROFILE": str(profile)}
    subprocess.run([mapped], check=True, capture_output=True, env=environment)
    memory = json.loads(profile.read_text(encoding="utf-8"))["memory"]
    return Held(host, memory["arrays"], memory["states"], memory["other"])


def largest_resident(executable: Path) -> int:
    """The largest resident set of a run, in bytes."""
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(executable)], check=True, capture_output=True, text=True
    )
    return int(done.stdout) * 1024


if __name__ == "__main__":
    sys.exit(main())
