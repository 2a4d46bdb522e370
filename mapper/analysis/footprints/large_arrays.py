"""A kernel's code with its large private arrays in global memory, or what is in the way.

    double t[9000];                            t is a pointer: element 0 of this work-item's own array
    t[i] = t[i - 1] + 1;                 ->    t[i * mrt_stride] = t[(i - 1) * mrt_stride] + 1;
    solve(n, &t[4]);                           solve(n, t + 4 * mrt_stride, mrt_stride);

The elements of other work-items are between neighbours.  Arrays of arrays become rows of what they are made of at
last, and a structure is an element: pointers may lead to elements and to arrays of them, not into structures.

Where they do lead into structures, or are cast to pointers to another type, each work-item has its arrays in one
piece: then a neighbour is the next in memory, and only pointers to arrays change, to pointers to elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.types import dimensions
from mapper.ir.forms.expanded import LARGE, STRIDE
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, CType
from mapper.ir.trees.nodes import INCREMENTS, TRUTHS, arguments_of, called_name, rebuilt, text_of, walk

_TESTING = (c_ast.If, c_ast.While, c_ast.DoWhile, c_ast.TernaryOp, c_ast.ExprList)


class ObstacleError(Exception):
    """The code uses a large array in a way that its place in global memory does not allow."""

    def __init__(self, what: str, node: c_ast.Node) -> None:
        super().__init__(what)
        self.node = node


@dataclass(frozen=True, slots=True)
class _Array:
    """An array's extents, outermost first, and the text of the type that it is made of at last."""

    extents: tuple[int | str | None, ...]
    element: str


@dataclass(frozen=True, slots=True)
class _Pointer:
    """A pointer to elements, or to arrays of such extents."""

    extents: tuple[int | str | None, ...]
    element: str


@dataclass(frozen=True, slots=True)
class _Element:
    """An element itself."""

    element: str


_Kind = _Array | _Pointer | _Element


def obstacle(kernel: Kernel) -> ObstacleError | None:
    """What keeps the large arrays out of global memory, in the way that is chosen if one is."""
    try:
        in_global_memory(kernel, apart=all(each.apart for each in kernel.expanded) and is_apart(kernel))
    except ObstacleError as found:
        return found
    return None


def is_apart(kernel: Kernel) -> bool:
    """Whether the elements of other work-items may be between those of each."""
    try:
        in_global_memory(kernel, apart=True)
    except ObstacleError:
        return False
    return True


def in_global_memory(kernel: Kernel, *, apart: bool) -> Kernel:
    """The kernel with its code in terms of pointers into global memory; raises `ObstacleError`.

    `apart` is true if the elements of other work-items are between those of each.
    """
    code = _Code(kernel, apart=apart)
    body, functions = code.block(kernel.body), tuple(map(code.function, kernel.functions))
    return replace(kernel, body=body, functions=functions)


class _Code:
    """What names mean in all of a kernel's code: they are different everywhere."""

    def __init__(self, kernel: Kernel, *, apart: bool) -> None:
        self.apart = apart
        self.large = frozenset(kernel.large)
        self.names: dict[str, _Kind] = {}
        self.declarators: dict[str, c_ast.Node] = {}
        self.results: dict[str, _Pointer] = {}
        self.parameters: dict[str, list[c_ast.Decl]] = {}
        self.given: set[str] = set()  # the functions that get the stride
        self.returned: tuple[_Pointer, c_ast.Node] | None = None
        for function in kernel.functions:
            declarator = function.decl.type
            listed = declarator.args.params if declarator.args is not None else []
            self.parameters[function.decl.name] = [each for each in listed if isinstance(each, c_ast.Decl)]
            if _is_large(declarator.type):
                self.results[function.decl.name] = _pointer(declarator.type)
            for decl in self.parameters[function.decl.name]:
                self._note(decl, kernel.symbols)
            if apart and any(decl.name in self.names for decl in self.parameters[function.decl.name]):
                self.given.add(function.decl.name)
        for root in (kernel.body, *(function.body for function in kernel.functions)):
            for node in walk(root):
                if isinstance(node, c_ast.Decl):
                    self._note(node, kernel.symbols)

    def _note(self, decl: c_ast.Decl, types: Mapping[str, CType]) -> None:
        if decl.name in self.large:
            self.names[decl.name] = _Array(extents_of(types[decl.name]), _element(decl.type))
        elif _is_large(decl.type):
            if not isinstance(decl.type, c_ast.PtrDecl):
                raise ObstacleError("an array of pointers leads to it", decl)
            self.names[decl.name] = _pointer(decl.type)
            self.declarators[decl.name] = decl.type

    # ---- statements --------------------------------------------------------------------------------------------

    def function(self, node: c_ast.FuncDef) -> c_ast.FuncDef:
        """A function, with the stride as its last parameter where it gets pointers into large arrays."""
        name, declarator = node.decl.name, node.decl.type
        declared = [self._declared(decl) for decl in self.parameters[name]]
        if name in self.given:
            declared.append(build.declaration(STRIDE, LONG))
        listed = c_ast.ParamList(declared) if declared else declarator.args
        result = declarator.type if name not in self.results else _declarator(declarator.type)
        decl = c_ast.Decl(name, [], [], [], [], c_ast.FuncDecl(listed, result), None, None)
        returned = (self.results[name], declarator.type) if name in self.results else None
        return c_ast.FuncDef(decl, None, self.block(node.body, returned))

    def block(self, node: c_ast.Compound, returned: tuple[_Pointer, c_ast.Node] | None = None) -> c_ast.Compound:
        """A body; `returned` is the kind of pointer that its function returns, and its declarator."""
        self.returned = returned
        kept = [item for item in node.block_items or [] if not self._is_own(item)]
        return c_ast.Compound([self._effect(item) for item in kept], node.coord)

    def _declared(self, node: c_ast.Decl) -> c_ast.Decl:
        """A declaration, of a pointer into global memory where it leads to a large array."""
        kind = self.names.get(node.name)
        if kind is None:
            return rebuilt(node, self._inside)
        if isinstance(kind, _Array):
            raise ObstacleError("it is declared in the head of a loop", node)
        init = None if node.init is None else self._pointer(node.init, kind, node.type)
        return c_ast.Decl(node.name, [], [], [], [], _declarator(node.type), init, None, node.coord)

    def _inside(self, node: c_ast.Node) -> c_ast.Node:
        """A part of something that can do nothing with pointers into large arrays."""
        if isinstance(self.kind(node), _Array | _Pointer):
            raise ObstacleError(f"`{text_of(node)}` is used as a pointer", node)
        return self.value(node)

    # ---- values ------------------------------------------------------------------------------------------------

    def value(self, node: c_ast.Node) -> c_ast.Node:
        """A statement or expression."""
        kind = self.kind(node)
        if isinstance(kind, _Element):
            base, offset = self._place(node)
            return c_ast.ArrayRef(base, self._strided(offset))
        if kind is not None:
            base, offset = self._place(node)
            moved = offset is not None and constant_value(offset) != 0
            return build.binary("+", base, self._strided(offset)) if moved else base
        match node:
            case c_ast.Compound():
                return self.block(node, self.returned)
            case c_ast.For():
                init, cond, after, body = map(self._effect, (node.init, node.cond, node.next, node.stmt))
                return c_ast.For(init, cond, after, body, node.coord)
            case c_ast.Decl():
                return self._declared(node)
            case c_ast.FuncCall():
                return self._call(node)
            case c_ast.Return() if node.expr is not None and self.returned is not None:
                return c_ast.Return(self._pointer(node.expr, *self.returned))
            case c_ast.BinaryOp(op="-") if isinstance(self._decayed(node.left), _Pointer):
                return self._distance(node)
            case c_ast.StructRef(type="->"):
                return c_ast.StructRef(self.value(node.name), "->", node.field)
            case c_ast.StructRef():
                return c_ast.StructRef(self.value(node.name), ".", node.field)
            case c_ast.Cast():
                return c_ast.Cast(node.to_type, self._inside(node.expr))
            case c_ast.Typename() | c_ast.TypeDecl() | c_ast.PtrDecl() | c_ast.ArrayDecl() | c_ast.ID():
                return node
            case c_ast.BinaryOp() if node.op in TRUTHS:
                return rebuilt(node, self.value)
            case c_ast.UnaryOp(op="!"):
                return rebuilt(node, self.value)
        return rebuilt(node, self.value if isinstance(node, _TESTING) else self._inside)

    def _effect(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """A statement or expression whose value is not used."""
        if isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--"):
            node = c_ast.UnaryOp(node.op[1:], node.expr, node.coord)
        return node if node is None else self.value(node)

    def _is_own(self, item: c_ast.Node) -> bool:
        """Whether a statement declares a large array."""
        return isinstance(item, c_ast.Decl) and item.name in self.large

    def _distance(self, node: c_ast.BinaryOp) -> c_ast.Node:
        kind = self._decayed(node.left)
        assert kind is not None
        if self._decayed(node.right) != kind:
            raise ObstacleError(f"`{text_of(node.right)}` is subtracted from a pointer", node)
        bytes_apart = c_ast.BinaryOp("-", self.value(node.left), self.value(node.right))
        return build.binary("/", bytes_apart, self._strided(_scaled(build.integer(1), kind.extents)))

    def _call(self, node: c_ast.FuncCall) -> c_ast.Node:
        name = called_name(node)
        arguments = arguments_of(node)
        declared = self.parameters.get(name)
        if declared is None:
            made = [self._inside(argument) for argument in arguments]
        else:
            made = [
                self._pointer(argument, kind, decl.type)
                if (kind := self.names.get(decl.name))
                else self._inside(argument)
                for decl, argument in zip(declared, arguments, strict=True)
            ]
        if name in self.given:
            made.append(build.identifier(STRIDE))
        return c_ast.FuncCall(node.name, c_ast.ExprList(made) if made else None, node.coord)

    # ---- pointers ----------------------------------------------------------------------------------------------

    def _pointer(self, node: c_ast.Node, wanted: _Kind, to: c_ast.Node | None = None) -> c_ast.Node:
        """The value of what becomes a pointer of a kind, or null; `to` is the declarator of what it becomes."""
        found = self._decayed(node)
        if found is None and constant_value(node) == 0:
            return node
        if isinstance(node, c_ast.TernaryOp):
            branches = (self._pointer(each, wanted, to) for each in (node.iftrue, node.iffalse))
            return c_ast.TernaryOp(self.value(node.cond), *branches)
        if found == wanted:
            return self.value(node)
        if to is None or self.apart or not self._leads(node):
            raise ObstacleError(
                f"`{text_of(node)}` is a pointer into one of its elements, or of another type", node
            )
        return self._converted(node, to)

    def _converted(self, node: c_ast.Node, to: c_ast.Node) -> c_ast.Node:
        """The value of a pointer into an array in one piece, as a pointer to the elements of a declarator."""
        inner = c_ast.TypeDecl(None, ["__global"], None, _innermost(to).type)
        return c_ast.Cast(c_ast.Typename(None, [], None, c_ast.PtrDecl([], inner)), self.value(node))

    def _leads(self, node: c_ast.Node) -> bool:
        """Whether a pointer leads to a large array, or into an element of one."""
        if isinstance(self.kind(node), _Array | _Pointer):
            return True
        match node:
            case c_ast.Cast() | c_ast.UnaryOp(op="p++" | "p--" | "++" | "--"):
                return self._leads(node.expr)
            case c_ast.UnaryOp(op="&"):
                return self._is_part(node.expr)
            case c_ast.BinaryOp(op="+" | "-"):
                return self._leads(node.left) or self._leads(node.right)
        return self._is_part(node)

    def _is_part(self, node: c_ast.Node) -> bool:
        """Whether an lvalue is an element of a large array, or a part of one."""
        if isinstance(self.kind(node), _Element):
            return True
        match node:
            case c_ast.StructRef(type="->"):
                return self._leads(node.name)
            case c_ast.StructRef():
                return self._is_part(node.name)
            case c_ast.ArrayRef():
                return self._is_part(node.name)
        return False

    def _strided(self, offset: c_ast.Node | None) -> c_ast.Node:
        """The distance in global memory of so many elements."""
        known = 0 if offset is None else constant_value(offset)
        if known == 0 or offset is None:
            return build.integer(0)
        if not self.apart:
            return offset
        return build.identifier(STRIDE) if known == 1 else build.binary("*", offset, build.identifier(STRIDE))

    def _decayed(self, node: c_ast.Node) -> _Pointer | None:
        """The kind of pointer that an expression's value is."""
        match self.kind(node):
            case _Pointer() as found:
                return found
            case _Array(extents, element):
                return _Pointer(extents[1:], element)
        return None

    def kind(self, node: c_ast.Node) -> _Kind | None:
        """What an expression is of a large array; None for all others."""
        match node:
            case c_ast.ID():
                return self.names.get(node.name)
            case c_ast.ArrayRef() | c_ast.UnaryOp(op="*"):
                base = self._decayed(node.name if isinstance(node, c_ast.ArrayRef) else node.expr)
                if base is None:
                    return None
                return _Array(base.extents, base.element) if base.extents else _Element(base.element)
            case c_ast.UnaryOp(op="&"):
                match self.kind(node.expr):
                    case _Array(extents, element):
                        return _Pointer(extents, element)
                    case _Element(element):
                        return _Pointer((), element)
                    case _Pointer():
                        raise ObstacleError(f"the address of the pointer `{text_of(node.expr)}` is taken", node)
                return None
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                found = self.kind(node.expr)
                return found if isinstance(found, _Pointer) else None
            case c_ast.BinaryOp(op="+"):
                return self._decayed(node.left) or self._decayed(node.right)
            case c_ast.BinaryOp(op="-"):
                return None if self._decayed(node.right) is not None else self._decayed(node.left)
            case c_ast.Assignment():
                found = self.kind(node.lvalue)
                return found if isinstance(found, _Pointer) else None
            case c_ast.TernaryOp():
                return self._decayed(node.iftrue) or self._decayed(node.iffalse)
            case c_ast.Cast():
                return _pointer(node.to_type.type) if _is_large(node.to_type.type) else None
            case c_ast.FuncCall(name=c_ast.ID(name=name)):
                return self.results.get(name)
            case c_ast.ExprList() if node.exprs:
                return self._decayed(node.exprs[-1])
        return None

    def _place(self, node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node | None]:
        """Where an expression leads: a pointer, and a number of elements from there, which are to be strided."""
        match node:
            case c_ast.ID():
                return node, None
            case c_ast.ArrayRef():
                return self._moved(node.name, "+", node.subscript)
            case c_ast.UnaryOp(op="*" | "&"):
                return self._place(node.expr)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                return self._stepped(node), None
            case c_ast.BinaryOp():
                base, index = node.left, node.right
                if self._decayed(base) is None:
                    base, index = index, base
                return self._moved(base, node.op, index)
            case c_ast.Cast():
                return self._cast(node)
            case c_ast.Assignment():
                return self._assigned(node), None
            case c_ast.FuncCall():
                return self._call(node), None
            case c_ast.TernaryOp():
                kind = self.kind(node)
                assert kind is not None
                return self._pointer(node, kind), None
            case c_ast.ExprList():
                return c_ast.ExprList([self.value(each) for each in node.exprs]), None
        raise AssertionError(f"a pointer is no {node.__class__.__name__}")

    def _moved(self, base: c_ast.Node, operator: str, index: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node | None]:
        kind = self._decayed(base)
        assert kind is not None
        pointer, offset = self._place(base)
        distance = _scaled(self._inside(index), kind.extents)
        if operator == "-":
            return pointer, build.binary("-", build.integer(0) if offset is None else offset, distance)
        return pointer, distance if offset is None else _sum(offset, distance)

    def _cast(self, node: c_ast.Cast) -> tuple[c_ast.Node, c_ast.Node | None]:
        to, found = node.to_type.type, self._decayed(node.expr)
        if found is not None and found.element == _pointer(to).element:
            return self._place(node.expr)
        if self.apart or not self._leads(node.expr):
            raise ObstacleError(f"`{text_of(node.expr)}` is cast", node)
        return self._converted(node.expr, to), None

    def _stepped(self, node: c_ast.UnaryOp) -> c_ast.Node:
        """A pointer that goes on to its neighbour: `p++`."""
        kind = self._decayed(node.expr)
        assert kind is not None
        step = self._strided(_scaled(build.integer(1), kind.extents))
        moved = c_ast.Assignment(f"{node.op[-1]}=", self.value(node.expr), step)
        if not node.op.startswith("p"):
            return moved
        return build.binary("-" if node.op == "p++" else "+", moved, step)

    def _assigned(self, node: c_ast.Assignment) -> c_ast.Node:
        kind = self.kind(node.lvalue)
        assert kind is not None
        target = self.value(node.lvalue)
        if node.op == "=":
            to = self.declarators.get(node.lvalue.name) if isinstance(node.lvalue, c_ast.ID) else None
            return c_ast.Assignment("=", target, self._pointer(node.rvalue, kind, to))
        assert isinstance(kind, _Pointer)
        distance = self._strided(_scaled(self._inside(node.rvalue), kind.extents))
        return c_ast.Assignment(node.op, target, distance)


def _is_large(declarator: c_ast.Node) -> bool:
    """Whether a declared pointer leads to a large array."""
    return isinstance(declarator, c_ast.PtrDecl | c_ast.ArrayDecl) and LARGE in _innermost(declarator).quals


def _pointer(declarator: c_ast.PtrDecl) -> _Pointer:
    extents: list[int | str | None] = []
    inner = declarator.type
    while isinstance(inner, c_ast.ArrayDecl):
        extents.append(inner.dim.name if isinstance(inner.dim, c_ast.ID) else constant_value(inner.dim))
        inner = inner.type
    return _Pointer(tuple(extents), _element(inner))


def _element(declarator: c_ast.Node) -> str:
    """The text of the type at the bottom."""
    return text_of(_innermost(declarator).type)


def _innermost(declarator: c_ast.Node) -> c_ast.TypeDecl:
    while isinstance(declarator, c_ast.PtrDecl | c_ast.ArrayDecl):
        declarator = declarator.type
    assert isinstance(declarator, c_ast.TypeDecl)
    return declarator


def extents_of(ctype: CType) -> tuple[int | str | None, ...]:
    """The extents of an array, or the names of the parameters that hold them."""
    return tuple(
        each.extent.name if isinstance(each.extent, c_ast.ID) else each.length for each in dimensions(ctype)
    )


def _declarator(declarator: c_ast.Node) -> c_ast.PtrDecl:
    """A pointer to single elements in global memory."""
    inner = _innermost(declarator)
    return c_ast.PtrDecl([], c_ast.TypeDecl(inner.declname, ["__global"], None, inner.type))


def _scaled(index: c_ast.Node, extents: tuple[int | str | None, ...]) -> c_ast.Node:
    """A number of arrays of such extents, in elements."""
    if not extents:
        return index
    constant = prod(each for each in extents if isinstance(each, int))
    names = [build.identifier(each) for each in extents if isinstance(each, str)]
    known = constant_value(index)
    if known is not None:
        return build.joined("*", [build.integer(known * constant, "L"), *names])
    number = build.integer(constant, "L")
    factors = [build.cast(LONG, index), *([number] if constant != 1 or not names else []), *names]
    return build.joined("*", factors)


def _sum(one: c_ast.Node, other: c_ast.Node) -> c_ast.Node:
    first, second = constant_value(one), constant_value(other)
    if first is not None and second is not None:
        return build.integer(first + second, "L")
    return other if first == 0 else build.binary("+", one, other)
