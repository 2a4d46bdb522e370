"""Calls that allocate and free memory in libraries: `runtime/mapper_rt_blocks.h` keeps the registry of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.objects import symbol_key
from mapper.analysis.whole_program.program import Whole
from mapper.ir.trees.unit import Unit
from mapper.runtime.blocks import FREES

_INSIDE: Final = {"asprintf": "__asprintf_chk", "vasprintf": "__vasprintf_chk", "getline": "__getdelim"}
"""What inline functions in the GNU C library's headers call."""


def blocks(symbols: Symbols, whole: Whole) -> tuple[str, ...]:
    """Those that a unit uses, and what frees their blocks, where all are the library's; sorted.

    Code that other compilers made may free the blocks: `mapper.cc.program.allocations` has it call the unit's.
    """
    used = _used(symbols.unit)
    used |= {_INSIDE[name] for name in used & _INSIDE.keys()}
    found = {name for name in used if _is_library(name, symbols, whole)}
    return tuple(sorted(found | {FREES[name] for name in found} - {""}))


def _used(unit: Unit) -> set[str]:
    """Those that stand in functions and initializers: the linker may have no function that is only declared.

    The tokens show it, also of functions that can't be parsed.
    """
    if FREES.keys().isdisjoint(token.text for token in unit.tokens if not token.system):
        return set()
    found: set[str] = set()
    depth, initializer = 0, False
    for token in unit.tokens:
        match token.text:
            case "{":
                depth += 1
            case "}":
                depth -= 1
            case "=" | ";" if not depth:
                initializer = token.text == "="
            case name if name in FREES and not token.system and (depth or initializer):
                found.add(name)
    return found


def _is_library(name: str, symbols: Symbols, whole: Whole) -> bool:
    symbol, free = symbols.global_symbols.get(name), FREES[name]
    return (
        symbol is not None
        and symbol.kind is Kind.FUNCTION
        and symbol.external
        and symbol.linked == name
        and whole.library(symbol_key(symbol)) is not None
        and (not free or whole.from_library(free))
    )


def definitions(names: Sequence[str]) -> str:
    """The functions that those calls go to."""
    lines = [f"#undef {name}\n#define __MRT_{name}" for name in names]
    return "\n".join(["", *lines, '#include "__mapper_rt_blocks.h"', ""]) if names else ""
