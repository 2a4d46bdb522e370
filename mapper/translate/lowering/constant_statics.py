"""Static variables of functions and loops that are only names for numbers: on the device each work-item has them.

    static const double weight[4] = {1, -1, 1, -1};
    static const char digits[] = "0123456789";

Device compilers put such arrays into constant memory.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.literals import is_string
from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.ir.trees.ctypes import CType, EnumType, FloatType, IntType
from mapper.ir.trees.nodes import walk

LARGEST = 4096  # bytes


def is_fixed(symbol: Symbol, symbols: Symbols) -> bool:
    """Whether a variable is a static constant of a function, whose initialiser holds nothing but numbers."""
    ctype: CType = symbol.type
    init = symbol.decl.init if isinstance(symbol.decl, c_ast.Decl) else None
    size = symbols.constant_sizeof(ctype)
    if (
        symbol.storage is not StorageClass.STATIC
        or symbol.file_scope
        or init is None
        or size is None
        or size > LARGEST
    ):
        return False
    ctype = innermost(ctype)
    if not isinstance(ctype, IntType | FloatType | EnumType) or not ctype.const or ctype.volatile:
        return False
    return is_string(init) or all(_is_number(node, symbols) for node in walk(init))


def _is_number(node: c_ast.Node, symbols: Symbols) -> bool:
    match node:
        case c_ast.Constant():
            return '"' not in node.value
        case c_ast.ID():
            symbol = symbols.symbol(node)
            return symbol is not None and symbol.kind is Kind.ENUM_CONSTANT
        case c_ast.UnaryOp():
            return node.op in ("-", "+", "~", "!")
        case (
            c_ast.ArrayDesignator()
            | c_ast.BinaryOp()
            | c_ast.InitList()
            | c_ast.NamedInitializer()
            | c_ast.TernaryOp()
        ):
            return True
    return False
