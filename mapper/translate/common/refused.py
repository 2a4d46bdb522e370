"""How a stage of the translation says no: `Refused` carries the reason to the loop or region that it concerns."""

from __future__ import annotations

from typing import NoReturn

from mapper.codes import REPORT
from mapper.diagnostics import InternalError, Location
from mapper.ir.program.region import Kept


class Refused(Exception):  # noqa: N818 - not an error: a verdict that travels up to the loop
    """The loop or region stays on the CPU, because of `kept`."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        super().__init__(kept.reason)


def faulty(stage: str, error: Exception, where: Location) -> Kept:
    """The verdict on what a fault of mapper's own keeps on the CPU."""
    what = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
    stage = error.stage if isinstance(error, InternalError) else stage
    return Kept("I001", f"internal error in {stage}: {what} ({REPORT})", where)


def refuse(code: str, reason: str, where: Location, *notes: tuple[str, Location | None]) -> NoReturn:
    """Raise `Refused`."""
    raise Refused(Kept(code, reason, where, notes))


def may_carry(name: str) -> str:
    """The reason why a loop is kept whose iterations may depend on each other through a private variable."""
    return f"the private `{name}` may carry a value from one iteration to the next"
