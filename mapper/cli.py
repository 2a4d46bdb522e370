"""The `mapper` command: finds the sub-command, and what becomes of its errors.

Exit codes: 0 done, 1 the input can't be used, 2 the command line is wrong, 70 a fault of mapper itself.
"""

from __future__ import annotations

import atexit
import os
import sys
import traceback
from typing import NoReturn

from mapper.diagnostics import InternalError, MapperError, Printer, UsageError


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    code = exit_code(words)
    if words[:1] == ["compile"] and sys.getprofile() is None and sys.gettrace() is None:
        atexit._run_exitfuncs()
        os._exit(code)  # to take the trees apart first would take a tenth of the time
    sys.exit(code)


def exit_code(arguments: list[str]) -> int:
    """Run one command; every way in which it can end becomes a message and a number."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except UsageError as error:
        _say(f"mapper: error: {error}")
        return 2
    except MapperError as error:
        printer = Printer()
        for diagnostic in error.diagnostics:
            _say(printer.format(diagnostic))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _fault(error)


def _run(arguments: list[str]) -> int:
    """Let typer find the command; it reports wrong command lines by itself, with exit code 2.

    `mapper compile` reads its own command line, and does without typer, which takes a while to import.
    """
    if arguments[:1] == ["compile"] and not {"--help", "--"} & set(arguments):
        from mapper.commands.compile import run

        run(arguments[1:])
        return 0
    from mapper.commands.app import app

    try:
        app(args=arguments, prog_name="mapper")
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    return 0


def _fault(error: Exception) -> int:
    """Report a fault of mapper itself: its stage, the user's line, and what to do."""
    stage = error.stage if isinstance(error, InternalError) else "unknown stage"
    where = error.where if isinstance(error, InternalError) else None
    place = f"{where}: " if where else "mapper: "
    _say(f"{place}internal error in {stage}: {error or type(error).__name__} [I001]")
    _say("mapper: this is a fault of mapper, not of your program: please report it with the source that shows it")
    _say(
        "mapper: until it is mended, --no-offload compiles the program as plain OpenMP (MAPPER_DEBUG=1 shows more)"
    )
    if os.environ.get("MAPPER_DEBUG") == "1":
        traceback.print_exception(error)
    return 70


def _say(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
