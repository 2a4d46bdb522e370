"""What a document of MAPPER_PROFILE says about times, and rows out of documents of real runs."""

from __future__ import annotations

import json
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
    """Calls and seconds on one device, for each vector that no call met on the other device."""
    other = "cpu" if device == "opencl" else "opencl"
    times: Times = {}
    for region in profile["regions"]:
        for vector in _vectors(region):
            calls = vector[device]["calls"]
            if calls and not vector[other]["calls"]:
                times[region["id"], _raw(vector)] = (int(calls), float(vector[device]["seconds"]))
    return times


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


def startup(profile: Mapping[str, Any]) -> float:
    """Seconds for opening the device and building kernels; 0 where no device was opened."""
    return float((profile["device"] or {}).get("startup_seconds", 0.0))


def load_profile(path: Path) -> dict[str, Any]:
    """Read a document of MAPPER_PROFILE; raises `MapperError` E023 where it is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail("E023", f"can't read the profile: {error.strerror}", Location(str(path)))
    except ValueError:
        fail("E023", "this is not a profile: not JSON", Location(str(path)))
    if not isinstance(document, dict) or document.get("schema") != 1 or "regions" not in document:
        fail("E023", "this is not a profile that MAPPER_PROFILE of this version wrote", Location(str(path)))
    return document


def rows_of(profiles: Sequence[Mapping[str, Any]], device: str) -> pd.DataFrame:
    """Rows from profiles of real runs: one for each vector of a region that ran on both devices in some of them.

    `device` is the name of the platform's OpenCL device; a profile of another one raises `MapperError` E023.
    A row's `program` is the first of the source files whose regions occur together in profiles.
    """
    cpu, opencl = _totals(profiles, "cpu"), _totals(profiles, "opencl")
    startups = defaultdict(list)
    for profile in profiles:
        found = (profile["device"] or {}).get("name", device)
        if found != device:
            fail("E023", f"a profile was measured on {found}, the platform's device is {device}")
        for region in profile["regions"] if profile["device"] else ():
            startups[region["file"]].append(startup(profile))
    names, moved = _programs(profiles), read_moved(profiles)
    rows = []
    for key in sorted(cpu.keys() & opencl.keys()):
        file, region, raw = key
        rows.append(
            {
                "program": names[file],
                "region": region,
                "arguments": "added",
                **dict(zip(schema.RAW_NAMES, raw, strict=True)),
                "seconds_cpu": cpu[key][1] / cpu[key][0],
                "seconds_opencl": opencl[key][1] / opencl[key][0],
                "startup_seconds": min(startups[file], default=0.0),
                **asdict(moved[region]),
            }
        )
    return pd.DataFrame(rows)


def _totals(profiles: Iterable[Mapping[str, Any]], device: str) -> dict[tuple[str, str, tuple[float, ...]], Any]:
    """Calls and seconds on one device of each vector, by file, region and vector, over all profiles."""
    totals: dict[tuple[str, str, tuple[float, ...]], tuple[int, float]] = {}
    for profile in profiles:
        for region in profile["regions"]:
            for vector in _vectors(region):
                if calls := vector[device]["calls"]:
                    key = (region["file"], region["id"], _raw(vector))
                    before = totals.get(key, (0, 0.0))
                    totals[key] = (before[0] + calls, before[1] + vector[device]["seconds"])
    return totals


def _programs(profiles: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The program of each source file: files whose regions stand in one profile belong together."""
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
