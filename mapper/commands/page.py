"""`mapper report`: a program as one HTML page: its source, and beside it verdicts and measured times."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from mapper import build
from mapper.commands import explain
from mapper.commands.arguments import parse
from mapper.model import store
from mapper.reporting.report import loops, summary
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program
from mapper.transforms.names import NAMES

HELP = """Write a program as one HTML page: source, verdicts and measured times beside each other.

\b
mapper report prog.c [more.c ...] [-o FILE] [--profile FILE] [OPTIONS of the C compiler]

\b
  -o FILE         the page (report.html)
  --profile FILE  the times that a run measured (MAPPER_PROFILE=FILE ./prog); given twice, as for a run with
                  MAPPER_DEVICE=cpu and one with opencl, the times side by side
"""

_DEFAULT = Path("report.html")


@dataclass(frozen=True, slots=True)
class _Shown:
    """One loop as the page shows it."""

    id: str
    place: str
    verdict: str
    openmp: str
    opencl: str
    told: str
    on_device: bool

    @property
    def times(self) -> str:
        """The measured times in one line."""
        sides = (("OpenMP", self.openmp), ("OpenCL", self.opencl))
        return ", ".join(f"{name} {time}" for name, time in sides if time)


def run(arguments: Sequence[str]) -> Path:
    """Write the page; where it is."""
    rest, profile = explain.profile_of(arguments)
    options = parse(rest, os.environ.get("CC"), NAMES)
    output = options.output or _DEFAULT
    build.check_output(output)
    models = [model for model, _ in store.choose_all(options.models, options.platforms)]
    mapped = map_program(options, *models)
    told = explain.Told(mapped, models, profile, {})
    build.write_text(output, page(mapped, told, profile))
    return output


def page(mapped: Mapped, told: explain.Told, profile: Mapping[str, Any]) -> str:
    """The page as text."""
    shown: dict[tuple[str, int], list[_Shown]] = {}
    every = []
    for loop, region, kept in loops(mapped.program):
        measured = profile.get(region.id) if region is not None else None
        verdict = "can run on the device" if kept is None else f"stays on the CPU: {kept.reason} [{kept.code}]"
        openmp, opencl = _time(measured, "cpu"), _time(measured, "opencl")
        text = told.loop((loop, region, kept))
        one = _Shown(loop.id, str(loop.where), verdict, openmp, opencl, text, kept is None)
        every.append(one)
        shown.setdefault((loop.where.file, loop.where.line), []).append(one)
    files = mapped.texts
    wanted = [name for name in files if name in {name for name, _ in shown}]
    sources = Path(__file__).parent
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(sources), autoescape=True, keep_trailing_newline=True
    )
    return environment.get_template("page.html.j2").render(
        title=", ".join(unit.path for unit in mapped.program.units),
        summary=summary(mapped.program).removeprefix("mapper: ").partition(" (")[0] + ".",
        measured=bool(profile),
        loops=every,
        files=[{"name": name, "lines": _lines(name, files[name], shown)} for name in wanted],
    )


def _lines(name: str, text: str, shown: Mapping[tuple[str, int], list[_Shown]]) -> list[dict[str, Any]]:
    """The lines of a source with the loops that begin there."""
    found = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        here = shown.get((name, number), [])
        colour = "device" if all(loop.on_device for loop in here) else "kept"
        found.append({"number": number, "text": line.rstrip("\r"), "loops": here, "colour": colour})
    return found


def _time(measured: Mapping[str, Any] | None, side: str) -> str:
    """The calls and seconds of a region on one side."""
    if measured is None or not measured[side]["calls"]:
        return ""
    calls = measured[side]["calls"]
    return f"{explain.duration(measured[side]['seconds'])} in {calls} call{'s' * (calls != 1)}"
