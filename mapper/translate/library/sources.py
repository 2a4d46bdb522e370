"""Functions of the C library that kernels call like the user's: mapper has their source, `library.c`.

The numbers of `rand_r` are those of the GNU C library, and `lcong48` changes what `erand48` and its like do: where
the program may have it otherwise, there is no source.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.frontend.load import parsed_unit
from mapper.translate.common.context import Context, Definition

_SOURCE: Final = Path(__file__).with_name("library.c")
_DRAND48: Final = frozenset(["erand48", "nrand48", "jrand48"])
_GNU: Final = re.compile(r"^#define __GLIBC__ ", re.MULTILINE)


def library_function(name: str, symbols: Symbols, context: Context) -> Definition | None:
    """The source of the library function that a name means in a unit; None where there is none."""
    plain = name.removeprefix("__builtin_")
    found = None if name in symbols.other_functions else _definitions().get(plain)
    if found is None or ("static" in found.function.decl.storage and symbols is not found.symbols):
        return None
    if plain == "rand_r" and not _GNU.search(symbols.unit.preprocessed):
        return None
    if plain in _DRAND48 and context.graph.whole.mentions("lcong48"):
        return None
    return found


@cache
def _definitions() -> dict[str, Definition]:
    """The functions of `library.c` by name; those that are static are for the others."""
    text = re.sub(r"/\*.*?\*/", "", _SOURCE.read_text(encoding="utf-8"), flags=re.DOTALL)
    unit = parsed_unit(text, "the C library")
    symbols = resolve(unit)
    functions = [each for each in unit.tree.ext if isinstance(each, c_ast.FuncDef)]
    return {each.decl.name: Definition(unit, symbols, each) for each in functions}
