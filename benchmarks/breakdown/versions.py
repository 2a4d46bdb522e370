"""What is compared: the parts of a campaign, and the versions of each program in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.harness.campaign import Series
from benchmarks.harness.versions import OPENCL, OPENMP, SEQUENTIAL, Variant
from benchmarks.polybench.__main__ import series as kernel_series
from benchmarks.polybench.kernels import KERNELS, SIZES
from benchmarks.programs import NPB_NAMES, Case, npb
from mapper.transforms.names import NAMES

CLASSES = ("S", "W", "A", "B", "C")
ORDER = (*CLASSES, *SIZES)
"""Classes and sizes, the smaller one first."""

PROGRAMS = (*(name.upper() for name in NPB_NAMES), *KERNELS)


@dataclass(frozen=True)
class Part:
    """All programs at one size: with one transformation more at a time, or (`without`) with all but one."""

    size: str
    without: bool = False

    def __str__(self) -> str:
        return f"{self.size}-" if self.without else self.size


Groups = Sequence[Sequence[Part]]


def parts(text: str) -> list[list[Part]]:
    """Read `A,B/C,A-` as groups of parts; raises `ValueError` for what is no size."""
    found = [
        [Part(word.removesuffix("-"), word.endswith("-")) for word in group.split(",") if word]
        for group in text.split("/")
        if group
    ]
    for part in (part for group in found for part in group):
        if part.size not in ORDER:
            raise ValueError(f"{part.size!r} is none of {', '.join(ORDER)}")
    return found


def series(program: str, size: str, variant: Variant) -> Series | None:
    """The runs of a program at a size; None where it has no such size."""
    if program in KERNELS:
        return kernel_series(program, size, variant) if size in SIZES else None
    return Series(Case(npb(program.lower(), size)), variant) if size in CLASSES else None


def references(program: str) -> list[Variant]:
    """What a program is measured and checked against."""
    return [*([Variant(SEQUENTIAL)] if program in KERNELS else []), Variant(OPENMP)]


def ladder(names: Sequence[str], known: Sequence[str] = NAMES) -> list[Variant]:
    """No transformation, then those named, one more each time."""
    plain = tuple(f"-fno-{name}" for name in known)
    more = [(f"--passes={','.join(names[:count])}",) for count in range(1, len(names) + 1)]
    return [Variant(OPENCL, flags) for flags in (plain, *more)]


def without(names: Sequence[str]) -> list[Variant]:
    """All transformations but one, for each that is named."""
    return [Variant(OPENCL, (f"-fno-{name}",)) for name in names]
