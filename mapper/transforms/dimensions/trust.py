"""Subscripts that are taken to stay in the rows of flat arrays, where the host can make sure of it.

`a[i * n + j]` is `a[i][j]` where 0 <= j < n.  With j from `pad` to `n - pad` that depends on `pad`, with j from
0 to `m` on `m` and `n`: the condition is in `Kernel.assumed`, and the host evaluates it before each launch.
"""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.footprints.host_values import host_condition
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel


def with_trust(kernel: Kernel, symbols: Symbols, names: frozenset[str]) -> Kernel | None:
    """The kernel with the condition under which subscripts of these buffers stay in their rows.

    None where nothing need be known, or no condition of the host makes sure of it.
    """
    if not names:
        return None
    found = collect(kernel, symbols, trusted=names)
    if not found.complete or found.trust is None or found.trust.plain_is_universe():
        return None
    condition = host_condition(found.trust, found)
    return None if condition is None else replace(kernel, assumed=kernel.assumed.with_true(condition))
