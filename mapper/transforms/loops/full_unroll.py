"""Replaces short loops between constants by copies of their bodies.  A step of other transformations."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value, loop_header
from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, CType
from mapper.ir.trees.nodes import replace_child, walk
from mapper.transforms.loops.loops import blank, few_values, pragma_before, without_blanks

_JUMPS = (c_ast.Break, c_ast.Continue, c_ast.Label, c_ast.Case, c_ast.Default)


def constants_in(root: c_ast.Node) -> dict[str, int]:
    """The variables of a body that are set once, to an integer constant: all reads of them find that."""
    values: dict[str, int | None] = {}
    declared: set[str] = set()
    for node in walk(root):
        name, value = None, None
        match node:
            case c_ast.Assignment(lvalue=c_ast.ID(name=name), op=op):
                value = constant_value(node.rvalue) if op == "=" else None
            case c_ast.Decl():
                declared.add(node.name)
                if node.init is not None:
                    name, value = node.name, constant_value(node.init)
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--" | "&", expr=c_ast.ID(name=name)):
                pass
        if name is not None:
            values[name] = None if name in values else value
    return {name: value for name, value in values.items() if value is not None and name in declared}


def spread(root: c_ast.Node, constants: Mapping[str, int], symbols: Mapping[str, CType]) -> None:
    """Put copies of their bodies in the places of the short loops in a tree, inner ones first."""
    for slot, child in root.children():
        spread(child, constants, symbols)
        if isinstance(child, c_ast.For) and (copies := _copies(child, constants, symbols)) is not None:
            blank(root, pragma_before(root, child))
            replace_child(root, slot, c_ast.Compound(copies))
    without_blanks(root)


def trips(loop: c_ast.For, constants: Mapping[str, int], symbols: Mapping[str, CType]) -> range | None:
    """The values of a short loop's counter; None where it is none that can be spread."""
    header = loop_header(loop)
    if header is None or symbols.get(header.variable) != INT:
        return None
    if any(isinstance(node, _JUMPS) for node in walk(loop.stmt)):
        return None
    return few_values(header, _value(header.lower, constants), _value(header.bound, constants))


def _copies(
    loop: c_ast.For, constants: Mapping[str, int], symbols: Mapping[str, CType]
) -> list[c_ast.Node] | None:
    """The iterations of a loop; None where it is none that can be spread."""
    header, counted = loop_header(loop), trips(loop, constants, symbols)
    if header is None or counted is None:
        return None
    copies: list[c_ast.Node] = []
    for value in counted:
        block = substituted(c_ast.Compound([loop.stmt]), {header.variable: build.integer(value)})
        only = block.block_items[0]
        copies.append(block if isinstance(only, c_ast.Decl) else only)
    if not isinstance(loop.init, c_ast.DeclList):
        after = counted.start + len(counted) * header.step
        copies.append(build.assign(build.identifier(header.variable), build.integer(after)))
    return copies


def _value(node: c_ast.Node, constants: Mapping[str, int]) -> int | None:
    return constant_value(substituted(node, {name: build.integer(value) for name, value in constants.items()}))
