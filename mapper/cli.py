"""The `mapper` command: finds the sub-command, and what becomes of its errors.

Exit codes: 0 done, 1 the input can't be used, 2 the command line is wrong, 70 a fault of mapper itself.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from mapper.diagnostics import InternalError, MapperError, Printer, UsageError, wants_colours
from mapper.process import late_methods, signals, start_image

EXTRAS = {
    "train": ("joblib", "networkx", "numpy", "pandas", "scipy", "sklearn", "threadpoolctl"),
    "pocl": ("pyopencl",),
    "evaluate": ("matplotlib",),
    "dask": ("distributed",),
}
"""The packages that some commands import, by the extra of mapper that installs them."""

_ASKED = (["-h"], ["--help"])
_COMPILING = (["compile"], ["features"], ["explain"], ["report"])  # their command lines are not typer's


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    _open_closed_streams()
    if words[:1] == ["compile"]:
        start_image.use()
        late_methods.leave_unfrozen()
    signals.leave_cleanly()
    code = exit_code(words)
    signals.leave_if_asked()
    if words[:1] == ["compile"] and sys.getprofile() is None and sys.gettrace() is None:
        atexit._run_exitfuncs()
        os._exit(code)  # to take the trees apart first would take a tenth of the time
    sys.exit(code)


def _open_closed_streams() -> None:
    """Without them (`2>&-`), a file that is opened later would get the messages; what is printed is an error."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY), True)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")


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
        printer = Printer(colours=wants_colours(arguments))
        for diagnostic in error.diagnostics:
            _say(printer.format(diagnostic))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 1
    except OSError as error:
        _forget_output()
        file = f"{error.filename}: " if error.filename else ""
        _say(f"mapper: error: {file}{error.strerror or error} [E008]")
        return 1
    except ModuleNotFoundError as error:
        _say(f"mapper: error: {_missing((error.name or '').partition('.')[0], arguments)}")
        return 1
    except Exception as error:
        return _fault(error)


def _missing(package: str, arguments: Sequence[str]) -> str:
    """What to install for a package that a command line needs and that isn't there."""
    extra = next((name for name, packages in EXTRAS.items() if package in packages), None)
    if extra is not None and arguments[:1] == ["evaluate"]:
        extra = "evaluate"  # it needs those of `train` as well
    what = "mapper-openmp" if extra is None else f"'mapper-openmp[{extra}]'"
    return f"this Python ({sys.executable}) has no package {package}: pip install {what}"


def _forget_output() -> None:
    """What is left of it can't be written when the program ends, either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    """Let typer find the command; it reports wrong command lines by itself, with exit code 2.

    `mapper compile` reads its own command line, and does without typer, which takes a while to import.
    """
    arguments = _asked(arguments)
    late_methods.compile_when_called()
    late_methods.leave_out_release()
    gc.set_threshold(4_000_000, 20, 20)  # trees stay: looking for cycles often would take a tenth of the time
    if arguments[:1] == ["compile"] and "--" not in arguments and arguments[1:2] not in _ASKED:
        from mapper.commands.compile import run

        run(arguments[1:])
        return 0
    from mapper.commands.app import app

    try:
        app(args=arguments, prog_name="mapper")
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    return 0


def _asked(arguments: list[str]) -> list[str]:
    """The command line; where it asks for help or for the version, wherever that is, the question alone.

    Words behind the program of `mapper tune` are the program's.
    """
    words = arguments[:2] if arguments[:1] == ["tune"] else arguments
    if "--version" in words:
        return ["--version"]
    if arguments[:1] in _COMPILING and "--help" in words:
        return [arguments[0], "--help"]
    return arguments


def _fault(error: Exception) -> int:
    """Report a fault of mapper itself: its stage, the user's line, and what to do."""
    stage = error.stage if isinstance(error, InternalError) else "unknown stage"
    where = error.where if isinstance(error, InternalError) else None
    place = f"{where}: " if where else "mapper: "
    _say(f"{place}internal error in {stage}: {error or type(error).__name__} [I001]")
    _say("mapper: this is a fault of mapper, not of your program: please report it with the source that shows it")
    _say(
        "mapper: until it is fixed, --no-offload compiles the program as plain OpenMP (MAPPER_DEBUG=1 shows more)"
    )
    if os.environ.get("MAPPER_DEBUG") == "1":
        traceback.print_exception(error)
    return 70


def _say(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
