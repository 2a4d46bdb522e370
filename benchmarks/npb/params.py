"""Print the header `npbparams.h` of one benchmark and class, from the published values in `reference.toml`.

Usage: `python3 params.py CG S > npbparams.h`.  Needs nothing but Python's standard library (3.11 or later).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

REFERENCE = Path(__file__).with_name("reference.toml")

Value = int | float | list["Value"]


def initializer(value: Value) -> str:
    """A value as C text: a number, or for a list (of lists) the braces that initialise an array."""
    if isinstance(value, list):
        return "{" + ", ".join(map(initializer, value)) + "}"
    return repr(value)


def header(benchmark: str, size_class: str) -> str:
    """The text of the header: one macro for each value, in the order of the file.

    Raises:
        KeyError: the benchmark or the class is not in `reference.toml`.
    """
    with REFERENCE.open("rb") as file:
        values: dict[str, Value] = tomllib.load(file)[benchmark][size_class]
    lines = [
        f"/* {benchmark}, class {size_class}: generated from reference.toml by params.py. */",
        f"#define CLASS '{size_class}'",
        *(f"#define {name.upper()} {initializer(value)}" for name, value in values.items()),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print the header for `BENCHMARK CLASS`; 2 for wrong usage."""
    try:
        benchmark, size_class = arguments
        text = header(benchmark, size_class)
    except (ValueError, KeyError):
        print("usage: params.py BENCHMARK S|W|A|B|C", file=sys.stderr)
        return 2
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
