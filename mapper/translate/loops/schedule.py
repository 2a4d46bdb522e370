"""What a schedule says about which iterations one thread runs, one after the other.

With chunks of a known size a thread runs each chunk as a whole and in order, so a program may carry values from
iteration to iteration in a chunk.  Without, only one thread alone runs neighbouring iterations for certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapper.ir.trees.directive import Clause
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import Omp


def in_blocks(loop: Omp, enclosing: Sequence[Omp]) -> bool:
    """Whether a program may know that one thread runs certain neighbouring iterations of a work-shared loop."""
    schedule = loop.directive.first("schedule")
    if schedule is not None:
        if schedule.modifier == "runtime":  # the program may have chosen one with chunks
            return True
        if (
            schedule.modifier != "guided"
            and schedule.expression is not None
            and integer_value(schedule.expression) != 1
        ):
            return True
    for construct in (loop, *enclosing):
        threads = construct.directive.first("num_threads")
        if threads is not None and one_thread(threads):
            return True
    return False


def is_known(loop: Omp, enclosing: Sequence[Omp]) -> bool:
    """Whether a program may know which thread runs which iterations of a work-shared loop.

    With a clause `if` it knows that one thread runs all of them where its condition is false.
    """
    schedule = loop.directive.first("schedule")
    if any(each.directive.first("if") is not None for each in (loop, *enclosing)):
        return True
    shared_out = schedule is not None and schedule.modifier not in ("dynamic", "guided", "auto")
    return shared_out or loop.directive.rewritten or in_blocks(loop, enclosing)


def one_thread(threads: Clause) -> bool:
    """Whether a clause `num_threads` asks for one thread."""
    return integer_value(threads.expression) == 1
