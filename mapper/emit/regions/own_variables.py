"""The thread's own variables on the device path: new ones for names that a construct makes private."""

from __future__ import annotations

from collections.abc import Sequence

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import Omp


def spreading(region: ParallelRegion) -> list[str]:
    """What gives all threads the initial thread's values of threadprivate variables."""
    return [f"#pragma omp parallel copyin({', '.join(region.spread)})", ";"] if region.spread else []


def own_variables(region: ParallelRegion, symbols: Symbols) -> tuple[list[str], list[str]]:
    """Declarations outside and inside the block where the region's private names get new variables."""
    return renewed([decl.name for decl in region.private], region.firstprivate, region.construct, symbols)


def renewed(
    private: Sequence[str], firstprivate: Sequence[str], construct: Omp, symbols: Symbols
) -> tuple[list[str], list[str]]:
    """Declarations outside and inside a block in which names get new variables."""
    before: list[str] = []
    inner: list[str] = []
    for number, name in enumerate(private):
        before.append(f"typedef __typeof__({name}) __mrt_private{number};")
        inner.append(f"__mrt_private{number} {name};")
    for number, name in enumerate(firstprivate):
        symbol = symbols.lookup(name, construct)
        if symbol is not None and symbol.type.const:
            continue
        before.append(f"typedef __typeof__({name}) __mrt_copied{number};")
        if symbol is not None and isinstance(symbol.type, ArrayType):
            before.append(f"__mrt_copied{number} __mrt_copy{number};")
            before.append(f"__builtin_memcpy(__mrt_copy{number}, {name}, sizeof {name});")
            inner.append(f"__mrt_copied{number} {name};")
            inner.append(f"__builtin_memcpy({name}, __mrt_copy{number}, sizeof {name});")
        else:
            before.append(f"__mrt_copied{number} __mrt_copy{number} = {name};")
            inner.append(f"__mrt_copied{number} {name} = __mrt_copy{number};")
    return before, inner
