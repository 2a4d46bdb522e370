"""`hoist`: the positions of rows that stay the same while a loop runs are found before it.

    for (i = 0; i < n; i++)                            long mrt_row1 = 0 < n ? mrt_entry(x_rows, .., k) : 0;
      sum += x[mrt_entry(x_rows, .., k) + i];    ->    for (i = 0; i < n; i++)
                                                         sum += x[mrt_row1 + i];

Device compilers don't do this: a position is loaded from a table under a condition.  The loop must find the row
in each of its iterations, so that nothing is loaded that it would not load.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast, c_generator

from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.tables import is_row
from mapper.ir.program.kernel import Kernel, with_bodies
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, CType, IntType
from mapper.ir.trees.headers import loop_start
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.names import assigned_names, declared_names, pointed_names
from mapper.ir.trees.nodes import children, clone, replace_child, walk
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait

_ENTERED = (c_ast.Compound, c_ast.DeclList, c_ast.Decl, c_ast.Assignment, c_ast.ExprList, c_ast.InitList)
_ROW = "mrt_row"
_COMPUTED = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.Cast, c_ast.ArrayRef, c_ast.StructRef, c_ast.FuncCall)


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    number, inside = 0, False
    first = _rows_found(kernel)  # bodies may be put together later, and loops rewritten once more

    def rewritten(body: c_ast.Compound) -> c_ast.Compound:
        nonlocal number, inside
        inside = inside or any(
            is_row(part) for loop in walk(body) if isinstance(loop, c_ast.For) for part in walk(loop.stmt)
        )
        copied = clone(body)
        number += _Hoisting(copied, kernel.symbols, first + number).run()
        return copied

    made = with_bodies(kernel, rewritten)
    if not number:
        return Refusal("no loop finds the same row in each of its iterations for certain") if inside else None
    return Changed(made, f"{number} rows of tables are found before the loops that run along them")


TRANSFORM = Transform(
    "hoist",
    "rows of tables are found before the loops that run along them",
    _apply,
    accepts=USUAL | {Trait.LARGE_ARRAYS},
)


def _rows_found(kernel: Kernel) -> int:
    """The largest number of a row that was found before a loop already."""
    found = 0

    def looked_at(body: c_ast.Compound) -> c_ast.Compound:
        nonlocal found
        numbers = (name.removeprefix(_ROW) for name in declared_names(body) if name.startswith(_ROW))
        found = max([found, *(int(number) for number in numbers if number.isdecimal())])
        return body

    with_bodies(kernel, looked_at)
    return found


class _Hoisting:
    """Rewrites one body in place; the rows have numbers from `first` + 1 on."""

    def __init__(self, body: c_ast.Compound, symbols: Mapping[str, CType], first: int) -> None:
        self.body = body
        self.symbols = symbols
        self.first = self.number = first
        self._printer = c_generator.CGenerator()
        self._pointed = pointed_names(body)

    def run(self) -> int:
        """Do it; how many rows were found."""
        self._blocks(self.body)
        return self.number - self.first

    def _blocks(self, node: c_ast.Node) -> None:
        """The loops in the blocks of a statement, outer ones first."""
        if isinstance(node, c_ast.Compound):
            items: list[c_ast.Node] = []
            for item in node.block_items or []:
                found = self._rows(item) if isinstance(item, c_ast.For) else []
                pragma = items.pop() if found and items and isinstance(items[-1], c_ast.Pragma) else None
                items += [*found, *([pragma] if pragma is not None else []), item]
            node.block_items = items
        for child in children(node):
            self._blocks(child)

    def _rows(self, loop: c_ast.For) -> list[c_ast.Node]:
        """The declarations of the rows that a loop finds in each iteration; it uses them from now on."""
        runs = self._first_condition(loop)
        if runs is None or has_jump(loop.stmt, c_ast.Label):
            return []
        changing = assigned_names(loop.stmt, loop.next) | self._pointed | declared_names(loop)
        known: dict[str, str] = {}
        declared: list[c_ast.Node] = []
        for parent, slot, row in list(_always(loop.stmt, changing)):
            text = str(self._printer.visit(row))
            if text not in known:
                self.number += 1
                known[text] = f"{_ROW}{self.number}"
                value = c_ast.TernaryOp(clone(runs), clone(row), build.integer(0, "L"))
                declared.append(build.declaration(known[text], LONG, init=value))
            replace_child(parent, slot, build.identifier(known[text]))
        return declared

    def _first_condition(self, loop: c_ast.For) -> c_ast.Node | None:
        """Whether a loop runs at all, as an expression before it; None where that can't be said."""
        start, test = loop_start(loop), loop.cond
        if start is None:
            return None
        name, lower, _ = start
        ctype = ULONG if name.startswith("mrt_trip") else self.symbols.get(name)
        if test is None or not isinstance(ctype, IntType) or not (_is_plain(lower) and _is_plain(test)):
            return None
        holder = c_ast.Compound([clone(test)])
        for node in list(walk(holder)):
            for slot, child in node.children():
                if isinstance(child, c_ast.ID) and child.name == name:
                    replace_child(node, slot, build.cast(ctype, clone(lower)))
        condition: c_ast.Node = holder.block_items[0]
        return condition


def _is_plain(root: c_ast.Node) -> bool:
    return all(isinstance(node, c_ast.ID) or _is_arithmetic(node) for node in walk(root))


def _always(node: c_ast.Node, changing: set[str]) -> list[tuple[c_ast.Node, str, c_ast.Node]]:
    """The rows that are found whenever a statement is executed, and are always the same, with their places."""
    found: list[tuple[c_ast.Node, str, c_ast.Node]] = []
    if not isinstance(node, (*_ENTERED, *_COMPUTED)) or (
        isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||")
    ):
        return found
    for slot, child in _places(node):
        if is_row(child) and _stays(child, changing):
            found.append((node, slot, child))
        elif not (isinstance(node, c_ast.FuncCall) and slot == "name"):
            found += _always(child, changing)
    return found


def _places(node: c_ast.Node) -> list[tuple[str, c_ast.Node]]:
    return list(node.children())


def _stays(row: c_ast.Node, changing: set[str]) -> bool:
    """Whether a position is computed from other ones and from names that keep their values."""
    for node in walk(row):
        match node:
            case c_ast.ID():
                if node.name in changing:
                    return False
            case c_ast.FuncCall():
                if not is_row(node):
                    return False
            case _ if not _is_arithmetic(node):
                return False
    return True


def _is_arithmetic(node: c_ast.Node) -> bool:
    if isinstance(node, c_ast.UnaryOp):
        return node.op in ("+", "-", "~")
    if isinstance(node, c_ast.BinaryOp):
        return node.op not in ("&&", "||")
    plain = (c_ast.Constant, c_ast.Cast, c_ast.ExprList, c_ast.Typename, c_ast.TypeDecl, c_ast.IdentifierType)
    return isinstance(node, plain)
