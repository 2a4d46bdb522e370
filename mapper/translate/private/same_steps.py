"""Private variables that all iterations of a loop use in the same way: the same accesses, in the same order.

Such a variable carries nothing to other iterations.  If an iteration read a part of it before writing that part,
so would the first iteration of each thread, where the part has no value yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pycparser import c_ast

from mapper.analysis.names.libc import DEVICE_NAMES
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel, Value, unwritten_buffers
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import declared_names
from mapper.ir.trees.nodes import (
    INCREMENTS,
    LOOPS,
    arguments_of,
    base_of,
    called_name,
    children,
    parameters_of,
    walk,
)
from mapper.translate.merging.confined import is_flat


def used_alike(kernel: Kernel, name: str, symbols: Symbols) -> bool:
    """Whether all work-items make the same accesses to a private variable that has no value at first.

    A value differs between work-items if it comes from their counters, from memory that the kernel writes, from a
    call that is not known, or from a variable that is changed where such a value decides.  `symbols` are those of
    the loop's unit.
    """
    found = _Steps(kernel, symbols)
    return not found.jumps and found.group(name) not in found.unlike


def used_alike_in(loop: c_ast.For, counter: str, kernel: Kernel, names: Collection[str], symbols: Symbols) -> bool:
    """Whether all iterations of a loop of a kernel's body make the same accesses to some private variables.

    These have no value where the loop begins.  All else that the loop changes, but `counter`, is written in each
    iteration before it is read there.
    """
    found = _Steps(kernel, symbols, loop, counter)
    return not found.jumps and found.unlike.isdisjoint(map(found.group, names))


class _Steps:
    """What may differ between the work-items of a kernel, or between the iterations of a `loop` in one of them.

    Variables that pointers may lead to are grouped with these pointers.  `addresses` are pointers that may lead to
    different places, `contents` groups whose objects may hold different values, `unlike` groups that may be
    accessed differently.  `jumps` is true if different work-items may leave the usual way at different places.
    """

    def __init__(self, kernel: Kernel, around: Symbols, loop: c_ast.For | None = None, counter: str = "") -> None:
        self._around = around
        self._loop = loop
        self.symbols = kernel.symbols
        self.functions = {each.decl.name: each for each in kernel.functions}
        self.addresses: set[str] = set()
        self.contents: set[str] = set()
        self.unlike: set[str] = set()
        self.jumps = False
        self._results: set[str] = set()  # functions whose results may differ
        self._apart: set[str] = set()  # functions that only some work-items may call
        self._groups: dict[str, str] = {}
        self._function = ""
        bodies = (kernel.body, *(each.body for each in kernel.functions))
        declared = declared_names(*bodies)
        declared |= {parameter.name for each in kernel.functions for parameter in _parameters(each)}
        self._known = declared | {each.name for each in kernel.parameters if isinstance(each, Value)}
        if loop is not None:
            self._known |= {each.variable for each in kernel.dimensions}
        self._known -= {counter, *(each.name for each in kernel.reductions)}
        unwritten = unwritten_buffers(kernel)
        self._known |= unwritten
        self.contents |= {each.name for each in kernel.buffers} - unwritten
        size = -1
        while size != (size := self._size()):
            self._function = ""
            self._visit(kernel.body, under=False)
            for name, function in self.functions.items():
                self._function = name
                self._visit(function.body, under=name in self._apart)

    def _size(self) -> int:
        sets = (self.addresses, self.contents, self.unlike, self._results, self._apart)
        return sum(map(len, sets)) + sum(self.group(name) != name for name in self._groups)

    # ---- groups ------------------------------------------------------------------------------------------------

    def group(self, name: str) -> str:
        """What represents a variable and all that may be the same memory."""
        while (above := self._groups.setdefault(name, name)) != name:
            name = above
        return name

    def _join(self, one: str, other: str) -> None:
        one, other = self.group(one), self.group(other)
        if one == other:
            return
        self._groups[one] = other
        for found in (self.contents, self.unlike):
            if one in found:
                found.add(other)

    def _is_plain(self, of: CType | None) -> bool:
        """Whether objects of a type can't hold addresses."""
        return isinstance(of, IntType | FloatType) or (isinstance(of, StructType) and is_flat(of, self._around))

    # ---- values ------------------------------------------------------------------------------------------------

    def _type(self, node: c_ast.Node | None) -> CType | None:
        """The type of an object, as far as it is known."""
        match node:
            case c_ast.ID():
                return self.symbols.get(node.name)
            case c_ast.ArrayRef() | c_ast.UnaryOp(op="*"):
                of = self._type(node.name if isinstance(node, c_ast.ArrayRef) else node.expr)
                if isinstance(of, ArrayType):
                    return of.element
                return of.target if isinstance(of, PointerType) else None
            case c_ast.StructRef():
                of = self._type(node.name)
                of = of.target if node.type == "->" and isinstance(of, PointerType) else of
                member = self._around.member(of, node.field.name) if isinstance(of, StructType) else None
                return member.type if member is not None else None
        return None

    def _differs(self, node: c_ast.Node | None) -> bool:
        """Whether the value of an expression may differ."""
        match node:
            case None | c_ast.Constant() | c_ast.Typename():
                return False
            case c_ast.ID():
                return self._holds_other(node)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                base = self._base(node)
                if base is None or self._place_differs(node):
                    return True
                return not isinstance(self._type(node), ArrayType) and self._content_differs(base.name)
            case c_ast.UnaryOp(op="&"):
                return self._place_differs(node.expr)
            case c_ast.UnaryOp(op="sizeof"):
                return False
            case c_ast.FuncCall():
                name = called_name(node)
                if name in self.functions:
                    return name in self._results
                return name not in DEVICE_NAMES or any(map(self._differs, children(node)[1:]))
        return any(map(self._differs, children(node)))

    def _holds_other(self, node: c_ast.ID) -> bool:
        of = self.symbols.get(node.name)
        if isinstance(of, ArrayType):
            return False
        if isinstance(of, PointerType):
            return node.name in self.addresses
        return self._content_differs(node.name)

    def _content_differs(self, name: str) -> bool:
        return name not in self._known or self.group(name) in self.contents

    def _place_differs(self, lvalue: c_ast.Node) -> bool:
        """Whether an lvalue may name different objects."""
        match lvalue:
            case c_ast.ID():
                return False
            case c_ast.ArrayRef():
                return self._differs(lvalue.subscript) or self._leads_apart(lvalue.name)
            case c_ast.StructRef():
                return self._leads_apart(lvalue.name) if lvalue.type == "->" else self._place_differs(lvalue.name)
            case c_ast.UnaryOp(op="*"):
                return self._leads_apart(lvalue.expr)
        return True

    def _leads_apart(self, node: c_ast.Node) -> bool:
        """Whether the address that an expression yields may differ; buffers begin at the same one."""
        if isinstance(node, c_ast.ID):
            return node.name in self.addresses
        if isinstance(node, c_ast.ArrayRef | c_ast.StructRef) and isinstance(self._type(node), ArrayType):
            return self._place_differs(node)
        return self._differs(node)

    # ---- changes -----------------------------------------------------------------------------------------------

    def _store(self, lvalue: c_ast.Node, value: c_ast.Node | None, *, under: bool) -> None:
        """An object gets a value, which may differ `under` a condition that does."""
        base = self._base(lvalue)
        if base is None:
            self._lost(lvalue)
            return
        differs = under or self._differs(value) or self._place_differs(lvalue)
        of = self._type(lvalue)
        if not self._is_plain(of):
            for source in self._sources(value):
                self._join(base.name, source)
        if isinstance(lvalue, c_ast.ID) and isinstance(of, PointerType):
            if differs:
                self.addresses.add(base.name)
        elif differs:
            self.contents.add(self.group(base.name))

    def _base(self, lvalue: c_ast.Node) -> c_ast.ID | None:
        """The variable that an lvalue begins with; None where that is not clear."""
        base = base_of(lvalue)
        number = base is not None and isinstance(self.symbols.get(base.name), IntType)
        return None if base is None or (number and base is not lvalue) else base

    def _lost(self, node: c_ast.Node) -> None:
        """Nothing is known any more of the variables in some code."""
        for part in walk(node):
            if isinstance(part, c_ast.ID):
                self.contents.add(self.group(part.name))
                self.unlike.add(self.group(part.name))

    def _sources(self, value: c_ast.Node | None) -> set[str]:
        """The variables that a value may lead to: those whose addresses it may hold."""
        match value:
            case None | c_ast.Constant() | c_ast.Typename():
                return set()
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                base = self._base(value)
                return set() if self._is_plain(self._type(value)) or base is None else {base.name}
            case c_ast.UnaryOp(op="&"):
                base = self._base(value.expr)
                return set() if base is None else {base.name}
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in self.functions:
                return {name}
        return set[str]().union(*map(self._sources, children(value)))

    def _called(self, call: c_ast.FuncCall, *, under: bool) -> None:
        name = called_name(call)
        arguments: Iterable[c_ast.Node] = arguments_of(call)
        if name in self.functions:
            if under:
                self._apart.add(name)
            for parameter, argument in zip(_parameters(self.functions[name]), arguments, strict=False):
                self._store(c_ast.ID(parameter.name), argument, under=under)
            return
        for argument in arguments:
            for source in self._sources(argument):
                self.contents.add(self.group(source))

    # ---- the walk ----------------------------------------------------------------------------------------------

    def _visit(self, node: c_ast.Node | None, *, under: bool) -> None:
        """Follow some code; `under` is true if only some work-items may come here, or not equally often."""
        match node:
            case None:
                return
            case c_ast.ID():
                if under:
                    self.unlike.add(self.group(node.name))
                return
            case c_ast.If() | c_ast.TernaryOp() | c_ast.Switch():
                self._visit(node.cond, under=under)
                inner = under or self._differs(node.cond)
                for part in children(node)[1:]:
                    self._visit(part, under=inner)
                return
            case c_ast.BinaryOp(op="&&" | "||"):
                self._visit(node.left, under=under)
                self._visit(node.right, under=under or self._differs(node.left))
                return
            case c_ast.Decl():
                if node.init is not None:
                    self._store(c_ast.ID(node.name), node.init, under=under)
                    self._visit(node.init, under=under)
                return
            case c_ast.Assignment():
                value = node.rvalue if node.op == "=" else c_ast.BinaryOp("+", node.lvalue, node.rvalue)
                self._store(node.lvalue, value, under=under)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._store(node.expr, node.expr, under=under)
            case c_ast.FuncCall():
                self._called(node, under=under)
            case c_ast.Return():
                if self._differs(node.expr):
                    self._results.add(self._function)
                for source in self._sources(node.expr):
                    self._join(self._function, source)
        if isinstance(node, LOOPS):
            if isinstance(node, c_ast.For):
                self._visit(node.init, under=under)
            under = under or (node is not self._loop and self._differs(node.cond))
            for inside in (node.cond, node.stmt, getattr(node, "next", None)):
                self._visit(inside, under=under)
            return
        if under and isinstance(node, JUMPS):
            self.jumps = True
        if isinstance(node, c_ast.ArrayRef | c_ast.StructRef) or (
            isinstance(node, c_ast.UnaryOp) and node.op == "*"
        ):
            self._access(node)
        for part in children(node):
            self._visit(part, under=under)

    def _access(self, lvalue: c_ast.Node) -> None:
        base = self._base(lvalue)
        if base is None:
            self._lost(lvalue)
        elif self._place_differs(lvalue):
            self.unlike.add(self.group(base.name))


def _parameters(function: c_ast.FuncDef) -> list[c_ast.Decl]:
    declared = parameters_of(function)
    return [each for each in declared if getattr(each, "name", None)]
