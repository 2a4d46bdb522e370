"""The part of `mapper train` that measures when copies of arrays in another order pay."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
from rich.console import Console

from mapper.diagnostics import Location, fail
from mapper.model import store
from mapper.model.document import load
from mapper.model.tree import Model, Relayout
from mapper_training.machines import LostError, Machine, machines
from mapper_training.measure import RunError
from mapper_training.relayout import FILE, collect, read_rows
from mapper_training.relayout_fit import fit

SECONDS = 3600.0
"""The most seconds that it takes on a worker."""


def measure(folder: Path, machine: Machine, console: Console) -> None:
    """Measure on a machine, into `folder`, unless that is done already; what goes wrong is reported."""
    if (folder / FILE).exists():
        return
    console.print("measuring copies of arrays in another order")
    try:
        with machine.measuring:
            text: str = machine.call(SECONDS, measured)
        (folder / FILE).write_text(text, encoding="utf-8")
    except (LostError, RunError) as error:
        console.print(f"copies in another order: {error}", markup=False, soft_wrap=True)
    except OSError as error:
        fail("E005", f"can't write the micro-benchmarks: {error.strerror}", Location(str(folder / FILE)))


def measured() -> str:
    """The rows as the text of a file; raises `RunError`."""
    with tempfile.TemporaryDirectory(prefix="mapper-train-") as folder:
        collect(Path(folder))
        return (Path(folder) / FILE).read_text(encoding="utf-8")


def relayout_of(folders: Sequence[Path], seed: int) -> Relayout | None:
    """The tree for the rows in the first of some folders that has any; None without."""
    file = next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)
    table = read_rows(file, "E023") if file is not None else pd.DataFrame()
    return fit(table, seed) if len(table) else None


def only(
    name: str, folder: Path, output: Path | None, seed: int, console: Console, scheduler: str | None = None
) -> Model:
    """Measure what `folder` lacks, and put the tree into the model of this name, or into the one in `output`.

    Raises `MapperError` E022 where there is no such model, E023 where nothing could be measured.
    """
    path = output if output is not None and output.is_file() else store.find(name)
    model = load(path)
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / FILE).exists():
        with machines(scheduler, busy=True) as found:
            measure(folder, found.all[0], console)
    relayout = relayout_of([folder], seed)
    if relayout is None:
        fail("E023", "copies of arrays in another order could not be measured", Location(str(folder)))
    model = replace(model, relayout=relayout)
    saved = store.save(model, output)
    console.print(f"{said(relayout)}\nmodel: {saved}\nrows:  {folder / FILE}", soft_wrap=True, highlight=False)
    return model


def said(relayout: Relayout) -> str:
    """The scores in a line."""
    scores = relayout.scores
    return (
        f"copies in another order: {int(scores['rows'])} rows; with shapes held out {scores['accuracy']:.1%} "
        f"right, {scores['oracle_share']:.1%} of the oracle (never {scores['never_share']:.0%}, always "
        f"{scores['always_share']:.0%})"
    )
