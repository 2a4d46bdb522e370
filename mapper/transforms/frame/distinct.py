"""What transformations say of the buffers that they take for different memory (`Kernel.distinct` and `alike`)."""

from __future__ import annotations

from mapper.ir.program.kernel import Kernel, Pairs


def taken(kernel: Kernel, before: Kernel) -> str:
    """The end of a sentence about what is new since `before`; empty where nothing is."""
    parts = []
    if kernel.distinct - before.distinct:
        parts.append(f" where {_listed(kernel.distinct - before.distinct)} are different memory")
    if kernel.alike - before.alike:
        parts.append(f" where {_listed(kernel.alike - before.alike)} are different memory or the same array")
    return " and".join(parts)


def _listed(pairs: Pairs) -> str:
    return ", ".join(f"`{one}` and `{other}`" for one, other in sorted(pairs))
