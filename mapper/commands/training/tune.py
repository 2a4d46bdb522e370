"""`mapper tune`: runs a mapped program so that it measures shapes of work-groups and remembers the best."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mapper.diagnostics import UsageError

HELP = """Run a mapped program once, with its loops on the device, to find the best work-groups for its kernels.

mapper tune ./prog [ARGUMENTS of the program]

With --device, measure instead what the device's model needs to know for all programs."""


def run(command: Sequence[str]) -> int:
    """Run it with MAPPER_TUNE=1; its exit code, or 128 and the number of the signal that ended it.

    Raises:
        UsageError: no program is named, or it can't be run.
    """
    if not command:
        raise UsageError("tune: name a program that mapper compiled, and its arguments")
    if command[0] == "--device":
        from mapper.commands.training import tune_device  # with it come numpy and the trainer

        return tune_device.run(command[1:])
    environment = {"MAPPER_DEVICE": "opencl", **os.environ, "MAPPER_TUNE": "1"}
    try:
        code = subprocess.run(command, env=environment, check=False).returncode
    except OSError as error:
        raise UsageError(f"tune: {command[0]} can't be run: {error.strerror}") from error
    if _is_of_others(command[0]):
        print(f"mapper: warning: {command[0]} was not made by mapper: nothing was tuned", file=sys.stderr)
    return code if code >= 0 else 128 - code


def _is_of_others(name: str) -> bool:
    """Whether a file is an executable without mapper's run-time library, and not a script that may start one."""
    try:
        content = Path(shutil.which(name) or name).read_bytes()
    except OSError:
        return False
    return content.startswith(b"\x7fELF") and b"MAPPER_TUNE" not in content
