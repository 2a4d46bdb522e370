"""`columns`: columns of a gang's arrays lie one behind the other, and those that hold one constant are left out.

    bands[p][0] = 0.25;                        bands[0][p] = f(p);
    bands[p][1] = f(p);               ->
    x[p] -= bands[p][0] * bands[p][1];         x[p] -= 0.25 * bands[0][p];

How many lines a work-group has, and a multiprocessor at a time, is a question of local memory.  All writes of such
a column give it the same constant, so that a read can find nothing else.  Lanes that share a loop over p find
neighbouring elements of a column in other banks of local memory each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, rank
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType
from mapper.ir.trees.nodes import INCREMENTS, changed, clone, is_statement_place, replace_child, text_of, walk
from mapper.transforms.cooperative.body import rows_of
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform, listed
from mapper.transforms.loops.loops import SHORT, without_blanks

_EXPOSING = (*INCREMENTS, "&")


@dataclass(eq=False)
class _Use:
    """A mention of an element: `node` in the place `slot` of `parent`; with `value` a statement that writes it."""

    node: c_ast.ArrayRef
    parent: c_ast.Node
    slot: str
    column: int
    reads: bool
    value: c_ast.Node | None = None


@dataclass(eq=False)
class _Array:
    """An array of a gang: its type, its elements that the body mentions, and what is done with them.

    `whole` is true if nothing else of it is mentioned, `plain` if the columns are constants, too.
    """

    ctype: ArrayType
    elements: list[c_ast.ArrayRef] = field(default_factory=list)
    uses: list[_Use] = field(default_factory=list)
    whole: bool = True
    plain: bool = True


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is None:
        return None
    body = clone(gang.body)
    arrays = {
        name: _Array(ctype)
        for name, ctype in gang.shared
        if isinstance(ctype, ArrayType) and isinstance(ctype.element, ArrayType) and _scalar(ctype) is not None
    }
    finder = _Finder(arrays)
    finder.visit(body)
    told = []
    for name, array in arrays.items():
        constants = _constants(array, body, kernel) if array.plain else {}
        kept = [column for column in range(_width(array.ctype)) if column not in constants]
        if constants and kept:
            _leave_out(array, constants, kept, finder.statements)
            array.ctype = _with_width(array.ctype, len(kept))
            told.append(f"{len(constants)} of {len(kept) + len(constants)} columns of `{name}` hold a constant")
    turned = [name for name, array in arrays.items() if array.whole and _has_short_rows(array.ctype)]
    for name in turned:  # behind all that puts constants in the place of subscripts
        arrays[name].ctype = _turned(arrays[name])
    if turned:
        told.append(f"columns of {listed(turned)} lie one behind the other")
    shared = [(name, arrays[name].ctype if name in arrays else ctype) for name, ctype in gang.shared]
    if not told:
        mixed = [name for name, array in arrays.items() if not array.whole]
        return Refusal(f"{listed(mixed)} is used otherwise than by all its subscripts") if mixed else None
    sizes = [symbols.constant_sizeof(ctype) or 0 for _, ctype in shared]
    rows = rows_of(sum(sizes), len(gang.trees))
    return Changed(kernel.with_form(replace(gang, body=body, shared=tuple(shared), rows=rows)), ", ".join(told))


TRANSFORM = Transform(
    "columns",
    "columns of arrays in local memory lie behind each other, without those that hold a constant",
    _apply,
)


class _Finder:
    """Finds what a body does with the arrays; they are subscripted by the row of the work-group first."""

    def __init__(self, arrays: dict[str, _Array]) -> None:
        self.arrays = arrays
        self.statements: dict[int, tuple[c_ast.Node, str]] = {}

    def visit(self, node: c_ast.Node) -> None:
        """Note the uses in the parts of a node, and where assignments are that are statements."""
        for slot, child in node.children():
            if isinstance(child, c_ast.ArrayRef):
                self._reference(node, slot, child)
                continue
            if isinstance(child, c_ast.ID) and child.name in self.arrays:
                self.arrays[child.name].whole = self.arrays[child.name].plain = False
            if is_statement_place(node, slot):
                self.statements[id(child)] = node, slot
            self.visit(child)

    def _reference(self, parent: c_ast.Node, slot: str, node: c_ast.ArrayRef) -> None:
        base: c_ast.Node = node
        depth = 0
        while isinstance(base, c_ast.ArrayRef):
            self._subscript(base)
            base, depth = base.name, depth + 1
        array = self.arrays.get(base.name) if isinstance(base, c_ast.ID) else None
        if array is None:
            self.visit(base)
            return
        if depth != 1 + rank(array.ctype):
            array.whole = array.plain = False
            return
        array.elements.append(node)
        column = constant_value(node.subscript)
        if column is None:
            array.plain = False
            return
        use = _Use(node, parent, slot, column, reads=True)
        if isinstance(parent, c_ast.Assignment) and slot == "lvalue":
            use.reads = False
            use.value = parent.rvalue if parent.op == "=" and id(parent) in self.statements else None
        elif isinstance(parent, c_ast.UnaryOp) and parent.op in _EXPOSING:
            use.reads = False
        array.uses.append(use)

    def _subscript(self, node: c_ast.ArrayRef) -> None:
        """Visit what is in a subscript."""
        if isinstance(node.subscript, c_ast.ArrayRef):
            self._reference(node, "subscript", node.subscript)
        else:
            self.visit(node.subscript)


def _constants(array: _Array, body: c_ast.Compound, kernel: Kernel) -> dict[int, c_ast.Node]:
    """The columns that hold one constant, and that constant."""
    found: dict[int, c_ast.Node] = {}
    for column in {use.column for use in array.uses}:
        writes = [use for use in array.uses if use.column == column and not use.reads]
        values = [None if use.value is None else _constant(use.value, body, kernel) for use in writes]
        texts = {None if value is None else text_of(value) for value in values}
        if len(texts) == 1 and values[0] is not None:
            scalar = _scalar(array.ctype)
            assert scalar is not None
            found[column] = build.cast(scalar, values[0])
    return found


def _constant(node: c_ast.Node, body: c_ast.Compound, kernel: Kernel) -> c_ast.Node | None:
    """An expression of constants that a value has; variables with one known value are replaced by it."""
    match node:
        case c_ast.Constant():
            return node
        case c_ast.UnaryOp(op="-" | "+") | c_ast.BinaryOp(op="+" | "-" | "*" | "/"):
            return changed(node, lambda part: _constant(part, body, kernel))
        case c_ast.ID():
            ctype = kernel.symbols.get(node.name)
            given = list(_values(node.name, body))
            if isinstance(ctype, IntType | FloatType) and len(given) == 1 and given[0] is not None:
                value = _constant(given[0], body, kernel)
                return None if value is None else build.cast(ctype, value)
    return None


def _values(name: str, body: c_ast.Compound) -> Iterator[c_ast.Node | None]:
    """What a variable gets in all statements; None: something that is not known."""
    for node in walk(body):
        match node:
            case c_ast.Decl() if node.name == name and node.init is not None:
                yield node.init
            case c_ast.Assignment(lvalue=c_ast.ID(name=found)) if found == name:
                yield node.rvalue if node.op == "=" else None
            case c_ast.UnaryOp(expr=c_ast.ID(name=found)) if found == name and node.op in _EXPOSING:
                yield None


def _leave_out(
    array: _Array,
    constants: dict[int, c_ast.Node],
    kept: list[int],
    statements: dict[int, tuple[c_ast.Node, str]],
) -> None:
    """Change the body: reads of constant columns are these, and writes are gone; the others get new numbers."""
    for use in array.uses:
        if use.column not in constants:
            use.node.subscript = build.integer(kept.index(use.column))
        elif use.reads:
            replace_child(use.parent, use.slot, clone(constants[use.column]))
        else:
            holder, slot = statements[id(use.parent)]
            replace_child(holder, slot, c_ast.EmptyStatement())
    for holder, _ in statements.values():
        without_blanks(holder)


def _has_short_rows(ctype: ArrayType) -> bool:
    """Whether an array has two subscripts, of which the last one has few values."""
    row = ctype.element
    if not isinstance(row, ArrayType) or isinstance(row.element, ArrayType):
        return False
    return ctype.length is not None and row.length is not None and 1 < row.length <= SHORT < ctype.length


def _turned(array: _Array) -> ArrayType:
    """Change the body: both subscripts change places; the type of the array that they need."""
    for each in array.elements:
        row = each.name
        assert isinstance(row, c_ast.ArrayRef)
        each.subscript, row.subscript = row.subscript, each.subscript
    ctype = array.ctype
    assert isinstance(ctype.element, ArrayType)
    return replace(ctype, length=ctype.element.length, element=replace(ctype.element, length=ctype.length))


def _width(ctype: CType) -> int:
    """The last extent."""
    lengths = [each.length or 0 for each in dimensions(ctype)]
    return lengths[-1] if lengths else 0


def _scalar(ctype: CType) -> IntType | FloatType | None:
    scalar = innermost(ctype)
    return scalar if isinstance(scalar, IntType | FloatType) else None


def _with_width(ctype: ArrayType, width: int) -> ArrayType:
    if isinstance(ctype.element, ArrayType):
        return replace(ctype, element=_with_width(ctype.element, width))
    return replace(ctype, length=width)
