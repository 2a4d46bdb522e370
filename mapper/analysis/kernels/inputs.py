"""What a kernel gets from the host: its parameters, the bounds of its dimensions, and conditions on both.

Host expressions are symbols, but for numbers and for sums, least and greatest ones of what is known.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.arithmetic import ZERO, Number, Place, Pointer
from mapper.analysis.kernels.evaluation.comparisons import holds_all, relation, type_range
from mapper.analysis.kernels.evaluation.expressions import Expressions
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.members import variable_of
from mapper.analysis.kernels.relations.accesses import Index, Loop, Memory, Root, Step
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.program.kernel import Buffer, Dimension, Kernel
from mapper.ir.program.kernel import Value as Given
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, PointerType, StructType
from mapper.ir.trees.names import declared_name
from mapper.ir.trees.nodes import clone, same_text, text_of


class Inputs(Expressions):
    """The part of a walk that knows what the host gives."""

    def __init__(self, kernel: Kernel, around: Symbols | None) -> None:
        super().__init__({function.decl.name: function for function in kernel.functions}, around)
        self.kernel = kernel
        self.parameters: dict[str, c_ast.Node] = {}
        self.elements: dict[str, c_ast.Node] = {}
        self.roots: dict[str, str] = {}  # the buffers that they are in

    def enter_parameters(self) -> None:
        """Name the kernel's parameters."""
        for each in self.kernel.parameters:
            if isinstance(each, Buffer):
                root = Root(each.name, Memory.BUFFER, each.element)
                place = Place(root, (Index(ZERO),), each.element, linear=(0, forms.number(0)))
                self.names[each.name] = Pointer(place)
                continue
            of = integer_of(each.type)
            if isinstance(of, IntType):
                self.uniform.add(each.name)
                self.parameters[each.name] = each.expression
                self.ranges[each.name] = type_range(of)
                value = forms.symbol(each.name)
                if not of.signed:
                    self.domain = self.domain.intersect(value.ge_set(ZERO))
                if each.least is not None:
                    self.domain = self.domain.intersect(value.ge_set(forms.constant(each.least)))
                self.names[each.name] = Number(forms.of(value), of)
                if isinstance(each.expression, c_ast.BinaryOp) and "_stride" in each.name:
                    self.strides.add(str(value))
            elif isinstance(of, StructType):
                self.names[each.name] = Root(each.name, Memory.VALUE, of)
            else:
                self.names[each.name] = None
        for given in self.kernel.values:
            if given.factors and given.name in self.uniform:
                parts = [self._atom(self._host(part)) for part in given.factors]
                self.products[self._atom(forms.symbol(given.name))] = tuple(sorted(parts))

    def _atom(self, value: isl.PwAff) -> str:
        """A parameter as a part of keys of forms."""
        _, atom = forms.primitive(value)
        self.atoms[str(atom)] = atom
        return str(atom)

    def enter_dimension(self, dimension: Dimension) -> Loop:
        """A dimension is a loop whose bounds are known on the host."""
        lower, bound, step = (self._host(part) for part in dimension.parts)
        by = forms.as_number(step)
        name, relation_sign = dimension.variable, dimension.relation
        value = forms.symbol(name)
        if by and relation_sign == "!=":
            relation_sign = "<" if by > 0 else ">"
        domain = forms.everywhere()
        if relation_sign != "!=":
            start = ">=" if relation_sign in ("<", "<=") else "<="
            domain = relation(relation_sign, value, bound).intersect(relation(start, value, lower))
            if by is not None and abs(by) > 1:
                domain = domain.intersect(value.sub(lower).mod_val(isl.Val(str(abs(by)))).zero_set())
        down = relation_sign in (">", ">=")
        exact = by is not None
        size = self._size_of(dimension) if by is None else None
        loop = Loop(name, name, None, domain, -1 if down else 1, by or 0, exact, lower, bound, relation_sign, size)
        self.names[name] = Number(forms.of(value), dimension.type)
        self.ranges[name] = type_range(dimension.type)
        self.path.append((self.position, loop))
        self.position = 0
        self.domain = self.domain.intersect(domain)
        return loop

    @property
    def of_host(self) -> Set[str]:
        """The symbols of elements that the host can read."""
        return self.elements.keys()

    def _size_of(self, dimension: Dimension) -> isl.PwAff | None:
        """The size of a step that is a parameter; a launch makes sure that it is positive (MRT_COUNT)."""
        step = dimension.step
        if dimension.relation in (">", ">="):
            if not isinstance(step, c_ast.UnaryOp) or step.op != "-":
                return None
            step = step.expr
        found = self._parameter(step)
        of = integer_of(found.type) if found is not None else None
        fits = isinstance(of, IntType) and holds_all(dimension.type, of)
        return forms.symbol(found.name) if found is not None and fits else None

    def noted(self, value: Number, root: Root, steps: tuple[Step, ...]) -> Number:
        """The host can read an element itself, where the subscripts are numbers.

        That is safe at any time where these are in a static array, or in a variable that is a structure
        (`parameters`), and otherwise where the kernel certainly reads the element, too (`elements`).  One that a
        condition of the host's names has that name.
        """
        buffer = next(each for each in self.kernel.buffers if each.name == root.name)
        variable = variable_of(buffer)
        if value.form.affine is None or not (buffer.direct or variable is not None):
            return value
        tree = clone(buffer.pointer)
        of: CType = PointerType(buffer.element)
        extents = buffer.array.extents if buffer.array is not None else ()
        within = len(steps) == len(extents)
        if variable is not None:
            if not steps or not isinstance(steps[0], Index) or forms.as_number(steps[0].value) != 0:
                return value
            tree, of, steps, within = clone(variable), buffer.element, steps[1:], True
        for number, step in enumerate(steps):
            if isinstance(step, Index):
                subscript = forms.as_number(step.value)
                if subscript is None or not isinstance(of, PointerType | ArrayType):
                    return value
                if variable is not None:
                    within = within and isinstance(of, ArrayType) and 0 <= subscript < (of.length or 0)
                else:
                    within = within and 0 <= subscript < extents[number]
                tree = c_ast.ArrayRef(tree, build.integer(subscript))
                of = of.target if isinstance(of, PointerType) else of.element
            else:
                name = declared_name(step.name)
                found = self.around.member(of, name) if self.around and isinstance(of, StructType) else None
                if found is None:
                    return value
                within = within and variable is not None
                tree, of = c_ast.StructRef(tree, ".", c_ast.ID(name)), found.type
        if integer_of(of) != value.type:
            return value
        (name,) = forms.symbols_of(value.form.affine)
        if (known := _host_name(tree)) in self.uniform:
            self.ranges[known] = self.ranges[name]
            name, value = known, Number(forms.of(forms.symbol(known)), value.type)
        (self.parameters if within else self.elements)[name] = tree
        self.roots[name] = root.name
        return value

    def member_symbol(self, root: Root, members: Sequence[str]) -> str:
        """The symbol of a member, which the host can read at any time."""
        value = next((each for each in self.kernel.values if each.name == root.name), None)
        if value is None:
            return super().member_symbol(root, members)
        tree = clone(value.expression)
        for member in members:
            tree = c_ast.StructRef(tree, ".", c_ast.ID(declared_name(member)))
        name = _host_name(tree)
        self.parameters[name] = tree
        return name

    def _host(self, expression: c_ast.Node) -> isl.PwAff:
        """A host expression: a constant, the value of a parameter with the same text, or a symbol of its own."""
        known = constant_value(expression) if self.around is None else self.around.constant(expression)
        if known is not None:
            return forms.constant(known)
        value = self._of_parameters(expression)
        if value is None:
            value = self._extreme(expression)
        if value is not None:
            return value
        name = _host_name(expression)
        self.parameters[name] = expression
        self.uniform.add(name)
        return forms.symbol(name)

    def where_true(self, condition: c_ast.Node) -> isl.Set:
        """Where a condition of the host holds (`Assumptions.conditions`)."""
        match condition:
            case c_ast.TernaryOp():
                return self.where_true(condition.iftrue)
            case c_ast.BinaryOp(op="&&"):
                return self.where_true(condition.left).intersect(self.where_true(condition.right))
            case c_ast.BinaryOp(op="||"):
                return self.where_true(condition.left).union(self.where_true(condition.right))
            case c_ast.BinaryOp(op="<" | "<=" | ">" | ">=" | "==" | "!=" as operator):
                left, right = self._combination(condition.left), self._combination(condition.right)
                if left is not None and right is not None:
                    return relation(operator, left, right)
        return forms.everywhere()

    def _combination(self, expression: c_ast.Node) -> isl.PwAff | None:
        """A linear combination of host expressions, each cast to a type of 64 bits, and of remainders of such."""
        match expression:
            case c_ast.Cast(expr=c_ast.StructRef() | c_ast.ArrayRef() | c_ast.UnaryOp(op="*") as element):
                if found := self._parameter(element):
                    return forms.symbol(found.name)
                name = _host_name(element)
                self.uniform.add(name)
                return forms.symbol(name)
            case c_ast.Cast():
                return self._host(expression.expr)
            case c_ast.BinaryOp(op="%"):
                value, by = self._combination(expression.left), constant_value(expression.right)
                return forms.remainder(value, by, positive=False) if value is not None and by and by > 0 else None
        known = constant_value(expression)
        if known is not None:
            return forms.constant(known)
        return arithmetic(expression, self._combination, forms.multiple)

    def _extreme(self, expression: c_ast.Node) -> isl.PwAff | None:
        """The lesser or the greater of two host expressions, of `untile`; None for other expressions."""
        match expression:
            case c_ast.TernaryOp(cond=c_ast.BinaryOp(op="<" | ">" as operator) as test):
                if same_text(test.left, expression.iftrue) and same_text(test.right, expression.iffalse):
                    yes, no = self._host(expression.iftrue), self._host(expression.iffalse)
                    return forms.chosen(relation(operator, yes, no), yes, no)
        return None

    def _of_parameters(self, expression: c_ast.Node) -> isl.PwAff | None:
        """The value of a parameter, or a sum of such and constants that never wraps around."""
        found = self._parameter(expression)
        return self._signed_sum(expression) if found is None else forms.symbol(found.name)

    def _parameter(self, expression: c_ast.Node) -> Given | None:
        """The parameter that is passed an expression, by its text."""
        text = text_of(expression)
        known = (each for each in self.kernel.values if each.name in self.uniform)
        return next((e for e in known if not e.name.startswith("mrt_") and text_of(e.expression) == text), None)

    def _signed_sum(self, expression: c_ast.Node) -> isl.PwAff | None:
        """A sum or difference of constants and parameters of signed types; None for other expressions."""
        match expression:
            case c_ast.Constant(type="int" | "long int" | "long long int"):
                known = constant_value(expression)
                return None if known is None or known >= 1 << 31 else forms.constant(known)
            case c_ast.BinaryOp(op="+" | "-"):
                return arithmetic(expression, self._signed_sum)
        found = self._parameter(expression)
        of = None if found is None else integer_of(found.type)
        return forms.symbol(found.name) if found is not None and isinstance(of, IntType) and of.signed else None


def _host_name(expression: c_ast.Node) -> str:
    """The symbol of a host expression."""
    return f"host {text_of(expression)}"
