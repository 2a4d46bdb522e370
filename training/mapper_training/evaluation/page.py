"""One HTML page of an evaluation, with everything inside, and the same as single pictures and tables."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from joblib import Parallel, delayed
from matplotlib.figure import Figure

from mapper.model.tree import Model
from mapper_training.evaluation import costs, pictures, relayouts, stepplot, tables, trees
from mapper_training.evaluation.data import TIMED, WHOLE
from mapper_training.evaluation.results import SHOWN

if TYPE_CHECKING:
    from mapper_training.evaluate import Evaluation

_NUMBER = re.compile("[>+-]?[0-9.]+(e[+-]?[0-9]+)?([x%*]?| ([mµnpf]?s|GB/s))|\N{EN DASH}")
_HEADING = re.compile(r'<h2 id="(\w+)">(.*?)</h2>')
PUBLISHED = (
    "For comparison: Wang, Grewe and O'Boyle (ACM TACO 2014) report 32 of 33 and 33 of 34 right choices on two "
    "other machines, 95% and 99% of the oracle."
)
PLATFORM_ROWS = ("cpu", "threads", "omp_num_threads", "device", "driver", "compiler", "c_options", "system")
TREES = {
    "tree": (
        "<b>tree</b>: a decision tree on all features and on the seconds that each side is expected to take by "
        "the prices below, wrong choices weighted by what they cost, pruned."
    ),
    "regression": "<b>regression</b>: a regression tree of log2(seconds with OpenMP / seconds with OpenCL).",
    "published": "<b>published</b>: a decision tree on F1 to F4 alone, as in the literature.",
}
COPIES_TREE = "When a kernel's version on copies of arrays in another order is taken: the tree of all loops above."


@dataclass(frozen=True, eq=False, slots=True)
class Transformed:
    """All features of a program before and after transformations; `what` names it, or says why there are none."""

    what: str
    before: Mapping[str, float] = field(default_factory=dict)
    after: Mapping[str, float] = field(default_factory=dict)


def write(evaluation: Evaluation, transformed: Transformed, folder: Path, jobs: int = -1) -> list[Path]:
    """Write index.html, a PNG for each plot and a CSV for each table; returns their paths, the page first."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = {key: figure for key, figure in _figures(evaluation).items() if figure is not None}
    drawn = Parallel(n_jobs=jobs)(delayed(_drawn)(figure) for figure in figures.values())
    page = folder / "index.html"
    vectors = {key: svg for key, (svg, _) in zip(figures, drawn, strict=True)}
    page.write_text(html(evaluation, transformed, vectors), encoding="utf-8")
    written = [page]
    for key, (_, png) in zip(figures, drawn, strict=True):
        written.append(folder / f"{key}.png")
        written[-1].write_bytes(png)
    for name, rows in _tables(evaluation, transformed).items():
        if len(rows) > 1:
            written.append(folder / f"{name}.csv")
            written[-1].write_text(tables.as_csv(rows), encoding="utf-8")
    return written


def _drawn(figure: Figure) -> tuple[str, bytes]:
    """A figure as SVG and as PNG."""
    return pictures.as_svg(figure), pictures.as_png(figure)


def _figures(evaluation: Evaluation) -> dict[str, Figure | None]:
    results, over = evaluation.results, evaluation.over
    table, found = evaluation.measured.breakdown, evaluation.relayouts
    predicted = any(each.choice for each in results)
    return {
        "whole": pictures.speedups(results, WHOLE, over) if results else None,
        "timed": pictures.speedups(results, TIMED, over) if results else None,
        "averaged_whole": pictures.averaged(results, WHOLE, over) if results else None,
        "averaged_timed": pictures.averaged(results, TIMED, over) if results else None,
        "scores": pictures.scores(results) if predicted else None,
        "expected": pictures.expected(results, {group: fold.model for group, fold in evaluation.priced.items()}),
        "breakdown": pictures.breakdown(results),
        "copies": pictures.copies(list(relayouts.regions(found))) if found is not None else None,
        "transformations": stepplot.figure(table) if table else None,
        "copies_tree": trees.draw(found.tree, words=trees.COPIES) if found is not None else None,
        **{f"tree_{model.kind}": trees.draw(model.trees[0], model.base) for model in _with_tree(evaluation)},
    }


def _with_tree(evaluation: Evaluation) -> Iterator[Model]:
    """The models that learnt from all rows and are one tree."""
    return (model for model in evaluation.drawn if model.sums is None)


def _tables(evaluation: Evaluation, transformed: Transformed) -> dict[str, list[list[str]]]:
    wrong = [["program", "chosen", "better", "cost", "why", "path"]]
    wrong += [
        [miss.name, miss.chosen, miss.better, miss.cost, " ".join(miss.why), ", ".join(miss.path)]
        for miss in tables.misses(evaluation)
    ]
    return {
        "summary": tables.summary_rows(evaluation),
        "baselines": tables.way_rows(evaluation),
        "cases": tables.case_rows(evaluation.results, evaluation.over),
        "misses": wrong,
        "models": tables.compared_rows(evaluation),
        "prices": tables.price_rows(_whole(evaluation)),
        "breakdown": tables.breakdown_rows(evaluation.results),
        "features": tables.feature_rows(transformed.before, transformed.after),
        "copies": _copies(evaluation),
        "micro": costs.rows(evaluation.measured.micro),
    }


def _copies(evaluation: Evaluation) -> list[list[str]]:
    return [] if evaluation.relayouts is None else relayouts.table_rows(evaluation.relayouts)


def html(evaluation: Evaluation, transformed: Transformed, figures: Mapping[str, str]) -> str:
    """The page; `figures` are SVG texts."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=jinja2.StrictUndefined
    )
    environment.tests["number_like"] = lambda cell: bool(_NUMBER.fullmatch(cell))
    encoded = {key: base64.b64encode(svg.encode()).decode() for key, svg in figures.items()}
    text = environment.get_template("page.html.j2").render(
        **_context(evaluation, transformed),
        pictures={**dict.fromkeys(_figures_named(evaluation)), **encoded},
        trees=[(f"tree_{model.kind}", TREES[model.kind]) for model in _with_tree(evaluation)],
    )
    links = "".join(f'<a href="#{name}">{title}</a> ' for name, title in _HEADING.findall(text))
    return text.replace("<nav></nav>", f"<nav>{links}</nav>")


def _whole(evaluation: Evaluation) -> Model:
    """The model of sums that learnt from all rows; one without sums where there is none."""
    return next((model for model in evaluation.drawn if model.sums is not None), Model("", ()))


def _figures_named(evaluation: Evaluation) -> list[str]:
    names = [
        "whole",
        "timed",
        "averaged_whole",
        "averaged_timed",
        "scores",
        "expected",
        "breakdown",
        "copies",
        "copies_tree",
        "transformations",
    ]
    return names + [f"tree_{model.kind}" for model in _with_tree(evaluation)]


def _context(evaluation: Evaluation, transformed: Transformed) -> dict[str, Any]:
    measured = evaluation.measured
    platform = measured.platform
    features = tables.feature_rows(transformed.before, transformed.after)
    return {
        "name": measured.name,
        "where": where(platform),
        "count": len(evaluation.results),
        "verdict": verdict(evaluation),
        "summary": tables.summary_rows(evaluation),
        "ways": tables.way_rows(evaluation),
        "means": tables.mean_rows(evaluation),
        "mapped": tables.mapped_words(evaluation),
        "missing": evaluation.missing,
        "over": pictures.WORDS[evaluation.over],
        "platform": [["what", "value"], *([key, platform[key]] for key in PLATFORM_ROWS if key in platform)],
        "method": method(evaluation),
        "micro": costs.rows(measured.micro),
        "copies_tree": COPIES_TREE,
        "marks": "✗: the choice was wrong in this view. *: the sequential time is estimated.",
        "misses": tables.misses(evaluation),
        "predicted": any(each.choice for each in evaluation.results),
        "compared": tables.compared_rows(evaluation),
        "nested": tables.nested_words(evaluation),
        "prices": tables.price_rows(_whole(evaluation)),
        "kind": evaluation.kind,
        "granularity": "the whole program" if evaluation.granularity == "program" else "each region",
        "copies": _copies(evaluation),
        "copies_verdict": "" if evaluation.relayouts is None else relayouts.sentence(evaluation.relayouts),
        "features": features if len(features) > 1 else None,
        "features_of": transformed.what,
        "cases": tables.case_rows(evaluation.results, evaluation.over),
    }


def where(platform: Mapping[str, str]) -> str:
    """The machine in a line."""
    if not platform:
        return "the machine is not described (no platform.json)"
    threads = platform.get("omp_num_threads", platform.get("threads", "?"))
    device, cpu = platform.get("device", "unknown device"), platform.get("cpu", "unknown processor")
    return f"{device}; {cpu}, {threads} threads"


def verdict(evaluation: Evaluation) -> list[str]:
    """The answer in sentences."""
    whole = evaluation.summary(WHOLE)
    if not whole.cases:
        return ["Nothing can be predicted on this platform with the data that there are; only times are shown."]
    _, _, chosen, _ = (whole.speedups[version] for version in SHOWN)
    lines = [
        f"Of {whole.cases} programs and classes the model chooses right in {whole.right} "
        f"({tables.percent(whole.accuracy)}). Its processes reach {tables.percent(whole.oracle)} of the oracle; "
        f"always OpenMP reaches {tables.percent(whole.always_cpu)}, "
        f"always OpenCL {tables.percent(whole.always_opencl)}."
    ]
    if chosen is not None:
        lines.append(
            f"On geometric mean a mapped process is {tables.times(chosen)} as fast as "
            f"{pictures.WORDS[evaluation.over]}."
        )
    best = max(evaluation.compared, key=lambda each: each.summary.oracle or 0.0)
    if (best.summary.oracle or 0) > (whole.oracle or 0) + 0.001:
        lines.append(
            f"The best way compared below reaches {tables.percent(best.summary.oracle)}; which one that is could "
            "not be known beforehand."
        )
    return [*lines, PUBLISHED]


def method(evaluation: Evaluation) -> str:
    """What the models learnt from, and how times were taken."""
    measured = evaluation.measured
    own, npb = measured.training, measured.npb_rows
    learnt = f"{len(own)} rows of {own['program'].nunique()} training programs ({measured.training_file})"
    more = f" and {len(npb)} rows of the other NPB programs, from their profiles" if len(npb) else ""
    return (
        f"Models learn from {learnt}{more}. The program under prediction is left out with all its classes; LU and "
        "LU_HP count as one program. Each question is the one that the program really puts to its model, as its "
        "profile on the CPU recorded it. Times are the fastest of a version's repetitions, so kernels come from "
        "the cache where there are two; where a choice mixes both ways, its time follows from its regions'."
    )
