"""Whether each function of a program has one definition, in all that is linked.

A weak function may have a second one, and then the linker decides.  The stages read the sources, and would
translate calls of the wrong one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mapper.analysis.whole_program.definitions import defined_twice
from mapper.cc.gather import UnclearError
from mapper.ir.trees.unit import Unit


def check_definitions(units: Sequence[Unit], others: Collection[str]) -> None:
    """Raise `UnclearError` for a function that two units define, or a unit and one of the `others`."""
    twice = defined_twice(units, others)
    if twice is not None:
        raise UnclearError(f"the program has two definitions of '{twice[1].decl.name}'")
