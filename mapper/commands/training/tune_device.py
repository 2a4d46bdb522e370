"""`mapper tune --device`: measures what the model of the device needs to know, and remembers it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from mapper.diagnostics import Location, UsageError, fail
from mapper.runtime import fallback_loader
from mapper.runtime.probe import opencl_word, probe
from mapper_training.blocks import SIZES, SOURCE, Effort, Found, measure, remember
from mapper_training.building import build
from mapper_training.measure import RunError

_EFFORTS = {"--quick": Effort((370, 740), 1)}


def run(arguments: Sequence[str]) -> int:
    """Measure the device that `MAPPER_DEVICE` names, otherwise the first GPU, and print what was found.

    Raises:
        UsageError: there is an argument that means nothing.
        MapperError: E023, nothing could be measured; E005, the numbers can't be kept.
    """
    for word in arguments:
        if word not in _EFFORTS:
            raise UsageError(f"tune: --device does not take {word}")
    effort = next((_EFFORTS[word] for word in arguments), Effort())
    folder = _states(os.environ)
    found = _measure(effort)
    try:
        path = remember(found, folder)
    except OSError as error:
        fail("E005", f"what was measured can't be kept: {error.strerror}", Location(str(folder)))
    print(f"{_table(found)}\nkept in {path}")
    return 0


def _measure(effort: Effort) -> Found:
    environment = {**os.environ, "MAPPER_DEVICE": opencl_word(os.environ.get("MAPPER_DEVICE", ""))}
    with tempfile.TemporaryDirectory(prefix="mapper-tune-") as folder:
        program = Path(folder) / SOURCE.stem
        _, problems = build({program.name: SOURCE}, program.parent, lambda name: None)
        if problems:
            fail("E023", f"the program that measures does not compile: {problems[program.name]}")
        try:
            return measure(program, environment, probe(fallback_loader()), effort)
        except RunError as error:
            fail("E023", f"the device can't be measured: {error}")


def _states(environment: Mapping[str, str]) -> Path:
    """The folder where programs look (`runtime/base/state.c`)."""
    chosen, shared = environment.get("MAPPER_STATE_DIR", ""), environment.get("XDG_STATE_HOME", "")
    if chosen:
        return Path(chosen)
    return (Path(shared) if shared.startswith("/") else Path.home() / ".local" / "state") / "mapper"


def _table(found: Found) -> str:
    lines = [f"{found.device}: blocks of matrix products, for each unit"]
    for (columns, rows, _), block in zip(SIZES, found.blocks, strict=True):
        times = f"{block.time:.1f} us each, a single one {block.least:.1f} us"
        lines.append(f"  {columns} x {rows}: {block.resident} at a time, {times}")
    return "\n".join(lines)
