"""`mapper train`: measure this machine and make a model for it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mapper.commands.doctor import default_compiler
from mapper.diagnostics import Location, fail
from mapper.model import store
from mapper.model.tree import Leaf, Model, nodes
from mapper.runtime import fallback_loader
from mapper.runtime.machine import describe_machine
from mapper.runtime.probe import probe
from training.collect import Config, Run, build, collect, load_config
from training.fit import train as fit_model


def run(name: str, output: Path | None, data: Path | None) -> None:
    """Train, with progress on the terminal."""
    train_platform(name, output, data, Console())


def train_platform(name: str, output: Path | None, data: Path | None, console: Console) -> Model:
    """Measure, fit, and save the model `name`; raises `MapperError` E023 where measuring is not possible.

    `output` is the model's file (default: the user's models, where it becomes the default model), `data`
    is where the measured rows go (default: beside the model, as CSV).
    """
    store.check_name(name)
    found = probe(fallback_loader())
    if not found.devices:
        fail("E023", f"{found.problem or 'there is no OpenCL device'}; `mapper doctor` says what to do")
    config = load_config()
    platform = describe_machine(found, default_compiler())
    console.print(
        f"training [bold]{name}[/]: {platform['cpu']}, {platform['threads']} threads; {platform['device']}"
    )
    with tempfile.TemporaryDirectory(prefix="mapper-train-") as folder:
        table = _measure(config, Path(folder), console)
    model = fit_model(table, name, platform, config.seed, config.depth)
    path = store.save(model, output)
    csv = data or path.with_suffix(".csv")
    _write_table(table, csv)
    _report(model, path, csv, console)
    return model


def _measure(config: Config, folder: Path, console: Console) -> pd.DataFrame:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        building = progress.add_task("building", total=len(config.programs))
        for name in build(config, folder, _compile):
            progress.update(building, advance=1, description=f"building {name}")
        measuring = progress.add_task("measuring", total=sum(map(len, config.programs.values())))

        def done(run: Run) -> None:
            progress.update(measuring, advance=1, description=f"measuring {run.program} {run.size}")

        return collect(config, folder, done)


def _compile(source: Path, output: Path) -> None:
    command = [sys.executable, "-m", "mapper", "compile", str(source), "-o", str(output), "-O3", "-lm"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode != 0:
        fail("E023", f"the training program {source.name} does not compile:\n{process.stderr.strip()}")


def _write_table(table: pd.DataFrame, path: Path) -> None:
    try:
        table.to_csv(path, index=False)
    except OSError as error:
        fail("E005", f"can't write the measured rows: {error.strerror}", Location(str(path)))


def _report(model: Model, path: Path, csv: Path, console: Console) -> None:
    leaves = sum(isinstance(node, Leaf) for node in nodes(model.tree))
    scores = model.scores
    console.print(
        f"{int(scores['rows'])} rows; with whole programs held out: {scores['accuracy']:.0%} right, "
        f"{scores['oracle_share']:.0%} of the oracle (always CPU {scores['always_cpu_share']:.0%}, "
        f"always OpenCL {scores['always_opencl_share']:.0%})"
    )
    console.print(f"model: {path} ({leaves} leaves)\nrows:  {csv}", soft_wrap=True, highlight=False)
