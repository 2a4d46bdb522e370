"""A time limit for each test: one that hangs fails, and the next one runs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

SECONDS = 600.0  # many times what the slowest test takes on a busy machine


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Fail the test of this process's main thread if the block takes longer; `subprocess.run` ends its program.

    A limit that was set before goes on with what was left of it.
    """

    def late(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"took longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, late)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)
