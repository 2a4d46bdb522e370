"""`mapper evaluate`: a report of how well a platform's model chooses for programs that it has not seen."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from joblib import Parallel, delayed
from rich.console import Console
from rich.table import Table

import mapper
from mapper.commands import features as features_command
from mapper.commands.consoles import usual_console
from mapper.diagnostics import Location, MapperError, fail
from mapper.features import schema
from mapper.transforms.names import NAMES
from mapper_training.evaluate import DATA, Evaluation, evaluate, platforms
from mapper_training.evaluation import tables, together
from mapper_training.evaluation.data import read
from mapper_training.evaluation.relayouts import sentence

EXAMPLE = ("BT", "S")
"""The program whose features are shown before and after transformations."""


def run(named: Sequence[str], output: Path, data: Path | None) -> None:
    """Evaluate these platforms, or all that there are data for; a folder for each in `output`.

    Several that were named are of one machine, and are judged together, too.
    """
    folder = data or DATA
    found = platforms(folder) if folder.is_dir() else []
    for platform in named:
        if platform not in found:
            known = ", ".join(found) or "none"
            fail(
                "E024", f"there are no NPB times of platform {platform!r} (known: {known})", Location(str(folder))
            )
    if not found:
        fail("E024", "there are no measured platforms here; --data names their folder", Location(str(folder)))
    try:
        from mapper_training.evaluation.page import Transformed, write
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("matplotlib"):
            raise
        fail("E024", "the report's plots need matplotlib: pip install matplotlib")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail("E005", f"can't write there: {error.strerror}", Location(str(output)))
    console = usual_console()
    before, after, what = _transformed()
    evaluations = []
    for name in dict.fromkeys(named or found):
        if sys.stderr.isatty():
            print(f"mapper: evaluating {name}, which takes two minutes of processor time", file=sys.stderr)
        evaluation = evaluate(read(folder / name))
        evaluations.append(evaluation)
        weights = evaluation.measured.weights
        transformed = Transformed(what, _combined(before, weights), _combined(after, weights))
        written = write(evaluation, transformed, output / name)
        report(evaluation, console)
        pictures = sum(path.suffix == ".png" for path in written)
        console.print(
            f"{written[0]}  ({pictures} plots, {len(written) - 1 - pictures} tables beside it)\n",
            soft_wrap=True,
            highlight=False,
        )
    if len(evaluations) > 1 and named:
        report_together(evaluations, output, console)


def report_together(evaluations: Sequence[Evaluation], output: Path, console: Console) -> None:
    """What the models of several devices would have chosen together: to the terminal, and as CSV."""
    cases = together.together(evaluations)
    rows = together.rows(cases)
    console.print(_table(rows))
    console.print(together.sentence(cases), soft_wrap=True, highlight=False)
    file = output / "together.csv"
    file.write_text(tables.as_csv(rows), encoding="utf-8")
    console.print(f"{file}\n", soft_wrap=True, highlight=False)


def report(evaluation: Evaluation, console: Console) -> None:
    """The short text for the terminal."""
    console.print(f"[bold]{evaluation.measured.name}[/]: {len(evaluation.results)} NPB programs and classes")
    for rows in (tables.summary_rows(evaluation), tables.way_rows(evaluation), tables.mean_rows(evaluation)):
        console.print(_table(rows))
    console.print(tables.mapped_words(evaluation), soft_wrap=True, highlight=False)
    for miss in tables.misses(evaluation):
        console.print(
            f"wrong: {miss.name}: {miss.chosen}, {miss.better} is better: {miss.cost}",
            soft_wrap=True,
            highlight=False,
        )
    if evaluation.relayouts is not None:
        console.print(sentence(evaluation.relayouts), soft_wrap=True, highlight=False)
    for line in evaluation.missing:
        console.print(f"note: {line}", soft_wrap=True, highlight=False, markup=False)


def _table(rows: Sequence[Sequence[str]]) -> Table:
    """The first row holds the headings."""
    shown = Table(box=None, pad_edge=False)
    for number, heading in enumerate(rows[0]):
        shown.add_column(heading, justify="right" if number else "left")
    for row in rows[1:]:
        shown.add_row(*row)
    return shown


def _transformed() -> tuple[list[float], list[float], str]:
    """One program's raw features without and with transformations; the third value names it, or the reason."""
    benchmarks = Path(mapper.__file__).parents[1] / "benchmarks" / "npb"
    if not benchmarks.is_dir():
        return [], [], "The sources of the benchmarks are not here, so there is no table of features."
    program, size = EXAMPLE
    sources = sorted([*(benchmarks / program).glob("*.c"), *(benchmarks / "common").rglob("*.c")])
    with tempfile.TemporaryDirectory(prefix="mapper-evaluate-") as work:
        command = [sys.executable, str(benchmarks / "params.py"), program, size]
        made = subprocess.run(command, capture_output=True, text=True, check=True)
        (Path(work) / "npbparams.h").write_text(made.stdout, encoding="utf-8")
        common = [*map(str, sources), f"-I{work}", f"-I{benchmarks / 'common'}", f"-I{benchmarks / program}"]
        ways = [[*common, *(f"-fno-{name}" for name in NAMES)], common]
        before, after = Parallel(n_jobs=len(ways))(delayed(_features)(arguments) for arguments in ways)
    for found in (before, after):
        if isinstance(found, str):
            return [], [], f"{program}.{size} can't be compiled here: {found}"
    return before, after, f"{program}.{size}"


def _features(arguments: list[str]) -> list[float] | str:
    """The raw features of a program's regions together, each executed once; or why it can't be compiled."""
    total = [0.0] * len(schema.RAW)
    try:
        for raw in features_command.numbers(arguments):
            total = [one + other for one, other in zip(total, raw, strict=True)]
    except MapperError as error:
        return error.diagnostics[0].message
    return total


def _combined(raw: Sequence[float], weights: schema.Weights) -> dict[str, float]:
    """All features by name; none where there are no raw ones."""
    return dict(zip(schema.NAMES, schema.combine(raw, weights=weights), strict=True)) if raw else {}
