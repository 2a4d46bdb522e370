"""Rows -> model: fitted, and compared with whole programs held out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

from mapper.features.schema import NO_PLATFORM, Weights
from mapper.model.tree import CPU, OPENCL, Granularity, Model
from mapper_training.horizon import (
    COLUMNS,
    KEYS,
    LONG_CALLS,
    REAL,
    STATES,
    TIMES,
    Question,
    costs,
    known,
    matrix,
    questions,
    ratios,
    works,
)
from mapper_training.models import KINDS, Data, Fitted, scores, weights
from mapper_training.simulate import CALLS, Outcome, Scores, processes, run, seconds, summarise, whole_process

__all__ = ["COLUMNS", "KEYS", "TIMES", "Comparison", "compare", "data_hash", "data_of", "train"]

TRAINER = "fit-14"

DEFAULT, BEST = "tree", "best"
"""The kind that is made where none is asked for, and the word for the one that chooses best."""

LIMITS = (
    "Times of processes are simulated from the measured calls, the start-up and the copies; regions on different "
    "sides are taken to copy their arrays at each call.",
    "Training programs count with one to a thousand calls.",
    "Valid for the platform above; other loads of the machine, other drivers and compilers shift the border.",
)


LEAST_PROGRAMS, LEAST_ROWS = 12, 40
"""What a model must be fitted to at least."""

LEAST_REAL = 4
"""Real programs that must have been timed for them to have half of the say in which way is best."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The scores of one kind of model at one granularity, and what became of each process."""

    kind: str
    granularity: Granularity
    scores: Scores
    outcomes: tuple[Outcome, ...]


def data_of(table: pd.DataFrame, operations: Weights = NO_PLATFORM) -> Data:
    """All questions that a table teaches: about regions, and about whole processes.

    A region that a real process calls once took what is done once, too (threads start, arrays are made): nothing
    follows for thirty calls.  How long a real process is is known: it counts as much as a row with its questions.
    `operations` are the platform's weights of them.
    """
    platform = costs(table)
    real = table[REAL].eq(1) if REAL in table else [False] * len(table)
    asked, programs = [], []
    for work, program, is_real in zip(works(table), table["program"], real, strict=True):
        found = questions(work, platform, LONG_CALLS[:1] if is_real and work.calls <= 1 else LONG_CALLS)
        asked += found
        programs += [family(program)] * len(found)
    for process in processes(table):
        cpu, opencl = (seconds(process, [side] * len(process.regions), platform) for side in (CPU, OPENCL))
        begun = bool(process.whole) or all(work.begun for work, _ in process.regions)
        count = STATES * len(LONG_CALLS) if process.whole else 1
        asked += [Question(known(*whole_process(process)), cpu, opencl, begun)] * count
        programs += [family(process.program)] * count
    measured_seconds = np.array([(question.cpu, question.opencl) for question in asked])
    told = np.array([question.begun for question in asked])
    features = matrix(asked, operations)
    return Data(features, ratios(asked), np.array(programs), measured_seconds, told, platform.block)


def too_few(table: pd.DataFrame) -> str:
    """Why no model may be made of a table, in a sentence; empty where one may."""
    programs = table["program"].map(family).nunique()
    if programs >= LEAST_PROGRAMS and len(table) >= LEAST_ROWS:
        return ""
    return (
        f"{len(table)} rows of {programs} programs were measured, and {LEAST_ROWS} rows of {LEAST_PROGRAMS} "
        "programs are needed; start again to measure more, with more --minutes, or while the machine is less busy"
    )


def family(program: str) -> str:
    """What is held out together: programs whose names begin alike are variants of one (`LU`, `LU_HP`)."""
    return program.partition("_")[0]


def compare(
    table: pd.DataFrame,
    seed: int = 1,
    depth: int = 6,
    kinds: tuple[str, ...] = tuple(KINDS),
    jobs: int = -1,
    calls: tuple[float, ...] = CALLS,
    operations: Weights = NO_PLATFORM,
    parts: int = 0,
) -> list[Comparison]:
    """Every kind at both granularities, each program predicted by a model of all other programs; the best first.

    With `parts` programs are held out in so many parts, not one by one, which takes less time.

    Equally good ones are sorted by simplicity: the order of `KINDS`, and decisions for the whole program.
    """
    data, platform = data_of(table, operations), costs(table, operations)
    programs = sorted(set(map(family, table["program"])))
    parts = min(parts or len(programs), len(programs))
    folds = Parallel(n_jobs=jobs)(
        delayed(_fold)(data.of(~np.isin(data.programs, programs[part::parts])), kinds, seed, depth)
        for part in range(parts)
    )
    by_program = {program: folds[number % parts] for number, program in enumerate(programs)}
    listed = processes(table, calls)
    found = []
    for kind in kinds:
        for granularity in Granularity:
            outcomes = tuple(
                run(process, partial(scores, by_program[family(process.program)][kind]), granularity, platform)
                for process in listed
            )
            found.append(Comparison(kind, granularity, summarise(outcomes, len(table)), outcomes))
    return sorted(found, key=lambda each: -round(each.scores.oracle, 3))


def _fold(data: Data, kinds: tuple[str, ...], seed: int, depth: int) -> dict[str, Fitted]:
    return {kind: KINDS[kind](data, seed, depth) for kind in kinds}


def data_hash(table: pd.DataFrame) -> str:
    """SHA-256 of the table's CSV text."""
    return hashlib.sha256(table.to_csv(index=False).encode()).hexdigest()


def _has_real_runs(comparison: Comparison) -> bool:
    return len({family(o.process.program) for o in comparison.outcomes if o.process.whole}) >= LEAST_REAL


def _losses(comparison: Comparison) -> list[np.ndarray]:
    """log(chosen / oracle) of each process: those of real runs, and those of training programs."""
    lost = [(bool(o.process.whole), float(np.log(o.chosen / o.oracle))) for o in comparison.outcomes]
    parts = [np.array([log for real, log in lost if real == which]) for which in (True, False)]
    return [part for part in parts if len(part)]


def _loss(comparison: Comparison) -> float:
    """The mean of all real runs and that of all training programs, added."""
    return round(sum(float(np.mean(part)) for part in _losses(comparison)), 3)


def balanced_share(comparison: Comparison) -> float:
    """The share of the oracle, as a geometric mean in which real runs and training programs weigh half each."""
    return float(np.exp(-np.mean([np.mean(part) for part in _losses(comparison)])))


def _best_first(found: list[Comparison]) -> list[Comparison]:
    """The best way first: real runs count as much as training programs where there are those of several programs.

    Training programs are many, but have one region or two and no length of their own, so that they say little of
    how regions of a process go together.  Of the best kind, deciding for whole programs comes first where regions'
    own answers gain no more than one standard error (Breiman and others, "Classification and regression trees").
    """
    if not any(map(_has_real_runs, found)):
        return found
    ways = [(kind, granularity) for kind in KINDS for granularity in Granularity]
    ordered = sorted(found, key=lambda each: (_loss(each), ways.index((each.kind, each.granularity))))
    best = ordered[0]
    error = float(np.sqrt(sum(np.var(part) / len(part) for part in _losses(best))))
    simpler = [
        each
        for each in ordered
        if each.kind == best.kind
        and each.granularity is Granularity.PROGRAM
        and _loss(each) <= _loss(best) + error
    ]
    return sorted(ordered, key=lambda each: each not in simpler)


def _shares(found: list[Comparison]) -> dict[str, float]:
    """Each kind's share of the oracle, at its better granularity; the balanced one, too, where that decides."""
    shares = {f"oracle_share_{each.kind}": round(each.scores.oracle, 4) for each in reversed(found)}
    if any(map(_has_real_runs, found)):
        shares |= {f"balanced_share_{each.kind}": round(balanced_share(each), 4) for each in reversed(found)}
    return dict(sorted(shares.items()))


def doublings(kind: str, ratios: np.ndarray) -> float:
    """What a score of 1 means, in doublings of speed: the mean where leaves only say how their votes stand."""
    return round(float(np.mean(weights(ratios))), 3) if kind == "published" else 1.0


def train(
    table: pd.DataFrame,
    name: str,
    platform: Mapping[str, str],
    seed: int = 1,
    depth: int = 6,
    jobs: int = -1,
    operations: Weights = NO_PLATFORM,
    parts: int = 0,
    kind: str = DEFAULT,
) -> Model:
    """A model of a kind for a table with the columns `COLUMNS`, with its scores over programs that are held out.

    `operations` are the platform's weights of operations, as micro-benchmarks measured them, `parts` those of
    `compare`.  Of the kind `BEST` is whichever chooses best.
    """
    kinds = tuple(KINDS) if kind == BEST else (kind,)
    kind, granularity = DEFAULT if kind == BEST else kind, Granularity.REGION
    found: list[Comparison] = []
    if len(set(map(family, table["program"]))) > 1:
        found = _best_first(compare(table, seed, depth, kinds, jobs, operations=operations, parts=parts))
        kind, granularity = found[0].kind, found[0].granularity
    data = data_of(table, operations)
    fitted = KINDS[kind](data, seed, depth)
    measured = costs(table)
    return Model(
        name=name,
        trees=fitted.trees,
        base=fitted.base,
        kind=kind,
        granularity=granularity,
        startup=measured.startup,
        bandwidth=measured.bandwidth,
        doublings=doublings(kind, data.ratios),
        platform=platform,
        weights=operations,
        data=data_hash(table),
        trainer=TRAINER,
        seed=seed,
        scores=(found[0].scores.as_dict() if found else {}) | _shares(found),
        confusion=found[0].scores.confusion if found else {},
        limits=LIMITS,
        sums=fitted.sums,
        prices=fitted.prices,
    )
