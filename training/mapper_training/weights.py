"""What an operation of each kind costs on a platform's device, from its micro-benchmarks.

A kind's weight is the geometric mean of the operations below over that of single-precision additions and
multiplications.  Divisions, which count as one operation like these, are left out: programs have few.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from mapper.features.schema import NO_PLATFORM, WEIGHTED, Weights
from mapper_training.tablefile import read_json

FILE: Final = "micro.json"

BLOCK: Final = "block_seconds"
"""Under `copy`: how much longer a copy takes for each block of memory that a table of pointers leads to."""

ARITHMETIC: Final = ("add", "multiply")
SPECIAL: Final = ("sqrt", "exp", "sin")

OPERATIONS: Final = {
    "int_ops": tuple(f"int_{name}" for name in ARITHMETIC),
    "float_ops": tuple(f"float_{name}" for name in ARITHMETIC),
    "double_ops": tuple(f"double_{name}" for name in ARITHMETIC),
    "special_ops": tuple(f"{kind}_{name}" for kind in ("float", "double") for name in SPECIAL),
}
"""The operations of `micro_programs/operations.c` that a kind's weight is the mean of."""


def weights_of(document: Mapping[str, Any] | None) -> Weights:
    """The weights that a `micro.json` tells; the default ones where one of its operations was not measured."""
    measured = (document or {}).get("operations", {}).get("opencl", {})
    names = [name for kind in WEIGHTED for name in OPERATIONS[kind]]
    if not all(isinstance(measured.get(name), float | int) and measured[name] > 0 for name in names):
        return NO_PLATFORM
    means = {
        kind: math.exp(sum(math.log(measured[name]) for name in OPERATIONS[kind]) / len(OPERATIONS[kind]))
        for kind in WEIGHTED
    }
    return Weights(**{kind: round(mean / means["float_ops"], 3) for kind, mean in means.items()})


def load_weights(folders: Sequence[Path]) -> Weights:
    """Those of the first folder of measured data that has micro-benchmarks; otherwise the default ones."""
    file = next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)
    return weights_of(None if file is None else read_json(file, "E023"))


def load_block(folder: Path) -> float:
    """The seconds that a block takes to move, as the folder's micro-benchmarks say; 0 where they do not."""
    file = folder / FILE
    document = read_json(file, "E023") if file.is_file() else {}
    return float((document.get("copy") or {}).get(BLOCK) or 0.0)
