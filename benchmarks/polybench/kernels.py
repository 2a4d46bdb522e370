"""The kernels and their sizes; `large` is for GPUs, `tiny` for tests."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.programs import HERE, Program

MATRICES = {"tiny": {"N": 39}, "small": {"N": 256}, "large": {"N": 1024}}
VECTORS = {"tiny": {"N": 33}, "small": {"N": 1024}, "large": {"N": 8192}}
TABLES = {"tiny": {"N": 37}, "small": {"N": 256}, "large": {"N": 2048}}

Sizes = Mapping[str, Mapping[str, int]]

KERNELS: Mapping[str, Sizes] = {
    "gemm": MATRICES,
    "2mm": MATRICES,
    "3mm": MATRICES,
    "syrk": MATRICES,
    "syr2k": MATRICES,
    "atax": VECTORS,
    "bicg": VECTORS,
    "mvt": VECTORS,
    "gesummv": VECTORS,
    "gemver": VECTORS,
    "covariance": TABLES,
    "correlation": TABLES,
    "lu": TABLES,
    "gramschmidt": TABLES,
    "doitgen": {"tiny": {"N": 9}, "small": {"N": 64}, "large": {"N": 256}},
    "adi": {
        "tiny": {"N": 18, "STEPS": 3},
        "small": {"N": 256, "STEPS": 10},
        "large": {"N": 1024, "STEPS": 50},
    },
    "fdtd-2d": {
        "tiny": {"N": 19, "STEPS": 4},
        "small": {"N": 256, "STEPS": 20},
        "large": {"N": 2048, "STEPS": 500},
    },
    "jacobi-2d": {
        "tiny": {"N": 19, "STEPS": 3},
        "small": {"N": 256, "STEPS": 20},
        "large": {"N": 2048, "STEPS": 20},
    },
    "conv-2d": VECTORS,
    "conv-3d": {"tiny": {"N": 10}, "small": {"N": 64}, "large": {"N": 384}},
}
SIZES = ("tiny", "small", "large")


def polybench(name: str, size: str) -> Program:
    """One kernel of one size."""
    flags = tuple(f"-D{macro}={value}" for macro, value in KERNELS[name][size].items())
    return Program(f"{name}.{size}", (f"polybench/{name}.c",), (), size, flags)


@dataclass(frozen=True)
class Reference:
    """What is known of a kernel at size large: its checksum, and seconds of what other compilers made of it."""

    checksum: float | None = None
    clang: float | None = None
    gcc: float | None = None


REFERENCES: Mapping[str, Reference] = {
    name: Reference(**known)
    for name, known in tomllib.loads((HERE / "polybench" / "reference.toml").read_text(encoding="utf-8")).items()
}


def checksum(name: str, size: str) -> float | None:
    """The checksum that a kernel is known to have."""
    reference = REFERENCES.get(name)
    return reference.checksum if reference is not None and size == "large" else None
