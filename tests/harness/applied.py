"""Which transformations were applied to each loop of a program."""

from __future__ import annotations

import json
from pathlib import Path


def applied(report: Path) -> str:
    """A line for each loop of what `mapper compile --report` wrote: its id, then the transformations' names."""
    lines = []
    for loop in json.loads(report.read_text(encoding="utf-8"))["loops"]:
        names = dict.fromkeys(each["name"] for each in loop["transforms"] if each["did"])
        lines.append(f"{loop['id']}: {' '.join(names)}\n")
    return "".join(sorted(lines))
