"""What Oclgrind reports of kernels, without what is no fault of theirs."""

from __future__ import annotations

import re

_REPORT = re.compile(r"\n(?=\S)")
_INSTRUCTION = re.compile(r"entity: .*\n\t*(.*)")
_ATOMIC = re.compile(r"load volatile|@_Z\d+atom")
_WITHIN = re.compile(r"Index \(-?\d+\) exceeds static array size")

CANNOT_BUILD = {
    "global_copies": "Unsupported constant int size: 5 bytes",
    "library_text_numbers": "Undefined external function: llvm.abs.i32",
    "task_loops": "Unsupported constant int size: 5 bytes",
    "wide_integers": "Undefined external function: llvm.fshl.i64",
}
"""Programs of which Oclgrind can't build a kernel, and what it says."""

MISTAKEN = {"private_filled_by_functions", "recursion_labels"}
"""Programs that it runs wrongly: `switch (k & 3)`, which LLVM makes an integer of two bits of."""


def faults(log: str) -> list[str]:
    """The reports that are about faults.

    OpenCL 1.2 has no atomic loads: reads of what others update atomically are volatile, and no race.  Subscripts
    that leave an array inside a structure, or begin before one, have reports of their own where they leave the
    buffer.
    """
    return [each for each in _REPORT.split(log) if each.strip() and not _is_harmless(each)]


def _is_harmless(report: str) -> bool:
    if "data race" in report:
        instructions = _INSTRUCTION.findall(report)
        return len(instructions) == 2 and all(map(_ATOMIC.search, instructions))
    return _WITHIN.match(report) is not None
