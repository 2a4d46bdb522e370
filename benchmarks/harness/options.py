"""The command line that all campaigns share."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.harness import campaign, machine, merging, profiles
from benchmarks.harness.campaign import Series, Settings
from benchmarks.harness.rows import Row, Table
from benchmarks.harness.versions import COMPILERS, MAPPER, USUAL, VERSIONS, Variant


def words(known: Sequence[str]) -> Callable[[str], list[str]]:
    """A reader of `a,b,c` that takes known words only, in any case of letters where that is clear, and `all`."""
    spelled = {word.lower(): word for word in known} | {word: word for word in known}

    def read(text: str) -> list[str]:
        if text == "all":
            return list(known)
        try:
            return [spelled[word if word in spelled else word.lower()] for word in text.split(",") if word]
        except KeyError as error:
            raise argparse.ArgumentTypeError(f"{error.args[0]!r} is none of {', '.join(known)}") from None

    return read


def parser(description: str | None, work: Path) -> argparse.ArgumentParser:
    """A parser with the options of every campaign; `work` is where it builds."""
    made = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    add = made.add_argument
    add("--threads", type=int, default=len(os.sched_getaffinity(0)), help="OpenMP's threads (all processors)")
    add("--timeout", type=float, default=300, metavar="SECONDS", help="for each run (300)")
    add("--repeats", type=int, default=1, help="runs of each version (1); 0 with --profiles only profiles")
    add("--jobs", type=int, default=1, help="builds at a time (1); runs are always one at a time")
    add("--options", type=shlex.split, default=[], metavar="'-march=native'", help="for the C compiler, after -O3")
    add("--csv", type=Path, metavar="FILE", help="append each row there; rows that are there are not run again")
    add("--profiles", type=Path, metavar="FOLDER", help="keep the MAPPER_PROFILE of one more run of each version")
    add("--merge", type=Path, metavar="NEW", help="put that table's rows, and profiles/ beside it, into --csv")
    add("--work", type=Path, default=work, help=f"where programs are built ({work})")
    add("--reuse", action="store_true", help="take executables that are there")
    add("--build-only", action="store_true", help="build what would be run")
    add("--summary", type=Path, nargs="+", metavar="PROFILE", help="print the costliest loops of profiles")
    add("--most", type=int, default=40, help="rows of --summary (40)")
    return made


def add_versions(made: argparse.ArgumentParser) -> None:
    """Add the options that choose versions, which `variants` reads."""
    add = made.add_argument
    add("--versions", type=words(VERSIONS), default=list(USUAL), help=f"of {','.join(VERSIONS)} (the first four)")
    add("--flags", type=shlex.split, default=[], metavar="'-fno-...'", help="for mapper, where it translates")
    add("--compiler", choices=COMPILERS, default=MAPPER, help="what builds the translated versions (mapper)")


def variants(arguments: argparse.Namespace) -> list[Variant]:
    """The versions that the command line asks for."""
    return [Variant(name, tuple(arguments.flags), arguments.compiler) for name in arguments.versions]


def run(series: Sequence[Series], arguments: argparse.Namespace) -> int:
    """Do what the command line says with these series; 1 where a row did not verify."""
    if arguments.summary:
        try:
            print(profiles.table(arguments.summary, arguments.most), end="")
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 2
        return 0
    if arguments.merge:
        return _merge(arguments.merge, arguments.csv)
    settings = Settings(
        work=arguments.work,
        threads=arguments.threads,
        timeout=arguments.timeout,
        repeats=arguments.repeats,
        jobs=arguments.jobs,
        reuse=arguments.reuse,
        profiles=arguments.profiles,
        options=tuple(arguments.options),
    )
    if arguments.build_only:
        broken = campaign.build(series, settings)
        for path, said in broken.items():
            print(f"{path}: {said}", file=sys.stderr)
        return 1 if broken else 0
    platform = machine.describe(settings.threads, settings.options)
    if arguments.csv is not None:
        arguments.csv.parent.mkdir(parents=True, exist_ok=True)
        machine.write(arguments.csv.with_name("platform.json"), platform)
    table = Table(arguments.csv)
    good = True
    for row in campaign.measure(series, table, settings, platform["device"]):
        good = good and row.verified == "SUCCESSFUL"
        print(_line(row), flush=True)
    return 0 if good else 1


def _merge(new: Path, into: Path | None) -> int:
    if into is None:
        print("--merge needs --csv, the table to put the rows into", file=sys.stderr)
        return 2
    try:
        for line in merging.merge(new, into):
            print(line)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _line(row: Row) -> str:
    name = f"{row.program}.{row.size}"
    text = f"{name:<18} {row.version:<10} {row.seconds or '-':>12} {row.whole or '-':>10}  {row.verified:<12}"
    return " ".join(filter(None, [text, row.device, row.flags, row.said])).rstrip()
