"""The platform of a campaign, written beside its CSV."""

from __future__ import annotations

import json
from pathlib import Path

from mapper import __version__
from mapper.runtime import fallback_loader
from mapper.runtime.machine import describe_machine
from mapper.runtime.probe import probe


def describe(threads: int, options: tuple[str, ...]) -> dict[str, str]:
    """Processor, threads, OpenCL device, driver and C compiler of this machine, and how programs were built."""
    found = describe_machine(probe(fallback_loader()), ("gcc",))
    return {
        **found,
        "omp_num_threads": str(threads),
        "c_options": " ".join(("-O3", *options)),
        "mapper": __version__,
    }


def write(path: Path, platform: dict[str, str]) -> None:
    """Write the description as JSON."""
    path.write_text(json.dumps(platform, indent=2) + "\n", encoding="utf-8")
