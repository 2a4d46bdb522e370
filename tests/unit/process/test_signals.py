"""A signal ends the process with a shell's status, even where its exception is lost."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

LOST = """
import os, signal
from mapper.process import signals

class Freed:
    def __del__(self):
        os.kill(os.getpid(), {number})
        for _ in range(1000):
            pass

signal.signal({number}, signal.SIG_DFL)
signals.leave_cleanly()
signals.leave_if_asked()
Freed()
print("goes on", flush=True)
signals.leave_if_asked()
print("not here")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_lost_exception(number: signal.Signals) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST.format(number=int(number))], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (128 + number, "goes on\n")


def test_what_is_ignored_stays_ignored() -> None:
    text = (
        "import os, signal; from mapper.process import signals\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN); signals.leave_cleanly()\n"
        "os.kill(os.getpid(), signal.SIGHUP); signals.leave_if_asked(); print('goes on')\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "goes on\n")
