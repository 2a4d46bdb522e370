"""The numbers of a report as rows of text: for the page, the CSV files and the terminal."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from mapper.features import schema
from mapper.model.tree import TREE_NAMES, Model, Split, Sums, nodes
from mapper_training.evaluation.data import MAPPED, OPENCL, OPENMP, SEQUENTIAL, TIMED, VIEWS, WHOLE
from mapper_training.evaluation.predict import Choice, Flip, nearest_flip, path
from mapper_training.evaluation.results import (
    CHOSEN,
    ORACLE,
    SHOWN,
    Result,
    Summary,
    geometric_mean,
    measured_choice,
    parts,
)
from mapper_training.models import PARTS

if TYPE_CHECKING:
    from mapper_training.evaluate import Evaluation

VIEW_WORDS = {WHOLE: "whole process", TIMED: "timed part"}


@dataclass(frozen=True, slots=True)
class Miss:
    """One wrong choice in words."""

    name: str
    chosen: str
    better: str
    cost: str
    why: tuple[str, ...]
    path: tuple[str, ...]
    features: tuple[tuple[str, str], ...]


RESTS = {
    "mem": "mem not coalesced",
    "launches": "launches not steps",
    "cpu_mem": "cpu_mem not near",
    "cpu_far": "cpu_far not near",
    "startup": "start-up",
}
"""What is priced where another feature counts a part."""

NONE = "\N{EN DASH}"
"""In the place of a number that is not known."""


def percent(value: float | None) -> str:
    """97.4%, or a dash."""
    return NONE if value is None else f"{100 * value:.1f}%"


def times(value: float | None) -> str:
    """A speed-up: 1.93x, or a dash."""
    return NONE if value is None else f"{value:.3g}x"


def summary_rows(evaluation: Evaluation) -> list[list[str]]:
    """Headings, and a line for each view."""
    rows = [["", "right", "share of the oracle", "always OpenMP", "always OpenCL"]]
    for view in VIEWS:
        found = evaluation.summary(view)
        right = f"{found.right} of {found.cases} ({percent(found.accuracy)})" if found.cases else NONE
        shares = (found.oracle, found.always_cpu, found.always_opencl)
        rows.append([VIEW_WORDS[view], right, *map(percent, shares)])
    return rows


def way_rows(evaluation: Evaluation) -> list[list[str]]:
    """A line for the model and for each simple way to choose, with intervals over programs."""
    rows = [["whole processes", "right", "95% interval", "share of the oracle", "95% interval"]]
    for way in evaluation.ways:
        right = f"{way.right} of {way.cases} ({percent(way.right / way.cases)})"
        intervals = [
            f"{percent(low)} to {percent(high)}" for low, high in (way.right_interval, way.share_interval)
        ]
        rows.append([way.name, right, intervals[0], percent(way.share), intervals[1]])
    return rows


def mean_rows(evaluation: Evaluation) -> list[list[str]]:
    """Geometric means of the speed-ups, a line for each view."""
    rows = [["geometric mean of speed-ups", "OpenMP", "OpenCL", "mapped", "oracle"]]
    for view in VIEWS:
        found = evaluation.summary(view)
        rows.append([VIEW_WORDS[view], *(times(found.speedups[version]) for version in SHOWN)])
    return rows


def compared_rows(evaluation: Evaluation) -> list[list[str]]:
    """A line for each kind of model, granularity and training set."""
    rows = [["model", "decides for", "learnt from", "right", "share of the oracle"]]
    for each in evaluation.compared:
        learnt = "training programs and other NPB programs" if each.npb else "training programs only"
        about = "the program" if each.granularity == "program" else "each region"
        found: Summary = each.summary
        rows.append([each.kind, about, learnt, f"{found.right} of {found.cases}", percent(found.oracle)])
    if evaluation.nested is not None:
        found = evaluation.nested.summary
        ways = "the way that was best for the other NPB programs"
        right = f"{found.right} of {found.cases}"
        rows.append([ways, NONE, "training programs and other NPB programs", right, percent(found.oracle)])
    return rows


def mapped_words(evaluation: Evaluation) -> str:
    """What the times of mapped processes are, and how runs of mapped programs compare with them."""
    line = (
        "Mapped times are predictions: what was measured of the way chosen by a model that never saw the program."
    )
    ran = [each for each in evaluation.results if MAPPED in each.case.runs and each.right() is not None]
    ran = [each for each in ran if not each.case.runs[MAPPED].cut_off]
    if not ran:
        return line
    measured, predicted = (
        geometric_mean(share)
        for share in zip(*((each.measured_share(), each.share()) for each in ran), strict=True)
    )
    return (
        f"{line} {len(ran)} of these mapped programs were run, too, once or twice, with the model of that time: "
        f"whole processes reach {percent(measured)} of the oracle, the predictions for the same "
        f"{percent(predicted)}."
    )


def nested_words(evaluation: Evaluation) -> str:
    """Which way was chosen without the program that it predicts, in a sentence; empty where that is not known."""
    if evaluation.nested is None:
        return ""
    groups: dict[str, list[str]] = {}
    for group, (kind, granularity) in evaluation.nested.ways.items():
        about = "the program" if granularity == "program" else "each region"
        groups.setdefault(f"{kind} for {about}", []).append(group)
    chosen = "; ".join(f"{way}: {', '.join(names)}" for way, names in sorted(groups.items()))
    return (
        "The last line: kind and granularity, too, are chosen without the program that is predicted, by models "
        f"that have seen neither it nor the one they are judged by. So were chosen: {chosen}."
    )


def side(choice: Choice | None) -> str:
    """Where a process runs."""
    if choice is None:
        return "no prediction"
    if choice.opened >= 1.0:
        return "CPU"
    where = "OpenCL" if not choice.on_cpu else f"OpenCL but {len(choice.on_cpu)} regions"
    return where if choice.opened <= 0.001 else f"{where}, after {100 * choice.opened:.0f}% on the CPU"


def case_rows(results: Iterable[Result], over: str) -> list[list[str]]:
    """Headings, and a line for each program and class, with both views."""
    rows = [
        [
            *("program", "class", "view", "sequential s", "OpenMP s", "OpenCL s", "mapped s", "oracle s"),
            *(
                "OpenMP",
                "OpenCL",
                "mapped",
                "oracle",
                "choice",
                "right",
                "share of the oracle",
                "mapped as measured",
            ),
        ]
    ]
    for each in results:
        for view in VIEWS:
            known = each.seconds[view]
            right = each.right(view)
            rows.append(
                [
                    *(each.case.program, each.case.size, VIEW_WORDS[view]),
                    *(_seconds(each, name, known.get(name)) for name in (SEQUENTIAL, *SHOWN)),
                    *(times(each.speedup(view, version, over)) for version in SHOWN),
                    *(side(each.choice), NONE if right is None else "yes" if right else "NO"),
                    *(percent(each.share(view)), _as_measured(each, view)),
                ]
            )
    return rows


def _seconds(each: Result, version: str, value: float | None) -> str:
    if value is None:
        return NONE
    run = each.case.runs.get(version)
    mark = "" if run is None else "*" if run.estimated else ""
    more = ">" if run is not None and run.cut_off else ""
    return f"{more}{value:.4g}{mark}"


def _as_measured(each: Result, view: str) -> str:
    run, choice = each.case.runs.get(MAPPED), measured_choice(each.case)
    return NONE if run is None else f"{run.seconds(view):.4g} s" + (f", {choice}" if choice else "")


def misses(evaluation: Evaluation) -> list[Miss]:
    """Every wrong choice, and why the model made it."""
    return [_miss(each, evaluation) for each in evaluation.misses()]


def _miss(each: Result, evaluation: Evaluation) -> Miss:
    choice = each.choice
    assert choice is not None
    model = evaluation.folds[each.case.group].model
    known = each.seconds[WHOLE]
    flip = nearest_flip(model, choice.question.features)
    longer = known[CHOSEN] / known[ORACLE]
    cost = f"{known[CHOSEN]:.4g} s rather than {known[ORACLE]:.4g} s: {longer:.3g} times as long"
    used = _used(model)
    why = [
        f"Asked on entering {choice.question.region}; score {choice.score:+.3g}; {choice.reason}.",
        flip_words(flip),
    ]
    priced = evaluation.priced.get(each.case.group)
    prices = model.sums or model.prices
    if prices is not None:
        why.insert(1, sums_words(prices, choice.question.features))
    elif priced is not None and priced.model.sums is not None:
        expected = sums_words(priced.model.sums, choice.question.features)
        why.append(f"The kind sums would have said: {expected[0].lower()}{expected[1:]}")
    features = [
        (name, f"{value:.4g}")
        for name, value in zip(schema.NAMES, choice.question.features, strict=True)
        if name in used
    ]
    return Miss(
        each.case.name,
        side(choice),
        "OpenMP" if each.faster == OPENMP else "OpenCL",
        cost,
        tuple(why),
        tuple(path(model, choice.question.features)) if len(model.trees) == 1 else (),
        tuple(features),
    )


def _used(model: Model) -> set[str]:
    """The features that the model looks at."""
    splits = (node for tree in model.trees for node in nodes(tree) if isinstance(node, Split))
    prices = model.sums or model.prices
    terms = (*prices.cpu, *prices.opencl) if prices is not None else ()
    return {TREE_NAMES[split.feature] for split in splits} | {schema.NAMES[feature] for feature, _ in terms}


def sums_words(sums: Sums, features: Sequence[float]) -> str:
    """What each side was expected to take, and what most of it is."""
    sides = []
    counted = (sums.longest(features), sums.opencl)
    for name, terms, total in zip(("CPU", "OpenCL"), counted, sums.seconds(features), strict=True):
        by_name = {schema.NAMES[feature]: each for feature, each in terms}
        amounts = dict(zip(schema.NAMES, features, strict=True))
        for part, whole in PARTS.items():
            if part in by_name:
                amounts[whole] = max(amounts[whole] - amounts[part], 0.0)
        prices = _prices(by_name)
        largest = sorted(((prices[name] * amounts[name], RESTS.get(name, name)) for name in by_name), reverse=True)
        parts_ = ", ".join(f"{part} {seconds:.3g}" for seconds, part in largest[:3] if seconds > 0.02 * total)
        sides.append(f"{total:.3g} s with {name} ({parts_})")
    return f"Expected from there on: {' and '.join(sides)}."


def price_rows(model: Model) -> list[list[str]]:
    """What one unit of each feature costs on either side; empty but for the headings where there are no sums."""
    rows = [["feature", "unit", "CPU", "OpenCL"]]
    if model.sums is None:
        return rows
    units = {each.name: each.unit for each in (*schema.RAW, *schema.STATE, *schema.COMBINED)}
    cpu, opencl = (
        {schema.NAMES[feature]: each for feature, each in side} for side in (model.sums.cpu, model.sums.opencl)
    )
    sides = (_prices(cpu), _prices(opencl))
    for name in schema.NAMES:
        if name in cpu or name in opencl:
            word = RESTS.get(name, name)
            rows.append([word, units[name], *(_price(prices.get(name, 0.0)) for prices in sides)])
    return rows


def _prices(terms: Mapping[str, float]) -> dict[str, float]:
    """What one unit of each feature costs; terms give for a part by how much more it costs than the rest."""
    return {**terms, **{part: terms.get(part, 0.0) + terms.get(whole, 0.0) for part, whole in PARTS.items()}}


def _price(seconds: float) -> str:
    """Seconds with a fitting unit; nothing where a feature costs less than counts."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9), ("ps", 1e-12), ("fs", 1e-15)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return NONE


def flip_words(flip: Flip | None) -> str:
    """How near the answer was to the other one."""
    if flip is None:
        return "No change of a single feature would turn the answer."
    if not math.isfinite(flip.factor) or flip.factor <= 0:
        return f"It would turn if {flip.feature} were {flip.threshold:.4g} rather than {flip.value:.4g}."
    factor = flip.factor if flip.factor >= 1 else 1 / flip.factor
    word = "larger" if flip.factor >= 1 else "smaller"
    return (
        f"It would turn if {flip.feature} were {factor:.3g} times {word} "
        f"({flip.threshold:.4g} rather than {flip.value:.4g})."
    )


def breakdown_rows(results: Iterable[Result]) -> list[list[str]]:
    """Seconds of the parts of each process on the device."""
    rows = [["program", "class", "opening", "copies", "kernels", "host", "whole"]]
    for each in results:
        found = parts(each.case)
        if found is not None:
            values = (found.opening, found.copies, found.kernels, found.host, each.case.runs[OPENCL].whole)
            rows.append([each.case.program, each.case.size, *(f"{value:.4g}" for value in values)])
    return rows


def feature_rows(before: Mapping[str, float], after: Mapping[str, float]) -> list[list[str]]:
    """All features of a program without and with transformations, with units."""
    units = {each.name: each.unit for each in (*schema.RAW, *schema.STATE, *schema.COMBINED)}
    rows = [["feature", "unit", "before", "after", "after / before"]]
    for name in schema.NAMES:
        if name in before and name in after and (before[name] or after[name]):
            quotient = f"{after[name] / before[name]:.3g}" if before[name] else "new"
            rows.append(
                [
                    name,
                    "" if units[name] == "1" else units[name],
                    f"{before[name]:.5g}",
                    f"{after[name]:.5g}",
                    quotient,
                ]
            )
    return rows


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as the text of a CSV file; a dash becomes empty."""
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(
        ["" if cell == NONE else cell for cell in row] for row in rows
    )
    return stream.getvalue()
