"""What each transformation brings: programs with none of them, then with one more at a time, in their order.

Usage: `python -m benchmarks.breakdown --programs CG,gemm --classes S,W --sizes small --csv FILE`, see `--help`;
then `python -m benchmarks.breakdown_table FILE [--markdown FILE] [--plot FILE.svg]`.  All runs force OpenCL; plain
OpenMP is measured too.  A step that leaves a program as it was is not run again: it gets the rows of that version.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness import options
from benchmarks.harness.campaign import Series
from benchmarks.harness.versions import OPENCL, OPENMP, SEQUENTIAL, Variant
from benchmarks.polybench.__main__ import series as kernel_series
from benchmarks.polybench.kernels import KERNELS, SIZES
from benchmarks.programs import NPB_NAMES, Case, npb
from mapper.transforms.order import NAMES

CLASSES = ("S", "W", "A", "B", "C")


def steps(names: Sequence[str], known: Sequence[str] = NAMES) -> list[tuple[str, ...]]:
    """The flags of each step: no transformation, then those named, one more each time."""
    plain = tuple(f"-fno-{name}" for name in known)
    return [plain, *((f"--passes={','.join(names[:count])}",) for count in range(1, len(names) + 1))]


def series(
    programs: Sequence[str], classes: Sequence[str], sizes: Sequence[str], names: Sequence[str]
) -> list[Series]:
    """All runs: OpenMP, then OpenCL at each step; kernels are compared with their sequential version."""
    variants = [Variant(OPENMP), *(Variant(OPENCL, flags) for flags in steps(names))]
    made = [
        Series(Case(npb(name.lower(), size)), variant)
        for size in classes
        for name in programs
        if name not in KERNELS
        for variant in variants
    ]
    made += [
        kernel_series(name, size, variant)
        for size in sizes
        for name in programs
        if name in KERNELS
        for variant in (Variant(SEQUENTIAL), *variants)
    ]
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where a result does not verify, a run fails or is cut off."""
    known = [*(name.upper() for name in NPB_NAMES), *KERNELS]
    parser = options.parser(__doc__, Path("build/breakdown"))
    parser.add_argument("--programs", type=options.words(known), default=known, help="CG,gemm,... (all)")
    parser.add_argument("--classes", type=options.words(CLASSES), default=["S"], help="of NPB programs (S)")
    parser.add_argument("--sizes", type=options.words(SIZES), default=["small"], help="of kernels (small)")
    parser.add_argument("--steps", type=options.words(NAMES), default=list(NAMES), help=f"{','.join(NAMES)} (all)")
    chosen = parser.parse_args(arguments)
    return options.run(series(chosen.programs, chosen.classes, chosen.sizes, chosen.steps), chosen, share=True)


if __name__ == "__main__":
    sys.exit(main())
