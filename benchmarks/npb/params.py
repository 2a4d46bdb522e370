"""Print the header `npbparams.h` of one benchmark and class, from the published values in `reference.toml`.

Usage: `python3 params.py CG S [name=value...] > npbparams.h`; values other than the published ones, as TOML, make
a program that can't verify but is as small as one likes.  Needs only Python's standard library (3.11 or later).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

REFERENCE = Path(__file__).with_name("reference.toml")

Value = int | float | list["Value"]


def initializer(value: Value) -> str:
    """A value as C text: a number, or for a list (of lists) the braces that initialise an array."""
    if isinstance(value, list):
        return "{" + ", ".join(map(initializer, value)) + "}"
    return repr(value)


def header(benchmark: str, size_class: str, changes: Sequence[str] = ()) -> str:
    """The text of the header: one macro for each value, in the order of the file; `changes` are `name=value`.

    Raises:
        KeyError: the benchmark, the class or a name that is to be changed is not in `reference.toml`.
        ValueError: a change is not TOML.
    """
    with REFERENCE.open("rb") as file:
        values: dict[str, Value] = tomllib.load(file)[benchmark][size_class]
    changed: dict[str, Value] = tomllib.loads("\n".join(changes))
    if unknown := changed.keys() - values.keys():
        raise KeyError(min(unknown))
    values |= changed
    lines = [
        f"/* {benchmark}, class {size_class}: generated from reference.toml by params.py. */",
        f"#define CLASS '{size_class}'",
        *(f"#define {name.upper()} {initializer(value)}" for name, value in values.items()),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print the header for `BENCHMARK CLASS`; 2 for wrong usage."""
    try:
        benchmark, size_class, *changes = arguments
        text = header(benchmark, size_class, changes)
    except (ValueError, KeyError):
        print("usage: params.py BENCHMARK S|W|A|B|C [NAME=VALUE...]", file=sys.stderr)
        return 2
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
