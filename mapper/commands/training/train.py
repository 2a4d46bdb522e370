"""`mapper train`: measure this machine and make a model for it."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import pandas as pd
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from mapper.commands.consoles import usual_console
from mapper.commands.training import train_micro, train_relayout
from mapper.diagnostics import Location, UsageError, fail
from mapper.model import store
from mapper.model.tree import Leaf, Model, nodes
from mapper_training import gates, micro
from mapper_training.budget import Budget
from mapper_training.building import build, fill_caches, kept_programs
from mapper_training.collect import LARGE, LATE, LONG, Step, Summary, collect
from mapper_training.config import PROGRAMS, Config, Point, load_config, points
from mapper_training.fit import BEST, DEFAULT
from mapper_training.fit import train as fit_model
from mapper_training.journal import Journal, load_platform, load_rows, write_added
from mapper_training.machines import LostError, Machine, Machines, machines
from mapper_training.measure import MEASURED, TIMEOUT, LateError, Result, measure_program
from mapper_training.merge import merge
from mapper_training.models import KINDS
from mapper_training.profiles import load_runs, rows_of_runs
from mapper_training.weights import load_weights

HELP = """Measure this machine and make a model for it.

FILES belong to the option before them: --from and --add take several.
"""


SLOWEST, LEAST_TIMEOUT = 20.0, 15.0
"""A run is ended when it has taken so many times the seconds that it should take at most, or this many seconds."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The command line: `shard` is (i, n), `merged` the data of --from, `added` the profiles of --add.

    `device` is `cpu`, `gpu` or a part of an OpenCL device's name; without one it is that of `MAPPER_DEVICE`.
    `kind` is one of `training.models.KINDS`, or `best`: that of them which chooses best.
    With `relayout` only when copies of arrays in another order pay is measured, with `micro` only
    micro-benchmarks, by which the model of the platform `like` is rescaled.  With `busy` other programs may run
    meanwhile, and the model does not become the default.  `scheduler` is that of Dask workers which
    measure in place of this machine: an address, or its scheduler file.
    """

    platform: str
    quick: bool = False
    minutes: float | None = None
    shard: tuple[int, int] = (1, 1)
    merged: tuple[Path, ...] = ()
    added: tuple[Path, ...] = ()
    output: Path | None = None
    data: Path | None = None
    device: str | None = None
    relayout: bool = False
    micro: bool = False
    like: str | None = None
    kind: str = DEFAULT
    busy: bool = False
    scheduler: str | None = None

    @property
    def target(self) -> Path | None:
        """Where the model is written; None: where it becomes the default."""
        own = store.user_folder() / f"{self.platform}.json"
        return self.output or (own if self.busy else None)


def run(arguments: Arguments) -> None:
    """Train, with progress on the terminal."""
    train_platform(arguments, usual_console())


def parse_shard(text: str) -> tuple[int, int]:
    """`i/n` as two numbers, 1 <= i <= n; raises `UsageError`."""
    first, slash, last = text.partition("/")
    if not slash or not first.isdecimal() or not last.isdecimal() or not 1 <= int(first) <= int(last):
        raise UsageError(f"--shard takes i/n with 1 <= i <= n, such as 2/3, not {text!r}")
    return int(first), int(last)


def data_folder(name: str) -> Path:
    """Where a platform's measured data are kept when no folder is named."""
    return store.user_folder().parent / "data" / name


def train_platform(arguments: Arguments, console: Console) -> Model | None:
    """Measure or take rows, fit, and save the model; None where only a shard was measured.

    The data go to `arguments.data` (default: `data_folder`), the model to `arguments.output` (default: the user's
    models, where it becomes the default model).  Raises `MapperError` E023 where measuring is not possible.
    """
    started = time.monotonic()
    store.check_name(arguments.platform)
    if arguments.kind not in (*KINDS, BEST):
        raise UsageError(f"--kind takes {', '.join((*KINDS, BEST))}, not {arguments.kind!r}")
    folder = arguments.data or data_folder(arguments.platform)
    config = _config(arguments)
    if arguments.device is not None:
        os.environ["MAPPER_DEVICE"] = f"opencl:{arguments.device}"  # as all measured programs inherit it
    if arguments.relayout:
        return train_relayout.only(
            arguments.platform, folder, arguments.output, config.seed, console, arguments.scheduler
        )
    if arguments.micro:
        return _predict(arguments, folder, started, console)
    if arguments.merged:
        table, platform = merge(arguments.merged)
    elif arguments.added:
        table, platform = _add(arguments.added, folder, console)
    else:
        budget = Budget(started, 60 * config.minutes, fits=arguments.shard[1] == 1)
        table, platform = _collect(config, arguments, folder, budget, console)
        if arguments.shard[1] > 1:
            console.print(
                f"rows:  {folder}\nwhen all shards are measured: mapper train --platform {arguments.platform} "
                "--from FOLDER...",
                soft_wrap=True,
                highlight=False,
            )
            return None
    if table.empty:
        fail("E023", "no program could be measured: the reasons are above", Location(str(folder)))
    if problem := gates.problem(table, default=arguments.target is None):
        fail("E023", f"no model is made: {problem}", Location(str(folder)))
    folders = (folder, *(path if path.is_dir() else path.parent for path in arguments.merged))
    weights = load_weights(folders[1:] or folders)
    model = fit_model(
        table,
        arguments.platform,
        platform,
        config.seed,
        config.depth,
        operations=weights,
        parts=config.folds,
        kind=arguments.kind,
    )
    relayout = train_relayout.relayout_of((folder, *arguments.merged), config.seed)
    model = replace(model, relayout=relayout)
    path = store.save(model, arguments.target)
    source = ", ".join(map(str, arguments.merged)) or str(folder)
    _report(model, path, source, arguments, console)
    return model


def _config(arguments: Arguments) -> Config:
    config = load_config("quick" if arguments.quick else "full", arguments.shard)
    return config if arguments.minutes is None else config.within(arguments.minutes)


def _collect(
    config: Config, arguments: Arguments, folder: Path, budget: Budget, console: Console
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Measure what `folder` lacks; all its rows, and the platform."""
    with machines(arguments.scheduler, busy=arguments.busy) as found:
        rows = _measured(config, arguments, folder, budget, found, console)
        if not (rows.empty or arguments.quick or arguments.minutes or arguments.shard[1] > 1):
            train_relayout.measure(folder, found.all[0], console)
        return rows, found.platform


def _measured(
    config: Config, arguments: Arguments, folder: Path, budget: Budget, found: Machines, console: Console
) -> pd.DataFrame:
    """All rows of `folder`, after what it lacked has been measured on the machines."""
    platform = found.platform
    console.print(
        f"training [bold]{arguments.platform}[/]: {platform['cpu']}, {platform['threads']} threads; "
        f"{platform['device']}{_names(found)}\n"
        f"{_plan(budget, busy=arguments.busy)}; what is measured is kept in {folder}",
        soft_wrap=True,
    )
    journal = Journal(folder, platform)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        for sentence in journal.dropped:
            console.print(sentence, markup=False, soft_wrap=True)
        if journal.stale:
            console.print(f"changed since they were measured, measured again: {', '.join(sorted(journal.stale))}")
        with (
            tempfile.TemporaryDirectory(prefix="mapper-train-") as work,
            Progress(*columns, console=console) as bar,
        ):
            built = _build(config, folder, Path(work), kept_programs(platform["compiler"]), budget, bar)
            if not found.all[0].name:
                first = {point.program: point for point in reversed(points(config))}
                fill_caches(Path(work), {name: (str(first[name].size), "1") for name in built}, budget.build_until)
            _micro(folder, Path(work), found.all[0], budget.micro_until, bar)
            summary = _measure(config, journal, Path(work), built, found, budget, bar)
        journal.arrange(points(config))
        _say_summary(summary, console)
        return journal.table()
    finally:
        journal.close()


def _predict(arguments: Arguments, folder: Path, started: float, console: Console) -> Model:
    """Measure micro-benchmarks alone, and rescale another platform's model by them."""
    with machines(arguments.scheduler, busy=arguments.busy) as found:
        return _predicted(arguments, folder, started, found, console)


def _predicted(arguments: Arguments, folder: Path, started: float, found: Machines, console: Console) -> Model:
    platform = found.platform
    like = train_micro.like(arguments.like, platform)
    console.print(
        f"predicting [bold]{arguments.platform}[/] from {like.name}: {platform['cpu']}, {platform['threads']} "
        f"threads; {platform['device']}",
        soft_wrap=True,
    )
    Journal(folder, platform).close()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        tempfile.TemporaryDirectory(prefix="mapper-train-") as work,
        Progress(*columns, console=console) as bar,
    ):
        _, problems = build(micro.SOURCES, Path(work), lambda _: None, kept=kept_programs(platform["compiler"]))
        if problems:
            fail("E023", "the micro-benchmarks do not compile: " + "; ".join(problems.values()))
        _micro(folder, Path(work), found.all[0], started + 60 * train_micro.MINUTES, bar)
    model = train_micro.predicted(like, platform, folder, console)
    path = store.save(replace(model, name=arguments.platform), arguments.target)
    _report(model, path, str(folder / micro.FILE), arguments, console)
    return model


def _names(found: Machines) -> str:
    """`, on 2 workers: ...`; empty for this machine."""
    names = [machine.name for machine in found.all if machine.name]
    return f", on {len(names)} workers: {', '.join(names)}" if names else ""


def _plan(budget: Budget, *, busy: bool) -> str:
    """The time that each part takes at most."""
    now = time.monotonic()
    build, all_ = budget.build_until - now, budget.begin + budget.seconds - now
    fitting = f", the last {_minutes(budget.fitting)} for fitting" if budget.fits else ""
    fitting += ", which takes longer while other programs run" if fitting and busy else ""
    return f"at most {_minutes(all_)} in all: {_minutes(build)} for building{fitting}"


def _minutes(seconds: float) -> str:
    """`1:05 min`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"


def _build(config: Config, folder: Path, work: Path, kept: Path, budget: Budget, bar: Progress) -> list[str]:
    """Build, as time allows, the micro-benchmarks that `folder` lacks, and the programs in the order of measuring.

    Returns the training programs that compile.
    """
    order = dict.fromkeys(point.program for point in points(config))
    sources = ({} if (folder / micro.FILE).exists() else micro.SOURCES) | {
        name: PROGRAMS / f"{name}.c" for name in order
    }
    task = bar.add_task("building", total=len(sources))

    def done(name: str) -> None:
        left = max(budget.build_until - time.monotonic(), 0.0)
        bar.update(task, advance=1, description=f"building {name}, at most {_minutes(left)} left")

    built, problems = build(sources, work, done, kept=kept, until=budget.build_until)
    for name, problem in problems.items():
        bar.console.print(f"left out: {name} does not compile:\n{problem}", markup=False)
    if late := len(sources) - len(built) - len(problems):
        bar.console.print(f"{late} programs were not built in time; another start goes on with them")
    bar.update(task, description="building")
    programs = [name for name in built if name in order]
    if not programs:
        fail("E023", "no training program compiles" if problems else "no training program was built in time")
    return programs


def _micro(folder: Path, work: Path, machine: Machine, until: float, bar: Progress) -> None:
    """Measure the device's costs, unless they are there already; nothing is kept where the time is over."""
    path = folder / micro.FILE
    if path.exists():
        return
    task = bar.add_task("micro-benchmarks", total=1)
    try:
        programs = {name: (work / name).read_bytes() for name in micro.SOURCES if (work / name).exists()}
        with machine.measuring:
            seconds = until - time.monotonic()
            document = machine.call(max(seconds, 0.0), micro.measure_programs, programs, seconds)
    except LostError as error:
        bar.console.print(f"micro-benchmarks: {error}", markup=False)
        return
    except LateError:
        bar.console.print("micro-benchmarks: left out, as the time is over; another start measures them")
        return
    for problem in document["problems"]:
        bar.console.print(f"micro-benchmarks: {problem}", markup=False)
    try:
        temporary = path.with_name(path.name + ".new")
        temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        fail("E005", f"can't write the micro-benchmarks: {error.strerror}", Location(str(path)))
    bar.update(task, advance=1)


def _measure(
    config: Config,
    journal: Journal,
    work: Path,
    built: Sequence[str],
    found: Machines,
    budget: Budget,
    bar: Progress,
) -> Summary:
    """Measure on all machines at once, each its part of the programs; on each machine one at a time."""
    total = sum(len(config.programs[name]) * len(config.variants(name)) for name in built)
    task: TaskID = bar.add_task("measuring", total=total)
    now = time.monotonic()
    until = budget.measure_until(now)
    timeout = min(max(SLOWEST * config.limit, LEAST_TIMEOUT), TIMEOUT)
    stopped = Event()

    def done(step: Step) -> None:
        minutes = step.remaining / 60
        left = f"about {minutes:.0f} min left" if minutes >= 1 else "under a minute left"
        what = f"measured {step.point.program} {step.point.arguments}"
        bar.update(task, advance=1, description=f"{what}, {left}" if step.outcome == MEASURED else f"{left}")

    def share(machine: Machine, part: Config) -> Summary:
        def measured(point: Point, calls: int) -> Result:
            program = (work / point.program).read_bytes()
            with machine.measuring:
                seconds = 0.0 if stopped.is_set() else until - time.monotonic()
                if seconds <= 0:
                    raise LateError
                words = (program, point, calls, part, timeout, seconds)
                result: Result = machine.call(seconds, measure_program, *words)
                return result

        own = [name for name in built if name in part.programs]
        try:
            return collect(part, journal, measured, done, built=own, memory=found.memory, seconds=until - now)
        except LostError as error:
            return Summary(problems=[f"{error}; another start measures what was left to it"])

    parts = [config.part(number, len(found.all)) for number in range(1, len(found.all) + 1)]
    if len(parts) == 1:
        return share(found.all[0], parts[0])
    with ThreadPoolExecutor(len(parts)) as pool:
        try:
            return sum(pool.map(share, found.all, parts), Summary())
        finally:
            stopped.set()


def _say_summary(summary: Summary, console: Console) -> None:
    for problem in summary.problems:
        console.print(f"left out: {problem}", markup=False, soft_wrap=True)
    whys = {LONG: "would run too long", LARGE: "need too much memory", LATE: "did not fit into the time"}
    for outcome, why in whys.items():
        if count := summary.outcomes[outcome]:
            console.print(f"{count} sizes {why}")


def _add(profiles: Sequence[Path], folder: Path, console: Console) -> tuple[pd.DataFrame, dict[str, str]]:
    """Add the rows of real runs to `folder`; all its rows, and the platform."""
    platform = load_platform(folder)
    rows = rows_of_runs(load_runs(profiles), platform.get("device", ""))
    if rows.empty:
        fail(
            "E023",
            "no region ran on both devices with the same features: profile the program twice, once with "
            "MAPPER_DEVICE=cpu and once with MAPPER_DEVICE=opencl, and give both files",
        )
    total = write_added(folder, rows)
    console.print(f"{len(rows)} rows of real runs added; the folder has {total} of them")
    return load_rows(folder), platform


def _report(model: Model, path: Path, source: str, arguments: Arguments, console: Console) -> None:
    leaves = sum(isinstance(node, Leaf) for tree in model.trees for node in nodes(tree))
    scores = model.scores
    if scores:
        console.print(
            f"{int(scores['rows'])} rows; with whole programs held out: {scores['accuracy']:.0%} right, "
            f"{scores['oracle_share']:.0%} of the oracle (always CPU {scores['always_cpu_share']:.0%}, "
            f"always OpenCL {scores['always_opencl_share']:.0%})"
        )
    size = "two sums" if model.sums is not None else f"{leaves} leaves"
    console.print(f"model: {path} ({model.kind}: {size})\nrows:  {source}", soft_wrap=True, highlight=False)
    if arguments.target is not None:
        option = f"--model {path}" if arguments.output else f"--platform {model.name}"
        console.print(f"not the default model: mapper compile {option} embeds it", soft_wrap=True, highlight=False)
