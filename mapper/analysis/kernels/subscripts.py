"""How the code of a kernel names its buffers: where they are subscripted all the way down to an element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import addressed, arguments_of, children, parameters_of, subscripted, walk

BODY = ""
"""What represents the kernel's own body among the names of its functions."""


@dataclass(frozen=True, eq=False, slots=True)
class Odd:
    """A use of a buffer that is no subscript of an element: what it is, and where."""

    what: str
    node: c_ast.Node


def element_of(node: c_ast.Node) -> tuple[str, list[c_ast.Node]] | None:
    """The name and the subscripts of `name[..][..]`; None for other nodes."""
    base, subscripts = subscripted(node)
    return (base.name, subscripts) if subscripts and isinstance(base, c_ast.ID) else None


def bindings(kernel: Kernel) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """For the body and each function: the names there that represent buffers, with the buffers' names."""
    functions = {function.decl.name: function for function in kernel.functions}
    found: dict[str, dict[str, frozenset[str]]] = {name: {} for name in functions}
    found[BODY] = {buffer.name: frozenset([buffer.name]) for buffer in kernel.buffers}
    calls = [(scope, call) for scope, root in code(kernel) for call in _calls(root) if call.name.name in functions]
    changed = True
    while changed:
        changed = False
        for scope, call in calls:
            inside = found[call.name.name]
            given = arguments_of(call)
            for parameter, argument in zip(_parameters(functions[call.name.name]), given, strict=False):
                names = found[scope].get(argument.name) if isinstance(argument, c_ast.ID) else None
                if names and not names <= inside.get(parameter, frozenset()):
                    inside[parameter] = inside.get(parameter, frozenset()) | names
                    changed = True
    return found


def code(kernel: Kernel) -> Iterator[tuple[str, c_ast.Node]]:
    """All code of a kernel, each tree with the name of its function or `BODY`."""
    yield BODY, kernel.body
    for form in kernel.forms:
        yield from ((BODY, tree) for tree in form.code)
    for function in kernel.functions:
        yield function.decl.name, function.body


def first_odd_use(kernel: Kernel, buffer: str, rank: int) -> Odd | None:
    """The first use of a buffer that is not `name[..]` with `rank` subscripts, nor a name passed to a function."""
    bound = bindings(kernel)
    functions = {function.decl.name for function in kernel.functions}
    for scope, root in code(kernel):
        names = {name for name, buffers in bound[scope].items() if buffer in buffers}
        shared = next((name for name in sorted(names) if len(bound[scope][name]) > 1), None)
        if shared is not None:
            return Odd(f"`{shared}` is one array or another", root)
        if names and (odd := next(_odd_uses(root, names, rank, functions), None)) is not None:
            return odd
    return None


def _odd_uses(root: c_ast.Node, names: set[str], rank: int, functions: set[str]) -> Iterator[Odd]:
    stack: list[c_ast.Node] = [root]
    while stack:
        node = stack.pop()
        inner = children(node)
        found = element_of(node)
        if found is not None and found[0] in names:
            if len(found[1]) != rank:
                yield Odd(f"a part of `{found[0]}` is used as a pointer", node)
            inner = found[1]
        elif isinstance(node, c_ast.ID) and node.name in names:
            yield Odd(f"`{node.name}` is used as a pointer", node)
        elif isinstance(node, c_ast.UnaryOp) and node.op == "&":
            address = element_of(node.expr)
            if address is not None and address[0] in names:
                yield Odd(f"the address of an element of `{address[0]}` is taken", node)
        elif isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            given = arguments_of(node)
            if node.name.name in functions:
                given = [each for each in given if not (isinstance(each, c_ast.ID) and each.name in names)]
            elif parse_atomic(node.name.name) is not None:
                given = [addressed(each) or each for each in given]
            inner = given
        stack += reversed(inner)


def _calls(root: c_ast.Node) -> Iterator[c_ast.FuncCall]:
    for node in walk(root):
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            yield node


def _parameters(function: c_ast.FuncDef) -> list[str]:
    return [each.name or "" for each in parameters_of(function)]
