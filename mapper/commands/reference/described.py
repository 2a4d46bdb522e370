"""The commands of `mapper` with their options, as their help has them: for shells, and for the manual page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

_OPTION = re.compile(r"^  (-\S(?:.*?\S)?)(?:  +(\S.*))?$")
_CONTINUED = re.compile(r"^ {6,}(\S.*)$")
_NAME = re.compile(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: how it is written (`-o FILE`), and what it does."""

    head: str
    text: str

    @property
    def names(self) -> list[str]:
        """Its spellings."""
        return _NAME.findall(self.head)


@dataclass(frozen=True, slots=True)
class Described:
    """One command: what it is for in a line, how it is called, its options."""

    name: str
    summary: str
    usage: tuple[str, ...]
    options: tuple[Option, ...]


def described(app: typer.Typer) -> list[Described]:
    """All commands in the order of the help; those of groups by both words."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return list(_of_group(group, ""))


def _of_group(group: TyperGroup, before: str) -> Iterator[Described]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _of_group(command, f"{before}{name} ")
        elif isinstance(command, TyperCommand):
            yield _of_command(f"{before}{name}", command)


def _of_command(name: str, command: TyperCommand) -> Described:
    help_text = command.help or ""
    usage = tuple(line.strip() for line in help_text.splitlines() if line.strip().startswith(f"mapper {name}"))
    options = [*_own(command), *_in_text(help_text)]
    if not usage:
        arguments = [f"[{_value(each)}]" for each in command.params if isinstance(each, TyperArgument)]
        usage = (" ".join([f"mapper {name}", *(["[OPTIONS]"] if options else []), *arguments]),)
    return Described(name, (command.short_help or help_text.partition("\n")[0]).strip(), usage, tuple(options))


def _value(parameter: TyperArgument | TyperOption) -> str:
    """What represents the value of an argument or option."""
    return parameter.metavar or (parameter.name or "").upper()


def _own(command: TyperCommand) -> Iterator[Option]:
    """The options that typer reads."""
    for each in command.params:
        if isinstance(each, TyperOption):
            value = "" if each.is_flag else f" {each.metavar or (each.name or '').upper()}"
            yield Option(", ".join(each.opts) + value, each.help or "")


def _in_text(text: str) -> Iterator[Option]:
    """The options that a command reads itself, out of its help."""
    head, words = "", list[str]()
    for line in [*text.splitlines(), ""]:
        if head and (more := _CONTINUED.match(line)):
            words.append(more[1])
            continue
        if head:
            yield Option(head, " ".join(words))
            head = ""
        if option := _OPTION.match(line):
            head, words = option[1], [option[2]] if option[2] else []
