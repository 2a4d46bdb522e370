"""`python -m tests.harness.server`: runs mapper's commands in processes that have mapper imported already.

To import mapper takes longer than to translate most of the tests' programs. This process imports it once; for each
line on its standard input, a request as JSON, it forks a child that runs one command, and answers with a line:
how the child ended, and what it and its programs took of the processor. `mapper.py` is the other side.
"""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - commands need it
import json
import os
import sys
from pathlib import Path

import mapper.cc.main
import mapper.cli
import mapper.commands.compile
import mapper.commands.translation
import mapper.reporting.gates
import mapper.reporting.report
import mapper.stages.mapping
import mapper.stages.pipeline
from mapper.diagnostics import Location
from mapper.openmp.parse import parse_directive

COMMANDS = {"mapper": mapper.cli.main, "mapper-cc": mapper.cc.main.main}


def main() -> None:
    """Answer requests until there are no more."""
    parse_directive("omp parallel for", Location("-"))  # children inherit the tables of the grammar
    answers = os.dup(1)  # not inherited by the programs that commands start
    while line := sys.stdin.readline():
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(**request)
        _, status, used = os.wait4(child, 0)
        answer = {"status": os.waitstatus_to_exitcode(status), "seconds": used.ru_utime + used.ru_stime}
        os.write(answers, json.dumps(answer).encode() + b"\n")


def _run(command: list[str], environment: dict[str, str], folder: str, output: str, errors: str) -> None:
    """Be the command: its folder, environment and files; never returns."""
    code = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, path in ((1, output), (2, errors)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = command
        COMMANDS[Path(command[0]).name]()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
