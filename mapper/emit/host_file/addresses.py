"""Variables and functions that loops of other files use: each has a pointer to it that all files see.

extern double (*const __mrt_at3_table)[5];                             at the top of each file
double (*const __mrt_at3_table)[5] = (void *)(unsigned long)&table;    at the end of the one that has the variable
void (*const __mrt_at3_f)(void) = (void (*)(void))&f;                  and so of a function

`mapper.emit.text.c_printer` writes `(*__mrt_at3_table)` where a launch uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.whole_program.addresses import Address, used
from mapper.emit.regions.launches.launch import host_expressions
from mapper.ir.program.kernel import Kernel

_POINTER = {Kind.VARIABLE: "(void *)(unsigned long)", Kind.FUNCTION: "(void (*)(void))"}


def used_by(kernels: Iterable[Kernel], known: Mapping[str, Address]) -> tuple[Address, ...]:
    """The addresses that the launches of some kernels need."""
    expressions: list[c_ast.Node | None] = []
    for kernel in kernels:
        expressions += host_expressions(kernel)
        expressions += [buffer.pointer for buffer in kernel.buffers]
    return tuple(known[name] for name in sorted(set(used(expressions))))


def declarations(found: Iterable[Address]) -> list[str]:
    """The lines for the top of each file."""
    return [f"extern {each.declaration};" for each in found]


def definitions(found: Iterable[Address], unit: str) -> str:
    """The text for the end of a unit."""
    lines = [
        f"{each.declaration} = {_POINTER[each.symbol.kind]}&{each.symbol.name};\n"
        for each in found
        if each.symbol.unit == unit
    ]
    return "\n" + "".join(lines) if lines else ""
