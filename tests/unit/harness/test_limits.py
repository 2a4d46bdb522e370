"""The time limit of tests ends what hangs, and leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

from tests.harness.limits import SECONDS, limited


def test_a_program_that_hangs_is_ended() -> None:
    before = time.monotonic()
    with pytest.raises(pytest.fail.Exception, match="took longer"), limited(0.2):
        subprocess.run(["sleep", "100"], check=True)
    assert time.monotonic() - before < 50


def test_what_ends_in_time_goes_on() -> None:
    with limited(50):
        left = signal.getitimer(signal.ITIMER_REAL)[0]
    assert 0 < left <= 50
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 50  # the test's own


def test_every_test_has_the_limit() -> None:
    assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= SECONDS
