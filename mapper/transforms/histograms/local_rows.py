"""A step of `privatize`: the counters that an iteration clears, counts in and sums up are in local memory.

    for (v = 8 * b; v < 8 * (b + 1); v++)         own[v - 8 * b] = 0;
      rank[v] = 0;                                ...
    for (k = begin[b]; k < begin[b + 1]; k++)     x = key[k];
      rank[key[k]]++;                        ->   if ((ulong)(x - 8 * b) < 8) atomic_add(&own[x - 8 * b], 1);
                                                  else atomic_add(&rank[x], 1);
                                                  ...
                                                  rank[8 * b + lane] = own[lane];

It is for iterations that a group of work-items shares, since these update counters atomically.  The row is what
the first loop that uses the array overwrites: other iterations that touch its elements would race with that.  What
is elsewhere is used where it is.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.gang import Gang, OwnRow
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, LONG, UINT, ULONG, IntType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, mentions, names_in
from mapper.ir.trees.nodes import INCREMENTS, children, clone, flattened, is_statement_place, replace_child, walk
from mapper.transforms.cooperative.body import barrier
from mapper.transforms.histograms.batched_loads import batch_counts
from mapper.transforms.loops.linear import linear
from mapper.transforms.loops.loops import holds_loop
from mapper.transforms.private.elements import is_plain


def own_row(kernel: Kernel, gang: Gang, symbols: Symbols) -> OwnRow | str | None:
    """The row that iterations have of their own, or why it stays where it is; None where they don't count."""
    counted = {_counted(node) for node in walk(gang.body)} - {None}
    buffers = [each for each in kernel.buffers if each.name in counted]
    types = KernelTypes(kernel, symbols)
    for buffer in buffers:
        if buffer.table or buffer.of or buffer.layout is not None or buffer.relaid is not None:
            continue
        row = _overwritten(kernel, gang, buffer, types)
        if row is None:
            continue
        if not row.fits(gang.rows) and not any(row.fits(form.rows) for form in gang.schedules):
            return f"rows of `{buffer.name}` are too long for local memory"
        if gang.shared or gang.wide or in_local(gang, row) is None:
            return f"`{buffer.name}` is used in other ways, too"
        return row
    return f"no loop overwrites a row of `{buffers[0].name}` first" if buffers else None


def _counted(node: c_ast.Node) -> str | None:
    """The array in which an atomic addition counts."""
    if not isinstance(node, c_ast.FuncCall) or not isinstance(node.name, c_ast.ID):
        return None
    atomic = parse_atomic(node.name.name)
    if (
        atomic is None
        or atomic.operation not in ("add", "sub")
        or atomic.new
        or atomic.object not in ("int", "uint")
    ):
        return None
    if atomic.object not in ("int", "uint") or atomic.operand != atomic.object:
        return None
    place = node.args.exprs[0]
    if not isinstance(place, c_ast.UnaryOp) or place.op != "&":
        return None
    element = place.expr
    return str(element.name.name) if _is_element(element) else None


def _is_element(node: c_ast.Node, name: str = "") -> bool:
    return (
        isinstance(node, c_ast.ArrayRef)
        and isinstance(node.name, c_ast.ID)
        and (not name or node.name.name == name)
    )


def _overwritten(kernel: Kernel, gang: Gang, buffer: Buffer, types: KernelTypes) -> OwnRow | None:
    """The row that the first loop with an array in it overwrites."""
    name = buffer.name
    first = next((item for item in flattened(gang.whole) if mentions(item, name)), None)
    if not isinstance(first, c_ast.For) or not isinstance(buffer.element, IntType) or buffer.element.bits != 32:
        return None
    header = loop_header(first)
    if header is None or header.step != 1 or leaves(first.stmt) or holds_loop(first.stmt):
        return None
    writes = [item for item in flattened(c_ast.Compound([first.stmt])) if mentions(item, name)]
    if len(writes) != 1 or not isinstance(writes[0], c_ast.Assignment) or writes[0].op != "=":
        return None
    target = writes[0].lvalue
    if not _is_element(target, name) or mentions(writes[0].rvalue, name):
        return None
    if not isinstance(target.subscript, c_ast.ID) or target.subscript.name != header.variable:
        return None
    lower, bound = (linear(each, types) for each in (header.lower, header.bound))
    known = {each.variable for each in kernel.dimensions} | {each.name for each in kernel.values}
    names, span = names_in(header.lower), None if lower is None or bound is None else (bound - lower).constant
    if span is None or not names <= known:
        return None
    if names & assigned_names(*children(gang.whole)) or not is_plain(header.lower):
        return None
    length = span + (header.relation == "<=")
    return OwnRow(name, buffer.element, header.lower, length) if length > 0 else None


# ---- the new body ----------------------------------------------------------------------------------------------


def in_local(gang: Gang, row: OwnRow) -> c_ast.Compound | None:
    """The gang's body with the row in `mrt_own`; None where it does something else with the array."""
    body = clone(gang.body)
    if not _Rewriter(row, body).block(body):
        return None
    batch_counts(body)
    at = build.identifier("mrt_at")
    start = build.declaration("mrt_at", UINT, init=build.identifier("mrt_lane"))
    place = build.binary("+", clone(row.lower), build.cast(INT, at))
    store = build.assign(c_ast.ArrayRef(build.identifier(row.buffer), place), _own(at))
    lanes = build.identifier("MRT_LANES")
    loop = build.counting_loop(start, build.integer(row.length), c_ast.Compound([store]), step=lanes)
    inside = c_ast.If(build.identifier("mrt_inside"), c_ast.Compound([loop]), None)
    return c_ast.Compound([*(body.block_items or []), barrier(), inside])


def _own(at: c_ast.Node) -> c_ast.Node:
    line = c_ast.ArrayRef(build.identifier("mrt_own"), build.identifier("mrt_line"))
    return c_ast.ArrayRef(line, at)


class _Rewriter:
    """Rewrites the statements of a body in place."""

    def __init__(self, row: OwnRow, body: c_ast.Node) -> None:
        self.row = row
        self.known = {id(node): node for node in walk(body)}  # the user's code; what is made is not looked at

    def block(self, root: c_ast.Node) -> bool:
        """Rewrite all uses of the array in a tree; false where there is one of another kind."""
        for node in list(walk(root)):
            for slot, child in node.children():
                if id(child) not in self.known:
                    continue
                made = self._statement(child) if is_statement_place(node, slot) else None
                if made is not None:
                    replace_child(node, slot, made)
        for node in list(walk(root)):
            for slot, child in node.children():
                if id(child) in self.known and _is_element(child, self.row.buffer):
                    if not is_plain(child.subscript) or _is_changed(node, slot):
                        return False
                    replace_child(node, slot, self._read(child))
        return not any(
            isinstance(node, c_ast.ID) and node.name == self.row.buffer and id(node) in self.known
            for node in walk(root)
        )

    def _statement(self, node: c_ast.Node) -> c_ast.Node | None:
        """A statement that writes the array, in both ways; None for others."""
        at = build.identifier("mrt_at")
        near: c_ast.Node
        far: c_ast.Node
        if _counted(node) == self.row.buffer:
            assert isinstance(node, c_ast.FuncCall)
            atomic = parse_atomic(node.name.name)
            assert atomic is not None
            element, operand = node.args.exprs[0].expr, node.args.exprs[1]
            own, other = c_ast.UnaryOp("&", _own(self._place(at))), c_ast.UnaryOp("&", self._far(at))
            near = build.call(f"atomic_{atomic.operation}", own, self._copied(operand))
            far = build.call(node.name.name, other, operand)
        elif isinstance(node, c_ast.Assignment) and _is_element(node.lvalue, self.row.buffer):
            element = node.lvalue
            near = build.assign(_own(self._place(at)), self._copied(node.rvalue), node.op)
            far = build.assign(self._far(at), node.rvalue, node.op)
        else:
            return None
        if mentions(element.subscript, self.row.buffer):
            return None
        declared = build.declaration("mrt_at", LONG, init=element.subscript)
        choice = c_ast.If(self._is_near(at), c_ast.Compound([near]), c_ast.Compound([far]))
        return c_ast.Compound([declared, choice])

    def _copied(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of an expression of the user's, in which the array is to be replaced, too."""
        copied = clone(node)
        self.known |= {id(each): each for each in walk(copied)}
        return copied

    def _read(self, node: c_ast.ArrayRef) -> c_ast.Node:
        at = node.subscript
        return c_ast.TernaryOp(self._is_near(at), _own(self._place(at)), self._far(at))

    def _far(self, at: c_ast.Node) -> c_ast.Node:
        return c_ast.ArrayRef(build.identifier(self.row.buffer), clone(at))

    def _place(self, at: c_ast.Node) -> c_ast.Node:
        return build.binary("-", build.cast(LONG, clone(at)), clone(self.row.lower))

    def _is_near(self, at: c_ast.Node) -> c_ast.Node:
        return build.binary("<", build.cast(ULONG, self._place(at)), build.integer(self.row.length))


def _is_changed(node: c_ast.Node, slot: str) -> bool:
    """Whether a child is changed, or its address taken, rather than read."""
    if isinstance(node, c_ast.Assignment):
        return slot == "lvalue"
    return isinstance(node, c_ast.UnaryOp) and node.op in (*INCREMENTS, "&")
