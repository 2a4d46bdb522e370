"""Build and run sets of NPB programs, and write a CSV.

Usage: `python -m benchmarks.npb --programs CG,MG --classes S,W --csv FILE`, see `--help`; with `--summary FILE...`
it prints the costliest loops of profiles that `--profiles` kept.  Needs gcc and what `mapper compile` needs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.harness import options
from benchmarks.harness.campaign import Series
from benchmarks.programs import NPB_NAMES, Case, npb

PROGRAMS = tuple(name.upper() for name in NPB_NAMES)
CLASSES = ("S", "W", "A", "B", "C")


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where a result does not verify, a run fails or is cut off."""
    parser = options.parser(__doc__, Path("build/npb"))
    parser.add_argument("--programs", type=options.words(PROGRAMS), default=list(PROGRAMS), help="CG,MG,... (all)")
    parser.add_argument("--classes", type=options.words(CLASSES), default=["S"], help="S,W,... (S)")
    options.add_versions(parser)
    chosen = parser.parse_args(arguments)
    return options.run(
        [
            Series(Case(npb(name.lower(), size)), variant)
            for size in chosen.classes
            for name in chosen.programs
            for variant in options.variants(chosen)
        ],
        chosen,
    )


if __name__ == "__main__":
    sys.exit(main())
