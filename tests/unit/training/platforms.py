"""Small made-up platforms with NPB runs, where the larger of two sizes belongs on the device."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from mapper.features import schema
from mapper.model.tree import Leaf, Split
from mapper_training.evaluation.data import CPU, OPENCL, OPENMP, SEQUENTIAL
from tests.unit.training.fakes import raw

PROGRAMS = ("CG", "EP", "LU", "LU_HP", "MG")
SIZES = {"S": 1e3, "B": 1e8}
STARTUP = 0.01
BY_CALLS = Split(schema.NAMES.index("calls"), 10.0, Leaf(-0.5), Leaf(1.25))


def seconds(size: float, device: str) -> float:
    """Of a call of a region."""
    return size * 1e-8 if device == CPU else 1e-4 + size * 1e-9


def profile(program: str, size: float, device: str) -> dict[str, Any]:
    """A document of MAPPER_PROFILE of one region that was executed once."""
    count = {"calls": 1, "seconds": seconds(size, device)}
    calls = {name: count if name == device else {"calls": 0, "seconds": 0.0} for name in (CPU, OPENCL)}
    cost = {"count": 1, "bytes": 0, "seconds": 0.5 * seconds(size, device) if device == OPENCL else 0.0}
    nothing = {"count": 0, "bytes": 0, "seconds": 0.0}
    asked = [
        {"region": "r", "about": about, "entered": 1, "at": 0.0, "score": 0.0, "features": features(size, startup)}
        for about, startup in (("program", 1.0), ("region", 0.0))
    ]
    return {
        "schema": 1,
        "device": {"name": "a device", "startup_seconds": STARTUP} if device == OPENCL else None,
        "questions": asked if device == CPU else [],
        "regions": [
            {
                "id": "r",
                "file": f"{program}.c",
                **calls,
                **{"kernel": cost, "upload": nothing, "download": nothing},
                "feature_names": list(schema.NAMES),
                "vectors": [{"values": features(size, 0.0), **calls}],
            }
        ],
    }


def features(size: float, startup: float) -> list[float]:
    """All features of one call."""
    return schema.combine(raw(size), schema.State(1.0, size, 0.0, startup))


def npb(programs: tuple[str, ...] = PROGRAMS) -> pd.DataFrame:
    """The table of NPB runs."""
    rows = []
    for program in programs:
        for size, value in SIZES.items():
            for version in (SEQUENTIAL, OPENMP, OPENCL):
                timed = seconds(value, OPENCL if version == OPENCL else CPU) * (4 if version == SEQUENTIAL else 1)
                whole = timed + 0.001 + (STARTUP if version == OPENCL else 0.0)
                rows.append((program, size, version, timed, whole, value / timed, "SUCCESSFUL"))
    return pd.DataFrame(rows, columns=["program", "class", "version", "seconds", "whole", "mops", "verified"])


def training() -> pd.DataFrame:
    """Rows of eight training programs."""
    rows = [
        {
            "program": f"p{number}",
            "region": "r",
            "arguments": str(size),
            **dict(zip(schema.RAW_NAMES, raw(size * (1 + number / 10)), strict=True)),
            "seconds_cpu": seconds(size, CPU),
            "seconds_opencl": seconds(size, OPENCL),
            "startup_seconds": STARTUP,
        }
        for number in range(8)
        for size in (1e2, 1e4, 1e6, 1e8)
    ]
    return pd.DataFrame(rows)


def platform(folder: Path, table: pd.DataFrame | None = None, profiles: bool = True) -> Path:
    """A folder of measured data."""
    (folder / "npb" / "profiles").mkdir(parents=True)
    table = npb() if table is None else table
    table.to_csv(folder / "npb" / "npb.csv", index=False)
    (folder / "npb" / "platform.json").write_text(json.dumps({"device": "a device", "cpu": "a processor"}))
    training().to_csv(folder / "quick.csv", index=False)
    cases = set(zip(table["program"].map(str), table["class"].map(str), strict=True))
    for program, size in sorted(cases) if profiles else ():
        for device in (CPU, OPENCL):
            document = profile(program, SIZES[size], device)
            (folder / "npb" / "profiles" / f"{program}.{size}.{device}.json").write_text(json.dumps(document))
    return folder
