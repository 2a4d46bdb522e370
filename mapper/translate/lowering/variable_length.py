"""Arrays of variable size: OpenCL C has none, so their memory is a row of scalars and subscripts are spelled out.

    double a[n][m];   a[i][j]  ->  a[i * a_stride0 + j]

A buffer's strides are parameters of the kernel (`sizeof(a[0]) / sizeof(a[0][0])` on the host).  In a device
function the strides are those that its own parameter declares (`double a[][m]` -> `i * m + j`).
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.footprints.large_arrays import extents_of
from mapper.analysis.names.types import dimensions, innermost
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, ArrayType, CType, PointerType
from mapper.translate.common.refused import refuse
from mapper.translate.memory.memory import NONE, Slot, element_of, is_variable, points_to_variable, space_of
from mapper.translate.scope.part import Part


class Flat(Part):
    """Lowers pointers to arrays of variable size in one frame."""

    def is_flat(self, node: c_ast.Node) -> bool:
        """Whether an array or pointer is, on the device, a pointer to the scalars at its bottom."""
        match node:
            case c_ast.ID():
                local = self.frame.local(node)
                if local is not None:
                    return local.flat
                return points_to_variable(self.expressions.type_of(node))
            case c_ast.ArrayRef():
                return isinstance(self.expressions.type_of(node), ArrayType) and self.is_flat(node.name)
            case c_ast.UnaryOp(op="*"):
                return isinstance(self.expressions.type_of(node), ArrayType) and self.is_flat(node.expr)
            case c_ast.UnaryOp(op="&"):
                return points_to_variable(self.expressions.type_of(node))
            case c_ast.BinaryOp(op="+" | "-"):
                pointers = [s for s in (node.left, node.right) if self._is_pointer(s)]
                return len(pointers) == 1 and self.is_flat(pointers[0])
        return False

    def _is_pointer(self, node: c_ast.Node) -> bool:
        return isinstance(self.expressions.type_of(node), PointerType | ArrayType)

    def element(self, base: c_ast.Node, index: c_ast.Node) -> c_ast.Node:
        """`base[index]`; where that is itself an array, the pointer to its first scalar."""
        pointer, offset = self._split(base)
        offset = _plus(offset, self._scaled(base, index))
        if is_array(element_of(self.expressions.type_of(base))):
            return _sum(pointer, offset)
        return c_ast.ArrayRef(pointer, offset if offset is not None else build.integer(0))

    def pointer(self, node: c_ast.Node) -> c_ast.Node:
        """A flat pointer as one expression."""
        return _sum(*self._split(node))

    def adapt(self, lowered: c_ast.Node, node: c_ast.Node, target: PointerType) -> c_ast.Node:
        """A pointer value on its way into a pointer of another shape."""
        source = self.expressions.value_type(node)
        if not isinstance(source, PointerType):
            return lowered
        if self.is_flat(node) == points_to_variable(target):
            return lowered
        element = innermost(target.target) if points_to_variable(target) else target.target
        if is_array(source.target) == is_array(element) and not points_to_variable(target):
            return lowered
        space = space_of(self.expressions.pointers.roots(node), "a pointer", self.frame.where(node))
        return build.cast(PointerType(element), lowered, space)

    def size(self, operator: c_ast.UnaryOp) -> c_ast.Node:
        """What `sizeof` is of an array of variable size, or of such a type."""
        symbols, where, node = self.frame.symbols, self.frame.where(operator), operator.expr
        named = isinstance(node, c_ast.Typename)
        ctype = symbols.declared_type(node) if named else self.expressions.type_of(node)
        scalar = symbols.constant_sizeof(innermost(ctype))
        if not isinstance(ctype, ArrayType) or scalar is None:
            refuse("K018", "the size of a type with a layout of its own is used inside the loop", where)
        own = self._own_type(node)
        match node:
            case _ if own is not None:
                count = self._own_extent(own)
            case c_ast.ArrayRef():
                count = self._stride(node.name, ctype)
            case c_ast.UnaryOp(op="*"):
                count = self._stride(node.expr, ctype)
            case _ if named or self.frame.local(node) is not None:
                count = self._declared_stride(ctype, node)
            case _:
                refuse("K018", "the size of a variable-length array is used inside the loop", where)
        return build.binary("*", build.cast(ULONG, count), build.integer(scalar, "UL"))

    def _own_type(self, node: c_ast.Node) -> ArrayType | None:
        """The type of a private array or of a part of one, whose extents are parameters of the kernel."""
        match node:
            case c_ast.ID():
                local = self.frame.local(node)
                found = None if local is None else local.type
            case c_ast.ArrayRef(name=of) | c_ast.UnaryOp(op="*", expr=of):
                whole = self._own_type(of)
                found = None if whole is None else whole.element
            case _:
                return None
        return found if isinstance(found, ArrayType) else None

    def _own_extent(self, ctype: ArrayType) -> c_ast.Node:
        """The product of the extents of a private array."""
        parts: list[c_ast.Node] = []
        for each in extents_of(ctype):
            if isinstance(each, str):
                self.frame.use(self.frame.scope.parameters[each])
            parts.append(build.identifier(each) if isinstance(each, str) else build.integer(each or 0))
        return build.joined("*", parts)

    def _split(self, node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node | None]:
        """A flat pointer as the pointer it starts from, and a number of scalars from there."""
        match node:
            case c_ast.ArrayRef():
                pointer, offset = self._split(node.name)
                return pointer, _plus(offset, self._scaled(node.name, node.subscript))
            case c_ast.UnaryOp(op="*"):
                return self._split(node.expr)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
                return self._split(element)
            case c_ast.BinaryOp():
                base, index = (node.left, node.right) if self._is_pointer(node.left) else (node.right, node.left)
                pointer, offset = self._split(base)
                scaled = self._scaled(base, index)
                if node.op == "-":
                    scaled = c_ast.UnaryOp("-", scaled)
                return pointer, _plus(offset, scaled)
            case c_ast.ID():
                return self.expressions.object(node, NONE), None
        self.frame.refuse("K018", "an array of variable size is used in an unusual way", node)

    def _scaled(self, base: c_ast.Node, index: c_ast.Node) -> c_ast.Node:
        """`index` in scalars, for the elements of `base`."""
        lowered = self.expressions.value(index)
        element = element_of(self.expressions.type_of(base))
        if not isinstance(element, ArrayType):
            return lowered
        return build.binary("*", lowered, self._stride(base, element))

    def _stride(self, base: c_ast.Node, element: ArrayType) -> c_ast.Node:
        root, level = base, 0
        while not isinstance(root, c_ast.ID):
            match root:
                case c_ast.ArrayRef():
                    root, level = root.name, level + 1
                case c_ast.UnaryOp(op="*"):
                    root, level = root.expr, level + 1
                case c_ast.UnaryOp(op="&"):
                    root, level = root.expr, level - 1
                case c_ast.BinaryOp():
                    root = root.left if self._is_pointer(root.left) else root.right
                case _:
                    self.frame.refuse("K018", "an array of variable size is used in an unusual way", base)
        if self.frame.local(root) is None:
            slot = self.frame.parameter(root)
            assert isinstance(slot, Slot)
            return build.identifier(self.frame.stride(slot, level).name)
        return self._declared_stride(element, base)

    def _declared_stride(self, element: CType, node: c_ast.Node) -> c_ast.Node:
        """The product of the extents that a function's parameter declares, in terms of its other parameters."""
        product: c_ast.Node | None = None
        for each in dimensions(element):
            if each.length is not None:
                extent = build.integer(each.length)
            elif each.extent is not None:
                extent = self._extent(each.extent)
            else:
                self.frame.refuse("K018", "an array of unknown size", node)
            product = extent if product is None else build.binary("*", product, extent)
        assert product is not None
        return product

    def _extent(self, extent: c_ast.Node) -> c_ast.Node:
        if not self.frame.scope.keeps(extent, self.frame.symbols) or self.frame.may_differ(extent):
            reason = "the extent of an array may have changed since its type was declared"
            self.frame.refuse("K018", reason, extent)
        return self.expressions.value(extent)


def is_array(ctype: CType) -> bool:
    """Whether a type is an array, of variable size or not."""
    return isinstance(ctype, ArrayType) or is_variable(ctype)


def _plus(left: c_ast.Node | None, right: c_ast.Node) -> c_ast.Node:
    return right if left is None else build.binary("+", left, right)


def _sum(pointer: c_ast.Node, offset: c_ast.Node | None) -> c_ast.Node:
    return pointer if offset is None else build.binary("+", pointer, offset)
