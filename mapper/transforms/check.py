"""What must hold for every kernel: the invariants of `mapper.ir.kernel`, tested after each transformation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pycparser import c_ast

from mapper.ir.atomics import parse_atomic
from mapper.ir.kernel import Kernel, is_literal
from mapper.ir.nodes import children, walk
from mapper.ir.reserved import is_reserved
from mapper.ir.tables import ROW

_LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)


def violations(kernel: Kernel) -> list[str]:
    """What is wrong with a kernel, a sentence each; empty where all is well."""
    return list(_found(kernel))


def _found(kernel: Kernel) -> Iterator[str]:
    rank = len(kernel.dimensions)
    if not 1 <= rank <= 3:
        yield f"there are {rank} dimensions"
    given = [name for each in kernel.parameters for name in each.names]
    given += [each.variable for each in kernel.dimensions] + [each.name for each in kernel.reductions]
    declared = [node.name for node in walk(kernel.body) if isinstance(node, c_ast.Decl)]
    for name in _repeated([*given, *declared]):
        yield f"`{name}` is declared twice"
    for name in [*(name for each in kernel.parameters for name in each.names), *declared]:
        if name not in kernel.symbols:
            yield f"`{name}` has no type"
    for dimension in kernel.dimensions:
        for expression, name in ((dimension.lower, dimension.lower_name), (dimension.step, dimension.step_name)):
            if not is_literal(expression) and name not in given:
                yield f"the parameter `{name}` is missing"
    functions = {function.decl.name for function in kernel.functions}
    special = {f"mrt_{word}{number}" for word in ("id", "count") for number in range(rank)}
    yield from _Scope(functions, special).statement(kernel.body, frozenset(given))
    for function in kernel.functions:
        arguments = function.decl.type.args
        names = [each.name for each in arguments.params if each.name] if arguments is not None else []
        yield from _Scope(functions, set()).statement(function.body, frozenset(names))
    yield from _jumps(kernel.body)


def _repeated(names: list[str]) -> list[str]:
    return [name for name, number in Counter(names).items() if number > 1]


class _Scope:
    """Finds identifiers that mean nothing where they stand."""

    def __init__(self, functions: set[str], special: set[str]) -> None:
        self.functions = functions
        self.special = special

    def statement(self, node: c_ast.Node, known: frozenset[str]) -> Iterator[str]:
        """The unknown names in a statement or expression; `known` are those that are declared around it."""
        match node:
            case c_ast.Compound() | c_ast.Case() | c_ast.Default() | c_ast.For():
                for child in children(node):
                    yield from self.statement(child, known)
                    known |= _declared(child)
            case c_ast.DeclList():
                for decl in node.decls:
                    yield from self.statement(decl, known)
                    known |= _declared(decl)
            case c_ast.Decl():
                if node.init is not None:
                    yield from self.statement(node.init, known | {node.name})
            case c_ast.ID():
                if not self._means_something(node.name, known):
                    yield f"`{node.name}` is not declared"
            case c_ast.FuncCall():
                if isinstance(node.name, c_ast.ID) and not self._is_function(node.name.name):
                    yield f"`{node.name.name}` is no function"
                if node.args is not None:
                    yield from self.statement(node.args, known)
            case c_ast.StructRef():
                yield from self.statement(node.name, known)
            case c_ast.NamedInitializer():
                yield from self.statement(node.expr, known)
            case c_ast.Typename():
                return
            case _:
                for child in children(node):
                    yield from self.statement(child, known)

    def _means_something(self, name: str, known: frozenset[str]) -> bool:
        if name.startswith("mrt_"):
            return name in known or name in self.special
        return name in known or is_reserved(name)

    def _is_function(self, name: str) -> bool:
        return name in self.functions or name == ROW or parse_atomic(name) is not None or is_reserved(name)


def _declared(node: c_ast.Node) -> frozenset[str]:
    if isinstance(node, c_ast.DeclList):
        return frozenset(decl.name for decl in node.decls)
    return frozenset([node.name]) if isinstance(node, c_ast.Decl) else frozenset()


def _jumps(body: c_ast.Node) -> Iterator[str]:
    """Jumps that would leave the body: there is nothing around it to leave."""
    stack = [(body, False, False)]
    while stack:
        node, in_loop, in_switch = stack.pop()
        if isinstance(node, c_ast.Return):
            yield "the body returns"
        if isinstance(node, c_ast.Continue) and not in_loop:
            yield "a `continue` stands outside of loops"
        if isinstance(node, c_ast.Break) and not (in_loop or in_switch):
            yield "a `break` stands outside of loops"
        inside = in_loop or isinstance(node, _LOOPS)
        switch = in_switch or isinstance(node, c_ast.Switch)
        stack += [(child, inside, switch) for child in children(node)]
