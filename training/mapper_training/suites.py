"""How well a platform's model chooses for programs outside the tree: `python -m mapper_training.suites FOLDER`.

FOLDER is what `python -m benchmarks.suites` measured.  None of its programs is trained on.  It gets `report.md`
and `regions.csv`; nothing is run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.model import store
from mapper.model.document import load
from mapper.model.tree import Model, score
from mapper_training.config import load_config
from mapper_training.evaluate import DATA
from mapper_training.evaluation.baselines import Way, way
from mapper_training.evaluation.data import (
    MAPPED,
    OPENCL,
    OPENMP,
    TIMED,
    WHOLE,
    Case,
    Measured,
    Run,
    cases_of,
    read,
    rows_of_cases,
    runs_table,
)
from mapper_training.evaluation.predict import choose, fit_all, without
from mapper_training.evaluation.results import CHOSEN, Result, result
from mapper_training.evaluation.tables import NONE, as_csv, percent
from mapper_training.models import THRESHOLD
from mapper_training.simulate import TOLERANCE

COLD = "cold"
"""The mapped program with no kernels in a cache."""

MEASURED_TOLERANCE = 1.1
"""A measured process that takes so many times the better side's time is right: runs differ by that."""


@dataclass(frozen=True, slots=True)
class Region:
    """One region of one case: seconds of all its calls on the CPU and on the device, measured and expected.

    The device's are those on an open device, with the copies to it that the calls met.  `answer` is the model's
    score for all calls, and knows of as many bytes to copy.
    """

    case: str
    name: str
    calls: float
    cpu: float
    device: float
    cpu_expected: float
    device_expected: float
    answer: float

    @property
    def right(self) -> bool:
        """Whether the side that the model calls for is the faster one, or takes 2% more at most."""
        chosen, other = (self.device, self.cpu) if self.answer > 0 else (self.cpu, self.device)
        return chosen <= TOLERANCE * other


def regions(cases: Iterable[Case], model: Model, missing: list[str]) -> list[Region]:
    """The regions that ran on both sides with the same features."""
    rows = rows_of_cases(cases, model.startup, missing)
    found = []
    if rows.empty or model.prices is None:
        return []
    for (arguments, name), group in rows.groupby(["arguments", "region"], sort=True):
        calls, total = group["calls"].to_numpy(dtype=float), [0.0] * len(schema.RAW)
        copied = calls * group["upload_bytes"].to_numpy(dtype=float)
        features = group[list(schema.RAW_NAMES)].to_numpy(dtype=float)
        expected = [0.0, 0.0]
        met = schema.State(float(calls.sum()), float(copied.sum()))
        for number, up, values in zip(calls, copied, features, strict=True):
            raw = schema.horizon(values.tolist(), number)
            sides = model.prices.seconds(schema.combine(raw, schema.State(number, up), model.weights))
            expected = [one + other for one, other in zip(expected, sides, strict=True)]
            total = [one + other for one, other in zip(total, raw, strict=True)]
        found.append(
            Region(
                ".".join(str(arguments).split()),
                str(name),
                float(calls.sum()),
                float((calls * group["seconds_cpu"]).sum()),
                float((calls * group["seconds_opencl"]).sum()),
                expected[0],
                expected[1],
                score(model, schema.combine(total, met, model.weights)),
            )
        )
    return found


def judged(cases: Sequence[Case], model: Model) -> list[Result]:
    """What a model's choices come to, by the measured times of either side."""
    return [result(case, choose(case, model), model.bandwidth, model.startup) for case in cases]


def ways(results: Sequence[Result], threshold: Sequence[Result], seed: int) -> list[Way]:
    """The runs as mapped, what the model was expected to do, and simple ways to choose, on the same cases."""
    known = [each for each in results if CHOSEN in each.seconds[WHOLE]]
    names = {each.case.name for each in known}
    others = [each for each in threshold if each.case.name in names and CHOSEN in each.seconds[WHOLE]]
    found = [
        way("the model, predicted", known, CHOSEN, seed),
        way("always OpenMP", known, OPENMP, seed),
        way("always OpenCL", known, OPENCL, seed),
    ]
    if others:
        found.append(way("one threshold, predicted", others, CHOSEN, seed))
    for version, name in ((MAPPED, "as mapped, warm, measured"), (COLD, "as mapped, cold, measured")):
        timed = [_with_run(each, version) for each in known if version in each.case.runs]
        if timed:
            found.append(way(name, timed, version, seed, MEASURED_TOLERANCE))
    return found


def _with_run(each: Result, version: str) -> Result:
    """A result with the measured seconds of one more version."""
    run = each.case.runs[version]
    seconds = {view: {**times, version: run.seconds(view)} for view, times in each.seconds.items()}
    return replace(each, seconds=seconds)


def _threshold(measured: Measured, seed: int, depth: int) -> Model:
    """The best single threshold on the platform's own rows."""
    table = without(measured, "")
    return fit_all({"all": table}, measured.weights, (THRESHOLD,), seed, depth, 1)[THRESHOLD, "all"].model


def way_rows(found: Iterable[Way]) -> list[list[str]]:
    """Headings, and a line for each way."""
    rows = [["whole processes", "right", "95% interval", "share of the oracle", "95% interval"]]
    for each in found:
        right = f"{each.right} of {each.cases} ({percent(each.right / each.cases)})"
        spans = [f"{percent(low)} to {percent(high)}" for low, high in (each.right_interval, each.share_interval)]
        rows.append([each.name, right, spans[0], percent(each.share), spans[1]])
    return rows


def case_rows(results: Iterable[Result]) -> list[list[str]]:
    """Headings, and a line for each case: seconds of the whole process, of the timed part, and the choice."""
    rows = [
        ["program", "OpenMP", "OpenCL", "mapped", "cold", "timed: OpenMP", "OpenCL", "mapped", "chosen", "share"]
    ]
    for each in sorted(results, key=lambda one: one.case.name):
        runs = each.case.runs
        whole = [_seconds(runs.get(name), WHOLE) for name in (OPENMP, OPENCL, MAPPED, COLD)]
        timed = [_seconds(runs.get(name), TIMED) for name in (OPENMP, OPENCL, MAPPED)]
        chosen = NONE if each.choice is None else "OpenCL" if each.choice.opened < 1.0 else "OpenMP"
        wrong = "" if each.right() is not False else " wrong"
        rows.append([each.case.name, *whole, *timed, f"{chosen}{wrong}", percent(each.measured_share())])
    return rows


def _seconds(run: Run | None, view: str) -> str:
    return NONE if run is None else f"{'> ' if run.cut_off else ''}{run.seconds(view):.3g}"


def region_rows(found: Iterable[Region]) -> list[list[str]]:
    """Headings, and a line for each region, those first whose wrong answer costs most."""
    rows = [["program", "region", "calls", "CPU", "expected", "device", "expected", "score", "right"]]

    def lost(each: Region) -> float:
        return 0.0 if each.right else abs(each.cpu - each.device)

    for each in sorted(found, key=lambda one: (-lost(one), one.case, one.name)):
        times = [f"{value:.3g}" for value in (each.cpu, each.cpu_expected, each.device, each.device_expected)]
        rows.append(
            [
                each.case,
                each.name,
                f"{each.calls:.0f}",
                *times,
                f"{each.answer:.2f}",
                "yes" if each.right else "no",
            ]
        )
    return rows


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def report(folder: Path, platform: str, data: Path = DATA) -> Mapping[str, str]:
    """The files of the report, by name."""
    model = load(store.find(platform))
    measured = read(data / platform)
    config = load_config("quick")
    missing: list[str] = []
    cases = cases_of(runs_table(folder / "runs.csv"), folder / "profiles", model.weights, missing)
    results = judged(cases, model)
    others = judged(cases, _threshold(measured, config.seed, config.depth))
    by_region = regions(cases, model, missing)
    right = sum(each.right for each in by_region)
    parts = [
        markdown(way_rows(ways(results, others, config.seed))),
        markdown(case_rows(results)),
        f"{right} of {len(by_region)} regions right on an open device, with the copies that their calls met.\n",
        markdown(region_rows(by_region)[:41]),
        "".join(f"- {sentence}\n" for sentence in missing),
    ]
    return {"report.md": "\n".join(parts), "regions.csv": as_csv(region_rows(by_region))}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 where something can't be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--platform", default="nvidia-h200", help="whose model is judged (nvidia-h200)")
    parser.add_argument("--data", type=Path, default=DATA, help="where the platforms' measured data lie")
    chosen = parser.parse_args(arguments)
    try:
        files = report(chosen.folder, chosen.platform, chosen.data)
    except MapperError as error:
        print(error.diagnostics[0].message, file=sys.stderr)
        return 1
    for name, text in files.items():
        (chosen.folder / name).write_text(text, encoding="utf-8")
    print(files["report.md"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
