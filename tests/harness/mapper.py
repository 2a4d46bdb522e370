"""Runs `mapper` and `mapper-cc` in tests, by a server that has mapper imported: `server.py`."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 500  # no compilation takes nearly as long, however busy the machine is

spent = 0.0
"""Processor seconds of all commands of this process, which are no children of it."""

_one = threading.Lock()
_server: list[subprocess.Popen[bytes]] = []


def run_mapper(
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    check: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run `mapper` with these arguments, as `subprocess.run` would; without an input.

    Raises:
        subprocess.CalledProcessError: it failed, and `check` is set.
        subprocess.TimeoutExpired: it took far too long.
    """
    return run_command(["mapper", *arguments], environment, folder, check)


def run_command(
    command: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    check: bool = False,
) -> subprocess.CompletedProcess[str]:
    """The same for a whole command, of `mapper` or `mapper-cc`."""
    words = [str(word) for word in command]
    with tempfile.TemporaryDirectory() as scratch:
        output, errors = (os.path.join(scratch, name) for name in ("output", "errors"))
        request = {
            "command": words,
            "environment": dict(os.environ if environment is None else environment),
            "folder": str(folder or Path.cwd()),
            "output": output,
            "errors": errors,
        }
        with _one:
            status = _ask(request)
        texts = [Path(path).read_text(encoding="utf-8") for path in (output, errors)]
    done = subprocess.CompletedProcess(words, status, *texts)
    if check:
        done.check_returncode()
    return done


def _ask(request: Mapping[str, object]) -> int:
    """How a request's command ended."""
    global spent
    if not _server:
        _start()
    (server,) = _server
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        if not select.select([server.stdout], [], [], SECONDS)[0]:
            raise subprocess.TimeoutExpired("mapper", SECONDS)
        answer = json.loads(server.stdout.readline())
    except BaseException:  # the next request must not get this one's answer
        _stop()
        raise
    spent += answer["seconds"]
    status: int = answer["status"]
    return status


def _start() -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.harness.server"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    _server.append(server)


@atexit.register
def _stop() -> None:
    """End the server, and what it runs."""
    for server in _server:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()
    _server.clear()
