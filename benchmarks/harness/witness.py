"""Where a translated program ran, by the table that it prints when it exits (`MAPPER_INFO=1`).

With `MAPPER_CLOCKS=0` beside it nothing is timed on the device and nothing waits that would not wait anyway.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

ENVIRONMENT: Mapping[str, str] = {"MAPPER_INFO": "1", "MAPPER_CLOCKS": "0"}

_DEVICE = re.compile(r"^mapper: device (.*), model ", re.MULTILINE)
_REGION = re.compile(r"^(\S+) +(CPU|OpenCL) +[1-9]\d* ", re.MULTILINE)


@dataclass(frozen=True)
class Witness:
    """The opened device's name, the regions that ran, and those that ran there at least once.

    `said` is what the program wrote besides the table.
    """

    device: str
    regions: frozenset[str]
    there: frozenset[str]
    said: str

    @property
    def place(self) -> str:
        """For the column `device`."""
        return f"{self.device}: {len(self.there)} of {len(self.regions)} regions" if self.there else "CPU"


def read(said: str) -> Witness:
    """What standard error tells; a program that entered no region prints no table."""
    found = _DEVICE.search(said)
    if found is None:
        return Witness("", frozenset(), frozenset(), said)
    table = said[found.start() :]
    rows = _REGION.findall(table)
    return Witness(
        found[1],
        frozenset(name for name, _ in rows),
        frozenset(name for name, side in rows if side == "OpenCL"),
        said[: found.start()].strip(),
    )
