"""Which parallel loops of the benchmarks run on the device, and why the others don't: one table, made by mapper.

Usage: `python -m benchmarks.loops [--programs CG,gemm] [--format text|markdown|csv] [-o FILE]`.  Text and markdown
give the numbers of each program and each kept loop with its reason; CSV gives a row for each loop.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from benchmarks.harness.options import words
from benchmarks.harness.profiles import aligned
from benchmarks.polybench.kernels import KERNELS, polybench
from benchmarks.programs import HERE, NPB_NAMES, Program, compile_command, npb

HEAD = "What becomes of each work-shared loop, by `python -m benchmarks.loops --format markdown`."
MAPPER = (sys.executable, "-m", "mapper", "compile")


@dataclass(frozen=True)
class Loop:
    """One work-shared loop; places are `file:line`.

    `code`, `reason` and the place of that reason are empty where it is offloaded.
    """

    program: str
    loop: str
    function: str
    place: str
    offloaded: bool
    code: str
    reason: str
    kept_at: str


def programs() -> dict[str, Program]:
    """The programs that the table covers, by the name that it gives them."""
    return {name.upper(): npb(name, "S") for name in NPB_NAMES} | {
        name: polybench(name, "small") for name in KERNELS
    }


def loops(name: str, program: Program) -> list[Loop]:
    """Translate a program and read its report; raises `CalledProcessError` where mapper fails."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = compile_command(MAPPER, program, report, "--emit", "report")
        command.remove("-lm")
        subprocess.run(command, check=True)
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return [_loop(name, entry) for entry in found["loops"]]


def _loop(name: str, entry: dict[str, Any]) -> Loop:
    kept = entry.get("kept")
    return Loop(
        program=name,
        loop=entry["id"],
        function=entry["function"] or "",
        place=_place(entry),
        offloaded=entry["offloadable"],
        code=kept["code"] if kept else "",
        reason=kept["reason"] if kept else "",
        kept_at=_place(kept) if kept else "",
    )


def _place(entry: dict[str, Any]) -> str:
    """`file:line`, with the file as it is called below the benchmarks' folder."""
    path = Path(entry["file"])
    below = path.relative_to(HERE) if path.is_relative_to(HERE) else path
    return f"{below}:{entry['line']}"


def counts(found: Sequence[Loop]) -> list[tuple[str, str, str, str]]:
    """A line for each program and one for all: loops, offloaded, kept."""
    names = list(dict.fromkeys(loop.program for loop in found))
    lines = []
    for name in [*names, "all"]:
        own = [loop for loop in found if name in (loop.program, "all")]
        offloaded = sum(loop.offloaded for loop in own)
        lines.append((name, str(len(own)), str(offloaded), str(len(own) - offloaded)))
    return lines


def as_text(found: Sequence[Loop]) -> str:
    """Both tables for the terminal."""
    first = aligned([("program", "loops", "offloaded", "kept"), *counts(found)], right=(1, 2, 3))
    kept = [
        (loop.program, loop.loop, loop.place, f"[{loop.code}] {loop.reason}", loop.kept_at)
        for loop in _kept(found)
    ]
    return first + (
        "\n" + aligned([("program", "kept loop", "place", "why", "because of"), *kept]) if kept else ""
    )


def as_markdown(found: Sequence[Loop]) -> str:
    """Both tables for a page."""
    lines = [
        "# The benchmarks' loops",
        "",
        HEAD,
        "",
        "| program | loops | offloaded | kept |",
        "|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(line)} |" for line in counts(found)]
    kept = _kept(found)
    if kept:
        lines += ["", "| kept loop | of | at | why | because of |", "|---|---|---|---|---|"]
    for loop in kept:
        why = f"{loop.reason} [{loop.code}]".replace("|", "\\|")
        lines.append(f"| `{loop.loop}` | {loop.program} | {loop.place} | {why} | {loop.kept_at} |")
    return "\n".join(lines) + "\n"


def as_csv(found: Sequence[Loop]) -> str:
    """A row for each loop."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(Loop))
    writer.writerows((*astuple(loop)[:4], int(loop.offloaded), *astuple(loop)[5:]) for loop in found)
    return text.getvalue()


def _kept(found: Sequence[Loop]) -> list[Loop]:
    return [loop for loop in found if not loop.offloaded]


FORMATS = {"text": as_text, "markdown": as_markdown, "csv": as_csv}


def main(arguments: list[str] | None = None) -> int:
    """Translate the programs and print the table."""
    known = programs()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=words(list(known)), default=list(known), help="CG,MG,... (all)")
    parser.add_argument("--format", choices=list(FORMATS), default="text")
    parser.add_argument("--jobs", type=int, default=1, help="translations at a time (1)")
    parser.add_argument("-o", "--output", type=Path, help="write there instead of to standard output")
    chosen = parser.parse_args(arguments)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        each = pool.map(lambda name: loops(name, known[name]), chosen.programs)
        found = [loop for own in each for loop in own]
    text = FORMATS[chosen.format](found)
    if chosen.output is None:
        print(text, end="")
    else:
        chosen.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
