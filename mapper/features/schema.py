"""THE list of features: compiler, run-time library and trainer all read this one.

A *raw* feature is a number that the emitted program computes when it enters a parallel region, from loop bounds
and array sizes.  A *combined* feature is computed from raw ones by a formula that is written once, below, and
is evaluated as Python here and as C in the emitted program.  F1 to F4 are the features of Grewe, Wang and
O'Boyle (CGO 2013): communication to computation, coalesced share, local memory reuse, computation to memory.

Counts are totals over all work-items of all loops of the region, for one execution of the region.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

VERSION: Final = 1

UNKNOWN_TRIPS: Final = 16.0
"""The trip count assumed for an inner loop whose bounds are not known when the region is entered."""

BRANCH_SHARE: Final = 0.5
"""The share of iterations assumed to take a branch that is not a guard of the loop itself."""


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
    Raw("atomics", "operations", "atomic updates of global memory"),
    Raw("branches", "branches", "conditional branches whose condition differs between work-items"),
    Raw("work_items", "work-items", "iterations of the parallel loops"),
    Raw("launches", "launches", "kernel launches"),
    Raw("transfer", "bytes", "size of the arrays that are read, plus of those that are written"),
)

COMBINED: Final = (
    Combined(
        "comp",
        "operations",
        "weighted compute operations",
        "int_ops + float_ops + 2 * double_ops + 8 * special_ops",
    ),
    Combined("work", "operations", "compute operations and memory accesses together", "comp + mem"),
    Combined("F1", "bytes/operation", "communication to computation", "ratio(transfer, comp + mem)"),
    Combined("F2", "1", "share of coalesced memory accesses", "ratio(coalesced, mem)"),
    Combined("F3", "work-items", "local memory share times work-items", "ratio(localmem, mem) * work_items"),
    Combined("F4", "operations/access", "computation to memory", "ratio(comp, mem)"),
    Combined("per_item", "operations", "work of one work-item", "ratio(comp + mem, work_items)"),
)

RAW_NAMES: Final = tuple(feature.name for feature in RAW)
NAMES: Final = RAW_NAMES + tuple(feature.name for feature in COMBINED)

_WORD = re.compile(r"[A-Za-z_]\w*")


def ratio(numerator: float, denominator: float) -> float:
    """A quotient that is 0 where the denominator is 0, in Python as in C."""
    return numerator / denominator if denominator != 0.0 else 0.0


def combine(raw: Sequence[float]) -> list[float]:
    """All features, in the order of `NAMES`, from the raw ones (shape: `len(RAW)`)."""
    if len(raw) != len(RAW):
        raise ValueError(f"{len(raw)} raw features where the schema has {len(RAW)}")
    values: dict[str, float] = dict(zip(RAW_NAMES, map(float, raw), strict=True))
    for feature in COMBINED:
        values[feature.name] = float(eval(_CODE[feature.name], {"__builtins__": {}, "ratio": ratio}, values))
    return [values[name] for name in NAMES]


def combined_as_c(array: str) -> list[str]:
    """One C assignment for each combined feature; `array` holds all features as doubles."""
    index: Mapping[str, int] = {name: number for number, name in enumerate(NAMES)}

    def word(match: re.Match[str]) -> str:
        name = match.group()
        return f"{array}[{index[name]}]" if name in index else f"mrt_{name}"

    return [f"{array}[{index[f.name]}] = {_WORD.sub(word, f.formula)}; /* {f.name} */" for f in COMBINED]


_CODE: Final = {feature.name: compile(feature.formula, f"<{feature.name}>", "eval") for feature in COMBINED}
