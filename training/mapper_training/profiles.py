"""What a document of MAPPER_PROFILE says about times, and rows out of documents of real runs."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd

from mapper.diagnostics import Location, fail
from mapper.features import schema

Key = tuple[str, tuple[float, ...]]
"""A region's id and one vector of raw features that it met."""

_NAME = re.compile(r"(?P<program>[^.]+)\.(?P<arguments>[^.]+)\.(?P<version>[^.]+)\.json")

Times = dict[Key, tuple[int, float]]
"""Calls and seconds in all."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Copies and kernels of one region's calls with OpenCL, on average for a call: bytes and seconds."""

    calls: int
    upload_bytes: float
    upload_seconds: float
    download_bytes: float
    download_seconds: float
    kernel_seconds: float


def read_times(profile: Mapping[str, Any], device: str) -> Times:
    """Calls and seconds on one device, for each vector that no call met on the other device.

    A region's first call does not count, unless its vector has no other: it starts threads, moves arrays, and
    meets all that is done once.
    """
    other = "cpu" if device == "opencl" else "opencl"
    times: Times = {}
    for region in profile["regions"]:
        for vector in _vectors(region):
            side = vector[device]
            calls, seconds, first = int(side["calls"]), float(side["seconds"]), float(side["first"])
            if calls and not vector[other]["calls"]:
                counts = first == 0 or calls == 1
                steady = (calls, seconds) if counts else (calls - 1, seconds - first)
                times[region["id"], _raw(vector)] = steady
    return times


def first_calls(profile: Mapping[str, Any], device: str) -> dict[Key, float]:
    """Seconds of the first calls that `read_times` leaves out, by what they met."""
    return {
        (region["id"], _raw(vector)): float(vector[device]["first"])
        for region in profile["regions"]
        for vector in _vectors(region)
        if vector[device]["calls"] > 1 and vector[device].get("first")
    }


def read_moved(profiles: Iterable[Mapping[str, Any]]) -> dict[str, Moved]:
    """Copies and kernels of each region that ran with OpenCL, over all calls of these profiles."""
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for profile in profiles:
        for region in profile["regions"]:
            if region["opencl"]["calls"]:
                found[region["id"]].append(region)
    return {name: _moved(regions) for name, regions in found.items()}


def _moved(regions: Sequence[Mapping[str, Any]]) -> Moved:
    calls = sum(int(region["opencl"]["calls"]) for region in regions)

    def mean(what: str, of: str) -> float:
        return sum(float(region[what][of]) for region in regions) / calls

    return Moved(
        calls,
        mean("upload", "bytes"),
        mean("upload", "seconds"),
        mean("download", "bytes"),
        mean("download", "seconds"),
        mean("kernel", "seconds"),
    )


def raw_vectors(profile: Mapping[str, Any]) -> dict[str, list[tuple[float, ...]]]:
    """The vectors of raw features that each region met."""
    return {region["id"]: [_raw(vector) for vector in _vectors(region)] for region in profile["regions"]}


def startup(profile: Mapping[str, Any]) -> float:
    """Seconds for opening the device and building kernels; 0 where no device was opened."""
    return float((profile["device"] or {}).get("startup_seconds", 0.0))


def load_profile(path: Path) -> dict[str, Any]:
    """Read a document of MAPPER_PROFILE; raises `MapperError` E023 where it is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail("E023", f"can't read the profile: {error.strerror}", Location(str(path)))
    except (ValueError, RecursionError):
        fail("E023", "this is not a profile: not JSON", Location(str(path)))
    if not isinstance(document, dict) or document.get("schema") != 1 or "regions" not in document:
        fail("E023", "this is not a profile that MAPPER_PROFILE of this version wrote", Location(str(path)))
    return document


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """A real run's profile, with the names of its program and arguments where its file tells them."""

    profile: Mapping[str, Any]
    program: str = ""
    arguments: str = ""


def load_runs(paths: Sequence[Path]) -> list[Run]:
    """Profiles of real runs, those in folders too.

    A file `PROGRAM.ARGUMENTS.VERSION.json` says of which program it is; of those only the versions `cpu` and
    `opencl` count, as all regions ran on one device there.  Raises `MapperError` E023 where a file is no profile.
    """
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    runs = []
    for file in files:
        match = _NAME.fullmatch(file.name)
        if match is None:
            runs.append(Run(load_profile(file)))
        elif match["version"] in ("cpu", "opencl"):
            runs.append(Run(load_profile(file), match["program"], match["arguments"]))
    return runs


def rows_of(profiles: Sequence[Mapping[str, Any]], device: str) -> pd.DataFrame:
    """`rows_of_runs` of profiles without names."""
    return rows_of_runs([Run(profile) for profile in profiles], device)


def rows_of_runs(runs: Sequence[Run], device: str) -> pd.DataFrame:
    """Rows from real runs: one for each vector of a region that ran on both devices in runs of one program.

    `device` is the name of the platform's OpenCL device; a profile of another one raises `MapperError` E023.
    The program of a run without a name is the first of the source files whose regions occur together in profiles.
    """
    for run in runs:
        found = (run.profile["device"] or {}).get("name", device)
        if found != device:
            fail("E023", f"a profile was measured on {found}, the platform's device is {device}")
    files = _programs([run.profile for run in runs if not run.program])
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for run in runs:
        if run.profile["regions"]:
            program = run.program or files[run.profile["regions"][0]["file"]]
            groups[program, run.arguments or "added"].append(run.profile)
    return pd.DataFrame([row for names in sorted(groups) for row in _rows(*names, groups[names])])


def _rows(program: str, arguments: str, profiles: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    cpu, opencl = _totals(profiles, "cpu"), _totals(profiles, "opencl")
    opened = [profile for profile in profiles if profile["device"] and profile["regions"]]
    moved = read_moved(profiles)
    firsts = [first_calls(profile, "cpu") for profile in profiles]
    rows = []
    for key in sorted(cpu.keys() & opencl.keys()):
        region, raw = key
        rows.append(
            {
                "program": program,
                "region": region,
                "arguments": arguments,
                **dict(zip(schema.RAW_NAMES, raw, strict=True)),
                "seconds_cpu": cpu[key][1] / cpu[key][0],
                "seconds_opencl": opencl[key][1] / opencl[key][0],
                "startup_seconds": min(map(startup, opened), default=0.0),
                **asdict(moved[region]),
                "calls": opencl[key][0] / opencl[key][2],
                "first_cpu": max((each.get(key, 0.0) for each in firsts), default=0.0),
                "real": 1,
            }
        )
    return rows


def _totals(profiles: Iterable[Mapping[str, Any]], device: str) -> dict[Key, tuple[int, float, int]]:
    """Calls and seconds on one device of each region and vector, over all profiles, and in how many it occurs."""
    totals: dict[Key, tuple[int, float, int]] = {}
    for profile in profiles:
        for region in profile["regions"]:
            for vector in _vectors(region):
                if calls := vector[device]["calls"]:
                    key = (region["id"], _raw(vector))
                    before = totals.get(key, (0, 0.0, 0))
                    totals[key] = (before[0] + calls, before[1] + vector[device]["seconds"], before[2] + 1)
    return totals


def _programs(profiles: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The program of each source file: files whose regions are in one profile belong together."""
    graph: nx.Graph[str] = nx.Graph()
    for profile in profiles:
        files = [region["file"] for region in profile["regions"]]
        graph.add_nodes_from(files)
        graph.add_edges_from(pairwise(files))
    return {file: min(together) for together in nx.connected_components(graph) for file in together}


def _vectors(region: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The vectors of a region, those with a feature that is not finite left out."""
    if region["feature_names"][: len(schema.RAW_NAMES)] != list(schema.RAW_NAMES):
        fail("E023", "a program was built with another feature schema than the trainer's: compile it again")
    return [vector for vector in region["vectors"] if None not in vector["values"][: len(schema.RAW_NAMES)]]


def _raw(vector: Mapping[str, Any]) -> tuple[float, ...]:
    return tuple(float(value) for value in vector["values"][: len(schema.RAW_NAMES)])
