"""Calls through pointers to known functions, between the loops of a team, become calls by name.

    stencil(n, in, out);    ->    if (stencil == star)
                                    star(n, in, out);
                                  else
                                    box(n, in, out);

Functions with work-sharing are called by name, so that each call has a second version for the device.  The
functions are all that the pointer can hold, which the translation of the program finds out; the program is read
and translated once more with that.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import called_name, clone, first_token, is_statement_place, replace_child, single, walk
from mapper.ir.trees.unit import Unit

_PURE = (c_ast.ID, c_ast.Constant, c_ast.StructRef, c_ast.ArrayRef, c_ast.BinaryOp)


def pointed_call(statement: c_ast.Node) -> c_ast.FuncCall | None:
    """The call through a pointer that a statement consists of, with what is assigned or returned.

    None where the expression of the pointer may do more than read: a condition evaluates it once more.
    """
    match statement:
        case c_ast.FuncCall():
            call = statement
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(), rvalue=c_ast.FuncCall()):
            call = statement.rvalue
        case c_ast.Return(expr=c_ast.FuncCall()):
            call = statement.expr
        case _:
            return None
    parts = list(walk(call.name))
    pure = all(isinstance(part, _PURE) or (isinstance(part, c_ast.UnaryOp) and part.op == "*") for part in parts)
    return call if pure else None


def call_by_name(unit: Unit, calls: Mapping[int, Sequence[str]]) -> Unit:
    """The unit, whose directives are bound, with calls by name; itself where `calls` are none.

    `calls` are the numbers of the calls' first tokens, each with the functions that it may reach.
    """
    if not calls:
        return unit
    extents = dict(unit.extents)
    for function in unit.tree.ext:
        if not isinstance(function, c_ast.FuncDef):
            continue
        for node in list(walk(function.body)):
            for slot, child in node.children():
                call = pointed_call(child) if is_statement_place(node, slot) else None
                names = calls.get(first_token(call), ()) if call is not None else ()
                if call is None or not names or called_name(call) in names:
                    continue
                made = _chain(child, call, names)
                if id(child) in extents:
                    extents[id(made)] = extents[id(child)]
                replace_child(node, slot, made)
    return replace(unit, extents=extents)


def alternatives(node: c_ast.Node | None) -> int:
    """How many functions a chain of conditions chooses among, from one of them on; 1 where it is none."""
    count = 1
    while isinstance(node, c_ast.If) and isinstance(node.cond, c_ast.BinaryOp) and node.cond.op == "==":
        call = pointed_call(single(node.iftrue) or node.iftrue)
        if call is None or not is_named(node.cond.right, called_name(call)):
            break
        count += 1
        node = single(node.iffalse)
    return count


def _chain(statement: c_ast.Node, call: c_ast.FuncCall, names: Sequence[str]) -> c_ast.Node:
    """The statement for each function, under the condition that the pointer holds it; without one for the last."""
    coord = call.name.coord

    def named(name: str) -> c_ast.Node:
        copy = clone(statement)
        own = pointed_call(copy)
        assert own is not None
        own.name = c_ast.ID(name, coord)
        return copy

    *first, last = names
    made = named(last)
    for name in reversed(first):
        condition = build.binary("==", clone(call.name), c_ast.ID(name, coord))
        made = c_ast.If(condition, named(name), made, coord)
    return made
