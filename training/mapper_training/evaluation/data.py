"""Measured NPB runs and profiles of one platform, as values; what is missing is reported, not an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mapper.diagnostics import Location, MapperError, fail
from mapper.features import schema
from mapper_training.evaluation import steps
from mapper_training.horizon import costs
from mapper_training.journal import ADDED, ROWS, load_rows, read_table
from mapper_training.profiles import load_profile, rows_of
from mapper_training.relayout import FILE as RELAYOUT
from mapper_training.relayout import read_rows
from mapper_training.tablefile import read_csv, read_json
from mapper_training.weights import FILE as MICRO
from mapper_training.weights import weights_of

OPENMP, OPENCL, SEQUENTIAL, MAPPED, CPU = "openmp", "opencl", "sequential", "mapped", "cpu"
CLASSES = "SWABC"
WHOLE, TIMED = VIEWS = ("whole", "timed")
"""The whole process, and the part that the benchmark times itself, start-up of the device mostly aside."""

MOST_VECTORS = 6
"""Rows that one region of one run gives at most to training: as many as `mapper train` takes."""

LEAST_SHARE = 0.1
"""What a call takes without clocks is at least this share of what it takes with them."""

Key = tuple[str, str]
"""A program and its class."""


@dataclass(frozen=True, slots=True)
class Run:
    """The fastest of a version's repetitions, in seconds.

    With `cut_off` the run was ended and both are lower bounds; with `estimated` they follow from another class.
    """

    whole: float
    timed: float
    cut_off: bool = False
    estimated: bool = False

    def seconds(self, view: str) -> float:
        """The seconds of one view."""
        return self.whole if view == WHOLE else self.timed


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that the model is put in a process that stays on the CPU, `at` seconds after the first one."""

    region: str
    about_program: bool
    at: float
    features: tuple[float, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Case:
    """One program and class: its runs, the profiles on either side, and the questions of a process on the CPU.

    `estimated` are the seconds of regions on the CPU where no profile has them: OpenMP's time, shared out as in
    the next smaller class that has a profile.
    """

    program: str
    size: str
    runs: Mapping[str, Run]
    profiles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    questions: tuple[Asked, ...] = ()
    estimated: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`BT.S`."""
        return f"{self.program}.{self.size}"

    @property
    def group(self) -> str:
        """Programs of one group are never in each other's training data: LU's two versions are one program."""
        return self.program.removesuffix("_HP")

    @property
    def on_cpu(self) -> Mapping[str, float]:
        """Seconds of each region on the CPU."""
        return region_seconds(self.profiles[CPU], CPU) if CPU in self.profiles else self.estimated


def region_seconds(profile: Mapping[str, Any], device: str) -> dict[str, float]:
    """Seconds of each region on one device."""
    return {region["id"]: float(region[device]["seconds"]) for region in profile["regions"]}


@dataclass(frozen=True, eq=False, slots=True)
class Measured:
    """All that is known of a platform; `missing` are sentences about what is not."""

    name: str
    platform: Mapping[str, str]
    training: pd.DataFrame
    training_file: str
    cases: tuple[Case, ...]
    npb_rows: pd.DataFrame
    breakdown: tuple[steps.Case, ...]
    micro: Mapping[str, Any] | None
    relayout: pd.DataFrame | None
    missing: tuple[str, ...]

    @property
    def weights(self) -> schema.Weights:
        """What operations cost there."""
        return weights_of(self.micro)


def npb_tables(folder: Path) -> tuple[Path, Path]:
    """Where a platform's NPB times may lie, those of the present version first."""
    return folder / "npb" / "npb.csv", folder / "npb.csv"


def read(folder: Path) -> Measured:
    """Read a platform's folder; raises `MapperError` E024 where there is no NPB table in it."""
    missing: list[str] = []
    path = next((path for path in npb_tables(folder) if path.is_file()), None)
    if path is None:
        fail("E024", "there is no npb/npb.csv; python -m benchmarks.npb measures it", Location(str(folder)))
    if path.parent == folder:
        missing.append("The NPB times are of an earlier version of mapper, whose kernels were not transformed.")
    micro = _micro(folder / MICRO, missing)
    cases = cases_of(runs_table(path), path.parent / "profiles", weights_of(micro), missing)
    training, file = _training(folder, missing)
    startup = costs(training).startup if len(training) else 0.0
    return Measured(
        folder.name,
        _platform(path.parent / "platform.json") or _platform(folder / "platform.json"),
        training,
        file,
        cases,
        rows_of_cases(cases, startup, missing),
        _breakdown(folder, missing),
        micro,
        _relayout(folder / RELAYOUT, missing),
        tuple(missing),
    )


def runs_table(path: Path) -> pd.DataFrame:
    """The runs of a CSV file that `benchmarks.harness` wrote, without those of other flags."""
    words = ("program", "class", "version", "flags", "verified", "device", "said")
    needed = ("program", "class", "version", "seconds", "whole", "verified")
    table = read_csv(path, "E024", "runs of NPB", words=words, needed=needed, numbers=("seconds", "whole", "mops"))
    if "flags" in table:
        table = table[table["flags"].isna() | (table["flags"] == "")]
    return table


def cases_of(table: pd.DataFrame, folder: Path, weights: schema.Weights, missing: list[str]) -> tuple[Case, ...]:
    """Programs in all classes that were run on either side, with the profiles of a folder; adds to `missing`."""
    runs: dict[Key, dict[str, Run]] = {}
    for (program, size, version), group in table.groupby(["program", "class", "version"], sort=True):
        run = _run(group)
        if run is None:
            missing.append(f"{program}.{size} has no {version} time: {group['verified'].iloc[-1]}.")
        else:
            runs.setdefault((str(program), str(size)), {})[str(version)] = run
    _estimate_sequential(runs, _operations(table))
    cases: list[Case] = []
    for (program, size), versions in sorted(runs.items(), key=lambda each: (each[0][0], CLASSES.find(each[0][1]))):
        if OPENMP not in versions or OPENCL not in versions:
            lacking = " and no ".join(name for name in (OPENMP, OPENCL) if name not in versions)
            missing.append(f"{program}.{size} is left out: it has no {lacking} time.")
            continue
        profiles = _profiles(folder, f"{program}.{size}", missing)
        case = Case(program, size, versions, profiles, _questions(profiles.get(CPU), weights))
        device = _questions(profiles.get(OPENCL), weights)
        if case.questions and device and not _alike(case.questions, device):
            missing.append(f"{case.name}: the model was asked other questions on the CPU than on the device.")
        if device and (CPU not in profiles or not _alike(case.questions, device)):
            smaller = [one for one in cases if one.program == program and one.on_cpu]
            case = _asked_on_device(case, device, smaller[-1:])
        cases.append(case)
    unasked = [case.name for case in cases if not case.questions]
    if unasked:
        missing.append(
            f"No profile shows what the model is asked in {', '.join(unasked)}: no choice can be predicted there."
        )
    return tuple(cases)


def _alike(one: Sequence[Asked], other: Sequence[Asked]) -> bool:
    """Whether the first questions about the program are the same: else kernels or counts have changed between.

    Depth is not compared: where threads carry a state, it depends on how many there are on either side.
    """
    kept = [number for number, name in enumerate(schema.RAW_NAMES) if name != "depth"]
    first, second = (
        next(([asked.features[number] for number in kept] for asked in each if asked.about_program), [])
        for each in (one, other)
    )
    return len(first) == len(second) and bool(np.allclose(first, second, rtol=1e-3))


def _asked_on_device(case: Case, questions: Sequence[Asked], smaller: Sequence[Case]) -> Case:
    """A case with the questions of its profile of the device, where the model is asked the same as on the CPU.

    Seconds of regions on the CPU that no profile has are estimated from a smaller class, or, where there is
    none, from their seconds on the device.
    """
    on_device = region_seconds(case.profiles[OPENCL], OPENCL)
    whole = case.runs[OPENMP].timed
    known = next((one.on_cpu for one in smaller if one.on_cpu.keys() >= on_device.keys()), on_device)
    shares = {name: known[name] / max(sum(known[each] for each in on_device), 1e-12) for name in on_device}
    case = replace(case, estimated={name: share * whole for name, share in shares.items()})
    scale = sum(case.on_cpu.values()) / max(sum(on_device.values()), 1e-12)
    return replace(case, questions=tuple(replace(asked, at=asked.at * scale) for asked in questions))


def _run(group: pd.DataFrame) -> Run | None:
    good = group[group["verified"] == "SUCCESSFUL"]
    if len(good) and len(good) == len(group):
        return Run(float(good["whole"].min()), float(good["seconds"].min()))
    late = group[group["verified"] == "timeout"]
    if len(late) and bool((late["whole"] > 0).all()):
        limit = float(late["whole"].min())
        return Run(limit, limit, cut_off=True)
    return None


def _operations(table: pd.DataFrame) -> dict[Key, float]:
    """Millions of operations that NPB counts, where the table has Mop/s."""
    if "mops" not in table:
        return {}
    known = table[(table["seconds"] > 0) & (table["mops"] > 0)]
    return {
        (str(row["program"]), str(row["class"])): float(row["mops"]) * float(row["seconds"])
        for _, row in known.iterrows()
    }


def _estimate_sequential(runs: Mapping[Key, dict[str, Run]], operations: Mapping[Key, float]) -> None:
    """Sequential times that were not measured, at the speed of the largest smaller class that was."""
    for (program, size), versions in runs.items():
        if SEQUENTIAL in versions or OPENMP not in versions or (program, size) not in operations:
            continue
        for smaller in reversed(CLASSES[: CLASSES.find(size)]):
            reference = runs.get((program, smaller), {}).get(SEQUENTIAL)
            if reference is None or reference.estimated or reference.cut_off:
                continue
            timed = reference.timed * operations[program, size] / operations[program, smaller]
            setup = versions[OPENMP].whole - versions[OPENMP].timed
            versions[SEQUENTIAL] = Run(timed + setup, timed, estimated=True)
            break


def _profiles(folder: Path, name: str, missing: list[str]) -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for version in (CPU, OPENCL, MAPPED):
        path = folder / f"{name}.{version}.json"
        if not path.is_file():
            continue
        try:
            profile = load_profile(path)
        except MapperError as error:
            missing.append(f"The profile {path.name} can't be used: {error.diagnostics[0].message}.")
            continue
        names = [region["feature_names"][: len(schema.RAW) + len(schema.STATE)] for region in profile["regions"]]
        if any(each != [*schema.RAW_NAMES, *schema.STATE_NAMES] for each in names):
            missing.append(f"The profile {path.name} is of another feature schema and is left out.")
            continue
        found[version] = profile
    return found


def _questions(profile: Mapping[str, Any] | None, weights: schema.Weights) -> tuple[Asked, ...]:
    """The questions, those with features that are not finite left out; combined features are computed anew."""
    count = len(schema.RAW)
    found = []
    for question in profile.get("questions", ()) if profile else ():
        values = question["features"][: count + len(schema.STATE)]
        if None in values:
            continue
        features = schema.combine(values[:count], schema.State(*map(float, values[count:])), weights)
        found.append(
            Asked(question["region"], question["about"] == "program", float(question["at"]), tuple(features))
        )
    return tuple(found)


def rows_of_cases(cases: Iterable[Case], startup: float, missing: list[str]) -> pd.DataFrame:
    """Training rows of all programs that were profiled on both sides; `group` says which are one program.

    A profile makes launches slower, as each kernel has a clock then.  Where its regions took longer than the whole
    process without a profile, less the start-up, each launch is taken to cost so much less.  On the CPU, where
    hosts of one kind differ, each call then takes less by the same factor.
    """
    tables = []
    for case in cases:
        if CPU not in case.profiles or OPENCL not in case.profiles:
            continue
        both = [case.profiles[CPU], case.profiles[OPENCL]]
        device = both[1]["device"]
        if device is None:
            missing.append(f"{case.name} did not open the device, though its profile says OpenCL.")
            continue
        rows = rows_of(both, device["name"])
        if rows.empty:
            missing.append(f"{case.name} is not trained on: no features of its regions are in both profiles.")
            continue
        run = case.runs[OPENCL]
        rows["seconds_opencl"] = _unclocked(rows, max(run.whole - startup, run.timed))
        on_cpu = float((rows["calls"] * rows["seconds_cpu"]).sum())
        rows["seconds_cpu"] *= min(case.runs[OPENMP].whole / on_cpu, 1.0)
        rows["order"] = -rows["seconds_cpu"]
        rows = rows.sort_values(["region", "order"], kind="stable").groupby("region").head(MOST_VECTORS)
        tables.append(
            rows.drop(columns="order").assign(
                program=f"NPB {case.group}",
                arguments=f"{case.program} {case.size}",
                group=case.group,
                whole_cpu=case.runs[OPENMP].whole,
                whole_opencl=case.runs[OPENCL].whole,
            )
        )
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame({"group": []})


def _unclocked(rows: pd.DataFrame, whole: float) -> pd.Series[float]:
    """A call's seconds with OpenCL where all calls together take `whole` seconds at most."""
    seconds = rows["seconds_opencl"]
    launches = float((rows["calls"] * rows["launches"]).sum())
    excess = max(float((rows["calls"] * seconds).sum()) - whole, 0.0)
    lowered = (seconds - rows["launches"] * excess / max(launches, 1.0)).clip(lower=LEAST_SHARE * seconds)
    return lowered * min(whole / float((rows["calls"] * lowered).sum()), 1.0)


def _training(folder: Path, missing: list[str]) -> tuple[pd.DataFrame, str]:
    if (folder / ROWS).exists():
        added = f" and {ADDED}" if (folder / ADDED).exists() else ""
        return load_rows(folder), ROWS + added
    if (folder / "quick.csv").exists():
        missing.append("There is no full training set (rows.csv): the models here are trained on the quick one.")
        return read_table(folder / "quick.csv"), "quick.csv"
    missing.append("There are no rows of training programs: models are trained on NPB alone.")
    return pd.DataFrame({"program": []}), "none"


def _platform(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    return {str(key): str(value) for key, value in read_json(path, "E024").items()}


def _breakdown(folder: Path, missing: list[str]) -> tuple[steps.Case, ...]:
    """Times with one transformation more at a time, from all tables `breakdown*.csv`."""
    paths: Sequence[Path] = sorted([*folder.glob("breakdown*.csv"), *folder.glob("breakdown/*.csv")])
    if not paths:
        missing.append("There is no breakdown*.csv: what each transformation brings is not shown.")
    try:
        return tuple(steps.measured(steps.read(paths)))
    except (OSError, KeyError, ValueError) as error:
        fail("E024", f"can't read the tables breakdown*.csv: {error}", Location(str(folder)))


def _micro(path: Path, missing: list[str]) -> Mapping[str, Any] | None:
    if not path.is_file():
        missing.append("There is no micro.json: what opening, copying and launching cost is not shown.")
        return None
    return read_json(path, "E024")


def _relayout(path: Path, missing: list[str]) -> pd.DataFrame | None:
    if not path.is_file():
        missing.append(f"There is no {RELAYOUT}: what copies of arrays in another order bring is not shown.")
        return None
    return read_rows(path, "E024")
