"""Into which buffers the pointers of a kernel may lead: Andersen's analysis of one kernel.

Names are unique in a kernel and its functions.  An array of pointers holds what is assigned to any of its
elements; structures in kernels hold no pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pycparser import c_ast

from mapper.analysis.names.types import decay
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType
from mapper.ir.trees.nodes import walk

Roots = frozenset[str]

PRIVATE: Roots = frozenset([""])
"""What stands for the memory of the work-item itself."""


class Provenance:
    """The buffers behind each pointer of a kernel, by their names; `type_of` gives types of its expressions."""

    def __init__(self, kernel: Kernel, type_of: Callable[[c_ast.Node], CType]) -> None:
        self._type_of = type_of
        self._functions = {function.decl.name: function for function in kernel.functions}
        self._returned = {
            name: [node.expr for node in walk(function.body) if isinstance(node, c_ast.Return) and node.expr]
            for name, function in self._functions.items()
        }
        self._found: dict[str, Roots] = {buffer.name: frozenset([buffer.name]) for buffer in kernel.buffers}
        flows = [flow for root in (kernel.body, *kernel.functions) for flow in self._flows(root)]
        changed = True
        while changed:
            changed = False
            for name, value in flows:
                before = self._found.get(name, frozenset())
                after = before | self.of(value)
                self._found[name] = after
                changed |= after != before

    def at(self, node: c_ast.Node) -> Roots:
        """The buffers that an lvalue may be in."""
        match node:
            case c_ast.ArrayRef():
                return self.of(node.name)
            case c_ast.StructRef():
                return self.of(node.name) if node.type == "->" else self.at(node.name)
            case c_ast.UnaryOp(op="*"):
                return self.of(node.expr)
        return PRIVATE

    def of(self, node: c_ast.Node) -> Roots:
        """The buffers that a pointer, or an array that stands for its address, may lead into."""
        match node:
            case c_ast.UnaryOp(op="&"):
                return self.at(node.expr)
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return self.at(node) if isinstance(self._type_of(node), ArrayType) else self._held(node)
            case c_ast.UnaryOp() | c_ast.Cast():
                return self.of(node.expr)
            case c_ast.BinaryOp():
                return frozenset().union(*(self.of(each) for each in (node.left, node.right) if self._leads(each)))
            case c_ast.TernaryOp():
                return self.of(node.iftrue) | self.of(node.iffalse)
            case c_ast.Assignment():
                return self.of(node.lvalue) | self.of(node.rvalue)
            case c_ast.ExprList():
                return self.of(node.exprs[-1])
            case c_ast.FuncCall() if isinstance(node.name, c_ast.ID):
                return frozenset[str]().union(*map(self.of, self._returned.get(node.name.name, ())))
        return frozenset()

    def _held(self, node: c_ast.Node) -> Roots:
        """What is in the variable, or in the array of pointers, that a pointer is loaded from."""
        holder = _holder(node)
        return self._found.get(holder, frozenset()) if holder else frozenset()

    def _leads(self, node: c_ast.Node) -> bool:
        return isinstance(decay(self._type_of(node)), PointerType)

    def _flows(self, root: c_ast.Node) -> Iterator[tuple[str, c_ast.Node]]:
        """The variables that pointers are stored in, with those."""
        for node in walk(root):
            match node:
                case c_ast.Decl(init=c_ast.InitList()):
                    yield from ((node.name, each) for each in _items(node.init) if self._leads(each))
                case c_ast.Decl() if node.init is not None and self._leads(node.init):
                    yield node.name, node.init
                case c_ast.Assignment() if self._leads(node.rvalue):
                    holder = _holder(node.lvalue)
                    if holder:
                        yield holder, node.rvalue
                case c_ast.FuncCall() if isinstance(node.name, c_ast.ID) and node.name.name in self._functions:
                    declared = self._functions[node.name.name].decl.type.args
                    given = node.args.exprs if node.args is not None else []
                    for parameter, argument in zip(declared.params if declared else [], given, strict=False):
                        if parameter.name and self._leads(argument):
                            yield parameter.name, argument


def _holder(node: c_ast.Node) -> str:
    while isinstance(node, c_ast.ArrayRef):
        node = node.name
    return node.name if isinstance(node, c_ast.ID) else ""


def _items(node: c_ast.Node) -> Iterator[c_ast.Node]:
    if isinstance(node, c_ast.InitList):
        for each in node.exprs:
            yield from _items(each)
    else:
        yield node.expr if isinstance(node, c_ast.NamedInitializer) else node
