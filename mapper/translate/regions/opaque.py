"""The loops in functions and statement expressions that only the C compiler reads, for the report."""

from __future__ import annotations

import re

from mapper.ir.program.region import Kept, WorkLoop
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit
from mapper.translate.scope.names import portable

_LOOP = re.compile(r"#pragma omp (?:parallel )?for\b")


def opaque_loops(unit: Unit, stem: str) -> list[WorkLoop]:
    """The work-shared loops that are in what is opaque in a unit, all kept; `stem` begins their ids."""
    found = []
    for number, opaque in enumerate(unit.opaque, 1):
        name = portable(opaque.name) if opaque.name else f"declaration_{number}"
        if opaque.expression:
            name += f"_expression_{number}"
        kept = Kept(opaque.code, opaque.reason, opaque.where)
        loops = [(where, text) for where, text in opaque.pragmas if _LOOP.match(text)]
        for ordinal, (where, text) in enumerate(loops, 1):
            words = " ".join(text.split()[1:])
            construct = Omp(Directive("parallel for", (), where, words, later=True, unread=opaque.reason), None)
            found.append(WorkLoop(f"{stem}_{name}_{ordinal}", construct, where, None, kept))
    return found
