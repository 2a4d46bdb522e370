"""Commands that run at the same time as others, and end with the work that they are for."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_POLL = 0.05
"""Seconds after which commands that began meanwhile are ended, too."""

_lock = threading.Lock()
_running: set[subprocess.Popen[bytes]] = set()


def run(command: Sequence[str], *, directory: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command that reads nothing, and keep what it says.

    Of its output, bytes that are no UTF-8 become surrogates, of its messages, question marks.

    Raises:
        OSError: it can't be started.
    """
    with subprocess.Popen(
        command,
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        with _lock:
            _running.add(process)
        try:
            output, messages = process.communicate()
        except BaseException:
            process.kill()
            raise
        finally:
            with _lock:
                _running.discard(process)
    return subprocess.CompletedProcess(
        command, process.returncode, output.decode("utf-8", "surrogateescape"), messages.decode("utf-8", "replace")
    )


def each(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What the function gives for each item, in their order; calls run at the same time, in threads.

    Where one fails, or a signal ends the process, calls that have not begun are dropped, and the commands of the
    others ended, so that no process waits for them.
    """
    from concurrent.futures import ThreadPoolExecutor, wait  # takes a while to import

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        jobs = [pool.submit(function, item) for item in items]
        try:
            return [job.result() for job in jobs]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while unfinished := [job for job in jobs if not job.done()]:
                _end_commands()
                wait(unfinished, _POLL)
            raise


def _end_commands() -> None:
    with _lock:
        for process in _running:
            process.terminate()
