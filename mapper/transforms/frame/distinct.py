"""What transformations say of the buffers that they take for different memory (`Kernel.assumed`)."""

from __future__ import annotations

from mapper.ir.program.assumptions import Pairs
from mapper.ir.program.kernel import Kernel


def taken(kernel: Kernel, before: Kernel) -> str:
    """The end of a sentence about what is new since `before`; empty where nothing is."""
    distinct = kernel.assumed.distinct - before.assumed.distinct
    alike = kernel.assumed.alike - before.assumed.alike
    parts = []
    if distinct:
        parts.append(f" where {_listed(distinct)} are different memory")
    if alike:
        parts.append(f" where {_listed(alike)} are different memory or the same array")
    return " and".join(parts)


def _listed(pairs: Pairs) -> str:
    return ", ".join(f"`{one}` and `{other}`" for one, other in sorted(pairs))
