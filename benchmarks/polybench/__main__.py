"""Build and run sets of the PolyBench-style kernels, and write a CSV.

Usage: `python -m benchmarks.polybench --programs gemm,lu --sizes small,large --csv FILE`, see `--help`.  The
column `seconds` is the program's second repetition (the first one opens the device), with all copies; results are
compared with the checksums in `reference.toml`, or those of the sequential version, which runs once.
`--table FILE` prints what a CSV says, beside the seconds of other compilers.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.harness import options
from benchmarks.harness.campaign import Series
from benchmarks.harness.versions import SEQUENTIAL, Variant
from benchmarks.polybench.kernels import KERNELS, SIZES, checksum, polybench
from benchmarks.polybench.table import table
from benchmarks.programs import Case


def series(name: str, size: str, variant: Variant) -> Series:
    """The runs of one kernel in one variant."""
    repetitions = "1" if variant.version == SEQUENTIAL else "2"
    return Series(Case(polybench(name, size), (repetitions,), checksum(name, size)), variant)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where a result differs from the sequential one, a run fails or is cut off."""
    parser = options.parser(__doc__, Path("build/polybench"))
    known = list(KERNELS)
    parser.add_argument("--programs", type=options.words(known), default=known, help="gemm,lu,... (all)")
    parser.add_argument(
        "--sizes", type=options.words(SIZES), default=["small"], help=f"of {','.join(SIZES)} (small)"
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="print what a CSV says, and run nothing")
    options.add_versions(parser)
    chosen = parser.parse_args(arguments)
    if chosen.table is not None:
        try:
            print(table(chosen.table), end="")
        except (OSError, ValueError) as error:
            parser.error(str(error))
        return 0
    return options.run(
        [
            series(name, size, variant)
            for size in chosen.sizes
            for name in chosen.programs
            for variant in options.variants(chosen)
        ],
        chosen,
    )


if __name__ == "__main__":
    sys.exit(main())
