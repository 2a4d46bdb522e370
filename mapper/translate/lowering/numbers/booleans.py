"""`_Bool` on the device: a byte, which must hold 0 or 1."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.nodes import TRUTHS


def is_bool(ctype: CType) -> bool:
    """Whether a type is `_Bool`."""
    return isinstance(ctype, IntType) and ctype.name == "_Bool"


def truth(lowered: c_ast.Node) -> c_ast.Node:
    """A value as `_Bool` stores it."""
    if isinstance(lowered, c_ast.BinaryOp) and lowered.op in TRUTHS:
        return lowered
    if isinstance(lowered, c_ast.Constant) and lowered.value in ("0", "1"):
        return lowered
    return build.binary("!=", lowered, build.integer(0))
