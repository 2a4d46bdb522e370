"""Whether the random program of a seed prints the same by gcc alone and, as mapper compiles it, on each device."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.grammar import program
from tests.harness.opencl import Environment
from tests.harness.random_kinds import CPU, DISCRETE, KINDS, OPENCL, Kind

DEVICES = {"cpu": CPU, "opencl": OPENCL, "fake": DISCRETE}
"""`fake` is the OpenCL device as one with memory of its own."""


@dataclass(frozen=True)
class Devices:
    """What mapped programs run on: `names` are some of `DEVICES`, `fake` is the library for that device."""

    environment: Environment
    fake: Path
    names: Sequence[str] = tuple(DEVICES)

    def runs(self, kind: Kind) -> Iterator[tuple[str, Mapping[str, str]]]:
        """A kind's runs on these devices, and one where it has none for a device: a text, and the variables."""
        own = [(run, device_of(run)) for run in kind.runs]
        others = [(run, name) for name, run in DEVICES.items() if name not in {device for _, device in own}]
        for run, device in (*own, *others):
            if device in self.names:
                more = {key: value for key, value in run.items() if key not in ("MAPPER_DEVICE", "SEPARATE")}
                label = " ".join([device, *(f"{key}={value}" for key, value in more.items())])
                yield label, self._variables(run) | more

    def _variables(self, run: Mapping[str, str]) -> dict[str, str]:
        device = run["MAPPER_DEVICE"]
        if "SEPARATE" in run:
            return self.environment.on_discrete(device, self.fake)
        return self.environment.on(device)


def device_of(run: Mapping[str, str]) -> str:
    """The name in `DEVICES` of the device of a run."""
    return "fake" if "SEPARATE" in run else run["MAPPER_DEVICE"]


@dataclass
class Outcome:
    """What came of a program: how many loops it has, those with a device version, the first fault.

    `fault` is None if there is none.  `sort` is `difference` if an output differs, `form` if the program does not
    have what its kind is about, and otherwise `failure`.  `runs` are the runs that it was made for.
    """

    loops: int = 0
    offloaded: int = 0
    fault: str | None = None
    sort: str | None = None
    runs: list[str] = field(default_factory=list)


def check(name: str, seed: int, devices: Devices, folder: Path) -> Outcome:
    """Build the program of a seed in a folder, as mapper's options for it say, and run it on the devices."""
    kind, outcome = KINDS[name], Outcome()
    source = folder / f"{name}_{seed}.c"
    source.write_text(program(name, seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=tuple(kind.flags))
    outcome.sort = "failure"
    try:
        expected = sequential_output(example, folder)
        for options in kind.options(seed):
            _run_all(kind, example, options, devices, expected, outcome)
            if outcome.fault:
                return outcome
    except (AssertionError, subprocess.SubprocessError, OSError, ValueError) as error:
        outcome.fault = str(error)
        return outcome
    outcome.sort = None
    return outcome


def _run_all(
    kind: Kind, example: Example, options: Sequence[str], devices: Devices, expected: str, outcome: Outcome
) -> None:
    """Build a program with some options, and note its first fault in any run."""
    folder = example.sources[0].parent
    built = mapped(example, folder, devices.environment.variables["MAPPER_CACHE_DIR"], *options)
    loops = json.loads(built.executable.with_suffix(".report").read_text(encoding="utf-8"))["loops"]
    outcome.loops, outcome.offloaded = len(loops), len(built.offloadable)
    profile = built.executable.with_suffix(".profile")
    launched: list[str] = []
    for label, variables in devices.runs(kind):
        said = " ".join(["mapper", *options, "on", label])
        outcome.runs.append(said)
        actual = execute([built.executable], {**variables, "MAPPER_PROFILE": str(profile)})
        if message := difference(expected, actual, kind.relative):
            outcome.sort, outcome.fault = "difference", f"{said}: {message}"
            return
        if label == "opencl" and kind.launched:
            launched = _launched(json.loads(profile.read_text(encoding="utf-8")))
    if options:
        return
    if not kind.shows(loops):
        outcome.sort, outcome.fault = "form", "no loop has what the kind is about"
    elif kind.launched and "opencl" in devices.names and not any(kind.launched in each for each in launched):
        outcome.sort, outcome.fault = "form", f"no loop with {kind.launched} in its name was launched"


def _launched(profile: Mapping[str, Any]) -> list[str]:
    """The ids of the loops that a run has launched."""
    return [loop["id"] for region in profile["regions"] for loop in region["loops"] if loop["launches"]]
