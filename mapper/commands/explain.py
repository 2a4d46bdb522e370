"""`mapper explain`: what a code means, or all that is known about one loop of a program."""

from __future__ import annotations

import json
import math
import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pycparser import c_ast

from mapper.analysis.kernels.relations.coalescing import Pattern
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.codes import ALL
from mapper.commands import features as features_command
from mapper.commands.arguments import OTHER_LANGUAGES, parse
from mapper.diagnostics import Location, UsageError
from mapper.features import schema
from mapper.features.counting.neighbours import uses
from mapper.ir.program.region import Kept, ParallelRegion, WorkLoop
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit
from mapper.model import store
from mapper.model.as_c import condition, leaf_words
from mapper.model.tree import Model, Split, score, tree_features
from mapper.options import C_SUFFIXES
from mapper.reporting.explanations import WIDTH, explanations
from mapper.reporting.report import copied, launch_conditions, transformed
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program
from mapper.stages.place_lists import ends_with
from mapper.transforms.frame.flags import meant
from mapper.transforms.names import NAMES

HELP = """Explain a code, or all about one loop of a program.

\b
mapper explain K016
mapper explain prog.c:LINE [more.c ...] [--profile FILE] [--define NAME=NUMBER ...] [OPTIONS of the C compiler]

\b
  --profile FILE        show the times that a run measured (MAPPER_PROFILE=FILE ./prog), and the tree's path in it;
                        those of several runs are added up
  --define NAME=NUMBER  the value of a variable, as for `mapper features`; with all of them, the tree's path
"""

_CODE = re.compile(r"[A-Za-z]\d{1,4}")
_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?")

Found = tuple[WorkLoop, ParallelRegion | None, Kept | None]


def run(arguments: Sequence[str]) -> str:
    """The text for a command line; raises `UsageError` where it names no code and no loop."""
    if not arguments:
        raise UsageError("explain needs a code (K016) or a place (prog.c:12)")
    first, rest = arguments[0], list(arguments[1:])
    if _CODE.fullmatch(first) and not Path(first).exists():
        if rest:
            raise UsageError(f"explain {first} takes nothing more")
        return _code(first.upper())
    place = _PLACE.fullmatch(first)
    if place is None:
        raise UsageError(f"{first} is neither a code (K016) nor a place (prog.c:12)")
    rest, profile = profile_of(rest)
    rest, values = features_command.definitions(rest)
    return _loops(place[1], int(place[2]), rest, profile, values)


def _code(code: str) -> str:
    if code not in ALL:
        raise UsageError(f"there is no code {code}{meant(code, ALL)}; they are {', '.join(ALL)}")
    return explanations()[code].text()


def profile_of(words: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
    """The command line without `--profile`, and the regions of the profiles by their ids."""
    rest: list[str] = []
    found: dict[str, Any] = {}
    words = list(words)
    while words:
        word = words.pop(0)
        if word != "--profile" and not word.startswith("--profile="):
            rest.append(word)
            continue
        if word == "--profile" and not words:
            raise UsageError("--profile needs FILE")
        name = words.pop(0) if word == "--profile" else word.removeprefix("--profile=")
        try:
            profile = json.loads(Path(name).read_text(encoding="utf-8"))
            for region in profile["regions"]:
                found[region["id"]] = _together(found[region["id"]], region) if region["id"] in found else region
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(f"{name} is no profile (MAPPER_PROFILE=FILE ./prog makes one)") from None
    return rest, found


def _together(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What two profiles hold of one region, as of one run."""
    sums = {
        part: {name: one[part][name] + other[part][name] for name in one[part]}
        for part in ("cpu", "opencl", "kernel", "upload", "download")
    }
    launched = any(loop["launches"] for loop in other["loops"])
    loops = other["loops"] if launched else one["loops"]
    return {**one, **sums, "loops": loops, "path": other.get("path") or one.get("path")}


def _loops(file: str, line: int, words: list[str], profile: Mapping[str, Any], values: Mapping[str, float]) -> str:
    """The text on the loops at a place of a program."""
    if Path(file).suffix in (*C_SUFFIXES, *OTHER_LANGUAGES) and not any(ends_with(word, file) for word in words):
        words = [file, *words]
    options = parse(words, os.environ.get("CC"), NAMES)
    models = [model for model, _ in store.choose_all(options.models, options.platforms)]
    mapped = map_program(options, *models)
    told = Told(mapped, models, profile, values)
    return "\n".join(told.loop(each) for each in _at(mapped, file, line))


def _at(mapped: Mapped, file: str, line: int) -> list[Found]:
    """The innermost loop around a line, in each reading of its file; otherwise the loops of the region around it.

    Raises `UsageError`.
    """
    every = list(mapped.program.verdicts())
    here = [found for found in every if ends_with(found[0].where.file, file)]
    around = [
        (last - first, number)
        for number, found in enumerate(here)
        for first, last in [_lines(mapped, found[0])]
        if first <= line <= last
    ]
    if around:
        innermost = here[min(around)[1]][0]
        return [found for found in here if found[0].where == innermost.where]
    for region in mapped.program.regions:
        first, last = _span(region.unit, region.construct, region.where)
        if ends_with(region.where.file, file) and first <= line <= last:
            return [found for found in here if found[1] is region]
    if not here:
        raise UsageError(f"there is no parallel loop in {file}")
    lines = ", ".join(str(found[0].where.line) for found in here)
    raise UsageError(f"there is no parallel loop at {file}:{line}; those of {file} begin at line {lines}")


def _lines(mapped: Mapped, loop: WorkLoop) -> tuple[int, int]:
    """The first and the last line of a loop in its file."""
    spans = [_span(unit, loop.construct, loop.where) for unit in mapped.program.units]
    return max(spans, key=lambda span: span[1] - span[0])


def _span(unit: Unit, construct: Omp, where: Location) -> tuple[int, int]:
    extent = unit.extents.get(id(construct.body)) if construct.body is not None else None
    if extent is None:
        return where.line, where.line
    last = unit.tokens[extent[1] - 1].where
    return where.line, max(where.line, last.line if last.file == where.file else where.line)


class Told:
    """What is shown of single loops of a program."""

    def __init__(
        self, mapped: Mapped, models: Sequence[Model], profile: Mapping[str, Any], values: Mapping[str, float]
    ) -> None:
        self._mapped = mapped
        self._models = models
        self._profile = profile
        self._values = values

    def loop(self, found: Found) -> str:
        """All about a loop, as text."""
        loop, region, kept = found
        lines = [f"{loop.where}: loop {loop.id}"]
        if region is not None:
            holder = loop.team or region
            lines.append(f"in function {holder.function.decl.name}{self._way(holder.function)}")
        lines += ["", *self._verdict(loop, kept)]
        if kept is None:
            lines += self._transforms(loop)
            lines += self._accesses(loop, region)
            if region is not None:
                lines += self._costs(region)
        if region is not None:
            lines += self._measured(region, loop)
        return "\n".join(lines) + "\n"

    def _way(self, function: c_ast.FuncDef) -> str:
        """How the function is called from `main`, directly or not."""
        if self._mapped.source is None:
            return ""
        way = _way(self._mapped.source.analyses.graph, function)
        if way is None:
            return ", which nothing that mapper sees calls"
        return f", called by {' -> '.join(way)}" if len(way) > 1 else ""

    def _verdict(self, loop: WorkLoop, kept: Kept | None) -> Iterator[str]:
        if kept is None:
            yield "It can run on the device."
            for each in launch_conditions(loop, self._mapped.program):
                yield f"Each launch looks whether {each.text}."
            for message, where in copied(loop):
                yield f"{message[0].upper()}{message[1:]}."
                if where != loop.where:
                    yield f"  {where}: because of this{self._excerpt(where)}"
            return
        yield f"It stays on the CPU: {kept.reason} [{kept.code}]"
        if kept.where != loop.where:
            yield f"  {kept.where}: because of this{self._excerpt(kept.where)}"
        for message, where in kept.notes:
            yield f"  {f'{where}: ' if where else ''}{message}{self._excerpt(where)}"
        explained = explanations().get(kept.code)
        if explained is not None and explained.todo:
            yield ""
            yield from textwrap.wrap(f"What to do: {' '.join(explained.todo.split())}", WIDTH)
            yield f"`mapper explain {kept.code}` says more."

    def _excerpt(self, where: Location | None) -> str:
        """The source's line, below a message."""
        if where is None or not where.line:
            return ""
        for unit in self._mapped.program.units:
            if where.file in unit.files:
                rows = unit.files[where.file].text.split("\n")
                return f"\n      {rows[where.line - 1].strip()}" if where.line <= len(rows) else ""
        return ""

    def _transforms(self, loop: WorkLoop) -> list[str]:
        """What each transformation did, and why others did nothing."""
        parts = [("", loop)]
        for part in self._mapped.program.further_parts(loop):
            parts.append((f"part {part.id.rpartition('_part')[2]}, ", part))
        lines = [f"  {message}" for before, part in parts for message, _ in transformed(part, before)]
        return ["", "Transformations", *(lines or ["  none"])]

    def _accesses(self, loop: WorkLoop, region: ParallelRegion | None) -> list[str]:
        """How work-items beside each other use each array."""
        if loop.kernel is None or region is None:
            return []
        symbols: Symbols = self._mapped.symbols[(loop.team or region).unit.path]
        lines = []
        for each in uses(loop.kernel, symbols):
            stride = each.found.stride if each.found.pattern is Pattern.STRIDED else None
            far = f" by {stride}" if stride is not None else ""
            word = "write" if each.write else "read"
            lines.append(f"  {each.array or '(through a pointer)':<16} {word:<6} {each.found.pattern}{far}")
        return ["", "Accesses to arrays", *lines] if lines else []

    def _costs(self, region: ParallelRegion) -> list[str]:
        """What the region costs, and how models decide about it."""
        features = self._mapped.features.get(region.id)
        if features is None:
            return []
        known = features_command.Values(self._values, self._mapped.symbols[region.unit.path], region.construct)
        lines = ["", f"Features of its region {region.id}, which the model is asked about"]
        lines += features_command.table_lines(features.values, known.of, "--define", self._models[0].weights)
        lines += features_command.estimated_lines(features.estimated)
        raw = features_command.known_numbers(features.values, known.of)
        for model in self._models:
            lines += ["", f"Model {model.name}{f', of {model.device}' if model.device else ''}"]
            lines += self._decision(model, raw)
        return lines

    def _decision(self, model: Model, raw: Sequence[float] | None) -> Iterator[str]:
        """The path through a model's tree, where all features are known."""
        if raw is None:
            yield f"  decides at run time; its tree: mapper model show {model.name}"
            return
        features = schema.combine(raw, weights=model.weights)
        asked = tree_features(model, features)
        if len(model.trees) == 1:
            node = model.trees[0]
            while isinstance(node, Split):
                value = asked[node.feature]
                left = value <= node.threshold
                question = f"{condition(node.feature)} {'<=' if left else '>'} {node.threshold:.6g}"
                yield f"  {question}: it is {value:.6g}"
                node = node.left if left else node.right
            yield f"  {leaf_words(node, model.base)}"
        value = score(model, features)
        answer = "OpenCL" if value > 0 else "OpenMP"
        yield f"  {answer}, with a score of {value:+.3g}, for one execution by itself"

    def _measured(self, region: ParallelRegion, loop: WorkLoop) -> list[str]:
        """What the profile holds of the region."""
        if not self._profile:
            return []
        found = self._profile.get(region.id)
        if found is None:
            return ["", f"The profile has no region {region.id}: it was not executed, or has no device version."]
        lines = ["", f"Measured in the profile, for the region {region.id}"]
        for side, name in (("cpu", "OpenMP"), ("opencl", "OpenCL")):
            calls, seconds = found[side]["calls"], found[side]["seconds"]
            if calls:
                lines.append(f"  {name:<8} {calls} calls, {duration(seconds)}, {duration(seconds / calls)} each")
        for name, key in (("kernels", "kernel"), ("to device", "upload"), ("back", "download")):
            part = found[key]
            if part["count"]:
                lines.append(
                    f"  {name:<10} {part['count']} times, {duration(part['seconds'])}, {part['bytes']} bytes"
                )
        for each in found["loops"]:
            if each["id"] == loop.id or loop.id in (each.get("others") or ()):
                lines.append(f"  this loop  {each['launches']} launches, {duration(each['kernel_seconds'])}")
                if each.get("refused"):
                    lines.append(f"  not launched {each['refused']} times: {each['refusal']}")
        path = found.get("path")
        return [*lines, f"  the tree's path at last: {path}" if path else "  the model was not asked"]


def duration(seconds: float) -> str:
    """Seconds as people read them."""
    for factor, unit in ((1.0, "s"), (1e3, "ms")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us" if math.isfinite(seconds) else "unknown"


def _way(graph: CallGraph, function: c_ast.FuncDef) -> list[str] | None:
    """The names on a shortest way of calls from `main` to a function; None where there is none."""
    of = {each.key: each for functions in graph.whole.functions.values() for each in functions}
    end = next((key for key, each in of.items() if each.definition is function), None)
    if end is None:
        return None
    way = graph.way(("external", "main"), end)
    return None if way is None else [of[key].name for key in way]
