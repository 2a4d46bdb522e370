"""`qsort` and `qsort_r` in kernels: mapper's source, `sort.c`, for each type of elements."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.analysis.names.types import decay, innermost, unqualified
from mapper.frontend.load import library_unit
from mapper.ir.trees.ctypes import BOOL, CType, FloatType, IntType, PointerType
from mapper.ir.trees.nodes import arguments_of, called_name, without_casts
from mapper.translate.common.context import Definition
from mapper.translate.library.sources import is_gnu, text_of_source

_SOURCE: Final = Path(__file__).with_name("sort.c")
_NAMES: Final = ("qsort", "qsort_r")
_LEAST: Final = 4  # arguments
_BYTES: Final = "unsigned char"
_WORD: Final = 64  # bits


def sort_function(call: c_ast.FuncCall, symbols: Symbols) -> Definition | None:
    """The source of what a call of such a function does to its elements; None for other calls.

    Equal elements keep their order, as those of the GNU C library do: the source is for programs with that one.
    """
    name, given = called_name(call), arguments_of(call)
    if name not in _NAMES or name in symbols.other_functions or not is_gnu(symbols) or len(given) < _LEAST:
        return None
    block = without_casts(given[0])
    assert block is not None
    return _definition(_element(decay(symbols.type_of(block)), symbols.constant(given[2])), name)


def _element(block: CType, size: int | None) -> str:
    """The type by which elements of so many bytes are moved: numbers as they are, others by their bytes."""
    element = unqualified(innermost(block.target)) if isinstance(block, PointerType) else None
    if not isinstance(element, IntType | FloatType) or element == BOOL or element.bits > _WORD:
        return _BYTES
    whole = size is not None and size % (element.bits // 8) == 0
    return element.name if whole else _BYTES


@cache
def _definition(element: str, name: str) -> Definition:
    text = text_of_source(_SOURCE)
    more = {"sorted": name, "ELEMENT": element, "DECLARED": "", "GIVEN": ""}
    if name == "qsort_r":
        more |= {"DECLARED": ", void *given", "GIVEN": ", given"}
    for word, meaning in more.items():
        text = text.replace(word, meaning)
    unit = library_unit(text)
    (function,) = unit.functions
    return Definition(unit, resolve(unit), function)
