"""`mapper man`: the manual page of all commands, as text for man(1)."""

from __future__ import annotations

from collections.abc import Sequence

import mapper
from mapper.commands.reference.described import Described

_ABOUT = (
    "compiles OpenMP C programs, unchanged, to programs that hold each parallel loop twice, as OpenMP and as "
    "OpenCL, and choose at run time, loop by loop, with a decision tree that was trained on the machine. A loop "
    "that can't be translated safely stays OpenMP, and the compiler says why. mapper-cc is a drop-in C compiler "
    "for build systems: make CC=mapper-cc."
)
_VARIABLES = (
    ("MAPPER_DEVICE", "where loops run: auto, cpu, opencl, opencl:gpu, opencl:cpu, or a part of a device's name"),
    ("MAPPER_FORCE", "the same for single loops: LOOP:DEVICE,..."),
    ("MAPPER_INFO", "1: a table when the program exits; 2: also a line for each event"),
    ("MAPPER_PROFILE", "a file that gets the same as JSON"),
    ("MAPPER_VERIFY", "1: each loop that runs with OpenCL runs on the CPU, too, and the results are compared"),
    ("MAPPER_CACHE_DIR", "where built kernels and the run-time library are kept"),
    ("MAPPER_CC", "the compiler that mapper-cc calls"),
    ("MAPPER_CXX", "the compiler that mapper-c++ calls"),
    ("MAPPER_FLAGS", "what mapper-cc asks of mapper when it links"),
    ("MAPPER_REMARKS", "1: mapper-cc shows the verdict on each loop"),
)
_STATUS = (
    ("0", "done"),
    ("1", "the input can't be used, or loops don't pass their gates"),
    ("2", "the command line is wrong"),
    ("70", "a fault of mapper itself"),
)


def page(commands: Sequence[Described]) -> str:
    """The page in the macros of man(7)."""
    lines = [
        f'.TH MAPPER 1 "" "mapper {mapper.__version__}" "User Commands"',
        ".SH NAME",
        "mapper \\- compile OpenMP C programs to programs that choose OpenMP or OpenCL at run time",
        ".SH SYNOPSIS",
        ".nf",
        *(_text(line) for command in commands for line in command.usage),
        ".fi",
        ".SH DESCRIPTION",
        ".B mapper",
        _text(_ABOUT),
        ".SH COMMANDS",
    ]
    for command in commands:
        lines += [f'.SS "mapper {command.name}"', _text(command.summary)]
        for option in command.options:
            lines += [".TP", f".B {_text(option.head)}", _text(option.text) or "\\&"]
    for title, rows in (("ENVIRONMENT", _VARIABLES), ("EXIT STATUS", _STATUS)):
        lines.append(f'.SH "{title}"')
        for name, meaning in rows:
            lines += [".TP", f".B {_text(name)}", _text(meaning)]
    lines += [".SH SEE ALSO", ".BR gcc (1),", ".BR clang (1)"]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Text that roff takes as it is."""
    quoted = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{quoted}" if quoted.startswith((".", "\\(aq")) else quoted
