"""The sub-commands of `mapper` for typer; each is one thin function."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import mapper
from mapper.commands import compile as compile_command
from mapper.commands import doctor as doctor_command
from mapper.commands import explain as explain_command
from mapper.commands import features as features_command
from mapper.commands import page as page_command
from mapper.commands.reference import completion, manual
from mapper.commands.reference.described import described
from mapper.commands.training import model as model_command
from mapper.commands.training import tune as tune_command
from mapper.diagnostics import UsageError

app = typer.Typer(
    name="mapper",
    help="""Compile OpenMP C programs to programs that choose OpenMP or OpenCL for each parallel loop at run time.

    To begin with: mapper compile prog.c -O3 -o prog.  In a build system: make CC=mapper-cc.""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


models = typer.Typer(help="Show a model, or list all.", no_args_is_help=True, rich_markup_mode=None)
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
    short_help="C files in, one program out.",
    help=compile_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _compile(arguments: Annotated[list[str] | None, typer.Argument(metavar="FILE.c", hidden=True)] = None) -> None:
    compile_command.run(arguments or [])


@app.command("train")
def _train(
    platform: Annotated[str, typer.Option("--platform", metavar="NAME", help="The name of the model to make.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="More files of --from or --add.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer sizes, measured less often; under five minutes.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", min=0.1, help="The most minutes in all.")
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
    device: Annotated[
        str | None,
        typer.Option("--device", metavar="DEVICE", help="The OpenCL device: cpu, gpu, or a part of its name."),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="PART", help="relayout: measure copies in another order alone."),
    ] = None,
    micro: Annotated[
        bool, typer.Option("--micro", help="Measure micro-benchmarks alone, and rescale another platform's model.")
    ] = False,
    like: Annotated[
        str | None, typer.Option("--like", metavar="NAME", help="The model that --micro rescales.")
    ] = None,
    busy: Annotated[
        bool, typer.Option("--busy", help="Measure beside other programs; the model does not become the default.")
    ] = False,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="SCHEDULER", help="Measure on the workers of this Dask scheduler."),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="tree, published, regression, sums, boosted or corrected; best: that of them which chooses best.",
        ),
    ] = "tree",
) -> None:
    """Measure this machine and make a model for it."""
    from mapper.commands.training import train as train_command  # scikit-learn takes a second to import

    if merged and added:
        raise UsageError("--from and --add exclude each other")
    if only is not None and (only != "relayout" or merged or added or quick or minutes or shard != "1/1"):
        raise UsageError("--only takes `relayout`, and no other option but --platform, --output and --data")
    if micro and (only or merged or added or quick or minutes or shard != "1/1" or kind != "tree"):
        raise UsageError("--micro takes only --platform, --like, --device, --busy, --output and --data besides")
    if like is not None and not micro:
        raise UsageError("--like belongs to --micro")
    if files and not (merged or added):
        raise UsageError(f"{files[0]}: files belong to --from or --add")
    for option, given in (("--device", device), ("--dask", dask)):
        if given is not None and (merged or added):
            raise UsageError(f"{option} is for measuring, which --from and --add do not")
    if dask is not None and shard != "1/1":
        raise UsageError("--dask and --shard exclude each other: the workers share the programs by themselves")
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
            device=device,
            relayout=only is not None,
            micro=micro,
            like=like,
            kind=kind,
            busy=busy,
            scheduler=dask,
        )
    )


@app.command("evaluate", short_help="Report how well models choose for the NPB programs.")
def _evaluate(
    platform: Annotated[
        list[str] | None,
        typer.Option(
            "--platform",
            metavar="NAME",
            help="The platform; several of one machine are judged together, too. Without it: all there are.",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Write there, to a folder for each platform.")
    ] = Path("evaluation"),
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the measured data of platforms lie.")
    ] = None,
) -> None:
    """Report how well the model chooses for the NPB programs, each held out, from measured data alone."""
    from mapper.commands.training import evaluate as evaluate_command  # so does this one

    evaluate_command.run(platform or [], output, data)


@app.command(
    "features",
    short_help="Print what each parallel region costs.",
    help=features_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _features(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="FILE.c", hidden=True)] = None,
) -> None:
    typer.echo(features_command.run(arguments or []), nl=False)


@app.command(
    "explain",
    short_help="Explain a code, or all about one loop.",
    help=explain_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _explain(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="CODE|FILE.c:LINE", hidden=True)] = None,
) -> None:
    typer.echo(explain_command.run(arguments or []), nl=False)


@app.command(
    "report",
    short_help="Write a program as an HTML page: source, verdicts, times.",
    help=page_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _report(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="FILE.c", hidden=True)] = None,
) -> None:
    typer.echo(f"mapper: wrote {page_command.run(arguments or [])}")


@app.command("completion")
def _completion(
    shell: Annotated[str, typer.Argument(metavar="bash|zsh|fish", help="The shell.")],
) -> None:
    """Print a script by which a shell completes commands and options."""
    typer.echo(completion.script(shell, described(app)), nl=False)


@app.command("man")
def _man() -> None:
    """Print the manual page, for man(1)."""
    typer.echo(manual.page(described(app)), nl=False)


@models.command("show")
def _model_show(
    name: Annotated[str | None, typer.Argument(metavar="NAME|FILE", help="All names without one.")] = None,
) -> None:
    """Print what is known about a model: its tree, scores, features, platform and limits."""
    typer.echo(model_command.listed() if name is None else model_command.show(name), nl=False)


@app.command(
    "tune",
    short_help="Find the best work-groups for a program's kernels.",
    help=tune_command.HELP,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def _tune(command: Annotated[list[str] | None, typer.Argument(metavar="PROGRAM", hidden=True)] = None) -> None:
    raise typer.Exit(tune_command.run(command or []))


@app.command("doctor", short_help="Show what is installed, and the fix for each fault.")
def _doctor() -> None:
    """Show compilers, OpenCL devices, kernel cache and model, and the fix for each fault."""
    raise typer.Exit(doctor_command.run())
