"""Into which buffers the pointers of a kernel may lead: Andersen's analysis of one kernel.

Names are unique in a kernel and its functions.  An array of pointers holds what is assigned to any of its
elements; structures in kernels hold no pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pycparser import c_ast

from mapper.analysis.names.types import decay
from mapper.analysis.whole_program.inclusion import Inclusion, bits
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType
from mapper.ir.trees.nodes import arguments_of, called_name, parameters_of, subscripted, walk

Roots = frozenset[str]

PRIVATE: Roots = frozenset([""])
"""What represents the memory of the work-item itself."""


class Provenance:
    """The buffers behind each pointer of a kernel, by their names; `type_of` gives types of its expressions."""

    def __init__(self, kernel: Kernel, type_of: Callable[[c_ast.Node], CType]) -> None:
        self._type_of = type_of
        self._functions = {function.decl.name: function for function in kernel.functions}
        self._roots = ("", *(buffer.name for buffer in kernel.buffers))
        self._system = Inclusion()
        self._nodes = {name: self._system.node(1 << number) for number, name in enumerate(self._roots)}
        for root in (kernel.body, *kernel.functions):
            for name, value in self._flows(root):
                for source in self._sources(value):
                    self._system.copy(self._node(source), self._node(name))
        self._system.solve()

    def at(self, node: c_ast.Node) -> Roots:
        """The buffers that an lvalue may be in."""
        return self._behind(self._places(node))

    def of(self, node: c_ast.Node) -> Roots:
        """The buffers that a pointer, or an array that represents its address, may lead into."""
        return self._behind(self._sources(node))

    def _behind(self, names: Iterator[str]) -> Roots:
        found = 0
        for name in names:
            found |= self._system.members(self._node(name))
        return frozenset(self._roots[number] for number in bits(found))

    def _node(self, name: str) -> int:
        """The set of what a variable holds, or a function returns."""
        if name not in self._nodes:
            self._nodes[name] = self._system.node()
        return self._nodes[name]

    def _places(self, node: c_ast.Node) -> Iterator[str]:
        """The names whose sets hold the memory that an lvalue is in."""
        match node:
            case c_ast.ArrayRef():
                yield from self._sources(node.name)
            case c_ast.StructRef():
                yield from (self._sources if node.type == "->" else self._places)(node.name)
            case c_ast.UnaryOp(op="*"):
                yield from self._sources(node.expr)
            case _:
                yield ""

    def _sources(self, node: c_ast.Node) -> Iterator[str]:
        """The names whose sets hold what a pointer leads into."""
        match node:
            case c_ast.UnaryOp(op="&"):
                yield from self._places(node.expr)
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                if isinstance(self._type_of(node), ArrayType):
                    yield from self._places(node)
                else:
                    yield from filter(None, [_holder(node)])
            case c_ast.UnaryOp() | c_ast.Cast():
                yield from self._sources(node.expr)
            case c_ast.BinaryOp():
                for each in (node.left, node.right):
                    yield from self._sources(each) if self._leads(each) else ()
            case c_ast.TernaryOp():
                yield from (*self._sources(node.iftrue), *self._sources(node.iffalse))
            case c_ast.Assignment():
                yield from (*self._sources(node.lvalue), *self._sources(node.rvalue))
            case c_ast.ExprList():
                yield from self._sources(node.exprs[-1])
            case c_ast.FuncCall() if called_name(node) in self._functions:
                yield called_name(node)

    def _leads(self, node: c_ast.Node) -> bool:
        return isinstance(decay(self._type_of(node)), PointerType)

    def _flows(self, root: c_ast.Node) -> Iterator[tuple[str, c_ast.Node]]:
        """The variables that pointers are stored in, and the functions that return them, with those."""
        for node in walk(root):
            match node:
                case c_ast.Decl(init=c_ast.InitList()):
                    yield from ((node.name, each) for each in _items(node.init) if self._leads(each))
                case c_ast.Decl() if node.init is not None and self._leads(node.init):
                    yield node.name, node.init
                case c_ast.Assignment() if self._leads(node.rvalue) and _holder(node.lvalue):
                    yield _holder(node.lvalue), node.rvalue
                case c_ast.Return() if isinstance(root, c_ast.FuncDef) and node.expr is not None:
                    yield root.decl.name, node.expr
                case c_ast.FuncCall() if called_name(node) in self._functions:
                    parameters = parameters_of(self._functions[called_name(node)])
                    for parameter, argument in zip(parameters, arguments_of(node), strict=False):
                        if parameter.name and self._leads(argument):
                            yield parameter.name, argument


def _holder(node: c_ast.Node) -> str:
    base, _ = subscripted(node)
    return base.name if isinstance(base, c_ast.ID) else ""


def _items(node: c_ast.Node) -> Iterator[c_ast.Node]:
    if isinstance(node, c_ast.InitList):
        for each in node.exprs:
            yield from _items(each)
    else:
        yield node.expr if isinstance(node, c_ast.NamedInitializer) else node
