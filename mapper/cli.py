"""The `mapper` command: its sub-commands, and what becomes of their errors.

Exit codes: 0 done, 1 the input can't be used, 2 the command line is wrong, 70 a fault of mapper itself.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import mapper
from mapper.commands import compile as compile_command
from mapper.commands import doctor as doctor_command
from mapper.commands import features as features_command
from mapper.commands import model as model_command
from mapper.diagnostics import InternalError, MapperError, Printer, UsageError

app = typer.Typer(
    name="mapper",
    help="Compile OpenMP C programs to programs that choose OpenMP or OpenCL for each parallel loop at run time.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


models = typer.Typer(help="Look at models.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(models, name="model")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mapper {mapper.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of `mapper` itself."""


@app.command(
    "compile",
    help=compile_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _compile(arguments: Annotated[list[str] | None, typer.Argument(metavar="FILE.c... [OPTIONS]")] = None) -> None:
    compile_command.run(arguments or [])


@app.command("train")
def _train(
    platform: Annotated[str, typer.Option("--platform", metavar="NAME", help="The name of the model to make.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE...]", help="More files of --from or --add.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer sizes, measured less often; under five minutes.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", min=0.1, help="The most minutes to measure.")
    ] = None,
    shard: Annotated[
        str, typer.Option("--shard", metavar="I/N", help="Measure the I-th of N parts, and make no model.")
    ] = "1/1",
    merged: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="DATA", help="Measure nothing: fit to these folders or CSV files."),
    ] = None,
    added: Annotated[
        list[Path] | None,
        typer.Option("--add", metavar="PROFILE", help="Measure nothing: add profiles of real runs, and fit."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the model there.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Keep the measured data there.")
    ] = None,
) -> None:
    """Measure this machine and make a model for it."""
    from mapper.commands import train as train_command  # scikit-learn takes a second to import

    if merged and added:
        raise UsageError("--from and --add exclude each other")
    if files and not (merged or added):
        raise UsageError(f"{files[0]}: files belong to --from or --add")
    train_command.run(
        train_command.Arguments(
            platform=platform,
            quick=quick,
            minutes=minutes,
            shard=train_command.parse_shard(shard),
            merged=(*merged, *(files or ())) if merged else (),
            added=(*added, *(files or ())) if added else (),
            output=output,
            data=data,
        )
    )


@app.command("evaluate")
def _evaluate(
    platform: Annotated[
        str | None,
        typer.Option("--platform", metavar="NAME", help="The platform; all that were measured without it."),
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Write there, to a folder for each platform.")
    ] = Path("evaluation"),
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the measured data of platforms lie.")
    ] = None,
) -> None:
    """Report how well the model chooses for the NPB programs, each held out, from measured data alone."""
    from mapper.commands import evaluate as evaluate_command  # so does this one

    evaluate_command.run(platform, output, data)


@app.command(
    "features",
    help=features_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _features(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="FILE.c... [OPTIONS]")] = None,
) -> None:
    typer.echo(features_command.run(arguments or []), nl=False)


@models.command("show")
def _model_show(
    name: Annotated[str | None, typer.Argument(metavar="NAME|FILE", help="All names without one.")] = None,
) -> None:
    """Print what is known about a model: its tree, scores, features, platform and limits."""
    typer.echo(model_command.listed() if name is None else model_command.show(name), nl=False)


@app.command("doctor")
def _doctor() -> None:
    """Show compilers, OpenCL devices, kernel cache and model, and the mend for each fault."""
    raise typer.Exit(doctor_command.run())


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    sys.exit(exit_code(sys.argv[1:] if arguments is None else arguments))


def exit_code(arguments: list[str]) -> int:
    """Run one command; every way in which it can end becomes a message and a number."""
    try:
        return _run(arguments)
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
    """Let typer find the command; it reports wrong command lines by itself, with exit code 2."""
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
