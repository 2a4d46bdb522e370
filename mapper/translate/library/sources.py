"""Functions of the C library that kernels call like the user's: mapper has their source, in C files.

The numbers of `rand_r` and of ctype.h are those of the GNU C library, `lcong48` changes what `erand48` and such
do, and a locale what characters are, blanks before a number too: where the program may have it otherwise, there
is no source.

What `ilogb` gives of 0 and NaN is the processor's, and `lgamma` leaves the sign in `signgam`, which the program
must not name.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.frontend.load import library_unit
from mapper.ir.trees.nodes import called_name
from mapper.translate.common.context import Context, Definition

_SOURCES: Final = tuple(Path(__file__).with_name(name) for name in ("library.c", "number_text.c"))
_DRAND48: Final = frozenset(["erand48", "nrand48", "jrand48"])
_EXPONENTS: Final = frozenset(["ilogb", "ilogbf"])
_SIGNED: Final = frozenset(["lgamma", "lgammaf"])
_CHARACTERS: Final = frozenset(
    """
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
    tolower toupper atof atoi atol atoll strtol strtoll strtoul strtoull strtoimax strtoumax strtod
    strtof strcasecmp strncasecmp
    """.split()
)
_TABLES: Final = {
    "__ctype_b_loc": "__ctype_b",
    "__ctype_tolower_loc": "tolower",
    "__ctype_toupper_loc": "toupper",
}
LOCALES: Final = ("setlocale", "uselocale")
"""The functions that change what characters are."""
_X86: Final = re.compile(r"^#define __x86_64__ ", re.MULTILINE)
_GNU: Final = re.compile(r"^#define __GLIBC__ ", re.MULTILINE)
_DEFINED: Final = re.compile(r"^\w[\w \t*]*?(\w+)\([^;]*?\)\s*\{", re.MULTILINE)


def library_function(name: str, symbols: Symbols, context: Context) -> Definition | None:
    """The source of the library function that a name means in a unit; None where there is none."""
    plain = name.removeprefix("__builtin_")
    found = None if name in symbols.other_functions else _definition(plain)
    if found is None or ("static" in found.function.decl.storage and symbols is not found.symbols):
        return None
    if plain in _CHARACTERS and sets_locale(context):
        return None
    if (plain == "rand_r" or plain in _CHARACTERS) and symbols is not found.symbols and not is_gnu(symbols):
        return None
    if plain in _EXPONENTS and not _X86.search(symbols.unit.preprocessed):
        return None
    if plain in _SIGNED and context.graph.whole.mentions("signgam"):
        return None
    if plain in _DRAND48 and context.graph.whole.mentions("lcong48"):
        return None
    return found


def character_table(call: c_ast.Node) -> Definition | None:
    """What looks a character up in the table of ctype.h that a call finds; None for other calls."""
    name = _TABLES.get(called_name(call))
    return None if name is None else _definition(name)


def is_gnu(symbols: Symbols) -> bool:
    """Whether a unit is for the GNU C library."""
    return _GNU.search(symbols.unit.preprocessed) is not None


def is_of_locale(name: str) -> bool:
    """Whether a function's result depends on the locale."""
    return name in _CHARACTERS


def may_be_called(name: str, symbols: Symbols, context: Context) -> bool:
    """Whether a name in a unit means the GNU C library's function, in the locale "C" where that counts."""
    known = name not in symbols.other_functions and is_gnu(symbols)
    return known and not (is_of_locale(name) and sets_locale(context))


def sets_locale(context: Context) -> bool:
    """Whether the program may have another locale than "C"."""
    return any(map(context.graph.whole.mentions, LOCALES))


def own_function(name: str) -> Definition:
    """A function of the sources that programs can't name."""
    found = _definition(name)
    assert found is not None, name
    return found


def _definition(name: str) -> Definition | None:
    path = _files().get(name)
    return None if path is None else _definitions(path)[name]


@cache
def text_of_source(path: Path) -> str:
    """The text of a C file without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def _files() -> dict[str, Path]:
    """The files of the functions, by name: most programs call none, and need no tree of them."""
    return {name: path for path in _SOURCES for name in _DEFINED.findall(text_of_source(path))}


@cache
def _definitions(path: Path) -> dict[str, Definition]:
    """The functions of a file by name; those that are static are for the others."""
    unit = library_unit(text_of_source(path))
    symbols = resolve(unit)
    return {each.decl.name: Definition(unit, symbols, each) for each in unit.functions}
