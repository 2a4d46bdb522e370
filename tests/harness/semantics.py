"""Asks gcc what mapper's semantic analysis answers: whole questions as static assertions in one C file."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pycparser import c_ast, c_generator

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.frontend.load import load_unit
from mapper.ir.trees.ctypes import (
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.unit import Unit

COMPILER = os.environ.get("CC", "gcc")


def unit_of(text: str) -> Unit:
    """The unit of a C text, through the whole front end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text, encoding="utf-8")
        return load_unit(str(path), (COMPILER,), ("-w",))


def symbols_of(text: str) -> Symbols:
    """The symbols of a C text."""
    return resolve(unit_of(text))


def gcc_says(text: str) -> str:
    """What gcc says against a C text; empty if it has no error."""
    command = [COMPILER, "-std=gnu11", "-w", "-fsyntax-only", "-x", "c", "-"]
    process = subprocess.run(command, input=text, capture_output=True, text=True, timeout=500, check=False)
    return "" if process.returncode == 0 else process.stderr[:3000]


def printed(node: c_ast.Node) -> str:
    """The C text of a tree."""
    text: str = c_generator.CGenerator().visit(node)
    return text


def statements_of(symbols: Symbols, function: str = "f") -> list[c_ast.Node]:
    """The statements of a function's body that are not declarations."""
    items = symbols.functions[function].body.block_items
    return [item for item in items if not isinstance(item, c_ast.Decl | c_ast.Typedef)]


def same_type(expression: str, of: CType) -> str:
    """A static assertion that an expression has a type; for arrays as for all else without decay."""
    return assertion(f"__builtin_types_compatible_p(__typeof__({expression}), {spelled(of)})", expression)


def assertion(condition: str, about: str) -> str:
    """A static assertion with a text about what it is."""
    escaped = about.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'_Static_assert({condition}, "{escaped}");'


def spelled(of: CType, inner: str = "") -> str:
    """A type in C: `inner` is the declarator so far."""
    match of:
        case PointerType():
            qualifiers = " const" * of.const + " volatile" * of.volatile
            declarator = f"*{qualifiers} {inner}"
            wraps = isinstance(of.target, ArrayType | FunctionType)
            return spelled(of.target, f"({declarator})" if wraps else declarator)
        case ArrayType():
            return spelled(of.element, f"{inner}[{'' if of.length is None else of.length}]")
        case FunctionType():
            return spelled(of.result, f"{inner}({_parameters(of)})")
    qualifiers = "const " * of.const + "volatile " * of.volatile
    return f"{qualifiers}{_base(of)} {inner}".strip()


def _parameters(of: FunctionType) -> str:
    if of.parameters is None:
        return ""
    names = [spelled(parameter) for parameter in of.parameters] + ["..."] * of.variadic
    return ", ".join(names) or "void"


def _base(of: CType) -> str:
    match of:
        case IntType():
            return of.name
        case FloatType():
            return of.name
        case ComplexType():
            return f"_Complex {of.part.name}"
        case EnumType():
            return f"enum {of.tag}"
        case StructType():
            return f"{'union' if of.union else 'struct'} {of.tag}"
    return "void"


def joined(lines: Iterable[str]) -> str:
    """Lines as a text."""
    return "\n".join(lines) + "\n"
