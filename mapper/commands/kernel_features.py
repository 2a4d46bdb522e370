"""`mapper features kernel.cl`: what the kernels of an OpenCL C file cost, for one ND-range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pycparser import c_ast

from mapper.diagnostics import Location, UsageError
from mapper.features import schema
from mapper.features.counting.counts import count_run
from mapper.features.counting.execution import execution
from mapper.features.expressions.expr import ONE, ZERO, Expr, Number, add, host, multiply
from mapper.features.openclc import OpenCLKernel, read_kernels
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.runtime.machine import default_compiler

_DIMENSIONS = 3
_LOCAL_SIZE = 64


@dataclass
class Request:
    """The command line: the file, the ND-range, and the arguments' values (or bytes, of buffers) by name."""

    path: Path
    size: list[int] = field(default_factory=list)
    group: list[int] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)


def is_opencl(arguments: Sequence[str]) -> bool:
    """Whether a command line of `mapper features` names an OpenCL C file."""
    return any(word.endswith(".cl") and not word.startswith("-") for word in arguments)


def parse(arguments: Sequence[str]) -> Request:
    """Read the command line; raises `UsageError`."""
    request = Request(Path())
    words = list(arguments)
    while words:
        word = words.pop(0)
        option, equals, value = word.partition("=")
        if option in ("--global-size", "--local-size", "--arg"):
            if not equals:
                if not words:
                    raise UsageError(f"{option} needs a value")
                value = words.pop(0)
            if option == "--arg":
                name, number = _argument(value)
                request.values[name] = number
            elif option == "--global-size":
                request.size = _sizes(option, value)
            else:
                request.group = _sizes(option, value)
        elif word.endswith(".cl") and not word.startswith("-"):
            if request.path != Path():
                raise UsageError("mapper features takes one OpenCL C file")
            request.path = Path(word)
        elif word.startswith("-"):
            request.flags.append(word)
        else:
            raise UsageError(f"{word!r} is given beside an OpenCL C file: give its arguments by --arg NAME=NUMBER")
    if not request.size:
        raise UsageError("an OpenCL C file needs --global-size N[,M[,K]]")
    return request


def _sizes(option: str, text: str) -> list[int]:
    parts = text.split(",")
    if not 1 <= len(parts) <= _DIMENSIONS or not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise UsageError(f"{option} takes one to three positive numbers, such as 1024,1024, not {text!r}")
    return [int(part) for part in parts]


def _argument(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(int(number, 0)) if number[:2].lower() == "0x" else float(number)
    except ValueError:
        raise UsageError(f"--arg takes NAME=NUMBER, not {text!r}") from None


def kernels(request: Request) -> list[tuple[str, tuple[Expr, ...], tuple[Location, ...]]]:
    """Each kernel's place and name, its raw features in schema order, and the loops that count by an estimate."""
    group = request.group or [_LOCAL_SIZE]
    found = read_kernels(request.path, request.size, group, default_compiler(), request.flags)
    return [(f"{each.kernel.where}: kernel {each.kernel.name}", *_raw(each)) for each in found]


def _raw(each: OpenCLKernel) -> tuple[tuple[Expr, ...], tuple[Location, ...]]:
    run = execution(each.kernel, each.symbols, each.local)
    unknown: list[c_ast.Node] = []
    counts = count_run(run, host, each.symbols, unknown)
    transfer: Expr = ZERO
    for buffer in each.kernel.buffers:
        ways = (Access.READ in buffer.access) + (Access.WRITE in buffer.access)
        if buffer.name not in each.local:
            transfer = add(transfer, multiply(Number(float(ways)), host(build.identifier(buffer.name))))
    counts |= {"launches": ONE, "transfer": transfer}
    places = {each.where(node) for node in unknown}
    return tuple(counts.get(name, ZERO) for name in schema.RAW_NAMES), tuple(sorted(places))
