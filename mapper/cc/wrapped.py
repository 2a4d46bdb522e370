"""The compiler that `mapper-cc` replaces: its name, how to become it, how to run it.

Imports next to nothing, because every compilation of a project goes through here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import subprocess

C, CPLUSPLUS = ("MAPPER_CC", "cc"), ("MAPPER_CXX", "c++")
"""The variables that name compilers, and what they are without them."""

REPLACED = C
"""Which of them this process represents."""

_CANNOT_RUN = 127


def compiler(which: tuple[str, str] | None = None) -> list[str]:
    """The words of the compiler that is replaced, or of the one of C or C++."""
    variable, default = which or REPLACED
    text = os.environ.get(variable, "").strip() or default
    if not any(char in text for char in " \t\"'\\"):
        return [text]
    import shlex  # rarely needed, and takes milliseconds to import

    try:
        return shlex.split(text)
    except ValueError as error:
        leave(f"{variable}: {error}: {text}")


def become(arguments: Sequence[str]) -> NoReturn:
    """Let the wrapped compiler take this process over."""
    command = [*compiler(), *arguments]
    _refuse_self(command[0])
    try:
        os.execvp(command[0], command)
    except OSError as error:
        leave(f"can't run the C compiler {command[0]}: {error.strerror}")


def start(
    arguments: Sequence[str], *, stdout: int | None = None, stderr: int | None = None
) -> subprocess.Popen[bytes]:
    """Start the wrapped compiler; `stdout` and `stderr` as for `subprocess`.

    Other open files are handed on, too: through them make limits how many jobs of its children run.
    """
    import subprocess

    command = [*compiler(), *arguments]
    _refuse_self(command[0])
    try:
        return subprocess.Popen(command, stdout=stdout, stderr=stderr, close_fds=False)
    except OSError as error:
        leave(f"can't run the C compiler {command[0]}: {error.strerror}")


def answer(arguments: Sequence[str]) -> tuple[int, str]:
    """Run the wrapped compiler quietly: its exit status, and what it writes to standard output."""
    import subprocess

    process = start(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    text, _ = process.communicate()
    return process.returncode, text.decode("utf-8", "surrogateescape")


def exit_status(returncode: int) -> int:
    """The exit status that a shell would show; a process that a signal ended has 128 and more."""
    return 128 - returncode if returncode < 0 else returncode


def warn(message: str) -> None:
    """One line on standard error."""
    print(f"mapper-cc: warning: {message}", file=sys.stderr)


def leave(message: str) -> NoReturn:
    """Say why nothing can be done, and end."""
    print(f"mapper-cc: error: {message}", file=sys.stderr)
    sys.exit(_CANNOT_RUN)


def _refuse_self(name: str) -> None:
    """Calling ourselves would never end."""
    ours = sys.argv[0]
    if os.path.basename(name) != os.path.basename(ours):
        return
    import shutil

    found = shutil.which(name)
    if found is not None and os.path.exists(ours) and os.path.samefile(found, ours):
        leave(f"{REPLACED[0]} names {os.path.basename(ours)} itself; name the compiler to use")
