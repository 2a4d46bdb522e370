"""Builds example programs and runs them.  Test processes share a folder, in which each program is built once."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mapper.features import schema
from mapper.model.document import dumps
from mapper.model.tree import RELAYOUT_FEATURES, Leaf, Model, Relayout, Split
from tests.harness.examples import Example
from tests.harness.mapper import run_mapper

COMPILER = os.environ.get("CC", "gcc")
SECONDS = 500  # no program or compilation takes nearly as long, however busy the machine is

# A tree that sends about every second region of the examples to the device, so that data go to and fro.
BY_SIZE = Split(schema.NAMES.index("items"), 60.5, Leaf(-1.0), Leaf(1.0))
# One that uses copies of arrays in another order for 1.5 accesses of each element.
BY_USES = Relayout(Split(RELAYOUT_FEATURES.index("uses"), 1.5, Leaf(-1.0), Leaf(1.0)))
MIXED = Model("mixed", (Split(schema.NAMES.index("startup"), 0.5, BY_SIZE, Leaf(1.0)),), relayout=BY_USES)


@dataclass(frozen=True)
class Built:
    """A program as mapper compiled it: `offloadable` are the ids of its loops with a device version.

    `ordered`: devices with memory of their own have some array in another order.
    """

    executable: Path
    offloadable: tuple[str, ...]
    kept: tuple[str, ...]
    ordered: bool


_NOT_LAUNCHED = re.compile(r"mapper: \w+: not launched: .*; it runs on the CPU with OpenMP")


def execute(
    command: Sequence[str | Path], environment: Mapping[str, str], but: re.Pattern[str] | None = None
) -> str:
    """Run a command that must succeed and say nothing on standard error, but that loops were not launched.

    Lines that match `but` may be there, too.  Returns its output.
    """
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    expected = [_NOT_LAUNCHED] if but is None else [_NOT_LAUNCHED, but]
    said = [line for line in done.stderr.splitlines() if not any(each.fullmatch(line) for each in expected)]
    assert (done.returncode, said) == (0, []), f"{command}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


def once(target: Path, make: Callable[[], None]) -> Path:
    """Make a file, unless this or another test process has made it already; returns its path."""
    with target.with_name(target.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            make()
    return target


def sequential_output(example: Example, folder: Path, *flags: str) -> str:
    """What the program prints when a compiler that doesn't know OpenMP builds it, with more flags."""
    output = folder / f"{_stem(example, flags)}.expected"

    def make() -> None:
        executable = output.with_suffix(".sequential")
        options = [*example.flags, *flags, "-fno-openmp", "-O1"]
        execute([COMPILER, *options, *example.sources, "-o", executable, "-lm"], os.environ)
        output.write_text(execute([executable], os.environ), encoding="utf-8")

    return once(output, make).read_text(encoding="utf-8")


def mapped(example: Example, folder: Path, cache_directory: str, *flags: str) -> Built:
    """Compile a program with `mapper compile` and read its report; more flags make another program."""
    executable = folder / _stem(example, flags)
    report = executable.with_suffix(".report")
    outcome = executable.with_suffix(".outcome")

    def make() -> None:
        model = executable.with_suffix(".model")
        model.write_text(dumps(MIXED), encoding="utf-8")
        command: list[str | Path] = ["compile", *example.flags, *flags, "-O1", "--model", model]
        command += ["--report", report, *example.sources, "-o", executable, "-lm"]
        variables = {**os.environ, "MAPPER_CACHE_DIR": cache_directory, "CC": COMPILER}
        variables["MAPPER_STRICT"] = str(int(example.strict))
        done = run_mapper(*command, environment=variables)
        said = [line for line in done.stderr.splitlines() if done.returncode or not line.startswith("mapper: ")]
        outcome.write_text("\n".join(said), encoding="utf-8")

    said = once(outcome, make).read_text(encoding="utf-8")
    assert said == "", said
    loops = json.loads(report.read_text(encoding="utf-8"))["loops"]
    return Built(
        executable,
        tuple(loop["id"] for loop in loops if loop["offloadable"]),
        tuple(sorted(loop["kept"]["code"] for loop in loops if not loop["offloadable"])),
        any(each["name"] == "layout" and each["did"] for loop in loops for each in loop.get("transforms", ())),
    )


def _stem(example: Example, flags: Sequence[str]) -> str:
    return "".join([example.name, *(flag.replace("=", "") for flag in flags)])
