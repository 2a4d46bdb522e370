"""A signal that ends the process leaves by way of all that cleans up, and its exit status is what a shell gives.

The exception that a handler raises can be lost: code that Python calls back from a library in C, or while it frees
an object, has no further process to pass it on to. So code that would go on after an error calls `leave_if_asked`
first.
"""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

_asked: list[int] = []


def leave_cleanly() -> None:
    """From now on SIGTERM and SIGHUP raise `SystemExit`; what the caller ignores, as nohup does, stays ignored."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _leave)


def leave_if_asked() -> None:
    """Raise `SystemExit` if a signal has asked for it and the exception did not arrive."""
    if _asked:
        sys.exit(128 + _asked[0])


def _leave(number: int, _: object) -> NoReturn:
    _asked.append(number)
    sys.exit(128 + number)
