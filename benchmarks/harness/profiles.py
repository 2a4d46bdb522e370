"""A table of the costliest loops over many profiles (`MAPPER_PROFILE`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LoopCost:
    """What one loop cost in one run; copies and bytes are known for its region, and stand in its costliest loop.

    `seconds` orders the table: those of the kernel, or of the OpenMP loop's region where it stayed on the CPU.
    """

    run: str
    loop: str
    device: str
    launches: int
    kernel: float
    copy: float
    bytes: int
    seconds: float
    note: str


def read(path: Path) -> list[LoopCost]:
    """The loops of one profile."""
    profile: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    device = profile["device"]["name"] if profile["device"] else "none"
    return [cost for region in profile["regions"] for cost in _region(path.stem, device, region)]


def _region(run: str, device: str, region: dict[str, Any]) -> list[LoopCost]:
    costs = []
    if region["cpu"]["calls"]:
        seconds = region["cpu"]["seconds"]
        costs.append(
            LoopCost(run, region["id"], "cpu", region["cpu"]["calls"], seconds, 0.0, 0, seconds, "region")
        )
    loops = sorted(region["loops"], key=lambda loop: -loop["kernel_seconds"])
    copy = region["upload"]["seconds"] + region["download"]["seconds"]
    moved = region["upload"]["bytes"] + region["download"]["bytes"]
    for position, loop in enumerate(loops):
        if not loop["launches"] and not loop["refused"]:
            continue
        own_copy, own_bytes = (copy, moved) if position == 0 else (0.0, 0)
        kernel = loop["kernel_seconds"]
        note = f"{loop['refused']} refused: {loop['refusal']}" if loop["refused"] else ""
        costs.append(
            LoopCost(
                run, loop["id"], device, loop["launches"], kernel, own_copy, own_bytes, kernel + own_copy, note
            )
        )
    return costs


def table(paths: Iterable[Path], most: int) -> str:
    """The costliest loops, first the most expensive."""
    costs = sorted((cost for path in paths for cost in read(path)), key=lambda cost: (-cost.seconds, cost.loop))
    lines = [("run", "loop", "device", "launches", "kernel ms", "copy ms", "MB moved", "note")]
    lines += [
        (
            cost.run,
            cost.loop,
            cost.device,
            str(cost.launches),
            f"{cost.kernel * 1e3:.3f}",
            f"{cost.copy * 1e3:.3f}",
            f"{cost.bytes / 1e6:.3f}",
            cost.note,
        )
        for cost in costs[:most]
    ]
    return aligned(lines, right=(3, 4, 5, 6))


def aligned(lines: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Lines of cells as text in columns; those in `right` end flush."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rows = (
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
    return "".join(f"{row}\n" for row in rows)
