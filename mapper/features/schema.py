"""THE list of features: compiler, run-time library and trainer all read this one.

A *raw* feature is a number that the emitted program computes when it enters a parallel region, from loop bounds
and array sizes.  Those that begin with `cpu_` count the loops as the source writes them, which threads of the
CPU run; the others count the kernels, with all that transformations changed.  A *state* feature is what the
run-time library knows at that moment: how often the work will be done, what has to move, what is paid already.
A *combined* feature is computed from these by a formula that is written once, below, and is evaluated as Python
here and as C in the emitted program.  F1 to F4 are the features of Grewe, Wang and O'Boyle (CGO 2013):
communication to computation, coalesced share, local memory reuse, computation to memory.

Counts are totals over all work-items of all loops.  A raw vector is about one execution of a region.  A model
is asked about a *horizon*: `calls` executions of a region that are still to come, or all regions of the program
together.  Then the counts are multiplied by the executions and added up; those of `ONCE` are not, as arrays stay
where they are.

`comp` adds up operations of different kinds by `Weights`, which belong to a platform: what each kind costs there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Final

VERSION: Final = 9

UNKNOWN_TRIPS: Final = 16.0
"""The trip count assumed for an inner loop whose bounds are not known when the region is entered."""

RECURSIVE_TRIPS: Final = 128.0
"""How many blocks a function that calls itself is assumed to run for each call by another one."""

BRANCH_SHARE: Final = 0.5
"""The share of iterations assumed to take a branch that is not a guard of the loop itself."""

EARLY_SHARE: Final = 0.5
"""The share of its iterations that a loop is assumed to run which may end before its bound."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A feature that the emitted program measures or computes directly."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Combined:
    """A feature computed from earlier ones; `formula` uses `+ * / ( )`, names, numbers and `ratio(a, b)`."""

    name: str
    unit: str
    meaning: str
    formula: str


@dataclass(frozen=True, slots=True)
class Weights:
    """What an operation of each kind costs, in single-precision ones; the default where no platform is known.

    `mapper_training.micro` measures those of a platform; they belong to its model.
    """

    int_ops: float = 1.0
    float_ops: float = 1.0
    double_ops: float = 2.0
    special_ops: float = 8.0

    def values(self) -> tuple[float, ...]:
        """In the order of `WEIGHTED`."""
        return astuple(self)


WEIGHTED: Final = tuple(Weights.__dataclass_fields__)
"""The raw features that have a weight; its word in a formula is `weight_` and the feature's name."""

NO_PLATFORM: Final = Weights()

RAW: Final = (
    Raw("int_ops", "operations", "integer arithmetic, comparisons and address arithmetic"),
    Raw("float_ops", "operations", "single-precision arithmetic"),
    Raw("double_ops", "operations", "double-precision arithmetic"),
    Raw("special_ops", "calls", "mathematical functions such as sqrt, exp and sin"),
    Raw("mem", "accesses", "loads and stores of global memory"),
    Raw(
        "coalesced",
        "accesses",
        "those of them where neighbouring work-items touch neighbouring or equal addresses",
    ),
    Raw("localmem", "accesses", "loads and stores of local memory"),
    Raw("int_atomics", "operations", "atomic updates of global memory that are one operation of the device"),
    Raw(
        "float_atomics",
        "operations",
        "those of floating-point numbers, and loops that compare and swap",
    ),
    Raw("local_int_atomics", "operations", "the former in local memory"),
    Raw("local_float_atomics", "operations", "the latter in local memory"),
    Raw(
        "updates",
        "operations",
        "those of all kinds that the program asks for, which threads on the CPU make, too; and writes to cache"
        " lines that other threads write",
    ),
    Raw("contended", "operations", "the updates, each by how likely other threads are to change the same place"),
    Raw("branches", "branches", "conditional branches whose condition differs between work-items"),
    Raw("work_items", "work-items", "iterations of the parallel loops"),
    Raw("launches", "launches", "kernel launches"),
    Raw("steps", "launches", "those of them that may become steps of one launch, as they follow each other"),
    Raw(
        "pieces",
        "blocks",
        "blocks of memory that tables of pointers lead to: those that are read, plus those that are written",
    ),
    Raw(
        "depth",
        "operations",
        "operations and accesses of one work-item, by the default weights, added up over launches",
    ),
    Raw("cpu_int_ops", "operations", "integer arithmetic of the loops as the source writes them"),
    Raw("cpu_float_ops", "operations", "their single-precision arithmetic"),
    Raw("cpu_double_ops", "operations", "their double-precision arithmetic"),
    Raw("cpu_special_ops", "calls", "their mathematical functions"),
    Raw(
        "cpu_chain",
        "cycles",
        "how long the iterations of loops wait for the ones before: for chains of operations",
    ),
    Raw("cpu_mem", "accesses", "their loads and stores of arrays"),
    Raw(
        "cpu_near",
        "accesses",
        "those of them that touch the same or an adjacent element when the innermost loop around goes on",
    ),
    Raw("cpu_branches", "branches", "those of their branches whose condition differs as that loop goes on"),
    Raw("cpu_loops", "executions", "executions of work-shared loops"),
    Raw(
        "shuttled",
        "bytes",
        "arrays that go to and fro, as the CPU uses them between loops or executions",
    ),
    Raw("transfer", "bytes", "size of the arrays that are read, plus of those that are written"),
)

STATE: Final = (
    Raw("calls", "executions", "executions of regions within the horizon"),
    Raw("up", "bytes", "arrays that must be copied to the device first"),
    Raw("down", "bytes", "arrays that must be copied back first, if the CPU is chosen"),
    Raw("startup", "0 or 1", "1 while opening the device and building kernels is still to be paid"),
)

_BEYOND = "ratio(transfer, transfer + 33554432)"

COMBINED: Final = (
    Combined(
        "comp",
        "operations",
        "compute operations, by the platform's weights",
        " + ".join(f"weight_{name} * {name}" for name in WEIGHTED),
    ),
    Combined("work", "operations", "compute operations and memory accesses together", "comp + mem"),
    Combined("F1", "bytes/operation", "communication to computation", "ratio(transfer, comp + mem)"),
    Combined("F2", "1", "share of coalesced memory accesses", "ratio(coalesced, mem)"),
    Combined(
        "F3",
        "work-items",
        "local memory share times the work-items of one execution",
        "ratio(localmem, mem) * ratio(work_items, calls)",
    ),
    Combined("F4", "operations/access", "computation to memory", "ratio(comp, mem)"),
    Combined("per_item", "operations", "work of one work-item", "ratio(comp + mem, work_items)"),
    Combined("per_call", "operations", "work of one execution", "ratio(comp + mem, calls)"),
    Combined("per_launch", "operations", "work of one kernel launch", "ratio(comp + mem, launches)"),
    Combined("items", "work-items", "work-items of one kernel launch", "ratio(work_items, launches)"),
    Combined("intensity", "operations/byte", "computation to the size of the arrays", "ratio(comp, transfer)"),
    Combined("up_share", "bytes/operation", "what moves to the device, to the work", "ratio(up, comp + mem)"),
    Combined("down_share", "bytes/operation", "what moves back, to the work", "ratio(down, comp + mem)"),
    Combined(
        "moving",
        "blocks",
        "what must be copied to the device first, in blocks that tables of pointers lead to",
        "pieces * ratio(up, transfer)",
    ),
    Combined("fresh", "bytes", "arrays of a process in which nothing has run yet", "startup * transfer"),
    Combined(
        "cpu_work",
        "operations",
        "operations and accesses of the loops as the source writes them",
        " + ".join([*(f"weight_{name} * cpu_{name}" for name in WEIGHTED), "cpu_mem"]),
    ),
    Combined(
        "cpu_far",
        "accesses",
        "the CPU's accesses, by the share of arrays that caches do not hold",
        f"cpu_mem * {_BEYOND}",
    ),
    Combined("cpu_far_near", "accesses", "the near ones of them", f"cpu_near * {_BEYOND}"),
    Combined(
        "stepped",
        "operations",
        "the CPU's work, by the share of launches that are steps",
        "cpu_work * ratio(steps, launches)",
    ),
    Combined("divergence", "1", "share of branches that diverge in the work", "ratio(branches, comp + mem)"),
)

ONCE: Final = frozenset(("transfer", "pieces"))
"""Raw features that don't grow with the number of executions."""


def once_mask() -> int:
    """`ONCE` as bits: bit i is 1 for the raw feature number i."""
    return sum(1 << number for number, name in enumerate(RAW_NAMES) if name in ONCE)


PUBLISHED: Final = ("F1", "F2", "F3", "F4")
"""The features of the published models."""

RAW_NAMES: Final = tuple(feature.name for feature in RAW)
STATE_NAMES: Final = tuple(feature.name for feature in STATE)
NAMES: Final = RAW_NAMES + STATE_NAMES + tuple(feature.name for feature in COMBINED)
WIDTH: Final = max(map(len, NAMES))  # of a column of names

_WORD = re.compile(r"[A-Za-z_]\w*")


def ratio(numerator: float, denominator: float) -> float:
    """A quotient that is 0 where the denominator is 0, in Python as in C."""
    return numerator / denominator if denominator != 0.0 else 0.0


@dataclass(frozen=True, slots=True)
class State:
    """The state features of one question; the default is one execution with all that it needs in place."""

    calls: float = 1.0
    up: float = 0.0
    down: float = 0.0
    startup: float = 0.0

    def values(self) -> list[float]:
        """In schema order."""
        return [self.calls, self.up, self.down, self.startup]


HERE_AND_NOW: Final = State()


def horizon(raw: Sequence[float], calls: float) -> list[float]:
    """The raw features of `calls` executions together."""
    return [value if name in ONCE else calls * value for name, value in zip(RAW_NAMES, raw, strict=True)]


def combine(raw: Sequence[float], state: State = HERE_AND_NOW, weights: Weights = NO_PLATFORM) -> list[float]:
    """All features, in the order of `NAMES`, from those of a horizon (shape: `len(RAW)`) and its state."""
    if len(raw) != len(RAW):
        raise ValueError(f"{len(raw)} raw features where the schema has {len(RAW)}")
    values: dict[str, float] = dict(zip(RAW_NAMES + STATE_NAMES, [*map(float, raw), *state.values()], strict=True))
    add_combined(values, ratio, weights)
    return [float(values[name]) for name in NAMES]


def add_combined(values: dict[str, Any], divide: Callable[[Any, Any], Any], weights: Weights) -> None:
    """Add the combined features to raw and state features: numbers, or arrays where `divide` is their `ratio`."""
    known: dict[str, Any] = {"__builtins__": {}, "ratio": divide}
    known |= {f"weight_{name}": weight for name, weight in zip(WEIGHTED, weights.values(), strict=True)}
    for feature in COMBINED:
        values[feature.name] = eval(_CODE[feature.name], known, values)


def combined_as_c() -> list[str]:
    """One C assignment for each combined feature; `f` holds all features as doubles, `weights` the weights."""
    index: Mapping[str, int] = {name: number for number, name in enumerate(NAMES)}

    def word(match: re.Match[str]) -> str:
        name = match.group()
        if name.startswith("weight_"):
            return f"weights[{WEIGHTED.index(name.removeprefix('weight_'))}]"
        return f"f[{index[name]}]" if name in index else f"__mrt_{name}"

    return [f"f[{index[f.name]}] = {_WORD.sub(word, f.formula)}; /* {f.name} */" for f in COMBINED]


_CODE: Final = {feature.name: compile(feature.formula, f"<{feature.name}>", "eval") for feature in COMBINED}
