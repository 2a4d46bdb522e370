"""The pragmas at the head of OpenCL text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pycparser import c_ast

from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import walk

# GCC doesn't fuse a*b+c on baseline x86-64 and AArch64 C code is compiled per target; without fusing, the
# device's sums round as the OpenMP version's do on x86-64.  See docs/decisions/0007-kernel-shape.md.
FP_CONTRACT = "#pragma OPENCL FP_CONTRACT OFF"

QUIET = """#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif"""
"""NVIDIA's compiler unrolls loops of unknown length with atomic updates; others of Clang can't, and say so."""


def pragmas(kernels: Sequence[Kernel]) -> str:
    """What the text of some kernels begins with, a line each."""
    needs = frozenset[str]().union(*(kernel.needs for kernel in kernels))
    lines = ["#pragma OPENCL EXTENSION cl_khr_fp64 : enable"] if "fp64" in needs else []
    if "int64_atomics" in needs:
        lines.append("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable")
    lines.append(FP_CONTRACT)
    if any(_unrolls_atomics(code) for code in _code(kernels)):
        lines.append(QUIET)
    return "".join(f"{line}\n" for line in lines)


def _code(kernels: Sequence[Kernel]) -> Iterator[c_ast.Node]:
    """All that kernels run."""
    for kernel in kernels:
        yield from (*kernel.functions, *(entry.body for entry in kernel.entries))


def _is_atomic(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.ID) and parse_atomic(node.name) is not None


def _unrolls_atomics(code: c_ast.Node) -> bool:
    """Whether a loop that is to be unrolled calls atomic operations."""
    for block in walk(code):
        items = (block.block_items or []) if isinstance(block, c_ast.Compound) else []
        for hint, loop in pairwise(items):
            if _is_hint(hint) and any(map(_is_atomic, walk(loop))):
                return True
    return False


def _is_hint(item: c_ast.Node) -> bool:
    """Whether an item of a block has the loop behind it unrolled."""
    return isinstance(item, c_ast.Pragma) and item.string.startswith("unroll") and item.string != "unroll 1"
